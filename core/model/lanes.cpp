#include "core/model/lanes.h"

#include "core/base/parallel.h"
#include "core/base/texts.h"
#include "core/model/nestedslices.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace ws {
namespace {

constexpr size_t worthAThread = 200'000;        ///< slices; below, starting a thread costs more than it saves
constexpr size_t stretchSize = size_t(1) << 17; ///< slices of one track that one thread fills into the lanes

/// Walks a part of a raw track in sorted order.
template <class Visit>
void forEachSorted(const RawTrack &raw, const std::vector<uint32_t> &order, IndexRange part, Visit visit)
{
    if (!order.empty()) {
        for (size_t i = part.begin; i < part.end; ++i) {
            const RawTrack::Place p = raw.place(order[i]);
            visit(*p.chunk, p.at, order[i]);
        }
        return;
    }
    for (auto index = static_cast<uint32_t>(part.begin); index < part.end;) {
        const RawTrack::Place p = raw.place(index);
        for (uint32_t i = p.at; i < p.chunk->capacity && index < part.end; ++i, ++index)
            visit(*p.chunk, i, index);
    }
}

/// The slices of a stretch.
IndexRange stretchOf(const RawTrack &raw, size_t stretch)
{
    return {stretch * stretchSize, std::min<size_t>(raw.size(), (stretch + 1) * stretchSize)};
}

int64_t durationAt(const RawTrack &raw, const RawTrack::Chunk &chunk, uint32_t i, uint32_t index)
{
    return chunk.duration[i] != UINT32_MAX ? chunk.duration[i] : raw.longDuration(index);
}

/// Open slices of one kind, innermost last.
class Enclosing
{
public:
    struct Open
    {
        int64_t start, end;
        EventRef slice;
        uint32_t extra;
    };

    void push(const Open &one) { m_open.push_back(one); }
    /// The innermost one that contains the start. One that ends there does not contain it, nor does one that ends
    /// within the rounding of times after it.
    EventRef innermost(int64_t start, int64_t end)
    {
        const auto &all = open(start);
        for (auto one = all.rbegin(); one != all.rend(); ++one)
            if (one->end > start && !isRoundedOff(one->start, one->end, start, end))
                return one->slice;
        return {};
    }
    /// Those that may contain `time`; the innermost does.
    const std::vector<Open> &open(int64_t time)
    {
        while (!m_open.empty() && m_open.back().end <= time)
            m_open.pop_back();
        return m_open;
    }

private:
    std::vector<Open> m_open;
};

/// Finds the operators of a thread's calls.
class CallOperators
{
public:
    explicit CallOperators(GpuLinks &links) : m_links(links) {}

    /// The one that the call's External id names, else the innermost around the whole call, else the innermost around
    /// all of it but what clocks and rounding may have moved. Invalid: none of those that have begun.
    EventRef of(int64_t start, int64_t end, uint32_t launch)
    {
        const uint64_t named = m_links.operatorOf(launch);
        EventRef whole, nearly;
        const auto &open = ops.open(start);
        for (auto op = open.rbegin(); op != open.rend() && (named || !whole.valid()); ++op) {
            if (op->end <= start) // it crosses the end of one around it
                continue;
            if (named && m_links.idOfOp(op->extra) == named) {
                ++namedCount;
                m_last = {};
                return op->slice;
            }
            if (!whole.valid() && op->end >= end)
                whole = op->slice;
            else if (!nearly.valid() && op->end >= end - movedNs)
                nearly = op->slice;
        }
        if (named)
            unnamed.push_back(launch);
        m_last = {start, end, launch};
        if (whole.valid() || nearly.valid())
            return whole.valid() ? whole : nearly;
        std::erase_if(m_early, [start](const Early &call) { return call.start + movedNs < start; });
        m_early.push_back({start, end, launch});
        return {};
    }

