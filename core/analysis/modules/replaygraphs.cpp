#include "core/analysis/modules/replaygraphs.h"

#include "core/analysis/modules/graphlaunches.h"
#include "core/analysis/steps/steps.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t checkedWork = 1 << 16; ///< activities between two checks of the cancel flag

/// The graph's work in order of its nodes; empty when some has none or two have the same.
std::vector<uint32_t> orderByNode(const GpuWork &gpu, std::vector<uint32_t> activities)
{
    if (gpu.graphNode.empty())
        return {};
    const auto node = [&gpu](uint32_t i) { return gpu.graphNode[i]; };
    std::sort(activities.begin(), activities.end(), [&](uint32_t a, uint32_t b) { return node(a) < node(b); });
    const auto same = std::adjacent_find(activities.begin(), activities.end(),
                                         [&](uint32_t a, uint32_t b) { return node(a) == node(b); });
    return !node(activities.front()) || same != activities.end() ? std::vector<uint32_t>() : activities;
}

/// Numbers of works, each name looked up once.
class Works
{
public:
    Works(const Run &run, const Capture &capture)
        : m_run(run), m_capture(capture), m_known(run.strings.size(), UINT32_MAX),
          m_foreign(FirstKernelName + static_cast<uint32_t>(capture.launches()))
    {
    }
    std::vector<uint32_t> of(const std::vector<uint32_t> &activities)
    {
        std::vector<uint32_t> works;
        works.reserve(activities.size());
        for (const uint32_t i : activities)
            works.push_back(workOf(i));
        return works;
    }

private:
    uint32_t workOf(uint32_t activity)
    {
        const GpuWork &gpu = m_run.gpu;
        if (gpu.kind[activity] != CategoryKind::Kernel)
            return gpu.kind[activity] == CategoryKind::Memcpy ? Copy : Fill;
        uint32_t &work = m_known[gpu.name[activity]];
        if (work == UINT32_MAX)
            work = m_capture.workOf(m_run.text(gpu.name[activity]));
        if (work == UINT32_MAX)
            work = m_foreign + gpu.name[activity];
        return work;
    }

    const Run &m_run;
    const Capture &m_capture;
    std::vector<uint32_t> m_known; ///< by name
    uint32_t m_foreign;
};

} // namespace

std::optional<ReplayGraphs> replayGraphs(const Run &run, const Capture &capture, const Progress *progress)
{
    ReplayGraphs replay;
    GraphLaunches isGraph(run);
    std::unordered_map<uint32_t, size_t> places; ///< launch → graph
    for (uint32_t i = 0; i < run.gpu.size(); ++i) {
        if (i % checkedWork == 0 && progress && progress->isCancelled())
            return std::nullopt;
        const uint32_t launch = run.gpu.launch[i];
        if (launch == noLaunch || !isGraph.contains(launch))
            continue;
        const auto [place, isNew] = places.try_emplace(launch, replay.graphs.size());
        if (isNew)
            replay.graphs.emplace_back().launch = launch;
        replay.graphs[place->second].byStart.push_back(i);
    }
    if (replay.graphs.empty())
        return replay;
    const std::optional<Steps> steps = findSteps(run, progress);
    if (!steps)
        return std::nullopt;
    const auto start = [&run](const ReplayGraph &graph) {
        return run.timeline.start(run.launches.slice[graph.launch]);
    };
    std::stable_sort(replay.graphs.begin(), replay.graphs.end(),
                     [&](const ReplayGraph &a, const ReplayGraph &b) { return start(a) < start(b); });
    Works works(run, capture);
    SequenceNumbers numbers(replay.sequences);
    for (ReplayGraph &graph : replay.graphs) {
        graph.step = steps->of(graph.byStart.front());
        if (graph.step != noStep) {
            graph.batch = steps->steps[graph.step].batch;
            graph.tokens = steps->steps[graph.step].tokens;
        }
        graph.startSequence = numbers.of(works.of(graph.byStart));
        graph.byNode = orderByNode(run.gpu, graph.byStart);
        if (!graph.byNode.empty())
            graph.nodeSequence = numbers.of(works.of(graph.byNode));
    }
    return replay;
}

} // namespace ws
