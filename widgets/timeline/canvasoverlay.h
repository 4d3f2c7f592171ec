#pragma once
// The overlay of the boxes that follows the user: range, selection frame, launch arrows, measure mark, hover. Painted
// over the finished picture in every paint event, so it needs no new geometry.

#include "widgets/timeline/timelinestate.h"

#include <QPainter>
#include <QRectF>

namespace ws {

class CanvasOverlay
{
public:
    /// `width`: of the canvas, logical pixels.
    CanvasOverlay(const TimelineState &state, int width);

    /// `guide`: a time to which a dragged range snaps.
    void paint(QPainter &painter, EventRef hovered, bool dragging, std::optional<int64_t> guide = {}) const;
    /// The box of a slice on the screen, logical pixels; null when its row is not shown.
    QRectF boxOf(EventRef slice) const;
    static void paintFocus(QPainter &painter, QRect canvas);

private:
    QRectF selectedBox() const;
    QRectF boxIn(const LayoutRow &row, TimeRange time) const;
    void paintHovered(QPainter &painter, EventRef hovered) const;
    void paintRange(QPainter &painter, TimeRange range, bool dragging) const;
    void paintGap(QPainter &painter, TimeRange gap) const;
    void paintArrows(QPainter &painter) const;
    void paintArrow(QPainter &painter, const QRectF &from, const QRectF &to) const;
    void paintBracket(QPainter &painter, const QRectF &from, const LaunchLinks &links) const;
    void paintMark(QPainter &painter) const;
    void paintLength(QPainter &painter, double x0, double x1, int y, int64_t ns) const;

    const TimelineState &m_state;
    TimeScale m_scale;
    int m_width;
};

} // namespace ws