    /// An operator begins: it is that of calls without any that begin hardly before it, and of a call with its very
    /// times, which may stand before it in the file.
    void begin(int64_t start, int64_t end, EventRef op, uint32_t extra)
    {
        if (start == m_last.start && end == m_last.end && m_last.launch)
            m_links.setOp(m_last.launch, op);
        for (const Early &call : m_early)
            if (start <= call.start + movedNs && end >= call.end - movedNs)
                m_links.setOp(call.launch, op);
        m_early.clear();
        ops.open(start);
        ops.push({start, end, op, extra});
    }

    Enclosing ops;
    std::vector<uint32_t> unnamed; ///< launches whose External id names none of the open operators
    size_t namedCount = 0;         ///< launches whose id does

private:
    static constexpr int64_t movedNs = 1'000;
    struct Early
    {
        int64_t start = 0, end = 0;
        uint32_t launch = 0; ///< 0: none
    };

    GpuLinks &m_links;
    Early m_last;               ///< the last call, where no id names its operator
    std::vector<Early> m_early; ///< calls without an operator since the last one that has begun
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
    const size_t grain = m_parallel ? 1 : tracks;
    if (!parallelFor(
            {0, tracks}, grain, [&](size_t i) { plan(m_order[i]); }, &progress))
        return false;
    for (const Plan &plan : m_plans)
        m_links.leaveUnnamed(plan.unnamed, plan.named);
    makeLanes();
    return parallelFor(
        {0, tracks}, grain, [&](size_t i) { fill(m_order[i]); }, &progress);
}

/// The next slice's place; `lane` is in use or the first unused one.
EventRef LaneFiller::Plan::add(uint32_t number)
{
    if (lane.size() % stretchSize == 0)
        stretches.push_back(laneCounts);
    if (number >= laneCounts.size())
        laneCounts.resize(number + 1);
    lane.push_back(number);
    return {number, laneCounts[number]++};
}

/// CPU threads: the lane is the nesting depth; a slice that crosses its parent's end keeps its own lane busy.
/// Notes for each operator and launch what encloses its start.
void LaneFiller::planNested(const RawTrack &raw, Plan &plan)
{
    std::vector<int64_t> laneEnds; // of the open slices; lanes from its size on are free
    Enclosing modules;
    CallOperators calls(m_links);
    const auto &categories = m_run.timeline.categories;
    forEachSorted(raw, plan.order, {0, raw.size()}, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
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
        const EventRef slice = plan.add(lane);
        if (chunk.duration[i] == UINT32_MAX)
            plan.longOnes.push_back({slice, duration});
        const CategoryKind kind = categories[chunk.category[i]].kind;
        if (kind == CategoryKind::Module) {
            modules.push({start, start + duration, slice, 0});
            return;
        }
        const uint32_t extra = chunk.extra[i];
        if (extra && kind == CategoryKind::Launch)
            m_links.note(kind, extra, slice, calls.of(start, start + duration, extra), modules.innermost(start, start));
        else if (extra)
            m_links.note(kind, extra, slice, {}, modules.innermost(start, start + duration));
        if (kind == CategoryKind::CpuOp)
            calls.begin(start, start + duration, slice, extra);
    });
    plan.unnamed = std::move(calls.unnamed);
    plan.named = calls.namedCount;
}

/// GPU streams and async tracks: the first lane that is free; there is no nesting to show.
void LaneFiller::planOverlapping(const RawTrack &raw, Plan &plan)
{
    std::vector<int64_t> laneEnds;
    const auto &categories = m_run.timeline.categories;
    forEachSorted(raw, plan.order, {0, raw.size()}, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t index) {
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
        const EventRef slice = plan.add(lane);
        if (chunk.duration[i] == UINT32_MAX)
            plan.longOnes.push_back({slice, duration});
        if (chunk.extra[i])
            m_links.note(categories[chunk.category[i]].kind, chunk.extra[i], slice, {}, {});
    });
}

