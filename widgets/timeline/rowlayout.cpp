#include "widgets/timeline/rowlayout.h"

#include "widgets/timeline/roworder.h"
#include "widgets/timeline/slicerow.h"

#include <algorithm>

namespace ws {
namespace {

/// Puts sections below each other.
class Builder
{
public:
    Builder(const TimelineData &data, const LayoutChoices &choices)
        : m_data(data), m_timeline(data.run->timeline), m_choices(choices)
    {
        m_out.sectionOfTrack.assign(m_timeline.tracks.size(), UINT32_MAX);
    }

    void beginGroup(LayoutGroup group)
    {
        group.y = m_y;
        group.firstSection = static_cast<uint32_t>(m_out.sections.size());
        group.folded = group.kind != LayoutGroup::Pinned && m_choices.foldedGroups.count(group.key());
        m_out.groups.push_back(group);
        if (group.kind != LayoutGroup::Pinned) {
            const size_t device = group.kind == LayoutGroup::Gpu ? m_data.deviceIndex(group.pid) : SIZE_MAX;
            m_out.rows.push_back({LayoutRow::Heading, device != SIZE_MAX, 0, groupIndex(), UINT32_MAX,
                                  static_cast<uint32_t>(device), m_y, rowheight::heading});
            m_y += rowheight::heading;
        }
    }

    void addSection(SectionId id)
    {
        LayoutSection section;
        section.id = id;
        section.group = groupIndex();
        section.firstRow = static_cast<uint32_t>(m_out.rows.size());
        section.y = m_y;
        section.folded = m_choices.foldedSections.count(id.key());
        section.pinned = m_out.groups.back().kind == LayoutGroup::Pinned;
        m_section = section;
        if (id.kind == SectionId::Counter)
            addRow(LayoutRow::Counter, id.index, rowheight::counter);
        else if (id.kind == SectionId::Steps)
            addRow(LayoutRow::Steps, id.index, rowheight::steps);
        else if (id.kind == SectionId::Gaps)
            addRow(LayoutRow::Gaps, id.index, rowheight::gaps);
        else if (id.kind == SectionId::Path)
            addRow(LayoutRow::Path, id.index, rowheight::path);
        else
            addTrack(id);
        section.rowCount = static_cast<uint32_t>(m_out.rows.size()) - section.firstRow;
        m_y = std::max(m_y, section.y + rowheight::minSection);
        section.height = m_y - section.y;
        if (id.kind == SectionId::Track)
            m_out.sectionOfTrack[id.index] = static_cast<uint32_t>(m_out.sections.size());
        m_out.sections.push_back(section);
    }

    void endGroup()
    {
        LayoutGroup &group = m_out.groups.back();
        group.sectionCount = static_cast<uint32_t>(m_out.sections.size()) - group.firstSection;
        group.height = m_y - group.y;
        if (group.kind == LayoutGroup::Pinned)
            m_out.pinnedHeight = m_y;
    }

    RowLayout take()
    {
        m_out.height = m_y;
        return std::move(m_out);
    }

    void countHidden() { ++m_out.hiddenCount; }
    void countPython() { ++m_out.pythonCount; }

private:
    uint32_t groupIndex() const { return static_cast<uint32_t>(m_out.groups.size() - 1); }

    bool addRow(LayoutRow::Kind kind, uint32_t item, int height, int gap = 1)
    {
        if (m_section.folded && m_out.rows.size() > m_section.firstRow)
            return false;
        m_out.rows.push_back({kind, false, m_section.id.index, groupIndex(),
                              static_cast<uint32_t>(m_out.sections.size()), item, m_y, height});
        m_y += height + gap;
        return true;
    }

    void addTrack(SectionId id)
    {
        const auto slot = id.kind == SectionId::Instants ? m_timeline.tracks.size() : id.index;
        if (m_data.instantBegin[slot + 1] > m_data.instantBegin[slot])
            addRow(LayoutRow::Instants, static_cast<uint32_t>(slot), rowheight::instants);
        if (id.kind == SectionId::Instants)
            return;
        const Track &track = m_timeline.tracks[id.index];
        const FoldedThread &thread = m_data.folded[id.index];
        if (thread.hasPython && !m_choices.python) {
            for (uint32_t depth = 0; depth < thread.lanes.size(); ++depth)
                if (!addRow(LayoutRow::Folded, depth, rowheight::cpu))
                    return;
            return;
        }
        for (uint32_t i = 0; i < track.laneCount; ++i) {
            const bool stream = track.kind == TrackKind::GpuStream;
            const int height = stream                                   ? (i ? rowheight::subLane : rowheight::gpuLane)
                               : track.kind == TrackKind::GpuAnnotation ? rowheight::annotation
                                                                        : rowheight::cpu;
            if (!addRow(LayoutRow::Lane, track.firstLane + i, height, stream ? rowheight::gap : 1))
                return;
        }
    }

