#include "core/report/moduledeltareport.h"

#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ws {
namespace {

class ModuleDeltaReport
{
    Q_DECLARE_TR_FUNCTIONS(ModuleDeltaReport)
};

/// Rows with those below each directly behind it.
std::vector<uint32_t> depthFirst(const ModuleDeltas &deltas)
{
    std::vector<uint32_t> order, open;
    for (uint32_t root = deltas.rootCount; root-- > 0;)
        open.push_back(root);
    while (!open.empty()) {
        const uint32_t at = open.back();
        open.pop_back();
        order.push_back(at);
        for (uint32_t k = deltas.rows[at].childCount; k-- > 0;)
            open.push_back(deltas.rows[at].firstChild + k);
    }
    return order;
}

std::string pathOf(const ModuleDeltas &deltas, uint32_t row)
{
    std::string path = deltas.rows[row].name;
    for (uint32_t above = deltas.rows[row].parent; above != UINT32_MAX; above = deltas.rows[above].parent)
        path = deltas.rows[above].name + '/' + path;
    return path;
}

ReportCell timeCell(bool exists, double ns)
{
    return exists ? ReportCell(int64_t(std::llround(ns))) : ReportCell();
}

std::string_view statusId(ModuleDelta::Status status)
{
    constexpr std::string_view ids[] = {"both", "renamed", "added", "removed"};
    return ids[status];
}

struct DeltaRow
{
    std::shared_ptr<const ModuleDeltas> deltas;
    uint32_t index = 0;
    const ModuleDelta &row() const { return deltas->rows[index]; }
    bool inA() const { return row().status != ModuleDelta::Added; }
    bool inB() const { return row().status != ModuleDelta::Removed; }
    ReportCell a(bool isOwn) const { return timeCell(inA(), deltas->shown(row().a, isOwn, false)); }
    ReportCell b(bool isOwn) const { return timeCell(inB(), deltas->shown(row().b, isOwn, true)); }
    ReportCell delta(bool isOwn) const { return timeCell(true, deltas->delta(row(), isOwn)); }
};

std::vector<RowColumn<DeltaRow>> columns(const std::shared_ptr<const ModuleDeltaNames> &names)
{
    using Row = const DeltaRow &;
    return {
        {{"name", ModuleDeltaReport::tr("Module"), CellKind::Name},
         [names](Row row) { return ReportCell(QString(int(row.row().depth), u' ') + names->of(row.row())); }},
        {{"a_ns", ModuleDeltaReport::tr("A"), CellKind::Time, ModuleDeltaReport::tr("GPU time of everything below")},
         [](Row row) { return row.a(false); }},
        {{"b_ns", ModuleDeltaReport::tr("B"), CellKind::Time, ModuleDeltaReport::tr("GPU time of everything below")},
         [](Row row) { return row.b(false); }},
        {{"delta_ns", ModuleDeltaReport::tr("Δ"), CellKind::Time,
          ModuleDeltaReport::tr("B − A; the roots add up to the change of the whole")},
         [](Row row) { return row.delta(false); }},
        {{"a_own_ns", ModuleDeltaReport::tr("Own A"), CellKind::Time,
          ModuleDeltaReport::tr("Without the modules below")},
         [](Row row) { return row.a(true); }},
        {{"b_own_ns", ModuleDeltaReport::tr("Own B"), CellKind::Time,
          ModuleDeltaReport::tr("Without the modules below")},
         [](Row row) { return row.b(true); }},
        {{"own_delta_ns", ModuleDeltaReport::tr("Own Δ"), CellKind::Time,
          ModuleDeltaReport::tr(
              "B − A without the modules below; those of all modules add up to the change of the whole")},
         [](Row row) { return row.delta(true); }},
        {{"a_calls", ModuleDeltaReport::tr("Calls A"), CellKind::Count,
          ModuleDeltaReport::tr("In the whole recording")},
         [](Row row) { return row.inA() ? countCell(row.row().a.calls) : ReportCell(); }},
        {{"b_calls", ModuleDeltaReport::tr("Calls B"), CellKind::Count,
          ModuleDeltaReport::tr("In the whole recording")},
         [](Row row) { return row.inB() ? countCell(row.row().b.calls) : ReportCell(); }},
        {{"status", ModuleDeltaReport::tr("Status")},
         [](Row row) { return ReportCell(moduleStatusText(row.row().status)); }},
    };
}

} // namespace

