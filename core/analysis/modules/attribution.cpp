#include "core/analysis/modules/attribution.h"

#include "core/analysis/modules/backwardlinks.h"
#include "core/analysis/modules/graphlaunches.h"
#include "core/model/flowpairs.h"

namespace ws {
namespace {

constexpr size_t attributedBlock = 1 << 16; ///< activities between two checks of the cancel flag

bool isCancelled(const Progress *progress)
{
    return progress && progress->isCancelled();
}

/// Finds modules by other links in the file than the launching thread's stack.
class Links
{
public:
    Links(const Run &run, const NestedSlices &modules) : m_run(run), m_modules(modules), m_backward(run, modules)
    {
        const GpuWork &gpu = run.gpu;
        for (size_t i = 0; i < gpu.size(); ++i)
            if (gpu.launch[i] == noLaunch && !gpu.op[i].valid()) { // rare: so are the pairs made
                m_flows.emplace(run, "ac2g");
                break;
            }
    }

    uint32_t moduleOf(size_t activity) const
    {
        const GpuWork &gpu = m_run.gpu;
        if (const uint32_t launch = gpu.launch[activity]; launch != noLaunch) // the stack has been searched
            if (const uint32_t module = backward(m_run.launches.slice[launch]); module != noSlice)
                return module;
        if (gpu.op[activity].valid())
            return around(trackOf(gpu.op[activity]), m_run.timeline.start(gpu.op[activity]));
        if (gpu.launch[activity] == noLaunch)
            if (const auto from = m_flows->startOf(trackOf(gpu.slice[activity]), gpu.start[activity]))
                return around(from->track, from->ns);
        return noSlice;
    }

private:
    uint32_t trackOf(EventRef slice) const { return m_run.timeline.lane(slice).track; }
    uint32_t backward(EventRef slice) const { return m_backward.moduleAt(trackOf(slice), m_run.timeline.start(slice)); }
    uint32_t around(uint32_t track, int64_t ns) const
    {
        const uint32_t module = m_modules.innermost(track, ns);
        return module != noSlice ? module : m_backward.moduleAt(track, ns);
    }

    const Run &m_run;
    const NestedSlices &m_modules;
    BackwardLinks m_backward;
    std::optional<FlowPairs> m_flows; ///< only when there is work with neither launch nor operator
};

} // namespace

Attribution::Attribution(const Run &run, Mode mode)
    : m_mode(mode), m_modules(run.timeline, {CategoryKind::Module}), m_module(run.gpu.size(), noSlice),
      m_detail(run.gpu.size())
{
}

std::optional<Attribution> Attribution::make(const Run &run, Mode mode, const Progress *progress)
{
    Attribution attribution(run, mode);
    if (!attribution.byStack(run, progress))
        return std::nullopt;
    if (mode == Mode::All && attribution.m_modules.size() > 0 && !attribution.byLinks(run, progress))
        return std::nullopt;
    return attribution;
}

bool Attribution::byStack(const Run &run, const Progress *progress)
{
    GraphLaunches graphs(run);
    uint32_t lastLaunch = noLaunch, lastModule = noSlice; // a graph's hundreds of kernels have one launch
    for (size_t i = 0; i < m_module.size(); ++i) {
        if (i % attributedBlock == 0 && isCancelled(progress))
            return false;
        const uint32_t launch = run.gpu.launch[i];
        if (launch == noLaunch) {
            m_detail[i] = uint8_t(Reason::NoLaunch);
            continue;
        }
        if (launch != lastLaunch) {
            lastLaunch = launch;
            lastModule = m_modules.find(run.launches.module[launch]);
        }
        const bool graph = graphs.contains(launch);
        m_module[i] = lastModule;
        if (lastModule == noSlice)
            m_detail[i] = uint8_t(graph ? Reason::CudaGraph : Reason::OutsideModules);
        else
            m_detail[i] = graph;
    }
    return true;
}

bool Attribution::byLinks(const Run &run, const Progress *progress)
{
    const Links links(run, m_modules);
    for (size_t i = 0; i < m_module.size(); ++i) {
        if (i % attributedBlock == 0 && isCancelled(progress))
            return false;
        if (m_module[i] != noSlice)
            continue;
        m_module[i] = links.moduleOf(i);
        if (m_module[i] != noSlice)
            m_detail[i] = 1;
    }
    return true;
}

Attribution Attribution::withCapture(std::shared_ptr<const CaptureMatch> match) const
{
    using State = CaptureMatch::State;
    Attribution captured = *this;
    for (size_t i = 0; i < m_module.size(); ++i) {
        if (m_module[i] != noSlice || match->state(i) == State::NoGraph || match->call(i) != noSlice)
            continue;
        const Reason reason = match->isFound(i)                     ? Reason::OutsideModules
                              : match->state(i) == State::Ambiguous ? Reason::AmbiguousInCapture
                                                                    : Reason::NotInCapture;
        captured.m_detail[i] = uint8_t(reason);
    }
    captured.m_capture = std::move(match);
    return captured;
}

} // namespace ws
