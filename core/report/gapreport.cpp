#include "core/report/gapreport.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/texts.h"
#include "core/report/devicenames.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

class GapReport
{
    Q_DECLARE_TR_FUNCTIONS(GapReport)
};

std::string_view evidenceName(const Run &run, const Gap &gap)
{
    return gap.evidence.valid() ? run.text(run.timeline.name(gap.evidence)) : std::string_view();
}

std::vector<RowColumn<Gap>> gapColumns(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps)
{
    return {
        {{"start_ns", GapReport::tr("Start"), CellKind::Time, GapReport::tr("Since the run's first event")},
         [](const Gap &gap) { return gap.startNs; }},
        {{"duration_ns", GapReport::tr("Length"), CellKind::Time, {}, false, true},
         [](const Gap &gap) { return gap.durationNs; }},
        {{"device", GapReport::tr("Device")},
         [run](const Gap &gap) { return run->text(run->gpu.devices[gap.device]); }},
        {{"cause", GapReport::tr("Cause")}, [](const Gap &gap) { return gapCauseText(gap.cause); }},
        {{"evidence", GapReport::tr("Evidence"), CellKind::Text,
          GapReport::tr(
              "The call that blocks; what the thread did before it launched late; or when the early launch was")},
         [run](const Gap &gap) { return gapEvidenceText(*run, gap); }},
        {{"next", GapReport::tr("Ended by"), CellKind::Name, GapReport::tr("The GPU work that starts after it")},
         [run](const Gap &gap) { return shownName(run->text(run->gpu.name[gap.endedBy])); }},
        {{"share", GapReport::tr("Of idle"), CellKind::Share, GapReport::tr("Of the device's idle time"), false, true},
         [gaps](const Gap &gap) { return double(gap.durationNs) / double(gaps->devices[gap.device].idleNs); }},
    };
}

struct CauseRow
{
    uint16_t device = 0;
    GapCause cause = GapCause::Blocking;
    int64_t ns = 0;
    double share = 0;
    uint64_t count = 0;
};

std::vector<CauseRow> causeRows(const Gaps &gaps)
{
    std::vector<CauseRow> rows;
    for (size_t d = 0; d < gaps.devices.size(); ++d)
        for (size_t c = 0; c < gapCauseCount; ++c) {
            const DeviceIdle &idle = gaps.devices[d];
            const double share = idle.idleNs ? double(idle.byCause[c]) / double(idle.idleNs) : 0;
            rows.push_back({static_cast<uint16_t>(d), static_cast<GapCause>(c), idle.byCause[c], share});
        }
    const size_t causes = gapCauseCount;
    for (const uint32_t i : gaps.byLength)
        ++rows[gaps.gaps[i].device * causes + static_cast<size_t>(gaps.gaps[i].cause)].count;
    return rows;
}

} // namespace

QString gapCauseText(GapCause cause)
{
    switch (cause) {
    case GapCause::Blocking:
        return GapReport::tr("Blocking call");
    case GapCause::Late:
        return GapReport::tr("Launched late");
    case GapCause::Before:
        return GapReport::tr("Launched before");
    case GapCause::Unknown:
        break;
    }
    return GapReport::tr("Unknown: no launch in the file");
}

QString gapEvidenceText(const Run &run, const Gap &gap)
{
    const auto nameOf = [&run](EventRef slice) {
        return toText(cutAtEnd(shownName(run.text(run.timeline.name(slice))), 400));
    };
    if (!gap.evidence.valid())
        return {};
    const QString name = nameOf(gap.evidence);
    if (gap.cause == GapCause::Before)
        return GapReport::tr("%1, %2 before the work began", "call, time")
            .arg(name, formatRounded(run.gpu.start[gap.endedBy] - run.timeline.start(gap.evidence)));
    if (gap.isQueued)
        return GapReport::tr("%1, but the work was launched %2 before it began", "call, time")
            .arg(name, formatRounded(run.gpu.start[gap.endedBy] -
                                     run.timeline.start(run.launches.slice[run.gpu.launch[gap.endedBy]])));
    if (!gap.mostlyNs)
        return name;
    if (!gap.mostly.valid())
        return GapReport::tr("%1 without a recorded call on the launching thread, then %2")
            .arg(formatRounded(gap.mostlyNs), name);
    return GapReport::tr("%1 in %2, then %3", "time, call, call")
        .arg(formatRounded(gap.mostlyNs), nameOf(gap.mostly), name);
}