QString moduleStatusText(ModuleDelta::Status status)
{
    const QString texts[] = {QString(), ModuleDeltaReport::tr("renamed"), ModuleDeltaReport::tr("only in B"),
                             ModuleDeltaReport::tr("only in A")};
    return texts[status];
}

ModuleDeltaNames::ModuleDeltaNames(const ModuleDeltas &deltas)
{
    std::vector<std::string_view> names;
    for (const ModuleDelta &row : deltas.rows)
        for (const std::string *name : {&row.name, &row.nameB})
            if (row.kind == ModuleNode::Kernel && !name->empty())
                names.push_back(*name);
    const std::vector<std::string> brief = shortNames(names);
    for (size_t i = 0; i < names.size(); ++i)
        m_kernels.try_emplace(std::string(names[i]), brief[i]);
}

QString ModuleDeltaNames::of(const ModuleDelta &row) const
{
    const auto brief = [&](const std::string &name) {
        const auto found = row.kind == ModuleNode::Kernel ? m_kernels.find(name) : m_kernels.end();
        return toText(found == m_kernels.end() ? name : found->second);
    };
    const QString text = brief(row.name);
    switch (row.status) {
    case ModuleDelta::Added:
        return QStringLiteral("+ ") + text;
    case ModuleDelta::Removed:
        return QStringLiteral("− ") + text;
    case ModuleDelta::Renamed:
        return text + QStringLiteral(" → ") + brief(row.nameB);
    case ModuleDelta::Both:
        break;
    }
    return text;
}

QString moduleDeltaSum(const ModuleDeltas &deltas)
{
    const double a = deltas.shown(deltas.a, false, false), b = deltas.shown(deltas.b, false, true);
    return (deltas.perUnit()  ? ModuleDeltaReport::tr("GPU time of a unit on one device: A %1, B %2, Δ %3")
            : deltas.ofPhases ? ModuleDeltaReport::tr("GPU time of one step of each phase: A %1, B %2, Δ %3")
                              : ModuleDeltaReport::tr("GPU time of the whole recordings: A %1, B %2, Δ %3"))
        .arg(formatDuration(std::llround(a)), formatDuration(std::llround(b)), formatDuration(std::llround(b - a)));
}

ReportTable moduleDeltaReport(const std::shared_ptr<const ModuleDeltas> &deltas)
{
    ReportTable report{QStringLiteral("moduledifferences"), ModuleDeltaReport::tr("Module tree")};
    auto rows = std::make_shared<std::vector<DeltaRow>>();
    if (deltas)
        for (const uint32_t row : depthFirst(*deltas))
            rows->push_back({deltas, row});
    setRows<DeltaRow>(report, columns(std::make_shared<ModuleDeltaNames>(deltas ? *deltas : ModuleDeltas())), rows);
    const auto name = size_t(report.columnOf("name")), status = size_t(report.columnOf("status"));
    report.fileCell = [cell = report.cell, rows, name, status](size_t row, size_t column) {
        const DeltaRow &own = (*rows)[row];
        if (column == name)
            return ReportCell(toText(pathOf(*own.deltas, own.index)));
        return column == status ? ReportCell(statusId(own.row().status)) : cell(row, column);
    };
    if (deltas && deltas->missing.isEmpty())
        report.notes << moduleDeltaSum(*deltas);
    chooseUnits(report);
    shareLargestUnit(report);
    return report;
}

nlohmann::ordered_json moduleDeltaJson(const std::shared_ptr<const ModuleDeltas> &deltas, const QString &labelA,
                                       const QString &labelB)
{
    return {{"schema", 1},
            {"a", labelA.toStdString()},
            {"b", labelB.toStdString()},
            {"perUnit", deltas->perUnit()},
            {"rows", tableRowsJson(moduleDeltaReport(deltas))}};
}

} // namespace ws
