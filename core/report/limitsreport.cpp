#include "core/report/limitsreport.h"

#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/operatorranges.h"
#include "core/report/devicenames.h"
#include "core/report/tablewriters.h"

#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

class LimitsReport
{
    Q_DECLARE_TR_FUNCTIONS(LimitsReport)
public:
    static std::vector<RowColumn<LimitRow>> columns(const std::shared_ptr<const Run> &run, int64_t ofNs);
    static std::vector<ReportColumn> reached();
    static QString noteOf(const LimitRow &row);
    static QString basisOf(const LimitRow &row);
    static QString furtherSentence(const Limits &limits);
    static QString whyNot(NoAttention why);
    static QStringList withheldGraphs(const GraphCoverage &graphs);
    static QString sumSentence(const Limits &limits);
    static QString coveredSentence(const Limits &limits, const Run &run);
    static QString sourceOf(const PeakChoice &device);
    static QString deviceSentence(const PeakChoice &device);
    static QString stepSentence(const Limits &limits);
    static QStringList rowSentences(const Limits &limits);
    static QStringList withheld(const Limits &limits);
};

ReportCell boundCell(BoundBy by)
{
    return by == BoundBy::Compute ? ReportCell(std::string_view("compute")) : ReportCell(std::string_view("memory"));
}

std::vector<ReportColumn> LimitsReport::reached()
{
    const QString of = tr("Of the calls in the Limits tab");
    std::vector<ReportColumn> columns{
        {"tflops", tr("TFLOP/s"), CellKind::Number, tr("%1: FLOP by GPU time").arg(of), true},
        {"gbs", tr("GB/s"), CellKind::Number, tr("%1: bytes by GPU time").arg(of), true},
        {"of_limit", tr("Of limit"), CellKind::Share, tr("%1: time at the device's limit, of the GPU time").arg(of),
         true},
        {"bound_by", tr("Bound by"), CellKind::Text, tr("%1: what takes most of the time at the limit").arg(of), true}};
    columns[0].decimals = columns[1].decimals = 1; // as in the Limits tab
    return columns;
}

/// Largest caches of devices hold 256 MB.
bool mayBeCached(const LimitRow &row)
{
    constexpr int64_t largest = 256'000'000;
    return row.limit && row.limit->by == BoundBy::Memory && row.work.bytes <= largest;
}

QString LimitsReport::basisOf(const LimitRow &row)
{
    const bool isFasterThanPossible = row.share().value_or(0) > cachedShare;
    if (row.basis == LimitBasis::StepLengths)
        return isFasterThanPossible
                   ? tr("at most, by the lengths in the step's name; more than the device can do: caches, "
                        "or prefixes that requests share")
                   : tr("at most, by the lengths in the step's name");
    return isFasterThanPossible
               ? tr("at most, by the lengths in the step's name, without a sliding window; more than the "
                    "device can do: caches, a window, or prefixes that requests share")
               : tr("at most, by the lengths in the step's name, without a sliding window");
}

QString LimitsReport::noteOf(const LimitRow &row)
{
    const auto share = row.share();
    if (row.gpuNs == 0)
        return tr("0 ns in the file");
    if (row.basis != LimitBasis::Shapes)
        return basisOf(row);
    if (share && *share > impossibleShare)
        return mayBeCached(row) ? tr("cache, or device, clock, shapes or times are not what they seem")
                                : tr("device, clock, shapes or times are not what they seem");
    if (share && *share > cachedShare)
        return mayBeCached(row) ? tr("cache") : tr("clock above the device’s usual one, or another peak");
    return {};
}

ReportCell cellOf(const QString &text)
{
    return text.isEmpty() ? ReportCell() : ReportCell(text);
}

QString peakText(const LimitRow &row)
{
    if (!row.limit || !isMatrixWork(row.work.kind))
        return {};
    return (row.limit->isPeakAtMost ? QStringLiteral("≤ ") : QString()) + toText(nameOf(row.limit->peak));
}

