#include "core/analysis/stages/stagebars.h"

#include "core/analysis/gpuscan.h"
#include "core/model/job.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ws {
namespace {

constexpr uint32_t noBar = UINT32_MAX;

/// Bars before the choice, and the bar of each activity.
struct Plan
{
    std::vector<StageBar> bars;
    std::vector<uint32_t> ofStep; ///< by step, one more for work outside
    std::vector<uint32_t> ofDevice;
    bool isOptional = false; ///< the last bar (outside) is not part of the choice

    uint32_t of(const Run &run, const Steps *steps, size_t activity) const
    {
        if (!ofDevice.empty())
            return ofDevice[run.gpu.device(activity)];
        const uint32_t step = steps->of(activity);
        return ofStep[step == noStep ? ofStep.size() - 1 : step];
    }
};

/// torch numbers its iterations itself.
StageBar barOf(const Run &run, const Step &step, uint32_t index)
{
    StageBar bar;
    bar.step = index;
    const std::string_view name = run.text(step.name);
    if (step.phase == "profiler" && name.find('#') != name.npos) {
        bar.label = name;
        bar.shortLabel = name.substr(name.find('#') + 1);
        return bar;
    }
    bar.label = bar.shortLabel = std::to_string(index + 1);
    bar.label += ' ' + step.phase;
    if (step.batch)
        bar.label += ' ' + std::to_string(*step.batch);
    return bar;
}

StageBar outside()
{
    StageBar bar;
    bar.label = outsideLabel;
    bar.shortLabel = "outside";
    bar.order = INT64_MAX;
    return bar;
}

Plan byStep(const Run &run, const Steps &steps)
{
    Plan plan;
    for (uint32_t i = 0; i < steps.steps.size(); ++i)
        plan.bars.push_back(barOf(run, steps.steps[i], i));
    plan.bars.push_back(outside());
    plan.ofStep.resize(plan.bars.size());
    std::iota(plan.ofStep.begin(), plan.ofStep.end(), 0u);
    plan.isOptional = true;
    return plan;
}

Plan byPhase(const Steps &steps)
{
    Plan plan;
    std::map<std::pair<int, std::string>, uint32_t> bars;
    for (const Step &step : steps.steps)
        bars.try_emplace({phaseOrder(step.phase), step.phase}, 0);
    for (auto &[key, bar] : bars) {
        bar = static_cast<uint32_t>(plan.bars.size());
        plan.bars.push_back({key.second, key.second, key.first, 0, {}});
        plan.bars.back().phase = key.second;
    }
    for (const Step &step : steps.steps) {
        const uint32_t bar = bars[{phaseOrder(step.phase), step.phase}];
        plan.ofStep.push_back(bar);
        ++plan.bars[bar].steps;
    }
    plan.ofStep.push_back(static_cast<uint32_t>(plan.bars.size()));
    plan.bars.push_back(outside());
    return plan;
}

/// One device is the rank; several have one bar each.
Plan byRank(const Run &run)
{
    Plan plan;
    const int64_t rank = rankOf(run).value_or(-1);
    const std::string rankText = "rank " + std::to_string(rank);
    for (size_t i = 0; i < run.gpu.devices.size(); ++i) {
        const std::string_view number = run.text(run.gpu.devices[i]);
        std::string label = number.empty() || number.starts_with('-') ? "GPU" : "GPU " + std::string(number);
        if (rank >= 0)
            label = run.gpu.devices.size() == 1 ? rankText : rankText + ' ' + label;
        plan.bars.push_back({label, label, rank, 0, {}});
        plan.ofDevice.push_back(static_cast<uint32_t>(i));
    }
    return plan;
}

/// Moves the chosen bars from the plan to the result; returns by bar of the plan its new index or noBar.
std::vector<uint32_t> chooseBars(Plan &plan, const std::vector<int64_t> &cost, const std::vector<uint8_t> &isUsed,
                                 const BarChoice &choice, StageBars &result)
{
    std::vector<uint32_t> candidates, shown(plan.bars.size(), noBar);
    std::vector<int64_t> costs;
    for (uint32_t i = 0; i + (plan.isOptional ? 1 : 0) < plan.bars.size(); ++i)
        if (isUsed[i]) {
            candidates.push_back(i);
            costs.push_back(cost[i]);
        }
    const auto take = [&](uint32_t bar) {
        shown[bar] = static_cast<uint32_t>(result.bars.size());
        result.bars.push_back(std::move(plan.bars[bar]));
        result.shownNs = saturatingAdd(result.shownNs, cost[bar]);
    };
    for (size_t place : pickBars(costs, choice))
        take(candidates[place]);
    result.shown = result.bars.size();
    if (plan.isOptional && isUsed.back())
        take(static_cast<uint32_t>(plan.bars.size()) - 1);
    result.all = candidates.size();
    result.allNs = std::accumulate(cost.begin(), cost.end(), int64_t(0), saturatingAdd);
    return shown;
}

} // namespace

