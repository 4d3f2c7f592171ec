#include "widgets/timeline/timelinecanvas.h"

#include "widgets/session/gaptext.h"
#include "widgets/timeline/canvasoverlay.h"
#include "widgets/timeline/gapundermouse.h"
#include "widgets/timeline/timelinetable.h"
#include "widgets/timeline/undermouse.h"
#include "widgets/toolkit/plaintext.h"

#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace ws {
namespace {

constexpr double zoomPerNotch = 1.25;
constexpr int pixelsPerNotch = 60;
constexpr int clickSlack = 4; ///< pixels the mouse may move between press and release of a click
constexpr double snapReach = 6;

} // namespace

TimelineCanvas::TimelineCanvas(TimelineState *state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    grabGesture(Qt::PinchGesture);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(200, 56);
    addTimelineTable(state, this);
    connect(state, &TimelineState::dataChanged, this, [this] {
        m_hovered = {};
        if (m_state->run() != m_shownRun) // a drag ends with its run
            m_drag = Drag::None;
        m_shownRun = m_state->run();
        takeHighlight();
        invalidate();
    });
    for (const auto change : {&Pane::highlightChanged, &Pane::focusChanged})
        connect(&state->pane(), change, this, [this] {
            takeHighlight();
            repaintFrame();
        });
    connect(state, &TimelineState::replayChanged, this, [this] {
        m_marks.setReplay(m_state->replay(), m_state->isBySlack());
        repaintFrame();
    });
    connect(state, &TimelineState::layoutChanged, this, &TimelineCanvas::invalidate);
    for (const auto change : {&TimelineState::visibleChanged, &TimelineState::axisChanged}) {
        connect(state, change, this, &TimelineCanvas::invalidate);
        connect(state, change, this, &TimelineCanvas::movePointer);
    }
    connect(state, &TimelineState::scrolled, this, &TimelineCanvas::repaintFrame);
    connect(state, &TimelineState::coloursChanged, this, &TimelineCanvas::repaintFrame);
    connect(state, &TimelineState::markChanged, this, qOverload<>(&QWidget::update));
    connect(state, &TimelineState::pointerChanged, this, [this] {
        if (m_state->mark())
            update();
    });
    connect(&state->pane(), &Pane::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&state->pane(), &Pane::gapChanged, this, qOverload<>(&QWidget::update));
    connect(state, &TimelineState::linksChanged, this, [this] {
        setAccessibleDescription(describe(m_state->context().selection()));
        update();
    });
}

void TimelineCanvas::takeHighlight()
{
    const RunContext &context = m_state->context();
    const Highlight &highlight = context.highlight();
    m_marks.setHighlight(highlight.names, highlight.slices ? highlight.slices : context.focus().activities);
}

void TimelineCanvas::invalidate()
{
    m_marksStale = true;
    repaintFrame();
}

void TimelineCanvas::repaintFrame()
{
    m_frameStale = true;
    update();
}

void TimelineCanvas::renderFrame(bool isOnScreen)
{
    const double ratio = devicePixelRatioF();
    if (const QSize size = (QSizeF(this->size()) * ratio).toSize(); m_frame.size() != size) {
        m_frame = QImage(size, QImage::Format_RGB32);
        m_marksStale = true;
    }
    m_frame.setDevicePixelRatio(1); // marks and labels are in device pixels
    if (m_labelled != m_state->data()) {
        m_labelled = m_state->data();
        m_labels.setUp(m_labelled, font(), ratio);
    }
    m_labels.setWhen(m_state->when());
    if (m_marksStale)
        m_marks.reset(m_state->data().get(), &m_state->layout(), m_state->scale(m_frame.width()));
    const size_t newLabels = m_marksStale ? LabelCache::newWhileMoving : LabelCache::newAtRest;
    m_frameStale = !m_painter.paint(m_frame,
                                    {m_state->data().get(), &m_state->layout(), &m_state->colours(),
                                     &Palette::current(), m_state->view(), ratio, isOnScreen ? newLabels : SIZE_MAX},
                                    m_marks, m_labels);
    m_frame.setDevicePixelRatio(ratio);
    m_marksStale = false;
    if (m_frameStale)
        update();
}

void TimelineCanvas::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    if (!m_state->data() || m_state->layout().rows.empty()) {
        paintMessage(painter);
        return;
    }
    if (m_frameStale || m_frame.isNull())
        renderFrame(backingStore() && painter.paintEngine()->paintDevice() == backingStore()->paintDevice());
    const double ratio = m_frame.devicePixelRatio();
    const QRect dirty = event->rect();
    painter.drawImage(dirty, m_frame, QRectF(QPointF(dirty.topLeft()) * ratio, QSizeF(dirty.size()) * ratio));
    CanvasOverlay(*m_state, width()).paint(painter, m_hovered, m_drag == Drag::Range, m_snapped);
    if (hasFocus())
        CanvasOverlay::paintFocus(painter, rect());
}