std::vector<RowColumn<LimitRow>> LimitsReport::columns(const std::shared_ptr<const Run> &run, int64_t ofNs)
{
    const auto ofWork = [ofNs](const LimitRow &row) {
        return ofNs ? static_cast<double>(row.gpuNs) / static_cast<double>(ofNs) : 0.0;
    };
    const auto rate = [](double perNs, const LimitRow &row, double scale) {
        return row.gpuNs ? ReportCell(perNs * scale) : ReportCell();
    };
    return {
        {{"operator", tr("Operator"), CellKind::Name}, [run](const LimitRow &row) { return row.nameIn(*run); }},
        {{"shape", tr("Input shapes"), CellKind::Name, tr("The tensors among the arguments")},
         [](const LimitRow &row) { return std::string_view(row.shape); }},
        {{"class", tr("Class")}, [](const LimitRow &row) { return nameOf(row.work.kind); }},
        {{"calls", tr("Calls"), CellKind::Count, tr("Calls with GPU work of their own"), false, true},
         [](const LimitRow &row) { return countCell(row.calls); }},
        {{"gpu_ns", tr("GPU time"), CellKind::Time, tr("Kernels, sets and copies within the device"), false, true},
         [](const LimitRow &row) { return row.gpuNs; }},
        {{"of_gpu_work", tr("Of GPU work"), CellKind::Share,
          tr("GPU time, of that of all kernels, sets and copies within the device"), false, true},
         ofWork},
        {{"of_limit", tr("Of limit"), CellKind::Share, tr("Time at the limit, of the GPU time")},
         [](const LimitRow &row) { return row.share() ? ReportCell(*row.share()) : ReportCell(); }},
        {{"bound_by", tr("Bound by"), CellKind::Text,
          tr("What takes longer at the limit. “launch”: the device waited longer for the launches of this work than it "
             "worked on it.")},
         [](const LimitRow &row) {
             if (row.isBoundByLaunch())
                 return ReportCell(std::string_view("launch"));
             return row.limit ? boundCell(row.limit->by) : ReportCell();
         }},
        {{"tflops", tr("TFLOP/s"), CellKind::Number, tr("Reached: FLOP by GPU time")},
         [rate](const LimitRow &row) { return rate(row.flopPerNs(), row, 1e-3); }},
        {{"gbs", tr("GB/s"), CellKind::Number, tr("Reached: bytes by GPU time")},
         [rate](const LimitRow &row) { return rate(row.bytesPerNs(), row, 1); }},
        {{"limit_ns", tr("At the limit"), CellKind::Time,
          tr("GPU time if FLOP or bytes, whichever takes longer, ran at the device's peak"), false, true},
         [](const LimitRow &row) { return row.limit ? ReportCell(std::llround(row.limitNs())) : ReportCell(); }},
        {{"flop", tr("FLOP"), CellKind::Count, tr("Of one call, by the definition of the operation")},
         [](const LimitRow &row) { return row.work.flop; }},
        {{"bytes", tr("Bytes"), CellKind::Bytes,
          tr("Of one call: every element that is read and every one of the result, once")},
         [](const LimitRow &row) { return row.work.bytes; }},
        {{"late_ns", tr("Launched late"), CellKind::Time,
          tr("Idle time of the device that such work ended, and that lasted because it was launched only then"), true,
          true},
         [](const LimitRow &row) { return row.lateNs ? ReportCell(row.lateNs) : ReportCell(); }},
        {{"peak", tr("Peak"), CellKind::Text, tr("The arithmetic that a product of matrices is held against"), true},
         [](const LimitRow &row) { return cellOf(peakText(row)); }},
        {{"note", tr("Note"), CellKind::Text, {}, true}, [](const LimitRow &row) { return cellOf(noteOf(row)); }},
    };
}