    const TimelineData &m_data;
    const Timeline &m_timeline;
    const LayoutChoices &m_choices;
    RowLayout m_out;
    LayoutSection m_section;
    int m_y = 0;
};

/// A thread of nothing but Python frames, which are not shown.
bool isOnlyPython(const TimelineData &data, SectionId id, const LayoutChoices &choices)
{
    return id.kind == SectionId::Track && !choices.python && data.folded[id.index].hasPython &&
           data.folded[id.index].lanes.empty() && data.instantBegin[id.index + 1] == data.instantBegin[id.index];
}

bool isShown(const Run &run, SectionId id, const LayoutChoices &choices)
{
    if (choices.hidden.count(id.key()))
        return false;
    return choices.filter.isEmpty() || isNamedLike(run, id, choices.filter);
}

} // namespace

RowLayout layoutRows(const TimelineData &data, const LayoutChoices &choices, std::shared_ptr<const WhenLanes> when,
                     std::shared_ptr<const ReplayRows> replay)
{
    const Run &run = *data.run;
    const std::vector<OrderedGroup> order = orderedSections(data, when.get(), replay.get());
    Builder builder(data, choices);
    std::unordered_set<uint64_t> pinned;
    if (!choices.pinned.empty()) {
        for (const OrderedGroup &group : order)
            for (SectionId id : group.sections)
                if (!isOnlyPython(data, id, choices) &&
                    std::find(choices.pinned.begin(), choices.pinned.end(), id.key()) != choices.pinned.end())
                    pinned.insert(id.key());
        builder.beginGroup({LayoutGroup::Pinned, 0, 0, 0, 0, 0, false});
        for (uint64_t key : choices.pinned)
            if (pinned.count(key))
                builder.addSection({static_cast<SectionId::Kind>(key >> 32), static_cast<uint32_t>(key)});
        builder.endGroup();
    }
    std::vector<SectionId> shown;
    for (const OrderedGroup &group : order) {
        shown.clear();
        for (SectionId id : group.sections) {
            if (pinned.count(id.key()))
                continue;
            if (!isShown(run, id, choices))
                builder.countHidden();
            else if (isOnlyPython(data, id, choices))
                builder.countPython();
            else
                shown.push_back(id);
        }
        if (shown.empty())
            continue;
        builder.beginGroup({group.kind, group.pid, 0, 0, 0, 0, false});
        if (!choices.foldedGroups.count(LayoutGroup{group.kind, group.pid, 0, 0, 0, 0, false}.key()))
            for (SectionId id : shown)
                builder.addSection(id);
        builder.endGroup();
    }
    RowLayout layout = builder.take();
    layout.when = std::move(when);
    layout.replay = std::move(replay);
    return layout;
}

std::pair<size_t, size_t> RowLayout::rowsBetween(int top, int bottom) const
{
    auto first =
        std::partition_point(rows.begin(), rows.end(), [&](const LayoutRow &row) { return row.y + row.height <= top; });
    auto last = std::partition_point(first, rows.end(), [&](const LayoutRow &row) { return row.y < bottom; });
    return {static_cast<size_t>(first - rows.begin()), static_cast<size_t>(last - rows.begin())};
}

size_t RowLayout::rowAt(int y) const
{
    const auto [first, last] = rowsBetween(y, y + 1);
    return first < last ? first : SIZE_MAX;
}

size_t RowLayout::sectionAt(int y) const
{
    auto found = std::partition_point(sections.begin(), sections.end(),
                                      [&](const LayoutSection &s) { return s.y + s.height <= y; });
    return found != sections.end() && found->y <= y ? static_cast<size_t>(found - sections.begin()) : SIZE_MAX;
}

size_t RowLayout::rowOf(const TimelineData &data, EventRef slice) const
{
    if (!slice.valid())
        return SIZE_MAX;
    const Timeline &timeline = data.run->timeline;
    const uint32_t track = timeline.lanes[slice.lane].track;
    const uint32_t s = track < sectionOfTrack.size() ? sectionOfTrack[track] : UINT32_MAX;
    if (s == UINT32_MAX)
        return SIZE_MAX;
    for (size_t r = sections[s].firstRow; r < sections[s].firstRow + sections[s].rowCount; ++r) {
        if (rows[r].kind == LayoutRow::Lane && rows[r].item == slice.lane)
            return r;
        if (rows[r].kind != LayoutRow::Folded)
            continue;
        const FoldedRow row(timeline, data.folded[track].lanes[rows[r].item]);
        const int64_t start = timeline.start(slice);
        for (size_t i = firstStartingFrom(row, start); i < row.size() && row.start(i) == start; ++i)
            if (row.ref(i) == slice)
                return r;
    }
    return SIZE_MAX;
}

} // namespace ws
