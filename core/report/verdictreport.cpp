#include "core/report/verdictreport.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

#include <cmath>

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
        const QString atEnd = QStringLiteral(" (") + name + u')', ownAtEnd = QStringLiteral(" (") + word + u')';
        shown.replace(atEnd + QStringLiteral("; "), ownAtEnd + QStringLiteral("; "));
        if (shown.endsWith(atEnd))
            shown.replace(shown.size() - atEnd.size(), atEnd.size(), ownAtEnd);
    }
    return shown;
}

namespace {

ReportColumn timeColumn(const char *id, const QString &title, const KernelVerdicts &verdicts)
{
    ReportColumn column{id, title, CellKind::Time, {}, false, true};
    column.decimals = hasWholeMicroseconds(verdicts) ? 0 : -1;
    return column;
}

ReportColumn shareColumn(const char *id, const QString &title, const QString &toolTip, bool optional, bool summable)
{
    ReportColumn column{id, title, CellKind::Share, toolTip, optional, summable};
    column.decimals = 2;
    return column;
}

RowColumn<KernelVerdict> percentColumn(const char *id, const QString &title, const QString &toolTip,
                                       std::optional<double> NcuKernel::*field)
{
    return {shareColumn(id, title, toolTip, true, false), [field](Row row) { return shareCell(row.metrics.*field); }};
}

using VerdictColumns = std::vector<RowColumn<KernelVerdict>>;

/// Where what the shapes say and what Nsight Compute measured are more than ten points apart: why.
QString apartText(Row row)
{
    const WorkByShapes &work = *row.byShapes;
    QStringList texts;
    const double beyond = work.memoryBeyond.value_or(0);
    if (beyond < -WorkByShapes::clearlyApart)
        texts << (row.metrics.l2HitPercent
                      ? Core::tr("only %1 of the operands' bytes reach the memory, the rest is in caches (L2 hits %2)")
                            .arg(formatPercent(work.memoryRatio), formatPercent(*row.metrics.l2HitPercent / 100))
                      : Core::tr("only %1 of the operands' bytes reach the memory, the rest is in caches")
                            .arg(formatPercent(work.memoryRatio)));
    else if (beyond > WorkByShapes::clearlyApart)
        texts << Core::tr("the memory sees %1 times the operands' bytes: some are read again, or others are moved")
                     .arg(formatFixed(work.memoryRatio, 1));
    if (row.metrics.smPercent && *row.metrics.smPercent / 100 > work.computeShare + WorkByShapes::clearlyApart)
        texts << Core::tr("SM counts every instruction, FLOP are those of the operation");
    return clauses(texts);
}

/// What the shapes of the timeline say, beside ncu's own shares.
void addShapes(VerdictColumns &columns)
{
    const QString of = Core::tr("By the shapes in the timeline, at the time there");
    const auto share = [&](const char *id, const QString &title, double WorkByShapes::*field) {
        columns.push_back({shareColumn(id, title, of, true, false), [field](Row row) {
                               return row.byShapes ? ReportCell((*row.byShapes).*field) : ReportCell();
                           }});
    };
    share("of_limit", Core::tr("Of limit"), &WorkByShapes::ofLimit);
    share("shapes_memory_share", Core::tr("Bytes of operands"), &WorkByShapes::memoryShare);
    share("shapes_compute_share", Core::tr("FLOP of operation"), &WorkByShapes::computeShare);
    columns.push_back(
        {{"apart", Core::tr("Apart because"), CellKind::Text,
          Core::tr("Where shapes and Nsight Compute are more than 10 points apart, if both ran alike"), true},
         [](Row row) {
             const QString text = row.byShapes ? apartText(row) : QString();
             return text.isEmpty() ? ReportCell() : ReportCell(text);
         }});
}

/// What Nsight Compute says of a row; the finding first.
void addMetrics(VerdictColumns &columns)
{
    columns.push_back(
        {{"grid", Core::tr("Grid"), CellKind::Text, {}, true}, [](Row row) { return textOrNothing(row.grid); }});
    columns.push_back({{"finding", Core::tr("Finding"), CellKind::Name, {}, true}, [](Row row) {
                           return row.finding.empty() ? ReportCell() : ReportCell(withSeverities(row.finding));
                       }});
    columns.push_back(
        {{"severity", Core::tr("Severity")}, [](Row row) { return ReportCell(severityText(row.severity)); }});
    columns.push_back({shareColumn("occupancy_ratio_share", Core::tr("Of theoretical occupancy"),
                                   Core::tr("Achieved occupancy in percent of the theoretical one"), true, false),
                       [](Row row) { return shareCell(occupancyOfTheoretical(row.metrics)); }});
    const QString peak = Core::tr("Of the device's peak");
    columns.push_back(percentColumn("sm_share", Core::tr("SM"), peak, &NcuKernel::smPercent));
    columns.push_back(percentColumn("memory_share", Core::tr("Memory"), peak, &NcuKernel::memoryPercent));
    columns.push_back({{"dram_gb_per_s", Core::tr("DRAM GB/s"), CellKind::Number, Core::tr("As the file has it"), true},
                       [](Row row) { return row.metrics.dramGBs ? ReportCell(*row.metrics.dramGBs) : ReportCell(); }});
    columns.push_back(percentColumn("l1_hit_share", Core::tr("L1 hits"), {}, &NcuKernel::l1HitPercent));
    columns.push_back(percentColumn("l2_hit_share", Core::tr("L2 hits"), {}, &NcuKernel::l2HitPercent));
    columns.push_back(
        percentColumn("achieved_occupancy_share", Core::tr("Achieved occupancy"), {}, &NcuKernel::achievedOccupancy));
    columns.push_back(percentColumn("theoretical_occupancy_share", Core::tr("Theoretical occupancy"), {},
                                    &NcuKernel::theoreticalOccupancy));
}

void fill(ReportTable &table, VerdictColumns columns, const std::shared_ptr<const std::vector<KernelVerdict>> &rows)
{
    setRows<KernelVerdict>(table, std::move(columns), rows);
    const auto severity = size_t(table.columnOf("severity")), finding = size_t(table.columnOf("finding"));
    table.fileCell = [cell = table.cell, rows, severity, finding](size_t row, size_t column) {
        if (column == finding)
            return textOrNothing((*rows)[row].finding);
        return column == severity ? ReportCell(std::string_view(severityName((*rows)[row].severity)))
                                  : cell(row, column);
    };
    chooseUnits(table);
    std::vector<std::string_view> names;
    for (const KernelVerdict &row : *rows)
        names.push_back(shownName(row.name));
    table.shortName = [brief = std::make_shared<const std::vector<std::string>>(shortNames(names))](size_t row) {
        return toText((*brief)[row]);
    };
}

ReportColumn nameColumn()
{
    return {"name", Core::tr("Kernel"), CellKind::Name};
}

ReportCell nameCell(Row row)
{
    return shownName(row.name);
}

ReportCell timeIf(bool isKnown, int64_t ns)
{
    return isKnown ? ReportCell(ns) : ReportCell();
}

} // namespace

