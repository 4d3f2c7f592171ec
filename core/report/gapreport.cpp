#include "core/report/gapreport.h"

#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/stacks/ownframe.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/callwords.h"
#include "core/report/devicenames.h"
#include "core/report/findingtexts.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <mutex>

namespace ws {
namespace {

class GapReport
{
    Q_DECLARE_TR_FUNCTIONS(GapReport)
};

std::string_view nameOf(const Run &run, EventRef slice)
{
    return slice.valid() ? run.text(run.timeline.name(slice)) : std::string_view();
}

/// The own frame around the evidence; without one around what the thread was in, if that is told.
std::string lineOf(const Gap &gap, const GapParts &parts, const LinesAround &lines)
{
    return gap.evidence.valid()   ? lines.of(gap.evidence)
           : parts.within.valid() ? lines.of(parts.within)
                                  : std::string();
}

/// What a late gap without evidence is made of.
GapParts partsOf(const Run &run, const Gap &gap)
{
    return gap.cause == GapCause::Late && !gap.evidence.valid() ? gapParts(run, gap) : GapParts();
}

constexpr size_t maxParts = 3;

QString partsText(const Run &run, const GapParts &parts)
{
    QStringList texts;
    for (size_t k = 0; k < std::min(maxParts, parts.parts.size()); ++k) {
        const GapPart &part = parts.parts[k];
        const QString name = toText(cutAtEnd(withoutFolders(shownName(run.text(part.name))), 100));
        texts << (part.count > 1 ? GapReport::tr("%1 in %2 × %3", "time, count, call")
                                       .arg(formatRounded(part.ns), formatCount(int64_t(part.count)), name)
                                 : GapReport::tr("%1 in %2", "time, call").arg(formatRounded(part.ns), name));
    }
    return listed(texts);
}

/// In no language: "45000 ns in 2: aten::a; 35000 ns in 1: aten::b".
QString partsForFile(const Run &run, const GapParts &parts)
{
    QStringList texts;
    for (size_t k = 0; k < std::min(maxParts, parts.parts.size()); ++k)
        texts << QStringLiteral("%1 ns in %2: ").arg(parts.parts[k].ns).arg(parts.parts[k].count) +
                     toText(shownName(run.text(parts.parts[k].name)));
    return texts.join(QStringLiteral("; "));
}

/// Made once for a table, when the first cell asks.
class LazyLines
{
public:
    explicit LazyLines(std::shared_ptr<const Run> run) : m_run(std::move(run)) {}
    const LinesAround &get() const
    {
        std::call_once(m_once, [this] { m_lines = std::make_unique<LinesAround>(*m_run); });
        return *m_lines;
    }

private:
    std::shared_ptr<const Run> m_run;
    mutable std::once_flag m_once;
    mutable std::unique_ptr<const LinesAround> m_lines;
};

std::vector<RowColumn<Gap>> gapColumns(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps)
{
    const auto lines = std::make_shared<const LazyLines>(run);
    return {
        {{"start_ns", GapReport::tr("Start"), CellKind::Time, GapReport::tr("Since the run's first event")},
         [](const Gap &gap) { return gap.startNs; }},
        {{"duration_ns", GapReport::tr("Length"), CellKind::Time, {}, false, true},
         [](const Gap &gap) { return gap.durationNs; }},
        {{"device", GapReport::tr("Device")},
         [run](const Gap &gap) { return run->text(run->gpu.devices[gap.device]); }},
        {{"cause", GapReport::tr("Cause")}, [](const Gap &gap) { return gapCauseText(gap); }},
        {{"evidence", GapReport::tr("Evidence"), CellKind::Text,
          GapReport::tr("The call that blocks; what the launching thread did in more than half of the gap; or when the "
                        "early launch was")},
         [run, lines](const Gap &gap) { return gapEvidenceText(*run, gap, &lines->get()); }},
        {{"fill", GapReport::tr("Filled by"), CellKind::Text,
          GapReport::tr("What fills more than half of the gap, where that is known: the profiler, the capture of a "
                        "graph, the launching call, or the time that a launch takes"),
          true},
         [](const Gap &gap) { return gap.fill == GapFill::None ? ReportCell() : ReportCell(gapCauseText(gap)); }},
        {{"evidence_ns", GapReport::tr("Of it in the evidence"), CellKind::Time,
          GapReport::tr("How long the evidence runs within the gap"), true},
         [](const Gap &gap) { return gap.evidenceNs ? ReportCell(gap.evidenceNs) : ReportCell(); }},
        {{"line", GapReport::tr("Source line"), CellKind::Text,
          GapReport::tr("The own Python function around the evidence"), true},
         [run, lines](const Gap &gap) { return ReportCell(toText(lineOf(gap, partsOf(*run, gap), lines->get()))); }},
        {{"made_of", GapReport::tr("Made of"), CellKind::Text,
          GapReport::tr("What the launching thread did, where nothing covers more than half of the gap"), true},
         [run](const Gap &gap) { return ReportCell(partsText(*run, partsOf(*run, gap))); }},
        // Text: short names of a table's rows belong to its one column of kind Name
        {{"launcher", GapReport::tr("Launched by"), CellKind::Text,
          GapReport::tr("The operator, function or call that launches the next work"), true},
         [run](const Gap &gap) { return shownName(nameOf(*run, launcherOf(*run, gap))); }},
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

std::vector<CauseRow> causeRows(const Run &run, const Gaps &gaps)
{
    std::vector<CauseRow> rows;
    for (size_t d = 0; d < gaps.devices.size(); ++d)
        for (size_t c = 0; c < gapCauseCount; ++c) {
            const DeviceIdle &idle = gaps.devices[d];
            const double share = idle.idleNs ? double(idle.byCause[c]) / double(idle.idleNs) : 0;
            rows.push_back({static_cast<uint16_t>(d), static_cast<GapCause>(c), idle.byCause[c], share});
        }
    const size_t causes = gapCauseCount;
    bool areWithheld = false; // a launch is known, and no cause: no row says that nothing was launched late
    for (const uint32_t i : gaps.byLength) {
        const Gap &gap = gaps.gaps[i];
        ++rows[gap.device * causes + static_cast<size_t>(gap.cause)].count;
        areWithheld = areWithheld || (gap.cause == GapCause::Unknown && run.gpu.launch[gap.endedBy] != noLaunch);
    }
    if (areWithheld)
        std::erase_if(rows, [](const CauseRow &row) { return row.cause != GapCause::Unknown; });
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
    return GapReport::tr("Cause not known");
}

QString gapCauseText(const Gap &gap)
{
    switch (gap.fill) {
    case GapFill::Profiler:
        return GapReport::tr("The profiler works");
    case GapFill::Capture:
        return GapReport::tr("A graph is captured");
    case GapFill::LaunchCall:
        return GapReport::tr("The launching call itself");
    case GapFill::Latency:
        return GapReport::tr("Launched just before");
    case GapFill::Starting:
        return GapReport::tr("Begins late after its launch");
    case GapFill::None:
        break;
    }
    return gapCauseText(gap.cause);
}

/// Most of a late gap lies behind the launch that ends it.
static bool isMostlyStarting(const Run &run, const Gap &gap)
{
    const uint32_t launch = run.gpu.launch[gap.endedBy];
    return gap.cause == GapCause::Late && launch != noLaunch &&
           gap.endNs() - run.timeline.end(run.launches.slice[launch]) > gap.durationNs / 2;
}

QString gapEvidenceText(const Run &run, const Gap &gap)
{
    const LinesAround lines(run);
    return gapEvidenceText(run, gap, &lines);
}

QString gapEvidenceText(const Run &run, const Gap &gap, const LinesAround *lines)
{
    if (gap.cause == GapCause::Unknown)
        return run.gpu.launch[gap.endedBy] != noLaunch ? QString()
               : isMigration(run.text(run.gpu.name[gap.endedBy]))
                   ? GapReport::tr("the next work is a migration of unified memory, which no call launches")
                   : GapReport::tr("the launch of the next work is not in the file");
    const auto shown = [&run](EventRef slice) {
        return toText(cutAtEnd(withoutFolders(shownName(nameOf(run, slice))), 400));
    };
    const GapParts parts = partsOf(run, gap);
    const std::string frame = lines ? lineOf(gap, parts, *lines) : std::string();
    const auto withLine = [&](EventRef slice) {
        return frame.empty() || frame == nameOf(run, slice) ? shown(slice)
                                                            : withDetail(shown(slice), sourceLine(frame));
    };
    if (gap.fill == GapFill::Profiler || gap.fill == GapFill::LaunchCall)
        return GapReport::tr("%1 in %2", "time, call").arg(formatRounded(gap.evidenceNs), withLine(gap.evidence));
    if (gap.cause == GapCause::Before || gap.fill == GapFill::Starting || isMostlyStarting(run, gap)) {
        const EventRef launch = run.launches.slice[run.gpu.launch[gap.endedBy]];
        return GapReport::tr("%1, %2 before the work began", "call, time")
            .arg(withLine(launch), formatRounded(run.gpu.start[gap.endedBy] - run.timeline.start(launch)));
    }
    if (gap.cause == GapCause::Blocking)
        return withLine(gap.evidence);
    const EventRef launcher = launcherOf(run, gap);
    const QString last = shown(launcher);
    if (gap.evidence.valid()) {
        const bool isWithin = run.timeline.start(launcher) < run.timeline.end(gap.evidence);
        return isWithin ? withLine(gap.evidence)
                        : GapReport::tr("%1 in %2, then %3", "time, call, call")
                              .arg(formatRounded(gap.evidenceNs), withLine(gap.evidence), last);
    }
    if (!parts.isKnown)
        return last;
    if (parts.unrecordedNs > gap.durationNs / 2) {
        const QString ns = formatRounded(parts.unrecordedNs);
        return parts.within.valid()
                   ? GapReport::tr("%1 within %2 without a recorded call in it, then %3",
                                   "time, function or step, call")
                         .arg(ns, withLine(parts.within), last)
                   : GapReport::tr("%1 without a recorded call on the launching thread, then %2").arg(ns, last);
    }
    const QString text = GapReport::tr("no one call in most of it: %1; then %2", "list of times and calls, call")
                             .arg(partsText(run, parts), last);
    return parts.within.valid() ? labelled(withLine(parts.within), text) : text;
}

namespace {

QString inText(const QString &text)
{
    return text.left(1).toLower() + text.mid(1);
}

} // namespace

QString gapCauseInText(GapCause cause)
{
    return inText(gapCauseText(cause));
}

QString gapCauseInText(const Gap &gap)
{
    return inText(gapCauseText(gap));
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
    const auto madeOf = static_cast<size_t>(table.columnOf("made_of"));
    const auto fill = static_cast<size_t>(table.columnOf("fill"));
    table.fileCell = [cell = table.cell, run, gaps, cause, evidence, madeOf, fill](size_t row, size_t column) {
        const Gap &gap = gaps->gaps[gaps->byLength[row]];
        return column == cause      ? ReportCell(gapCauseId(gap.cause))
               : column == fill     ? ReportCell(toText(gapFillId(gap.fill)))
               : column == evidence ? ReportCell(shownName(nameOf(*run, gap.evidence)))
               : column == madeOf   ? ReportCell(partsForFile(*run, partsOf(*run, gap)))
                                    : cell(row, column);
    };
    nameDevice(table);
    chooseUnits(table);
    return table;
}

ReportTable gapCauseReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps)
{
    ReportTable table{QStringLiteral("gap-causes"), GapReport::tr("Causes of idle time"), run, 0};
    const auto rows = std::make_shared<const std::vector<CauseRow>>(causeRows(*run, *gaps));
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

namespace {

nlohmann::ordered_json gapJson(const Run &run, const Gap &gap, const LinesAround &lines)
{
    using Json = nlohmann::ordered_json;
    const auto text = [](std::string_view name) { return name.empty() ? Json() : Json(name); };
    const GapParts parts = partsOf(run, gap);
    Json madeOf = Json::array();
    for (size_t k = 0; k < std::min(maxParts, parts.parts.size()); ++k)
        madeOf.push_back(
            {{"name", run.text(parts.parts[k].name)}, {"ns", parts.parts[k].ns}, {"count", parts.parts[k].count}});
    return {{"startNs", gap.startNs},
            {"durationNs", gap.durationNs},
            {"cause", gapCauseId(gap.cause)},
            {"fill", text(gapFillId(gap.fill))},
            {"evidence", text(nameOf(run, gap.evidence))},
            {"evidenceNs", gap.evidenceNs},
            {"line", text(lineOf(gap, parts, lines))},
            {"within", text(nameOf(run, parts.within))},
            {"madeOf", std::move(madeOf)},
            {"unrecordedNs", parts.unrecordedNs},
            {"launcher", text(nameOf(run, launcherOf(run, gap)))},
            {"next", run.text(run.gpu.name[gap.endedBy])}};
}

} // namespace

nlohmann::ordered_json gapsJson(const Run &run, const Gaps &gaps)
{
    const LinesAround lines(run);
    std::vector<nlohmann::ordered_json> rows(gaps.devices.size(), nlohmann::ordered_json::array());
    for (const uint32_t i : gaps.byLength)
        rows[gaps.gaps[i].device].push_back(gapJson(run, gaps.gaps[i], lines));
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
