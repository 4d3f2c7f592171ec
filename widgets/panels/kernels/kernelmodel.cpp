#include "widgets/panels/kernels/kernelmodel.h"

#include <cmath>

namespace ws {

KernelModel::KernelModel(QObject *parent) : ColumnModel(parent)
{
    const QString counted = tr("Work that intersects the range counts; its time is clipped to the range.");
    setColumns({
        {"name", tr("Kernel"), CellKind::Name},
        {"split", tr("Grid / shape"), CellKind::Name, tr("Launch grid or input shape, when the table is split by it")},
        {"count", tr("Count"), CellKind::Count, counted, false, true},
        {"total_ns", tr("Total"), CellKind::Time, tr("Sum of durations. %1").arg(counted), false, true},
        {"elapsed_ns", tr("Self elapsed"), CellKind::Time,
         tr("Time by which this work extends the GPU's busy time: what runs under other work counts 0"), false, true},
        {"share", tr("GPU busy"), CellKind::Share,
         tr("Self elapsed as a share of the time in which any GPU was busy; all rows add up to 100 %"), false, true},
        {"min_ns", tr("Min"), CellKind::Time, tr("Shortest duration")},
        {"p50_ns", tr("p50"), CellKind::Time, tr("Median duration")},
        {"p95_ns", tr("p95"), CellKind::Time, tr("95 % of the durations are not longer")},
        {"max_ns", tr("Max"), CellKind::Time, tr("Longest duration")},
        {"mean_ns", tr("Mean"), CellKind::Time, tr("Total divided by count")},
        {"launch_delay_p50_ns", tr("Launch delay p50"), CellKind::Time,
         tr("Median time from the end of the launching call to the start on the GPU"), true},
        {"launch_delay_max_ns", tr("Launch delay max"), CellKind::Time,
         tr("Longest time from the end of the launching call to the start on the GPU"), true},
        {"idle_before_ns", tr("Idle before"), CellKind::Time,
         tr("Sum of the gaps on the same stream right before its instances"), true, true},
        {"achieved_occupancy", tr("Occupancy"), CellKind::Real,
         tr("Mean estimated achieved occupancy in percent, as the profiler wrote it"), true},
        {"blocks_per_sm", tr("Blocks per SM"), CellKind::Real, tr("Mean blocks per SM, as the profiler wrote it"),
         true},
    });
}

void KernelModel::setTable(std::shared_ptr<const Run> run, std::shared_ptr<const KernelTable> table,
                           const KernelTableOptions &options, std::shared_ptr<const ShortNames> shortNames)
{
    beginResetModel();
    m_run = std::move(run);
    m_table = std::move(table);
    m_options = options;
    m_shortNames = std::move(shortNames);
    chooseUnits();
    shareUnit();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

/// What one instance takes is to be compared from column to column: the finest unit of them for all.
void KernelModel::shareUnit()
{
    std::vector<TableColumn> shared = columns();
    TimeUnit finest = shared[Min].unit;
    for (int column = Min; column <= Mean; ++column)
        finest = std::min(finest, shared[static_cast<size_t>(column)].unit);
    for (int column = Min; column <= Mean; ++column)
        shared[static_cast<size_t>(column)].unit = finest;
    setColumns(std::move(shared));
}

int KernelModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->rows.size());
}

QVariant KernelModel::cell(int index, int column) const
{
    const KernelRow &row = m_table->rows[static_cast<size_t>(index)];
    const auto text = [this](StringId id) {
        const std::string_view view = m_run->text(id);
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    switch (column) {
    case Name:
        return text(row.name);
    case Split:
        return text(row.split);
    case Count:
        return static_cast<qlonglong>(row.count);
    case Total:
        return static_cast<qlonglong>(row.totalNs);
    case Elapsed:
        return static_cast<qlonglong>(row.elapsedNs);
    case Min:
        return static_cast<qlonglong>(row.minNs);
    case P50:
        return static_cast<qlonglong>(row.p50Ns);
    case P95:
        return static_cast<qlonglong>(row.p95Ns);
    case Max:
        return static_cast<qlonglong>(row.maxNs);
    case Mean:
        return static_cast<qlonglong>(std::llround(row.meanNs));
    case Share:
        return row.share;
    default:
        return m_options.details ? detailCell(row, column) : QVariant();
    }
}

QVariant KernelModel::shortCell(int index, int column) const
{
    if (column != Name || !m_shortNames)
        return {};
    const auto found = m_shortNames->find(row(index).name);
    return found == m_shortNames->end() ? QVariant() : QVariant(*found);
}

QVariant KernelModel::detailCell(const KernelRow &row, int column) const
{
    switch (column) {
    case DelayP50:
        return row.linked ? QVariant(static_cast<qlonglong>(row.delayP50Ns)) : QVariant();
    case DelayMax:
        return row.linked ? QVariant(static_cast<qlonglong>(row.delayMaxNs)) : QVariant();
    case IdleBefore:
        return static_cast<qlonglong>(row.idleBeforeNs);
    case Occupancy:
        return row.occupancy >= 0 ? QVariant(row.occupancy) : QVariant();
    default:
        return row.blocksPerSm >= 0 ? QVariant(row.blocksPerSm) : QVariant();
    }
}

} // namespace ws
