// outlier-units: steps that take much longer than others of their kind.
// Threshold: at least five units of one phase, batch and number of tokens; those of more than 1.5 times their median,
// up to a fifth of them, with an excess of at least 2 % of the walls of all. `of`: units of their kinds; medianNs: of
// the first kind's walls. isFirst: these are the first ones of their kind, as in a warm-up. A note, no win: without a
// further recording it is not known whether they recur. Silent: for steps that the recording cuts, for the last one
// (its wall has no next step), for units that differ in what they compute (in their phase, or as kernels that no usual
// unit runs make up half of what they take longer: a prefill among decode steps), and where more than a fifth is slow
// (that is no outlier but a second kind).
//
// outlier-call: one of many calls that are alike takes so much of the unit that without it the unit looks different: a
// collective that polls until the other ranks begin to record, a first call that loads code on the device.
// Threshold: at least five calls of one kernel (for communication, of all of it where the kernel runs fewer times; for
// computation, of one grid), one of which lasts at least ten times as long as the longest of the others (of three or
// four calls a hundred times) and takes at least half of its part of the budget and 10 % of the unit. `ns`: what of its
// part only it takes; `of`: all of them; medianNs: of the others; maxNs: its own duration. isFirst: it begins before
// the others. Silent: for two long calls, where half of the other units have such a call, too, for copies (their bytes
// tell why one of them takes long), where durations are withheld, and where other work hides the call.

#include "core/analysis/findings/rules.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_set>

