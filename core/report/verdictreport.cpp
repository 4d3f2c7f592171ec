#include "core/report/verdictreport.h"

#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using Row = const KernelVerdict &;
using Json = nlohmann::ordered_json;

ReportCell shareCell(const std::optional<double> &percent)
{
    return percent ? ReportCell(*percent / 100) : ReportCell();
}
ReportCell textOrNothing(const std::string &text)
{
    return text.empty() ? ReportCell() : ReportCell(std::string_view(text));
}

const char *countId(VerdictCount::What what)
{
    constexpr const char *ids[] = {"low-sm", "low-l2", "low-occupancy", "memory-bound"};
    return ids[what];
}

QString countText(VerdictCount::What what)
{
    switch (what) {
    case VerdictCount::LowSm:
        return Core::tr("SM throughput below %1 %").arg(NcuThresholds::smPercent);
    case VerdictCount::LowL2:
        return Core::tr("L2 hit rate below %1 %").arg(NcuThresholds::l2HitPercent);
    case VerdictCount::LowOccupancy:
        return Core::tr("achieved below %1 % of the theoretical occupancy").arg(NcuThresholds::occupancyRatio * 100);
    case VerdictCount::MemoryBound:
        break;
    }
    return Core::tr("memory throughput of %1 % or more").arg(NcuThresholds::memoryBoundPercent);
}

QString shareOf(int64_t ns, int64_t all)
{
    return formatPercent(all > 0 ? double(ns) / double(all) : 0);
}

} // namespace

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::None:
        return {};
    case Severity::Low:
        return Core::tr("low");
    case Severity::Medium:
        return Core::tr("medium");
    case Severity::High:
        break;
    }
    return Core::tr("high");
}

QString withSeverities(std::string_view text)
{
    QString shown = toText(text);
    for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High}) {
        const QString name = QString::fromLatin1(severityName(severity)), word = severityText(severity);
        if (shown == name)
            return word;
        const QString mark = u'[' + name + u']', own = u'[' + word + u']';
        if (shown.startsWith(mark))
            shown.replace(0, mark.size(), own);
        shown.replace(QStringLiteral("; ") + mark, QStringLiteral("; ") + own);
    }
    return shown;
}

ReportTable verdictReport(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    ReportTable table{QStringLiteral("verdicts"), Core::tr("Kernels, and what Nsight Compute says of them")};
    const auto rows = std::shared_ptr<const std::vector<KernelVerdict>>(verdicts, &verdicts->rows);
    setRows<KernelVerdict>(
        table,
        {{{"name", Core::tr("Kernel"), CellKind::Name}, [](Row row) { return ReportCell(shownName(row.name)); }},
         {{"total_ns", Core::tr("Time"), CellKind::Time, {}, false, true},
          [](Row row) { return ReportCell(row.totalNs); }},
         {{"share", Core::tr("Share"), CellKind::Share, Core::tr("Of the time of all kernels"), false, true},
          [](Row row) { return ReportCell(row.share); }},
         {{"calls", Core::tr("Calls"), CellKind::Count, {}, false, true}, [](Row row) { return countCell(row.calls); }},
         {{"stage", Core::tr("Stage"), CellKind::Text}, [](Row row) { return textOrNothing(row.stage); }},
         {{"severity", Core::tr("Severity")}, [](Row row) { return ReportCell(severityText(row.severity)); }},
         {{"finding", Core::tr("Finding"), CellKind::Name, {}, true},
          [](Row row) { return row.finding.empty() ? ReportCell() : ReportCell(withSeverities(row.finding)); }},
         {{"grid", Core::tr("Grid"), CellKind::Text, {}, true}, [](Row row) { return textOrNothing(row.grid); }},
         {{"sm_share", Core::tr("SM"), CellKind::Share, Core::tr("Of the device's peak"), true},
          [](Row row) { return shareCell(row.metrics.smPercent); }},
         {{"memory_share", Core::tr("Memory"), CellKind::Share, Core::tr("Of the device's peak"), true},
          [](Row row) { return shareCell(row.metrics.memoryPercent); }},
         {{"dram_gb_per_s", Core::tr("DRAM GB/s"), CellKind::Number, Core::tr("As the file has it"), true},
          [](Row row) { return row.metrics.dramGBs ? ReportCell(*row.metrics.dramGBs) : ReportCell(); }},
         {{"l1_hit_share", Core::tr("L1 hits"), CellKind::Share, {}, true},
          [](Row row) { return shareCell(row.metrics.l1HitPercent); }},
         {{"l2_hit_share", Core::tr("L2 hits"), CellKind::Share, {}, true},
          [](Row row) { return shareCell(row.metrics.l2HitPercent); }},
         {{"achieved_occupancy_share", Core::tr("Achieved occupancy"), CellKind::Share, {}, true},
          [](Row row) { return shareCell(row.metrics.achievedOccupancy); }},
         {{"theoretical_occupancy_share", Core::tr("Theoretical occupancy"), CellKind::Share, {}, true},
          [](Row row) { return shareCell(row.metrics.theoreticalOccupancy); }},
         {{"ncu_rows", Core::tr("Rows of ncu"), CellKind::Count, Core::tr("The one of the longest duration is shown")},
          [](Row row) { return countCell(row.ncuRows); }}},
        rows);
    const auto severity = size_t(table.columnOf("severity")), finding = size_t(table.columnOf("finding"));
    table.fileCell = [cell = table.cell, rows, severity, finding](size_t row, size_t column) {
        if (column == finding)
            return textOrNothing((*rows)[row].finding);
        return column == severity ? ReportCell(std::string_view(severityName((*rows)[row].severity)))
                                  : cell(row, column);
    };
    chooseUnits(table);
    return table;
}

QStringList verdictSentences(const KernelVerdicts &verdicts)
{
    QStringList lines;
    for (const std::string &doubt : verdicts.doubts)
        lines << toText(doubt);
    for (const VerdictCount &count : verdicts.counts)
        lines << Core::tr("%1: %2 of %3 kernels, %4 of the time")
                     .arg(countText(count.what))
                     .arg(count.count)
                     .arg(count.of)
                     .arg(shareOf(count.ns, verdicts.totalNs));
    QStringList stages;
    for (const StageSum &sum : verdicts.stages)
        stages
            << Core::tr("%1 %2 (%3)").arg(toText(sum.stage), formatDuration(sum.ns), shareOf(sum.ns, verdicts.totalNs));
    if (!stages.isEmpty())
        lines << Core::tr("Time by stage: %1").arg(stages.join(QStringLiteral(", ")));
    if (verdicts.measured < verdicts.rows.size())
        lines << Core::tr("Nsight Compute measured %1 of %2 kernels.").arg(verdicts.measured).arg(verdicts.rows.size());
    if (verdicts.alone)
        lines << Core::tr("Rows of Nsight Compute whose kernel has no time: %1").arg(verdicts.alone);
    return lines;
}

Json verdictsJson(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    Json json = {{"schema", 1}, {"rows", tableRowsJson(verdictReport(verdicts))}};
    json["counts"] = Json::array();
    for (const VerdictCount &count : verdicts->counts)
        json["counts"].push_back(
            {{"id", countId(count.what)}, {"count", count.count}, {"of", count.of}, {"ns", count.ns}});
    json["stages"] = Json::array();
    for (const StageSum &sum : verdicts->stages)
        json["stages"].push_back({{"stage", sum.stage}, {"ns", sum.ns}, {"kernels", sum.kernels}});
    json["doubts"] = verdicts->doubts;
    json["alone"] = verdicts->alone;
    return json;
}

} // namespace ws
