// What a file says is believed only where it can be true: ids of names, rows and slices are within what there is, what
// is searched is sorted, columns that are parallel have one length.

#include "core/base/parallel.h"
#include "core/readers/packed/packcolumns.h"

#include <algorithm>
#include <atomic>

namespace ws {
namespace {

constexpr int64_t lastNs = 2 * farthestNs - UINT32_MAX;

class RunCheck
{
public:
    explicit RunCheck(const Run &run) : m_run(run), m_names(run.strings.size()) {}

    std::string fault()
    {
        rows();
        parallelFor({0, m_run.timeline.lanes.size()}, 1, [this](size_t i) {
            if (const char *bad = faultOf(m_run.timeline.lanes[i]))
                m_laneFault = bad;
        });
        if (const char *bad = m_laneFault)
            return bad;
        series();
        gpuWork();
        calls();
        return m_fault;
    }

private:
    void expect(bool holds, const char *fault)
    {
        if (!holds && m_fault.empty())
            m_fault = fault;
    }
    template <class T, class Good> static bool areAll(const NarrowColumn<T> &values, const Good &good)
    {
        bool all = true;
        for (size_t i = 0; i < values.size(); ++i)
            all = all && good(values[i]);
        return all;
    }
    template <class Values, class Good> static bool areAll(const Values &values, const Good &good)
    {
        return std::ranges::all_of(values, good);
    }
    template <class Values> void names(const Values &ids)
    {
        expect(areAll(ids, [this](StringId id) { return id < m_names; }), "a name without a text");
    }
    template <class Values> void refs(const Values &refs, bool mayBeInvalid = true)
    {
        const auto &lanes = m_run.timeline.lanes;
        expect(std::ranges::all_of(refs,
                                   [&](EventRef ref) {
                                       return ref.valid()
                                                  ? ref.lane < lanes.size() && ref.index < lanes[ref.lane].size()
                                                  : mayBeInvalid;
                                   }),
               "a slice that is not there");
    }
    template <class Values> void categories(const Values &values)
    {
        expect(areAll(values, [this](uint16_t c) { return c < m_run.timeline.categories.size(); }),
               "a category that is not there");
    }
    template <class Values> void tracks(const Values &values)
    {
        expect(areAll(values, [this](uint32_t t) { return t < m_run.timeline.tracks.size() || t == UINT32_MAX; }),
               "a row that is not there");
    }
    template <class Values> void times(const Values &values)
    {
        expect(std::ranges::is_sorted(values), "times that are not sorted");
        expect(values.empty() || isTime(values.front()), "a time out of range");
        expect(values.empty() || isTime(values.back()), "a time out of range");
    }
    /// Since the run's origin, so that even the end of what begins then is a number.
    static bool isTime(int64_t ns) { return ns >= 0 && ns <= lastNs; }
    template <class... Columns> void parallel(size_t size, const Columns &...columns)
    {
        expect((... && (columns.size() == size)), "columns of different lengths");
    }
    template <class... Columns> void parallelOrEmpty(size_t size, const Columns &...columns)
    {
        expect((... && (columns.empty() || columns.size() == size)), "columns of different lengths");
    }

    void rows()
    {
        const Timeline &t = m_run.timeline;
        expect(!t.categories.empty() || t.lanes.empty(), "slices without categories");
        expect(t.originNs >= -farthestNs && t.originNs <= farthestNs && t.spanNs >= 0 && t.spanNs <= 2 * farthestNs,
               "a time out of range");
        for (const Track &track : t.tracks)
            names(std::initializer_list<StringId>{track.pid, track.tid, track.label});
        for (const Process &process : t.processes)
            names(std::initializer_list<StringId>{process.pid, process.name, process.labels});
        for (const Category &category : t.categories)
            names(std::initializer_list<StringId>{category.name});
        for (const CounterSeries &c : t.counters)
            names(std::initializer_list<StringId>{c.pid, c.name, c.key});
    }

