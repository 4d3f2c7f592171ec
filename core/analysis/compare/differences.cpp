#include "core/analysis/compare/differences.h"

#include "core/analysis/compare/apirows.h"
#include "core/analysis/compare/insiderows.h"
#include "core/analysis/compare/printedrows.h"
#include "core/analysis/compare/rowpairs.h"
#include "core/analysis/compare/units.h"
#include "core/analysis/gpuscan.h"
#include "core/base/parallel.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr double sameCalls = 0.02, clearRatio = 1.05;

double perWindow(int64_t ns, uint64_t windows)
{
    return windows ? double(ns) / double(windows) : 0;
}

/// The durations of a side by row, one after another.
class RowDurations
{
public:
    RowDurations(size_t rows) : m_begin(rows + 1) {}

    void count(uint32_t row) { ++m_begin[row + 1]; }
    void allocate()
    {
        for (size_t row = 1; row < m_begin.size(); ++row)
            m_begin[row] += m_begin[row - 1];
        m_next = m_begin;
        m_ns.resize(m_begin.back());
    }
    void add(uint32_t row, int64_t ns) { m_ns[m_next[row]++] = ns; }
    std::span<int64_t> of(size_t row) { return std::span(m_ns).subspan(m_begin[row], m_begin[row + 1] - m_begin[row]); }

private:
    std::vector<size_t> m_begin, m_next;
    std::vector<int64_t> m_ns;
};

/// Sums and quantiles of one side.
class SideSums
{
public:
    SideSums(const ComparedRun &run, const WorkKeys &keys, const std::vector<uint32_t> &rowOfKey,
             const UnitSamples *unit)
        : m_compared(run), m_gpu(run.run().gpu), m_keys(keys), m_rowOfKey(rowOfKey)
    {
        if (unit && !unit->places.empty())
            m_window = windowsOfWork(m_gpu, unit->places);
    }