ReportTable verdictReport(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    ReportTable table{QStringLiteral("verdicts"), Core::tr("Kernels, and what Nsight Compute says of them")};
    const auto rows = std::shared_ptr<const std::vector<KernelVerdict>>(verdicts, &verdicts->rows);
    VerdictColumns columns{
        {nameColumn(), nameCell},
        {timeColumn("total_ns", Core::tr("Time"), *verdicts), [](Row row) { return timeIf(row.isTimed, row.totalNs); }},
        {shareColumn("share", Core::tr("Share"), Core::tr("Of the time of all kernels"), false, true),
         [](Row row) { return row.isTimed ? ReportCell(row.share) : ReportCell(); }},
        {{"calls", Core::tr("Calls"), CellKind::Count, {}, false, true}, [](Row row) { return countCell(row.calls); }}};
    addMetrics(columns);
    addShapes(columns);
    columns.push_back({{"stage", Core::tr("Stage"), CellKind::Text}, [](Row row) { return textOrNothing(row.stage); }});
    columns.push_back(
        {{"ncu_rows", Core::tr("Rows of ncu"), CellKind::Count, Core::tr("The one of the longest duration is shown")},
         [](Row row) { return countCell(row.ncuRows); }});
    fill(table, std::move(columns), rows);
    return table;
}

ReportTable launchReport(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    ReportTable table{QStringLiteral("ncu-launches"), Core::tr("What Nsight Compute measured, in its order")};
    const auto rows = std::shared_ptr<const std::vector<KernelVerdict>>(verdicts, &verdicts->launches);
    VerdictColumns columns{{nameColumn(), nameCell},
                           {{"start_ns", Core::tr("Start in the timeline"), CellKind::Time,
                             Core::tr("Of the launch that the row measured, by name, grid and order"), true},
                            [](Row row) { return timeIf(row.startNs >= 0, row.startNs); }},
                           {{"total_ns", Core::tr("Time in the timeline"), CellKind::Time, {}, true, true},
                            [](Row row) { return timeIf(row.startNs >= 0, row.totalNs); }},
                           {shareColumn("share", Core::tr("Share"), Core::tr("Of the time of all kernels"), true, true),
                            [](Row row) { return row.startNs >= 0 ? ReportCell(row.share) : ReportCell(); }},
                           {{"ncu_ns", Core::tr("Time in ncu"), CellKind::Time, {}, true}, [](Row row) {
                                const double us = row.metrics.durationUs.value_or(-1);
                                return us >= 0 && us < 1e15 ? ReportCell(int64_t(std::llround(us * 1000)))
                                                            : ReportCell();
                            }}};
    addMetrics(columns);
    fill(table, std::move(columns), rows);
    shareLargestUnit(table, {"total_ns", "ncu_ns"});
    return table;
}

