// TimelineBuilder::finish(): from raw slices to the Run.

#include "core/base/format.h"
#include "core/base/runsort.h"
#include "core/base/texts.h"
#include "core/model/lanes.h"
#include "core/model/timelinebuilder.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace ws {
namespace {

constexpr int64_t secondNs = 1'000'000'000, hourNs = 3600 * secondNs;
constexpr int64_t longestWorkNs = 240 * hourNs; ///< what lasts longer has no end that says anything
constexpr int64_t oneTimeNs = 1000;             ///< the stamps of one and the same time, rounded

/// The end of one work lies behind the start of another by more than rounding, also at the ends of the numbers.
bool isBehind(int64_t endNs, int64_t startNs)
{
    return endNs > startNs && uint64_t(endNs) - uint64_t(startNs) > uint64_t(oneTimeNs);
}

/// What begins in one half of the time.
struct Half
{
    uint64_t count = 0, gpuWork = 0;
    int64_t first = INT64_MAX; ///< begin
    int64_t last = INT64_MIN;  ///< begin
    int64_t end = INT64_MIN;   ///< the latest

    void add(int64_t start, int64_t stop, bool isGpu)
    {
        ++count;
        gpuWork += isGpu;
        first = std::min(first, start);
        last = std::max(last, start);
        end = std::max(end, stop);
    }
    bool isOneTime() const { return last - first <= oneTimeNs; }
    bool isZero() const { return isOneTime() && (first == 0 || last == 0); }
};

/// Whether the times of a half are none, from their distance to the rest. The rule stands at finish().
bool areNone(const Half &half, const Half &rest, int64_t gap, uint64_t few)
{
    const int64_t lasts = rest.end - rest.first;
    if (rest.count < 2 || gap < secondNs)
        return false;
    if (half.isZero() && ((gap >= hourNs / 6 && gap / 50 >= lasts) || (half.gpuWork > 1 && gap >= lasts)))
        return true;
    const bool areFew = half.count <= std::max(few, rest.count / 10'000) && half.count * 4 <= rest.count;
    const bool areOne = half.isOneTime() && !rest.isOneTime() && half.count < rest.count;
    return gap >= hourNs / 2 && gap / 100 >= lasts && (areFew || areOne);
}

/// The begins of what has a time. `visitAll(visit)` calls visit(start, end, isGpuWork) for everything.
template <class VisitAll> TimeRange timed(TimeRange range, uint64_t few, int64_t &gapNs, VisitAll visitAll)
{
    constexpr int maxOutliers = 16; // groups of them
    for (int i = 0; i < maxOutliers && range.begin < range.end; ++i) {
        const int64_t middle = range.begin + range.length() / 2;
        Half low, high;
        visitAll([&](int64_t start, int64_t end, bool isGpu) {
            if (start >= range.begin && start <= range.end)
                (start <= middle ? low : high).add(start, end - start > longestWorkNs ? start : end, isGpu);
        });
        if (!low.count || !high.count) { // a reader saw a later or earlier time than it kept
            const Half &all = low.count ? low : high;
            if (!all.count || (range.begin == all.first && range.end == all.last))
                return range;
            range = {all.first, all.last};
            continue;
        }
        range = {low.first, high.last};
        const int64_t gap = high.first - std::max(low.last, low.end);
        const bool lowIsNone = areNone(low, high, gap, few), highIsNone = areNone(high, low, gap, few);
        if (!lowIsNone && !highIsNone)
            return range;
        const bool cutsLow = lowIsNone && (!highIsNone || low.isZero() || low.count <= high.count);
        if (!(cutsLow ? low : high).isZero())
            gapNs = std::min(gapNs, gap);
        if (cutsLow)
            range.begin = high.first;
        else
            range.end = low.last;
    }
    return range;
}

/// Keeps the values at these places of a column, in order.
template <class Values> void keep(Values &column, const std::vector<uint32_t> &places)
{
    if (places.empty())
        column.clear();
    else
        permute(column, places);
}

/// Work that was left out of the lanes leaves the other columns, too; its launches are known now.
void moveUntimed(GpuWork &gpu)
{
    std::vector<uint32_t> kept;
    UntimedWork &untimed = gpu.untimed;
    for (uint32_t i = 0; i < gpu.size(); ++i) {
        if (gpu.slice[i].valid()) {
            kept.push_back(i);
            continue;
        }
        untimed.name.push_back(std::as_const(gpu.name)[i]);
        untimed.kind.push_back(std::as_const(gpu.kind)[i]);
        untimed.stream.push_back(std::as_const(gpu.stream)[i]);
        untimed.launch.push_back(std::as_const(gpu.launch)[i]);
    }
    const auto keepAll = [&](auto &...columns) { (keep(columns, kept), ...); };
    ValueColumn<StringId> grid = gpu.grid.wide();
    keepAll(gpu.start, gpu.duration, gpu.name, gpu.stream, gpu.kind, gpu.slice, gpu.launch, gpu.op, grid, gpu.occupancy,
            gpu.blocksPerSm, gpu.graphNode, gpu.matchName, gpu.collective, gpu.collectiveNumber);
    gpu.grid = NarrowColumn<StringId>::of(std::move(grid));
}

/// Whether work of that name waits for other ranks, as long as it takes.
bool isCollective(std::string_view name)
{
    return name.find("ccl") != name.npos || name.find("CCL") != name.npos;
}

/// The last three activities of a stream, the oldest at `next`.
struct Recent
{
    uint32_t activities[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    uint32_t next = 0;

    uint32_t exchange(uint32_t activity)
    {
        const uint32_t oldest = std::exchange(activities[next], activity);
        next = next == 2 ? 0 : next + 1;
        return oldest;
    }
};

/// Work of a stream that begins before other work of it ends.
struct Covering
{
    uint32_t activity = UINT32_MAX; ///< that ends last so far
    uint32_t covered = 0;           ///< later ones that begin before its end
};

/// One after the other is what a stream means. So where one activity ends after many later ones of its stream have
/// begun, and the stream is serial but for it, its duration is impossible, if it is also far from what others of its
/// name take. Not where several cover many: these run side by side, as nodes of a graph or on a queue that streams
/// share do. Dependent launches overlap by one or two neighbours and never come here.
///
/// Where others of its name tell, it may be any number of them, and three later starts are enough: such a one takes a
/// hundred times as long as most of its name, and the stream is serial without.
class ImpossibleWork
{
public:
    explicit ImpossibleWork(const Run &run)
        : m_run(run), m_coverings(run.gpu.streams.size()), m_recent(run.gpu.streams.size())
    {
    }

    /// Indices of such work, ascending. One pass, where there is none.
    std::vector<uint32_t> find()
    {
        const GpuWork &gpu = m_run.gpu;
        std::vector<uint32_t> activities(gpu.streams.size());
        for (uint32_t i = 0; i < gpu.size(); ++i) {
            Covering &of = m_coverings[gpu.stream[i]];
            ++activities[gpu.stream[i]];
            if (const uint32_t third = m_recent[gpu.stream[i]].exchange(i);
                third != UINT32_MAX && isBehind(gpu.end(third), gpu.start[i]))
                m_long.push_back(third);
            if (of.activity != UINT32_MAX && gpu.end(of.activity) > gpu.end(i)) {
                of.covered += isBehind(gpu.end(of.activity), gpu.start[i]);
                continue;
            }
            closed(of);
            of = {i, 0};
        }
        for (const Covering &of : m_coverings)
            closed(of);
        std::vector<uint32_t> ofStream(gpu.streams.size());
        for (const Covering &one : m_found)
            ++ofStream[gpu.stream[one.activity]];
        std::vector<uint32_t> impossible;
        for (const Covering &one : m_found) {
            const uint16_t stream = gpu.stream[one.activity];
            if (ofStream[stream] <= std::max(2u, activities[stream] / 1000) && isFarFromOthers(one))
                impossible.push_back(one.activity);
        }
        addLongForTheirName(impossible);
        std::ranges::sort(impossible);
        impossible.erase(std::ranges::unique(impossible).begin(), impossible.end());
        return impossible;
    }

private:
    static constexpr uint32_t many = 8;

    void addLongForTheirName(std::vector<uint32_t> &impossible) const
    {
        constexpr size_t fewestOfName = 5;
        constexpr int64_t times = 100, leastNs = 1'000;
        const GpuWork &gpu = m_run.gpu;
        std::unordered_map<StringId, std::vector<int64_t>> ofNames;
        for (const uint32_t one : m_long)
            if ((gpu.graphNode.empty() || !gpu.graphNode[one]) && gpu.duration[one] / times > leastNs)
                ofNames.try_emplace(gpu.name[one]);
        if (ofNames.empty())
            return;
        for (uint32_t i = 0; i < gpu.size(); ++i)
            if (const auto of = ofNames.find(gpu.name[i]); of != ofNames.end())
                of->second.push_back(gpu.duration[i]);
        std::unordered_map<StringId, int64_t> longest; // that work of a name can take
        for (auto &[name, all] : ofNames)
            if (all.size() >= fewestOfName && !isCollective(m_run.text(name)))
                longest[name] = times * std::max(medianOf(all), leastNs);
        std::vector<uint32_t> found;
        for (const uint32_t one : m_long)
            if (const auto of = longest.find(gpu.name[one]); of != longest.end() && gpu.duration[one] > of->second &&
                                                             (gpu.graphNode.empty() || !gpu.graphNode[one]) &&
                                                             !isBox(one))
                found.push_back(one);
        const std::vector<bool> isSerial = serialWithout(found);
        std::ranges::copy_if(found, std::back_inserter(impossible),
                             [&](uint32_t i) { return isSerial[gpu.stream[i]]; });
    }

    /// By stream: whether hardly any work but these begins before other work ends.
    std::vector<bool> serialWithout(const std::vector<uint32_t> &without) const
    {
        const GpuWork &gpu = m_run.gpu;
        std::vector<bool> isSerial(gpu.streams.size()), isLeftOut(without.empty() ? 0 : gpu.size());
        if (without.empty())
            return isSerial;
        for (const uint32_t i : without)
            isLeftOut[i] = true;
        std::vector<int64_t> end(gpu.streams.size(), INT64_MIN);
        std::vector<size_t> count(gpu.streams.size()), overlaps(gpu.streams.size());
        for (uint32_t i = 0; i < gpu.size(); ++i) {
            if (isLeftOut[i])
                continue;
            const uint16_t stream = gpu.stream[i];
            ++count[stream];
            overlaps[stream] += isBehind(end[stream], gpu.start[i]);
            end[stream] = std::max(end[stream], gpu.end(i));
        }
        for (size_t s = 0; s < count.size(); ++s)
            isSerial[s] = overlaps[s] <= std::max<size_t>(2, count[s] / 100);
        return isSerial;
    }

    static int64_t medianOf(std::vector<int64_t> &values)
    {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return std::max<int64_t>(*middle, 1);
    }

    /// A box around a graph's nodes.
    bool isBox(uint32_t activity) const
    {
        return m_run.text(m_run.timeline.category(m_run.gpu.slice[activity]).name) == "cuda_graph";
    }

    void closed(const Covering &of)
    {
        const auto &nodes = m_run.gpu.graphNode;
        if (of.covered > many && (nodes.empty() || !nodes[of.activity]))
            m_found.push_back(of);
    }

    bool isFarFromOthers(const Covering &one) const
    {
        const GpuWork &gpu = m_run.gpu;
        if (isBox(one.activity))
            return false;
        std::vector<int64_t> ofName, ofStream;
        for (uint32_t i = 0; i < gpu.size(); ++i) {
            if (i != one.activity && gpu.name[i] == gpu.name[one.activity])
                ofName.push_back(gpu.duration[i]);
            if (i != one.activity && gpu.stream[i] == gpu.stream[one.activity])
                ofStream.push_back(gpu.duration[i]);
        }
        const int64_t own = gpu.duration[one.activity];
        if (ofName.size() > 1)
            return own / 20 > medianOf(ofName);
        return one.covered > 4 * many && own / 100 > medianOf(ofStream) &&
               !isCollective(m_run.text(gpu.name[one.activity]));
    }

    const Run &m_run;
    std::vector<Covering> m_coverings; ///< by stream
    std::vector<Recent> m_recent;      ///< by stream
    std::vector<Covering> m_found;
    std::vector<uint32_t> m_long; ///< they end after three later starts of their streams
};

/// The latest end of a slice or mark, without these slices.
int64_t lastEnd(const Timeline &timeline, const std::vector<EventRef> &without)
{
    std::set<std::pair<uint32_t, uint32_t>> left;
    for (const EventRef slice : without)
        left.emplace(slice.lane, slice.index);
    int64_t last = 0;
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l)
        for (uint32_t i = 0; i < timeline.lanes[l].size(); ++i)
            if (const int64_t end = timeline.lanes[l].endOf(i); end > last && !left.contains({l, i}))
                last = end;
    const auto addMarks = [&](const ValueColumn<int64_t> &times) {
        for (const int64_t time : times)
            last = std::max(last, time);
    };
    addMarks(timeline.instants.time);
    addMarks(timeline.flows.time);
    for (const CounterSeries &series : timeline.counters)
        addMarks(series.time);
    return last;
}

/// Impossible work ends where the next one of its stream begins; its slice keeps what the file says, and the recording
/// need not last that long.
void clipImpossible(Run &run)
{
    GpuWork &gpu = run.gpu;
    const std::vector<uint32_t> impossible = ImpossibleWork(run).find();
    std::vector<EventRef> slices;
    for (const uint32_t i : impossible)
        slices.push_back(std::as_const(gpu.slice)[i]);
    const bool endsRecording =
        std::ranges::any_of(slices, [&](EventRef slice) { return run.timeline.end(slice) == run.timeline.spanNs; });
    if (endsRecording)
        run.timeline.spanNs = lastEnd(run.timeline, slices);
    for (const uint32_t i : impossible) {
        uint32_t next = i + 1;
        while (next < gpu.size() && gpu.stream[next] != gpu.stream[i])
            ++next;
        gpu.duration[i] = std::as_const(gpu.start)[next] - std::as_const(gpu.start)[i];
        run.diagnostics.add("impossible-duration",
                            Core::tr("GPU work that ends after many later starts of its own stream: such a duration is "
                                     "impossible, and its end counts as the next start of the stream"),
                            -1, run.text(std::as_const(gpu.name)[i]));
    }
}

} // namespace

/// The begins of what has a time; the rule stands at finish().
struct TimelineBuilder::Bounds
{
    TimeRange all, gpuWork;
    int64_t gapNs = INT64_MAX; ///< between these and what is nearest outside
    bool zeroIsNone = false;   ///< GPU work from 0 to 0
    int64_t endNs = INT64_MIN; ///< the latest of what has a time and ends

