#include "core/analysis/compare/explain.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

using Part = Explanation::Part;

WallBudget minus(const WallBudget &b, const WallBudget &a)
{
    WallBudget delta = b;
    delta.wallNs -= a.wallNs;
    delta.computeNs -= a.computeNs;
    delta.exposedCommNs -= a.exposedCommNs;
    delta.exposedCopyNs -= a.exposedCopyNs;
    for (size_t c = 0; c < gapCauseCount; ++c)
        delta.idle[c] -= a.idle[c];
    return delta;
}

/// Sums over the devices: of the whole recording, and of all windows of the units.
struct Sums
{
    WallBudget whole, units;
};

/// Nothing when cancelled. One pass over the work for both.
std::optional<Sums> summed(const ComparedRun &run, const UnitSamples &unit, const Progress *progress)
{
    std::vector<DeviceWindow> windows = unit.places;
    const auto spans = deviceSpans(run.run().gpu);
    for (size_t device = 0; device < spans.size(); ++device)
        if (spans[device])
            windows.push_back({uint16_t(device), *spans[device]});
    const auto budgets = wallBudgets(run.run(), *run.gaps, run.communication, windows, progress);
    if (!budgets)
        return {};
    Sums sums;
    for (size_t k = 0; k < budgets->size(); ++k)
        (k < unit.places.size() ? sums.units : sums.whole) += (*budgets)[k];
    return sums;
}

/// The change of the kernels' time, by what changed; half of what both changed together goes to each, so that
/// exchanging A and B negates everything.
std::vector<Part> computeParts(const DiffTable &kernels, int64_t deltaNs)
{
    double ns[6] = {};
    for (const DiffRow &row : kernels.rows) {
        if (row.work != DiffRow::Computation)
            continue;
        if (!row.a.unitCount || !row.b.unitCount) {
            ns[row.a.unitCount ? Part::Removed : Part::Added] += row.unitDeltaNs;
            continue;
        }
        const double countA = double(row.a.unitCount) / double(kernels.windowsA),
                     countB = double(row.b.unitCount) / double(kernels.windowsB);
        const double meanA = double(row.a.unitNs) / double(row.a.unitCount),
                     meanB = double(row.b.unitNs) / double(row.b.unitCount);
        ns[Part::Count] += (countB - countA) * (meanA + meanB) / 2;
        ns[Part::Mean] += (meanB - meanA) * (countA + countB) / 2 - row.shapeNs;
        ns[Part::Shape] += row.shapeNs;
    }
    std::vector<Part> parts;
    int64_t rest = deltaNs;
    for (const Part::Kind kind : {Part::Count, Part::Mean, Part::Shape, Part::Added, Part::Removed}) {
        if (const int64_t rounded = std::llround(ns[kind])) {
            parts.push_back({kind, rounded});
            rest -= rounded;
        }
    }
    if (std::abs(rest) > int64_t(parts.size()) || parts.empty()) {
        if (rest)
            parts.push_back({Part::Overlap, rest});
    } else { // rounding
        std::max_element(parts.begin(), parts.end(), [](const Part &x, const Part &y) {
            return std::abs(x.ns) < std::abs(y.ns);
        })->ns += rest;
    }
    return parts;
}

} // namespace

WallBudget meanBudget(const WallBudget &sum, uint64_t windows)
{
    if (windows == 0)
        return {};
    const auto mean = [windows](int64_t ns) { return std::llround(double(ns) / double(windows)); };
    WallBudget result;
    result.wallNs = mean(sum.wallNs);
    result.computeNs = mean(sum.computeNs);
    result.exposedCommNs = mean(sum.exposedCommNs);
    result.exposedCopyNs = mean(sum.exposedCopyNs);
    for (size_t c = 0; c < gapCauseCount; ++c)
        result.idle[c] = mean(sum.idle[c]);
    int64_t *largest = &result.computeNs;
    for (int64_t *part : {&result.exposedCommNs, &result.exposedCopyNs, &result.idle[0], &result.idle[1],
                          &result.idle[2], &result.idle[3]})
        if (*part > *largest)
            largest = part;
    *largest += result.wallNs - result.busyNs() - result.idleNs();
    return result;
}

std::optional<Explanation> explain(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                   const DiffTable &kernels, const Progress *progress)
{
    Explanation result;
    if (!a.hasTimeline() || !b.hasTimeline())
        return result;
    const auto sumA = summed(a, unit.a, progress);
    const auto sumB = sumA ? summed(b, unit.b, progress) : std::nullopt;
    if (!sumB)
        return {};
    result.wholeA = sumA->whole;
    result.wholeB = sumB->whole;
    if (unit.kind == ComparedUnit::None || !unit.a.windows || !unit.b.windows)
        return result;
    result.known = true;
    result.a = meanBudget(sumA->units, unit.a.windows);
    result.b = meanBudget(sumB->units, unit.b.windows);
    result.delta = minus(result.b, result.a);
    result.compute = computeParts(kernels, result.delta.computeNs);
    result.readings = readingsOf(a, b, unit, kernels, result.delta);
    return result;
}

} // namespace ws
