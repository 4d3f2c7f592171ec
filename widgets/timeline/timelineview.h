#pragma once
// The timeline widget: overview, ruler, row headers and canvas around one TimelineState. All choices that concern other
// views go through the context of the run.

#include "widgets/session/pane.h"

#include <QAction>
#include <QImage>
#include <QList>
#include <QWidget>

class QLineEdit;
class QScrollBar;

namespace ws {

class OverviewStrip;
class RowHeader;
class TimelineActions;
class TimelineCanvas;
class TimelineState;

class TimelineView : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineView(Pane *pane, QWidget *parent = nullptr);

    TimeRange visibleRange() const;
    /// With a little room on both sides.
    void showRange(TimeRange range);
    void revealRange(TimeRange range); ///< where it is in view, and wide enough to be seen, nothing moves
    void fitGpu();
    void fitAll();
    void goBack();
    void goForward();
    bool isPythonShown() const;
    void setHeaderWidth(int width); ///< of the row names; kept readable

    /// Of all rows as they are folded now, in px.
    int neededHeight() const;

    /// For the View menu and the help; separators included. Shortcuts work while the timeline has the focus.
    QList<QAction *> timelineActions() const;
    const QString &rangeText() const { return m_rangeText; } ///< as rangeLabel() has told it
    /// The current view in another size (logical pixels). For export and tests.
    QImage renderImage(QSize size);

    TimelineState *state() const { return m_state; }
    TimelineCanvas *canvas() const { return m_canvas; }
    RowHeader *header() const { return m_header; }

signals:
    /// The visible and selected times as text, for the status bar.
    void rangeLabel(const QString &text);
    void visibleRangeChanged(ws::TimeRange range);
    /// What a key or a click did, for the status bar.
    void messageChanged(const QString &text);
    /// The user said which rows are a GPU's: the file is to be read again.
    void gpuRowsChanged();
    /// In the range, beside its slices.
    void rangeMenuRequested(const QPoint &globalPos);
    /// For the list of all gaps.
    void gapsRequested();
    /// Enter on a selected slice.
    void detailsRequested();
    /// For a slice that is a step's annotation: shows its stages.
    void stepRequested(ws::EventRef slice);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void build();
    void connectMenus();
    void updateScrollBar();
    void updateLabel();
    void tellRange(const QString &text);
    void reveal(EventRef slice);

    TimelineState *m_state;
    EventRef m_wanted;                     ///< to be shown once the data is ready
    std::optional<TimeRange> m_wantedSpan; ///< likewise
    QString m_rangeText;
    OverviewStrip *m_overview;
    QLineEdit *m_filter;
    RowHeader *m_header;
    TimelineCanvas *m_canvas;
    QScrollBar *m_scrollBar;
    TimelineActions *m_actions;
};

} // namespace ws