    bool isEndless(int64_t duration) const { return duration > longestWorkNs && duration / 10 > all.length(); }
    bool has(int64_t start) const { return start >= all.begin && start <= all.end; }
    bool hasWork(int64_t start, int64_t duration) const
    {
        return has(start) && start >= gpuWork.begin && start <= gpuWork.end && !(zeroIsNone && !start && !duration);
    }
};

/// What has no time.
struct TimelineBuilder::LeftOut
{
    uint64_t zeroWork = 0, farWork = 0, zeroEvents = 0, farEvents = 0;
    uint64_t otherClockWork = 0, endlessWork = 0, endlessEvents = 0; ///< the last are kept, with another end
    StringId firstFarWork = 0, firstFarEvent = 0, firstOtherClockWork = 0, firstEndlessWork = 0, firstEndlessEvent = 0;
    std::vector<bool> keptLaunches, keptOps;
    bool hasLinks = false; ///< launches or operators are among it

    void work(int64_t start, StringId name)
    {
        ++(start ? farWork : zeroWork);
        if (start && !firstFarWork)
            firstFarWork = name;
    }
    void event(int64_t start, StringId name)
    {
        ++(start ? farEvents : zeroEvents);
        if (start && !firstFarEvent)
            firstFarEvent = name;
    }
    static void one(uint64_t &count, StringId &first, StringId name) { first = count++ ? first : name; }
    bool hasWork() const { return zeroWork || farWork || otherClockWork || endlessWork; }
    explicit operator bool() const { return hasWork() || zeroEvents || farEvents || endlessEvents; }
};

Result<bool> TimelineBuilder::finish(Progress &progress)
{
    Timeline &timeline = m_run.timeline;
    progress.phase = Phase::Sorting;
    if (m_first <= m_last && (m_first == 0 || m_last - m_first >= hourNs / 2))
        leaveOutUntimed();
    m_pairs.matchThreads(*this, m_run, m_last);
    m_pairs.matchAsync(*this, m_run, m_last);
    resolveThreads();
    if (m_first <= m_last) {
        timeline.originNs = m_first;
        timeline.spanNs = m_last - m_first;
        timeline.hasOrigin = true;
    } else {
        m_first = 0;
    }
    LaneFiller lanes(m_run, m_links, m_raw);
    if (!lanes.fill(progress))
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), m_run.info.stamp.path};
    progress.phase = Phase::Linking;
    m_links.link(lanes.isParallel());
    if (m_hasUntimedWork)
        moveUntimed(m_run.gpu);
    sortSeries();
    sortInstants();
    for (int64_t &time : timeline.flows.time)
        time -= m_first;
    m_links.linkByFlows();
    m_links.countAmbiguous();
    clipImpossible(m_run);
    return true;
}

