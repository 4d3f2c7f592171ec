#include "widgets/timeline/timelinestate.h"

#include "core/model/devicewords.h"
#include "widgets/toolkit/theme.h"

namespace ws {
namespace {

constexpr qint64 steadyMs = 500;
constexpr size_t longestHistory = 200;

} // namespace

TimelineState::TimelineState(Pane *pane, QObject *parent)
    : QObject(parent), m_pane(pane), m_view(&context().viewState<TimelineViewState>())
{
    m_busyTimer.setSingleShot(true);
    connect(&m_busyTimer, &QTimer::timeout, this, &TimelineState::updateBusy);
    connect(pane, &Pane::runChanged, this, &TimelineState::takeRun);
    connect(pane, &Pane::stepSourceChanged, this, [this] {
        if (m_data)
            askWhen();
    });
    for (const auto changed : {&Pane::replayShownChanged, &Pane::focusChanged, &Pane::stepSourceChanged})
        connect(pane, changed, this, &TimelineState::updateReplay);
    connect(pane, &Pane::highlightChanged, this, &TimelineState::updateColours);
    connect(pane, &Pane::coloursChanged, this, &TimelineState::updateColours);
    connect(&Theme::instance(), &Theme::changed, this, &TimelineState::updateColours);
    connect(pane, &Pane::rangeChanged, this, [this] {
        const bool quick = !m_run || BusyTracksKey().isQuick(*m_run);
        m_busyTimer.start(quick ? 0 : 200); // else when a drag pauses
    });
    connect(pane, &Pane::selectionChanged, this, [this] {
        m_selectedBox.reset();
        m_links = m_run ? launchLinks(*m_run, m_pane->context().selection()) : LaunchLinks{};
        emit linksChanged();
    });
    takeRun();
}

void TimelineState::takeRun()
{
    const RunPtr run = m_pane->run();
    m_view = &context().viewState<TimelineViewState>();
    m_run = run;
    m_data.reset();
    m_problem.clear();
    m_wantedData.cancel();
    m_wantedBusy.cancel();
    m_wantedSteps.cancel();
    m_wantedGaps.cancel();
    m_steps.reset();
    m_gaps.reset();
    m_when.reset();
    m_wantedReplay.cancel();
    m_wantedReplayRows.cancel();
    if (std::exchange(m_replay, nullptr))
        emit replayChanged();
    m_busy.clear();
    m_links = {};
    m_selectedBox.reset();
    m_pointer.reset();
    m_layout = {};
    m_axis = {};
    emit dataChanged();
    if (!run)
        return;
    m_wantedData.ask(context().cache(), TimelineKey{},
                     [this](const auto &data) { data ? takeData(*data) : fail(data.error()); });
}

void TimelineState::fail(const Error &error)
{
    m_problem = JobErrors::text(error);
    emit dataChanged();
}

void TimelineState::takeData(TimelineDataPtr data)
{
    m_data = std::move(data);
    if (m_view->visible.end <= m_view->visible.begin)
        m_view->visible = m_data->firstView();
    updateColours();
    updateLayout();
    m_view->visible = m_axis.fitted(m_view->visible, limits());
    updateBusy();
    emit dataChanged();
    emit visibleChanged();
    askWhen();
    updateReplay();
}

/// After the first picture, behind the work for visible panels. What fails or is not there leaves its rows out: the
/// tabs say why.
void TimelineState::askWhen()
{
    m_wantedSteps.ask(
        context().cache(), StepsKey{{}, context().stepSource()},
        [this](const auto &steps) {
            m_steps = steps ? *steps : std::make_shared<const Steps>();
            takeWhen();
        },
        JobPlace::Hidden);
    m_wantedGaps.ask(
        context().cache(), GapsKey{},
        [this](const auto &gaps) {
            m_gaps = gaps ? *gaps : std::make_shared<const Gaps>();
            takeWhen();
        },
        JobPlace::Hidden);
}

void TimelineState::takeWhen()
{
    if (!m_steps || !m_gaps)
        return;
    m_when = std::make_shared<const WhenLanes>(m_run, m_steps, m_gaps);
    updateLayout();
    emit whenChanged();
}

TimeRange TimelineState::overall() const
{
    if (!m_data)
        return {0, 1};
    const TimeRange whole = m_data->whole(), reach = m_view->reach.value_or(whole);
    return {std::min(whole.begin, reach.begin), std::max(whole.end, reach.end)};
}

TimeRange TimelineState::limits() const
{
    return m_data ? withMargin(overall(), 0.02) : TimeRange{0, 1};
}

void TimelineState::setReach(std::optional<TimeRange> reach)
{
    if (reach == m_view->reach)
        return;
    m_view->reach = reach;
    updateAxis();
    emit reachChanged();
    if (m_data)
        show(m_view->visible);
}

void TimelineState::show(TimeRange range)
{
    range = m_axis.fitted(range, limits());
    if (range == m_view->visible)
        return;
    m_view->visible = range;
    emit visibleChanged();
}

void TimelineState::setVisible(TimeRange range, Change change)
{
    if (!m_data || m_axis.fitted(range, limits()) == m_view->visible)
        return;
    const bool continues = change == Change::Steady && m_sinceSteady.isValid() && m_sinceSteady.elapsed() < steadyMs;
    if (!continues) {
        m_view->back.push_back(m_view->visible);
        if (m_view->back.size() > longestHistory)
            m_view->back.erase(m_view->back.begin());
        m_view->forward.clear();
    }
    if (change == Change::Steady)
        m_sinceSteady.start();
    else
        m_sinceSteady.invalidate();
    show(range);
}

void TimelineState::goBack()
{
    if (m_view->back.empty())
        return;
    m_view->forward.push_back(m_view->visible);
    const TimeRange range = m_view->back.back();
    m_view->back.pop_back();
    m_sinceSteady.invalidate();
    show(range);
}

void TimelineState::goForward()
{
    if (m_view->forward.empty())
        return;
    m_view->back.push_back(m_view->visible);
    const TimeRange range = m_view->forward.back();
    m_view->forward.pop_back();
    m_sinceSteady.invalidate();
    show(range);
}

void TimelineState::setChoices(LayoutChoices choices)
{
    m_view->choices = std::move(choices);
    updateLayout();
}

void TimelineState::showAllRows()
{
    if (m_view->choices.hidden.empty() && m_view->choices.filter.isEmpty())
        return;
    LayoutChoices choices = m_view->choices;
    choices.hidden.clear();
    choices.filter.clear();
    setChoices(std::move(choices));
}

void TimelineState::updateLayout()
{
    m_layout = m_data
                   ? layoutRows(*m_data, m_view->choices, m_when, context().replayShown().hasPath ? m_replay : nullptr)
                   : RowLayout{};
    clampScroll();
    updateAxis();
    emit layoutChanged();
}

void TimelineState::updateAxis()
{
    std::vector<TimeRange> breaks;
    if (m_data && m_collapseNs > 0)
        breaks = idleStretches(*m_data, m_layout, m_view->choices, limits(), m_collapseNs);
    if (breaks == m_axis.breaks())
        return;
    m_axis = TimeAxis(std::move(breaks));
    emit axisChanged();
}

void TimelineState::setCollapseNs(int64_t ns)
{
    if (ns == m_collapseNs)
        return;
    m_collapseNs = ns;
    updateAxis();
}

void TimelineState::updateColours()
{
    m_colours = m_data ? ColourTable(m_run, Palette::current(), m_pane->context().colourOfName(),
                                     m_pane->context().highlight().names)
                       : ColourTable();
    emit coloursChanged();
}

void TimelineState::updateBusy()
{
    if (!m_data)
        return;
    const TimeRange whole = m_data->hasGpu() ? m_data->gpuExtent : m_data->whole();
    const TimeRange range = m_pane->context().range().value_or(whole);
    const auto show = [this, range](std::vector<float> busy) {
        m_busyRange = range;
        m_busy = std::move(busy);
        emit busyChanged();
    };
    m_wantedBusy.cancel();
    if (range.end <= range.begin)
        return show({});
    m_wantedBusy.ask(context().cache(), BusyTracksKey{{}, range, range == whole},
                     [show](const auto &busy) { busy ? show(**busy) : JobErrors::instance().report(busy.error()); });
}

bool TimelineState::isBySlack() const
{
    return m_replay && m_replay->hasSlack() && context().replayShown().isSlack;
}

/// Behind the panels, which ask for the same; nothing while nothing of it is shown. Of another step the one before
/// stays until the new one is there.
void TimelineState::updateReplay()
{
    const ReplayShown shown = context().replayShown();
    m_wantedReplay.cancel();
    m_wantedReplayRows.cancel();
    if (!m_data || (!shown.hasPath && !shown.isSlack))
        return takeReplay(nullptr);
    takeReplay(m_replay);
    m_wantedReplay.ask(context(), [this](const ReplayRequest::Answer &replayed) {
        if (!replayed)
            return JobErrors::instance().report(replayed.error());
        m_wantedReplayRows.ask(context().cache(), ReplayRowsKey{{}, *replayed}, [this](const auto &rows) {
            if (!rows)
                return JobErrors::instance().report(rows.error());
            takeReplay(*rows);
            if (context().replayShown().isSlack && !(*rows)->hasSlack())
                emit messageChanged(
                    tr("No colours by slack: the replay does not reproduce the recording, the Replay tab says why"));
        });
    });
}

void TimelineState::takeReplay(std::shared_ptr<const ReplayRows> rows)
{
    const bool hadPath = m_layout.replay != nullptr, hasPath = rows && context().replayShown().hasPath;
    if (m_replay == rows && !rows)
        return;
    m_replay = std::move(rows);
    emit replayChanged();
    if (hadPath || hasPath)
        updateLayout();
    emit coloursChanged();
}

int TimelineState::maxScroll() const
{
    return std::max(0, m_layout.height - m_viewHeight);
}

/// Without data there are no rows, but the view's state must survive.
void TimelineState::clampScroll()
{
    if (m_data)
        m_view->scroll = std::clamp(m_view->scroll, 0, maxScroll());
}

void TimelineState::setScroll(int scroll)
{
    if (!m_data)
        return;
    scroll = std::clamp(scroll, 0, maxScroll());
    if (scroll == m_view->scroll)
        return;
    m_view->scroll = scroll;
    emit scrolled();
}

void TimelineState::setViewHeight(int height)
{
    if (height == m_viewHeight)
        return;
    m_viewHeight = height;
    clampScroll();
    emit layoutChanged();
}

void TimelineState::bringIntoView(EventRef slice)
{
    if (!m_data || !slice.valid())
        return;
    const Track &track = m_run->timeline.track(slice);
    size_t row = m_layout.rowOf(*m_data, slice);
    if (row == SIZE_MAX) {
        const uint64_t key = SectionId{SectionId::Track, m_run->timeline.lane(slice).track}.key();
        const bool gpu = track.kind == TrackKind::GpuStream || track.kind == TrackKind::GpuAnnotation;
        m_view->choices.hidden.erase(key);
        m_view->choices.foldedSections.erase(key);
        LayoutGroup group;
        group.kind = gpu ? LayoutGroup::Gpu : LayoutGroup::Process;
        group.pid = track.pid;
        m_view->choices.foldedGroups.erase(group.key());
        m_view->choices.filter.clear();
        m_view->choices.python |= m_run->timeline.category(slice).kind == CategoryKind::Python;
        updateLayout();
        row = m_layout.rowOf(*m_data, slice);
    }
    if (row != SIZE_MAX)
        scrollTo(m_layout.rows[row]);
}

void TimelineState::bringGapsIntoView(uint16_t device)
{
    if (!m_data)
        return;
    const size_t index = m_data->deviceIndex(m_run->gpu.devices[device]);
    const LayoutRow *found = nullptr;
    for (const LayoutRow &row : m_layout.rows)
        if (row.item == index && (row.kind == LayoutRow::Gaps || (row.kind == LayoutRow::Heading && row.device)) &&
            (!found || row.kind == LayoutRow::Gaps))
            found = &row;
    if (found)
        scrollTo(*found);
}

/// Rows at the top that do not scroll are in view.
void TimelineState::scrollTo(const LayoutRow &row)
{
    if (row.y < m_layout.pinnedHeight)
        return;
    const int top = m_view->scroll + m_layout.pinnedHeight, bottom = m_view->scroll + m_viewHeight;
    if (row.y < top)
        setScroll(row.y - m_layout.pinnedHeight - rowheight::heading);
    else if (row.y + row.height > bottom)
        setScroll(row.y + row.height + rowheight::heading - m_viewHeight);
}

void TimelineState::selectBox(EventRef slice, std::optional<TimeRange> box)
{
    context().select(slice);
    m_selectedBox = box;
    emit linksChanged();
}

TimeRange TimelineState::spanOf(EventRef slice) const
{
    if (m_selectedBox && slice == context().selection())
        return *m_selectedBox;
    const Timeline &timeline = m_run->timeline;
    return {timeline.start(slice), timeline.end(slice)};
}

void TimelineState::setMark(std::optional<int64_t> ns)
{
    m_view->mark = ns;
    emit markChanged();
}

void TimelineState::setPointer(std::optional<int64_t> ns)
{
    if (ns == m_pointer)
        return;
    m_pointer = ns;
    emit pointerChanged();
}

} // namespace ws
