#include "widgets/timeline/timelinedata.h"

#include "widgets/timeline/navigation.h"

#include "core/base/parallel.h"
#include "core/model/devicewords.h"
#include "widgets/timeline/slicerow.h"

namespace ws {
namespace {

constexpr uint32_t maxFoldedLanes = 1024;
constexpr size_t worthAThread = 200'000; ///< slices
constexpr size_t worthAWorker = 400'000; ///< slices; below that it takes less than a frame or two

size_t sliceCount(const Run &run)
{
    size_t count = 0;
    for (const Track &track : run.timeline.tracks)
        count += track.sliceCount;
    return count;
}

bool isPython(const Timeline &timeline, uint16_t category)
{
    return timeline.categories[category].kind == CategoryKind::Python;
}

struct Entry
{
    int64_t start;
    EventRef ref;
};

/// All slices of the track except Python frames, by start, parents before children.
std::vector<Entry> withoutPython(const Timeline &timeline, const Track &track, bool &hasPython)
{
    std::vector<Entry> entries;
    std::vector<size_t> runs{0};
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
        const Lane &lane = timeline.lanes[l];
        for (uint32_t i = 0; i < lane.size(); ++i) {
            if (isPython(timeline, lane.category[i]))
                hasPython = true;
            else
                entries.push_back({lane.start[i], {l, i}});
        }
        if (entries.size() > runs.back())
            runs.push_back(entries.size());
    }
    if (!hasPython)
        return {};
    // every lane is sorted: merging neighbours keeps the outer lane first among equals
    auto earlier = [](const Entry &a, const Entry &b) { return a.start < b.start; };
    while (runs.size() > 2) {
        std::vector<size_t> merged{0};
        for (size_t i = 0; i + 1 < runs.size(); i += 2) {
            const size_t last = std::min(i + 2, runs.size() - 1);
            std::inplace_merge(entries.begin() + long(runs[i]), entries.begin() + long(runs[i + 1]),
                               entries.begin() + long(runs[last]), earlier);
            merged.push_back(runs[last]);
        }
        runs = std::move(merged);
    }
    return entries;
}

FoldedThread fold(const Timeline &timeline, const Track &track)
{
    FoldedThread thread;
    if (track.kind != TrackKind::CpuThread)
        return thread;
    const std::vector<Entry> entries = withoutPython(timeline, track, thread.hasPython);
    std::vector<int64_t> open;
    for (const Entry &entry : entries) {
        while (!open.empty() && open.back() <= entry.start)
            open.pop_back();
        const auto depth = std::min(static_cast<uint32_t>(open.size()), maxFoldedLanes);
        if (depth >= thread.lanes.size())
            thread.lanes.emplace_back();
        thread.lanes[depth].refs.push_back(entry.ref);
        if (depth < maxFoldedLanes)
            open.push_back(timeline.end(entry.ref));
        else
            thread.lanes[depth].overflow = true;
    }
    for (FoldedLane &lane : thread.lanes) {
        lane.refs.shrink_to_fit();
        if (!lane.overflow)
            lane.summary = summarize(FoldedRow(timeline, lane));
    }
    return thread;
}

void groupInstants(const Timeline &timeline, TimelineData &data)
{
    const size_t tracks = timeline.tracks.size();
    data.instantBegin.assign(tracks + 2, 0);
    auto slot = [&](size_t i) { return std::min<size_t>(timeline.instants.track[i], tracks); };
    for (size_t i = 0; i < timeline.instants.size(); ++i)
        ++data.instantBegin[slot(i) + 1];
    for (size_t i = 1; i < data.instantBegin.size(); ++i)
        data.instantBegin[i] += data.instantBegin[i - 1];
    std::vector<uint32_t> next(data.instantBegin.begin(), data.instantBegin.end() - 1);
    data.instants.resize(timeline.instants.size());
    for (uint32_t i = 0; i < timeline.instants.size(); ++i)
        data.instants[next[slot(i)]++] = i;
}

void findBusyIntervals(const GpuWork &gpu, TimelineData &data)
{
    data.devices.resize(gpu.devices.size());
    for (size_t d = 0; d < gpu.devices.size(); ++d)
        data.devices[d].device = gpu.devices[d];
    for (size_t i = 0; i < gpu.size(); ++i) {
        DeviceBusy &busy = data.devices[gpu.device(i)];
        const int64_t end = gpu.end(i);
        if (!busy.end.empty() && gpu.start[i] <= busy.end.back()) {
            busy.end.back() = std::max(busy.end.back(), end);
        } else {
            busy.start.push_back(gpu.start[i]);
            busy.end.push_back(end);
        }
    }
    for (DeviceBusy &busy : data.devices) {
        busy.start.shrink_to_fit();
        busy.end.shrink_to_fit();
        busy.summary = summarize(BusyRow(busy));
        if (busy.start.empty())
            continue;
        if (!data.hasGpu())
            data.gpuExtent = {busy.start.front(), busy.end.back()};
        data.gpuExtent.begin = std::min(data.gpuExtent.begin, busy.start.front());
        data.gpuExtent.end = std::max(data.gpuExtent.end, busy.end.back());
    }
}

/// Busy time of all devices in equal parts of `range`.
std::vector<double> busyParts(const TimelineData &data, TimeRange range)
{
    constexpr size_t count = 1024;
    std::vector<double> parts(count);
    const double perPart = double(range.length()) / double(count);
    for (const DeviceBusy &busy : data.devices)
        for (size_t i = 0; i < busy.start.size(); ++i)
            if (busy.start[i] >= range.begin && busy.start[i] < range.end) {
                const double at = double(busy.start[i] - range.begin) / perPart;
                const double to = std::min(double(count), double(busy.end[i] - range.begin) / perPart);
                for (size_t p = size_t(at); p < count && double(p) <= to; ++p)
                    parts[p] += std::max(1.0, std::min(to, double(p + 1)) - std::max(at, double(p)));
            }
    return parts;
}

int64_t busyIn(const TimelineData &data, TimeRange range)
{
    int64_t sum = 0;
    for (const DeviceBusy &busy : data.devices)
        for (size_t i = 0; i < busy.start.size(); ++i)
            sum += std::max<int64_t>(0, std::min(busy.end[i], range.end) - std::max(busy.start[i], range.begin));
    return sum;
}

/// Cuts off, again and again, the side with less work while more than half of the view would be one idle stretch; a
/// side with more than a tenth of the busy time stays.
TimeRange mainActivityOf(const TimelineData &data)
{
    TimeRange range = data.gpuExtent;
    const int64_t all = busyIn(data, range);
    for (int round = 0; round < 8 && range.length() > 1024; ++round) {
        const std::vector<double> parts = busyParts(data, range);
        size_t gapBegin = 0, gapEnd = 0;
        for (size_t i = 0, begin = 0; i <= parts.size(); ++i)
            if (i == parts.size() || parts[i] > 0) {
                if (i - begin > gapEnd - gapBegin) {
                    gapBegin = begin;
                    gapEnd = i;
                }
                begin = i + 1;
            }
        if (gapEnd - gapBegin <= parts.size() / 2)
            break;
        double before = 0, after = 0;
        for (size_t i = 0; i < parts.size(); ++i)
            (i < gapBegin ? before : after) += parts[i];
        const double perPart = double(range.length()) / double(parts.size());
        const int64_t origin = range.begin;
        TimeRange kept = range;
        if (before > after)
            kept.end = origin + static_cast<int64_t>(double(gapBegin) * perPart);
        else
            kept.begin = origin + static_cast<int64_t>(double(gapEnd) * perPart);
        if (all - busyIn(data, kept) > all / 10)
            break;
        range = kept;
    }
    return range;
}

void findActivity(const GpuWork &gpu, TimelineData &data)
{
    findBusyIntervals(gpu, data);
    data.mainActivity = mainActivityOf(data);
}

void summarizeTrack(const Timeline &timeline, size_t t, TimelineData &data)
{
    const Track &track = timeline.tracks[t];
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
        if (!timeline.lanes[l].overflow)
            data.summaries[l] = summarize(LaneRow(timeline, l));
    data.folded[t] = fold(timeline, track);
}

} // namespace