/// Calls visit(start, end, isGpuWork).
template <class Visit> void TimelineBuilder::forEachTime(Visit visit) const
{
    for (size_t t = 0; t < m_raw.size(); ++t) {
        const bool isGpu = m_run.timeline.tracks[t].kind == TrackKind::GpuStream;
        uint32_t index = 0;
        for (size_t c = 0; c < m_raw[t].chunks().size(); ++c) {
            const RawTrack::Chunk &chunk = m_raw[t].chunks()[c];
            for (uint32_t i = 0, count = m_raw[t].sizeOf(c); i < count; ++i, ++index) {
                const int64_t start = chunk.start[i];
                if (isGpu && !m_isOfAnotherClock.empty() && chunk.extra[i] && m_isOfAnotherClock[chunk.extra[i] - 1])
                    continue;
                const int64_t ns = chunk.duration[i] != UINT32_MAX ? chunk.duration[i] : m_raw[t].longDuration(index);
                visit(start, isGpu && start == 0 ? start : start + ns, isGpu);
            }
        }
    }
    const auto visitMarks = [&](const auto &times) {
        for (const int64_t time : times)
            visit(time, time, false);
    };
    m_pairs.forEachTime([&](int64_t time) { visit(time, time, false); });
    visitMarks(m_run.timeline.instants.time);
    visitMarks(m_run.timeline.flows.time);
    for (const CounterSeries &series : m_run.timeline.counters)
        visitMarks(series.time);
}

