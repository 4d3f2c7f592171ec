#include "widgets/timeline/timeruler.h"

#include "core/base/format.h"
#include "widgets/session/shownote.h"
#include "widgets/timeline/slicemenu.h"
#include "widgets/toolkit/plaintext.h"

#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace ws {
namespace {
constexpr double minBreak = 2; ///< pixels; narrower ones would only cover the ticks
}

TimeRuler::TimeRuler(TimelineState *state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setFixedHeight(fixedHeight);
    setAccessibleName(tr("Time axis"));
    for (auto signal : {&TimelineState::visibleChanged, &TimelineState::dataChanged, &TimelineState::coloursChanged,
                        &TimelineState::pointerChanged, &TimelineState::markChanged, &TimelineState::axisChanged})
        connect(state, signal, this, qOverload<>(&QWidget::update));
    connect(&state->pane(), &Pane::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&state->pane(), &Pane::notesChanged, this, qOverload<>(&QWidget::update));
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
    const TimeScale scale = m_state->scale(width());
    if (const auto range = m_state->context().range()) {
        QColor shade(palette.highlight);
        shade.setAlpha(60);
        const double x0 = std::clamp(scale.x(range->begin), -2.0, width() + 2.0);
        painter.fillRect(QRectF(x0, 0, std::clamp(scale.x(range->end), -2.0, width() + 2.0) - x0, height() - 1), shade);
    }
    std::vector<QRectF> taken = paintBreaks(painter, scale);
    const std::vector<NoteFlag> notes = flags();
    for (const NoteFlag &flag : notes)
        taken.push_back(flag.box());
    paintTicks(painter, scale, taken);
    paintNoteFlags(painter, notes, height());
    if (const auto pointer = m_state->pointer()) {
        painter.setPen(QPen(QColor(palette.text), 1));
        const double x = std::floor(scale.x(*pointer)) + 0.5;
        painter.drawLine(QPointF(x, 0), QPointF(x, height() - 1));
    }
}

/// The omitted idle time, with its length where there is room. Returns the places of texts.
std::vector<QRectF> TimeRuler::paintBreaks(QPainter &painter, const TimeScale &scale) const
{
    painter.setRenderHint(QPainter::NonCosmeticBrushPatterns); // as dense on a screen of any scale
    const Palette &palette = Palette::current();
    const QFontMetrics metrics = fontMetrics();
    std::vector<QRectF> texts;
    const auto columns = scale.breaks(minBreak);
    const QRgb lines = Palette::mix(palette.muted, palette.window, 128);
    for (const TimeScale::BreakColumn &column : columns) {
        const QRectF box(column.left, 0, column.right - column.left, height() - 1);
        painter.fillRect(box, QColor(palette.window));
        painter.fillRect(box, QBrush(QColor(lines), Qt::BDiagPattern));
    }
    for (const TimeScale::BreakColumn &column : columns) {
        const QString text = roundedText(column.time.length());
        const double room = metrics.horizontalAdvance(text) + 8;
        const double left = (column.left + column.right - room) / 2;
        const QRectF box(std::clamp(left, 0.0, std::max(0.0, width() - room)), 2, room, metrics.height());
        if (!texts.empty() && box.left() < texts.back().right() + 4)
            continue;
        painter.fillRect(box, QColor(palette.window));
        painter.setPen(QColor(palette.text));
        painter.drawText(box, Qt::AlignCenter, text);
        texts.push_back(box);
    }
    return texts;
}

