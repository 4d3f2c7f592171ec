#include "widgets/toolkit/namestatsmodel.h"

namespace ws {

NameStatsModel::NameStatsModel(QObject *parent) : ColumnModel(parent)
{
    setColumns({
        {"name", tr("Name"), CellKind::Name},
        {"count", tr("Count"), CellKind::Count, tr("Slices that intersect the range"), false, true},
        {"total_ns", tr("Total"), CellKind::Time, tr("Sum of durations, clipped to the range"), false, true},
        {"mean_ns", tr("Mean"), CellKind::Time, tr("Total divided by count")},
        {"share", tr("Share of sum"), CellKind::Share, tr("Of the sum of all durations in this table"), false, true},
    });
}

void NameStatsModel::setStats(std::shared_ptr<const Run> run, std::shared_ptr<const RangeStats> stats)
{
    beginResetModel();
    m_run = std::move(run);
    m_stats = std::move(stats);
    chooseUnits();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int NameStatsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_stats ? 0 : static_cast<int>(m_stats->names.size());
}

QVariant NameStatsModel::cell(int index, int column) const
{
    const NameStats &stats = row(index);
    switch (column) {
    case Name: {
        const std::string_view name = m_run->text(stats.name);
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    case Count:
        return static_cast<qlonglong>(stats.count);
    case Total:
        return static_cast<qlonglong>(stats.totalNs);
    case Mean:
        return static_cast<qlonglong>(stats.count ? stats.totalNs / static_cast<int64_t>(stats.count) : 0);
    default:
        return m_stats->totalNs > 0 ? static_cast<double>(stats.totalNs) / static_cast<double>(m_stats->totalNs) : 0.0;
    }
}

} // namespace ws
