#include "core/analysis/compare/differences.h"

#include "core/analysis/compare/apirows.h"
#include "core/analysis/compare/comparability.h"
#include "core/analysis/compare/insiderows.h"
#include "core/analysis/compare/mixedkernels.h"
#include "core/analysis/compare/printedrows.h"
#include "core/analysis/compare/rowpairs.h"
#include "core/analysis/compare/units.h"
#include "core/analysis/gpuscan.h"
#include "core/base/parallel.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ws {
namespace {

constexpr double sameCalls = 0.02, clearRatio = 1.05;
constexpr double clearOfFew = 1.5, clearOfSteps = 1.25; ///< the same with one or two samples; sums of whole steps
constexpr double clearOnCpu = 2;                        ///< of calls on the CPU

double perWindow(int64_t ns, uint64_t windows)
{
    return windows ? double(ns) / double(windows) : 0;
}

/// The durations of a side by row, one after another, and the windows that they lie in.
class RowDurations
{
public:
    RowDurations(size_t rows, bool hasWindows) : m_begin(rows + 1), m_hasWindows(hasWindows) {}

    void count(uint32_t row) { ++m_begin[row + 1]; }
    void allocate()
    {
        for (size_t row = 1; row < m_begin.size(); ++row)
            m_begin[row] += m_begin[row - 1];
        m_next = m_begin;
        m_ns.resize(m_begin.back());
        m_window.resize(m_hasWindows ? m_begin.back() : 0);
    }
    void add(uint32_t row, int64_t ns, uint32_t window)
    {
        if (m_hasWindows)
            m_window[m_next[row]] = window;
        m_ns[m_next[row]++] = ns;
    }
    std::span<int64_t> of(size_t row) { return std::span(m_ns).subspan(m_begin[row], m_begin[row + 1] - m_begin[row]); }