TimeRange TimelineData::firstView() const
{
    const bool isMostlyEmpty = hasGpu() && mainActivity.length() < whole().length() / 3;
    return withMargin(isMostlyEmpty ? mainActivity : whole(), 0.02);
}

TimelineDataPtr makeTimelineData(const RunPtr &run, const Progress *progress)
{
    auto data = std::make_shared<TimelineData>();
    data->run = run;
    const Timeline &timeline = run->timeline;
    data->summaries.resize(timeline.lanes.size());
    data->folded.resize(timeline.tracks.size());
    for (uint32_t p = 0; p < timeline.processes.size(); ++p)
        data->processes.emplace(timeline.processes[p].pid, p);
    const size_t slices = sliceCount(*run);
    constexpr size_t ofRun = 3; // pieces of work that belong to no track
    const size_t pieces = ofRun + timeline.tracks.size();
    const auto work = [&](size_t piece) {
        if (piece == 0)
            findActivity(run->gpu, *data);
        else if (piece == 1)
            data->shortNames = shortNamesOfWork(*run);
        else if (piece == 2)
            groupInstants(timeline, *data);
        else
            summarizeTrack(timeline, piece - ofRun, *data);
    };
    if (!parallelFor({0, pieces}, slices > worthAThread ? 1 : pieces, work, progress))
        return nullptr;
    return data;
}

