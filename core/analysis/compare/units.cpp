#include "core/analysis/compare/units.h"

#include "core/analysis/compare/steppairs.h"
#include "core/analysis/ncu/kernelverdicts.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ws {
namespace {

/// The windows of steps on each device that they work on, by device and begin.
class StepWindows
{
public:
    StepWindows(const GpuWork &gpu, const Steps &steps) : m_devices(gpu.devices.size())
    {
        m_places.assign(steps.steps.size() * m_devices, {INT64_MAX, INT64_MIN});
        for (size_t i = 0; i < gpu.size(); ++i)
            if (const uint32_t step = steps.of(i); step != noStep) {
                TimeRange &place = m_places[step * m_devices + gpu.device(i)];
                place.begin = std::min(place.begin, gpu.start[i]);
                place.end = std::max(place.end, gpu.end(i));
            }
    }

    /// Of these steps; every window ends where any step's next one begins. True: but for one of few, which ends with
    /// its own work.
    bool windowsOf(const std::vector<bool> &wanted, UnitSamples &samples) const
    {
        bool endsWithItsWork = false;
        for (size_t device = 0; device < m_devices; ++device) {
            std::vector<uint32_t> order;
            for (uint32_t step = 0; step < wanted.size(); ++step)
                if (at(step, device).begin != INT64_MAX)
                    order.push_back(step);
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return at(a, device).begin < at(b, device).begin; });
            const auto count = size_t(std::count_if(order.begin(), order.end(), [&](uint32_t s) { return wanted[s]; }));
            for (size_t k = 0; k < order.size(); ++k) {
                const bool isLast = k + 1 == order.size();
                if (!wanted[order[k]] || (isLast && count >= 3))
                    continue;
                TimeRange range = at(order[k], device);
                endsWithItsWork |= isLast;
                if (!isLast)
                    range.end = at(order[k + 1], device).begin;
                samples.places.push_back({uint16_t(device), range});
                samples.steps.push_back(order[k]);
            }
        }
        return endsWithItsWork;
    }

private:
    const TimeRange &at(uint32_t step, size_t device) const { return m_places[step * m_devices + device]; }

    size_t m_devices;
    std::vector<TimeRange> m_places; ///< by step and device; begin INT64_MAX: no work
};

std::vector<int64_t> lengthsOf(const UnitSamples &samples)
{
    std::vector<int64_t> lengths;
    for (const DeviceWindow &window : samples.places)
        lengths.push_back(window.range.length());
    return lengths;
}

void measure(UnitSamples &samples, int64_t clockNs)
{
    samples.windows = samples.places.size();
    std::map<uint16_t, uint64_t> perDevice;
    for (const DeviceWindow &window : samples.places)
        samples.count = std::max(samples.count, ++perDevice[window.device]);
    std::vector<int64_t> lengths = lengthsOf(samples);
    samples.wall = sampleStats(lengths, clockNs, samples.count);
}

QString sizeText(const std::vector<UnitPair> &pairs, const Steps &steps, std::optional<int64_t> Step::*value)
{
    int64_t min = INT64_MAX, max = INT64_MIN;
    for (const UnitPair &pair : pairs)
        if (const auto &known = steps.steps[pair.a].*value) {
            min = std::min(min, *known);
            max = std::max(max, *known);
        }
    if (min > max)
        return {};
    return min == max ? formatCount(min) : QStringLiteral("%1–%2").arg(formatCount(min), formatCount(max));
}

class UnitFinder
{
public:
    UnitFinder(const ComparedRun &a, const ComparedRun &b, const Progress *progress)
        : m_a(a), m_b(b), m_progress(progress)
    {
    }