namespace ws {
namespace {

constexpr size_t minUnits = 5;
constexpr double slowUnit = 1.5;

using Walls = std::vector<const UnitWall *>;

std::vector<Walls> alikeUnits(const UnitWork &unit)
{
    std::map<std::tuple<std::string, int64_t, int64_t>, Walls> kinds;
    const std::vector<UnitWall> &units = unit.units;
    for (size_t k = 0; k + 1 < units.size(); ++k) {
        std::tuple<std::string, int64_t, int64_t> key;
        if (units[k].step != noStep) {
            const Step &step = unit.input.steps.steps[units[k].step];
            key = {step.phase, step.batch.value_or(-1), step.tokens.value_or(-1)};
        }
        kinds[key].push_back(&units[k]);
    }
    std::vector<Walls> result;
    for (auto &[key, walls] : kinds)
        if (walls.size() >= minUnits)
            result.push_back(std::move(walls));
    return result;
}

int64_t medianWallNs(const Walls &walls)
{
    std::vector<int64_t> lengths;
    for (const UnitWall *wall : walls)
        lengths.push_back(wall->range.length());
    return medianNs(lengths);
}

/// Calls `take(name, ns)` for the activities of the device that begin within the unit.
template <class Take> void eachActivity(const UnitWork &unit, TimeRange range, Take take)
{
    const GpuWork &gpu = unit.gpu;
    const auto first = std::lower_bound(gpu.start.begin(), gpu.start.end(), range.begin);
    for (auto i = size_t(first - gpu.start.begin()); i < gpu.size() && gpu.start[i] < range.end; ++i)
        if (gpu.device(i) == unit.device)
            take(gpu.name[i], gpu.duration[i]);
}

/// Takes out those that compute something else.
void keepAlike(const UnitWork &unit, int64_t median, Walls &walls)
{
    const auto isLong = [&](const UnitWall *wall) { return double(wall->range.length()) > slowUnit * double(median); };
    if (std::ranges::none_of(walls, isLong))
        return;
    std::unordered_set<StringId> usual;
    for (const UnitWall *wall : walls)
        if (!isLong(wall))
            eachActivity(unit, wall->range, [&](StringId name, int64_t) { usual.insert(name); });
    std::erase_if(walls, [&](const UnitWall *wall) {
        if (!isLong(wall))
            return false;
        int64_t otherNs = 0;
        eachActivity(unit, wall->range, [&](StringId name, int64_t ns) { otherNs += usual.contains(name) ? 0 : ns; });
        return otherNs * 2 > wall->range.length() - median;
    });
}

} // namespace

void findOutlierUnits(const UnitWork &unit, Findings &findings)
{
    Finding finding = unit.finding("outlier-units", 0, 0);
    finding.kind = FindingKind::Note;
    int64_t all = 0;
    Walls found;
    bool isFirst = true;
    for (Walls &walls : alikeUnits(unit)) {
        const int64_t median = medianWallNs(walls);
        keepAlike(unit, median, walls);
        Walls outliers;
        for (const UnitWall *wall : walls) {
            all += wall->range.length();
            if (double(wall->range.length()) > slowUnit * double(median))
                outliers.push_back(wall);
        }
        if (outliers.empty() || outliers.size() * 5 > walls.size())
            continue;
        finding.of += walls.size();
        finding.medianNs = finding.medianNs ? finding.medianNs : median;
        isFirst = isFirst && std::ranges::equal(outliers, std::span(walls).first(outliers.size()));
        for (const UnitWall *wall : outliers) {
            finding.ns += wall->range.length() - median;
            finding.maxNs = std::max(finding.maxNs, wall->range.length());
            found.push_back(wall);
        }
    }
    finding.count = found.size();
    if (found.empty() || double(finding.ns) < minFindingShare * double(all))
        return;
    finding.share = double(finding.ns) / double(all);
    finding.isFirst = isFirst;
    std::ranges::stable_sort(found, [](const auto *a, const auto *b) { return a->range.length() > b->range.length(); });
    for (size_t k = 0; k < std::min<size_t>(found.size(), 5); ++k)
        finding.places.push_back({{}, found[k]->range});
    findings.push_back(std::move(finding));
}

namespace {

constexpr size_t minCalls = 5, minFewCalls = 3;
constexpr double minOutlierShare = 0.1; ///< of the unit
constexpr int64_t minTimes = 10, minTimesOfFew = 100; ///< × the longest of the others

/// The calls that are like it, itself included.
std::vector<uint32_t> alike(const UnitWork &unit, uint32_t call)
{
    const GpuWork &gpu = unit.gpu;
    const bool isCommunication = unit.isCommunication(call);
    std::vector<uint32_t> ofName, ofAll;
    for (const uint32_t i : unit.work()) {
        if (gpu.name[i] == gpu.name[call] && (isCommunication || gpu.grid.empty() || gpu.grid[i] == gpu.grid[call]))
            ofName.push_back(i);
        if (isCommunication && unit.isCommunication(i))
            ofAll.push_back(i);
    }
    return !isCommunication || ofName.size() >= minCalls ? ofName : ofAll;
}

/// At least half of the other units have a call of the kernel that lasts half as long or longer: it is no exception.
bool recurs(const UnitWork &unit, uint32_t call)
{
    const GpuWork &gpu = unit.gpu;
    size_t others = 0, withLong = 0;
    for (const UnitWall &wall : unit.units) {
        if (gpu.start[call] >= wall.range.begin && gpu.start[call] < wall.range.end)
            continue;
        int64_t longest = 0;
        eachActivity(unit, wall.range, [&](StringId name, int64_t ns) {
            if (name == gpu.name[call])
                longest = std::max(longest, ns);
        });
        ++others;
        withLong += longest >= gpu.duration[call] / 2;
    }
    return others && 2 * withLong >= others;
}

} // namespace

std::optional<OutlierCall> outlierCall(const UnitWork &unit)
{
    if (unit.withholds(GpuTimes) || unit.budget.wallNs <= 0)
        return {};
    const GpuWork &gpu = unit.gpu;
    const uint32_t *longest = nullptr;
    for (const uint32_t &i : unit.work())
        if (gpu.kind[i] == CategoryKind::Kernel && (!longest || gpu.duration[i] > gpu.duration[*longest]))
            longest = &i;
    if (!longest || double(gpu.duration[*longest]) < minOutlierShare * double(unit.budget.wallNs))
        return {};
    OutlierCall call;
    call.activity = *longest;
    std::vector<uint32_t> others = alike(unit, call.activity);
    call.of = others.size();
    if (call.of < minFewCalls)
        return {};
    call.isFirst = others.front() == call.activity;
    std::erase(others, call.activity);
    std::vector<int64_t> durations;
    for (const uint32_t i : others)
        durations.push_back(gpu.duration[i]);
    call.medianNs = medianNs(durations);
    call.secondNs = *std::ranges::max_element(durations);
    if (gpu.duration[call.activity] / (call.of < minCalls ? minTimesOfFew : minTimes) < call.secondNs)
        return {};
    if (recurs(unit, call.activity))
        return {};
    call.part = unit.isCommunication(call.activity) ? BudgetPart::Communication : BudgetPart::Compute;
    const auto stretch = unit.stretches([&](uint32_t i) { return i == call.activity; });
    const DeviceWindow window{unit.device, stretch.front()};
    const auto during = wallBudgets(unit.run, unit.input.gaps, unit.input.isCommunication, {&window, 1});
    call.ns = during ? partOf(during->front(), call.part) : 0;
    if (double(call.ns) < minOutlierShare * double(unit.budget.wallNs) || call.ns < partOf(unit.budget, call.part) / 2)
        return {};
    return call;
}

void findOutlierCall(const UnitWork &unit, Findings &findings)
{
    const auto &call = unit.outlier();
    if (!call)
        return;
    Finding finding = unit.finding("outlier-call", call->ns, call->ns);
    finding.ofParts[size_t(call->part)] = call->ns;
    finding.count = 1;
    finding.of = call->of;
    finding.medianNs = call->medianNs;
    finding.maxNs = unit.gpu.duration[call->activity];
    finding.isFirst = call->isFirst;
    finding.name = std::string(unit.run.text(unit.gpu.name[call->activity]));
    finding.places.push_back(
        {unit.gpu.slice[call->activity], {unit.gpu.start[call->activity], unit.gpu.end(call->activity)}});
    findings.push_back(std::move(finding));
}

} // namespace ws