bool TimelineKey::isQuick(const Run &run) const
{
    return sliceCount(run) < worthAWorker;
}

Result<TimelineDataPtr> TimelineKey::make(const RunPtr &run, const Progress &progress) const
{
    TimelineDataPtr data = makeTimelineData(run, &progress);
    return data ? Result(std::move(data)) : Result<TimelineDataPtr>(Error{ErrorKind::Cancelled, {}, {}});
}

/// Counted in addition to the GPU work.
static uint64_t slicesOfDeviceRows(const Run &run)
{
    uint64_t slices = 0;
    for (const Track &track : run.timeline.tracks)
        slices += isUncountedRow(run, track) ? track.sliceCount : 0;
    return slices;
}

bool BusyTracksKey::isQuick(const Run &run) const
{
    constexpr size_t max = 1'000'000; // activities
    return run.gpu.size() + slicesOfDeviceRows(run) < max;
}

size_t TimelineData::deviceIndex(StringId device) const
{
    for (size_t d = 0; d < devices.size(); ++d)
        if (devices[d].device == device)
            return d;
    return SIZE_MAX;
}

size_t TimelineData::memoryBytes() const
{
    auto bytesOf = [](const LaneSummary &summary) {
        size_t bytes = 0;
        for (const auto &level : summary.levels)
            bytes += level.capacity() * sizeof(SliceBlock);
        return bytes;
    };
    size_t bytes = summaries.capacity() * sizeof(LaneSummary) + folded.capacity() * sizeof(FoldedThread) +
                   (instantBegin.capacity() + instants.capacity()) * sizeof(uint32_t);
    for (const DeviceBusy &busy : devices)
        bytes += (busy.start.capacity() + busy.end.capacity()) * sizeof(int64_t) + bytesOf(busy.summary);
    for (const LaneSummary &summary : summaries)
        bytes += bytesOf(summary);
    for (const FoldedThread &thread : folded)
        for (const FoldedLane &lane : thread.lanes)
            bytes += lane.refs.capacity() * sizeof(EventRef) + bytesOf(lane.summary);
    return bytes;
}

namespace {

/// Time within the range in which any slice of the track is open.
int64_t busyOfTrack(const Timeline &timeline, const Track &track, TimeRange range)
{
    std::vector<std::pair<int64_t, int64_t>> open;
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
        const Lane &lane = timeline.lanes[l];
        for (size_t i = lane.firstEndingAfter(range.begin); i < lane.size() && lane.start[i] < range.end; ++i)
            open.emplace_back(std::max(lane.start[i], range.begin), std::min(lane.endOf(i), range.end));
    }
    std::sort(open.begin(), open.end());
    int64_t busy = 0, end = range.begin;
    for (const auto &[from, to] : open) {
        busy += std::max<int64_t>(0, to - std::max(from, end));
        end = std::max(end, to);
    }
    return busy;
}

} // namespace

std::vector<float> busyOfTracks(const Run &run, TimeRange range)
{
    const GpuWork &gpu = run.gpu;
    std::vector<int64_t> busy(gpu.streams.size()), end(gpu.streams.size(), range.begin);
    for (size_t i = 0; i < gpu.size() && gpu.start[i] < range.end; ++i) {
        const uint16_t s = gpu.stream[i];
        const int64_t from = std::max(gpu.start[i], end[s]);
        const int64_t to = std::min(gpu.end(i), range.end);
        if (to > from) {
            busy[s] += to - from;
            end[s] = to;
        }
    }
    const auto &tracks = run.timeline.tracks;
    const double whole = double(std::max<int64_t>(1, range.length()));
    std::vector<float> share(tracks.size(), -1);
    for (size_t s = 0; s < busy.size(); ++s)
        share[gpu.streams[s].track] = float(double(busy[s]) / whole);
    for (size_t t = 0; t < tracks.size(); ++t)
        if (isUncountedRow(run, tracks[t]))
            share[t] = float(double(busyOfTrack(run.timeline, tracks[t], range)) / whole);
    return share;
}

} // namespace ws
