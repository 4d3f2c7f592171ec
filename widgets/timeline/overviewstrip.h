#pragma once
// The whole run in 44 pixels: how busy the GPUs are (CPU threads where there is no GPU), in the colour of the longest
// work, and the visible part as a window that can be dragged, resized at its edges, or redrawn.

#include "widgets/timeline/timelinestate.h"

#include <QImage>
#include <QWidget>

namespace ws {

class OverviewStrip : public QWidget
{
    Q_OBJECT
public:
    explicit OverviewStrip(TimelineState *state, QWidget *parent = nullptr);
    static constexpr int fixedHeight = 44;

signals:
    void menuRequested(const QPoint &globalPos);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void addTable();

    enum class Drag { None, Window, Left, Right, New };

    TimeScale scale() const;
    Drag partAt(double x) const;
    void renderDensity();
    TimeRange moved(double x) const;
    void paintBreaks(QPainter &painter, const TimeScale &all) const;

    TimelineState *m_state;
    QImage m_density;
    bool m_stale = true;
    Drag m_drag = Drag::None;
    int64_t m_pressedAt = 0;
    TimeRange m_before;
};

} // namespace ws
