#include "core/readers/chrome/ascendlinks.h"

#include "core/model/flowpairs.h"
#include "core/model/nestedslices.h"

#include <map>

namespace ws {
namespace {

using Place = FlowPairs::Place;

class Linker
{
public:
    explicit Linker(Run &run)
        : m_run(run), m_calls(run.timeline, {CategoryKind::Launch}), m_ops(run.timeline, {CategoryKind::CpuOp}),
          m_modules(run.timeline, {CategoryKind::Module}),
          m_fromCall(run, "HostToDevice", FlowPairs::Order::StartMayBeLater), m_fromOp(run, "async_npu")
    {
    }

    void link(size_t activity)
    {
        GpuWork &gpu = m_run.gpu;
        const uint32_t track = m_run.timeline.lane(gpu.slice[activity]).track;
        const std::optional<Place> opPlace = m_fromOp.startOf(track, gpu.start[activity]);
        const EventRef op = opPlace ? at(m_ops, *opPlace) : EventRef{};
        const std::optional<Place> callPlace = m_fromCall.startOf(track, gpu.start[activity]);
        EventRef call = callPlace ? at(m_calls, *callPlace) : EventRef{};
        if (!call.valid())
            call = op;
        if (op.valid())
            gpu.op[activity] = op;
        if (call.valid())
            gpu.launch[activity] = launchOf(call, op, opPlace ? at(m_modules, *opPlace) : EventRef{});
    }

private:
    static EventRef at(const NestedSlices &slices, const Place &place)
    {
        const uint32_t found = slices.innermost(place.track, place.ns);
        return found == noSlice ? EventRef{} : slices.slice(found);
    }

    /// One launch per call, whatever it launches.
    uint32_t launchOf(EventRef call, EventRef op, EventRef module)
    {
        Launches &launches = m_run.launches;
        const auto [entry, isNew] =
            m_known.try_emplace({call.lane, call.index}, static_cast<uint32_t>(launches.size()));
        if (isNew) {
            launches.slice.push_back(call);
            launches.op.push_back(op);
            launches.module.push_back(module);
        }
        return entry->second;
    }

    Run &m_run;
    NestedSlices m_calls, m_ops, m_modules;
    FlowPairs m_fromCall, m_fromOp;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_known;
};

} // namespace

void linkAscend(Run &run)
{
    Linker linker(run);
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (run.gpu.launch[i] == noLaunch)
            linker.link(i);
}

} // namespace ws