const char *barsByName(BarsBy by)
{
    constexpr const char *names[] = {"run", "step", "phase", "rank"};
    return names[static_cast<size_t>(by)];
}

std::optional<BarsBy> barsByFromName(std::string_view name)
{
    for (BarsBy by : {BarsBy::Run, BarsBy::Step, BarsBy::Phase, BarsBy::Rank})
        if (name == barsByName(by))
            return by;
    return {};
}

std::vector<size_t> pickBars(const std::vector<int64_t> &costs, const BarChoice &choice)
{
    std::vector<size_t> places(costs.size());
    std::iota(places.begin(), places.end(), size_t(0));
    const size_t max = std::max<size_t>(1, choice.max);
    if (places.size() <= max)
        return places;
    if (choice.pick == BarPick::Spread && max > 1) { // always includes the first and the last
        for (size_t i = 0; i < max; ++i)
            places[i] = i * (costs.size() - 1) / (max - 1);
    } else if (choice.pick == BarPick::Costliest) {
        std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return costs[a] > costs[b]; });
    }
    places.resize(max);
    std::sort(places.begin(), places.end());
    return places;
}

std::optional<StageBars> stageBars(const Run &run, const NameSet &names, const Steps *steps, const BarChoice &choice,
                                   Sweep sweep, std::optional<TimeRange> range, const Progress *progress,
                                   const ActivitySet *only)
{
    Plan plan = choice.by == BarsBy::Rank   ? byRank(run)
                : choice.by == BarsBy::Step ? byStep(run, *steps)
                                            : byPhase(*steps);
    std::vector<int64_t> cost(plan.bars.size());
    std::vector<uint8_t> isUsed(plan.bars.size());
    if (!forEachActivity(run.gpu, range, only, progress, [&](size_t i, int64_t start, int64_t end) {
            const uint32_t bar = plan.of(run, steps, i);
            cost[bar] = saturatingAdd(cost[bar], end - start);
            isUsed[bar] = 1;
        }))
        return {};
    StageBars result;
    result.hasSteps = choice.by == BarsBy::Rank || !steps->steps.empty();
    const std::vector<uint32_t> shown = chooseBars(plan, cost, isUsed, choice, result);
    for (StageBar &bar : result.bars) {
        bar.sums.names.resize(names.size());
        bar.sums.sweep = sweep;
    }

    RunningUnion any;
    std::vector<RunningUnion> devices(run.gpu.devices.size());
    const auto visit = [&](size_t i, int64_t start, int64_t end) {
        const int64_t anyGrown = any.add(start, end);
        const int64_t grown = sweep == Sweep::Whole ? anyGrown : devices[run.gpu.device(i)].add(start, end);
        const uint32_t bar = shown[plan.of(run, steps, i)];
        if (bar == noBar)
            return;
        NameSums &sums = result.bars[bar].sums;
        const NameSum one{1, end - start, grown};
        sums.names[names.indexOf(run.gpu.nameForRules(i))].add(one);
        sums.all.add(one);
        sums.anyBusyNs += anyGrown;
    };
    if (!forEachActivity(run.gpu, range, only, progress, visit))
        return {};
    return result;
}

} // namespace ws