    /// What the row takes in each window that it has work in.
    std::vector<int64_t> sumsOf(size_t row) const
    {
        std::vector<std::pair<uint32_t, int64_t>> calls;
        for (size_t i = m_begin[row]; m_hasWindows && i < m_begin[row + 1]; ++i)
            calls.emplace_back(m_window[i], m_ns[i]);
        if (!std::ranges::is_sorted(calls, {}, &std::pair<uint32_t, int64_t>::first)) // several devices
            std::ranges::sort(calls);
        std::vector<int64_t> sums;
        for (size_t i = 0; i < calls.size(); ++i) {
            if (i && calls[i].first == calls[i - 1].first)
                sums.back() = saturatingAdd(sums.back(), calls[i].second);
            else
                sums.push_back(calls[i].second);
        }
        return sums;
    }

private:
    std::vector<size_t> m_begin, m_next;
    std::vector<int64_t> m_ns;
    bool m_hasWindows;
    std::vector<uint32_t> m_window;
};

/// The time of each call that has several pieces of work, and how many there are. Calls are those of WorkKeys::callOf.
class OwnerCalls
{
public:
    explicit OwnerCalls(const WorkKeys &keys) : m_keys(keys)
    {
        uint32_t count = 0;
        for (const uint32_t call : keys.callOf)
            count = call == WorkKeys::noCall ? count : std::max(count, call + 1);
        m_ns.assign(count, noTime);
        m_rowOf.assign(count, UINT32_MAX);
    }
    /// `isCounted`: within the units, or there are none.
    void add(size_t activity, uint32_t row, int64_t ns, DiffSide &sums, bool isCounted, bool hasUnits)
    {
        const uint32_t call = m_keys.callOf[activity];
        if (call == WorkKeys::noCall) {
            sums.countsCalls = false;
            return;
        }
        const bool isNew = m_rowOf[call] == UINT32_MAX;
        m_rowOf[call] = row;
        sums.count += isNew;
        if (!isCounted)
            return;
        sums.unitCount += hasUnits && m_ns[call] == noTime;
        m_ns[call] = saturatingAdd(std::max<int64_t>(m_ns[call], 0), ns);
    }
    std::vector<std::vector<int64_t>> byRow(size_t rows) const
    {
        std::vector<std::vector<int64_t>> result(rows);
        for (size_t call = 0; call < m_ns.size(); ++call)
            if (m_ns[call] != noTime)
                result[m_rowOf[call]].push_back(m_ns[call]);
        return result;
    }

private:
    static constexpr int64_t noTime = -1;
    const WorkKeys &m_keys;
    std::vector<int64_t> m_ns;
    std::vector<uint32_t> m_rowOf;
};

/// Sets `beside` of kernels that follow each other without a pause in which none runs, by start.
void measureBeside(const GpuWork &gpu, const std::vector<uint32_t> &kernels, std::vector<int64_t> &beside)
{
    if (kernels.size() < 2)
        return;
    std::vector<std::pair<int64_t, int>> edges; // time, kernels that begin there less those that end
    for (const uint32_t i : kernels) {
        edges.emplace_back(gpu.start[i], 1);
        edges.emplace_back(gpu.end(i), -1);
    }
    std::ranges::sort(edges);
    std::vector<int64_t> at, shared; // by edge: its time, and how long two or more have run until then
    int64_t sum = 0;
    int running = 0;
    for (const auto &[time, change] : edges) {
        sum += running >= 2 ? time - at.back() : 0;
        running += change;
        at.push_back(time);
        shared.push_back(sum);
    }
    const auto until = [&](int64_t time) { return shared[size_t(std::ranges::lower_bound(at, time) - at.begin())]; };
    for (const uint32_t i : kernels)
        beside[i] = until(gpu.end(i)) - until(gpu.start[i]);
}

/// By activity: how much of a kernel's time lies beside other kernels of its device. O(n), and n log n of those that
/// run beside others.
std::vector<int64_t> timeBeside(const GpuWork &gpu)
{
    struct Open
    {
        std::vector<uint32_t> kernels; ///< without a pause between them
        int64_t endNs = INT64_MIN;     ///< of the one that ends last
    };
    std::vector<Open> devices(gpu.devices.size());
    std::vector<int64_t> beside(gpu.size());
    for (uint32_t i = 0; i < gpu.size(); ++i) {
        if (gpu.kind[i] != CategoryKind::Kernel || gpu.duration[i] <= 0)
            continue;
        Open &open = devices[gpu.device(i)];
        if (gpu.start[i] >= open.endNs) {
            measureBeside(gpu, open.kernels, beside);
            open.kernels.clear();
        }
        open.kernels.push_back(i);
        open.endNs = std::max(open.endNs, gpu.end(i));
    }
    for (const Open &open : devices)
        measureBeside(gpu, open.kernels, beside);
    return beside;
}

/// Sums and quantiles of one side.
class SideSums
{
public:
    /// `work`: null where it is not asked what the work needs.
    SideSums(const ComparedRun &run, const WorkKeys &keys, const std::vector<uint32_t> &rowOfKey,
             const UnitSamples *unit, DiffWorkSums *work)
        : m_compared(run), m_gpu(run.run().gpu), m_keys(keys), m_rowOfKey(rowOfKey), m_work(work)
    {
        if (unit && !unit->places.empty()) {
            m_window = windowsOfWork(m_gpu, unit->places);
            m_unitsPerWindow = double(unit->count) / double(unit->windows);
        }
    }

