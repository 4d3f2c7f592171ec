#include "core/analysis/job/rankdigest.h"

#include "core/analysis/budget/runbudget.h"
#include "core/analysis/busy/busyscope.h"
#include "core/analysis/collectives/collectives.h"
#include "core/analysis/collectives/planes.h"
#include "core/analysis/compare/runfacts.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/job/commsplit.h"
#include "core/analysis/job/namedranks.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/trust/trust.h"
#include "core/base/namecut.h"
#include "core/base/parallel.h"
#include "core/io/remote/remotecache.h"
#include "core/model/rankplace.h"
#include "core/model/runlabel.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace ws {
namespace {

/// The kinds of a run's collectives that a digest keeps. Where only the kernel's name tells the collective, the name is
/// part of the kind, so that equal kernels of two ranks are found to be equal.
class DigestKinds
{
public:
    DigestKinds(std::vector<CollectiveKind> all, std::vector<CollectiveKind> &kept)
        : m_all(std::move(all)), m_kept(kept), m_place(m_all.size(), UINT32_MAX)
    {
    }

    uint32_t kindOf(uint32_t kind, std::string_view kernel)
    {
        if (m_place[kind] != UINT32_MAX)
            return m_place[kind];
        CollectiveKind &own = m_all[kind];
        if (own.collective.empty()) {
            const auto [place, isNew] = m_byName.try_emplace(std::string(kernel), uint32_t(m_kept.size()));
            if (isNew) {
                CollectiveKind named;
                named.collective = collectiveOfKernel(kernel);
                named.args.name = kernel.substr(0, std::min<size_t>(kernel.find('('), longestName));
                m_kept.push_back(std::move(named));
            }
            return place->second;
        }
        return m_place[kind] = keep(own);
    }

private:
    static constexpr size_t longestName = 200;

    uint32_t keep(CollectiveKind &own)
    {
        if (m_kept.size() >= RankDigest::maxKinds) { // all-to-all with sizes of their own
            own.bytes.reset();
            own.args.inElements = own.args.outElements = -1;
            const auto same = std::ranges::find_if(m_kept, [&](const CollectiveKind &one) {
                return one.collective == own.collective && one.args == own.args;
            });
            if (same != m_kept.end())
                return uint32_t(same - m_kept.begin());
        }
        m_kept.push_back(std::move(own));
        return uint32_t(m_kept.size() - 1);
    }

    std::vector<CollectiveKind> m_all;
    std::vector<CollectiveKind> &m_kept;
    std::vector<uint32_t> m_place; ///< by kind of the run; UINT32_MAX: not kept yet
    std::map<std::string, uint32_t> m_byName;
};

/// Fills the digest of a run with GPU work.
class DigestMaker
{
public:
    /// `rank`: one of GpuWork::ranks, whose devices alone count; 0: all are one rank's.
    DigestMaker(const Run &run, const StageMapping &mapping, StringId rank, const Progress *progress)
        : m_run(run), m_gpu(run.gpu), m_progress(progress), m_rank(rank)
    {
        const auto names = std::make_shared<const NameSet>(run.gpu, run.strings, nullptr);
        digest.mapping = mapping.name();
        StageClassifier classifier(names);
        m_classes = classifier.classify(mapping, progress);
        if (!m_classes) // cancelled
            return;
        const auto byDefault =
            needsDefaultMapping(*m_classes) ? classifier.classify(defaultMapping(), progress) : nullptr;
        m_isCommunication = communicationById(*names, communicationNames(*m_classes, byDefault.get()), run.strings);
    }

    bool make()
    {
        const auto busy = m_classes ? busySplit(m_gpu, m_isCommunication, {}, m_progress) : std::nullopt;
        auto steps = busy ? findSteps(m_run, m_progress) : std::nullopt;
        if (!steps)
            return false;
        m_steps = std::move(*steps);
        m_device = UINT16_MAX;
        for (uint16_t d = 0; d < busy->devices.size(); ++d) {
            if (!isOfRank(d))
                continue;
            if (m_device == UINT16_MAX || busy->devices[m_device].durationNs < busy->devices[d].durationNs)
                m_device = d;
        }
        digest.busy = busy->devices[m_device];
        for (size_t i = 0; i < m_gpu.size(); ++i)
            digest.activities += isOfRank(m_gpu.device(i));
        return addSteps() && addToSteps();
    }

