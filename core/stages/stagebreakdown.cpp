#include "core/stages/stagebreakdown.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <thread>

namespace ws {

void NameSum::add(const NameSum &other)
{
    count += other.count;
    totalNs = saturatingAdd(totalNs, other.totalNs);
    elapsedNs = saturatingAdd(elapsedNs, other.elapsedNs);
}

Sweep defaultSweep(const GpuWork &gpu)
{
    return gpu.devices.size() > 1 ? Sweep::Device : Sweep::Whole;
}

const char *sweepName(Sweep sweep)
{
    return sweep == Sweep::Whole ? "whole" : "device";
}

namespace {

constexpr size_t worthAThread = 500'000; ///< activities; below, a second thread saves less than a millisecond
/// Share of the activities that the first of two threads adds up, while the second one looks for the ends they leave.
constexpr double firstShare = 0.6;

/// What is known on the way through the activities.
struct RunningSums
{
    RunningSums(const GpuWork &gpu, const NameSet &names) : devices(gpu.devices.size()), sums(names.size()) {}

    RunningUnion any;
    std::vector<RunningUnion> devices;
    std::vector<NameSum> sums; ///< by name
};

} // namespace

std::optional<NameSums> sumNames(const GpuWork &gpu, const NameSet &names, Sweep sweep, std::optional<TimeRange> range,
                                 const Progress *progress)
{
    const auto add = [&](RunningSums &running, size_t first, size_t last) {
        return forEachActivityOf(gpu, first, last, range, progress, [&](size_t i, int64_t start, int64_t end) {
            NameSum &sum = running.sums[names.indexOf(gpu.name[i])];
            ++sum.count;
            sum.totalNs = saturatingAdd(sum.totalNs, end - start);
            const int64_t grown = running.any.add(start, end);
            sum.elapsedNs += sweep == Sweep::Whole ? grown : running.devices[gpu.device(i)].add(start, end);
        });
    };
    const size_t last = beginBeforeEnd(gpu, range);
    const size_t middle = last < worthAThread ? last : static_cast<size_t>(firstShare * static_cast<double>(last));
    RunningSums front(gpu, names), back(gpu, names);
    const auto addBack = [&] {
        // The sweep goes on where the front will end: with the latest ends, all that it leaves.
        forEachActivityOf(gpu, 0, middle, range, progress, [&](size_t i, int64_t, int64_t end) {
            back.any.end = std::max(back.any.end, end);
            RunningUnion &device = back.devices[gpu.device(i)];
            device.end = std::max(device.end, end);
        });
        add(back, middle, last);
    };
    std::thread other;
    if (middle < last)
        other = std::thread(addBack);
    add(front, 0, middle);
    if (other.joinable())
        other.join();
    if (progress && progress->isCancelled())
        return {};
    NameSums sums;
    sums.sweep = sweep;
    sums.names = std::move(front.sums);
    for (size_t name = 0; name < sums.names.size(); ++name) {
        sums.names[name].add(back.sums[name]);
        sums.all.add(sums.names[name]);
    }
    sums.anyBusyNs = front.any.length + back.any.length;
    return sums;
}

NonGpu nonGpuOf(const NameSums &sums, NonGpu::Source source, int64_t totalNs)
{
    if (source == NonGpu::None)
        return {};
    return {source, totalNs, std::max<int64_t>(0, totalNs - sums.anyBusyNs)};
}

std::vector<StageRow> stageRows(const Classification &classes, const NameSums &sums)
{
    std::vector<StageRow> rows(classes.groups.size());
    for (size_t i = 0; i < rows.size(); ++i)
        rows[i] = {classes.groups[i].stage,
                   classes.groups[i].substage,
                   classes.groups[i].colour,
                   static_cast<uint32_t>(i),
                   {}};
    for (size_t name = 0; name < sums.names.size(); ++name)
        rows[classes.group[name]].sum.add(sums.names[name]);
    std::erase_if(rows, [](const StageRow &row) { return row.sum.count == 0; });
    return rows;
}

} // namespace ws
