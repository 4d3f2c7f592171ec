#include "core/analysis/modules/attribution.h"

#include "core/analysis/modules/backwardlinks.h"
#include "core/analysis/modules/graphlaunches.h"
#include "core/model/eventtext.h"
#include "core/model/flowpairs.h"

#include <nlohmann/json.hpp>

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

/// Where times cross, the profiler's own numbers of its calls tell where a module stands: they are read from the file
/// for these modules alone, because nothing else needs them.
class PythonIds
{
public:
    explicit PythonIds(const Run &run) : m_run(run) {}

    /// Gives modules that outlive the one around them the parent that the file names, else the innermost that they do
    /// not outlive.
    void mend(NestedSlices &modules)
    {
        const bool isNear = hasNearText(m_run);
        for (uint32_t i = 0; i < modules.size(); ++i) {
            uint32_t around = modules.parent(i);
            if (around == noSlice || modules.endsWithin(i, around))
                continue;
            if (const auto parent = isNear && m_reads < maxReads ? namedParent(modules, i, around) : std::nullopt) {
                modules.setParent(i, *parent);
                continue;
            }
            while (around != noSlice && !modules.endsWithin(i, around))
                around = modules.parent(around);
            modules.setParent(i, around);
        }
    }

private:
    static constexpr size_t maxReads = 200; ///< each takes up to a few ms

    std::optional<int64_t> number(EventRef slice, const char *key)
    {
        ++m_reads;
        const auto event = eventJson(m_run, slice);
        if (!event || !event->is_object() || !event->contains("args") || !(*event)["args"].is_object())
            return {};
        const auto &args = (*event)["args"];
        const auto found = args.find(key);
        return found != args.end() && found->is_number_integer() ? std::optional(found->template get<int64_t>())
                                                                 : std::nullopt;
    }

    std::optional<uint32_t> namedParent(const NestedSlices &modules, uint32_t i, uint32_t around)
    {
        const std::optional<int64_t> caller = number(modules.slice(i), "Python parent id");
        return caller ? parentOf(modules, modules.slice(i), around, *caller) : std::nullopt;
    }

    /// The innermost module from `around` outwards in which the calling frame began, or that is itself the caller;
    /// nothing: the file does not tell.
    std::optional<uint32_t> parentOf(const NestedSlices &modules, EventRef slice, uint32_t around, int64_t caller)
    {
        const Timeline &timeline = m_run.timeline;
        const Track &track = timeline.track(slice);
        const int64_t start = timeline.start(slice);
        for (uint32_t l = slice.lane; l-- > track.firstLane;) {
            const Lane &lane = timeline.lanes[l];
            const size_t i = lane.firstEndingAfter(start);
            const EventRef frame{l, static_cast<uint32_t>(i)};
            if (i == lane.size() || lane.start[i] > start || number(frame, "Python id") != caller)
                continue;
            while (around != noSlice && modules.slice(around) != frame &&
                   (modules.start(around) > lane.start[i] || modules.end(around) <= lane.start[i]))
                around = modules.parent(around);
            return around;
        }
        return {};
    }

    const Run &m_run;
    size_t m_reads = 0;
};

} // namespace

Attribution::Attribution(const Run &run, Mode mode)
    : m_mode(mode), m_modules(run.timeline, {CategoryKind::Module}, Crossing::Inside),
      m_module(run.gpu.size(), noSlice), m_annotation(run.gpu.annotation.begin(), run.gpu.annotation.end()),
      m_detail(run.gpu.size())
{
    PythonIds(run).mend(m_modules);
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