    /// False: cancelled.
    bool sum(std::vector<DiffRow> &rows, DiffSide DiffRow::*side, const Progress *progress)
    {
        RowDurations durations(rows.size(), !m_window.empty());
        OwnerCalls owners(m_keys);
        const std::vector<int64_t> beside = timeBeside(m_gpu);
        const bool hasOwners = m_keys.calls == WorkKeys::OfOwners;
        std::vector<std::pair<uint64_t, uint64_t>> work(rows.size()); // pieces, those within the units
        const bool finished = forEachActivity(m_gpu, {}, progress, [&](size_t i, int64_t, int64_t) {
            const uint32_t row = m_rowOfKey[m_keys.of(m_gpu, i)];
            DiffSide &sums = rows[row].*side;
            if (!work[row].first++)
                sums.place = m_gpu.slice[i];
            sums.totalNs = saturatingAdd(sums.totalNs, m_gpu.duration[i]);
            sums.besideNs = saturatingAdd(sums.besideNs, beside[i]);
            if (hasOwners)
                owners.add(i, row, m_gpu.duration[i], sums, isCounted(i), !m_window.empty());
            if (!isCounted(i))
                return;
            durations.count(row);
            if (m_work)
                m_work->place(i, row);
            if (!m_window.empty()) {
                ++work[row].second;
                sums.unitNs = saturatingAdd(sums.unitNs, m_gpu.duration[i]);
            }
        });
        if (!finished)
            return false;
        for (size_t row = 0; row < rows.size(); ++row) {
            DiffSide &sums = rows[row].*side;
            sums.countsCalls = sums.countsCalls && m_keys.calls != WorkKeys::Unknown;
            if (!hasOwners || !sums.countsCalls)
                std::tie(sums.count, sums.unitCount) = work[row];
        }
        std::vector<std::vector<int64_t>> ofOwners = hasOwners ? owners.byRow(rows.size()) : decltype(ofOwners)();
        durations.allocate();
        for (size_t i = 0; i < m_gpu.size(); ++i)
            if (isCounted(i)) {
                const uint32_t row = m_rowOfKey[m_keys.of(m_gpu, i)];
                durations.add(row, m_gpu.duration[i], m_window.empty() ? 0 : m_window[i]);
                if (m_work)
                    m_work->add((rows[row].*side).work, i, m_gpu.duration[i]);
            }
        return parallelFor(
            {0, rows.size()}, 16,
            [&](size_t row) {
                DiffSide &sums = rows[row].*side;
                std::vector<int64_t> inUnits = durations.sumsOf(row);
                const double units = std::ceil(double(inUnits.size()) * m_unitsPerWindow);
                sums.ofUnits = sampleStats(inUnits, m_compared.clockNs, uint64_t(units));
                if (!sums.countsCalls)
                    return;
                const std::span<int64_t> calls = hasOwners ? std::span(ofOwners[row]) : durations.of(row);
                sums.call = sampleStats(calls, m_compared.clockNs);
                for (const int64_t ns : calls)
                    if (ns / 2 > sums.call.medianNs) {
                        ++sums.outliers;
                        sums.outlierNs = saturatingAdd(sums.outlierNs, ns - sums.call.medianNs);
                    }
            },
            progress);
    }

private:
    bool isCounted(size_t i) const { return m_window.empty() || m_window[i] != noStep; }

