// warpscope-cli steps FILE [--csv|--json|--md]

#include "app/clitable.h"

#include "core/report/stepreport.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

nlohmann::ordered_json asJson(const ReportTable &table, const Steps &steps)
{
    nlohmann::ordered_json json = {{"schema", 1}, {"rows", tableRowsJson(table)}};
    json["outsideNs"] = steps.outsideNs;
    json["outsideActivities"] = steps.outsideActivities;
    return json;
}

} // namespace

int runSteps(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    const auto steps = std::make_shared<const Steps>(*findSteps(*command.run()));
    if (steps->steps.empty()) {
        printError(App::tr("no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …)"));
        return Unreadable;
    }
    const ReportTable table = stepReport(command.run(), steps);
    return command.print(table, [&] { return asJson(table, *steps); });
}

} // namespace ws::cli
