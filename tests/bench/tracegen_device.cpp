// The host's calls and the time of the device's work.
#include "tracegen_simulator.h"

#include <algorithm>

namespace ws::tracegen {

int32_t Simulator::launchTruth()
{
    if (!m_options.launchTruth)
        return -1;
    Launch &launch = m_step->launches.emplace_back();
    if (!m_opStack.empty() && !m_inGraph)
        launch.op = m_step->sections[Ops][m_opStack.back()].name;
    launch.captured = m_captured;
    if (m_options.kernelsOnly || m_options.pythonShare <= 0)
        return int32_t(m_step->launches.size()) - 1;
    launch.modules = m_modules;
    launch.modulesAll = m_modulesAll.empty() ? m_modules : m_modulesAll;
    return int32_t(m_step->launches.size()) - 1;
}

/// The runtime call of a launch; its activities come between this and finishLaunch().
int64_t Simulator::beginLaunch(std::string_view name, int cbid, Kind kind)
{
    const int64_t correlation = ++m_correlation;
    if (m_options.kernelsOnly) {
        advance(2000);
        return correlation;
    }
    advance(jitter(600, 50));
    m_callIndex = m_step->sections[Gpu].size();
    Event &call = add(Gpu, kind, m_now, jitter(4300, 45), name);
    call.a = m_opStack.empty() ? 0 : m_step->sections[Ops][m_opStack.back()].a;
    call.b = cbid;
    call.c = correlation;
    return correlation;
}

void Simulator::finishLaunch(int64_t correlation)
{
    if (m_options.kernelsOnly)
        return;
    const Event &call = m_step->sections[Gpu][m_callIndex];
    const int64_t start = call.ts;
    m_now = start + call.dur;
    if (m_options.flows)
        add(Gpu, Kind::FlowStart, start, 0, "ac2g").a = correlation;
}

/// A call that starts no GPU work; Kineto still ends a flow at it.
void Simulator::runtimeCall(std::string_view name, int cbid, int64_t ns)
{
    if (m_inGraph || m_options.kernelsOnly)
        return;
    Event &call = add(Gpu, Kind::Runtime, m_now, ns, name);
    call.a = m_opStack.empty() ? 0 : m_step->sections[Ops][m_opStack.back()].a;
    call.b = cbid;
    call.c = ++m_correlation;
    if (m_options.flows)
        add(Gpu, Kind::FlowEnd, m_now, 0, "ac2g").a = m_correlation;
    advance(ns + 200);
}

/// Puts an activity on a stream as early as the launch, the stream and awaited events let it start.
Event &Simulator::place(int streamIndex, Kind kind, std::string_view name, int64_t ns, bool overlaps,
                        int64_t correlation)
{
    Stream &stream = m_streams[size_t(m_device)][size_t(streamIndex)];
    const int64_t launched = m_inGraph ? m_graphLaunchNs + 4200 : m_now + 1400 + random(900);
    int64_t free = stream.end + 500 + random(700);
    if (overlaps && launched < stream.end)
        free = std::max(stream.start + 1, stream.end - 400 - int64_t(random(1300)));
    const int64_t start = std::max({launched, free, stream.notBefore});
    stream.start = start;
    stream.end = std::max(stream.end, start + ns);
    if (!stream.labelStart)
        stream.labelStart = start;
    stream.labelEnd = stream.end;

    Event &work = add(Gpu, kind, start, ns, name);
    work.pid = m_device;
    work.tid = streamId(streamIndex);
    work.a = m_opStack.empty() || m_inGraph ? 0 : m_step->sections[Ops][m_opStack.back()].a;
    work.b = correlation;
    work.d = m_inGraph ? (int64_t(3 + m_device) << 32) | m_graphNode++ : 0;
    work.truth = launchTruth();
    if (m_options.flows && !m_options.kernelsOnly) {
        Event &flow = add(Gpu, Kind::FlowEnd, start, 0, "ac2g");
        flow.pid = m_device;
        flow.tid = streamId(streamIndex);
        flow.a = correlation;
    }
    return m_step->sections[Gpu][m_step->sections[Gpu].size() - (m_options.flows && !m_options.kernelsOnly ? 2 : 1)];
}

void Simulator::launch(Krn krn, int stream)
{
    const KernelSpec &spec = m_catalogue.kernel(krn);
    stream = std::min(stream, m_options.streams - 1);
    const bool triton = spec.name[m_load].starts_with("triton_") || spec.name[m_load].starts_with("_");
    int64_t correlation = m_graphCorrelation;
    if (!m_inGraph) {
        memoryEvent(int64_t(1 + random(64)) << 17);
        correlation = triton          ? beginLaunch("cuLaunchKernel", 307, Kind::Driver)
                      : spec.overlaps ? beginLaunch("cudaLaunchKernelExC", 430, Kind::Runtime)
                                      : beginLaunch("cudaLaunchKernel", 211, Kind::Runtime);
    }
    Event &kernel =
        place(stream, Kind::Kernel, spec.name[m_load], jitter(spec.ns[m_load], 12), spec.overlaps, correlation);
    kernel.extra = spec.launch[m_load];
    kernel.extra2 = spec.collective;
    if (!m_inGraph)
        finishLaunch(correlation);
}

void Simulator::copy(Direction direction, int64_t bytes)
{
    if (m_inGraph)
        return;
    const bool toDevice = direction == Direction::HostToDevice;
    const int64_t correlation = beginLaunch("cudaMemcpyAsync", 41, Kind::Runtime);
    Event &event = place(toDevice ? sideStream() : 0, Kind::Memcpy,
                         toDevice ? "Memcpy HtoD (Pinned -> Device)" : "Memcpy DtoH (Device -> Pinned)",
                         jitter(1300 + bytes / 24, 8), false, correlation);
    event.c = bytes;
    finishLaunch(correlation);
}

void Simulator::fill(int64_t bytes)
{
    int64_t correlation = m_graphCorrelation;
    if (!m_inGraph)
        correlation = beginLaunch("cudaMemsetAsync", 51, Kind::Runtime);
    Event &event = place(0, Kind::Memset, "Memset (Device)", jitter(1100 + bytes / 1500, 8), false, correlation);
    event.c = bytes;
    if (!m_inGraph)
        finishLaunch(correlation);
}

/// Communication on its own stream; the compute stream goes on until awaitCollective().
void Simulator::collective(Krn krn, std::string_view label)
{
    const int index = std::min(1, m_options.streams - 1);
    std::vector<Stream> &streams = m_streams[size_t(m_device)];
    const bool labelled = !m_inGraph && !m_options.kernelsOnly;
    const size_t annotation = m_step->sections[Ops].size();
    if (labelled) {
        Event &event = add(Ops, Kind::Annotation, m_now, 0, label);
        event.a = m_externalId++;
        event.d = m_eventIndex++;
        advance(900);
    }
    runtimeCall("cudaEventRecord", 135, 900);
    runtimeCall("cudaStreamWaitEvent", 147, 700);
    streams[size_t(index)].notBefore = std::max(streams[size_t(index)].notBefore, streams[0].end + 300);
    launch(krn, index);
    runtimeCall("cudaEventRecordWithFlags", 370, 800);
    const Stream &stream = streams[size_t(index)];
    m_latestCollective = stream.end;
    if (!labelled)
        return;
    Event &event = m_step->sections[Ops][annotation];
    event.dur = m_now - event.ts;
    const int64_t id = event.a;
    Event &gpuLabel = add(Labels, Kind::GpuAnnotation, stream.start, stream.end - stream.start, label);
    gpuLabel.pid = m_device;
    gpuLabel.tid = streamId(index);
    gpuLabel.a = id;
}

void Simulator::awaitCollective()
{
    Stream &compute = m_streams[size_t(m_device)][0];
    compute.notBefore = std::max(compute.notBefore, m_latestCollective + 300);
}

/// The host waits until the step's work is done: the blocking call at the end of a step.
void Simulator::synchronise()
{
    int64_t done = m_now;
    for (const Stream &stream : m_streams[size_t(m_device)])
        done = std::max(done, stream.end);
    if (m_options.kernelsOnly)
        m_now = done;
    else
        runtimeCall("cudaStreamSynchronize", 131, std::max<int64_t>(done - m_now, 0) + 2600 + random(1500));
}

int Simulator::sideStream()
{
    return m_options.streams > 2 ? 2 + m_side++ % (m_options.streams - 2) : 0;
}

/// Temporary memory: an allocation, and the release of an older one.
void Simulator::memoryEvent(int64_t bytes)
{
    if (!m_options.memory || m_options.kernelsOnly)
        return;
    int64_t &allocated = m_allocated[size_t(m_device)];
    int64_t &reserved = m_reserved[size_t(m_device)];
    const auto write = [&](int64_t delta) {
        allocated += delta;
        if (allocated > reserved)
            reserved += 20 << 20;
        Event &event = add(MemoryEvents, Kind::Memory, m_now, 0, "[memory]");
        event.a = delta;
        event.b = allocated;
        event.c = reserved;
        event.d = m_eventIndex++;
        event.device = m_device;
    };
    write(bytes);
    std::deque<int64_t> &blocks = m_blocks[size_t(m_device)];
    blocks.push_back(bytes);
    while (blocks.size() > 24 + m_modules.size()) {
        write(-blocks.front());
        blocks.pop_front();
    }
}

} // namespace ws::tracegen
