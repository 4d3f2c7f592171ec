#include "widgets/timeline/roworder.h"

#include "widgets/timeline/replayrows.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

/// The number after the first letters of a text ("stream 7" → 7), so that stream 20 comes after stream 7. "-1",
/// Kineto's number for a whole device, is −1.
int64_t numberIn(std::string_view text)
{
    size_t at = text.find_first_of("0123456789");
    if (at == 1 && text.front() == '-')
        at = 0;
    int64_t number = INT64_MAX;
    if (at != text.npos)
        std::from_chars(text.data() + at, text.data() + text.size(), number);
    return number;
}

int64_t meaningful(int64_t sortIndex, std::string_view id)
{
    constexpr int64_t farthest = INT64_MAX / 2; // of a number that is not a thread's
    const int64_t number = std::min(numberIn(id), farthest);
    return sortIndex == number || sortIndex == 5'000'000 + number || sortIndex == 5'000 + number ? 0 : sortIndex;
}

/// Streams by number; named ones ("Group 0 Communication", "Plane 3") after them, by the file's sort index.
int64_t placeOnDevice(std::string_view tid, int64_t sortIndex)
{
    constexpr int64_t named = int64_t(1) << 40;
    if (!tid.empty() && ((tid.front() >= '0' && tid.front() <= '9') || tid.front() == '-'))
        return numberIn(tid);
    return named + std::clamp<int64_t>(sortIndex ? sortIndex : numberIn(tid), 0, named);
}

/// Order: the file's sort index, then annotations above their stream, then the busiest.
using SectionOrder = std::tuple<int64_t, int, int64_t, int64_t, uint64_t>;

/// `besideStreams`: in the group of a GPU, where streams come first whatever the file's sort index says.
SectionOrder orderOf(const Run &run, SectionId id, bool besideStreams)
{
    if (id.kind != SectionId::Track)
        return {INT64_MAX, id.kind, 0, 0, id.index};
    const Track &track = run.timeline.tracks[id.index];
    const int64_t wish = meaningful(track.sortIndex, run.text(track.tid));
    switch (track.kind) {
    case TrackKind::GpuAnnotation:
        return {0, 0, numberIn(run.text(track.tid)), 0, id.index};
    case TrackKind::GpuStream:
        return {0, 0, placeOnDevice(run.text(track.tid), track.sortIndex), 1, id.index};
    case TrackKind::CpuThread:
        if (besideStreams) { // the whole device's row last
            const int64_t number = placeOnDevice(run.text(track.tid), track.sortIndex);
            return {0, 1, number < 0 ? INT64_MAX : number, 0, id.index};
        }
        return {wish, 1, -static_cast<int64_t>(track.sliceCount), 0, id.index};
    case TrackKind::Async:
        break;
    }
    return {wish, 2, 0, 0, id.index};
}

/// Groups labelled as a device ("MTIA 9") are before the processes, groups with only curves after them.
enum Rank : uint8_t { Device, Host, Curves };

struct KeyedGroup
{
    OrderedGroup group;
    Rank rank = Host;
    int64_t wish = 0;
    int64_t number = 0; ///< GPUs by number, processes by activity
};

/// Groups in the order found.
class Gatherer
{
public:
    explicit Gatherer(const TimelineData &data) : m_data(data), m_timeline(data.run->timeline) {}

    std::vector<KeyedGroup> gather()
    {
        addTracks();
        addCounters();
        if (m_data.instantBegin.back() > m_data.instantBegin[m_timeline.tracks.size()])
            of(LayoutGroup::Process, 0).group.sections.push_back({SectionId::Instants, 0});
        addWishes();
        return std::move(m_groups);
    }

private:
    KeyedGroup &of(LayoutGroup::Kind kind, StringId pid)
    {
        auto [entry, isNew] = m_index.try_emplace(uint64_t(kind) << 32 | pid, m_groups.size());
        if (isNew) {
            m_groups.emplace_back();
            m_groups.back().group.kind = kind;
            m_groups.back().group.pid = pid;
            if (kind == LayoutGroup::Gpu)
                m_groups.back().number = numberIn(m_data.run->text(pid));
        }
        return m_groups[entry->second];
    }

    /// GPU tracks first, so that other tracks of a device (synchronisation calls) join its streams.
    void addTracks()
    {
        for (bool gpu : {true, false})
            for (uint32_t t = 0; t < m_timeline.tracks.size(); ++t) {
                const Track &track = m_timeline.tracks[t];
                const bool isGpu = track.kind == TrackKind::GpuStream || track.kind == TrackKind::GpuAnnotation;
                const bool isEmpty = track.sliceCount == 0 && m_data.instantBegin[t + 1] == m_data.instantBegin[t];
                if (isGpu != gpu || isEmpty)
                    continue;
                const bool joins = !gpu && isKnownGpu(track.pid) && isDevice(track.pid) && !isHostThread(track);
                KeyedGroup &keyed = of(gpu || joins ? LayoutGroup::Gpu : LayoutGroup::Process, track.pid);
                keyed.group.sections.push_back({SectionId::Track, t});
                if (keyed.group.kind != LayoutGroup::Gpu)
                    keyed.number -= static_cast<int64_t>(track.sliceCount);
            }
    }