ReportTable stageSumReport(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    ReportTable table{QStringLiteral("verdict-stages"), Core::tr("Time by stage")};
    const auto rows = std::shared_ptr<const std::vector<StageSum>>(verdicts, &verdicts->stages);
    using Sum = const StageSum &;
    setRows<StageSum>(
        table,
        {{{"stage", Core::tr("Stage")}, [](Sum sum) { return ReportCell(std::string_view(sum.stage)); }},
         {timeColumn("total_ns", Core::tr("Time"), *verdicts),
          [](Sum sum) { return timeIf(sum.untimed < sum.kernels, sum.ns); }},
         {shareColumn("share", Core::tr("Share"), Core::tr("Of the time of all kernels"), false, true),
          [all = verdicts->totalNs](Sum sum) {
              return sum.untimed < sum.kernels ? ReportCell(all > 0 ? double(sum.ns) / double(all) : 0) : ReportCell();
          }},
         {{"kernels", Core::tr("Kernels"), CellKind::Count, {}, false, true},
          [](Sum sum) { return countCell(sum.kernels); }},
         {{"calls", Core::tr("Calls"), CellKind::Count, {}, false, true}, [](Sum sum) { return countCell(sum.calls); }},
         {{"names", Core::tr("Names begin with"), CellKind::Text, {}, true},
          [](Sum sum) { return textOrNothing(sum.name); }}},
        rows);
    chooseUnits(table);
    return table;
}

ReportTable findingCountReport(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    ReportTable table{QStringLiteral("verdict-findings"), Core::tr("Findings by name")};
    const auto rows = std::shared_ptr<const std::vector<FindingCount>>(verdicts, &verdicts->findings);
    using Sum = const FindingCount &;
    setRows<FindingCount>(
        table,
        {{{"finding", Core::tr("Finding")}, [](Sum sum) { return ReportCell(std::string_view(sum.name)); }},
         {{"kernels", Core::tr("Kernels"), CellKind::Count}, [](Sum sum) { return countCell(sum.count); }},
         {{"of", Core::tr("Of"), CellKind::Count, Core::tr("Kernels that Nsight Compute measured")},
          [all = verdicts->measured](Sum) { return countCell(all); }},
         {timeColumn("total_ns", Core::tr("Their time"), *verdicts),
          [known = verdicts->hasTimes()](Sum sum) { return timeIf(known, sum.ns); }},
         {shareColumn("share", Core::tr("Share"), Core::tr("Of the time of all kernels"), false, false),
          [known = verdicts->hasTimes(), all = verdicts->totalNs](Sum sum) {
              return known ? ReportCell(all > 0 ? double(sum.ns) / double(all) : 0) : ReportCell();
          }}},
        rows);
    chooseUnits(table);
    return table;
}

Json verdictsJson(const std::shared_ptr<const KernelVerdicts> &verdicts)
{
    const auto nsIf = [](bool isKnown, int64_t ns) { return isKnown ? Json(ns) : Json(); };
    const bool hasTimes = verdicts->hasTimes();
    Json json = {{"schema", 1}, {"rows", tableRowsJson(verdictReport(verdicts))}};
    json["counts"] = Json::array();
    for (const VerdictCount &count : verdicts->counts)
        json["counts"].push_back(
            {{"id", countId(count.what)}, {"count", count.count}, {"of", count.of}, {"ns", nsIf(hasTimes, count.ns)}});
    json["stages"] = Json::array();
    for (const StageSum &sum : verdicts->stages)
        json["stages"].push_back({{"stage", sum.stage},
                                  {"ns", nsIf(sum.untimed < sum.kernels, sum.ns)},
                                  {"kernels", sum.kernels},
                                  {"calls", sum.calls},
                                  {"names", sum.name}});
    json["findings"] = Json::array();
    for (const FindingCount &sum : verdicts->findings)
        json["findings"].push_back(
            {{"name", sum.name}, {"count", sum.count}, {"of", verdicts->measured}, {"ns", nsIf(hasTimes, sum.ns)}});
    json["launches"] = tableRowsJson(launchReport(verdicts));
    json["doubts"] = verdicts->doubts;
    json["alone"] = verdicts->alone;
    return json;
}

} // namespace ws