    const ComparedRun &m_compared;
    const GpuWork &m_gpu;
    const WorkKeys &m_keys;
    const std::vector<uint32_t> &m_rowOfKey;
    DiffWorkSums *m_work;
    std::vector<uint32_t> m_window;
    double m_unitsPerWindow = 1; ///< devices of one job run in step: their windows are one sample
};

/// Steps pair as the unit does; the rests with each other.
RowPairs stepRows(const ComparedRun &runA, const WorkKeys &a, const ComparedRun &runB, const WorkKeys &b,
                  const ComparedUnit &unit)
{
    const auto isCut = [&](const ComparedRun &run, uint32_t step) {
        return unit.kind == ComparedUnit::Step && step < run.cut.size() && run.cut[step];
    };
    RowPairs result;
    result.rowOfA.resize(a.keys.size());
    result.rowOfB.resize(b.keys.size());
    for (const UnitPair &pair : unit.pairs) {
        DiffRow row;
        row.match = pair.a != noStep && pair.b != noStep ? DiffRow::Order : DiffRow::None;
        row.cutA = isCut(runA, pair.a);
        row.cutB = isCut(runB, pair.b);
        if (pair.b != noStep) {
            row.key = b.keys[pair.b].text;
            result.rowOfB[pair.b] = uint32_t(result.rows.size());
        }
        if (pair.a != noStep) {
            const std::string inB = std::exchange(row.key, a.keys[pair.a].text);
            if (pair.b != noStep && inB != row.key)
                row.keyB = inB;
            result.rowOfA[pair.a] = uint32_t(result.rows.size());
        }
        result.rows.push_back(std::move(row));
    }
    DiffRow rest;
    rest.key = a.keys.back().text;
    rest.match = DiffRow::Exact;
    result.rowOfA.back() = result.rowOfB.back() = uint32_t(result.rows.size());
    result.rows.push_back(std::move(rest));
    return result;
}

/// Calls per window of the units; nothing without units.
std::optional<double> callsPerUnit(const DiffSide &side, uint64_t windows)
{
    return windows ? std::optional(double(side.unitCount) / double(windows)) : std::nullopt;
}

/// It runs more or less often in a unit.
bool hasOtherCount(const DiffRow &row, const DiffTable &table)
{
    const auto a = callsPerUnit(row.a, table.windowsA), b = callsPerUnit(row.b, table.windowsB);
    return a && b && std::abs(*a - *b) > sameCalls * std::max(*a, *b);
}

/// With few samples, or sums alone: the slowest of one is faster than the fastest of the other, by 5 %. By a half (sums
/// of whole steps by a quarter) where one of them has one or two: how much such a time differs from call to call is not
/// known. Of calls on the CPU, which wait and load things now and then, twice as long, and none that are few.
bool isClearlyOther(const DiffRow &row, const SampleStats &a, const SampleStats &b, const std::optional<double> &ratio)
{
    const bool isOfCpu =
        row.of == CountedTime::ApiCalls || row.of == CountedTime::OsCalls || row.of == CountedTime::Operators;
    const bool isKnown = a.minNs && b.minNs;
    const uint64_t samples = isKnown ? std::min(a.count, b.count) : std::min(row.a.count, row.b.count);
    if (isOfCpu && samples < fewestSamples)
        return false;
    const double clearOfRow = row.isOfSteps() ? clearOfSteps : clearOfFew;
    const double clear = isOfCpu ? clearOnCpu : samples < 3 ? clearOfRow : clearRatio;
    if (isKnown)
        return double(a.maxNs) * clear < double(b.minNs) || double(b.maxNs) * clear < double(a.minNs);
    return ratio && (*ratio > clear || *ratio * clear < 1);
}

/// Nothing changes beyond the spread between units; with few of them, those of one lie among those of the other. What
/// differs by more is not the same, however large the spread is.
bool isSame(const DiffRow &row)
{
    if (row.a.totalNs == row.b.totalNs && row.a.count == row.b.count)
        return true;
    const SampleStats &a = row.a.ofUnits, &b = row.b.ofUnits;
    if (a.count < 2 || b.count < 2 || a.medianNs <= 0)
        return !row.units.tooFew && !row.units.outsideNoise &&
               std::abs(double(row.deltaNs())) <= (clearRatio - 1) * double(row.a.totalNs); // a step
    const double ratio = double(b.medianNs) / double(a.medianNs);
    const bool isNear = ratio <= clearRatio && ratio * clearRatio >= 1;
    return isNear && (row.units.tooFew ? a.maxNs >= b.minNs && b.maxNs >= a.minNs : !row.units.outsideNoise);
}

/// Other numbers of calls that take another time each, and all together the same or the other way: work is divided
/// otherwise, and the time of a call says nothing of how fast it is.
bool isDividedOtherwise(const DiffRow &row)
{
    const auto ratio = row.ratio();
    if (!ratio || row.a.count == row.b.count || row.a.totalNs <= 0)
        return false;
    const double total = double(row.b.totalNs) / double(row.a.totalNs);
    const bool isNear = total <= clearRatio && total * clearRatio >= 1;
    return isNear || (total > 1) != (*ratio > 1);
}

/// Positive: slower; 0: not beyond the noise. Units decide where there are enough, single calls where they say the
/// same.
double changeOf(const DiffRow &row, bool hasOtherCount)
{
    // The row shows means: where they go the other way than the medians, it is neither.
    const bool hasUnits = row.isOfSteps() || row.unitDeltaNs != 0;
    const auto perA = row.perCallA(), perB = row.perCallB();
    const double mean = row.isOfSteps() ? double(row.deltaNs())
                        : hasUnits      ? row.unitDeltaNs
                        : perA && perB  ? *perB - *perA
                                        : 0;
    const auto agrees = [mean](double ns) { return mean == 0 || (ns > 0) == (mean > 0); };
    if (row.units.outsideNoise && agrees(row.units.deltaNs))
        return row.units.deltaNs;
    if (row.units.tooFew && row.a.ofUnits.count && row.b.ofUnits.count &&
        agrees(double(row.b.ofUnits.medianNs - row.a.ofUnits.medianNs)) &&
        isClearlyOther(row, row.a.ofUnits, row.b.ofUnits, {}))

        return double(row.b.ofUnits.medianNs - row.a.ofUnits.medianNs);
    if (!hasUnits && isDividedOtherwise(row))
        return 0;
    if (row.call.outsideNoise && agrees(row.call.deltaNs))
        return row.call.deltaNs;
    if (row.call.tooFew && row.a.countsCalls && row.b.countsCalls &&
        isClearlyOther(row, row.a.call, row.b.call, row.ratio()))
        return row.ratio().value_or(1) > 1 ? 1 : -1;
    if (!row.inside.empty() && agrees(row.insideCall.deltaNs))
        return row.insideCall.deltaNs;
    return hasOtherCount ? row.unitDeltaNs : 0;
}

/// Whether a change says nothing of how fast the row is, and why. The time of a copy is that of its size, and other
/// numbers of copies are mostly of other sizes; kernels that run beside others are slowed down by them.
DiffRow::Doubt doubtOf(const DiffRow &row, double change, const DiffTable &table)
{
    constexpr double more = 0.2; // of its time
    if (table.scale)
        return DiffRow::OtherWork;
    if (row.doubt == DiffRow::OtherGrids) // threads that bring time speak of more work, others of another division
        return change != 0 && (change > 0) == (row.threads > 1) ? DiffRow::OtherGrids : DiffRow::NoDoubt;
    if (row.doubt != DiffRow::NoDoubt)
        return row.doubt;
    if (isSharedName(row.key) || isSharedName(row.keyB))
        return DiffRow::SharedName;
    const bool hasUnits = table.windowsA && table.windowsB;
    if (row.work == DiffRow::Copy && (hasUnits ? hasOtherCount(row, table) : row.a.count != row.b.count))
        return DiffRow::OtherCopies;
    const auto share = [](const DiffSide &side) {
        return side.totalNs > 0 ? double(side.besideNs) / double(side.totalNs) : 0;
    };
    const double grown = share(row.b) - share(row.a);
    return (change > 0 && grown >= more) || (change < 0 && -grown >= more) ? DiffRow::Neighbours : DiffRow::NoDoubt;
}

/// A pair of steps is noise where its change lies within the spread of the changes of all pairs, whatever their kinds.
void findNoiseOfSteps(DiffTable &table)
{
    const auto isPair = [](const DiffRow &row) {
        return row.match == DiffRow::Order && row.a.exists() && row.b.exists() && !row.cutA && !row.cutB;
    };
    std::vector<int64_t> changes;
    for (const DiffRow &row : table.rows)
        if (isPair(row))
            changes.push_back(row.deltaNs());
    const uint64_t pairs = changes.size();
    if (pairs < fewestSamples)
        return;
    const SampleStats spread = sampleStats(changes);
    const double noise = noiseFactor(pairs, pairs, pairs) * spread.errorNs * std::sqrt(double(pairs));
    for (DiffRow &row : table.rows)
        if (isPair(row)) {
            const auto change = double(row.deltaNs());
            row.units = {change, noise, false, std::abs(change) > noise};
        }
}

void setStatus(DiffRow &row, const DiffTable &table, uint64_t tests)
{
    row.call = difference(row.a.call, row.b.call, tests);
    if (row.isOfSteps()) { // whose calls are the steps
        row.a.ofUnits = row.a.call;
        row.b.ofUnits = row.b.call;
    }
    if (table.by != DiffBy::Step)
        row.units = difference(row.a.ofUnits, row.b.ofUnits, tests);
    if (table.windowsA && table.windowsB)
        row.unitDeltaNs = double(row.b.unitNs) / double(table.windowsB) - double(row.a.unitNs) / double(table.windowsA);
    if (!row.a.exists() || !row.b.exists()) {
        row.status = row.a.exists() ? DiffRow::Removed : row.b.exists() ? DiffRow::Added : DiffRow::Same;
        row.notable = row.status != DiffRow::Same;
        return;
    }
    const bool otherCount = hasOtherCount(row, table);
    double change = changeOf(row, otherCount);
    row.doubt = doubtOf(row, change, table);
    if (row.doubt != DiffRow::NoDoubt || row.mayBeOtherWork())
        change = 0;
    const bool isRenamed = !row.keyB.empty() && row.match != DiffRow::Exact;
    if (change != 0)
        row.status = change > 0 ? DiffRow::Slower : DiffRow::Faster;
    else if (!isSame(row))
        row.status = DiffRow::Unclear;
    else if (isRenamed)
        row.status = DiffRow::Renamed;
    const double longer = perWindow(row.b.outlierNs, table.windowsB) - perWindow(row.a.outlierNs, table.windowsA);
    const bool byOutliers = row.unitDeltaNs != 0 && longer / row.unitDeltaNs > 0.5;
    row.notable = change != 0 || row.call.outsideNoise || otherCount || byOutliers || isRenamed;
}

void add(DiffSide &sum, const DiffSide &side)
{
    sum.count += side.count;
    sum.totalNs = saturatingAdd(sum.totalNs, side.totalNs);
    sum.besideNs = saturatingAdd(sum.besideNs, side.besideNs);
    sum.unitCount += side.unitCount;
    sum.unitNs = saturatingAdd(sum.unitNs, side.unitNs);
}

/// By window, so that work of all devices divided by it is per token on one of them.
uint64_t tokensOf(const UnitSamples &unit, const Steps &steps)
{
    uint64_t sum = 0;
    for (const uint32_t step : unit.steps) {
        const std::optional<int64_t> tokens = steps.steps[step].tokens;
        if (!tokens || *tokens <= 0)
            return 0;
        sum += uint64_t(*tokens);
    }
    return sum;
}

QString countedOf(DiffBy by)
{
    return by == DiffBy::Api ? Core::tr("CPU calls, self time") : Core::tr("GPU work");
}

} // namespace