void TimelineCanvas::paintMessage(QPainter &painter) const
{
    const Palette &palette = Palette::current();
    painter.fillRect(rect(), QColor(palette.base));
    painter.setPen(QColor(palette.muted));
    const QString text = m_state->isPreparing()          ? tr("Preparing the timeline…")
                         : !m_state->problem().isEmpty() ? m_state->problem()
                         : !m_state->context().run()     ? tr("Open a trace to see its timeline here.")
                         : m_state->layout().hiddenCount || m_state->layout().pythonCount
                             ? tr("All rows are hidden; show them with the menu of the row headers.")
                             : tr("This file has no events with times; see its tables.");
    painter.drawText(rect(), Qt::AlignCenter, text);
}

void TimelineCanvas::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_state->setViewHeight(height());
    invalidate();
}

void TimelineCanvas::select(const SliceBox &box)
{
    const bool hadOwnTime = !m_state->selectedBox();
    if (hadOwnTime && !box.time)
        m_state->context().select(box.slice);
    else
        m_state->selectBox(box.slice, box.time);
}

QRectF TimelineCanvas::boxOf(EventRef slice) const
{
    return CanvasOverlay(*m_state, width()).boxOf(slice);
}

/// Other times may stand below a mouse that stands still; a mouse elsewhere has none.
void TimelineCanvas::movePointer()
{
    m_state->setPointer(m_mouse && m_state->data() ? std::optional(scale().ns(m_mouse->x())) : std::nullopt);
}

void TimelineCanvas::setHovered(EventRef slice)
{
    if (slice == m_hovered)
        return;
    const auto dirty = [this](EventRef s) { return boxOf(s).toAlignedRect().adjusted(-1, -1, 1, 1) & rect(); };
    const QRegion region = QRegion(dirty(m_hovered)) + dirty(slice);
    m_hovered = slice;
    update(region);
}

void TimelineCanvas::showToolTip(QHelpEvent *event)
{
    const auto [slice, time] = boxAtPoint(event->pos());
    if (const QString value = valueTextAt(*m_state, scale(), event->pos()); !value.isEmpty())
        QToolTip::showText(event->globalPos(), plainToolTip(value), this);
    else if (slice.valid())
        QToolTip::showText(event->globalPos(), plainToolTip(sliceText(*m_state, slice, time)), this);
    else
        QToolTip::hideText();
}

bool TimelineCanvas::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ToolTip:
        showToolTip(static_cast<QHelpEvent *>(event));
        return true;
    case QEvent::Gesture:
        return pinch(static_cast<QGestureEvent *>(event));
    case QEvent::NativeGesture: {
        auto *native = static_cast<QNativeGestureEvent *>(event);
        if (native->gestureType() != Qt::ZoomNativeGesture)
            break;
        m_state->zoom(1 + native->value(), scale().ns(native->position().x()));
        return true;
    }
    case QEvent::FontChange:
    case QEvent::ScreenChangeInternal:
        m_labelled.reset();
        invalidate();
        break;
    default:
        break;
    }
    return QWidget::event(event);
}

bool TimelineCanvas::pinch(QGestureEvent *event)
{
    auto *gesture = static_cast<QPinchGesture *>(event->gesture(Qt::PinchGesture));
    if (!gesture)
        return false;
    const double x = mapFromGlobal(gesture->centerPoint().toPoint()).x();
    if (gesture->scaleFactor() > 0)
        m_state->zoom(gesture->scaleFactor(), scale().ns(x));
    event->accept(gesture);
    return true;
}

void TimelineCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    const bool pan = event->button() == Qt::MiddleButton || event->modifiers() & Qt::ShiftModifier;
    m_drag = pan ? Drag::Pan : Drag::Pressed;
    m_pressedAt = event->position();
    m_rangeFrom = snapped(*event);
    m_snapped.reset();
    m_rangeBefore = m_state->context().range();
    m_visibleBefore = m_state->visible();
    m_scrollBefore = m_state->view().scroll;
    if (pan)
        setCursor(Qt::ClosedHandCursor);
}

int64_t TimelineCanvas::snapped(const QMouseEvent &event)
{
    m_snapped.reset();
    const TimeScale scale = this->scale();
    const double x = std::clamp(event.position().x(), 0.0, double(width()));
    const RowLayout &layout = m_state->layout();
    const size_t row = layout.rowAt(m_state->view().layoutY(layout, static_cast<int>(event.position().y())));
    const bool isFree = event.modifiers() & (Qt::ControlModifier | Qt::AltModifier);
    if (m_state->data() && row != SIZE_MAX && !isFree)
        m_snapped = edgeNear(*m_state->data(), layout.rows[row], scale, x, snapReach);
    return m_snapped.value_or(scale.ns(x));
}

