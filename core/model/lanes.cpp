#include "core/model/lanes.h"

#include "core/base/parallel.h"
#include "core/base/texts.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace ws {
namespace {

constexpr size_t worthAThread = 200'000; ///< slices; below, starting a thread costs more than it saves

/// Walks a raw track in sorted order.
template <class Visit> void forEachSorted(const RawTrack &raw, const std::vector<uint32_t> &order, Visit visit)
{
    if (order.empty()) {
        uint32_t index = 0;
        for (const RawTrack::Chunk &chunk : raw.chunks())
            for (uint32_t i = 0; i < chunk.capacity && index < raw.size(); ++i, ++index)
                visit(chunk, i, index);
        return;
    }
    for (uint32_t index : order) {
        const RawTrack::Place p = raw.place(index);
        visit(*p.chunk, p.at, index);
    }
}

int64_t durationAt(const RawTrack &raw, const RawTrack::Chunk &chunk, uint32_t i, uint32_t index)
{
    return chunk.duration[i] != UINT32_MAX ? chunk.duration[i] : raw.longDuration(index);
}

/// Open slices of one kind, innermost last.
class Enclosing
{
public:
    void push(int64_t end, EventRef slice) { m_open.push_back({end, slice}); }
    /// The innermost one that contains `time`. A slice that ends at `time` does not contain it.
    EventRef innermost(int64_t time)
    {
        while (!m_open.empty() && m_open.back().end <= time)
            m_open.pop_back();
        return m_open.empty() ? EventRef{} : m_open.back().slice;
    }

private:
    struct Open
    {
        int64_t end;
        EventRef slice;
    };
    std::vector<Open> m_open;
};

} // namespace

LaneFiller::LaneFiller(Run &run, GpuLinks &links, std::vector<RawTrack> &tracks)
    : m_run(run), m_links(links), m_raw(tracks), m_plans(tracks.size()), m_order(tracks.size())
{
    size_t slices = 0;
    for (const RawTrack &raw : m_raw)
        slices += raw.size();
    m_parallel = slices > worthAThread;
    std::iota(m_order.begin(), m_order.end(), 0);
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](uint32_t a, uint32_t b) { return m_raw[a].size() > m_raw[b].size(); });
}

bool LaneFiller::fill(Progress &progress)
{
    const size_t tracks = m_order.size();
    const auto planOne = [&](size_t i) { plan(m_order[i], m_parallel && i == 0); };
    if (!parallelFor({0, tracks}, m_parallel ? 1 : tracks, planOne, &progress))
        return false;
    makeLanes();
    return fillAll(progress);
}

/// Tracks in parallel, and each one's times in parallel to its names: one track may hold nearly all slices.
bool LaneFiller::fillAll(Progress &progress)
{
    std::vector<std::atomic<uint8_t>> halvesLeft(m_order.size());
    for (std::atomic<uint8_t> &left : halvesLeft)
        left = 2;
    const size_t tasks = m_order.size() * 2;
    const auto fill = [&](size_t task) {
        const uint32_t track = m_order[task / 2];
        if (task % 2)
            fillNames(track);
        else
            fillTimes(track);
        if (--halvesLeft[task / 2] == 0) {
            m_raw[track].clear();
            m_plans[track] = {};
        }
    };
    return parallelFor({0, tasks}, m_parallel ? 1 : tasks, fill, &progress);
}

/// CPU threads: the lane is the nesting depth; a slice that crosses its parent's end keeps its own lane busy.
/// Notes for each operator and launch what encloses its start.
void LaneFiller::planNested(const RawTrack &raw, Plan &plan)
{
    std::vector<int64_t> laneEnds; // of the open slices; lanes from its size on are free
    Enclosing ops, modules;
    const auto &categories = m_run.timeline.categories;
    forEachSorted(raw, plan.order, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
        const int64_t start = chunk.start[i];
        const int64_t duration = durationAt(raw, chunk, i, index);
        while (!laneEnds.empty() && laneEnds.back() <= start)
            laneEnds.pop_back();
        auto lane = static_cast<uint32_t>(laneEnds.size());
        if (lane >= maxLanes) {
            lane = maxLanes;
            plan.overflow = true;
        } else {
            laneEnds.push_back(start + duration);
        }
        if (lane >= plan.laneCounts.size())
            plan.laneCounts.resize(lane + 1);
        const EventRef slice{lane, plan.laneCounts[lane]++};
        plan.lane.push_back(static_cast<uint16_t>(lane));
        const CategoryKind kind = categories[chunk.category[i]].kind;
        if (kind == CategoryKind::Module) {
            modules.push(start + duration, slice);
            return;
        }
        if (chunk.extra[i])
            m_links.note(kind, chunk.extra[i], slice, ops.innermost(start), modules.innermost(start));
        if (kind == CategoryKind::CpuOp)
            ops.push(start + duration, slice);
    });
}

