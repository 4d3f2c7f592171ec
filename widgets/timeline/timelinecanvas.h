#pragma once
// The area with the boxes: keeps the picture of the visible rows, translates mouse, wheel and touch gestures into
// changes of TimelineState and the run's context.

#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/undermouse.h"

#include <QImage>
#include <QPoint>
#include <QWidget>

class QGestureEvent;
class QHelpEvent;

namespace ws {

class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineCanvas(TimelineState *state, QWidget *parent = nullptr);

    /// Logical pixels.
    TimeScale scale() const { return m_state->scale(width()); }
    EventRef sliceAtPoint(QPointF point) const { return boxAtPoint(point).slice; }
    QRectF boxOf(EventRef slice) const;
    QString describe(EventRef slice) const { return sliceText(*m_state, slice); } ///< for screen readers
    /// True while the left button selects a range; ends it without one.
    bool cancelDrag();
    QSize sizeHint() const override { return {900, 500}; }

signals:
    void sliceDoubleClicked(ws::EventRef slice);
    void sliceMenuRequested(ws::EventRef slice, const QPoint &globalPos); ///< by key of the selected slice
    void rangeMenuRequested(const QPoint &globalPos);                     ///< where the range has no slice
    void gapClicked(const ws::Gap &gap);
    void gapMenuRequested(const ws::Gap &gap, const QPoint &globalPos);
    void viewMenuRequested(const QPoint &globalPos); ///< where nothing is

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    enum class Drag { None, Pressed, Range, Pan };

    SliceBox boxAtPoint(QPointF point) const { return boxAt(*m_state, scale(), point); }
    void select(const SliceBox &box);
    void takeHighlight();
    void invalidate();   ///< new geometry
    void repaintFrame(); ///< same geometry, new picture
    void renderFrame(bool isOnScreen);
    void paintMessage(QPainter &painter) const;
    void movePointer();
    void setHovered(EventRef slice);
    void showToolTip(QHelpEvent *event);
    bool pinch(QGestureEvent *event);
    void dragRange(const QMouseEvent &event);
    /// The time under the mouse, or the edge of a slice close to it (then m_snapped is set).
    int64_t snapped(const QMouseEvent &event);

    TimelineState *m_state;
    FramePainter m_painter;
    MarksCache m_marks;
    LabelCache m_labels;
    TimelineDataPtr m_labelled;
    QImage m_frame;
    bool m_marksStale = true;
    bool m_frameStale = true;
    RunPtr m_shownRun;
    EventRef m_hovered;
    std::optional<QPointF> m_mouse; ///< none: elsewhere
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    int64_t m_rangeFrom = 0;          ///< where the dragged range begins
    std::optional<int64_t> m_snapped; ///< the edge that the dragged end snaps to
    std::optional<TimeRange> m_rangeBefore;
    TimeRange m_visibleBefore;
    int m_scrollBefore = 0;
};

} // namespace ws
