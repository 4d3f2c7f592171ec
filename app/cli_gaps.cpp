// warpscope-cli gaps FILE [--csv|--json|--md]

#include "app/cli.h"

#include "core/report/gapreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runGaps(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({csv, json, markdown});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    const std::shared_ptr<const Run> run = loadRun(parser.positionalArguments().front());
    if (!run)
        return Unreadable;
    if (run->gpu.size() == 0) {
        printError(App::tr("no GPU work with times is in the file, so there are no gaps"));
        return Unreadable;
    }
    const auto gaps = std::make_shared<const Gaps>(*findGaps(*run));
    if (parser.isSet(json))
        return print(dumpJson(gapsJson(*run, *gaps)));
    const ReportTable rows = gapReport(run, gaps);
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(rows)));
    const ReportTable causes = gapCauseReport(run, gaps);
    if (parser.isSet(markdown))
        return print((tableMarkdown(wholeTable(causes)) + u'\n' + tableMarkdown(wholeTable(rows))).toStdString());
    return print(tableTerminalText(wholeTable(causes)) + '\n' + tableTerminalText(wholeTable(rows)));
}

} // namespace ws::cli