void LaneFiller::plan(uint32_t track)
{
    const RawTrack &raw = m_raw[track];
    Plan &plan = m_plans[track];
    if (!raw.isSorted())
        plan.order = sortedOrder(raw);
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

/// A long track's lanes are made, and its stretches filled, by all threads that have no track of their own left.
void LaneFiller::fill(uint32_t track)
{
    Plan &plan = m_plans[track];
    RawTrack &raw = m_raw[track];
    Timeline &timeline = m_run.timeline;
    Lane *const lanes = timeline.lanes.data() + timeline.tracks[track].firstLane;
    const bool isLong = plan.stretches.size() > 1;
    parallelFor({0, plan.laneCounts.size()}, isLong ? 1 : plan.laneCounts.size(), [&](size_t i) {
        const uint32_t count = plan.laneCounts[i];
        lanes[i].start.resizeForOverwrite(count);
        lanes[i].duration.resizeForOverwrite(count);
        lanes[i].name.resizeForOverwrite(count, raw.largestName());
        lanes[i].category.resizeForOverwrite(count, raw.largestCategory());
        lanes[i].text.resizeForOverwrite(count, raw.largestText());
    });
    for (const LongSlice &one : plan.longOnes)
        lanes[one.slice.lane].longDurations.emplace_back(one.slice.index, one.duration);
    std::vector<std::atomic<uint32_t>> unread(raw.chunks().size()); // slices of each chunk
    for (size_t chunk = 0; chunk < unread.size(); ++chunk)
        unread[chunk] = raw.sizeOf(chunk);
    parallelFor({0, plan.stretches.size()}, 1, [&](size_t stretch) {
        fillTimes(track, stretch);
        for (const auto &[chunk, slices] : fillNames(track, stretch))
            if (unread[chunk].fetch_sub(slices) == slices)
                raw.release(chunk);
    });
    raw.clear();
    plan = {};
}

/// Start and duration of a stretch of a track's slices.
void LaneFiller::fillTimes(uint32_t track, size_t stretch)
{
    const Plan &plan = m_plans[track];
    Timeline &timeline = m_run.timeline;
    const RawTrack &raw = m_raw[track];
    const uint32_t firstLane = timeline.tracks[track].firstLane;
    Lane *const lanes = timeline.lanes.data() + firstLane;
    const IndexRange part = stretchOf(raw, stretch);
    std::vector<uint32_t> next = plan.stretches[stretch];
    next.resize(plan.laneCounts.size());
    size_t slice = part.begin;
    forEachSorted(raw, plan.order, part, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t) {
        const uint32_t number = plan.lane[slice++];
        Lane &lane = lanes[number];
        const uint32_t at = next[number]++;
        lane.start[at] = chunk.start[i] - timeline.originNs;
        lane.duration[at] = chunk.duration[i];
        if (chunk.extra[i])
            m_links.globalise(timeline.categories[chunk.category[i]].kind, chunk.extra[i], firstLane);
    });
}

/// The rest of it; apart from the times, so that fewer places are written at the same time. Returns how many slices
/// of which chunks that were.
std::vector<std::pair<size_t, uint32_t>> LaneFiller::fillNames(uint32_t track, size_t stretch)
{
    const Plan &plan = m_plans[track];
    const RawTrack &raw = m_raw[track];
    Timeline &timeline = m_run.timeline;
    Lane *const lanes = timeline.lanes.data() + timeline.tracks[track].firstLane;
    const IndexRange part = stretchOf(raw, stretch);
    std::vector<uint32_t> next = plan.stretches[stretch];
    next.resize(plan.laneCounts.size());
    size_t slice = part.begin;
    std::vector<uint32_t> read(raw.chunks().size());
    forEachSorted(raw, plan.order, part, [&](const RawTrack::Chunk &chunk, uint32_t i, uint32_t) {
        const uint32_t number = plan.lane[slice++];
        Lane &lane = lanes[number];
        const uint32_t at = next[number]++;
        lane.name.set(at, chunk.name[i]);
        lane.category.set(at, chunk.category[i]);
        lane.text.set(at, chunk.textAt(i));
        ++read[static_cast<size_t>(&chunk - raw.chunks().data())];
    });
    std::vector<std::pair<size_t, uint32_t>> chunks;
    for (size_t chunk = 0; chunk < read.size(); ++chunk)
        if (read[chunk])
            chunks.emplace_back(chunk, read[chunk]);
    return chunks;
}

} // namespace ws