QString LimitsReport::coveredSentence(const Limits &limits, const Run &run)
{
    const LimitSum &sum = limits.sum;
    if (sum.ofNs == 0)
        return tr("The file has no kernels, sets or copies within the device.");
    QString text = tr("Covered: %1 of %2 (%3).")
                       .arg(formatDuration(sum.coveredNs), formatDuration(sum.ofNs),
                            formatPercent(double(sum.coveredNs) / double(sum.ofNs)));
    if (!limits.hasInputs && limits.rows.empty() && operatorRanges(run) == OperatorRanges::Shapes)
        return text + QLatin1Char(' ') + shapesWithoutTypes();
    const bool hasShapesOfTasks = std::ranges::any_of(run.tables, [](const Table &table) {
        return table.kind == "ascend" && table.columnIndex("Input Shapes") >= 0;
    });
    if (!limits.hasInputs && limits.rows.empty() && hasShapesOfTasks)
        return text + QLatin1Char(' ') +
               tr("The shapes in the table (Input Shapes) are not read here: what its operators calculate and move is "
                  "not "
                  "known.");
    if (!limits.hasInputs && limits.rows.empty())
        return text + QLatin1Char(' ') +
               (isOfTorch(run)
                    ? tr("The file has no inputs of operators whose work is known (record_shapes=True writes them).")
                    : tr("The file has no inputs of operators whose work is known."));
    QStringList largest;
    for (const UncoveredWork &work : limits.uncovered)
        if (!work.isCollective && largest.size() < 3)
            largest << tr("%1 %2").arg(work.op                     ? toText(run.text(work.op))
                                       : !work.printedName.empty() ? toText(work.printedName)
                                                                   : tr("no operator known"),
                                       formatDuration(work.ns));
    if (!largest.isEmpty())
        text += QLatin1Char(' ') + tr("Not covered: %1.").arg(largest.join(QStringLiteral(", ")));
    if (sum.collectiveNs)
        text +=
            QLatin1Char(' ') + tr("Communication, which has other limits: %1.").arg(formatDuration(sum.collectiveNs));
    return text;
}

/// Rows that are in no sum, and whence the shapes of graphs' work are.
QString LimitsReport::furtherSentence(const Limits &limits)
{
    QStringList sentences;
    if (limits.graphs && limits.graphs->capturedNs)
        sentences << tr("%1 of the covered time are of graphs, with the shapes of their capture.")
                         .arg(formatDuration(limits.graphs->capturedNs));
    if (limits.byStepNs)
        sentences
            << tr("Attention whose lengths the step's name states is in its rows alone, not in the sums: %1 (%2).")
                   .arg(formatDuration(limits.byStepNs),
                        formatPercent(double(limits.byStepNs) / double(limits.sum.ofNs)));
    return sentences.join(QLatin1Char(' '));
}

QString LimitsReport::whyNot(NoAttention why)
{
    switch (why) {
    case NoAttention::NoLengths:
        return tr("no step around it has a name with the lengths of its sequences");
    case NoAttention::Heads:
        return tr("its shapes do not tell heads and their size");
    case NoAttention::CacheType:
        return tr("the type of the cache of keys and values is not known");
    case NoAttention::OtherTokens:
        return tr("its shapes have other tokens than the step");
    case NoAttention::Speculative:
        return tr("tokens are proposed or verified, with another mask");
    case NoAttention::Window:
        return tr("its arguments name a window, or a mask that is not causal");
    case NoAttention::LayersDiffer:
        return tr("equal calls of one step take unlike times, so some layers may have a sliding window");
    }
    return {};
}

QStringList LimitsReport::withheldGraphs(const GraphCoverage &graphs)
{
    QStringList reasons;
    if (graphs.ambiguousNs)
        reasons << tr("No rows for %1 of graphs: places of the capture with unlike shapes fit.")
                       .arg(formatDuration(graphs.ambiguousNs));
    if (graphs.unmatchedNs)
        reasons << tr("No rows for %1 of graphs: they are not in the capture.").arg(formatDuration(graphs.unmatchedNs));
    if (graphs.otherSizeNs)
        reasons << tr("No rows for %1 of graphs: what fits was captured for fewer tokens than the step has.")
                       .arg(formatDuration(graphs.otherSizeNs));
    if (graphs.withoutNumbersNs)
        reasons << tr("No rows for %1 of graphs: the captured operators have no numbers.")
                       .arg(formatDuration(graphs.withoutNumbersNs));
    return reasons;
}

