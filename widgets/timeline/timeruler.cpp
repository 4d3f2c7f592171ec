#include "widgets/timeline/timeruler.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace ws {

TimeRuler::TimeRuler(TimelineState *state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setFixedHeight(fixedHeight);
    setAccessibleName(tr("Time axis"));
    for (auto signal : {&TimelineState::visibleChanged, &TimelineState::dataChanged, &TimelineState::coloursChanged,
                        &TimelineState::pointerChanged, &TimelineState::markChanged})
        connect(state, signal, this, qOverload<>(&QWidget::update));
    connect(&state->session(), &Session::rangeChanged, this, qOverload<>(&QWidget::update));
}

void TimeRuler::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.window));
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(0, height() - 1, width(), height() - 1);
    if (!m_state->data())
        return;
    const TimeScale scale(m_state->visible(), width());
    const QFontMetrics metrics = fontMetrics();
    const int64_t largest = std::max(std::abs(scale.range().begin), std::abs(scale.range().end));
    const QString widest = tickText(largest, ticksOf(scale, 100).step, largest);
    const Ticks ticks = ticksOf(scale, std::max(80, metrics.horizontalAdvance(widest) + 24));
    if (const auto range = m_state->session().range()) {
        QColor shade(palette.highlight);
        shade.setAlpha(60);
        const double x0 = std::clamp(scale.x(range->begin), -2.0, width() + 2.0);
        painter.fillRect(QRectF(x0, 0, std::clamp(scale.x(range->end), -2.0, width() + 2.0) - x0, height() - 1), shade);
    }
    for (int64_t minor = ticks.times.empty() ? 0 : ticks.times.front() - ticks.step, i = 0;
         i < int64_t(ticks.times.size() + 1) * 5; ++i) {
        const double x = std::floor(scale.x(minor + i * ticks.step / 5)) + 0.5;
        painter.setPen(QColor(palette.hairline));
        painter.drawLine(QPointF(x, height() - 5), QPointF(x, height() - 2));
    }
    for (int64_t t : ticks.times) {
        const double x = std::floor(scale.x(t)) + 0.5;
        painter.setPen(QColor(palette.muted));
        painter.drawLine(QPointF(x, height() - 9), QPointF(x, height() - 2));
        const QString text = tickText(t, ticks.step, largest);
        const double left = x + 4;
        if (left + metrics.horizontalAdvance(text) <= width())
            painter.drawText(QPointF(left, height() - 9 + metrics.descent()), text);
    }
    if (const auto pointer = m_state->pointer()) {
        painter.setPen(QPen(QColor(palette.text), 1));
        const double x = std::floor(scale.x(*pointer)) + 0.5;
        painter.drawLine(QPointF(x, 0), QPointF(x, height() - 1));
    }
}

void TimeRuler::mousePressEvent(QMouseEvent *event)
{
    m_pressedAt = TimeScale(m_state->visible(), width()).ns(event->position().x());
}

void TimeRuler::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton) || !m_state->data())
        return;
    const double x = std::clamp(event->position().x(), 0.0, double(width()));
    const int64_t at = TimeScale(m_state->visible(), width()).ns(x);
    m_state->setPointer(at);
    if (at != m_pressedAt)
        m_state->session().setRange(TimeRange{std::min(at, m_pressedAt), std::max(at, m_pressedAt)});
}

} // namespace ws