/// By GPU activity, as they came; empty: none is of another clock. The rule stands at finish().
std::vector<bool> TimelineBuilder::workOfAnotherClock() const
{
    constexpr int64_t farNs = hourNs / 2;
    const GpuWork &gpu = m_run.gpu;
    std::vector<int64_t> starts(m_links.launches());
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t t = 0; t < m_raw.size() && !starts.empty(); ++t)
        for (size_t c = 0; c < m_raw[t].chunks().size(); ++c) {
            const RawTrack::Chunk &chunk = m_raw[t].chunks()[c];
            for (uint32_t i = 0; i < m_raw[t].sizeOf(c); ++i)
                if (const CategoryKind kind = kindOf(chunk.category[i]);
                    chunk.extra[i] && !isGpuWork(kind) && kind != CategoryKind::CpuOp) {
                    starts[chunk.extra[i] - 1] = chunk.start[i];
                    first = std::min(first, chunk.start[i]);
                    last = std::max(last, chunk.start[i]);
                }
        }
    const auto isOutside = [&](int64_t start) { return start <= first - farNs || start >= last + farNs; };
    if (first > last || std::ranges::none_of(gpu.start, isOutside))
        return {};
    std::vector<bool> isFar = m_links.farFromCalls(starts, farNs);
    for (size_t i = 0; i < isFar.size(); ++i)
        isFar[i] = isFar[i] && isOutside(gpu.start[i]);
    return std::ranges::find(isFar, true) == isFar.end() ? std::vector<bool>() : isFar;
}