    RankDigest digest;

private:
    /// Each of these fills fields of its own.
    bool addToSteps()
    {
        constexpr bool (DigestMaker::*parts[])() = {&DigestMaker::addStages, &DigestMaker::addCollectives,
                                                    &DigestMaker::addLayers};
        std::array<bool, std::size(parts)> areDone{};
        parallelFor(
            {0, areDone.size()}, 1, [&](size_t i) { areDone[i] = (this->*parts[i])(); }, m_progress);
        return std::ranges::all_of(areDone, std::identity());
    }

    bool addSteps()
    {
        m_stepOf.assign(m_steps.steps.size(), UINT32_MAX);
        std::vector<DeviceWindow> windows;
        if (m_steps.steps.empty()) { // all of it is one
            digest.steps.push_back({"recording", {digest.busy.firstNs, digest.busy.lastEndNs}});
            windows.push_back({m_device, digest.steps.back().work});
        }
        const auto walls = allStepWalls(m_run, m_steps);
        std::vector<UnitWall> typical;
        std::ranges::copy_if(walls[m_device], std::back_inserter(typical), &StepWall::isTypical);
        const uint32_t leftOut = isLastLeftOut(typical, m_steps) ? typical.back().step : noStep;
        for (const StepWall &wall : walls[m_device]) {
            if (digest.steps.size() == RankDigest::maxSteps) {
                ++digest.leftOut;
                continue;
            }
            m_stepOf[wall.step] = static_cast<uint32_t>(digest.steps.size());
            DigestStep &step = digest.steps.emplace_back();
            step.name = cutInMiddle(m_run.text(m_steps.steps[wall.step].name), RankDigest::maxName);
            step.work = wall.range;
            step.isTypical = wall.isTypical && wall.step != leftOut;
            windows.push_back({m_device, wall.range});
        }
        return divideSteps(windows);
    }

    /// As the overview divides a step.
    bool divideSteps(const std::vector<DeviceWindow> &windows)
    {
        const auto gaps = findGaps(m_run, m_progress);
        if (!gaps)
            return false;
        const auto budgets = wallBudgets(m_run, *gaps, m_isCommunication, windows, m_progress);
        for (size_t k = 0; budgets && k < budgets->size(); ++k) {
            const WallBudget &budget = (*budgets)[k];
            DigestStep &step = digest.steps[k];
            step.computeNs = budget.computeNs;
            step.exposedCommNs = budget.exposedCommNs;
            step.exposedCopyNs = budget.exposedCopyNs;
            step.idleNs = budget.idleNs();
            step.idleByCause = budget.idle;
        }
        return budgets.has_value();
    }

    uint32_t stepOf(size_t activity) const
    {
        if (m_steps.steps.empty())
            return 0;
        const uint32_t step = m_steps.of(activity);
        return step == noStep ? UINT32_MAX : m_stepOf[step];
    }

