#include "core/analysis/budget/runbudget.h"

#include "core/analysis/gpuscan.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <functional>

namespace ws {
namespace {

/// Steps whose walls are those of a step.
class TypicalSteps
{
public:
    TypicalSteps(const Run &run, const Steps &steps) : m_steps(steps), m_cuts(cutSteps(run, steps))
    {
        for (const Step &step : steps.steps)
            m_hasWhole |= step.activities > 0 && step.phase != "section" && !isAside(step);
        for (const Step &step : steps.steps)
            if (m_anchor == 0 && step.activities > 0 && step.phase == "section")
                m_anchor = step.name;
    }

    /// A step ends where the next one of these begins.
    bool isUnit(uint32_t step) const
    {
        const Step &own = m_steps.steps[step];
        if (own.phase == "section")
            return !m_hasWhole && own.name == m_anchor;
        return !isAside(own) || !m_hasWhole;
    }

    bool isCut(uint32_t step) const { return step < m_cuts.size() && bool(m_cuts[step]); }

private:
    /// Work beside the steps of an engine.
    static bool isAside(const Step &step) { return step.phase == "capture" || step.phase == "draft"; }

    const Steps &m_steps;
    std::vector<StepCut> m_cuts;
    bool m_hasWhole = false;
    StringId m_anchor = 0; ///< the first section of an iteration
};

constexpr TimeRange noExtent{0, -1};

/// By device and step, from the first start to the last end of its work there.
std::vector<std::vector<TimeRange>> stepExtents(const GpuWork &gpu, const Steps &steps)
{
    std::vector<std::vector<TimeRange>> extents(gpu.devices.size(),
                                                std::vector<TimeRange>(steps.steps.size(), noExtent));
    for (size_t i = 0; i < gpu.size(); ++i) {
        if (steps.of(i) == noStep)
            continue;
        TimeRange &extent = extents[gpu.device(i)][steps.of(i)];
        const int64_t end = saturatingAdd(gpu.start[i], gpu.duration[i]);
        extent = extent == noExtent ? TimeRange{gpu.start[i], end} : TimeRange{extent.begin, std::max(extent.end, end)};
    }
    return extents;
}

std::vector<std::vector<UnitWall>> periodWalls(const Run &run, const WorkUnit &unit)
{
    std::vector<std::vector<UnitWall>> walls(run.gpu.devices.size());
    for (const UnitPeriods &periods : unit.devices)
        for (size_t k = 0; k < periods.beginNs.size(); ++k) {
            const bool isLast = k + 1 == periods.beginNs.size();
            if (!isLast || !periods.lastIsCut)
                walls[periods.device].push_back(
                    {noStep, {periods.beginNs[k], isLast ? periods.endNs : periods.beginNs[k + 1]}, 0, isLast});
        }
    return walls;
}

/// Of all steps those that are typical, or that are chosen.
std::vector<std::vector<UnitWall>> unitWalls(const BudgetInput &input, const ChosenSteps &chosen)
{
    std::vector<std::vector<UnitWall>> units;
    for (const std::vector<StepWall> &walls : allStepWalls(input.run, input.steps)) {
        units.emplace_back();
        const auto isOfPhase = [&](const StepWall &wall) {
            return chosen.phase.empty() || input.steps.steps[wall.step].phase == chosen.phase;
        };
        const bool areTypical =
            std::ranges::any_of(walls, [&](const StepWall &wall) { return wall.isTypical && isOfPhase(wall); });
        for (const StepWall &wall : walls)
            if (chosen.step != noStep ? wall.step == chosen.step
                                      : isOfPhase(wall) && (wall.isTypical || (!areTypical && !chosen.phase.empty())))
                units.back().push_back(wall);
    }
    return units;
}

bool hasUnits(const std::vector<std::vector<UnitWall>> &walls)
{
    return std::ranges::any_of(walls, [](const auto &device) { return !device.empty(); });
}

/// Whether the last one of two steps is told too short: no next step ends it, so what the CPU does before that one's
/// work is not in it, which makes up most of the first.
bool isLastTooShort(const std::vector<UnitWall> &walls, const Steps &steps)
{
    if (walls.size() != 2 || walls.back().step == noStep || !walls.back().endsWithItself)
        return false;
    const int64_t own = walls.back().range.length();
    const bool isLongOnCpu = steps.steps[walls.back().step].wall.length() / 3 > own / 2;
    return isLongOnCpu && walls.front().range.length() / 2 > own;
}

/// The median of two walls is no unit: the shorter one is shown.
const UnitWall *medianWall(const std::vector<UnitWall> &walls, const Steps &steps, int64_t &p95Ns)
{
    std::vector<const UnitWall *> byLength;
    for (size_t k = 0; k + (isLastLeftOut(walls, steps) ? 1 : 0) < walls.size(); ++k)
        byLength.push_back(&walls[k]);
    std::stable_sort(byLength.begin(), byLength.end(),
                     [](const auto *a, const auto *b) { return a->range.length() < b->range.length(); });
    std::vector<int64_t> lengths;
    for (const UnitWall *wall : byLength)
        lengths.push_back(wall->range.length());
    p95Ns = percentileNs(lengths, 95);
    return byLength[lowerMiddle(byLength.size())];
}

/// The other devices show the main one's step too where they have it, itself or, in a file of several ranks, one of its
/// name: times of different steps side by side would be taken for a difference of the devices.
void speakOfOneStep(const Steps &steps, RunBudget &budget)
{
    const uint32_t main = budget.mainDevice().step;
    if (main == noStep)
        return;
    for (DeviceBudget &device : budget.devices) {
        const UnitWall *same = nullptr;
        size_t ofName = 0;
        for (const UnitWall &wall : device.units) {
            const bool isNamed = steps.steps[wall.step].name == steps.steps[main].name;
            ofName += isNamed;
            if (wall.step == main || (isNamed && !same))
                same = &wall;
        }
        if (!same || (same->step != main && ofName != 1) || device.device == budget.main)
            continue;
        device.step = same->step;
        device.range = same->range;
        device.endsWithItself = same->endsWithItself;
    }
}

uint16_t mainDevice(const RunBudget &budget, const std::vector<int64_t> &busyNs)
{
    constexpr double nearly = 0.9; // so that two recordings of one job speak of the same device
    uint16_t main = 0;
    for (uint16_t d = 1; d < budget.devices.size(); ++d) {
        const size_t units = budget.devices[d].units.size(), best = budget.devices[main].units.size();
        if (units > best || (units == best && nearly * double(busyNs[d]) > double(busyNs[main])))
            main = d;
    }
    return main;
}

} // namespace

std::string_view budgetOfId(BudgetOf of)
{
    constexpr std::string_view ids[] = {"step", "repetition", "span"};
    return ids[static_cast<size_t>(of)];
}

bool isLastLeftOut(const std::vector<UnitWall> &walls, const Steps &steps)
{
    return (walls.size() >= 3 && walls.back().endsWithItself) || isLastTooShort(walls, steps);
}

std::optional<TimeRange> periodStretch(const DeviceBudget &device)
{
    if (device.units.empty() || device.units.front().step != noStep)
        return {};
    const TimeRange stretch{device.units.front().range.begin, device.units.back().range.end};
    const int64_t outsideNs = device.span.length() - stretch.length();
    return outsideNs > 0 && outsideNs >= device.span.length() / 10 ? std::optional(stretch) : std::nullopt;
}

std::vector<std::vector<UnitWall>> stepWalls(const GpuWork &gpu, const Steps &steps)
{
    const auto extents = stepExtents(gpu, steps);
    std::vector<std::vector<UnitWall>> walls(gpu.devices.size());
    for (size_t d = 0; d < extents.size(); ++d) {
        for (uint32_t step = 0; step < extents[d].size(); ++step)
            if (extents[d][step] != noExtent)
                walls[d].push_back({step, extents[d][step], extents[d][step].end});
        std::stable_sort(walls[d].begin(), walls[d].end(),
                         [](const UnitWall &a, const UnitWall &b) { return a.range.begin < b.range.begin; });
        for (size_t k = 0; k + 1 < walls[d].size(); ++k)
            walls[d][k].range.end = walls[d][k + 1].range.begin;
        if (!walls[d].empty())
            walls[d].back().endsWithItself = true;
        std::erase_if(walls[d], [](const UnitWall &wall) { return wall.range.length() <= 0; });
    }
    return walls;
}

std::vector<std::vector<StepWall>> allStepWalls(const Run &run, const Steps &steps)
{
    const TypicalSteps typical(run, steps);
    std::vector<uint8_t> isUnit;
    for (uint32_t step = 0; step < steps.steps.size(); ++step)
        isUnit.push_back(typical.isUnit(step));
    const auto onlyOf = [&](bool wanted) {
        Steps some = steps;
        for (uint32_t &step : some.ofActivity)
            if (step != noStep && bool(isUnit[step]) != wanted)
                step = noStep;
        return some;
    };
    const auto walls = stepWalls(run.gpu, onlyOf(true));
    std::vector<std::vector<StepWall>> all(walls.size());
    for (size_t d = 0; d < walls.size(); ++d) {
        const bool allAreCut = std::ranges::all_of(walls[d], [&](const UnitWall &w) { return typical.isCut(w.step); });
        for (const UnitWall &wall : walls[d])
            all[d].push_back({wall, allAreCut || !typical.isCut(wall.step)});
    }
    if (std::ranges::all_of(isUnit, std::identity()))
        return all;
    const auto extents = stepExtents(run.gpu, onlyOf(false));
    for (size_t d = 0; d < all.size(); ++d) {
        for (uint32_t step = 0; step < extents[d].size(); ++step)
            if (extents[d][step].length() > 0)
                all[d].push_back({{step, extents[d][step], extents[d][step].end, true}, false});
        std::ranges::stable_sort(all[d], {}, [](const StepWall &wall) { return wall.range.begin; });
    }
    return all;
}

bool areStepsBlind(const GpuWork &gpu, const Steps &steps)
{
    int64_t insideNs = 0, outsideNs = 0, unlinkedNs = 0;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const bool isOutside = steps.of(i) == noStep;
        int64_t &ns = isOutside ? outsideNs : insideNs;
        ns = saturatingAdd(ns, gpu.duration[i]);
        if (isOutside && gpu.launch[i] == noLaunch)
            unlinkedNs = saturatingAdd(unlinkedNs, gpu.duration[i]);
    }
    return outsideNs > insideNs && unlinkedNs > outsideNs / 2;
}

