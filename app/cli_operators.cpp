// warpscope-cli operators FILE [--by-shape] [--csv|--json]

#include "app/cli.h"

#include "core/report/operatorreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

std::string asJson(const ReportTable &table, const OperatorTable &operators, bool byShape)
{
    nlohmann::ordered_json json = {{"schema", 1}, {"byShape", byShape}, {"rows", tableRowsJson(table)}};
    json["outsideNs"] = operators.outsideNs;
    return dumpJson(json);
}

} // namespace

int runOperators(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption byShape(QStringLiteral("by-shape"), App::tr("a row per name and input shapes"));
    parser.addOptions({csv, json, byShape});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) && parser.isSet(json))
        return wrongUsage(self, App::tr("--csv and --json exclude each other"));
    const auto loaded = loadRun(parser.positionalArguments().front());
    if (!loaded)
        return Unreadable;
    const std::shared_ptr<const Run> &run = loaded;
    const bool shapes = parser.isSet(byShape);
    const auto operators = std::make_shared<const OperatorTable>(*operatorTable(*run, {shapes, {}}));
    if (operators->rows.empty()) {
        printError(App::tr("the file holds no operators (cpu_op); `summary` says what it holds"));
        return Unreadable;
    }
    const ReportTable table = operatorReport(run, operators, shapes);
    if (parser.isSet(json))
        return print(asJson(table, *operators, shapes));
    return print(parser.isSet(csv) ? tableCsv(wholeTable(table)) : tableTerminalText(wholeTable(table)));
}

} // namespace ws::cli