    /// Stages without their substages.
    bool addStages()
    {
        std::map<std::string, uint32_t> known;
        std::vector<uint32_t> stageOfGroup;
        for (const StageGroup &group : m_classes->groups) {
            const auto [place, isNew] = known.try_emplace(group.stage, uint32_t(digest.stages.size()));
            if (isNew)
                digest.stages.push_back({group.stage});
            stageOfGroup.push_back(place->second);
        }
        digest.stepStageNs.assign(digest.steps.size() * digest.stages.size(), 0);
        std::vector<RunningUnion> inStep(digest.steps.size());
        std::vector<std::pair<uint64_t, int64_t>> kernels(m_isCommunication.size()); // by name: count, ns
        RunningUnion whole;
        const bool isComplete = forEachActivity(m_gpu, {}, m_progress, [&](size_t i, int64_t start, int64_t end) {
            if (!isOfRank(m_gpu.device(i)))
                return;
            const StringId id = m_gpu.nameForRules(i);
            const uint32_t stage = stageOfGroup[m_classes->group[m_classes->names->indexOf(id)]];
            DigestSum &sum = digest.stages[stage];
            ++sum.count;
            sum.totalNs = saturatingAdd(sum.totalNs, end - start);
            if (!m_isCommunication[id] && m_gpu.kind[i] == CategoryKind::Kernel) {
                auto &[count, totalNs] = kernels[m_gpu.name[i]];
                ++count;
                totalNs = saturatingAdd(totalNs, end - start);
            }
            if (m_gpu.device(i) != m_device)
                return;
            sum.elapsedNs += whole.add(start, end);
            if (const uint32_t step = stepOf(i); step != UINT32_MAX)
                digest.stepStageNs[step * digest.stages.size() + stage] += inStep[step].add(start, end);
        });
        for (StringId id = 0; id < kernels.size(); ++id)
            if (const auto &[count, totalNs] = kernels[id]; count)
                digest.kernels.push_back({cutInMiddle(m_run.text(id), RankDigest::maxKernelName), count, totalNs});
        std::ranges::stable_sort(digest.kernels, std::greater(), &DigestSum::totalNs);
        digest.kernels.resize(std::min(digest.kernels.size(), RankDigest::maxKernels));
        return isComplete;
    }

    bool addCollectives()
    {
        auto kernels = collectiveKernels(m_run, m_isCommunication, m_progress);
        if (!kernels)
            return false;
        DigestKinds kinds(std::move(kernels->kinds), digest.kinds);
        const PlaneTimes planes = planeTimes(m_run, m_device);
        for (size_t k = 0; k < kernels->size(); ++k) {
            const uint32_t i = kernels->activities[k];
            if (m_gpu.device(i) != m_device)
                continue;
            if (digest.collectives.size() == RankDigest::maxCollectives) {
                ++digest.leftOut;
                continue;
            }
            const uint32_t kind = kinds.kindOf(kernels->kind[k], m_run.text(m_gpu.name[i]));
            digest.collectives.push_back(
                {m_gpu.start[i], m_gpu.duration[i], kernels->number[k], kind, stepOf(i), planesOf(i, planes)});
        }
        return addOverlaps();
    }

    /// See DigestCollective::planesNs. Planes tell where they are recorded for half of the collective and more.
    int64_t planesOf(uint32_t activity, const PlaneTimes &planes) const
    {
        const TimeRange time{m_gpu.start[activity], m_gpu.end(activity)};
        const int64_t knownNs = coveredBy(planes.all, time);
        if (knownNs > 0 && knownNs >= time.length() / 2)
            return coveredBy(planes.transfers, time);
        const bool isHccl = m_run.text(m_gpu.name[activity]).starts_with("hcom_");
        return isHccl ? DigestCollective::unrecordedPlanes : DigestCollective::noPlanes;
    }

    bool addOverlaps()
    {
        OverlapFinder finder(digest);
        digest.hasOverlaps = true;
        const bool isComplete = forEachActivity(m_gpu, {}, m_progress, [&](size_t i, int64_t start, int64_t end) {
            if (m_gpu.device(i) == m_device && BusyScope::classOf(m_gpu, i, m_isCommunication) == BusyScope::Compute)
                finder.add({start, end});
        });
        digest.overlaps = finder.finish();
        return isComplete;
    }

    bool addLayers()
    {
        const auto layers = findLayers(m_run, m_steps, m_progress);
        if (!layers)
            return false;
        std::vector<int64_t> count;
        for (const Layer &layer : layers->layers) {
            if (layer.device != m_device || layer.index >= RankDigest::maxLayers)
                continue;
            const size_t room = std::max<size_t>(digest.layerNs.size(), layer.index + 1);
            digest.layerNs.resize(room);
            count.resize(room);
            digest.layerNs[layer.index] = saturatingAdd(digest.layerNs[layer.index], layer.totalNs);
            ++count[layer.index];
        }
        for (size_t i = 0; i < count.size(); ++i)
            digest.layerNs[i] /= std::max<int64_t>(count[i], 1);
        return true;
    }

