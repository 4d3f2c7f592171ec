#include "widgets/panels/operators/operatormodel.h"

namespace ws {
namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

OperatorModel::OperatorModel(QObject *parent) : ColumnModel(parent)
{
    TableColumn activities{"activities",
                           tr("GPU activities"),
                           CellKind::Count,
                           tr("Kernels, copies and fills whose innermost operator it is"),
                           true,
                           true};
    setColumns({
        {"name", tr("Operator"), CellKind::Name},
        {"shape", tr("Input shapes"), CellKind::Name},
        {"calls", tr("Calls"), CellKind::Count, {}, false, true},
        {"self_device_ns", tr("Self device"), CellKind::Time,
         tr("GPU work whose innermost operator it is; adds up over all rows"), false, true},
        {"of_gpu_work", tr("Of GPU work"), CellKind::Share,
         tr("Self device time, of the summed duration of all GPU work"), false, true},
        {"total_device_ns", tr("Total device"), CellKind::Time,
         tr("GPU work launched by it or by operators inside it; rows overlap, as in torch's key_averages")},
        {"self_cpu_ns", tr("Self CPU"), CellKind::Time,
         tr("Wall time less operators, annotations and API calls directly inside"), false, true},
        {"total_cpu_ns", tr("Total CPU"), CellKind::Time, tr("Wall time; rows overlap, as in torch's key_averages")},
        {"cpu_per_call_ns", tr("CPU per call"), CellKind::Time, tr("Total CPU time divided by calls")},
        activities,
    });
}

void OperatorModel::setTable(std::shared_ptr<const Run> run, std::shared_ptr<const OperatorTable> table)
{
    beginResetModel();
    m_run = std::move(run);
    m_table = std::move(table);
    chooseUnits();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int OperatorModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->rows.size());
}

QVariant OperatorModel::cell(int row, int column) const
{
    const OperatorRow &values = this->row(row);
    switch (column) {
    case Name:
        return toText(m_run->text(values.name));
    case Shape:
        return toText(m_run->text(values.shape));
    case Calls:
        return qlonglong(values.calls);
    case SelfDevice:
        return qlonglong(values.selfDeviceNs);
    case OfGpuWork:
        return m_table->deviceNs ? double(values.selfDeviceNs) / double(m_table->deviceNs) : 0.0;
    case TotalDevice:
        return qlonglong(values.totalDeviceNs);
    case SelfCpu:
        return qlonglong(values.selfCpuNs);
    case TotalCpu:
        return qlonglong(values.totalCpuNs);
    case CpuPerCall:
        return values.calls ? QVariant(qlonglong(values.totalCpuNs / static_cast<int64_t>(values.calls))) : QVariant();
    default:
        return qlonglong(values.activities);
    }
}

} // namespace ws
