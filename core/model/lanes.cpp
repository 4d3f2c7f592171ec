#include "core/model/lanes.h"

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

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

void TimelineBuilder::noteExtra(CategoryKind kind, uint32_t extra, EventRef slice, EventRef op, EventRef module)
{
    const size_t i = extra - 1;
    if (kind == CategoryKind::CpuOp) {
        m_run.ops.slice[i] = slice;
        m_run.ops.module[i] = module;
    } else if (isGpuWork(kind)) {
        m_run.gpu.slice[i] = slice;
    } else {
        m_run.launches.slice[i] = slice;
        m_run.launches.op[i] = op;
        m_run.launches.module[i] = module;
    }
}

/// CPU threads: the lane is the nesting depth; a slice that crosses its parent's end keeps its own lane busy.
/// Notes for each operator and launch what encloses its start.
void TimelineBuilder::planNested(const RawTrack &raw, TrackPlan &plan)
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
        if (lane >= mostLanes) {
            lane = mostLanes;
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
            noteExtra(kind, chunk.extra[i], slice, ops.innermost(start), modules.innermost(start));
        if (kind == CategoryKind::CpuOp)
            ops.push(start + duration, slice);
    });
}

/// GPU streams and async tracks: the first lane that is free; there is no nesting to show.
void TimelineBuilder::planOverlapping(const RawTrack &raw, TrackPlan &plan)
{
    std::vector<int64_t> laneEnds;
    const auto &categories = m_run.timeline.categories;
    forEachSorted(raw, plan.order, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
        const int64_t start = chunk.start[i];
        const int64_t duration = durationAt(raw, chunk, i, index);
        uint32_t lane = 0;
        while (lane < laneEnds.size() && laneEnds[lane] > start)
            ++lane;
        if (lane >= mostLanes) {
            lane = mostLanes;
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
            noteExtra(categories[chunk.category[i]].kind, chunk.extra[i], slice, {}, {});
    });
}

void TimelineBuilder::planTrack(uint32_t track, TrackPlan &plan, bool mayUseThreads)
{
    const RawTrack &raw = m_raw[track];
    if (!raw.isSorted())
        plan.order = sortedOrder(raw, mayUseThreads);
    plan.lane.reserve(raw.size());
    const TrackKind kind = m_run.timeline.tracks[track].kind;
    if (kind == TrackKind::CpuThread)
        planNested(raw, plan);
    else
        planOverlapping(raw, plan);
}

void TimelineBuilder::makeLanes(uint32_t track, const TrackPlan &plan)
{
    Timeline &timeline = m_run.timeline;
    const Track &owner = timeline.tracks[track];
    for (uint32_t i = 0; i < owner.laneCount; ++i)
        timeline.lanes[owner.firstLane + i].track = track;
    if (plan.overflow)
        timeline.lanes[owner.firstLane + owner.laneCount - 1].overflow = true;
}

/// Start and duration of a track's slices. Another thread may fill in their names meanwhile.
void TimelineBuilder::fillTimes(uint32_t track, const TrackPlan &plan)
{
    Timeline &timeline = m_run.timeline;
    const RawTrack &raw = m_raw[track];
    const uint32_t firstLane = timeline.tracks[track].firstLane;
    Lane *const lanes = timeline.lanes.data() + firstLane;
    for (size_t i = 0; i < plan.laneCounts.size(); ++i) {
        lanes[i].start.resize(plan.laneCounts[i]);
        lanes[i].duration.resize(plan.laneCounts[i]);
    }
    std::vector<uint32_t> next(plan.laneCounts.size()); // a vector's own size is where the two threads would meet
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
            globaliseRefs(kindOf(chunk.category[i]), chunk.extra[i], firstLane);
    });
}

void TimelineBuilder::fillNames(uint32_t track, const TrackPlan &plan)
{
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