    std::optional<ComparedUnit> find()
    {
        if (m_a.isLayerwise() && m_b.isLayerwise() && !m_a.hasTimeline() && !m_b.hasTimeline()) {
            byPhases();
            return std::move(m_unit);
        }
        if (!m_a.hasTimeline() || !m_b.hasTimeline()) {
            const auto isEmpty = [](const ComparedRun &one) {
                return !one.hasTimeline() && !one.isLayerwise() && one.run().tables.empty();
            };
            m_unit.whyNone = isOnlyNcu(m_a.run()) && isOnlyNcu(m_b.run())
                                 ? Core::tr("single launches of kernels were measured, not what runs between them")
                             : isEmpty(m_a) || isEmpty(m_b)
                                 ? Core::tr("at least one of the files has no GPU work with times")
                                 : Core::tr("sums without the times of single units are in at least one of the files");
            return std::move(m_unit);
        }
        if (!m_a.named->steps.empty() && !m_b.named->steps.empty())
            bySteps();
        else if (!byRepetition())
            return std::nullopt;
        return std::move(m_unit);
    }

private:
    void bySteps()
    {
        m_unit.pairs = pairSteps(m_a, m_b);
        std::map<std::string, std::pair<int64_t, std::vector<UnitPair>>> kinds; // GPU time of both, and the pairs
        for (const UnitPair &pair : m_unit.pairs) {
            if (pair.a == noStep || pair.b == noStep)
                continue;
            const Step &a = m_a.named->steps[pair.a], &b = m_b.named->steps[pair.b];
            auto &[ns, pairs] = kinds[stepKind(m_a.run(), a)];
            ns += (a.gpuEndNs - a.gpuStartNs) + (b.gpuEndNs - b.gpuStartNs);
            pairs.push_back(pair);
        }
        const auto longest = std::max_element(
            kinds.begin(), kinds.end(), [](const auto &x, const auto &y) { return x.second.first < y.second.first; });
        if (longest == kinds.end()) {
            m_unit.whyNone = Core::tr("no step of the one has a partner in the other");
            return;
        }
        m_unit.kind = ComparedUnit::Step;
        m_unit.stepsA = m_a.named;
        m_unit.stepsB = m_b.named;
        const std::vector<UnitPair> &pairs = longest->second.second;
        nameSteps(phaseText(longest->first), pairs);
        std::vector<bool> wantedA(m_a.named->steps.size()), wantedB(m_b.named->steps.size());
        for (const UnitPair &pair : pairs)
            wantedA[pair.a] = wantedB[pair.b] = true;
        addSteps(m_a, longest->first, pairs, &UnitPair::a, wantedA);
        addSteps(m_b, longest->first, pairs, &UnitPair::b, wantedB);
        m_unit.a.isWithoutFirst = leaveOutFirst(wantedA);
        m_unit.b.isWithoutFirst = leaveOutFirst(wantedB);
        fill(m_a, *m_a.named, wantedA, m_unit.a);
        fill(m_b, *m_b.named, wantedB, m_unit.b);
        finish();
    }

    /// Where all steps with a partner are of one size, those of this size without one are samples, too: a longer run
    /// has more of them. Of several sizes, the ones that are left would be other work.
    static void addSteps(const ComparedRun &of, const std::string &kind, const std::vector<UnitPair> &pairs,
                         uint32_t UnitPair::*side, std::vector<bool> &wanted)
    {
        const std::vector<Step> &steps = of.named->steps;
        const Step &first = steps[pairs.front().*side];
        const auto isAlike = [&](const Step &step) { return step.batch == first.batch && step.tokens == first.tokens; };
        if (!std::ranges::all_of(pairs, [&](const UnitPair &pair) { return isAlike(steps[pair.*side]); }))
            return;
        for (uint32_t i = 0; i < steps.size(); ++i)
            if (steps[i].activities && !(i < of.cut.size() && of.cut[i]) && isAlike(steps[i]) &&
                stepKind(of.run(), steps[i]) == kind)
                wanted[i] = true;
    }

    /// The first step of a recording has in its times what happens once (see StepCut::isFirst); it counts where there
    /// are few others.
    static bool leaveOutFirst(std::vector<bool> &wanted)
    {
        constexpr ptrdiff_t enough = 4;
        if (!wanted.front() || std::ranges::count(wanted, true) < enough)
            return false;
        wanted.front() = false;
        return true;
    }

    /// The phase of which both have the most steps; of several the one that takes longer.
    void byPhases()
    {
        const PhasePairs phases = phasePairs(m_a, m_b);
        const auto rank = [](const PhasePair &pair) {
            const size_t a = pair.a.trees.size(), b = pair.b.trees.size();
            return std::tuple(std::min(a, b), a + b, pair.a.trees.front()->totalNs);
        };
        const auto best = std::ranges::max_element(phases.pairs, {}, rank);
        if (best == phases.pairs.end()) {
            m_unit.whyNone = Core::tr("no phase is in both files");
            return;
        }
        m_unit.kind = ComparedUnit::Step;
        m_unit.ofSums = true;
        m_unit.name = phaseText(best->name);
        const auto sample = [](const PhaseSteps &steps, UnitSamples &samples) {
            std::vector<int64_t> times;
            for (const ModuleTree *tree : steps.trees)
                times.push_back(tree->totalNs);
            samples.found = samples.count = times.size();
            samples.wall = sampleStats(times);
            return times;
        };
        const std::vector<int64_t> a = sample(best->a, m_unit.a), b = sample(best->b, m_unit.b);
        m_unit.wall = differenceOfUnits(m_unit.a.wall, m_unit.b.wall, a, b);
    }

