#include "widgets/timeline/roworder.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

/// The number a text begins with behind its letters ("stream 7" → 7), so that stream 20 comes after stream 7.
int64_t numberIn(std::string_view text)
{
    const size_t at = text.find_first_of("0123456789");
    int64_t number = INT64_MAX;
    if (at != text.npos)
        std::from_chars(text.data() + at, text.data() + text.size(), number);
    return number;
}

int64_t meaningful(int64_t sortIndex, std::string_view id)
{
    const int64_t number = numberIn(id);
    return sortIndex == number || sortIndex == 5'000'000 + number || sortIndex == 5'000 + number ? 0 : sortIndex;
}

/// Sorts before: by the file's wish, then annotations above their stream, then the busiest.
using SectionOrder = std::tuple<int64_t, int, int64_t, int64_t, uint64_t>;

SectionOrder orderOf(const Run &run, SectionId id)
{
    if (id.kind != SectionId::Track)
        return {INT64_MAX, id.kind, 0, 0, id.index};
    const Track &track = run.timeline.tracks[id.index];
    const int64_t wish = meaningful(track.sortIndex, run.text(track.tid));
    switch (track.kind) {
    case TrackKind::GpuAnnotation:
        return {0, 0, numberIn(run.text(track.tid)), 0, id.index};
    case TrackKind::GpuStream:
        return {0, 0, numberIn(run.text(track.tid)), 1, id.index};
    case TrackKind::CpuThread:
        return {wish, 1, -static_cast<int64_t>(track.sliceCount), 0, id.index};
    case TrackKind::Async:
        break;
    }
    return {wish, 2, 0, 0, id.index};
}

struct GroupOrder
{
    int64_t wish = 0;
    int64_t number = 0; ///< GPUs by number, processes by activity
};

} // namespace

std::vector<OrderedGroup> orderedSections(const TimelineData &data)
{
    const Run &run = *data.run;
    const Timeline &timeline = run.timeline;
    std::vector<OrderedGroup> groups;
    std::vector<GroupOrder> orders;
    std::unordered_map<uint64_t, size_t> index;
    auto groupOf = [&](LayoutGroup::Kind kind, StringId pid) {
        auto [entry, isNew] = index.try_emplace(uint64_t(kind) << 32 | pid, groups.size());
        if (isNew) {
            groups.push_back({kind, pid, {}});
            orders.push_back({});
        }
        return entry->second;
    };
    for (uint32_t t = 0; t < timeline.tracks.size(); ++t) {
        const Track &track = timeline.tracks[t];
        if (track.sliceCount == 0 && data.instantBegin[t + 1] == data.instantBegin[t])
            continue;
        const bool gpu = track.kind == TrackKind::GpuStream || track.kind == TrackKind::GpuAnnotation;
        const size_t g = groupOf(gpu ? LayoutGroup::Gpu : LayoutGroup::Process, track.pid);
        groups[g].sections.push_back({SectionId::Track, t});
        orders[g].number -= gpu ? 0 : static_cast<int64_t>(track.sliceCount);
    }
    for (uint32_t c = 0; c < timeline.counters.size(); ++c) {
        const StringId pid = timeline.counters[c].pid;
        const bool gpu = index.count(uint64_t(LayoutGroup::Gpu) << 32 | pid);
        groups[groupOf(gpu ? LayoutGroup::Gpu : LayoutGroup::Process, pid)].sections.push_back({SectionId::Counter, c});
    }
    if (data.instantBegin.back() > data.instantBegin[timeline.tracks.size()])
        groups[groupOf(LayoutGroup::Process, 0)].sections.push_back({SectionId::Instants, 0});
    for (const Process &process : timeline.processes) {
        auto found = index.find(uint64_t(LayoutGroup::Process) << 32 | process.pid);
        if (found != index.end())
            orders[found->second].wish = meaningful(process.sortIndex, run.text(process.pid));
    }
    for (size_t g = 0; g < groups.size(); ++g)
        if (groups[g].kind == LayoutGroup::Gpu)
            orders[g].number = numberIn(run.text(groups[g].pid));

    std::vector<size_t> order(groups.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return std::tuple(groups[a].kind, orders[a].wish, orders[a].number) <
               std::tuple(groups[b].kind, orders[b].wish, orders[b].number);
    });
    std::vector<OrderedGroup> sorted;
    sorted.reserve(groups.size());
    for (size_t i : order) {
        std::vector<std::pair<SectionOrder, SectionId>> keyed;
        keyed.reserve(groups[i].sections.size());
        for (SectionId id : groups[i].sections)
            keyed.emplace_back(orderOf(run, id), id);
        std::sort(keyed.begin(), keyed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        for (size_t k = 0; k < keyed.size(); ++k)
            groups[i].sections[k] = keyed[k].second;
        sorted.push_back(std::move(groups[i]));
    }
    return sorted;
}

namespace {

QString textOf(const Run &run, StringId id)
{
    const std::string_view text = run.text(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).trimmed();
}

} // namespace

QString sectionTitle(const Run &run, SectionId id)
{
    if (id.kind == SectionId::Instants)
        return QCoreApplication::translate("timeline", "Events");
    if (id.kind == SectionId::Counter) {
        const CounterSeries &series = run.timeline.counters[id.index];
        const QString name = textOf(run, series.name), key = textOf(run, series.key);
        return key.isEmpty() || key == name ? name : name.isEmpty() ? key : name + QStringLiteral(": ") + key;
    }
    const Track &track = run.timeline.tracks[id.index];
    const QString label = textOf(run, track.label), tid = textOf(run, track.tid);
    switch (track.kind) {
    case TrackKind::GpuStream:
        return label.isEmpty() ? QCoreApplication::translate("timeline", "stream %1").arg(tid) : label;
    case TrackKind::GpuAnnotation:
        return QCoreApplication::translate("timeline", "annotations, stream %1").arg(tid);
    case TrackKind::CpuThread:
        if (label.isEmpty())
            return QCoreApplication::translate("timeline", "thread %1").arg(tid);
        return label.contains(tid) ? label : label + QLatin1Char(' ') + tid;
    case TrackKind::Async:
        break;
    }
    return label.isEmpty() ? QCoreApplication::translate("timeline", "async %1").arg(tid) : label;
}

QString groupTitle(const Run &run, const LayoutGroup &group)
{
    if (group.kind == LayoutGroup::Pinned)
        return QCoreApplication::translate("timeline", "Pinned");
    const QString pid = textOf(run, group.pid);
    QString name, labels;
    for (const Process &process : run.timeline.processes)
        if (process.pid == group.pid) {
            name = textOf(run, process.name);
            labels = textOf(run, process.labels);
        }
    if (group.kind == LayoutGroup::Gpu)
        return labels.startsWith(QLatin1String("GPU")) ? labels
                                                       : QCoreApplication::translate("timeline", "GPU %1").arg(pid);
    if (name.isEmpty())
        return pid.isEmpty() ? QCoreApplication::translate("timeline", "Whole run")
                             : QCoreApplication::translate("timeline", "process %1").arg(pid);
    return name.contains(pid) ? name : name + QLatin1Char(' ') + pid;
}

} // namespace ws