TimelineBuilder::Bounds TimelineBuilder::timedBounds() const
{
    constexpr uint64_t fewEvents = 16, fewActivities = 8;
    const GpuWork &gpu = m_run.gpu;
    Bounds bounds;
    bounds.all = timed({m_first, m_last}, fewEvents, bounds.gapNs, [this](auto visit) {
        visit(m_first, m_first, false); // perhaps of an event of which nothing is kept
        forEachTime(visit);
    });
    bounds.gpuWork = bounds.all;
    if (gpu.size())
        bounds.gpuWork = timed(bounds.all, fewActivities, bounds.gapNs, [&](auto visit) {
            for (size_t i = 0; i < gpu.size(); ++i)
                if (m_isOfAnotherClock.empty() || !m_isOfAnotherClock[i])
                    visit(gpu.start[i], gpu.start[i] == 0 ? 0 : gpu.end(i), true);
        });
    if (m_first != 0)
        return bounds;
    constexpr int64_t apartNs = 1'000'000; // less harms no number
    bool anyZero = false;
    int64_t firstWork = INT64_MAX;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const bool isZero = gpu.start[i] == 0 && gpu.duration[i] == 0;
        anyZero |= isZero;
        firstWork = isZero ? firstWork : std::min(firstWork, gpu.start[i]);
    }
    if (anyZero && firstWork == INT64_MAX)
        firstWork = bounds.all.end;
    bounds.zeroIsNone = anyZero && firstWork >= apartNs;
    return bounds;
}