    /// False: cancelled.
    bool sum(std::vector<DiffRow> &rows, DiffSide DiffRow::*side, const Progress *progress)
    {
        RowDurations durations(rows.size());
        const bool finished = forEachActivity(m_gpu, {}, progress, [&](size_t i, int64_t, int64_t) {
            const uint32_t row = m_rowOfKey[m_keys.of(m_gpu, i)];
            DiffSide &sums = rows[row].*side;
            if (!sums.count++)
                sums.place = m_gpu.slice[i];
            sums.totalNs = saturatingAdd(sums.totalNs, m_gpu.duration[i]);
            if (!isCounted(i))
                return;
            durations.count(row);
            if (!m_window.empty()) {
                ++sums.unitCount;
                sums.unitNs = saturatingAdd(sums.unitNs, m_gpu.duration[i]);
            }
        });
        if (!finished)
            return false;
        durations.allocate();
        for (size_t i = 0; i < m_gpu.size(); ++i)
            if (isCounted(i))
                durations.add(m_rowOfKey[m_keys.of(m_gpu, i)], m_gpu.duration[i]);
        return parallelFor(
            {0, rows.size()}, 16,
            [&](size_t row) {
                DiffSide &sums = rows[row].*side;
                sums.call = sampleStats(durations.of(row), m_compared.clockNs);
                for (const int64_t ns : durations.of(row))
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
    std::vector<uint32_t> m_window;
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

/// With few samples, or sums alone: the slowest call of one is faster than the fastest of the other, by 5 %.
bool isClearlyOther(const DiffRow &row)
{
    const SampleStats &a = row.a.call, &b = row.b.call;
    if (a.minNs && b.minNs)
        return double(a.maxNs) * clearRatio < double(b.minNs) || double(b.maxNs) * clearRatio < double(a.minNs);
    const auto ratio = row.ratio();
    return ratio && (*ratio > clearRatio || *ratio * clearRatio < 1);
}

void setStatus(DiffRow &row, const DiffTable &table, uint64_t tests)
{
    row.call = difference(row.a.call, row.b.call, tests);
    if (table.windowsA && table.windowsB)
        row.unitDeltaNs = double(row.b.unitNs) / double(table.windowsB) - double(row.a.unitNs) / double(table.windowsA);
    if (!row.a.exists() || !row.b.exists()) {
        row.status = row.a.exists() ? DiffRow::Removed : row.b.exists() ? DiffRow::Added : DiffRow::Same;
        row.notable = row.status != DiffRow::Same;
        return;
    }
    const bool otherCount = hasOtherCount(row, table);
    const bool few = row.call.tooFew && isClearlyOther(row);
    // The row shows means: where they go the other way than the medians, it is neither.
    const bool isSplit = row.isOfSteps() && row.call.outsideNoise && (row.call.deltaNs > 0) != (row.deltaNs() > 0);
    if ((row.call.outsideNoise && !isSplit) || few)
        row.status = (few ? row.ratio().value_or(1) > 1 : row.call.deltaNs > 0) ? DiffRow::Slower : DiffRow::Faster;
    else if (!row.inside.empty())
        row.status = row.insideCall.deltaNs > 0 ? DiffRow::Slower : DiffRow::Faster;
    else if (otherCount)
        row.status = row.unitDeltaNs > 0 ? DiffRow::Slower : DiffRow::Faster;
    else if (!row.keyB.empty() && row.match != DiffRow::Exact)
        row.status = DiffRow::Renamed;
    const double longer = perWindow(row.b.outlierNs, table.windowsB) - perWindow(row.a.outlierNs, table.windowsA);
    const bool byOutliers = row.unitDeltaNs != 0 && longer / row.unitDeltaNs > 0.5;
    row.notable = row.call.outsideNoise || !row.inside.empty() || few || otherCount || byOutliers ||
                  row.status == DiffRow::Renamed;
}

void add(DiffSide &sum, const DiffSide &side)
{
    sum.count += side.count;
    sum.totalNs = saturatingAdd(sum.totalNs, side.totalNs);
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
        tests += row.a.call.count >= fewestSamples && row.b.call.count >= fewestSamples;
    for (DiffRow &row : table.rows)
        setStatus(row, table, tests);
    const bool perUnit = table.windowsA && table.windowsB;
    const auto weight = [perUnit](const DiffRow &row) {
        return perUnit ? std::abs(row.unitDeltaNs) : std::abs(double(row.deltaNs()));
    };
    std::stable_sort(table.rows.begin(), table.rows.end(), [&](const DiffRow &x, const DiffRow &y) {
        return x.notable != y.notable && (perUnit || tests) ? x.notable : weight(x) > weight(y);
    });
    for (const DiffRow &row : table.rows) {
        add(table.a, row.a);
        add(table.b, row.b);
        if (row.a.exists() != row.b.exists())
            add(row.a.exists() ? table.unmatchedA : table.unmatchedB, row.a.exists() ? row.a : row.b);
    }
}

std::optional<DiffTable> differences(const ComparedRun &a, const ComparedRun &b, const Comparison &comparison,
                                     DiffBy by, const Progress *progress)
{
    DiffTable table;
    table.by = by;
    table.what = countedOf(by);
    if (!a.hasTimeline() && !b.hasTimeline())
        return printedDifferences(a, b, by);
    if (by == DiffBy::Api)
        return apiDifferences(a, b, progress);
    const ComparedUnit &unit = comparison.unit;
    const auto keysA = workKeys(a, by, unit.stepsA.get(), progress);
    const auto keysB = keysA ? workKeys(b, by, unit.stepsB.get(), progress) : std::nullopt;
    if (!keysB)
        return std::nullopt;
    table.missing = keysA->missing.isEmpty() ? keysB->missing : keysA->missing;
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
    if (!SideSums(a, *keysA, rows.rowOfA, perUnit ? &unit.a : nullptr).sum(rows.rows, &DiffRow::a, progress) ||
        !SideSums(b, *keysB, rows.rowOfB, perUnit ? &unit.b : nullptr).sum(rows.rows, &DiffRow::b, progress))
        return std::nullopt;
    if (by != DiffBy::Step)
        findInside(rows.rows, {a, *keysA, rows.rowOfA, perUnit ? &unit.a : nullptr},
                   {b, *keysB, rows.rowOfB, perUnit ? &unit.b : nullptr}, by == DiffBy::Kernel);
    if (by == DiffBy::Kernel && perUnit)
        findShapeMix(rows.rows, {a, *keysA, rows.rowOfA, &unit.a}, {b, *keysB, rows.rowOfB, &unit.b});
    table.rows = std::move(rows.rows);
    finishTable(table);
    return table;
}

} // namespace ws
