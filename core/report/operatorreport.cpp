#include "core/report/operatorreport.h"

#include "core/base/demangle.h"
#include "core/report/devicenames.h"
#include "core/report/limitsreport.h"

#include <QCoreApplication>

namespace ws {
namespace {

using OperatorColumns = std::vector<RowColumn<OperatorRow>>;

class OperatorReport
{
    Q_DECLARE_TR_FUNCTIONS(OperatorReport)
public:
    static OperatorColumns columns(const std::shared_ptr<const Run> &run, int64_t deviceNs, bool byShape);
};

ReportCell perCall(const OperatorRow &row)
{
    return row.calls ? ReportCell(row.totalCpuNs / static_cast<int64_t>(row.calls)) : ReportCell();
}

OperatorColumns OperatorReport::columns(const std::shared_ptr<const Run> &run, int64_t deviceNs, bool byShape)
{
    const auto ofWork = [deviceNs](const OperatorRow &row) {
        return deviceNs ? static_cast<double>(row.selfDeviceNs) / static_cast<double>(deviceNs) : 0.0;
    };
    return {
        {{"name", tr("Operator"), CellKind::Name},
         [run](const OperatorRow &row) { return shownName(run->text(row.name)); }},
        {{"shape", tr("Input shapes"), CellKind::Name, {}, !byShape},
         [run](const OperatorRow &row) { return textCell(*run, row.shape); }},
        {{"calls", tr("Calls"), CellKind::Count, {}, false, true},
         [](const OperatorRow &row) { return countCell(row.calls); }},
        {{"self_device_ns", tr("Self device"), CellKind::Time,
          tr("GPU work whose innermost operator it is; adds up over all rows"), false, true},
         [](const OperatorRow &row) { return row.selfDeviceNs; }},
        {{"of_gpu_work", tr("Of GPU work"), CellKind::Share,
          tr("Self device time, of the summed duration of all GPU work"), false, true},
         ofWork},
        {{"total_device_ns", tr("Total device"), CellKind::Time,
          tr("GPU work launched by it or by operators inside it; rows overlap, as in torch's key_averages")},
         [](const OperatorRow &row) { return row.totalDeviceNs; }},
        {{"self_cpu_ns", tr("Self CPU"), CellKind::Time,
          tr("Wall time minus operators, annotations and API calls directly inside"), false, true},
         [](const OperatorRow &row) { return row.selfCpuNs; }},
        {{"total_cpu_ns", tr("Total CPU"), CellKind::Time, tr("Wall time; rows overlap, as in torch's key_averages")},
         [](const OperatorRow &row) { return row.totalCpuNs; }},
        {{"cpu_per_call_ns", tr("CPU per call"), CellKind::Time, tr("Total CPU time divided by calls")}, perCall},
        {{"activities", tr("GPU activities"), CellKind::Count,
          tr("Kernels, copies and fills whose innermost operator it is"), true, true},
         [](const OperatorRow &row) { return countCell(row.activities); }},
    };
}

} // namespace

ReportTable operatorReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const OperatorTable> &operators,
                           bool byShape, const std::shared_ptr<const Limits> &limits)
{
    ReportTable table{QStringLiteral("operators"), OperatorReport::tr("Operators"), run};
    table.keys = 2;
    std::shared_ptr<const std::vector<OperatorRow>> rows;
    if (operators)
        rows = {operators, &operators->rows};
    OperatorColumns columns = OperatorReport::columns(run, operators ? operators->deviceNs : 0, byShape);
    std::unordered_map<StringId, NamedLimit> ofName;
    if (limits && !byShape)
        ofName = limitsByOperator(*limits);
    addLimitColumns(columns, [ofName = std::move(ofName)](const OperatorRow &row) -> const NamedLimit * {
        const auto found = ofName.find(row.name);
        return found == ofName.end() ? nullptr : &found->second;
    });
    setRows(table, std::move(columns), rows);
    setDecimals(table, {"tflops", "gbs"}, 1);
    if (operators && operators->outsideNs)
        table.notes << OperatorReport::tr("GPU work without a known operator: %1 (%2 activities)")
                           .arg(formatDuration(operators->outsideNs),
                                formatCount(static_cast<int64_t>(operators->outsideActivities)));
    nameDevice(table);
    chooseUnits(table);
    shareLargestUnit(table, {"self_device_ns", "total_device_ns", "self_cpu_ns", "total_cpu_ns"});
    return table;
}

} // namespace ws
