// warpscope-cli overview FILE [--json|--md]

#include "app/cli/cli.h"

#include "core/report/overviewreport.h"
#include "core/report/summary.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runOverview(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({json, markdown});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(json) && parser.isSet(markdown))
        return wrongUsage(self, App::tr("--json and --md exclude one another"));
    const std::optional<Selected> selected = load(parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    OverviewSources sources{selected->stepsOf ? selected->stepsOf : selected->run};
    sources.phase = selected->phase >= 0 && !selected->stepsOf ? selected->run->layerwise[size_t(selected->phase)].phase
                                                               : selected->kind;
    const Overview overview = *makeOverview(std::move(sources));
    if (parser.isSet(json))
        return print(dumpJson(overviewJson(overview)));
    const QString text = parser.isSet(markdown) ? overviewMarkdown(overview) : overviewText(overview);
    return print(text.toStdString());
}

} // namespace ws::cli
