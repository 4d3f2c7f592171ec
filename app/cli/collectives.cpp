// warpscope-cli collectives FILE [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/analysis/stages/communication.h"
#include "core/report/collectivereport.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runCollectives(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    const auto &run = command.run();
    const auto rows = std::make_shared<const std::vector<CollectiveRow>>(
        *collectives(*run, defaultCommunication(run->gpu, run->strings)));
    if (rows->empty()) {
        printError(App::tr("no kernel of communication with times is in the file"));
        return Unreadable;
    }
    const ReportTable table = collectiveReport(run, rows);
    return command.print(table, [&] { return nlohmann::ordered_json{{"schema", 1}, {"rows", tableRowsJson(table)}}; });
}

} // namespace ws::cli