void TimelineBuilder::leaveOutUntimed()
{
    m_isOfAnotherClock = workOfAnotherClock();
    Bounds bounds = timedBounds();
    forEachTime([&](int64_t start, int64_t end, bool) {
        if (bounds.has(start) && !bounds.isEndless(end - start))
            bounds.endNs = std::max(bounds.endNs, end);
    });
    LeftOut leftOut;
    leaveOutMarks(bounds, leftOut);
    leaveOutSlices(bounds, leftOut);
    const bool isSeenOnly = m_first < bounds.all.begin; // by readers that keep nothing of such an event
    if (!leftOut && !isSeenOnly)
        return;
    m_hasUntimedWork = leftOut.hasWork();
    m_first = INT64_MAX;
    m_last = INT64_MIN;
    forEachTime([this](int64_t start, int64_t end, bool) {
        see(start);
        see(end);
    });
    Diagnostics &all = m_run.diagnostics;
    const auto add = [&](const char *kind, uint64_t count, const QString &message, StringId example) {
        if (count)
            all.add(kind, message, -1, m_run.text(example), count);
    };
    const QString hours = formatFixed(static_cast<double>(bounds.gapNs) / double(hourNs), 1);
    const auto nameOf = [&](StringId id) { return toText(m_run.text(id).substr(0, Diagnostics::longestExample)); };
    add("zero-time-work", leftOut.zeroWork,
        Core::tr(
            "GPU work whose time stamp is 0: it has no time; it is counted, and no span, gap, step or busy time is "
            "measured from it"),
        0);
    add("far-time-work", leftOut.farWork,
        Core::tr(
            "GPU work that lies %1 hours or more apart from all other, the first “%2”; it is counted, and no span, "
            "gap, step or busy time is measured from it")
            .arg(hours, nameOf(leftOut.firstFarWork)),
        leftOut.firstFarWork);
    add("other-clock-work", leftOut.otherClockWork,
        Core::tr(
            "GPU work that begins half an hour or more apart from the call that launched it, the first “%1”: its time "
            "stamp is of another clock; it is counted, and no span, gap, step or busy time is measured from it")
            .arg(nameOf(leftOut.firstOtherClockWork)),
        leftOut.firstOtherClockWork);
    add("endless-work", leftOut.endlessWork,
        Core::tr("GPU work that lasts ten days or more in a recording that does not, the first “%1”: its end is none; "
                 "it is counted, and no span, gap, step or busy time is measured from it")
            .arg(nameOf(leftOut.firstEndlessWork)),
        leftOut.firstEndlessWork);
    add("endless", leftOut.endlessEvents,
        Core::tr("events that last ten days or more in a recording that does not, the first “%1”; they are drawn to "
                 "the end of the recording")
            .arg(nameOf(leftOut.firstEndlessEvent)),
        leftOut.firstEndlessEvent);
    add("zero-time", leftOut.zeroEvents, Core::tr("events whose time stamp is 0: they have no time and are not drawn"),
        0);
    add("far-time", leftOut.farEvents,
        Core::tr("events that lie %1 hours or more apart from all others, the first “%2”; they are not drawn")
            .arg(hours, nameOf(leftOut.firstFarEvent)),
        leftOut.firstFarEvent);
}