    /// Kineto writes a Python thread that it does not know as thread 0 of process 0, the number of a device.
    bool isHostThread(const Track &track) const
    {
        const Lane *lane = track.laneCount ? &m_timeline.lanes[track.firstLane] : nullptr;
        if (track.kind != TrackKind::CpuThread || !lane || lane->size() == 0)
            return false;
        const CategoryKind kind = m_timeline.categories[lane->category[0]].kind;
        return kind == CategoryKind::Python || kind == CategoryKind::Module || kind == CategoryKind::CpuOp ||
               kind == CategoryKind::Launch;
    }

    bool isKnownGpu(StringId pid) const { return m_index.count(uint64_t(LayoutGroup::Gpu) << 32 | pid); }

    /// The label is not that of a CPU.
    bool isDevice(StringId pid) const
    {
        const auto found = m_data.processes.find(pid);
        if (found == m_data.processes.end())
            return false;
        const std::string_view labels = m_data.run->text(m_timeline.processes[found->second].labels);
        return !labels.empty() && labels.find("CPU") == labels.npos;
    }

    void addCounters()
    {
        for (uint32_t c = 0; c < m_timeline.counters.size(); ++c) {
            const CounterSeries &series = m_timeline.counters[c];
            if (series.min == 0 && series.max == 0 && m_data.run->text(series.name).starts_with("[memory]"))
                continue; // torch reserves none of the CPU's
            const StringId pid = series.pid;
            of(isKnownGpu(pid) ? LayoutGroup::Gpu : LayoutGroup::Process, pid)
                .group.sections.push_back({SectionId::Counter, c});
        }
    }

    void addWishes()
    {
        const Run &run = *m_data.run;
        for (const Process &process : m_timeline.processes) {
            auto found = m_index.find(uint64_t(LayoutGroup::Process) << 32 | process.pid);
            if (found == m_index.end())
                continue;
            KeyedGroup &keyed = m_groups[found->second];
            keyed.wish = meaningful(process.sortIndex, run.text(process.pid));
            const auto &sections = keyed.group.sections;
            const auto track = std::ranges::find(sections, SectionId::Track, &SectionId::kind);
            const bool hasTracks = track != sections.end();
            const bool isHost = !isDevice(process.pid) || (hasTracks && isHostThread(m_timeline.tracks[track->index]));
            keyed.rank = isHost ? Host : hasTracks ? Device : Curves;
        }
    }

    const TimelineData &m_data;
    const Timeline &m_timeline;
    std::vector<KeyedGroup> m_groups;
    std::unordered_map<uint64_t, size_t> m_index;
};

void sortSections(const Run &run, std::vector<SectionId> &sections, bool besideStreams)
{
    std::vector<std::pair<SectionOrder, SectionId>> keyed;
    keyed.reserve(sections.size());
    for (SectionId id : sections)
        keyed.emplace_back(orderOf(run, id, besideStreams), id);
    std::sort(keyed.begin(), keyed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t k = 0; k < keyed.size(); ++k)
        sections[k] = keyed[k].second;
}

} // namespace

std::vector<OrderedGroup> orderedSections(const TimelineData &data, const WhenLanes *when, const ReplayRows *replay)
{
    std::vector<KeyedGroup> groups = Gatherer(data).gather();
    std::stable_sort(groups.begin(), groups.end(), [](const KeyedGroup &a, const KeyedGroup &b) {
        return std::tuple(a.group.kind, a.rank, a.wish, a.number) < std::tuple(b.group.kind, b.rank, b.wish, b.number);
    });
    std::vector<OrderedGroup> sorted;
    sorted.reserve(groups.size() + 2);
    OrderedGroup steps{LayoutGroup::Steps, 0, {}};
    for (const StepsRow row : {StepsRow::Cpu, StepsRow::Gpu})
        if (when && when->hasSteps(row))
            steps.sections.push_back({SectionId::Steps, static_cast<uint32_t>(row)});
    if (!steps.sections.empty())
        sorted.push_back(std::move(steps));
    if (replay && !replay->path().empty())
        sorted.push_back({LayoutGroup::Replay, 0, {{SectionId::Path, replay->isProven() ? 0u : 1u}}});
    for (KeyedGroup &keyed : groups) {
        sortSections(*data.run, keyed.group.sections, keyed.group.kind == LayoutGroup::Gpu);
        const size_t device = keyed.group.kind == LayoutGroup::Gpu ? data.deviceIndex(keyed.group.pid) : SIZE_MAX;
        if (when && when->hasGaps(device))
            keyed.group.sections.insert(keyed.group.sections.begin(), {SectionId::Gaps, static_cast<uint32_t>(device)});
        sorted.push_back(std::move(keyed.group));
    }
    return sorted;
}

} // namespace ws
