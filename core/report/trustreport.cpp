#include "core/report/trustreport.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/devicenames.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <span>

namespace ws {
namespace {

class TrustReport
{
    Q_DECLARE_TR_FUNCTIONS(TrustReport)
public:
    static std::vector<RowColumn<TrustFinding>> columns(const std::shared_ptr<const Run> &run);
    static ReportCell cutCell(const StepCut &cut, bool forFile);
};

struct Meaning
{
    std::string_view id;
    const char *text;
};

constexpr Meaning meanings[] = {
    {"stream-overlap", QT_TRANSLATE_NOOP("TrustReport", "GPU work runs while other work of its stream runs: sums of "
                                                        "durations count that time twice.")},
    {"duration-over-next",
     QT_TRANSLATE_NOOP("TrustReport",
                       "GPU work ends after the next one of its stream has begun: either both ran at the "
                       "same time, and sums count that twice, or its duration is too long.")},
    {"duration-over-next-nvidia",
     QT_TRANSLATE_NOOP("TrustReport",
                       "GPU work ends after the next one of its stream has begun: either both ran at the "
                       "same time, as NVIDIA's programmatic dependent launch lets them, and sums count "
                       "that twice, or its duration is too long.")},
    {"impossible-duration",
     QT_TRANSLATE_NOOP("TrustReport", "GPU work ends after many later starts of its own stream, which is impossible: "
                                      "what is too long is set aside, and it ends where the next one begins.")},
    {"long-end", QT_TRANSLATE_NOOP("TrustReport", "The last GPU work of a stream takes longer than the rest of the "
                                                  "recording, and many times as long as others of its name: either it "
                                                  "does, or its duration is false.")},
    {"zero-duration",
     QT_TRANSLATE_NOOP("TrustReport", "GPU work is shorter than the clock of the recording can tell.")},
    {"no-launch",
     QT_TRANSLATE_NOOP("TrustReport", "The launch of GPU work is not in the file: which call, operator and module "
                                      "launched it is not known, and gaps before it have no cause.")},
    {"no-call", QT_TRANSLATE_NOOP("TrustReport", "The call that launched GPU work is not in the file, only its "
                                                 "operator: gaps before it have no cause.")},
    {"before-launch",
     QT_TRANSLATE_NOOP("TrustReport", "GPU work begins before it is launched: the clocks of CPU and GPU "
                                      "differ, and so do the delays between them.")},
    {"outside-window", QT_TRANSLATE_NOOP("TrustReport", "GPU work lies outside the marks for the begin and end of the "
                                                        "recording.")},
    {"copied-external-id",
     QT_TRANSLATE_NOOP("TrustReport", "The External ids only repeat the correlation: they name no "
                                      "operator.")},
    {"cut-step",
     QT_TRANSLATE_NOOP("TrustReport", "The begin or the end of steps is not in the recording: their sums and "
                                      "shares are too small.")},
    {"profiler-overhead",
     QT_TRANSLATE_NOOP("TrustReport", "The profiler itself worked while the GPU was idle: without it, there would be "
                                      "less idle time.")},
    {"profiler-beside", QT_TRANSLATE_NOOP("TrustReport", "The profiler itself worked, but hardly while the GPU was "
                                                         "idle: only times on the CPU may be longer for it.")},
    {"no-computation",
     QT_TRANSLATE_NOOP("TrustReport", "All GPU work in the file is communication or copies: whether anything was "
                                      "computed meanwhile is not in it, so that neither idle time nor what nothing "
                                      "hides can be said.")},
    {"call-stacks",
     QT_TRANSLATE_NOOP("TrustReport", "Call stacks were recorded, which slows Python down: without them, "
                                      "fewer gaps are “launched late”.")},
    {"late-start",
     QT_TRANSLATE_NOOP("TrustReport", "The first GPU work comes after half of the recording: shares of the "
                                      "whole time are mostly of the start.")},
    {"whole-graphs", QT_TRANSLATE_NOOP("TrustReport", "CUDA graphs were recorded as one block, without their kernels: "
                                                      "idle time within them is not known.")},
    {"lost-graphs",
     QT_TRANSLATE_NOOP("TrustReport", "The kernels of graph launches are not in the file: time that looks "
                                      "idle is not.")},
    {"empty-capture", QT_TRANSLATE_NOOP("TrustReport", "No GPU work was recorded.")},
    {"no-end-mark",
     QT_TRANSLATE_NOOP("TrustReport", "The mark for the end of the recording is missing: the last step may "
                                      "be cut.")},
    {"half-flow", QT_TRANSLATE_NOOP("TrustReport", "One side of arrows is missing; they are not drawn.")},
    {"lost-head", QT_TRANSLATE_NOOP("TrustReport", "The first launches have no GPU work in the file: the GPU was "
                                                   "recorded later than the CPU, or its first buffers were "
                                                   "dropped.")},
    {"lost-tail", QT_TRANSLATE_NOOP("TrustReport", "The last launches have no GPU work in the file: the recording "
                                                   "ended before it ran.")},
    {"lost-launches", QT_TRANSLATE_NOOP("TrustReport", "Launches have no GPU work in the file, others before and "
                                                       "after them have: records were dropped, and time that looks "
                                                       "idle may not be.")},
    {"lost-kind", QT_TRANSLATE_NOOP("TrustReport", "Launches of one kind have no GPU work at all in the file, others "
                                                   "have: that kind was not recorded, or its table is missing.")},
    {"sync-before-end", QT_TRANSLATE_NOOP("TrustReport", "Calls wait for the GPU and return while work that they wait "
                                                         "for still runs: durations or clocks are false.")},
    {"two-backwards", QT_TRANSLATE_NOOP("TrustReport", "Backward operators of different names have one sequence "
                                                       "number: their forward operators and modules are not "
                                                       "certain.")},
    {"bare-collectives", QT_TRANSLATE_NOOP("TrustReport", "Calls of collectives were recorded without one or more of "
                                                          "name, data type, sizes and group: their bandwidths are "
                                                          "not known.")},
    {"own-sums", QT_TRANSLATE_NOOP("TrustReport", "The file's own analysis counts another time of “%1” than its "
                                                  "slices have.")},
    {"nsys-warning", QT_TRANSLATE_NOOP("TrustReport", "Nsight Systems warns of its recording: “%1”")},
    {"nsys-error", QT_TRANSLATE_NOOP("TrustReport", "Nsight Systems reports an error of its recording: “%1”")},
    {"newer-export", QT_TRANSLATE_NOOP("TrustReport", "The export has version %1 of its schema, later than those that "
                                                      "are known: tables and columns may mean something else.")},
    {"no-known-gpu", QT_TRANSLATE_NOOP("TrustReport", "No row of the file is known to be a GPU’s. If one is, name it: "
                                                      "--gpu-row NAME.")},
    {"cpu-alone",
     QT_TRANSLATE_NOOP("TrustReport", "The file has the CPU alone. Where the model runs on a device, the profiler "
                                      "needs that activity, too (of PyTorch: ProfilerActivity.CUDA, XPU "
                                      "or PrivateUse1).")},
    {"calls-alone", QT_TRANSLATE_NOOP("TrustReport", "The file has what the CPU did alone. The GPU’s work is in other "
                                                     "files of the same recording.")},
    {"no-gpu-work", QT_TRANSLATE_NOOP("TrustReport", "The file has no GPU work with times.")},
    {"no-timeline", QT_TRANSLATE_NOOP("TrustReport", "The file has tables, no timeline: when the %1 works and when it "
                                                     "waits is not in it.")},
};

/// What findings count, with how many there are: "%1 of %2 launches".
constexpr Meaning countedMeanings[] = {
    {"stream-overlap", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"duration-over-next", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"zero-duration", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"no-launch", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"no-call", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"before-launch", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"outside-window", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"whole-graphs", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"impossible-duration", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"long-end", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"zero-time-work", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"far-time-work", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"other-clock-work", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"endless-work", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"ambiguous-launches", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 activities")},
    {"missing-dispatches", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 dispatches")},
    {"missing-tasks", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 tasks")},
    {"failed-calls", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 calls that launch or wait")},
    {"lost-head", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 launches")},
    {"lost-tail", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 launches")},
    {"lost-launches", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 launches")},
    {"lost-kind", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 launches")},
    {"lost-graphs", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 launches of graphs")},
    {"cut-step", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 steps")},
    {"sync-before-end", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 waits")},
    {"two-backwards", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 backward operators")},
    {"bare-collectives", QT_TRANSLATE_NOOP("TrustReport", "%1 of %2 collectives")},
};

const char *textOf(std::span<const Meaning> all, std::string_view id)
{
    const auto known = std::ranges::find(all, id, &Meaning::id);
    return known == all.end() ? nullptr : known->text;
}

/// When lost launches were made, from the begin of the recording.
QString whenText(const TrustFinding &finding)
{
    if (finding.when.end <= finding.when.begin)
        return {};
    if (finding.id == "lost-head")
        return TrustReport::tr("in the first %1").arg(formatRounded(finding.when.end));
    if (finding.id == "lost-tail")
        return TrustReport::tr("in the last %1").arg(formatRounded(finding.when.length()));
    return TrustReport::tr("from %1 to %2").arg(formatRounded(finding.when.begin), formatRounded(finding.when.end));
}

struct NumberName
{
    TrustNumber number;
    std::string_view id;
    const char *text;
};

constexpr NumberName numbers[] = {
    {GpuCounts, "gpu-counts", QT_TRANSLATE_NOOP("TrustReport", "Counts of GPU work")},
    {GpuTimes, "gpu-times", QT_TRANSLATE_NOOP("TrustReport", "Times of GPU work")},
    {GpuIdle, "gpu-idle", QT_TRANSLATE_NOOP("TrustReport", "Idle time")},
    {GapCauses, "gap-causes", QT_TRANSLATE_NOOP("TrustReport", "Causes of idle time")},
    {LaunchDelays, "launch-delays", QT_TRANSLATE_NOOP("TrustReport", "Launch delays")},
    {CpuTimes, "cpu-times", QT_TRANSLATE_NOOP("TrustReport", "Times on the CPU")},
    {Linked, "links", QT_TRANSLATE_NOOP("TrustReport", "Operators and modules of GPU work")},
    {StepTimes, "step-times", QT_TRANSLATE_NOOP("TrustReport", "Times of steps")},
    {SpanShares, "span-shares", QT_TRANSLATE_NOOP("TrustReport", "Shares of the whole time")},
    {Collectives, "collectives", QT_TRANSLATE_NOOP("TrustReport", "Sizes and bandwidths of collectives")},
};

const NumberName &nameOf(TrustNumber number)
{
    return numbers[std::countr_zero(static_cast<unsigned>(number))];
}

QString numberList(uint16_t wanted)
{
    QStringList texts;
    for (const NumberName &name : numbers)
        if (wanted & name.number)
            texts << trustNumberText(name.number);
    return listed(texts);
}

ReportCell placeCell(const TrustFinding &finding, int64_t TimeRange::*ns)
{
    return finding.places.empty() ? ReportCell() : ReportCell(finding.places.front().range.*ns);
}

std::vector<RowColumn<TrustFinding>> TrustReport::columns(const std::shared_ptr<const Run> &run)
{
    return {
        {{"finding", tr("Finding")}, [](const TrustFinding &row) { return std::string_view(row.id); }},
        {{"count", tr("Count"), CellKind::Count, tr("How many times it occurred")},
         [](const TrustFinding &row) { return countCell(row.count); }},
        {{"amount_ns", tr("Amount"), CellKind::Time, tr("Summed overlaps, leads or durations; blank where none are")},
         [](const TrustFinding &row) { return row.ns ? ReportCell(row.ns) : ReportCell(); }},
        {{"meaning", tr("What it means"), CellKind::Name}, [](const TrustFinding &row) { return trustText(row); }},
        {{"withholds", tr("Not to be shown"), CellKind::Text, tr("Numbers that mean nothing")},
         [](const TrustFinding &row) { return numberList(row.withholds); }},
        {{"marks", tr("Not exact"), CellKind::Text, tr("Numbers that are not exact")},
         [](const TrustFinding &row) { return numberList(row.marks); }},
        {{"at_ns", tr("For example at"), CellKind::Time, tr("The gravest one, since the run's first event")},
         [](const TrustFinding &row) { return placeCell(row, &TimeRange::begin); }},
        {{"name", tr("Name"), CellKind::Name, tr("Of the gravest one")},
         [run](const TrustFinding &row) {
             const EventRef slice = row.places.empty() ? EventRef() : row.places.front().slice;
             return slice.valid() ? ReportCell(run->text(run->timeline.name(slice))) : ReportCell();
         }},
    };
}

ReportCell TrustReport::cutCell(const StepCut &cut, bool forFile)
{
    const bool both = cut.atBegin && cut.atEnd;
    if (!cut && !cut.isFirst)
        return {};
    if (!cut.isCut() && cut.isDoubtful)
        return forFile ? ReportCell(std::string_view("doubtful")) : ReportCell(tr("Doubtful"));
    if (forFile)
        return std::string_view(both ? "begin end" : cut.atBegin ? "begin" : cut.atEnd ? "end" : "first");
    return both ? tr("Begin and end") : cut.atBegin ? tr("Begin") : cut.atEnd ? tr("End") : tr("First");
}

/// Whether a number of a step, by the id of its column, is not what it would be in a whole step.
bool isFalse(const StepCut &cut, std::string_view column)
{
    constexpr std::string_view ofWork[] = {"gpu_ns",          "gpu_busy_ns",       "share",  "activities", "compute_ns",
                                           "exposed_comm_ns", "exposed_memcpy_ns", "idle_ns"};
    const bool isRate = column == "tokens_per_s" || column == "us_per_token";
    if (!cut)
        return cut.isFirst && (isRate || column == "wall_ns" || column == "idle_ns");
    if (column == "wall_ns")
        return !cut.isWallComparable();
    if (column == "gpu_start_ns" || column == "gpu_end_ns")
        return column == "gpu_end_ns" ? cut.atEnd : cut.atBegin;
    return isRate || std::ranges::find(ofWork, column) != std::end(ofWork);
}

/// Withheld numbers of the table, and the marked ones.
template <class Visit> void forWithheld(const std::vector<TrustFinding> &findings, uint16_t wanted, Visit visit)
{
    for (const Withheld &number : withheld(findings))
        if (!number.isMarkOnly && (number.number & wanted))
            visit(number);
}

} // namespace

QString trustText(const TrustFinding &finding)
{
    if (finding.diagnostic)
        return asSentence(finding.diagnostic->message);
    const bool isBeside = finding.id == "profiler-overhead" && !(finding.marks & GapCauses);
    const bool isOfNvidia = finding.id == "duration-over-next" && finding.said == "nvidia";
    const char *text = textOf(meanings, isBeside     ? "profiler-beside"
                                        : isOfNvidia ? "duration-over-next-nvidia"
                                                     : std::string_view(finding.id));
    if (!text)
        return QString::fromStdString(finding.id);
    const QString said = toText(finding.said).simplified();
    const QString sentence = TrustReport::tr(text);
    return sentence.contains(QLatin1String("%1")) ? sentence.arg(said) : sentence;
}

QString trustHowMuch(const TrustFinding &finding)
{
    if (finding.id == "own-sums")
        return TrustReport::tr("%1 in the file, %2 here").arg(formatRounded(finding.ofNs), formatRounded(finding.ns));
    QStringList parts;
    if (const char *text = textOf(countedMeanings, finding.id); text && finding.of)
        parts << TrustReport::tr(text).arg(formatCount(int64_t(finding.count)), formatCount(int64_t(finding.of)));
    else if (finding.diagnostic || finding.count > 1)
        parts << TrustReport::tr("%1 ×").arg(formatCount(int64_t(finding.count)));
    if (finding.id == "profiler-overhead") {
        if (finding.ofNs > 0)
            parts
                << TrustReport::tr("%1 of %2 of idle time").arg(formatRounded(finding.ns), formatRounded(finding.ofNs));
    } else if (finding.ofNs > 0 && finding.ns > 0)
        parts << TrustReport::tr("%1 of %2").arg(formatRounded(finding.ns), formatRounded(finding.ofNs));
    parts << whenText(finding);
    parts.removeAll(QString());
    return listed(parts);
}

QString trustExtent(const TrustFinding &finding)
{
    const char *text = textOf(countedMeanings, finding.id);
    if (finding.id == "own-sums" || finding.id == "profiler-overhead")
        return asSentence(trustHowMuch(finding));
    if ((finding.id == "impossible-duration" || finding.id == "long-end") && !finding.places.empty())
        return TrustReport::tr("The file gives “%1” %2. That is so for %3 of %4 activities, by %5 in all.")
            .arg(toText(finding.said), formatRounded(finding.places.front().range.length()),
                 formatCount(int64_t(finding.count)), formatCount(int64_t(finding.of)), formatRounded(finding.ns));
    if (!text || !finding.of)
        return {};
    QStringList parts{TrustReport::tr(text).arg(formatCount(int64_t(finding.count)), formatCount(int64_t(finding.of))),
                      whenText(finding)};
    parts.removeAll(QString());
    return TrustReport::tr("That is so for %1.").arg(listed(parts));
}

QString fitTitle(const Fit &fit)
{
    switch (fit.verdict) {
    case FitVerdict::Yes:
        return TrustReport::tr("The recording can be relied on.");
    case FitVerdict::Limits:
        return TrustReport::tr("The recording can be relied on, with limits:");
    case FitVerdict::No:
        break;
    }
    if (fit.isWithoutGpu &&
        (fit.reasons.front().id == "cpu-alone" ||
         fit.reasons.front().id == callsAlone)) // as a recording of the CPU nothing is wrong with it
        return TrustReport::tr("Nothing can be said of a GPU from this recording:");
    return TrustReport::tr("The recording cannot be relied on:");
}

QString fitConsequence(const TrustFinding &reason)
{
    if (reason.id == "no-timeline")
        return TrustReport::tr("Where time is lost between kernels is not known.");
    QStringList texts;
    if (reason.withholds)
        texts << TrustReport::tr("Not known: %1.").arg(numberList(reason.withholds));
    if (reason.marks)
        texts << TrustReport::tr("Not exact: %1.").arg(numberList(reason.marks));
    return sentences(texts);
}

QStringList fitLines(const Fit &fit)
{
    QStringList lines;
    for (const TrustFinding &reason : fit.reasons)
        lines << sentences({trustText(reason), trustExtent(reason), fitConsequence(reason)});
    return lines;
}

nlohmann::ordered_json fitJson(const Fit &fit)
{
    auto reasons = nlohmann::ordered_json::array();
    for (const TrustFinding &reason : fit.reasons)
        reasons.push_back({{"rule", reason.id},
                           {"what", trustText(reason).toStdString()},
                           {"howMuch", trustHowMuch(reason).toStdString()},
                           {"consequence", fitConsequence(reason).toStdString()}});
    return {{"verdict", fitVerdictId(fit.verdict)}, {"reasons", std::move(reasons)}};
}

QString trustNumberText(TrustNumber number)
{
    return TrustReport::tr(nameOf(number).text);
}

std::string_view trustNumberId(TrustNumber number)
{
    return nameOf(number).id;
}

ReportTable trustReport(const std::shared_ptr<const Run> &run,
                        const std::shared_ptr<const std::vector<TrustFinding>> &findings)
{
    ReportTable table{QStringLiteral("trust"), TrustReport::tr("What may not be trusted"), run};
    setRows(table, TrustReport::columns(run), findings);
    const auto fileList = [](uint16_t wanted) {
        QStringList ids;
        for (const NumberName &name : numbers)
            if (wanted & name.number)
                ids << QString::fromUtf8(name.id.data(), qsizetype(name.id.size()));
        return ids.join(u' ');
    };
    const auto withholds = static_cast<size_t>(table.columnOf("withholds"));
    const auto marks = static_cast<size_t>(table.columnOf("marks"));
    table.fileCell = [cell = table.cell, findings, withholds, marks, fileList](size_t row, size_t column) {
        if (column == withholds || column == marks)
            return ReportCell(fileList(column == marks ? (*findings)[row].marks : (*findings)[row].withholds));
        return cell(row, column);
    };
    nameDevice(table);
    chooseUnits(table);
    return table;
}

QStringList withheldNotes(const std::vector<TrustFinding> &findings, uint16_t wanted)
{
    QStringList notes;
    forWithheld(findings, wanted, [&](const Withheld &number) {
        notes << TrustReport::tr("%1: not known in full. %2")
                     .arg(trustNumberText(number.number), trustText(*findTrust(findings, number.because)));
    });
    return notes;
}

nlohmann::ordered_json withheldJson(const std::vector<TrustFinding> &findings, uint16_t wanted)
{
    auto list = nlohmann::ordered_json::array();
    forWithheld(findings, wanted, [&](const Withheld &number) {
        list.push_back({{"number", trustNumberId(number.number)}, {"because", number.because}});
    });
    return list;
}

void addCutColumn(ReportTable &steps, std::vector<StepCut> cuts)
{
    ReportColumn cut{"cut", TrustReport::tr("Cut"), CellKind::Text,
                     TrustReport::tr("Its begin or end is not in the recording: times and shares are too small. The "
                                     "first one: what happens only once is in its times. Doubtful: work of it has no "
                                     "time, or an impossible one")};
    cut.optional = true;
    const size_t own = steps.columns.size();
    steps.columns.push_back(std::move(cut));
    const auto shared = std::make_shared<const std::vector<StepCut>>(std::move(cuts));
    const auto with = [own, shared](const auto &cell, bool forFile) {
        return [=](size_t row, size_t column) -> ReportCell {
            if (column != own)
                return cell(row, column);
            return row < shared->size() ? TrustReport::cutCell((*shared)[row], forFile) : ReportCell();
        };
    };
    steps.fileCell = with(steps.fileCell ? steps.fileCell : steps.cell, true);
    steps.cell = with(steps.cell, false);
    steps.isMarked = [shared](size_t row, const ReportColumn &column) {
        return row < shared->size() && isFalse((*shared)[row], column.id);
    };
    if (std::ranges::any_of(*shared, [](const StepCut &step) { return step || step.isFirst; }))
        steps.notes << TrustReport::tr("* Not comparable: the recording cuts this step, work of it has no time or an "
                                       "impossible one, or it is the first step, which holds what happens only once.");
}

} // namespace ws
