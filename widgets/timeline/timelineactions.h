#pragma once
// Everything the timeline can do without a mouse, as actions with shortcuts: the view's keys, the window's View menu
// and the help table show the same list.

#include "widgets/session/stepfocus.h"
#include "widgets/timeline/gapnavigator.h"
#include "widgets/timeline/timelinestate.h"

#include <QAction>
#include <QList>

class QMenu;

namespace ws {

class TimelineCanvas;

class TimelineActions : public QObject
{
    Q_OBJECT
public:
    /// Actions become children of `parent` and work while it or a child has the focus.
    TimelineActions(TimelineState *state, TimelineCanvas *canvas, QWidget *parent);

    /// In the order of a menu; separators are between groups.
    QList<QAction *> all() const { return m_actions; }

    TimelineState *state() const { return m_state; }
    GapNavigator *gaps() const { return m_gaps; }
    StepFocus *steps() const { return m_steps; }

    void zoomBy(double factor);
    void zoomTo(EventRef slice);
    void rangeFromSelection();
    void nextOfName() { stepInName(1); }
    void toKernel();
    void toLaunch();
    void fitGpu();
    void fitAll();
    /// The actions for a slice, which becomes the selection.
    void fillMenu(QMenu &menu, EventRef slice);
    void fillViewMenu(QMenu &menu); ///< what to show, for places without anything

signals:
    void detailsRequested();
    /// What a key did, for the status bar.
    void messageChanged(const QString &text);
    void gapsRequested(); ///< the list of all gaps
    /// For a slice that is a step's annotation.
    void stepRequested(ws::EventRef slice);

private:
    using Slot = void (TimelineActions::*)();
    void add(const QString &text, const QList<QKeySequence> &keys, Slot slot);
    void addSeparator();
    void panBy(double share);
    void scrollBy(int rows);
    void select(EventRef slice);
    EventRef startingPoint();
    void stepInRow(int step);
    void stepInName(int step);
    int64_t focusTime() const;

    void zoomIn() { zoomBy(1.5); }
    void zoomOut() { zoomBy(1 / 1.5); }
    void panLeft() { panBy(-0.15); }
    void panRight() { panBy(0.15); }
    void rowsUp() { scrollBy(-2); }
    void rowsDown() { scrollBy(2); }
    void pageUp();
    void pageDown();
    void goBack() { m_state->goBack(); }
    void goForward() { m_state->goForward(); }
    void zoomToRange();
    void showSelection();
    void nextInRow() { stepInRow(1); }
    void previousInRow() { stepInRow(-1); }
    void previousOfName() { stepInName(-1); }
    void allInstances();
    void highlightName();
    void showDetails();
    void nextGapByLength() { m_gaps->showNextByLength(); }
    void nextGapByTime() { m_gaps->showNextByTime(); }
    void addCollapse();
    void addReplay();
    void collapse(int64_t ns);
    void toggleCollapse();
    void togglePath();
    void setMark();
    void addNote();
    void togglePython();
    void clear();

    TimelineState *m_state;
    TimelineCanvas *m_canvas;
    QWidget *m_parent;
    GapNavigator *m_gaps;
    StepFocus *m_steps;
    QList<QAction *> m_actions;
    QList<QAction *> m_viewActions; ///< those that change what is shown
};

} // namespace ws
