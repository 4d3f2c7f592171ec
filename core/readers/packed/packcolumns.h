#pragma once
// Every column of a run that has a section of its own, by name. The columns of lanes and counters are joined; see
// runpacker.cpp.

#include "core/io/pack/packcoding.h"
#include "core/model/run.h"

namespace ws {

/// Calls visit(name, column, coding).
template <class AnyRun, class Visit> void forEachPackedColumn(AnyRun &run, const Visit &visit)
{
    using enum PackCoding;
    auto &instants = run.timeline.instants;
    visit("instant.time", instants.time, Differences);
    visit("instant.name", instants.name, Numbers);
    visit("instant.category", instants.category, Numbers);
    visit("instant.track", instants.track, Differences);
    visit("instant.text", instants.text, Differences);
    auto &flows = run.timeline.flows;
    visit("flow.id", flows.id, Differences);
    visit("flow.time", flows.time, Differences);
    visit("flow.track", flows.track, Differences);
    visit("flow.category", flows.category, Numbers);
    visit("flow.kind", flows.kind, Numbers);
    auto &gpu = run.gpu;
    visit("gpu.slice", gpu.slice, Pairs);
    visit("gpu.start", gpu.start, Differences);
    visit("gpu.duration", gpu.duration, Numbers);
    visit("gpu.name", gpu.name, Numbers);
    visit("gpu.stream", gpu.stream, Numbers);
    visit("gpu.kind", gpu.kind, Numbers);
    visit("gpu.launch", gpu.launch, Differences);
    visit("gpu.op", gpu.op, Pairs);
    visit("gpu.grid", gpu.grid, Numbers);
    visit("gpu.occupancy", gpu.occupancy, Bytes);
    visit("gpu.blocksPerSm", gpu.blocksPerSm, Bytes);
    visit("gpu.graphNode", gpu.graphNode, Differences);
    visit("gpu.annotation", gpu.annotation, Numbers);
    visit("gpu.matchName", gpu.matchName, Numbers);
    visit("gpu.collective", gpu.collective, Numbers);
    visit("gpu.collectiveNo", gpu.collectiveNumber, Differences);
    visit("untimed.name", gpu.untimed.name, Numbers);
    visit("untimed.kind", gpu.untimed.kind, Numbers);
    visit("untimed.stream", gpu.untimed.stream, Numbers);
    visit("untimed.launch", gpu.untimed.launch, Differences);
    auto &launches = run.launches;
    visit("launch.slice", launches.slice, Pairs);
    visit("launch.op", launches.op, Pairs);
    visit("launch.module", launches.module, Pairs);
    visit("launch.kernel", launches.kernel, Numbers);
    visit("launch.waitsFor", launches.waitsFor, Numbers);
    auto &ops = run.ops;
    visit("op.slice", ops.slice, Pairs);
    visit("op.module", ops.module, Pairs);
    visit("op.sequence", ops.sequence, Differences);
    visit("op.fwdThread", ops.fwdThread, Numbers);
    visit("op.shape", ops.shape, Numbers);
    visit("op.inputs", ops.inputs, Numbers);
    visit("op.callStack", ops.callStack, Numbers);
    visit("op.collective", ops.collective, Numbers);
    visit("op.collectiveNo", ops.collectiveNumber, Differences);
}

/// One sentence of what in a run is not possible; empty: nothing. Lanes, tracks and all columns are looked at.
std::string faultOfRun(const Run &run);

} // namespace ws
