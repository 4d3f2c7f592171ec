// warpscope-cli steps FILE [--csv|--json]

#include "app/cli.h"

#include "core/report/stepreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

std::string asJson(const ReportTable &table, const Steps &steps)
{
    nlohmann::ordered_json json = {{"schema", 1}, {"rows", tableRowsJson(table)}};
    json["outsideNs"] = steps.outsideNs;
    json["outsideActivities"] = steps.outsideActivities;
    return dumpJson(json);
}

} // namespace

int runSteps(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    parser.addOptions({csv, json});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) && parser.isSet(json))
        return wrongUsage(self, App::tr("--csv and --json exclude each other"));
    const auto loaded = loadRun(parser.positionalArguments().front());
    if (!loaded)
        return Unreadable;
    const std::shared_ptr<const Run> &run = loaded;
    const auto steps = std::make_shared<const Steps>(*findSteps(*run));
    if (steps->steps.empty()) {
        printError(App::tr("no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …)"));
        return Unreadable;
    }
    const ReportTable table = stepReport(run, steps);
    if (parser.isSet(json))
        return print(asJson(table, *steps));
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(table)));
    return print(tableTerminalText(wholeTable(table)));
}

} // namespace ws::cli
