#pragma once
// The time axis above the rows, with the flags of notes. Dragging here selects a range as in the rows, a click on a
// flag goes to its note.

#include "widgets/timeline/noteflags.h"
#include "widgets/timeline/timelinestate.h"

#include <QWidget>

namespace ws {

class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    explicit TimeRuler(TimelineState *state, QWidget *parent = nullptr);
    static constexpr int fixedHeight = 26;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    std::vector<NoteFlag> flags() const;
    std::optional<NoteFlag> flagAt(QPointF point) const;

    std::vector<QRectF> paintBreaks(QPainter &painter, const TimeScale &scale) const;
    void paintTicks(QPainter &painter, const TimeScale &scale, const std::vector<QRectF> &taken) const;

    TimelineState *m_state;
    int64_t m_pressedAt = 0;
    bool m_isDragged = false; ///< since the button went down
};

/// The text of the omitted time at `x`; empty: none.
QString breakText(const TimeScale &scale, double x);

} // namespace ws