std::optional<RunBudget> runBudget(const BudgetInput &input, const Progress *progress)
{
    const GpuWork &gpu = input.run.gpu;
    RunBudget result;
    if (gpu.size() == 0)
        return result;
    const auto spans = deviceSpans(gpu);
    auto walls = unitWalls(input, input.chosen);
    const bool isChosen = input.chosen && hasUnits(walls);
    if (input.chosen && !isChosen)
        walls = unitWalls(input, {});
    result.areStepsBlind = !isChosen && hasUnits(walls) && areStepsBlind(gpu, input.steps);
    if (result.areStepsBlind)
        walls.assign(gpu.devices.size(), {});
    else if (hasUnits(walls))
        result.of = BudgetOf::Step;
    else if (walls = periodWalls(input.run, input.unit); hasUnits(walls))
        result.of = BudgetOf::Repetition;
    std::vector<int64_t> busyNs(gpu.devices.size());
    for (size_t i = 0; i < gpu.size(); ++i)
        busyNs[gpu.device(i)] = saturatingAdd(busyNs[gpu.device(i)], gpu.duration[i]);
    for (uint16_t d = 0; d < gpu.devices.size(); ++d) {
        DeviceBudget device;
        device.device = d;
        device.span = device.range = spans[d].value_or(TimeRange{});
        if (!walls[d].empty()) {
            const UnitWall *median = medianWall(walls[d], input.steps, device.p95Ns);
            device.step = median->step;
            device.range = median->range;
            device.endsWithItself = median->endsWithItself;
            device.isChosen = isChosen;
            device.isLastLeftOut = isLastLeftOut(walls[d], input.steps);
            device.units = std::move(walls[d]);
        }
        result.devices.push_back(std::move(device));
    }
    result.main = mainDevice(result, busyNs);
    if (!isChosen)
        speakOfOneStep(input.steps, result);
    std::vector<DeviceWindow> windows;
    for (DeviceBudget &device : result.devices) {
        if (device.units.empty() && result.of != BudgetOf::Span)
            device.range = result.mainDevice().range;
        windows.push_back({device.device, device.range});
    }
    const auto budgets = wallBudgets(input.run, input.gaps, input.isCommunication, windows, progress);
    if (!budgets)
        return std::nullopt;
    for (size_t d = 0; d < result.devices.size(); ++d) {
        result.devices[d].budget = (*budgets)[d];
        result.sum += (*budgets)[d];
    }
    if (const uint32_t step = result.mainDevice().step; step != noStep)
        result.cpuNs = input.steps.steps[step].wall.length();
    return result;
}

} // namespace ws