void finishTable(DiffTable &table)
{
    uint64_t tests = 0;
    for (const DiffRow &row : table.rows)
        tests += (row.a.call.count >= fewestSamples && row.b.call.count >= fewestSamples) ||
                 (row.a.ofUnits.count >= fewestSamples && row.b.ofUnits.count >= fewestSamples);
    if (table.by == DiffBy::Step)
        findNoiseOfSteps(table);
    for (DiffRow &row : table.rows)
        setStatus(row, table, tests);
    const bool perUnit = table.windowsA && table.windowsB;
    const auto weight = [perUnit](const DiffRow &row) {
        return perUnit ? std::abs(row.unitDeltaNs) : std::abs(double(row.deltaNs()));
    };
    std::stable_sort(table.rows.begin(), table.rows.end(), [&](const DiffRow &x, const DiffRow &y) {
        if (x.of != y.of)
            return x.of < y.of;
        return x.notable != y.notable && (perUnit || tests) ? x.notable : weight(x) > weight(y);
    });
    for (const DiffRow &row : table.rows) {
        add(table.a, row.a);
        add(table.b, row.b);
        if (!table.sumOf(row))
            table.sums.push_back({row.of, row.of == CountedTime::Other ? row.part : std::string(), {}, {}});
        DiffTable::Sum &sum = table.sums[size_t(table.sumOf(row) - table.sums.data())];
        add(sum.a, row.a);
        add(sum.b, row.b);
        if (row.a.exists() != row.b.exists())
            add(row.a.exists() ? table.unmatchedA : table.unmatchedB, row.a.exists() ? row.a : row.b);
    }
}

