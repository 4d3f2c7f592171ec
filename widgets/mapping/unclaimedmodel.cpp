#include "widgets/mapping/unclaimedmodel.h"

#include "core/analysis/stages/stageconflicts.h"
#include "core/base/demangle.h"

namespace ws {

UnclaimedModel::UnclaimedModel(QObject *parent) : ReportModel(tableOf(nullptr, {}), parent) {}

void UnclaimedModel::setState(const std::shared_ptr<const StageState> &state, MappingLevel level)
{
    std::vector<uint32_t> names;
    if (state)
        names = unclaimedNames(*state->classes, level, *state->sums);
    m_timeNs = 0;
    for (uint32_t name : names)
        m_timeNs += state->sums->names[name].totalNs;
    setTable(tableOf(state, std::move(names)));
}

ReportTable UnclaimedModel::tableOf(const std::shared_ptr<const StageState> &state, std::vector<uint32_t> names)
{
    const auto sum = [state](uint32_t name) { return state->sums->names[name]; };
    const auto share = [state](uint32_t name) {
        const int64_t all = state->sums->all.totalNs;
        return all ? static_cast<double>(state->sums->names[name].totalNs) / static_cast<double>(all) : 0.0;
    };
    ReportTable table{QStringLiteral("unclaimed"), tr("Names without a rule")};
    setRows<uint32_t>(
        table,
        {{{"name", tr("Kernel"), CellKind::Name},
          [state](uint32_t name) { return shownName(state->names->text(name)); }},
         {{"total_ns", tr("Time"), CellKind::Time, tr("Sum of the durations"), false, true},
          [sum](uint32_t name) { return sum(name).totalNs; }},
         {{"share", tr("Share"), CellKind::Share, tr("Of the summed duration of all GPU work shown")}, share},
         {{"instances", tr("Instances"), CellKind::Count, {}, false, true},
          [sum](uint32_t name) { return countCell(sum(name).count); }}},
        std::make_shared<const std::vector<uint32_t>>(std::move(names)));
    chooseUnits(table);
    return table;
}

} // namespace ws