/// GPU streams and async tracks: the first lane that is free; there is no nesting to show.
void LaneFiller::planOverlapping(const RawTrack &raw, Plan &plan)
{
    std::vector<int64_t> laneEnds;
    const auto &categories = m_run.timeline.categories;
    forEachSorted(raw, plan.order, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
        const int64_t start = chunk.start[i];
        const int64_t duration = durationAt(raw, chunk, i, index);
        uint32_t lane = 0;
        while (lane < laneEnds.size() && laneEnds[lane] > start)
            ++lane;
        if (lane >= maxLanes) {
            lane = maxLanes;
            plan.overflow = true;
        } else {
            if (lane == laneEnds.size())
                laneEnds.push_back(0);
            laneEnds[lane] = start + duration;
        }
        if (lane >= plan.laneCounts.size())
            plan.laneCounts.resize(lane + 1);
        const EventRef slice{lane, plan.laneCounts[lane]++};
        plan.lane.push_back(static_cast<uint16_t>(lane));
        if (chunk.extra[i])
            m_links.note(categories[chunk.category[i]].kind, chunk.extra[i], slice, {}, {});
    });
}

void LaneFiller::plan(uint32_t track, bool mayUseThreads)
{
    const RawTrack &raw = m_raw[track];
    Plan &plan = m_plans[track];
    if (!raw.isSorted())
        plan.order = sortedOrder(raw, mayUseThreads);
    plan.lane.reserve(raw.size());
    const TrackKind kind = m_run.timeline.tracks[track].kind;
    if (kind == TrackKind::CpuThread)
        planNested(raw, plan);
    else
        planOverlapping(raw, plan);
}

void LaneFiller::makeLanes()
{
    Timeline &timeline = m_run.timeline;
    uint32_t lanes = 0;
    for (const Plan &plan : m_plans)
        lanes += static_cast<uint32_t>(plan.laneCounts.size());
    timeline.lanes.resize(lanes);
    uint32_t next = 0;
    uint64_t overflowing = 0;
    for (uint32_t i = 0; i < m_raw.size(); ++i) {
        const Plan &plan = m_plans[i];
        Track &track = timeline.tracks[i];
        track.firstLane = next;
        track.laneCount = static_cast<uint32_t>(plan.laneCounts.size());
        track.sliceCount = m_raw[i].size();
        next += track.laneCount;
        for (uint32_t lane = 0; lane < track.laneCount; ++lane)
            timeline.lanes[track.firstLane + lane].track = i;
        if (!plan.overflow)
            continue;
        timeline.lanes[next - 1].overflow = true;
        overflowing += plan.laneCounts.back();
    }
    if (overflowing)
        m_run.diagnostics.add(
            "sub-lane-overflow",
            Core::tr("slices that overlap more than %1 others on their track; they share one row").arg(maxLanes), -1,
            {}, overflowing);
}

/// Start and duration of a track's slices. Another thread may fill in their names meanwhile.
void LaneFiller::fillTimes(uint32_t track)
{
    const Plan &plan = m_plans[track];
    Timeline &timeline = m_run.timeline;
    const RawTrack &raw = m_raw[track];
    const uint32_t firstLane = timeline.tracks[track].firstLane;
    Lane *const lanes = timeline.lanes.data() + firstLane;
    for (size_t i = 0; i < plan.laneCounts.size(); ++i) {
        lanes[i].start.resize(plan.laneCounts[i]);
        lanes[i].duration.resize(plan.laneCounts[i]);
    }
    std::vector<uint32_t> next(plan.laneCounts.size()); // a vector's own size would be shared by the two threads
    const uint16_t *laneOf = plan.lane.data();
    forEachSorted(raw, plan.order, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
        const uint16_t number = *laneOf++;
        Lane &lane = lanes[number];
        const uint32_t at = next[number]++;
        if (chunk.duration[i] == UINT32_MAX)
            lane.longDurations.emplace_back(at, raw.longDuration(index));
        lane.start[at] = chunk.start[i] - timeline.originNs;
        lane.duration[at] = chunk.duration[i];
        if (chunk.extra[i])
            m_links.globalise(timeline.categories[chunk.category[i]].kind, chunk.extra[i], firstLane);
    });
}

void LaneFiller::fillNames(uint32_t track)
{
    const Plan &plan = m_plans[track];
    Timeline &timeline = m_run.timeline;
    Lane *const lanes = timeline.lanes.data() + timeline.tracks[track].firstLane;
    for (size_t i = 0; i < plan.laneCounts.size(); ++i) {
        lanes[i].name.resize(plan.laneCounts[i]);
        lanes[i].category.resize(plan.laneCounts[i]);
        lanes[i].textLow.resize(plan.laneCounts[i]);
        lanes[i].textHigh.resize(plan.laneCounts[i]);
    }
    std::vector<uint32_t> next(plan.laneCounts.size());
    const uint16_t *laneOf = plan.lane.data();
    forEachSorted(m_raw[track], plan.order, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t) {
        const uint16_t number = *laneOf++;
        Lane &lane = lanes[number];
        const uint32_t at = next[number]++;
        lane.name[at] = chunk.name[i];
        lane.category[at] = chunk.category[i];
        lane.textLow[at] = chunk.textLow[i];
        lane.textHigh[at] = chunk.textHigh[i];
    });
}

} // namespace ws
