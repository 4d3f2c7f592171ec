#include "widgets/session/session.h"

#include <algorithm>

namespace ws {

Session::Session(QObject *parent) : QObject(parent)
{
    m_rangeTimer.setSingleShot(true);
    m_rangeTimer.setInterval(16); // one change a frame while dragging
    connect(&m_rangeTimer, &QTimer::timeout, this, &Session::rangeChanged);
}

void Session::addRun(RunPtr run)
{
    m_runs.push_back(run);
    setCurrent(run);
}

void Session::setCurrent(const RunPtr &run)
{
    m_current = run;
    m_range.reset();
    m_selection = {};
    m_highlight.clear();
    m_focus = {};
    m_colourOfName.clear();
    emit runsChanged();
    emit rangeChanged();
    emit selectionChanged();
    emit highlightChanged();
    emit focusChanged();
}

namespace {

/// The slice of `now` that stands where `slice` stood in `old`: same track, start and name.
EventRef sameSlice(const Run &old, EventRef slice, const Run &now)
{
    if (!slice.valid())
        return {};
    const Track &was = old.timeline.track(slice);
    const int64_t start = old.timeline.start(slice) + old.timeline.originNs - now.timeline.originNs;
    for (const Track &track : now.timeline.tracks) {
        if (track.kind != was.kind || now.text(track.pid) != old.text(was.pid) ||
            now.text(track.tid) != old.text(was.tid))
            continue;
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane &lane = now.timeline.lanes[l];
            for (size_t i = lane.firstStartingFrom(start); i < lane.size() && lane.start[i] == start; ++i)
                if (now.text(lane.name[i]) == old.text(old.timeline.name(slice)))
                    return {l, static_cast<uint32_t>(i)};
        }
    }
    return {};
}

} // namespace

void Session::replaceRun(RunPtr old, RunPtr now)
{
    auto found = std::find(m_runs.begin(), m_runs.end(), old);
    if (found == m_runs.end()) {
        addRun(now);
        return;
    }
    *found = now;
    if (m_current != old) {
        emit runsChanged();
        return;
    }
    const EventRef selection = sameSlice(*old, m_selection, *now);
    auto range = m_range;
    if (range) {
        const int64_t shift = old->timeline.originNs - now->timeline.originNs;
        range->begin = std::clamp<int64_t>(range->begin + shift, 0, now->timeline.spanNs);
        range->end = std::clamp<int64_t>(range->end + shift, 0, now->timeline.spanNs);
        if (range->end <= range->begin)
            range.reset();
    }
    setCurrent(now);
    setRange(range);
    select(selection);
}

void Session::removeRun(const RunPtr &run)
{
    auto found = std::find(m_runs.begin(), m_runs.end(), run);
    if (found == m_runs.end())
        return;
    m_runs.erase(found);
    if (m_current == run)
        setCurrent(m_runs.empty() ? nullptr : m_runs.back());
    else
        emit runsChanged();
}

void Session::setRange(std::optional<TimeRange> range)
{
    if (range == m_range)
        return;
    m_range = range;
    scheduleRangeChanged();
}

void Session::scheduleRangeChanged()
{
    if (!m_rangeTimer.isActive())
        m_rangeTimer.start();
}

void Session::select(EventRef slice)
{
    if (slice == m_selection)
        return;
    m_selection = slice;
    emit selectionChanged();
}

void Session::reveal(EventRef slice)
{
    select(slice);
    emit revealRequested(slice);
}

void Session::setHighlight(std::vector<uint8_t> byName)
{
    if (byName.empty() && m_highlight.empty())
        return;
    m_highlight = std::move(byName);
    emit highlightChanged();
}

void Session::setHighlightedName(StringId name)
{
    std::vector<uint8_t> byName(m_current ? m_current->strings.size() : 0);
    if (name < byName.size())
        byName[name] = 1;
    setHighlight(std::move(byName));
}

void Session::setFocus(Focus focus)
{
    if (focus.activities == m_focus.activities)
        return;
    m_focus = std::move(focus);
    emit focusChanged();
}

void Session::showEverything()
{
    setRange({});
    setFocus({});
    clearHighlight();
}

void Session::setNcuLinks(NcuLinks links)
{
    if (links.empty() && m_ncuLinks.empty())
        return;
    m_ncuLinks = std::move(links);
    emit ncuLinksChanged();
}

void Session::setColourOfName(std::vector<uint32_t> colours)
{
    m_colourOfName = std::move(colours);
    emit stagesChanged();
}

} // namespace ws
