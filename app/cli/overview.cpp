// warpscope-cli overview FILE [--json|--md]

#include "app/cli/cli.h"

#include "core/report/overviewreport.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

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
    const QStringList files = withFolders(parser.positionalArguments());
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    QString text;
    for (const QString &file : files) {
        const std::optional<Selected> selected = load(file);
        if (!selected)
            return Unreadable;
        OverviewSources sources{selected->stepsOf ? selected->stepsOf : selected->run};
        sources.phase = selected->phase >= 0 && !selected->stepsOf
                            ? selected->run->layerwise[size_t(selected->phase)].phase
                            : selected->kind;
        const Overview overview = finished(makeOverview(std::move(sources), progressOfCall()));
        if (parser.isSet(json)) {
            all.push_back(overviewJson(overview));
            if (files.size() > 1)
                all.back()["file"] = file.toStdString();
            continue;
        }
        const bool isMarkdown = parser.isSet(markdown);
        if (files.size() > 1)
            text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
                    (isMarkdown ? QStringLiteral("## ") + markdownText(file) : file) + QStringLiteral("\n\n");
        text += isMarkdown ? overviewMarkdown(overview) : overviewText(overview);
    }
    if (parser.isSet(json))
        return print(dumpJson(all.size() == 1 ? all.front() : all));
    return print(text.toStdString());
}

} // namespace ws::cli
