#include "widgets/timeline/savedview.h"

#include <algorithm>

namespace ws {
namespace {

constexpr const char *groupWords[] = {"steps", "gpu", "process", "pinned", "replay"}; // by LayoutGroup::Kind

SectionId sectionOf(uint64_t key)
{
    return {static_cast<SectionId::Kind>(key >> 32), static_cast<uint32_t>(key)};
}

/// In words, but for the number among equal ones.
RowAddress describe(const Run &run, SectionId id)
{
    const Timeline &timeline = run.timeline;
    const bool isTrack = id.index < timeline.tracks.size();
    switch (id.kind) {
    case SectionId::Track:
    case SectionId::Instants: {
        const char *word = id.kind == SectionId::Track ? "track" : "instants";
        if (!isTrack) // instants of no thread
            return {word, TrackKind::CpuThread, {}, {}, {}, 0};
        const Track &track = timeline.tracks[id.index];
        return {word, track.kind, std::string(run.text(track.pid)), std::string(run.text(track.tid)), {}, 0};
    }
    case SectionId::Counter: {
        const CounterSeries &counter = timeline.counters[id.index];
        return {"counter",
                TrackKind::CpuThread,
                std::string(run.text(counter.pid)),
                std::string(run.text(counter.name)),
                std::string(run.text(counter.key)),
                0};
    }
    case SectionId::Steps:
        return {"steps", TrackKind::CpuThread, {}, {}, {}, id.index};
    case SectionId::Gaps:
        return {"gaps", TrackKind::CpuThread, {}, {}, {}, id.index};
    case SectionId::Path:
        return {"path", TrackKind::CpuThread, {}, {}, {}, id.index};
    }
    return {};
}

/// The rows of one kind; gaps, steps and the path are known by their number alone.
uint32_t countOf(const Run &run, SectionId::Kind kind)
{
    return kind == SectionId::Track      ? uint32_t(run.timeline.tracks.size())
           : kind == SectionId::Counter  ? uint32_t(run.timeline.counters.size())
           : kind == SectionId::Instants ? uint32_t(run.timeline.tracks.size() + 1)
                                         : 0;
}

RowAddress addressOf(const Run &run, SectionId id)
{
    RowAddress address = describe(run, id);
    for (uint32_t before = 0; countOf(run, id.kind) && before < id.index; ++before)
        address.number += [&] {
            RowAddress other = describe(run, {id.kind, before});
            other.number = address.number;
            return other == address;
        }();
    return address;
}

std::optional<uint64_t> keyOf(const Run &run, RowAddress address)
{
    if (address.row == "steps" || address.row == "gaps" || address.row == "path") {
        const auto kind = address.row == "steps"  ? SectionId::Steps
                          : address.row == "gaps" ? SectionId::Gaps
                                                  : SectionId::Path;
        return SectionId{kind, address.number}.key();
    }
    const SectionId::Kind kind = address.row == "counter"    ? SectionId::Counter
                                 : address.row == "instants" ? SectionId::Instants
                                                             : SectionId::Track;
    uint32_t left = std::exchange(address.number, 0);
    for (uint32_t index = 0; index < countOf(run, kind); ++index)
        if (describe(run, {kind, index}) == address && left-- == 0)
            return SectionId{kind, index}.key();
    return std::nullopt;
}

bool isRow(const Run &run, SectionId id)
{
    return id.kind <= SectionId::Path && (!countOf(run, id.kind) || id.index < countOf(run, id.kind));
}

template <class Keys> std::vector<RowAddress> addressesOf(const Run &run, const Keys &keys)
{
    std::vector<uint64_t> ordered(keys.begin(), keys.end());
    if constexpr (!std::is_same_v<Keys, std::vector<uint64_t>>)
        std::sort(ordered.begin(), ordered.end());
    std::vector<RowAddress> addresses;
    for (const uint64_t key : ordered)
        if (const SectionId id = sectionOf(key); isRow(run, id))
            addresses.push_back(addressOf(run, id));
    return addresses;
}

/// Of a process or device with rows.
std::optional<StringId> idOf(const Run &run, const std::string &text)
{
    if (text.empty())
        return 0;
    for (const Track &track : run.timeline.tracks)
        if (run.text(track.pid) == text)
            return track.pid;
    for (const CounterSeries &counter : run.timeline.counters)
        if (run.text(counter.pid) == text)
            return counter.pid;
    return std::nullopt;
}

} // namespace

SavedRows savedRows(const Run &run, const LayoutChoices &choices)
{
    SavedRows saved;
    saved.python = choices.python;
    saved.pinned = addressesOf(run, choices.pinned);
    saved.hidden = addressesOf(run, choices.hidden);
    saved.folded = addressesOf(run, choices.foldedSections);
    std::vector<uint64_t> groups(choices.foldedGroups.begin(), choices.foldedGroups.end());
    std::sort(groups.begin(), groups.end());
    for (const uint64_t key : groups)
        if (const auto kind = key >> 32, pid = key & UINT32_MAX;
            kind < std::size(groupWords) && pid < run.strings.size())
            saved.foldedGroups.push_back({groupWords[kind], std::string(run.text(static_cast<StringId>(pid)))});
    saved.filter = choices.filter;
    return saved;
}

LayoutChoices rowsOf(const Run &run, const SavedRows &saved)
{
    LayoutChoices choices;
    choices.python = saved.python;
    choices.filter = saved.filter;
    for (const RowAddress &row : saved.pinned)
        if (const auto key = keyOf(run, row); key && std::ranges::find(choices.pinned, *key) == choices.pinned.end())
            choices.pinned.push_back(*key);
    for (const RowAddress &row : saved.hidden)
        if (const auto key = keyOf(run, row))
            choices.hidden.insert(*key);
    for (const RowAddress &row : saved.folded)
        if (const auto key = keyOf(run, row))
            choices.foldedSections.insert(*key);
    for (const GroupAddress &address : saved.foldedGroups) {
        const auto *word = std::ranges::find(groupWords, address.group);
        const auto pid = idOf(run, address.process);
        if (word == std::end(groupWords) || !pid)
            continue;
        LayoutGroup group;
        group.kind = static_cast<LayoutGroup::Kind>(word - groupWords);
        group.pid = *pid;
        choices.foldedGroups.insert(group.key());
    }
    return choices;
}

void saveView(RunContext &context, SavedRun &saved)
{
    const auto &view = context.viewState<TimelineViewState>();
    if (view.visible.length() > 0)
        saved.visible = view.visible;
    saved.mark = view.mark;
    saved.scroll = view.scroll;
    saved.rows = savedRows(*context.run(), view.choices);
}

void applyView(RunContext &context, const SavedRun &saved)
{
    const int64_t origin = context.run()->timeline.originNs, shift = saved.originNs.value_or(origin) - origin;
    TimelineViewState view;
    if (saved.visible)
        view.visible = {saved.visible->begin + shift, saved.visible->end + shift};
    if (saved.mark)
        view.mark = *saved.mark + shift;
    view.scroll = saved.scroll;
    view.choices = rowsOf(*context.run(), saved.rows);
    context.viewState<TimelineViewState>() = std::move(view);
}

} // namespace ws
