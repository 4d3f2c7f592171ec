// warpscope-cli overview FILE [--json|--md]

#include "app/cli/clifolders.h"

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
    const bool isJson = parser.isSet(json), isMarkdown = parser.isSet(markdown);
    const NamedFiles named = withFolders(parser.positionalArguments());
    using Form = AnswersOfFiles::Form;
    AnswersOfFiles answers(isJson ? Form::Json : isMarkdown ? Form::Markdown : Form::Text, named.files.size() > 1);
    int exit = Ok;
    for (qsizetype k = 0; k < named.files.size(); ++k) {
        const std::optional<Selected> selected = load(named.files[k]);
        if (!selected) {
            if (!named.isOfFolder[size_t(k)])
                exit = Unreadable;
            continue;
        }
        OverviewSources sources{selected->stepsOf ? selected->stepsOf : selected->run};
        sources.phase = selected->phase >= 0 && !selected->stepsOf
                            ? selected->run->layerwise[size_t(selected->phase)].phase
                            : selected->kind;
        const Overview overview = finished(makeOverview(std::move(sources), progressOfCall()));
        answers.add(named.files[k], named.names[k],
                    isJson       ? dumpJson(overviewJson(overview))
                    : isMarkdown ? overviewMarkdown(overview).toStdString()
                                 : overviewText(overview).toStdString());
    }
    if (answers.isEmpty())
        return Unreadable;
    const int printed = print(answers.text());
    return printed == Ok ? exit : printed;
}

} // namespace ws::cli