    const char *faultOf(const Lane &lane) const
    {
        const size_t size = lane.size(), kinds = m_run.timeline.categories.size();
        bool good = lane.duration.size() == size && lane.name.size() == size && lane.category.size() == size &&
                    lane.text.size() == size;
        if (!good)
            return "columns of different lengths";
        for (size_t i = 0; i < size; ++i)
            good = good & (lane.name[i] < m_names) & (lane.category[i] < kinds);
        if (!good)
            return "a name or category that is not there";
        if (!std::is_sorted(lane.start.begin(), lane.start.end()))
            return "times that are not sorted";
        if (size && (!isTime(lane.start[0]) || !isTime(lane.start[size - 1])))
            return "a time out of range";
        for (const auto &[index, ns] : lane.longDurations)
            if (index >= size || ns < 0 || ns > 2 * farthestNs - lane.start[index])
                return "a duration out of range";
        return std::ranges::is_sorted(lane.longDurations) ? nullptr : "durations that are not sorted";
    }

    void series()
    {
        const Timeline &t = m_run.timeline;
        for (const CounterSeries &c : t.counters) {
            parallel(c.time.size(), c.value);
            times(c.time);
        }
        const Instants &i = t.instants;
        parallel(i.size(), i.name, i.category, i.track, i.text);
        times(i.time);
        names(i.name);
        categories(i.category);
        tracks(i.track);
        const Flows &f = t.flows;
        parallel(f.size(), f.id, f.track, f.category, f.kind);
        expect(std::ranges::all_of(f.time, isTime), "a time out of range");
        tracks(f.track);
        categories(f.category);
        expect(std::ranges::all_of(f.kind, [](uint8_t kind) { return kind <= Flows::End; }), "an unknown kind of flow");
    }

    void gpuWork()
    {
        const GpuWork &g = m_run.gpu;
        const size_t n = g.size(), launches = m_run.launches.size();
        parallel(n, g.duration, g.name, g.stream, g.kind, g.slice, g.launch, g.op);
        parallelOrEmpty(n, g.grid, g.occupancy, g.blocksPerSm, g.graphNode, g.annotation, g.matchName, g.collective,
                        g.collectiveNumber);
        times(g.start);
        bool inRange = g.duration.size() == n;
        for (size_t i = 0; i < n && inRange; ++i)
            inRange = g.duration[i] >= 0 && isTime(g.start[i]) && g.duration[i] <= 2 * farthestNs - g.start[i];
        expect(inRange, "a duration out of range");
        for (const auto *ids : {&g.name, &g.annotation, &g.matchName, &g.collective})
            names(*ids);
        names(g.grid);
        names(g.devices);
        names(g.ranks);
        expect(g.ranks.empty() || g.ranks.size() == g.devices.size(), "a device without a rank");
        for (const GpuStream &stream : g.streams) {
            names(std::initializer_list<StringId>{stream.stream});
            expect(stream.device < g.devices.size() && stream.track < m_run.timeline.tracks.size(),
                   "a stream without a device");
        }
        expect(std::ranges::all_of(g.stream, [&](uint16_t s) { return s < g.streams.size(); }),
               "work without a stream");
        expect(std::ranges::all_of(g.kind, isGpuWork), "GPU work of another kind");
        expect(std::ranges::all_of(g.launch, [&](uint32_t l) { return l < launches || l == noLaunch; }),
               "a launch that is not there");
        refs(g.slice, false);
        refs(g.op);
        const UntimedWork &u = g.untimed;
        parallel(u.size(), u.kind, u.stream, u.launch);
        names(u.name);
        expect(std::ranges::all_of(u.stream, [&](uint16_t s) { return s < g.streams.size(); }) &&
                   std::ranges::all_of(u.kind, isGpuWork) &&
                   std::ranges::all_of(u.launch, [&](uint32_t l) { return l < launches || l == noLaunch; }),
               "work without a time that is not possible");
    }

    void calls()
    {
        const Launches &l = m_run.launches;
        parallel(l.size(), l.op, l.module);
        parallelOrEmpty(l.size(), l.kernel, l.waitsFor);
        refs(l.slice, false);
        refs(l.op);
        refs(l.module);
        names(l.kernel);
        names(l.waitsFor);
        const CpuOps &o = m_run.ops;
        parallel(o.size(), o.module, o.sequence, o.fwdThread, o.shape);
        parallelOrEmpty(o.size(), o.inputs, o.callStack, o.collective, o.collectiveNumber);
        refs(o.slice, false);
        refs(o.module);
        for (const auto *ids : {&o.shape, &o.inputs, &o.callStack, &o.collective})
            names(*ids);
    }

    const Run &m_run;
    const size_t m_names;
    std::string m_fault;
    std::atomic<const char *> m_laneFault{nullptr};
};

} // namespace

std::string faultOfRun(const Run &run)
{
    return RunCheck(run).fault();
}

} // namespace ws
