// warpscope-cli waits FILE [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/report/tablewriters.h"
#include "core/report/waitreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runWaits(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    const auto calls = std::make_shared<const std::vector<CpuCalls>>(*cpuCalls(*command.run()));
    if (calls->empty() && command.run()->timeline.lanes.empty())
        if (std::vector<PrintedCall> printed = printedCalls(*command.run()); !printed.empty())
            return command.print(printedWaitReport(std::move(printed)));
    if (calls->empty()) {
        printError(App::tr("no runtime or driver call is in the file, and no Python function that waits"));
        return Unreadable;
    }
    const ReportTable table = waitReport(command.run(), calls);
    return command.print(table, [&] { return nlohmann::ordered_json{{"schema", 1}, {"rows", tableRowsJson(table)}}; });
}

} // namespace ws::cli