QString LimitsReport::sumSentence(const Limits &limits)
{
    const LimitSum &sum = limits.sum;
    if (sum.limitedNs == 0)
        return {};
    const QString atLimit = formatDuration(std::llround(sum.limitNs)), now = formatDuration(sum.limitedNs);
    const QString share = formatPercent(sum.limitNs / double(sum.limitedNs));
    if (sum.isOfWhole())
        return tr("At the limit these operators, one after another, would take %1 instead of %2 (%3); fused ones could "
                  "take less.")
            .arg(atLimit, now, share);
    return tr("The covered %1 would take %2 at the limit instead of %3 (%4).")
        .arg(formatPercent(double(sum.coveredNs) / double(sum.ofNs)), atLimit, now, share);
}

/// Of a data sheet that counts sparse matrices its numbers are halved.
QString LimitsReport::sourceOf(const PeakChoice &device)
{
    return toText(device.source)
        .replace(QStringLiteral(" data sheet"), tr(" data sheet"))
        .replace(QStringLiteral(", halved"), tr(", halved"));
}

QString LimitsReport::deviceSentence(const PeakChoice &device)
{
    if (!device.peaks)
        return {};
    const QString name = device.device.empty() ? tr("the device") : toText(device.device);
    if (device.isByUser)
        return tr("Limits of %1: as given, else %2; dense.")
            .arg(name, device.source.empty() ? tr("not known") : sourceOf(device));
    return tr("Limits of %1: %2; dense, at boost clocks.").arg(name, sourceOf(device));
}

QString LimitsReport::stepSentence(const Limits &limits)
{
    std::vector<double> mfus, mbus;
    bool isAtLeast = false;
    for (const StepLimit &step : limits.steps)
        if (step.mfu) {
            mfus.push_back(*step.mfu);
            mbus.push_back(*step.mbu);
            isAtLeast |= step.isAtLeast;
        }
    if (mfus.empty())
        return {};
    const auto median = [](std::vector<double> &values) {
        std::ranges::sort(values);
        return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
    };
    const QString mfu = formatPercent(median(mfus)), mbu = formatPercent(median(mbus));
    QString text = isAtLeast
                       ? tr("Over its wall time a step uses at least %1 of the device's FLOP/s (MFU) and at least %2 "
                            "of its bandwidth (MBU), at the median; steps: %3.")
                       : tr("Over its wall time a step uses %1 of the device's FLOP/s (MFU) and %2 of its bandwidth "
                            "(MBU), at the median; steps: %3.");
    text = text.arg(mfu, mbu, formatCount(static_cast<int64_t>(mfus.size())));
    if (limits.hasRecomputation)
        text += QLatin1Char(' ') + tr("Forward passes are computed again within backward passes: these FLOP are those "
                                      "of the hardware (HFU).");
    return text;
}

QStringList LimitsReport::rowSentences(const Limits &limits)
{
    bool isCached = false, isImpossible = false, isAtMost = false;
    for (const LimitRow &row : limits.rows) {
        if (row.basis != LimitBasis::Shapes)
            continue;
        const double share = row.share().value_or(0);
        isImpossible |= share > impossibleShare;
        isCached |= share > cachedShare && share <= impossibleShare;
        isAtMost |= row.limit && row.limit->isAtLeast();
    }
    QStringList sentences;
    if (isCached)
        sentences << tr("Cache: above 100 % the inputs were still in a cache of the device.");
    if (isImpossible)
        sentences << tr("Above 120 % either a cache had the inputs, or the device, its clock, the shapes or the times "
                        "(cut off to whole microseconds, for example) are not what they seem: do not conclude from "
                        "these rows.");
    if (isAtMost)
        sentences << tr("*: the kernels' names do not say whether fp32 or TF32 computes; the share is of the faster "
                        "one, and so at least this.");
    return sentences;
}

