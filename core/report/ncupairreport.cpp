#include "core/report/ncupairreport.h"

#include "core/base/demangle.h"
#include "core/base/texts.h"

#include <functional>

namespace ws {
namespace {

using PairRow = const NcuPair &;
using PairColumns = std::vector<RowColumn<NcuPair>>;

ReportCell textOfNames(const std::vector<std::string> &names)
{
    QStringList texts;
    for (const std::string &name : names)
        texts << toText(name);
    return texts.isEmpty() ? ReportCell() : ReportCell(texts.join(QStringLiteral("; ")));
}

/// A metric of both sides, A first.
void addBoth(PairColumns &columns, const char *const ids[2], const QString &title, CellKind kind,
             std::optional<double> NcuKernel::*field)
{
    const double scale = kind == CellKind::Share ? 0.01 : 1;
    for (const bool inB : {false, true}) {
        const QString side = inB ? QStringLiteral("B") : QStringLiteral("A");
        columns.push_back({{ids[inB], title + u' ' + side, kind, {}, true}, [=](PairRow row) -> ReportCell {
                               const std::optional<KernelVerdict> &of = inB ? row.b : row.a;
                               if (!of || !(of->metrics.*field))
                                   return {};
                               return *(of->metrics.*field) * scale;
                           }});
    }
}

} // namespace

ReportTable ncuPairReport(const std::shared_ptr<const std::vector<NcuPair>> &pairs)
{
    ReportTable table{QStringLiteral("ncu-pairs"), Core::tr("What Nsight Compute says of the kernels of both")};
    const auto timeIf = [](bool is, int64_t ns) { return is ? ReportCell(ns) : ReportCell(); };
    PairColumns columns{{{"name", Core::tr("Kernel"), CellKind::Name},
                         [](PairRow row) { return ReportCell(shownName(row.a ? row.a->name : row.b->name)); }},
                        {{"name_b", Core::tr("Name in B"), CellKind::Name, {}, true},
                         [](PairRow row) {
                             return row.isPair() && row.a->name != row.b->name ? ReportCell(shownName(row.b->name))
                                                                               : ReportCell();
                         }},
                        {{"a_call_ns", Core::tr("A per call"), CellKind::Time},
                         [=](PairRow row) { return timeIf(row.a && row.a->isTimed, row.callNsA()); }},
                        {{"b_call_ns", Core::tr("B per call"), CellKind::Time},
                         [=](PairRow row) { return timeIf(row.b && row.b->isTimed, row.callNsB()); }},
                        {{"delta_ns", Core::tr("Δ per call"), CellKind::Time}, [=](PairRow row) {
                             return timeIf(row.isPair() && row.a->isTimed && row.b->isTimed,
                                           row.callNsB() - row.callNsA());
                         }}};
    const auto add = [&columns](const char *const ids[2], const QString &title, CellKind kind, const auto &cell) {
        for (const bool inB : {false, true})
            columns.push_back({{ids[inB], title + (inB ? QStringLiteral(" B") : QStringLiteral(" A")), kind, {}, true},
                               [=](PairRow row) {
                                   const std::optional<KernelVerdict> &of = inB ? row.b : row.a;
                                   return of ? cell(*of) : ReportCell();
                               }});
    };
    constexpr const char *calls[] = {"a_calls", "b_calls"}, *grid[] = {"a_grid", "b_grid"};
    add(calls, Core::tr("Calls"), CellKind::Count,
        [](const KernelVerdict &of) { return ReportCell(int64_t(of.calls)); });
    add(grid, Core::tr("Grid"), CellKind::Text,
        [](const KernelVerdict &of) { return of.grid.empty() ? ReportCell() : ReportCell(toText(of.grid)); });
    constexpr const char *sm[] = {"a_sm_share", "b_sm_share"}, *memory[] = {"a_memory_share", "b_memory_share"},
                         *l1[] = {"a_l1_hit_share", "b_l1_hit_share"}, *l2[] = {"a_l2_hit_share", "b_l2_hit_share"},
                         *dram[] = {"a_dram_gb_per_s", "b_dram_gb_per_s"},
                         *occupancy[] = {"a_occupancy_share", "b_occupancy_share"},
                         *registers[] = {"a_registers", "b_registers"};
    addBoth(columns, sm, Core::tr("SM"), CellKind::Share, &NcuKernel::smPercent);
    addBoth(columns, memory, Core::tr("Memory"), CellKind::Share, &NcuKernel::memoryPercent);
    addBoth(columns, l1, Core::tr("L1 hits"), CellKind::Share, &NcuKernel::l1HitPercent);
    addBoth(columns, l2, Core::tr("L2 hits"), CellKind::Share, &NcuKernel::l2HitPercent);
    addBoth(columns, dram, Core::tr("DRAM GB/s"), CellKind::Number, &NcuKernel::dramGBs);
    addBoth(columns, occupancy, Core::tr("Occupancy"), CellKind::Share, &NcuKernel::achievedOccupancy);
    addBoth(columns, registers, Core::tr("Registers"), CellKind::Number, &NcuKernel::registers);
    columns.push_back({{"findings_a", Core::tr("Findings only in A"), CellKind::Text, {}, true},
                       [](PairRow row) { return textOfNames(row.onlyA); }});
    columns.push_back({{"findings_b", Core::tr("Findings only in B"), CellKind::Text, {}, true},
                       [](PairRow row) { return textOfNames(row.onlyB); }});
    setRows<NcuPair>(table, std::move(columns), pairs);
    chooseUnits(table);
    shareFinestUnit(table, {"a_call_ns", "b_call_ns", "delta_ns"});
    return table;
}

} // namespace ws