void TimelineBuilder::leaveOutSlices(const Bounds &bounds, LeftOut &leftOut)
{
    leftOut.keptLaunches.assign(m_links.launches(), true);
    leftOut.keptOps.assign(m_links.ops(), true);
    const auto forEach = [](const RawTrack &raw, auto visit) {
        for (uint32_t index = 0; index < raw.size(); ++index) {
            const RawTrack::Place at = raw.place(index);
            visit(*at.chunk, at.at, at.chunk->start[at.at], raw.durationOf(index));
        }
    };
    const auto isLink = [](CategoryKind kind) { return !isGpuWork(kind) && kind != CategoryKind::CpuOp; };
    const auto isOfAnotherClock = [&](const RawTrack::Chunk &chunk, uint32_t i) {
        return !m_isOfAnotherClock.empty() && m_isOfAnotherClock[chunk.extra[i] - 1];
    };
    const auto stays = [&](const RawTrack::Chunk &chunk, uint32_t i, int64_t start, int64_t duration) {
        if (!chunk.extra[i] || !isGpuWork(kindOf(chunk.category[i])))
            return bounds.has(start);
        return bounds.hasWork(start, duration) && !bounds.isEndless(duration) && !isOfAnotherClock(chunk, i);
    };
    std::vector<bool> loses(m_raw.size());
    for (size_t t = 0; t < m_raw.size(); ++t)
        forEach(m_raw[t], [&](const RawTrack::Chunk &chunk, uint32_t i, int64_t start, int64_t duration) {
            if (stays(chunk, i, start, duration)) {
                if (bounds.isEndless(duration)) {
                    LeftOut::one(leftOut.endlessEvents, leftOut.firstEndlessEvent, chunk.name[i]);
                    loses[t] = true;
                }
                return;
            }
            loses[t] = true;
            const CategoryKind kind = kindOf(chunk.category[i]);
            if (chunk.extra[i] && isGpuWork(kind)) {
                if (isOfAnotherClock(chunk, i))
                    LeftOut::one(leftOut.otherClockWork, leftOut.firstOtherClockWork, chunk.name[i]);
                else if (bounds.hasWork(start, duration))
                    LeftOut::one(leftOut.endlessWork, leftOut.firstEndlessWork, chunk.name[i]);
                else
                    leftOut.work(start, chunk.name[i]);
                return;
            }
            leftOut.event(start, chunk.name[i]);
            leftOut.hasLinks |= chunk.extra[i] != 0;
            if (chunk.extra[i])
                (isLink(kind) ? leftOut.keptLaunches : leftOut.keptOps)[chunk.extra[i] - 1] = false;
        });
    if (!leftOut)
        return;
    const auto numbers = [](const std::vector<bool> &kept) {
        std::vector<uint32_t> number(kept.size());
        for (size_t i = 0, next = 0; i < kept.size(); ++i)
            number[i] = static_cast<uint32_t>(next += kept[i]);
        return number;
    };
    const std::vector<uint32_t> launches = numbers(leftOut.keptLaunches), ops = numbers(leftOut.keptOps);
    for (size_t t = 0; t < m_raw.size(); ++t) {
        if (!loses[t] && !leftOut.hasLinks)
            continue;
        RawTrack kept;
        forEach(m_raw[t], [&](const RawTrack::Chunk &chunk, uint32_t i, int64_t start, int64_t duration) {
            if (!stays(chunk, i, start, duration))
                return;
            const CategoryKind kind = kindOf(chunk.category[i]);
            uint32_t extra = chunk.extra[i];
            if (extra && !isGpuWork(kind))
                extra = (isLink(kind) ? launches : ops)[extra - 1];
            if (bounds.isEndless(duration))
                duration = std::max<int64_t>(bounds.endNs - start, 0);
            kept.add(start, duration, chunk.name[i], chunk.category[i], chunk.textAt(i), extra);
        });
        m_raw[t] = std::move(kept);
    }
    if (leftOut.hasLinks)
        m_links.keepOnly(leftOut.keptLaunches, leftOut.keptOps);
}

/// Begins and ends of pairs, instants, flows and counters.
void TimelineBuilder::leaveOutMarks(const Bounds &bounds, LeftOut &leftOut)
{
    Timeline &timeline = m_run.timeline;
    const auto placesOf = [&](const ValueColumn<int64_t> &times, auto nameOf) {
        std::vector<uint32_t> places;
        for (uint32_t i = 0; i < times.size(); ++i) {
            if (bounds.has(times[i]))
                places.push_back(i);
            else
                leftOut.event(times[i], nameOf(i));
        }
        return places;
    };
    m_pairs.keepOnly(bounds.all, [&](const PairEvent &event) { leftOut.event(event.time, event.name); });
    Instants &instants = timeline.instants;
    const auto ofInstants = placesOf(instants.time, [&](uint32_t i) { return std::as_const(instants.name)[i]; });
    if (ofInstants.size() < instants.size()) {
        const auto keepAll = [&](auto &...columns) { (keep(columns, ofInstants), ...); };
        keepAll(instants.time, instants.name, instants.category, instants.text, m_instantThreads);
    }
    const auto ofFlows = placesOf(timeline.flows.time, [](uint32_t) { return StringId(0); });
    if (ofFlows.size() < timeline.flows.size()) {
        const auto keepAll = [&](auto &...columns) { (keep(columns, ofFlows), ...); };
        keepAll(timeline.flows.time, timeline.flows.kind, m_flowIds, m_flowCategories, m_flowThreads);
    }
    for (CounterSeries &series : timeline.counters) {
        const auto places = placesOf(series.time, [&](uint32_t) { return series.name; });
        if (places.size() == series.time.size())
            continue;
        keep(series.time, places);
        keep(series.value, places);
        if (series.value.empty())
            continue;
        const auto [min, max] = std::ranges::minmax(std::as_const(series.value));
        series.min = min;
        series.max = max;
    }
    std::erase_if(timeline.counters, [](const CounterSeries &series) { return series.time.empty(); });
}