QStringList LimitsReport::withheld(const Limits &limits)
{
    QStringList reasons;
    const LimitSum &sum = limits.sum;
    if (limits.graphs)
        reasons << withheldGraphs(*limits.graphs);
    for (const auto &[why, ns] : limits.withheldAttention)
        if (ns)
            reasons << tr("No rows for %1 of attention: %2.").arg(formatDuration(ns), whyNot(why));
    if (limits.rows.empty())
        return reasons;
    if (!limits.device.peaks) {
        reasons << tr("No shares and no sums: %1. The limits of a device can be given.").arg(limits.device.why);
        return reasons;
    }
    if (limits.device.peaks->bandwidth <= 0)
        reasons << tr("No shares: the bandwidth of the device is not known; it can be given.");
    else if (std::ranges::any_of(limits.rows, [](const LimitRow &row) { return !row.limit && row.gpuNs > 0; }))
        reasons << tr("Rows without a share: the device's limit for their type is not known.");
    if (sum.limitedNs && !sum.isOfWhole())
        reasons << (limits.isOfPart
                        ? tr("There is no such sum of all this work: %1 of it, without communication, is not covered.")
                        : tr("There is no such sum of the whole run: %1 of its GPU work, without communication, is not "
                             "covered."))
                       .arg(formatPercent(sum.uncoveredShare()));
    if (limits.isOfPart)
        return reasons;
    if (sum.limitedNs && limits.steps.empty())
        reasons << tr("No MFU: the file has no steps.");
    else if (sum.limitedNs && std::ranges::none_of(limits.steps, [](const StepLimit &step) { return bool(step.mfu); }))
        reasons << tr("No MFU: of no step half of the GPU work that is no communication is covered.");
    return reasons;
}

template <class T> Json valueOrNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json peaksJson(const PeakChoice &device)
{
    Json json = {{"name", device.device.empty() ? Json(nullptr) : Json(device.device)}};
    json["source"] = device.source.empty() ? Json(nullptr) : Json(device.source);
    json["byUser"] = device.isByUser;
    Json peaks = Json::object();
    if (device.peaks) {
        for (size_t type = 0; type < peakTypes; ++type)
            if (device.peaks->tflops[type] > 0)
                peaks[std::string(nameOf(PeakType(type)))] = device.peaks->tflops[type];
        json["peaks"] = std::move(peaks);
        json["bandwidth"] = device.peaks->bandwidth > 0 ? Json(device.peaks->bandwidth) : Json(nullptr);
    } else {
        json["peaks"] = nullptr;
        json["bandwidth"] = nullptr;
    }
    return json;
}

Json graphsJson(const std::optional<GraphCoverage> &graphs)
{
    if (!graphs)
        return nullptr;
    return {{"gpuNs", graphs->graphNs},           {"capturedNs", graphs->capturedNs},
            {"ambiguousNs", graphs->ambiguousNs}, {"unmatchedNs", graphs->unmatchedNs},
            {"otherSizeNs", graphs->otherSizeNs}, {"withoutNumbersNs", graphs->withoutNumbersNs}};
}

Json sumJson(const LimitSum &sum)
{
    if (sum.limitedNs == 0)
        return nullptr;
    return {{"of", sum.isOfWhole() ? "run" : "covered"},
            {"limitNs", std::llround(sum.limitNs)},
            {"gpuNs", sum.limitedNs},
            {"ofLimit", sum.limitNs / double(sum.limitedNs)}};
}

Json stepsJson(const Run &run, const Limits &limits, const Steps &steps)
{
    Json list = Json::array();
    for (const StepLimit &limit : limits.steps) {
        const LimitSum &sum = limit.sum;
        list.push_back({{"name", toText(run.text(steps.steps[limit.step].name)).toStdString()},
                        {"wallNs", limit.wallNs},
                        {"coveredNs", sum.coveredNs},
                        {"ofNs", sum.ofNs},
                        {"collectiveNs", sum.collectiveNs},
                        {"limitNs", sum.limitedNs ? Json(std::llround(sum.limitNs)) : Json(nullptr)},
                        {"gpuNs", sum.limitedNs},
                        {"isOfWhole", sum.isOfWhole()},
                        {"mfu", valueOrNull(limit.mfu)},
                        {"mbu", valueOrNull(limit.mbu)},
                        {"atLeast", limit.isAtLeast}});
    }
    return list;
}

} // namespace

