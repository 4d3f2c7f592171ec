#pragma once
// The time axis above the rows. Dragging here selects a range as in the rows.

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
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    TimelineState *m_state;
    int64_t m_pressedAt = 0;
};

} // namespace ws