void TimelineCanvas::dragRange(const QMouseEvent &event)
{
    const int64_t to = snapped(event);
    if (m_state->data()) { // a linked view also shows times that only the other run has
        const TimeRange own = withMargin(m_state->data()->whole(), 0.02);
        const TimeRange range{std::max(std::min(m_rangeFrom, to), own.begin),
                              std::min(std::max(m_rangeFrom, to), own.end)};
        if (range.end > range.begin)
            m_state->context().setRange(range);
    }
    update();
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const SliceBox box =
        byKey ? SliceBox{m_state->context().selection(), m_state->selectedBox()} : boxAtPoint(event->pos());
    const EventRef slice = box.slice;
    const auto range = m_state->context().range();
    if (slice.valid() && byKey) {
        const QRectF shown = boxOf(slice).intersected(QRectF(rect()));
        emit sliceMenuRequested(slice, mapToGlobal((shown.isEmpty() ? QRectF(rect()) : shown).center().toPoint()));
        return;
    }
    if (slice.valid()) {
        select(box);
        emit sliceMenuRequested(slice, event->globalPos());
        return;
    }
    const int64_t at = scale().ns(event->pos().x());
    const bool isInRange = range && (byKey || (at >= range->begin && at <= range->end));
    const Gap *gap = byKey ? nullptr : gapUnder(*m_state, scale(), event->pos());
    if (gap && (!isInRange || isInGapRow(*m_state, event->pos())))
        emit gapMenuRequested(*gap, event->globalPos());
    else if (isInRange)
        emit rangeMenuRequested(event->globalPos());
    else if (m_state->data())
        emit viewMenuRequested(event->globalPos());
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF at = event->position();
    m_mouse = at;
    movePointer();
    if (m_drag == Drag::Pressed && std::abs(at.x() - m_pressedAt.x()) >= clickSlack)
        m_drag = Drag::Range;
    if (m_drag == Drag::Range) {
        dragRange(*event);
    } else if (m_drag == Drag::Pan) {
        m_state->setVisible(m_state->axis().panned(m_visibleBefore, (m_pressedAt.x() - at.x()) / std::max(1, width())),
                            TimelineState::Change::Steady);
        m_state->setScroll(m_scrollBefore + static_cast<int>(m_pressedAt.y() - at.y()));
    } else if (m_drag == Drag::None) {
        setHovered(sliceAtPoint(at));
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    m_snapped.reset();
    unsetCursor();
    if (was == Drag::Pressed && event->button() == Qt::LeftButton) {
        const SliceBox box = boxAtPoint(event->position());
        const Gap *gap = box.slice.valid() ? nullptr : gapUnder(*m_state, scale(), event->position());
        select(box);
        if (gap)
            emit gapClicked(*gap);
    }
    update();
}

bool TimelineCanvas::cancelDrag()
{
    const Drag was = std::exchange(m_drag, Drag::None);
    m_snapped.reset();
    if (was != Drag::Range)
        return false;
    m_state->context().setRange(m_rangeBefore);
    update();
    return true;
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    const SliceBox box = boxAtPoint(event->position());
    if (event->button() != Qt::LeftButton)
        return;
    if (box.slice.valid()) {
        select(box);
        emit sliceDoubleClicked(box.slice);
    }
    if (const Gap *gap = box.slice.valid() ? nullptr : gapUnder(*m_state, scale(), event->position()))
        showGap(m_state->context(), *gap);
}

void TimelineCanvas::wheelEvent(QWheelEvent *event)
{
    event->accept();
    const QPoint angle = event->angleDelta();
    auto pan = [&](double notches) { m_state->pan(-notches * pixelsPerNotch / std::max(1, width())); };
    if (event->modifiers() & Qt::ControlModifier) {
        m_state->zoom(std::pow(zoomPerNotch, angle.y() / 120.0), scale().ns(event->position().x()));
        return;
    }
    if (event->modifiers() & Qt::ShiftModifier) {
        pan((angle.y() ? angle.y() : angle.x()) / 120.0);
        return;
    }
    if (angle.x())
        pan(angle.x() / 120.0);
    if (angle.y())
        m_state->setScroll(m_state->view().scroll - angle.y() * pixelsPerNotch / 120);
    setHovered(sliceAtPoint(event->position()));
}

void TimelineCanvas::leaveEvent(QEvent *)
{
    setHovered({});
    m_mouse.reset();
    movePointer();
}

} // namespace ws
