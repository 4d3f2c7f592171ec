#include "widgets/timeline/canvasoverlay.h"

#include "core/base/format.h"
#include "widgets/toolkit/viewtexts.h"

#include <QPainterPath>

#include <cmath>

namespace ws {
namespace {

constexpr size_t maxArrows = 8; ///< a graph launch may have thousands of kernels: those get one bracket

QColor translucent(QRgb colour, int alpha)
{
    QColor c(colour);
    c.setAlpha(alpha);
    return c;
}

} // namespace

CanvasOverlay::CanvasOverlay(const TimelineState &state, int width)
    : m_state(state), m_scale(state.scale(width)), m_width(width)
{
}

QRectF CanvasOverlay::boxOf(EventRef slice) const
{
    const TimelineDataPtr &data = m_state.data();
    const size_t r = data ? m_state.layout().rowOf(*data, slice) : SIZE_MAX;
    if (r == SIZE_MAX)
        return {};
    const LayoutRow &row = m_state.layout().rows[r];
    const Timeline &timeline = data->run->timeline;
    return boxIn(row, {timeline.start(slice), timeline.end(slice)});
}

/// In the row of steps on the GPU.
QRectF CanvasOverlay::selectedBox() const
{
    const auto &rows = m_state.layout().rows;
    const auto row = std::ranges::find_if(
        rows, [](const LayoutRow &one) { return one.kind == LayoutRow::Steps && StepsRow(one.item) == StepsRow::Gpu; });
    return m_state.selectedBox() && row != rows.end() ? boxIn(*row, *m_state.selectedBox()) : QRectF();
}

QRectF CanvasOverlay::boxIn(const LayoutRow &row, TimeRange time) const
{
    // clips far away edges: QPainter cannot handle coordinates of 10^12 pixels
    const double x0 = std::clamp(m_scale.x(time.begin), -1e4, m_width + 1e4);
    const double x1 = std::clamp(m_scale.x(time.end), -1e4, m_width + 1e4);
    const double left = std::floor(x0);
    return {left, double(m_state.view().screenY(m_state.layout(), row.y)), std::max(1.0, std::floor(x1) - left),
            double(row.height)};
}

void CanvasOverlay::paint(QPainter &painter, EventRef hovered, bool dragging, std::optional<int64_t> guide) const
{
    if (const auto range = m_state.context().range())
        paintRange(painter, *range, dragging);
    if (const auto gap = m_state.context().gap())
        paintGap(painter, *gap);
    const Palette &palette = Palette::current();
    if (hovered.valid())
        paintHovered(painter, hovered);
    paintArrows(painter);
    const EventRef selection = m_state.context().selection();
    for (const QRectF &box : {boxOf(selection), selectedBox()}) {
        if (box.isNull())
            continue;
        painter.setPen(QPen(QColor(palette.highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(-1, -1, 1, 1));
    }
    paintMark(painter);
    if (dragging && guide) {
        const double x = std::floor(m_scale.x(*guide)) + 0.5;
        painter.setPen(QPen(QColor(palette.text), 1, Qt::DotLine));
        painter.drawLine(QPointF(x, 0), QPointF(x, m_state.view().height));
    }
}

/// Lightens the box; black and white, its label, stay as they are.
void CanvasOverlay::paintHovered(QPainter &painter, EventRef hovered) const
{
    painter.save();
    painter.setCompositionMode(QPainter::CompositionMode_ColorDodge);
    painter.fillRect(boxOf(hovered), QColor(70, 70, 70));
    painter.restore();
}

void CanvasOverlay::paintFocus(QPainter &painter, QRect canvas)
{
    painter.setPen(QColor(Palette::current().highlight));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(canvas.adjusted(0, 0, -1, -1));
}

void CanvasOverlay::paintRange(QPainter &painter, TimeRange range, bool dragging) const
{
    const QRgb highlight = Palette::current().highlight;
    const double x0 = std::clamp(m_scale.x(range.begin), -10.0, m_width + 10.0);
    const double x1 = std::clamp(m_scale.x(range.end), -10.0, m_width + 10.0);
    const int height = m_state.view().height;
    painter.fillRect(QRectF(x0, 0, x1 - x0, height), translucent(highlight, 30));
    painter.setPen(QPen(QColor(highlight), 1));
    for (double x : {x0, x1})
        painter.drawLine(QPointF(std::floor(x) + 0.5, 0), QPointF(std::floor(x) + 0.5, height));
    if (dragging)
        paintLength(painter, x0, x1, 14, range.length());
}

/// Its two edges and its length: the rows between them stay as they are.
void CanvasOverlay::paintGap(QPainter &painter, TimeRange gap) const
{
    const double x0 = m_scale.x(gap.begin), x1 = m_scale.x(gap.end);
    if (x1 < 0 || x0 > m_width)
        return;
    painter.setPen(QPen(QColor(Palette::current().highlight), 1, Qt::DashLine));
    for (const double x : {x0, x1})
        if (x >= 0 && x <= m_width)
            painter.drawLine(QPointF(std::floor(x) + 0.5, 0), QPointF(std::floor(x) + 0.5, m_state.view().height));
    paintLength(painter, std::max(x0, 0.0), std::min(x1, double(m_width)), 2, gap.length());
}

void CanvasOverlay::paintLength(QPainter &painter, double x0, double x1, int y, int64_t ns) const
{
    const Palette &palette = Palette::current();
    const QString text = formatDuration(ns);
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = metrics.horizontalAdvance(text) + 12;
    const double left = std::clamp((x0 + x1 - width) / 2, 0.0, std::max(0.0, double(m_width - width)));
    const QRectF box(left, y, width, metrics.height() + 4);
    painter.fillRect(box, QColor(palette.highlight));
    painter.setPen(QColor(palette.highlightText));
    painter.drawText(box, Qt::AlignCenter, text);
}

void CanvasOverlay::paintArrows(QPainter &painter) const
{
    const LaunchLinks &links = m_state.links();
    if (!links.launch.valid())
        return;
    const QRectF from = boxOf(links.launch);
    if (from.isNull())
        return;
    const Run &run = *m_state.data()->run;
    const bool isKernel = isGpuWork(run.timeline.category(m_state.context().selection()).kind);
    if (!isKernel && links.kernels.size() > maxArrows)
        return paintBracket(painter, from, links);
    for (EventRef kernel : links.kernels)
        if (!isKernel || kernel == m_state.context().selection())
            if (const QRectF to = boxOf(kernel); !to.isNull())
                paintArrow(painter, from, to);
}

/// All work of one launch, from the first start to the last end: "390 activities, 4.1 ms ▸".
void CanvasOverlay::paintBracket(QPainter &painter, const QRectF &from, const LaunchLinks &links) const
{
    const Timeline &timeline = m_state.run()->timeline;
    QRectF all;
    int64_t begin = INT64_MAX, end = INT64_MIN;
    for (const EventRef kernel : links.kernels) {
        begin = std::min(begin, timeline.start(kernel));
        end = std::max(end, timeline.end(kernel));
        if (const QRectF box = boxOf(kernel); !box.isNull())
            all = all.isNull() ? box : all.united(box);
    }
    if (all.isNull()) // its rows are hidden
        return;
    const Palette &palette = Palette::current();
    constexpr double foot = 5;
    const double y = all.top() - 2;
    painter.setPen(QPen(QColor(palette.highlight), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{{all.left(), y + foot}, {all.left(), y}, {all.right(), y}, {all.right(), y + foot}});
    paintArrow(painter, from, {all.left(), y - 3, 1, 6});
    const QString text = Views::tr("%1 activities, %2 ▸")
                             .arg(formatCount(static_cast<int64_t>(links.kernels.size())), formatDuration(end - begin));
    const QFontMetrics metrics = painter.fontMetrics();
    const double width = metrics.horizontalAdvance(text) + 12, left = std::max(all.left() + 8, 0.0);
    const QRectF label(std::min(left, std::max(0.0, m_width - width)), y - metrics.height() - 1, width,
                       metrics.height() + 2);
    painter.fillRect(label, QColor(palette.highlight));
    painter.setPen(QColor(palette.highlightText));
    painter.drawText(label, Qt::AlignCenter, text);
}

void CanvasOverlay::paintArrow(QPainter &painter, const QRectF &from, const QRectF &to) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour(Palette::current().highlight);
    const QPointF start(from.right(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    const double bend = std::clamp(std::abs(end.x() - start.x()) / 2, 16.0, 120.0);
    QPainterPath path(start);
    path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{end, end + QPointF(-7, -3.5), end + QPointF(-7, 3.5)});
    painter.restore();
}

void CanvasOverlay::paintMark(QPainter &painter) const
{
    const auto mark = m_state.mark();
    if (!mark)
        return;
    const double x = std::clamp(m_scale.x(*mark), -10.0, m_width + 10.0);
    painter.setPen(QPen(QColor(Palette::current().text), 1, Qt::DashLine));
    painter.drawLine(QPointF(std::floor(x) + 0.5, 0), QPointF(std::floor(x) + 0.5, m_state.view().height));
    const auto pointer = m_state.pointer();
    if (!pointer || *pointer == *mark)
        return;
    const double at = m_scale.x(*pointer);
    painter.setPen(QPen(QColor(Palette::current().muted), 1));
    painter.drawLine(QPointF(x, 8), QPointF(at, 8));
    paintLength(painter, x, at, 12, std::abs(*pointer - *mark));
}

} // namespace ws