std::optional<DiffTable> differences(const ComparedRun &a, const ComparedRun &b, const Comparison &comparison,
                                     DiffBy by, const Progress *progress, const PairLimits &limits)
{
    DiffTable table;
    table.by = by;
    table.what = countedOf(by);
    if ((!a.hasTimeline() && !b.hasTimeline()) || areMixed(a, b))
        return printedDifferences(a, b, by, comparison.counted);
    if (by == DiffBy::Api)
        return apiDifferences(a, b, progress);
    const ComparedUnit &unit = comparison.unit;
    const auto keysA = workKeys(a, by, unit.stepsA.get(), progress);
    const auto keysB = keysA ? workKeys(b, by, unit.stepsB.get(), progress) : std::nullopt;
    if (!keysB)
        return std::nullopt;
    table.missing = keysA->missing.isEmpty() ? keysB->missing : keysA->missing;
    if (keysA->missing.isEmpty() != keysB->missing.isEmpty())
        table.missing = Core::tr("%1 of the two: %2")
                            .arg(keysA->missing.isEmpty() ? QStringLiteral("B") : QStringLiteral("A"), table.missing);
    if (!table.missing.isEmpty())
        return table;
    RowPairs rows;
    if (by == DiffBy::Step) {
        rows = stepRows(a, *keysA, b, *keysB, unit);
    } else {
        AlignedUnits aligned;
        if (by == DiffBy::Kernel)
            aligned = alignUnits(a, b, unit);
        rows = pairRows(*keysA, *keysB, by, a.run(), b.run(), by == DiffBy::Kernel ? &aligned.pairs : nullptr);
    }
    const bool perUnit = unit.kind != ComparedUnit::None && by != DiffBy::Step;
    table.windowsA = perUnit ? unit.a.windows : 0;
    table.windowsB = perUnit ? unit.b.windows : 0;
    if (perUnit && unit.kind == ComparedUnit::Step) {
        table.tokensA = tokensOf(unit.a, *unit.stepsA);
        table.tokensB = tokensOf(unit.b, *unit.stepsB);
    }
    std::optional<DiffWorkSums> workA, workB;
    if (limits.isAsked()) {
        workA.emplace(*limits.a, *limits.b);
        workB.emplace(*limits.b, *limits.a);
        table.limits = limits;
    }
    if (!SideSums(a, *keysA, rows.rowOfA, perUnit ? &unit.a : nullptr, workA ? &*workA : nullptr)
             .sum(rows.rows, &DiffRow::a, progress) ||
        !SideSums(b, *keysB, rows.rowOfB, perUnit ? &unit.b : nullptr, workB ? &*workB : nullptr)
             .sum(rows.rows, &DiffRow::b, progress))
        return std::nullopt;
    if (by != DiffBy::Step)
        findInside(rows.rows, {a, *keysA, rows.rowOfA, perUnit ? &unit.a : nullptr},
                   {b, *keysB, rows.rowOfB, perUnit ? &unit.b : nullptr}, by == DiffBy::Kernel);
    if (by == DiffBy::Kernel || by == DiffBy::Operator)
        table.scale = findOtherWork(rows.rows, {a, *keysA, rows.rowOfA, perUnit ? &unit.a : nullptr},
                                    {b, *keysB, rows.rowOfB, perUnit ? &unit.b : nullptr}, by == DiffBy::Kernel);
    if (by == DiffBy::Kernel)
        findOtherCopies(rows.rows, {a, *keysA, rows.rowOfA, perUnit ? &unit.a : nullptr},
                        {b, *keysB, rows.rowOfB, perUnit ? &unit.b : nullptr});
    if (by != DiffBy::Kernel)
        table.scale = comparison.scale;
    if (by == DiffBy::Kernel && perUnit)
        findShapeMix(rows.rows, {a, *keysA, rows.rowOfA, &unit.a}, {b, *keysB, rows.rowOfB, &unit.b});
    const auto isOpen = [](const DiffRow &row) {
        return row.work == DiffRow::Communication && row.doubt == DiffRow::NoDoubt;
    };
    if (std::ranges::any_of(rows.rows, isOpen) && areTwoRanks(a, b)) // which looks for files beside these
        for (DiffRow &row : rows.rows)
            if (isOpen(row))
                row.doubt = DiffRow::OtherRank;
    table.rows = std::move(rows.rows);
    finishTable(table);
    if (limits.isAsked())
        for (DiffRow &row : table.rows)
            row.change = workChange(row, table);
    return table;
}

} // namespace ws
