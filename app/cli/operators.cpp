// warpscope-cli operators FILE [--by-shape] [--limits] [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/model/operatorranges.h"
#include "core/report/operatorreport.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

nlohmann::ordered_json asJson(const ReportTable &table, const OperatorTable &operators, bool byShape)
{
    nlohmann::ordered_json json = {{"schema", 1}, {"byShape", byShape}, {"rows", tableRowsJson(table)}};
    json["outsideNs"] = operators.outsideNs;
    return json;
}

} // namespace

int runOperators(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption byShape(QStringLiteral("by-shape"), App::tr("a row per name and input shapes"));
    const QCommandLineOption limits = limitsOption();
    parser.addOptions({byShape, limits});
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    const auto &run = command.run();
    const bool shapes = parser.isSet(byShape);
    const auto operators = std::make_shared<const OperatorTable>(*operatorTable(*run, {shapes, {}}));
    if (operators->rows.empty()) {
        printError(operatorRanges(*run) == OperatorRanges::None
                       ? App::tr("the file holds no operators (cpu_op); `summary` says what it holds")
                       : App::tr("the operators of this file are NVTX ranges (emit_nvtx), which are ranges of the CPU "
                                 "here; a trace of torch.profiler has operators"));
        return Unreadable;
    }
    ReportTable table = operatorReport(run, operators, shapes, parser.isSet(limits) ? knownLimits(*run) : nullptr);
    if (parser.isSet(limits))
        table = withLimitsShown(std::move(table));
    return command.print(table, [&] { return asJson(table, *operators, shapes); });
}

} // namespace ws::cli
