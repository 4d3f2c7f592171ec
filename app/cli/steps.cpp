// warpscope-cli steps FILE [--pattern REGEX|--anchor NAME] [--csv|--json|--md]

#include "app/cli/clistepoptions.h"
#include "app/cli/clitable.h"

#include "core/analysis/stages/communication.h"
#include "core/report/stepreport.h"
#include "core/report/tablewriters.h"
#include "core/report/trustreport.h"
#include "core/report/unitreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

nlohmann::ordered_json asJson(const ReportTable &table, const Run &run, const Steps &steps, const WorkUnit &unit,
                              const std::vector<StepSplit> &splits)
{
    auto rows = tableRowsJson(table);
    addSplitsJson(rows, run, splits);
    for (auto &row : rows)
        row.emplace("cut", nullptr); // where it is not
    nlohmann::ordered_json json = {{"schema", 1}, {"rows", std::move(rows)}};
    json["outsideNs"] = steps.outsideNs;
    json["outsideActivities"] = steps.outsideActivities;
    json["workBy"] = steps.arePeriods ? "period" : steps.isByTime ? "time" : "launch";
    json["unit"] = unitJson(run, steps, unit);
    return json;
}

} // namespace

int runSteps(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    StepOptions choice(parser);
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments, [&] { return choice.check(self); }))
        return *exit;
    const auto &run = command.run();
    auto steps = choice.find(*run);
    if (!steps)
        return Unreadable;
    WorkUnit unit;
    if (steps->steps.empty()) {
        unit = finished(findWorkUnit(*run, progressOfCall()));
        if (!unit.found()) {
            printError(App::tr("no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …), and %1")
                           .arg(noUnitText(unit)));
            return Unreadable;
        }
        steps = std::make_shared<const Steps>(unitSteps(*run, unit));
    }
    ReportTable table = unit.found() ? unitReport(run, steps, unit) : stepReport(run, steps);
    addCutColumn(table, cutSteps(*run, *steps));
    const auto splits =
        finished(stepSplits(run->gpu, *steps, defaultCommunication(run->gpu, run->strings), progressOfCall()));
    addSplitColumns(table, splits);
    return command.print(table, [&] { return asJson(table, *run, *steps, unit, splits); });
}

} // namespace ws::cli
