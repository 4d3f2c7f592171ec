// warpscope-cli waits FILE [--csv|--json|--md]

#include "app/cli.h"

#include "core/report/summary.h"
#include "core/report/tablewriters.h"
#include "core/report/waitreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runWaits(const Command &self, const QStringList &arguments)
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
    const auto calls = std::make_shared<const std::vector<CpuCalls>>(*cpuCalls(*run));
    if (calls->empty()) {
        printError(App::tr("no runtime or driver call is in the file, and no Python function that waits"));
        return Unreadable;
    }
    const ReportTable table = waitReport(run, calls);
    if (parser.isSet(json))
        return print(dumpJson({{"schema", 1}, {"rows", tableRowsJson(table)}}));
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(table)));
    if (parser.isSet(markdown))
        return print(tableMarkdown(wholeTable(table)).toStdString());
    return print(tableTerminalText(wholeTable(table)));
}

} // namespace ws::cli