/// Gives tracks their names, and flows and instants their tracks.
void TimelineBuilder::resolveThreads()
{
    Timeline &t = m_run.timeline;
    for (const auto &thread : m_threadNames) {
        const uint64_t key = thread.first;
        const auto &name = thread.second;
        const auto nameIn = [&](const std::unordered_map<uint64_t, uint32_t> &tracks, bool isOfStream) {
            const auto found = tracks.find(key);
            if (found == tracks.end())
                return;
            if (name.first && isOfStream) // a row for display may have the number of another stream
                t.tracks[found->second].label = name.first;
            t.tracks[found->second].sortIndex = name.second;
        };
        const bool isOfStream = !m_hasDisplayRows || m_run.text(name.first).starts_with("stream ");
        nameIn(m_tracks[size_t(TrackKind::GpuStream)], isOfStream);
        nameIn(m_tracks[size_t(TrackKind::GpuAnnotation)], true);
        nameIn(m_tracks[size_t(TrackKind::CpuThread)], true);
        nameIn(m_gpuTracks, isOfStream);
    }
    auto trackOf = [&](uint64_t key) {
        for (TrackKind kind : {TrackKind::CpuThread, TrackKind::GpuStream, TrackKind::GpuAnnotation}) {
            auto found = m_tracks[size_t(kind)].find(key);
            if (found != m_tracks[size_t(kind)].end())
                return found->second;
            const auto owned = kind == TrackKind::CpuThread ? m_gpuTracks.find(key) : m_gpuTracks.end();
            if (owned != m_gpuTracks.end())
                return owned->second;
        }
        return UINT32_MAX;
    };
    t.instants.track.reserve(m_instantThreads.size());
    uint64_t lastKey = UINT64_MAX;
    uint32_t last = UINT32_MAX;
    for (uint64_t key : m_instantThreads) {
        if (key != lastKey) {
            lastKey = key;
            last = trackOf(key);
        }
        t.instants.track.push_back(last);
    }
    std::vector<uint64_t>().swap(m_instantThreads);
    std::vector<uint32_t> tracks;
    for (const uint64_t thread : m_threads) {
        tracks.push_back(trackOf(thread));
        constexpr std::string_view word = "stream "; // old Kineto, whose streams are called by their numbers
        const std::string_view tid = m_run.text(static_cast<StringId>(thread));
        const StringId number = tid.starts_with(word) ? m_run.strings.find(tid.substr(word.size())) : UINT32_MAX;
        if (tracks.back() == UINT32_MAX && number != UINT32_MAX)
            tracks.back() = trackOf((thread & ~uint64_t(UINT32_MAX)) | number);
    }
    for (uint32_t &thread : m_flowThreads)
        thread = tracks[thread];
    t.flows.track = NarrowColumn<uint32_t>::of(std::move(m_flowThreads));
    t.flows.id = NarrowColumn<uint64_t>::of(std::move(m_flowIds));
    t.flows.category = NarrowColumn<uint16_t>::of(std::move(m_flowCategories));
}

void TimelineBuilder::sortSeries()
{
    for (CounterSeries &series : m_run.timeline.counters) {
        const std::vector<uint32_t> order = stableOrder(series.time);
        permute(series.time, order);
        permute(series.value, order);
        for (int64_t &time : series.time)
            time -= m_first;
    }
}

void TimelineBuilder::sortInstants()
{
    Instants &all = m_run.timeline.instants;
    const std::vector<uint32_t> order = stableOrder(all.time);
    permute(all.time, order);
    permute(all.name, order);
    permute(all.category, order);
    permute(all.track, order);
    permute(all.text, order);
    for (int64_t &time : all.time)
        time -= m_first;
}

} // namespace ws
