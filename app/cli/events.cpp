// warpscope-cli events FILE [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/report/eventsizereport.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runEvents(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    const auto sizes = std::make_shared<const EventSizes>(*eventSizes(*command.run()));
    if (sizes->rows.empty()) {
        printError(App::tr("the file has no events, only tables"));
        return Unreadable;
    }
    const ReportTable table = eventSizeReport(command.run(), sizes);
    return command.print(table, [&] {
        nlohmann::ordered_json json{{"schema", 1}, {"rows", tableRowsJson(table)}};
        const bool isKnown = sizes->contentBytes > 0;
        json["contentBytes"] = isKnown ? nlohmann::ordered_json(sizes->contentBytes) : nlohmann::ordered_json();
        json["otherBytes"] =
            isKnown ? nlohmann::ordered_json(sizes->contentBytes - sizes->eventBytes) : nlohmann::ordered_json();
        return json;
    });
}

} // namespace ws::cli
