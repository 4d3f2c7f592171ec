#include "widgets/timeline/timelineactions.h"

#include "core/model/devicewords.h"
#include "widgets/timeline/slicemenu.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QActionGroup>
#include <QMenu>
#include <QSettings>
#include <QWidget>

namespace ws {
namespace {
const QString collapseKey = QStringLiteral("timeline/collapseIdleNs");
}

TimelineActions::TimelineActions(TimelineState *state, TimelineCanvas *canvas, QWidget *parent)
    : QObject(parent), m_state(state), m_canvas(canvas), m_parent(parent), m_gaps(new GapNavigator(state, this)),
      m_steps(new StepFocus(&state->pane(), this))
{
    using A = TimelineActions;
    connect(canvas, &TimelineCanvas::gapClicked, m_gaps, &GapNavigator::select);
    connect(m_gaps, &GapNavigator::messageChanged, this, &A::messageChanged);
    add(tr("Zoom &In"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}, &A::zoomIn);
    add(tr("Zoom &Out"), {Qt::Key_S, Qt::Key_Minus}, &A::zoomOut);
    add(tr("&Whole Run"), {Qt::Key_0, Qt::Key_Home}, &A::fitAll);
    add(tr("&GPU Activity"), {Qt::SHIFT | Qt::Key_Home}, &A::fitGpu);
    connect(state, &TimelineState::dataChanged, this, [state, action = m_actions.back()] {
        action->setText(state->run() ? forDevice(tr("&GPU Activity"), *state->run()) : tr("&GPU Activity"));
    });
    add(tr("Zoom to &Range"), {Qt::Key_R}, &A::zoomToRange);
    m_viewActions = m_actions.sliced(2);
    add(tr("Rang&e from Selection"), {Qt::SHIFT | Qt::Key_R}, &A::rangeFromSelection);
    add(tr("&Back in Zoom History"), {Qt::Key_Backspace, Qt::ALT | Qt::Key_Left}, &A::goBack);
    m_viewActions << m_actions.back();
    add(tr("&Forward in Zoom History"), {Qt::ALT | Qt::Key_Right}, &A::goForward);
    addSeparator();
    add(tr("Pan Left"), {Qt::Key_A, Qt::Key_Left}, &A::panLeft);
    add(tr("Pan Right"), {Qt::Key_D, Qt::Key_Right}, &A::panRight);
    add(tr("Rows &Up"), {Qt::Key_Up}, &A::rowsUp);
    add(tr("Rows Down"), {Qt::Key_Down}, &A::rowsDown);
    add(tr("Page Up"), {Qt::Key_PageUp}, &A::pageUp);
    add(tr("Page Down"), {Qt::Key_PageDown}, &A::pageDown);
    addSeparator();
    add(tr("&Show Selection"), {Qt::Key_F}, &A::showSelection);
    add(tr("&Details of Selection"), {Qt::Key_Return, Qt::Key_Enter}, &A::showDetails);
    add(tr("&Next in Row"), {Qt::Key_Period}, &A::nextInRow);
    add(tr("&Previous in Row"), {Qt::Key_Comma}, &A::previousInRow);
    add(tr("Ne&xt of Same Name"), {Qt::Key_N}, &A::nextOfName);
    add(tr("Pre&vious of Same Name"), {Qt::SHIFT | Qt::Key_N}, &A::previousOfName);
    add(tr("To Launched &Kernel"), {Qt::Key_BracketRight}, &A::toKernel);
    add(tr("To &Launch"), {Qt::Key_BracketLeft}, &A::toLaunch);
    add(tr("&Highlight Same Name"), {Qt::Key_H}, &A::highlightName);
    add(tr("All Instances"), {Qt::Key_I}, &A::allInstances);
    addSeparator();
    add(tr("Next Gap by Length"), {Qt::Key_G}, &A::nextGapByLength);
    add(tr("Next Gap by Time"), {Qt::SHIFT | Qt::Key_G}, &A::nextGapByTime);
    addCollapse();
    addReplay();
    add(tr("Set &Measure Mark"), {Qt::Key_M}, &A::setMark);
    add(tr("&Add Note"), {Qt::SHIFT | Qt::Key_M}, &A::addNote);
    add(tr("P&ython Frames"), {Qt::Key_P}, &A::togglePython);
    add(tr("&Clear Range, Mark and Selection"), {Qt::Key_Escape}, &A::clear);
}

void TimelineActions::add(const QString &text, const QList<QKeySequence> &keys, Slot slot)
{
    auto *action = new QAction(text, m_parent);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    m_parent->addAction(action);
    m_actions.push_back(action);
}

void TimelineActions::addSeparator()
{
    auto *action = new QAction(m_parent);
    action->setSeparator(true);
    m_actions.push_back(action);
}

/// Zooming by key keeps a point in place: the mouse, else the selection, else the middle.
int64_t TimelineActions::focusTime() const
{
    const TimeRange visible = m_state->visible();
    if (const auto pointer = m_state->pointer())
        return *pointer;
    const EventRef selection = m_state->context().selection();
    if (selection.valid() && m_state->data()) {
        const TimeRange span = m_state->spanOf(selection);
        const int64_t middle = span.begin + span.length() / 2;
        if (middle > visible.begin && middle < visible.end)
            return middle;
    }
    return visible.begin + visible.length() / 2;
}

void TimelineActions::fillMenu(QMenu &menu, EventRef slice)
{
    fillSliceMenu(menu, *this, slice);
}

void TimelineActions::fillViewMenu(QMenu &menu)
{
    menu.addActions(m_viewActions);
}

void TimelineActions::zoomBy(double factor)
{
    m_state->zoom(factor, focusTime());
}

void TimelineActions::panBy(double share)
{
    m_state->pan(share);
}

void TimelineActions::scrollBy(int rows)
{
    m_state->setScroll(m_state->view().scroll + rows * (rowheight::gpuLane + rowheight::gap));
}

void TimelineActions::pageUp()
{
    m_state->setScroll(m_state->view().scroll - m_state->view().height * 9 / 10);
}

void TimelineActions::pageDown()
{
    m_state->setScroll(m_state->view().scroll + m_state->view().height * 9 / 10);
}

void TimelineActions::fitAll()
{
    if (m_state->data())
        m_state->setVisible(m_state->limits());
}

void TimelineActions::fitGpu()
{
    if (m_state->data())
        m_state->setVisible(m_state->data()->hasGpu() ? withMargin(m_state->data()->mainActivity, 0.02)
                                                      : m_state->limits());
}

void TimelineActions::zoomToRange()
{
    if (const auto range = m_state->context().range())
        m_state->setVisible(withMargin(*range, 0.05));
}

void TimelineActions::rangeFromSelection()
{
    const EventRef slice = m_state->context().selection();
    if (!slice.valid() || !m_state->data())
        return;
    const TimeRange span = m_state->spanOf(slice);
    m_state->context().setRange(TimeRange{span.begin, std::max(span.begin + 1, span.end)});
}

void TimelineActions::zoomTo(EventRef slice)
{
    if (!slice.valid() || !m_state->data())
        return;
    const TimeRange span = m_state->spanOf(slice);
    if (!m_state->selectedBox() || slice != m_state->context().selection()) // else its box is in view
        m_state->bringIntoView(slice);
    m_state->setVisible(withMargin(span, 0.2));
}

/// First press: centres, second press: fits to the view.
void TimelineActions::showSelection()
{
    const EventRef slice = m_state->context().selection();
    if (!slice.valid() || !m_state->data())
        return;
    const TimeRange visible = m_state->visible(), span = m_state->spanOf(slice);
    const int64_t middle = span.begin + span.length() / 2;
    const TimeAxis &axis = m_state->axis();
    const TimeRange centred = axis.fitted(axis.centred(visible, middle), m_state->limits());
    if (centred == visible)
        return zoomTo(slice);
    if (!m_state->selectedBox())
        m_state->bringIntoView(slice);
    m_state->setVisible(centred);
}

void TimelineActions::select(EventRef slice)
{
    if (!slice.valid())
        return;
    m_state->context().select(slice);
    m_state->bringIntoView(slice);
    const Timeline &timeline = m_state->run()->timeline;
    const TimeRange visible = m_state->visible();
    const int64_t start = timeline.start(slice), end = timeline.end(slice);
    if (start < visible.begin || start >= visible.end || (end > visible.end && end - start < visible.length()))
        m_state->centre(start + std::min(end - start, visible.length() / 2) / 2, TimelineState::Change::Steady);
}

/// The selection; without one, selects the first slice in view and returns none.
EventRef TimelineActions::startingPoint()
{
    const EventRef selection = m_state->context().selection();
    if (!selection.valid() && m_state->data())
        select(firstSliceIn(*m_state->data(), m_state->visible()));
    return selection;
}

void TimelineActions::stepInRow(int step)
{
    const EventRef slice = startingPoint();
    if (!slice.valid() || !m_state->data())
        return;
    size_t row = m_state->layout().rowOf(*m_state->data(), slice);
    if (row == SIZE_MAX) {
        m_state->bringIntoView(slice);
        row = m_state->layout().rowOf(*m_state->data(), slice);
    }
    if (row != SIZE_MAX)
        select(neighbourInRow(*m_state->data(), m_state->layout().rows[row], slice, step));
}

void TimelineActions::stepInName(int step)
{
    const EventRef slice = startingPoint();
    if (slice.valid() && m_state->data())
        select(neighbourOfName(*m_state->run(), slice, step));
}

/// From a launch to its first kernel, from a kernel to the next one of the same launch (a graph has many).
void TimelineActions::toKernel()
{
    const auto &kernels = m_state->links().kernels;
    const auto here = std::find(kernels.begin(), kernels.end(), m_state->context().selection());
    if (here == kernels.end() && !kernels.empty())
        select(kernels.front());
    else if (here != kernels.end() && here + 1 != kernels.end())
        select(*(here + 1));
}

void TimelineActions::toLaunch()
{
    if (m_state->links().launch != m_state->context().selection())
        select(m_state->links().launch);
}

void TimelineActions::allInstances()
{
    const EventRef slice = m_state->context().selection();
    if (!slice.valid() || !m_state->run())
        return;
    const CategoryKind kind = m_state->run()->timeline.category(slice).kind;
    if (isGpuWork(kind) || kind == CategoryKind::CpuOp)
        m_state->context().requestInstances(m_state->run()->timeline.name(slice));
}

void TimelineActions::highlightName()
{
    const EventRef slice = m_state->context().selection();
    if (slice.valid() && !m_state->context().highlight())
        m_state->context().setHighlightedName(m_state->run()->timeline.name(slice));
    else
        m_state->context().clearHighlight();
}

void TimelineActions::showDetails()
{
    if (m_state->context().selection().valid())
        emit detailsRequested();
}

/// A choice of durations, and a key that turns the last chosen one on and off.
void TimelineActions::addCollapse()
{
    auto *menu = new QMenu(tr("Collapse Idle &Time"), m_parent);
    auto *group = new QActionGroup(menu);
    const auto choice = [&](const QString &text, int64_t ns) {
        QAction *action = menu->addAction(text, this, [this, ns] { collapse(ns); });
        action->setCheckable(true);
        action->setData(qlonglong(ns));
        group->addAction(action);
    };
    choice(tr("Show All Time"), 0);
    for (int64_t ns = 10'000; ns <= 1'000'000'000; ns *= 10)
        choice(tr("Longer than %1").arg(tickText(ns, ns, ns)), ns);
    connect(menu, &QMenu::aboutToShow, this, [this, group] {
        for (QAction *action : group->actions())
            action->setChecked(action->data().toLongLong() == m_state->collapseNs());
    });
    menu->menuAction()->setToolTip(tr("Leaves out time in which no shown row of a GPU works"));
    m_actions.push_back(menu->menuAction());
    add(tr("Collapse Idle Time or Show It"), {Qt::Key_C}, &TimelineActions::toggleCollapse);
}

/// Ticks for what a replay adds; nothing is replayed before one of them is set.
void TimelineActions::addReplay()
{
    add(tr("Critical Path"), {Qt::Key_X}, &TimelineActions::togglePath);
    QAction *path = m_actions.back();
    path->setToolTip(tr("A row of what decides the length, by the replay of the recording"));
    auto *menu = new QMenu(tr("Colour By"), m_parent);
    auto *group = new QActionGroup(menu);
    auto *stage = menu->addAction(tr("&Stage"));
    auto *slack = menu->addAction(tr("S&lack"));
    slack->setToolTip(tr("By how much longer GPU work may take at no cost, by the replay of the recording"));
    for (QAction *action : {path, stage, slack})
        action->setCheckable(true);
    for (QAction *action : {stage, slack})
        group->addAction(action);
    const auto show = [this, path, stage, slack] {
        const RunContext &context = m_state->context();
        const bool isThere = m_state->run() && mayReplay(*m_state->run());
        path->setEnabled(isThere);
        slack->setEnabled(isThere && m_state->run()->gpu.size() > 0);
        path->setChecked(context.replayShown().hasPath);
        (context.replayShown().isSlack ? slack : stage)->setChecked(true);
    };
    connect(group, &QActionGroup::triggered, this, [this, slack](const QAction *chosen) {
        ReplayShown shown = m_state->context().replayShown();
        shown.isSlack = chosen == slack;
        m_state->context().setReplayShown(shown);
    });
    connect(&m_state->pane(), &Pane::replayShownChanged, this, show);
    connect(m_state, &TimelineState::dataChanged, this, show);
    show();
    m_actions << menu->menuAction();
}

void TimelineActions::togglePath()
{
    ReplayShown shown = m_state->context().replayShown();
    shown.hasPath = !shown.hasPath;
    m_state->context().setReplayShown(shown);
}

void TimelineActions::collapse(int64_t ns)
{
    if (ns > 0)
        QSettings().setValue(collapseKey, qlonglong(ns));
    m_state->setCollapseNs(ns);
}

void TimelineActions::toggleCollapse()
{
    const int64_t last = QSettings().value(collapseKey).toLongLong(); // 0: never chosen, or not a number
    m_state->setCollapseNs(m_state->collapseNs() ? 0 : last > 0 ? last : 1'000'000);
}

void TimelineActions::setMark()
{
    if (m_state->mark() && !m_state->pointer())
        m_state->setMark({});
    else if (m_state->data())
        m_state->setMark(focusTime());
}

/// At the selected slice, else of the range, else at the time under the mouse.
void TimelineActions::addNote()
{
    RunContext &context = m_state->context();
    if (!m_state->data())
        return;
    if (context.selection().valid())
        return context.requestNote(noteAt(*m_state->run(), context.selection()));
    const int64_t now = focusTime();
    context.requestNote({{}, context.range().value_or(TimeRange{now, now}), {}});
}

void TimelineActions::togglePython()
{
    LayoutChoices choices = m_state->choices();
    choices.python = !choices.python;
    m_state->setChoices(std::move(choices));
}

/// One thing at a time, the latest first.
void TimelineActions::clear()
{
    RunContext &context = m_state->context();
    if (m_canvas->cancelDrag())
        return;
    if (m_state->mark())
        m_state->setMark({});
    else if (context.gap())
        context.setGap({});
    else if (context.range())
        context.setRange({});
    else if (context.highlight())
        context.clearHighlight();
    else if (context.focus())
        context.setFocus({});
    else
        context.select({});
}

} // namespace ws