QString gapCauseInText(GapCause cause)
{
    const QString text = gapCauseText(cause);
    return text.left(1).toLower() + text.mid(1);
}

ReportTable gapReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps, size_t maxRows)
{
    ReportTable table{QStringLiteral("gaps"), GapReport::tr("Gaps"), run, 0};
    if (!gaps) {
        setRows<Gap>(table, gapColumns(run, gaps), nullptr);
        return table;
    }
    setRows<Gap>(table, gapColumns(run, gaps), {gaps, &gaps->gaps});
    table.rowCount = std::min(gaps->byLength.size(), maxRows);
    table.cell = [byEnd = table.cell, gaps](size_t row, size_t column) { return byEnd(gaps->byLength[row], column); };
    const auto cause = static_cast<size_t>(table.columnOf("cause"));
    const auto evidence = static_cast<size_t>(table.columnOf("evidence"));
    table.fileCell = [cell = table.cell, run, gaps, cause, evidence](size_t row, size_t column) {
        const Gap &gap = gaps->gaps[gaps->byLength[row]];
        return column == cause      ? ReportCell(gapCauseId(gap.cause))
               : column == evidence ? ReportCell(shownName(evidenceName(*run, gap)))
                                    : cell(row, column);
    };
    nameDevice(table);
    chooseUnits(table);
    return table;
}

ReportTable gapCauseReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps)
{
    ReportTable table{QStringLiteral("gap-causes"), GapReport::tr("Causes of idle time"), run, 0};
    const auto rows = std::make_shared<const std::vector<CauseRow>>(causeRows(*gaps));
    setRows<CauseRow>(
        table,
        {{{"device", GapReport::tr("Device")},
          [run](const CauseRow &row) { return run->text(run->gpu.devices[row.device]); }},
         {{"cause", GapReport::tr("Cause")}, [](const CauseRow &row) { return gapCauseText(row.cause); }},
         {{"idle_ns", GapReport::tr("Idle"), CellKind::Time, {}, false, true},
          [](const CauseRow &row) { return row.ns; }},
         {{"share", GapReport::tr("Of idle"), CellKind::Share, GapReport::tr("Of the device's idle time"), false, true},
          [](const CauseRow &row) { return row.share; }},
         {{"count", GapReport::tr("Gaps"), CellKind::Count, {}, false, true},
          [](const CauseRow &row) { return countCell(row.count); }}},
        rows);
    nameDevice(table);
    chooseUnits(table);
    return table;
}

nlohmann::ordered_json gapsJson(const Run &run, const Gaps &gaps)
{
    std::vector<nlohmann::ordered_json> rows(gaps.devices.size(), nlohmann::ordered_json::array());
    for (const uint32_t i : gaps.byLength) {
        const Gap &gap = gaps.gaps[i];
        const std::string_view evidence = evidenceName(run, gap);
        rows[gap.device].push_back(
            {{"startNs", gap.startNs},
             {"durationNs", gap.durationNs},
             {"cause", gapCauseId(gap.cause)},
             {"evidence", evidence.empty() ? nlohmann::ordered_json() : evidence},
             {"queued", gap.isQueued},
             {"mostly", gap.mostly.valid() ? run.text(run.timeline.name(gap.mostly)) : nlohmann::ordered_json()},
             {"mostlyNs", gap.mostlyNs},
             {"next", run.text(run.gpu.name[gap.endedBy])}});
    }
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
    for (size_t d = 0; d < gaps.devices.size(); ++d) {
        nlohmann::ordered_json byCause;
        for (size_t c = 0; c < gapCauseCount; ++c)
            byCause[std::string(gapCauseId(static_cast<GapCause>(c)))] = gaps.devices[d].byCause[c];
        devices.push_back({{"device", run.text(run.gpu.devices[d])},
                           {"idleNs", gaps.devices[d].idleNs},
                           {"byCause", std::move(byCause)},
                           {"rows", std::move(rows[d])}});
    }
    return {{"schema", 1}, {"devices", std::move(devices)}};
}

} // namespace ws
