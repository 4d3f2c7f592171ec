#include "widgets/mapping/unclaimedmodel.h"

#include "core/analysis/stages/stageconflicts.h"

namespace ws {

UnclaimedModel::UnclaimedModel(QObject *parent) : ColumnModel(parent)
{
    setColumns({{"name", tr("Kernel"), CellKind::Name},
                {"total_ns", tr("Time"), CellKind::Time, tr("Sum of the durations"), false, true},
                {"share", tr("Share"), CellKind::Share, tr("Of the summed duration of all GPU work shown")},
                {"instances", tr("Instances"), CellKind::Count, {}, false, true}});
}

void UnclaimedModel::setState(std::shared_ptr<const StageState> state, MappingLevel level)
{
    std::vector<uint32_t> names;
    if (state)
        names = unclaimedNames(*state->classes, level, *state->sums);
    beginResetModel();
    m_state = std::move(state);
    m_names = std::move(names);
    m_timeNs = 0;
    for (uint32_t name : m_names)
        m_timeNs += m_state->sums->names[name].totalNs;
    chooseUnits();
    endResetModel();
}

QString UnclaimedModel::name(int row) const
{
    const std::string_view text = m_state->names->text(m_names[static_cast<size_t>(row)]);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

int UnclaimedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_names.size());
}

QVariant UnclaimedModel::cell(int row, int column) const
{
    if (column == Name)
        return name(row);
    const NameSum &sum = m_state->sums->names[m_names[static_cast<size_t>(row)]];
    if (column == Time)
        return static_cast<qlonglong>(sum.totalNs);
    if (column == Count)
        return static_cast<qlonglong>(sum.count);
    const int64_t all = m_state->sums->all.totalNs;
    return all ? static_cast<double>(sum.totalNs) / static_cast<double>(all) : 0.0;
}

} // namespace ws