    void nameSteps(const QString &kind, const std::vector<UnitPair> &pairs)
    {
        m_unit.name = kind;
        if (const QString batch = sizeText(pairs, *m_a.named, &Step::batch); !batch.isEmpty())
            m_unit.name += QStringLiteral(" · ") + Core::tr("batch %1").arg(batch);
        if (const QString tokens = sizeText(pairs, *m_a.named, &Step::tokens); !tokens.isEmpty())
            m_unit.name += QStringLiteral(" · ") + Core::tr("%1 tokens").arg(tokens);
    }

    static void fill(const ComparedRun &of, const Steps &steps, const std::vector<bool> &wanted, UnitSamples &samples)
    {
        samples.found = steps.steps.size();
        if (StepWindows(of.run().gpu, steps).windowsOf(wanted, samples) && !steps.arePeriods) {
            std::vector<int64_t> times;
            for (const uint32_t step : samples.steps)
                times.push_back(steps.steps[step].wall.length());
            samples.stepNs = medianNs(times);
        }
        measure(samples, of.clockNs);
    }

    /// False: cancelled.
    bool byRepetition()
    {
        auto a = unitOf(m_a);
        auto b = a ? unitOf(m_b) : std::nullopt;
        if (!b)
            return false;
        const WorkUnit ownA = *a, ownB = *b;
        if (!anchorsAgree(*a, *b) && !shareAnchor(*a, *b)) {
            if (m_progress && m_progress->isCancelled())
                return false;
            m_unit.whyNone =
                a->found() && b->found()
                    ? Core::tr("no step is named in both files, and the periods that are inferred from kernels that "
                               "repeat begin with different kernels")
                : a->found() || b->found()
                    ? Core::tr("no step is named in both files, and only in one of them a period can be inferred from "
                               "kernels that repeat")
                : a->doubted.why == UnitDoubt::OneKernel || b->doubted.why == UnitDoubt::OneKernel
                    ? Core::tr("no step is named in both files, and one kernel makes nearly all launches, so that "
                               "nothing tells where a step begins")
                : a->doubted.why == UnitDoubt::PartOfACall && b->doubted.why == UnitDoubt::PartOfACall
                    ? Core::tr("no step is named in both files, and the kernels that repeat regularly are layers: one "
                               "launch of a graph or one call of a module runs several of them")
                : a->doubted.why != UnitDoubt::None || b->doubted.why != UnitDoubt::None
                    ? Core::tr("no step is named in both files, and kernels that repeat regularly may be layers of one "
                               "pass")
                    : Core::tr("no step is named in both files, and none can be inferred from kernels that repeat");
            return true;
        }
        m_unit.kind = ComparedUnit::Repetition;
        m_unit.name = QString::fromStdString(shortName(m_a.run().text(a->anchor)));
        m_unit.a.partsOfPeriod = partsOf(ownA, *a);
        m_unit.b.partsOfPeriod = partsOf(ownB, *b);
        ByDevice orderA, orderB;
        m_unit.stepsA = repetitions(m_a, *a, m_unit.a, orderA);
        m_unit.stepsB = repetitions(m_b, *b, m_unit.b, orderB);
        pairRepetitions(orderA, orderB);
        finish();
        return true;
    }

    std::optional<WorkUnit> unitOf(const ComparedRun &run) const
    {
        return run.unit ? std::optional(*run.unit) : findWorkUnit(run.run(), m_progress);
    }

    /// How many of the shared periods make one of the run's own, about; 0: they are its own.
    static uint64_t partsOf(const WorkUnit &own, const WorkUnit &shared)
    {
        const double parts = own.found() ? double(own.devices.front().medianNs) /
                                               double(std::max<int64_t>(shared.devices.front().medianNs, 1))
                                         : 0;
        return parts >= 1.5 ? uint64_t(std::llround(parts)) : 0;
    }

    /// Grids may differ: with another batch or length of the context they do.
    bool anchorsAgree(const WorkUnit &a, const WorkUnit &b) const
    {
        return a.found() && b.found() && m_a.run().text(a.anchor) == m_b.run().text(b.anchor);
    }

    /// The anchor of the one, if it is one in the other too, and a period was found there as well, as everywhere in the
    /// program; of both the one that covers more of the work.
    bool shareAnchor(WorkUnit &a, WorkUnit &b) const
    {
        if (!a.found() || !b.found())
            return false;
        const WorkUnit ofAInB = sameUnit(a, m_a.run(), m_b.run()), ofBInA = sameUnit(b, m_b.run(), m_a.run());
        const auto coverage = [](const WorkUnit &own, const WorkUnit &other) {
            return own.found() && other.found() ? std::min(own.devices.front().coverage, other.devices.front().coverage)
                                                : 0.0;
        };
        const double byA = coverage(a, ofAInB), byB = coverage(b, ofBInA);
        if (byA == 0 && byB == 0)
            return false;
        const bool takeA = byA != byB ? byA > byB : m_a.run().text(a.anchor) < m_b.run().text(b.anchor);
        (takeA ? b : a) = takeA ? ofAInB : ofBInA;
        return true;
    }