void TimeRuler::paintTicks(QPainter &painter, const TimeScale &scale, const std::vector<QRectF> &taken) const
{
    const Palette &palette = Palette::current();
    const QFontMetrics metrics = fontMetrics();
    const int64_t largest = std::max(std::abs(scale.range().begin), std::abs(scale.range().end));
    const int64_t base = tickBase(scale.range(), ticksOf(scale, 100).step);
    const auto textOf = [&](int64_t t, int64_t step) {
        return base ? u'+' + tickText(t - base, step, largest - base) : tickText(t, step, largest);
    };
    const QString widest = textOf(largest, ticksOf(scale, 100).step);
    const Ticks ticks = ticksOf(scale, std::max(80, metrics.horizontalAdvance(widest) + 24));
    const bool linear = scale.pieces().empty();
    if (!ticks.times.empty()) {
        painter.setPen(QColor(palette.hairline));
        for (size_t i = 0; i < ticks.times.size() + (linear ? 1 : 0); ++i)
            for (int64_t fifth = 0; fifth < 5; ++fifth) {
                const int64_t before = linear ? ticks.times.front() + (int64_t(i) - 1) * ticks.step : ticks.times[i];
                const double x = std::floor(scale.x(before + fifth * ticks.step / 5)) + 0.5;
                if (linear || !scale.breakAt(x))
                    painter.drawLine(QPointF(x, height() - 5), QPointF(x, height() - 2));
            }
    }
    double reached = -1, baseEnd = -1;
    if (base) {
        const QString text = tickBaseText(base, scale.range());
        const QRectF box(4, 2, metrics.horizontalAdvance(text), metrics.height());
        painter.setPen(QColor(palette.text));
        painter.drawText(QPointF(box.left(), height() - 9 + metrics.descent()), text);
        baseEnd = box.right() + 2;
        reached = box.right() + 8;
    }
    for (int64_t t : ticks.times) {
        const double x = std::floor(scale.x(t)) + 0.5;
        if (x < baseEnd)
            continue; // it would strike the text through
        painter.setPen(QColor(palette.muted));
        painter.drawLine(QPointF(x, height() - 9), QPointF(x, height() - 2));
        const QString text = textOf(t, ticks.step);
        const QRectF box(x + 4, 2, metrics.horizontalAdvance(text), metrics.height());
        const bool isTaken = box.left() < reached || box.right() > width() ||
                             std::any_of(taken.begin(), taken.end(), [&](const QRectF &other) {
                                 return other.intersects(box.adjusted(-4, 0, 4, 0));
                             });
        if (isTaken)
            continue;
        painter.drawText(QPointF(box.left(), height() - 9 + metrics.descent()), text);
        reached = box.right() + 8;
    }
}

QString breakText(const TimeScale &scale, double x)
{
    const auto left = scale.breakAt(x);
    if (!left)
        return {};
    return TimeRuler::tr("%1 without work left out\nfrom %2 to %3", "duration, time, time")
        .arg(formatDuration(left->length()), formatMoment(left->begin), formatMoment(left->end));
}

bool TimeRuler::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !m_state->data())
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto flag = flagAt(help->pos());
    QToolTip::showText(help->globalPos(),
                       flag ? plainToolTip(noteFlagText(m_state->context().notes(), *flag))
                            : breakText(m_state->scale(width()), help->pos().x()),
                       this);
    return true;
}

std::vector<NoteFlag> TimeRuler::flags() const
{
    return m_state->data() ? noteFlags(m_state->context().notes(), m_state->scale(width()), width())
                           : std::vector<NoteFlag>();
}

std::optional<NoteFlag> TimeRuler::flagAt(QPointF point) const
{
    for (const NoteFlag &flag : flags())
        if (flag.box().contains(point))
            return flag;
    return std::nullopt;
}

void TimeRuler::mousePressEvent(QMouseEvent *event)
{
    m_pressedAt = m_state->scale(width()).ns(event->position().x());
    m_isDragged = false;
}

void TimeRuler::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton) || !m_state->data())
        return;
    const double x = std::clamp(event->position().x(), 0.0, double(width()));
    const int64_t at = m_state->scale(width()).ns(x);
    m_state->setPointer(at);
    m_isDragged = m_isDragged || at != m_pressedAt;
    if (at != m_pressedAt)
        m_state->context().setRange(TimeRange{std::min(at, m_pressedAt), std::max(at, m_pressedAt)});
}

void TimeRuler::mouseReleaseEvent(QMouseEvent *event)
{
    const auto flag = flagAt(event->position());
    if (event->button() == Qt::LeftButton && flag && !std::exchange(m_isDragged, false))
        showNote(m_state->context(), Note(m_state->context().notes()[flag->notes.front()]));
}

void TimeRuler::contextMenuEvent(QContextMenuEvent *event)
{
    if (!m_state->data())
        return;
    RunContext &context = m_state->context();
    QMenu menu(this);
    endWithData(menu, m_state);
    if (const auto flag = flagAt(event->pos())) {
        const Note note = context.notes()[flag->notes.front()];
        menu.addAction(tr("&Show the note's place"), this, [&context, note] { showNote(context, note); });
        menu.addAction(tr("&Edit the note"), this, [&context, note] { context.requestNote(note); });
        menu.addAction(tr("&Delete the note"), this, [&context, note] {
            std::vector<Note> notes = context.notes();
            std::erase(notes, note);
            context.setNotes(std::move(notes));
        });
    } else {
        const int64_t at = m_state->scale(width()).ns(event->pos().x());
        const auto range = context.range();
        const bool inRange = range && at >= range->begin && at < range->end;
        menu.addAction(inRange ? tr("Add a &note of the range") : tr("Add a &note here"), this,
                       [&context, time = inRange ? *range : TimeRange{at, at}] {
                           context.requestNote({{}, time, {}});
                       });
    }
    menu.exec(event->globalPos());
}

} // namespace ws
