#include "widgets/timeline/timelinestate.h"

#include "widgets/toolkit/theme.h"

#include <QtConcurrent>

namespace ws {
namespace {

constexpr size_t worthAWorker = 400'000; ///< slices; below that it takes less than a frame or two
constexpr size_t busyAtOnce = 1'000'000; ///< GPU activities; above, wait until a drag pauses
constexpr qint64 steadyMs = 500;
constexpr size_t longestHistory = 200;

size_t sliceCount(const Run &run)
{
    size_t count = 0;
    for (const Track &track : run.timeline.tracks)
        count += track.sliceCount;
    return count;
}

/// The same file read again: the view stays where it is.
bool isSameFile(const RunPtr &a, const RunPtr &b)
{
    return a && b && !a->info.stamp.path.isEmpty() && a->info.stamp.path == b->info.stamp.path &&
           a->info.name == b->info.name;
}

} // namespace

TimelineState::TimelineState(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    m_busyTimer.setSingleShot(true);
    connect(&m_busyTimer, &QTimer::timeout, this, &TimelineState::updateBusy);
    connect(&m_preparing, &QFutureWatcher<TimelineDataPtr>::finished, this, [this] {
        const TimelineDataPtr data = m_preparing.result();
        if (data->run == m_run)
            takeData(data);
    });
    connect(session, &Session::runsChanged, this, &TimelineState::takeRun);
    connect(session, &Session::highlightChanged, this, &TimelineState::updateColours);
    connect(session, &Session::stagesChanged, this, &TimelineState::updateColours);
    connect(&Theme::instance(), &Theme::changed, this, &TimelineState::updateColours);
    connect(session, &Session::rangeChanged, this, [this] {
        const bool small = !m_run || m_run->gpu.size() < busyAtOnce;
        m_busyTimer.start(small ? 0 : 200);
    });
    connect(session, &Session::selectionChanged, this, [this] {
        m_links = m_run ? launchLinks(*m_run, m_session->selection()) : LaunchLinks{};
        emit linksChanged();
    });
    takeRun();
}

void TimelineState::takeRun()
{
    const RunPtr run = m_session->run();
    if (run == m_run)
        return;
    keepView(m_run);
    restoreView(m_run, run);
    m_run = run;
    m_data.reset();
    m_busyJob.cancel();
    m_busy.clear();
    m_links = {};
    m_pointer.reset();
    m_layout = {};
    m_axis = {};
    emit dataChanged();
    if (!run)
        return;
    if (sliceCount(*run) < worthAWorker)
        takeData(makeTimelineData(run));
    else
        m_preparing.setFuture(QtConcurrent::run(analysisPool(), [run] { return makeTimelineData(run); }));
}

void TimelineState::keepView(const RunPtr &run)
{
    std::erase_if(m_views, [](const auto &entry) { return entry.first.expired(); });
    if (run && m_data)
        m_views[run] = {m_visible, m_back, m_forward, m_choices, m_scroll, m_mark};
}

/// A run that was shown before comes back as it was; the same file read again takes over from its predecessor.
void TimelineState::restoreView(const RunPtr &before, const RunPtr &run)
{
    RunView view;
    auto found = run ? m_views.find(run) : m_views.end();
    if (found == m_views.end() && isSameFile(before, run))
        found = m_views.find(before);
    if (found != m_views.end()) {
        view = found->second;
        const bool sameRows =
            found->first.lock() == run || before->timeline.tracks.size() == run->timeline.tracks.size();
        if (!sameRows) { // choices name rows by number
            const bool python = view.choices.python;
            view.choices = {};
            view.choices.python = python;
        }
    }
    m_visible = view.visible;
    m_back = view.back;
    m_forward = view.forward;
    m_choices = view.choices;
    m_scroll = view.scroll;
    m_mark = view.mark;
}

void TimelineState::takeData(TimelineDataPtr data)
{
    m_data = std::move(data);
    if (m_visible.end <= m_visible.begin)
        m_visible = m_data->hasGpu() ? withMargin(m_data->mainActivity, 0.02) : m_data->whole();
    updateColours();
    updateLayout();
    m_visible = m_axis.fitted(m_visible, limits());
    updateBusy();
    emit dataChanged();
    emit visibleChanged();
}

TimeRange TimelineState::limits() const
{
    return m_data ? withMargin(m_data->whole(), 0.02) : TimeRange{0, 1};
}

void TimelineState::show(TimeRange range)
{
    range = m_axis.fitted(range, limits());
    if (range == m_visible)
        return;
    m_visible = range;
    emit visibleChanged();
}

void TimelineState::setVisible(TimeRange range, Change change)
{
    if (!m_data || m_axis.fitted(range, limits()) == m_visible)
        return;
    const bool continues = change == Change::Steady && m_sinceSteady.isValid() && m_sinceSteady.elapsed() < steadyMs;
    if (!continues) {
        m_back.push_back(m_visible);
        if (m_back.size() > longestHistory)
            m_back.erase(m_back.begin());
        m_forward.clear();
    }
    if (change == Change::Steady)
        m_sinceSteady.start();
    else
        m_sinceSteady.invalidate();
    show(range);
}

void TimelineState::goBack()
{
    if (m_back.empty())
        return;
    m_forward.push_back(m_visible);
    const TimeRange range = m_back.back();
    m_back.pop_back();
    m_sinceSteady.invalidate();
    show(range);
}

void TimelineState::goForward()
{
    if (m_forward.empty())
        return;
    m_back.push_back(m_visible);
    const TimeRange range = m_forward.back();
    m_forward.pop_back();
    m_sinceSteady.invalidate();
    show(range);
}

void TimelineState::setChoices(LayoutChoices choices)
{
    m_choices = std::move(choices);
    updateLayout();
}

void TimelineState::updateLayout()
{
    m_layout = m_data ? layoutRows(*m_data, m_choices) : RowLayout{};
    m_scroll = std::clamp(m_scroll, 0, mostScroll());
    updateAxis();
    emit layoutChanged();
}

void TimelineState::updateAxis()
{
    std::vector<TimeRange> breaks;
    if (m_data && m_collapseNs > 0)
        breaks = idleStretches(*m_data, m_layout, m_choices, limits(), m_collapseNs);
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
    m_colours = m_data ? ColourTable(m_run, Palette::current(), m_session->colourOfName(), m_session->highlight())
                       : ColourTable();
    emit coloursChanged();
}

void TimelineState::updateBusy()
{
    if (!m_data)
        return;
    const TimeRange range = m_session->range().value_or(m_data->gpuExtent);
    const auto show = [this, range](std::vector<float> busy) {
        m_busyRange = range;
        m_busy = std::move(busy);
        emit busyChanged();
    };
    m_busyJob.cancel();
    if (range.end <= range.begin)
        show({});
    else if (m_run->gpu.size() < busyAtOnce)
        show(busyOfTracks(*m_run, range));
    else
        m_busyJob.start([run = m_run, range](const Progress &) { return busyOfTracks(*run, range); },
                        [show](const std::shared_ptr<const std::vector<float>> &busy) { show(*busy); });
}

int TimelineState::mostScroll() const
{
    return std::max(0, m_layout.height - m_viewHeight);
}

void TimelineState::setScroll(int scroll)
{
    scroll = std::clamp(scroll, 0, mostScroll());
    if (scroll == m_scroll)
        return;
    m_scroll = scroll;
    emit scrolled();
}

void TimelineState::setViewHeight(int height)
{
    if (height == m_viewHeight)
        return;
    m_viewHeight = height;
    m_scroll = std::clamp(m_scroll, 0, mostScroll());
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
        m_choices.hidden.erase(key);
        m_choices.foldedSections.erase(key);
        LayoutGroup group;
        group.kind = gpu ? LayoutGroup::Gpu : LayoutGroup::Process;
        group.pid = track.pid;
        m_choices.foldedGroups.erase(group.key());
        m_choices.filter.clear();
        m_choices.python |= m_run->timeline.category(slice).kind == CategoryKind::Python;
        updateLayout();
        row = m_layout.rowOf(*m_data, slice);
    }
    if (row == SIZE_MAX)
        return;
    const LayoutRow &found = m_layout.rows[row];
    if (found.y < m_layout.pinnedHeight)
        return;
    const int top = m_scroll + m_layout.pinnedHeight, bottom = m_scroll + m_viewHeight;
    if (found.y < top)
        setScroll(found.y - m_layout.pinnedHeight - rowheight::heading);
    else if (found.y + found.height > bottom)
        setScroll(found.y + found.height + rowheight::heading - m_viewHeight);
}

void TimelineState::setMark(std::optional<int64_t> ns)
{
    m_mark = ns;
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