    /// The unit of the other run that begins with the same kernel; not found: none.
    WorkUnit sameUnit(const WorkUnit &unit, const Run &run, const Run &other) const
    {
        const StringId name = unit.found() ? other.strings.find(run.text(unit.anchor)) : UINT32_MAX;
        if (name == UINT32_MAX)
            return {};
        const StringId grid = unit.grid ? other.strings.find(run.text(unit.grid)) : 0;
        WorkUnit same;
        if (grid != UINT32_MAX)
            same = workUnitOf(other, name, grid, m_progress).value_or(WorkUnit{});
        if (!same.found() && grid != 0)
            same = workUnitOf(other, name, 0, m_progress).value_or(WorkUnit{});
        return same;
    }

    using ByDevice = std::vector<std::vector<uint32_t>>; ///< repetitions in order of time; devices without are left out

    /// The windows are all but the last one on each device, whose end is not known.
    static std::shared_ptr<const Steps> repetitions(const ComparedRun &of, const WorkUnit &unit, UnitSamples &samples,
                                                    ByDevice &order)
    {
        auto steps = std::make_shared<const Steps>(unitSteps(of.run(), unit));
        samples.found = unit.count();
        samples.foundWindows = steps->steps.size();
        ByDevice all(of.run().gpu.devices.size());
        for (uint32_t i = 0; i < steps->steps.size(); ++i)
            all[of.run().gpu.device(firstWork(of.run().gpu, *steps, i))].push_back(i);
        for (size_t device = 0; device < all.size(); ++device) {
            for (size_t k = 0; k + 1 < all[device].size(); ++k) {
                samples.places.push_back({uint16_t(device), steps->steps[all[device][k]].wall});
                samples.steps.push_back(all[device][k]);
            }
            if (!all[device].empty())
                order.push_back(std::move(all[device]));
        }
        measure(samples, of.clockNs);
        return steps;
    }

    /// The anchor's activity: the first one of the step.
    static size_t firstWork(const GpuWork &gpu, const Steps &steps, uint32_t step)
    {
        auto i = size_t(std::lower_bound(gpu.start.begin(), gpu.start.end(), steps.steps[step].gpuStartNs) -
                        gpu.start.begin());
        while (steps.of(i) != step)
            ++i;
        return i;
    }

    /// Device by device, the k-th with the k-th.
    void pairRepetitions(const ByDevice &a, const ByDevice &b)
    {
        static const std::vector<uint32_t> none;
        for (size_t device = 0; device < std::max(a.size(), b.size()); ++device) {
            const std::vector<uint32_t> &inA = device < a.size() ? a[device] : none;
            const std::vector<uint32_t> &inB = device < b.size() ? b[device] : none;
            for (size_t k = 0; k < std::max(inA.size(), inB.size()); ++k)
                m_unit.pairs.push_back(
                    {k < inA.size() ? inA[k] : noStep, k < inB.size() ? inB[k] : noStep,
                     k < std::min(inA.size(), inB.size()) ? QString() : Core::tr("the other recording has fewer")});
        }
    }

    void finish()
    {
        const std::vector<int64_t> a = lengthsOf(m_unit.a), b = lengthsOf(m_unit.b);
        m_unit.wall = differenceOfUnits(m_unit.a.wall, m_unit.b.wall, a, b);
    }

    const ComparedRun &m_a, &m_b;
    const Progress *m_progress;
    ComparedUnit m_unit;
};

} // namespace

std::optional<ComparedUnit> comparedUnit(const ComparedRun &a, const ComparedRun &b, const Progress *progress)
{
    return UnitFinder(a, b, progress).find();
}

std::vector<uint32_t> windowsOfWork(const GpuWork &gpu, const std::vector<DeviceWindow> &places)
{
    std::vector<uint32_t> result(gpu.size(), noStep);
    std::vector<size_t> next(gpu.devices.size(), places.size()), end(gpu.devices.size(), 0);
    for (size_t i = places.size(); i-- > 0;) {
        next[places[i].device] = i;
        end[places[i].device] = std::max(end[places[i].device], i + 1);
    }
    for (size_t i = 0; i < gpu.size(); ++i) {
        const uint16_t device = gpu.device(i);
        size_t &at = next[device];
        while (at < end[device] && places[at].range.end <= gpu.start[i])
            ++at;
        if (at < end[device] && places[at].range.begin <= gpu.start[i])
            result[i] = uint32_t(at);
    }
    return result;
}

} // namespace ws
