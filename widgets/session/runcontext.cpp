#include "widgets/session/runcontext.h"

#include "core/analysis/replay/replay.h"
#include "core/base/demangle.h"
#include "core/model/sliceaddress.h"
#include "widgets/session/revealing.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace ws {
namespace {

/// The slice of `now` that corresponds to `slice` of `old`: same track, start and name.
EventRef sameSlice(const Run &old, EventRef slice, const Run &now)
{
    return slice.valid() ? findSlice(now, addressOf(old, slice), old.timeline.originNs - now.timeline.originNs)
                         : EventRef{};
}

std::optional<TimeRange> sameRange(const Run &old, std::optional<TimeRange> range, const Run &now)
{
    if (!range)
        return {};
    const int64_t shift = old.timeline.originNs - now.timeline.originNs;
    range->begin = std::clamp<int64_t>(range->begin + shift, 0, now.timeline.spanNs);
    range->end = std::clamp<int64_t>(range->end + shift, 0, now.timeline.spanNs);
    return range->end > range->begin ? range : std::nullopt;
}

} // namespace

bool isSliceOf(const Run &run, EventRef slice)
{
    return slice.lane < run.timeline.lanes.size() && slice.index < run.timeline.lanes[slice.lane].size();
}

Highlight Highlight::ofName(const Run &run, StringId name)
{
    Highlight highlight{{}, std::vector<uint8_t>(run.strings.size()), &run};
    if (name < highlight.names.size()) {
        highlight.names[name] = 1;
        const std::string_view text = shownName(run.text(name));
        highlight.title = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    return highlight;
}

std::unique_ptr<ViewState> ViewState::carriedOver(const Run &, const Run &) const
{
    return nullptr;
}

RunContext::RunContext(RunPtr run, QObject *parent) : QObject(parent), m_run(std::move(run)), m_cache(m_run)
{
    m_rangeTimer.setSingleShot(true);
    m_rangeTimer.setInterval(16); // one change per frame while dragging
    connect(&m_rangeTimer, &QTimer::timeout, this, &RunContext::rangeChanged);
}

RunContext::~RunContext() = default;

void RunContext::takeOver(const RunContext &before)
{
    if (!m_run || !before.m_run)
        return;
    m_range = sameRange(*before.m_run, before.m_range, *m_run);
    m_gap = sameRange(*before.m_run, before.m_gap, *m_run);
    m_stepSource = before.m_stepSource;
    m_selection = sameSlice(*before.m_run, before.m_selection, *m_run);
    const int64_t shift = before.m_run->timeline.originNs - m_run->timeline.originNs;
    for (const Note &note : before.m_notes) // the text is somebody's work: none is dropped
        m_notes.push_back({note.text,
                           {note.time.begin + shift, note.time.end + shift},
                           sameSlice(*before.m_run, note.slice, *m_run)});
    m_edits = before.m_edits;
    m_editsBefore = before.m_editsBefore;
    for (const auto &[type, state] : before.m_viewStates)
        if (auto kept = state->carriedOver(*before.m_run, *m_run))
            m_viewStates[type] = std::move(kept);
}

void RunContext::setRange(std::optional<TimeRange> range)
{
    if (!m_run || range == m_range)
        return;
    m_range = range;
    if (!m_rangeTimer.isActive())
        m_rangeTimer.start();
}

void RunContext::setGap(std::optional<TimeRange> gap)
{
    if (!m_run || gap == m_gap)
        return;
    m_gap = gap;
    emit gapChanged();
}

void RunContext::select(EventRef slice)
{
    setGap({});
    if (!m_run || slice == m_selection)
        return;
    Q_ASSERT(!slice.valid() || isSliceOf(*m_run, slice));
    m_selection = slice;
    emit selectionChanged();
}

void RunContext::reveal(EventRef slice)
{
    const QScopedValueRollback now(viewState<Revealing>().isNow, true);
    select(slice);
    emit revealRequested(slice);
}

void RunContext::setHighlight(Highlight highlight)
{
    Q_ASSERT(!highlight || highlight.run == m_run.get());
    if (!m_run || (!highlight && !m_highlight))
        return;
    m_highlight = std::move(highlight);
    emit highlightChanged();
}

void RunContext::setHighlightedName(StringId name)
{
    if (m_run)
        setHighlight(Highlight::ofName(*m_run, name));
}

void RunContext::setFocus(Focus focus)
{
    Q_ASSERT(!focus || focus.run == m_run.get());
    if (!m_run || focus.activities == m_focus.activities)
        return;
    m_focus = std::move(focus);
    emit focusChanged();
}

void RunContext::setStepSource(StepSource source)
{
    if (!m_run || source == m_stepSource)
        return;
    m_stepSource = std::move(source);
    setFocus({}); // it may be one of the steps before
    emit stepSourceChanged();
}

void RunContext::setCapture(GraphCapture capture)
{
    m_capture = std::move(capture);
    emit captureChanged();
}

void RunContext::setNotes(std::vector<Note> notes)
{
    if (!m_run)
        return;
    std::stable_sort(notes.begin(), notes.end(), [](const Note &a, const Note &b) {
        return std::pair(a.time.begin, a.time.end) < std::pair(b.time.begin, b.time.end);
    });
    if (notes == m_notes)
        return;
    m_notes = std::move(notes);
    emit notesChanged();
}

void RunContext::setEdits(std::vector<WhatIf> edits, bool isSameGesture)
{
    edits.resize(std::min(edits.size(), maxEdits));
    if (!m_run || edits == m_edits)
        return;
    constexpr size_t mostKept = 100;
    if (!isSameGesture)
        m_editsBefore.push_back(m_edits);
    if (m_editsBefore.size() > mostKept)
        m_editsBefore.erase(m_editsBefore.begin());
    m_edits = std::move(edits);
    emit editsChanged();
}

void RunContext::undoEdit()
{
    if (m_editsBefore.empty())
        return;
    m_edits = std::move(m_editsBefore.back());
    m_editsBefore.pop_back();
    emit editsChanged();
}

void RunContext::askWhatIf(const QString &edit)
{
    if (!m_run)
        return;
    std::vector<WhatIf> edits = m_edits;
    const auto same = std::ranges::find(edits, edit, &WhatIf::edit);
    if (same == edits.end())
        edits.push_back({edit});
    else
        same->isOn = true;
    setEdits(std::move(edits));
    emit whatIfAsked();
}

void RunContext::setReplayShown(ReplayShown shown)
{
    if (!m_run || shown == m_replayShown)
        return;
    m_replayShown = shown;
    emit replayShownChanged();
}

void RunContext::showEverything()
{
    setRange({});
    setFocus({});
    clearHighlight();
}

void RunContext::setNcuLinks(NcuLinks links)
{
    if (links.empty() && m_ncuLinks.empty())
        return;
    m_ncuLinks = std::move(links);
    emit ncuLinksChanged();
}

void RunContext::setClasses(std::shared_ptr<const Classification> classes,
                            std::shared_ptr<const std::vector<uint8_t>> communication)
{
    const bool isNew = m_communication != communication || m_classes != classes || m_classesError;
    m_classesError.reset();
    m_classes = std::move(classes);
    m_communication = std::move(communication);
    if (isNew)
        emit classesChanged();
}

void RunContext::setClassesError(const Error &error)
{
    m_classesError = error;
    emit classesChanged();
}

void RunContext::setColourOfName(std::vector<uint32_t> colours)
{
    m_colourOfName = std::move(colours);
    emit coloursChanged();
}

} // namespace ws
