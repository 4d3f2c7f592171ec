#include "runcolumns.h"

#include <nlohmann/json.hpp>

namespace ws::test {
namespace {

template <class Values> std::string bytesOf(const Values &column)
{
    using T = typename Values::value_type;
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
    return {reinterpret_cast<const char *>(column.data()), column.size() * sizeof(T)};
}

template <class T> std::string bytesOf(const NarrowColumn<T> &column)
{
    std::string bytes;
    for (size_t i = 0; i < column.size(); ++i) {
        const T value = column[i];
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    return bytes;
}

std::string listed(std::initializer_list<int64_t> values)
{
    std::string text;
    for (const int64_t value : values)
        text += std::to_string(value) + ' ';
    return text + '\n';
}

void addLanes(const Timeline &timeline, Columns &columns)
{
    for (const Lane &lane : timeline.lanes) {
        columns["lane start"] += bytesOf(lane.start);
        columns["lane duration"] += bytesOf(lane.duration);
        columns["lane name"] += bytesOf(lane.name);
        columns["lane category"] += bytesOf(lane.category);
        columns["lane text"] += bytesOf(lane.text);
        for (const auto &[index, ns] : lane.longDurations)
            columns["lane long durations"] += listed({index, ns});
        columns["lanes"] += listed({lane.track, lane.overflow, int64_t(lane.size())});
    }
    for (const Track &t : timeline.tracks)
        columns["tracks"] += listed(
            {int64_t(t.kind), t.pid, t.tid, t.label, t.sortIndex, t.firstLane, t.laneCount, int64_t(t.sliceCount)});
    for (const Process &p : timeline.processes)
        columns["processes"] += listed({p.pid, p.name, p.labels, p.sortIndex});
    for (const Category &c : timeline.categories)
        columns["categories"] += listed({c.name, int64_t(c.kind)});
    columns["times"] = listed({timeline.originNs, timeline.spanNs, timeline.hasOrigin});
}

void addSeries(const Timeline &timeline, Columns &columns)
{
    for (const CounterSeries &series : timeline.counters) {
        columns["counters"] += listed({series.pid, series.name, series.key});
        columns["counter times"] += bytesOf(series.time);
        columns["counter values"] += bytesOf(series.value) + bytesOf(std::vector{series.min, series.max});
    }
    const Instants &instants = timeline.instants;
    columns["instants"] = bytesOf(instants.time) + bytesOf(instants.name) + bytesOf(instants.category) +
                          bytesOf(instants.track) + bytesOf(instants.text);
    const Flows &flows = timeline.flows;
    columns["flows"] = bytesOf(flows.id) + bytesOf(flows.time) + bytesOf(flows.track) + bytesOf(flows.category) +
                       bytesOf(flows.kind) +
                       listed({int64_t(flows.counts[0]), int64_t(flows.counts[1]), int64_t(flows.counts[2])});
}

void addWork(const Run &run, Columns &columns)
{
    const GpuWork &gpu = run.gpu;
    columns["gpu times"] = bytesOf(gpu.start) + bytesOf(gpu.duration);
    columns["gpu names"] = bytesOf(gpu.name) + bytesOf(gpu.matchName) + bytesOf(gpu.grid) + bytesOf(gpu.collective) +
                           bytesOf(gpu.annotation);
    columns["gpu links"] = bytesOf(gpu.slice) + bytesOf(gpu.launch) + bytesOf(gpu.op);
    columns["gpu details"] = bytesOf(gpu.stream) + bytesOf(gpu.kind) + bytesOf(gpu.occupancy) +
                             bytesOf(gpu.blocksPerSm) + bytesOf(gpu.graphNode) + bytesOf(gpu.collectiveNumber) +
                             bytesOf(gpu.devices) + listed({int64_t(gpu.copiedExternalIds)});
    for (const GpuStream &stream : gpu.streams)
        columns["gpu streams"] += listed({stream.device, stream.stream, stream.track});
    const Launches &launches = run.launches;
    columns["launches"] = bytesOf(launches.slice) + bytesOf(launches.op) + bytesOf(launches.module) +
                          bytesOf(launches.kernel) + bytesOf(launches.waitsFor);
    const CpuOps &ops = run.ops;
    columns["operators"] = bytesOf(ops.slice) + bytesOf(ops.module) + bytesOf(ops.sequence) + bytesOf(ops.fwdThread) +
                           bytesOf(ops.shape) + bytesOf(ops.inputs) + bytesOf(ops.callStack) + bytesOf(ops.collective) +
                           bytesOf(ops.collectiveNumber);
}

void addInfo(const Run &run, Columns &columns)
{
    const RunInfo &info = run.info;
    columns["info"] =
        info.format + listed({int64_t(info.container), info.complete, int64_t(info.totalEvents), int64_t(info.slices),
                              int64_t(info.counterEvents), int64_t(info.gpuAnnotations), info.baseTimeNs.value_or(-1)});
    for (const auto &[phase, count] : info.byPhase)
        columns["phases"] += phase + ' ' + listed({int64_t(count)});
    columns["header"] = info.header->dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    for (StringId id = 0; id < run.strings.size(); ++id)
        columns["texts"] += std::string(run.text(id)) + '\n';
    for (const Diagnostic &d : run.diagnostics.all())
        columns["diagnostics"] += d.kind + ": " + d.message.toStdString() + " | " + d.example + " | " +
                                  listed({int64_t(d.count), d.firstOffset, d.beginNs, d.endNs});
}

} // namespace

Columns columnsOf(const Run &run)
{
    Columns columns;
    addLanes(run.timeline, columns);
    addSeries(run.timeline, columns);
    addWork(run, columns);
    addInfo(run, columns);
    return columns;
}

std::string difference(const Columns &a, const Columns &b)
{
    std::string names;
    for (const auto &[name, bytes] : a)
        if (const auto found = b.find(name); found == b.end() || found->second != bytes)
            names += name + "; ";
    for (const auto &[name, bytes] : b)
        if (!a.contains(name))
            names += name + " (only there); ";
    return names;
}

} // namespace ws::test