    bool isOfRank(uint16_t device) const { return !m_rank || m_gpu.ranks[device] == m_rank; }

    const Run &m_run;
    const GpuWork &m_gpu;
    const Progress *m_progress;
    StringId m_rank;
    std::shared_ptr<const Classification> m_classes;
    std::vector<uint8_t> m_isCommunication;
    Steps m_steps;
    std::vector<uint32_t> m_stepOf; ///< by step of the run: index into the digest's; UINT32_MAX: not in it
    uint16_t m_device = 0;
};

void describe(const Run &run, RankDigest &digest)
{
    digest.file = (shownPath(run.info.stamp.path) + recordingMark(run)).toStdString();
    digest.fileBytes = uint64_t(std::max<int64_t>(run.info.stamp.size, 0));
    digest.worldSize = worldSizeOf(run);
    digest.device = gpuModels(run).toStdString();
    digest.isComplete = run.info.complete;
    digest.hasClock = digest.hasClock || run.info.baseTimeNs.has_value();
    const RankPlace place = rankPlaceOf(run);
    if (digest.part.empty())
        digest.rank = place.rank;
    digest.stage = place.stage;
    digest.host = place.host;
    digest.originNs = saturatingAdd(run.info.baseTimeNs.value_or(0), run.timeline.originNs);
}

void addSum(std::vector<DigestSum> &sums, const DigestSum &more)
{
    auto same = std::ranges::find(sums, more.name, &DigestSum::name);
    if (same == sums.end()) {
        sums.push_back(more);
        return;
    }
    same->count += more.count;
    same->totalNs = saturatingAdd(same->totalNs, more.totalNs);
    same->elapsedNs = saturatingAdd(same->elapsedNs, more.elapsedNs);
}

uint32_t placeOfKind(std::vector<CollectiveKind> &kinds, const CollectiveKind &kind)
{
    const auto same = std::ranges::find_if(kinds, [&](const CollectiveKind &one) {
        return one.collective == kind.collective && one.args == kind.args && one.bytes == kind.bytes &&
               one.groupSize == kind.groupSize;
    });
    const uint32_t place = uint32_t(same - kinds.begin());
    if (same == kinds.end())
        kinds.push_back(kind);
    return place;
}

/// Between two iterations the device is idle: each task is of one of them.
void endAt(DigestStep &step, int64_t nextBegin)
{
    const int64_t idle = nextBegin - step.work.end;
    if (idle <= 0)
        return;
    step.work.end = nextBegin;
    step.idleNs += idle;
    step.idleByCause[size_t(GapCause::Unknown)] += idle;
}

/// "…/msprof_0_2_10.json" → "iteration 10": msprof's name of the file.
std::string iterationName(std::string_view file)
{
    file = file.substr(0, file.rfind('.'));
    return "iteration " + std::string(file.substr(file.rfind('_') + 1));
}

/// Steps, collectives and overlaps of `more` behind those of `all`, by the clock of `all`.
void addTimes(RankDigest &all, const RankDigest &more)
{
    const int64_t shift = more.originNs - all.originNs;
    const uint32_t firstStep = uint32_t(all.steps.size());
    for (DigestStep step : more.steps) {
        step.work.begin += shift;
        step.work.end += shift;
        if (more.steps.size() == 1)
            step.name = iterationName(more.file);
        if (!all.steps.empty())
            endAt(all.steps.back(), step.work.begin);
        all.steps.push_back(std::move(step));
    }
    for (DigestCollective one : more.collectives) {
        one.startNs += shift;
        one.kind = placeOfKind(all.kinds, more.kinds[one.kind]);
        one.step += one.step == UINT32_MAX ? 0 : firstStep;
        all.collectives.push_back(one);
    }
    for (DigestOverlap overlap : more.overlaps) {
        overlap.startNs += shift;
        all.overlaps.push_back(overlap);
    }
}

void addBusy(BusySplit &all, const BusySplit &more, int64_t shift)
{
    all.firstNs = all.activities ? std::min(all.firstNs, more.firstNs + shift) : more.firstNs + shift;
    all.lastEndNs = all.activities ? std::max(all.lastEndNs, more.lastEndNs + shift) : more.lastEndNs + shift;
    all.activities += more.activities;
    for (int64_t BusySplit::*part : {&BusySplit::durationNs, &BusySplit::busyNs, &BusySplit::computeNs,
                                     &BusySplit::exposedCommNs, &BusySplit::exposedCopyNs})
        all.*part = saturatingAdd(all.*part, more.*part);
    all.spanNs = all.lastEndNs - all.firstNs;
    all.idleNs = all.spanNs - all.busyNs;
}

} // namespace