QString shapesWithoutTypes()
{
    return LimitsReport::tr("Shapes of operators stand in the names of its NVTX ranges (emit_nvtx), without the types "
                            "of their elements: what they need is not known. A trace of torch.profiler with "
                            "record_shapes=True has both.");
}

std::vector<ReportColumn> limitColumns()
{
    return LimitsReport::reached();
}

ReportCell limitCell(const NamedLimit *limit, size_t column)
{
    if (!limit || limit->gpuNs <= 0)
        return {};
    const auto share = limit->share();
    switch (column) {
    case 0:
        return limit->flop / double(limit->gpuNs) * 1e-3;
    case 1:
        return limit->bytes / double(limit->gpuNs);
    case 2:
        return share ? ReportCell(*share) : ReportCell();
    default:
        return share ? boundCell(limit->by()) : ReportCell();
    }
}

QStringList withheldLimits(const Limits &limits)
{
    return LimitsReport::withheld(limits);
}

ReportTable limitsReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Limits> &limits)
{
    ReportTable table{QStringLiteral("limits"), LimitsReport::tr("Limits"), run};
    table.keys = 2;
    std::shared_ptr<const std::vector<LimitRow>> rows;
    if (limits)
        rows = {limits, &limits->rows};
    setRows(table, LimitsReport::columns(run, limits ? limits->sum.ofNs : 0), rows);
    setDecimals(table, {"tflops", "gbs"}, 1);
    if (limits && limits->byStepNs) // such a share is not to be read without its note
        std::ranges::find(table.columns, "note", &ReportColumn::id)->optional = false;
    if (!limits)
        return table;
    table.isMarked = [limits](size_t row, const ReportColumn &column) {
        const auto &limit = limits->rows[row].limit;
        return column.id == "of_limit" && limit && limit->isAtLeast();
    };
    for (const QString &sentence :
         {LimitsReport::sumSentence(*limits), LimitsReport::stepSentence(*limits),
          LimitsReport::coveredSentence(*limits, *run), LimitsReport::furtherSentence(*limits),
          LimitsReport::deviceSentence(limits->device)})
        if (!sentence.isEmpty())
            table.notes << sentence;
    table.notes << LimitsReport::rowSentences(*limits) << LimitsReport::withheld(*limits);
    nameDevice(table);
    chooseUnits(table);
    shareLargestUnit(table, {"gpu_ns", "limit_ns"});
    return table;
}

nlohmann::ordered_json limitsJson(const Run &run, const ReportTable &table, const Limits &limits, const Steps *steps)
{
    Json json = {{"schema", 1}, {"rows", Json::array()}, {"byStepName", Json::array()}};
    Json rows = tableRowsJson(table);
    for (size_t k = 0; k < rows.size(); ++k)
        json[limits.rows[k].basis == LimitBasis::Shapes ? "rows" : "byStepName"].push_back(std::move(rows[k]));
    const LimitSum &sum = limits.sum;
    json["covered"] = {{"gpuNs", sum.coveredNs}, {"ofNs", sum.ofNs}, {"collectiveNs", sum.collectiveNs}};
    json["graphs"] = graphsJson(limits.graphs);
    json["device"] = peaksJson(limits.device);
    json["sum"] = sumJson(sum);
    json["steps"] = steps ? stepsJson(run, limits, *steps) : Json::array();
    json["recomputation"] = limits.hasRecomputation;
    Json uncovered = Json::array();
    for (const UncoveredWork &work : limits.uncovered)
        uncovered.push_back({{"operator", work.op                    ? Json(toText(run.text(work.op)).toStdString())
                                          : work.printedName.empty() ? Json(nullptr)
                                                                     : Json(work.printedName)},
                             {"gpuNs", work.ns},
                             {"communication", work.isCollective}});
    json["notCovered"] = std::move(uncovered);
    Json reasons = Json::array();
    for (const QString &reason : LimitsReport::withheld(limits))
        reasons.push_back(reason.toStdString());
    json["withheld"] = std::move(reasons);
    return json;
}

} // namespace ws
