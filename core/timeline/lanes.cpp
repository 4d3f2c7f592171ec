#include "core/timeline/lanes.h"

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

struct Key
{
    int64_t start;
    uint32_t duration; ///< UINT32_MAX: long, compared by the exact value
    uint32_t index;
};

/// Ends of the runs that are in order already.
template <class Less> std::vector<size_t> naturalRuns(const std::vector<Key> &keys, const Less &less, size_t most)
{
    std::vector<size_t> ends;
    for (size_t i = 1; i < keys.size() && ends.size() <= most; ++i)
        if (less(keys[i], keys[i - 1]))
            ends.push_back(i);
    ends.push_back(keys.size());
    return ends;
}

/// Bottom-up merge of neighbouring runs; stable.
template <class Less> void mergeRuns(std::vector<Key> &keys, std::vector<size_t> ends, const Less &less)
{
    std::vector<Key> buffer(keys.size());
    while (ends.size() > 1) {
        std::vector<size_t> merged;
        size_t begin = 0;
        for (size_t i = 0; i < ends.size(); i += 2) {
            const size_t middle = ends[i];
            const size_t end = i + 1 < ends.size() ? ends[i + 1] : middle;
            std::merge(keys.begin() + begin, keys.begin() + middle, keys.begin() + middle, keys.begin() + end,
                       buffer.begin() + begin, less);
            merged.push_back(end);
            begin = end;
        }
        keys.swap(buffer);
        ends = std::move(merged);
    }
}

} // namespace

std::vector<uint32_t> sortedOrder(const RawTrack &raw)
{
    std::vector<Key> keys;
    keys.reserve(raw.size());
    uint32_t index = 0;
    for (const RawTrack::Chunk &chunk : raw.chunks())
        for (uint32_t i = 0; i < chunk.capacity && index < raw.size(); ++i)
            keys.push_back({chunk.start[i], chunk.duration[i], index++});
    auto less = [&raw](const Key &a, const Key &b) {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.duration == UINT32_MAX && b.duration == UINT32_MAX) {
            const int64_t da = raw.longDuration(a.index), db = raw.longDuration(b.index);
            return da != db ? da > db : a.index < b.index;
        }
        return a.duration != b.duration ? a.duration > b.duration : a.index < b.index;
    };
    const size_t mostRuns = std::max<size_t>(64, keys.size() / 16);
    auto runs = naturalRuns(keys, less, mostRuns);
    if (runs.size() <= mostRuns)
        mergeRuns(keys, std::move(runs), less);
    else
        std::sort(keys.begin(), keys.end(), less);
    std::vector<uint32_t> order;
    order.reserve(keys.size());
    for (const Key &key : keys)
        order.push_back(key.index);
    return order;
}

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

void TimelineBuilder::noteExtra(CategoryKind kind, uint32_t extra, EventRef slice, EventRef op, EventRef module,
                                int64_t start, int64_t duration, StringId name)
{
    if (kind == CategoryKind::CpuOp) {
        m_ops[extra - 1].slice = slice;
        m_ops[extra - 1].module = module;
    } else if (isGpuWork(kind)) {
        GpuRaw &gpu = m_gpu[extra - 1];
        gpu.slice = slice;
        gpu.start = start;
        gpu.duration = duration;
        gpu.name = name;
        gpu.kind = kind;
    } else {
        m_launches[extra - 1].slice = slice;
        m_launches[extra - 1].op = op;
        m_launches[extra - 1].module = module;
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
            noteExtra(kind, chunk.extra[i], slice, ops.innermost(start), modules.innermost(start), start, duration,
                      chunk.name[i]);
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
            noteExtra(categories[chunk.category[i]].kind, chunk.extra[i], slice, {}, {}, start, duration,
                      chunk.name[i]);
    });
}

void TimelineBuilder::planTrack(uint32_t track, TrackPlan &plan)
{
    const RawTrack &raw = m_raw[track];
    if (!raw.isSorted())
        plan.order = sortedOrder(raw);
    plan.lane.reserve(raw.size());
    const TrackKind kind = m_run.timeline.tracks[track].kind;
    if (kind == TrackKind::CpuThread)
        planNested(raw, plan);
    else
        planOverlapping(raw, plan);
}

void TimelineBuilder::fillLanes(uint32_t track, TrackPlan &plan)
{
    Timeline &timeline = m_run.timeline;
    const RawTrack &raw = m_raw[track];
    const Track &owner = timeline.tracks[track];
    for (uint32_t i = 0; i < owner.laneCount; ++i) {
        Lane &lane = timeline.lanes[owner.firstLane + i];
        const uint32_t count = plan.laneCounts[i];
        lane.track = track;
        lane.start.reserve(count);
        lane.duration.reserve(count);
        lane.name.reserve(count);
        lane.category.reserve(count);
        lane.textLow.reserve(count);
        lane.textHigh.reserve(count);
    }
    if (plan.overflow)
        timeline.lanes[owner.firstLane + owner.laneCount - 1].overflow = true;
    size_t at = 0;
    forEachSorted(raw, plan.order, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
        Lane &lane = timeline.lanes[owner.firstLane + plan.lane[at++]];
        if (chunk.duration[i] == UINT32_MAX)
            lane.longDurations.emplace_back(static_cast<uint32_t>(lane.start.size()), raw.longDuration(index));
        lane.start.push_back(chunk.start[i] - timeline.originNs);
        lane.duration.push_back(chunk.duration[i]);
        lane.name.push_back(chunk.name[i]);
        lane.category.push_back(chunk.category[i]);
        lane.textLow.push_back(chunk.textLow[i]);
        lane.textHigh.push_back(chunk.textHigh[i]);
    });
    m_raw[track].clear();
    plan = {};
}

} // namespace ws