RankDigestPtr joinedDigest(std::vector<RankDigestPtr> iterations)
{
    if (iterations.size() == 1)
        return iterations.front();
    std::ranges::stable_sort(iterations, {}, &RankDigest::originNs);
    auto all = std::make_shared<RankDigest>(*iterations.front());
    all->activities = all->leftOut = 0;
    all->busy = {};
    all->stages.clear();
    all->steps.clear();
    all->kinds.clear();
    all->collectives.clear();
    all->overlaps.clear();
    all->kernels.clear();
    all->layerNs.clear(); // of layers, a mean of means would not be one
    for (const RankDigestPtr &one : iterations) {
        all->fileBytes += one == iterations.front() ? 0 : one->fileBytes;
        all->isComplete = all->isComplete && one->isComplete;
        all->hasOverlaps = all->hasOverlaps && one->hasOverlaps;
        all->activities += one->activities;
        all->leftOut += one->leftOut;
        addBusy(all->busy, one->busy, one->originNs - all->originNs);
        addTimes(*all, *one);
        for (const DigestSum &stage : one->stages)
            addSum(all->stages, stage);
        for (const DigestSum &kernel : one->kernels)
            addSum(all->kernels, kernel);
    }
    all->stepStageNs.assign(all->steps.size() * all->stages.size(), 0);
    size_t step = 0;
    for (const RankDigestPtr &one : iterations)
        for (size_t k = 0; k < one->steps.size(); ++k, ++step)
            for (size_t stage = 0; stage < one->stages.size(); ++stage) {
                const auto place = std::ranges::find(all->stages, one->stages[stage].name, &DigestSum::name);
                all->stepStageNs[step * all->stages.size() + size_t(place - all->stages.begin())] =
                    one->stageNs(k, stage);
            }
    std::ranges::stable_sort(all->kernels, std::greater(), &DigestSum::totalNs);
    all->kernels.resize(std::min(all->kernels.size(), RankDigest::maxKernels));
    return all;
}

std::optional<std::vector<RankDigestPtr>> digestsOf(const Run &run, const StageMapping &mapping,
                                                    const Progress *progress)
{
    std::vector<RankDigestPtr> digests;
    if (run.gpu.size() == 0) {
        auto named = namedRanks(run, progress);
        if (!named)
            return std::nullopt;
        if (named->empty())
            named->emplace_back();
        for (RankDigest &digest : *named) {
            describe(run, digest);
            digests.push_back(std::make_shared<const RankDigest>(std::move(digest)));
        }
        return digests;
    }
    std::vector<StringId> ranks;
    for (const StringId rank : run.gpu.ranks)
        if (std::ranges::find(ranks, rank) == ranks.end())
            ranks.push_back(rank);
    if (ranks.empty())
        ranks.push_back(0);
    for (const StringId rank : ranks) {
        DigestMaker maker(run, mapping, rank, progress);
        if (!maker.make())
            return std::nullopt;
        maker.digest.part = run.text(rank);
        const std::vector<RankCoordinate> words = rankCoordinates(maker.digest.part);
        if (words.size() == 1 && words.front().dimension.empty())
            maker.digest.rank = words.front().index;
        maker.digest.hasClock = rank != 0; // one file, one clock
        describe(run, maker.digest);
        digests.push_back(std::make_shared<const RankDigest>(std::move(maker.digest)));
    }
    return digests;
}

} // namespace ws
