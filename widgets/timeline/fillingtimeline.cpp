#include "widgets/timeline/fillingtimeline.h"

#include "widgets/timeline/canvasoverlay.h"
#include "widgets/timeline/rowlayout.h"
#include "widgets/timeline/timeruler.h"
#include "widgets/toolkit/palette.h"

#include <QCollator>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr int rowHeight = rowheight::gpuLane;
constexpr int namesWidth = 240;
constexpr double zoomStep = 1.5;
constexpr int notchPx = 90;

QString previewName(const LoadPreview::RowName &name)
{
    const auto process = QString::fromStdString(name.process), label = QString::fromStdString(name.label);
    bool isNumber = false;
    label.toLongLong(&isNumber);
    if (name.isGpu)
        return QStringLiteral("GPU %1 · %2")
            .arg(process, isNumber ? FillingTimeline::tr("stream %1").arg(label) : label);
    return process + QStringLiteral(" · ") + label;
}

} // namespace

FillingTimeline::FillingTimeline(QWidget *parent) : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("Timeline while the file is read"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(TimeRuler::fixedHeight + 3 * rowHeight);
}

void FillingTimeline::setPreview(std::shared_ptr<LoadPreview> preview)
{
    m_preview = std::move(preview);
    m_names.clear();
    m_span = {};
    verticalScrollBar()->setValue(0);
    refresh();
}

void FillingTimeline::refresh()
{
    if (m_preview) {
        m_span = m_preview->span();
        m_names.clear();
        const auto names = m_preview->rows();
        for (size_t row = 0; row < names.size(); ++row)
            m_names.push_back({row, previewName(names[row]), names[row].isGpu});
        QCollator order;
        order.setNumericMode(true);
        std::ranges::stable_sort(m_names, [&](const Name &a, const Name &b) {
            return a.isGpu != b.isGpu ? a.isGpu : order.compare(a.text, b.text) < 0;
        });
        setAccessibleDescription(tr("%n row(s) so far", nullptr, int(m_names.size())));
    }
    fitScrollBar();
    viewport()->update();
}

TimeRange FillingTimeline::visible() const
{
    return m_preview && m_preview->chosen ? *m_preview->chosen : m_span;
}

void FillingTimeline::show(TimeRange range)
{
    if (!m_preview || m_span.length() <= 0)
        return;
    m_preview->chosen = fitted(range, withMargin(m_span, 0.02));
    viewport()->update();
}

void FillingTimeline::follow()
{
    if (m_preview)
        m_preview->chosen.reset();
    viewport()->update();
}

QRect FillingTimeline::plot() const
{
    const int names = std::min(namesWidth, viewport()->width() / 3);
    return {names, TimeRuler::fixedHeight, std::max(1, viewport()->width() - names),
            std::max(0, viewport()->height() - TimeRuler::fixedHeight)};
}

TimeScale FillingTimeline::scale() const
{
    const TimeRange range = visible();
    return {{range.begin - m_span.begin, range.end - m_span.begin}, plot().width()};
}

void FillingTimeline::zoom(double factor, double atX)
{
    if (visible().length() > 0)
        show(zoomed(visible(), factor, m_span.begin + scale().ns(atX - plot().left())));
}

void FillingTimeline::pan(double px)
{
    if (visible().length() > 0)
        show(panned(visible(), std::llround(px * scale().nsPerPixel())));
}

void FillingTimeline::fitScrollBar()
{
    verticalScrollBar()->setRange(0, std::max(0, int(m_names.size()) * rowHeight - plot().height()));
    verticalScrollBar()->setPageStep(std::max(1, plot().height()));
    verticalScrollBar()->setSingleStep(rowHeight);
}

void FillingTimeline::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBar();
}

void FillingTimeline::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier)
        zoom(std::pow(zoomStep, angle.y() / 120.0), event->position().x());
    else if (event->modifiers() & Qt::ShiftModifier || angle.x())
        pan(-notchPx * (angle.x() ? angle.x() : angle.y()) / 120.0);
    else
        verticalScrollBar()->setValue(verticalScrollBar()->value() - angle.y() * notchPx / 120);
    event->accept();
}

void FillingTimeline::keyPressEvent(QKeyEvent *event)
{
    const double middle = plot().center().x(), tenth = plot().width() / 10.0;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(zoomStep, middle);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(1 / zoomStep, middle);
    case Qt::Key_A:
    case Qt::Key_Left:
        return pan(-tenth);
    case Qt::Key_D:
    case Qt::Key_Right:
        return pan(tenth);
    case Qt::Key_0:
    case Qt::Key_Home:
        return follow();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void FillingTimeline::mousePressEvent(QMouseEvent *event)
{
    m_dragX = event->position().x();
}

void FillingTimeline::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons())
        pan(m_dragX - event->position().x());
    m_dragX = event->position().x();
}

void FillingTimeline::paintRuler(QPainter &painter) const
{
    const Palette &palette = Palette::current();
    const QRect area(plot().left(), 0, plot().width(), TimeRuler::fixedHeight);
    painter.fillRect(QRect(0, 0, viewport()->width(), area.height()), QColor(palette.window));
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(0, area.bottom(), viewport()->width(), area.bottom());
    const TimeScale scale = this->scale();
    const int64_t largest = std::max(std::abs(scale.range().begin), std::abs(scale.range().end));
    const int spacing = std::max(100, fontMetrics().horizontalAdvance(tickText(largest, 1, largest)) + 24);
    const Ticks ticks = ticksOf(scale, spacing);
    painter.setPen(QColor(palette.muted));
    for (const int64_t time : ticks.times) {
        const double x = area.left() + scale.x(time);
        painter.drawLine(QPointF(x, area.bottom() - 8), QPointF(x, area.bottom() - 1));
        painter.drawText(QPointF(x + 4, area.bottom() - 8), tickText(time, ticks.step, largest));
    }
}

void FillingTimeline::paintRows(QPainter &painter) const
{
    const Palette &palette = Palette::current();
    const QRect area = plot();
    const int scroll = verticalScrollBar()->value();
    const size_t first = std::min(m_names.size(), size_t(scroll / rowHeight));
    const size_t end = std::min(m_names.size(), size_t((scroll + area.height()) / rowHeight + 1));
    std::vector<size_t> rows;
    for (size_t i = first; i < end; ++i)
        rows.push_back(m_names[i].row);
    const int parts = std::max(1, int(std::lround(area.width() * devicePixelRatioF())));
    const auto densities = m_preview->densities(rows, visible(), size_t(parts));
    QImage line(parts, 1, QImage::Format_RGB32);
    for (size_t i = first; i < end; ++i) {
        const QRect row(0, area.top() + int(i) * rowHeight - scroll, viewport()->width(), rowHeight);
        const QRgb full = m_names[i].isGpu ? palette.stage("gemm") : palette.muted;
        auto *pixels = reinterpret_cast<QRgb *>(line.scanLine(0));
        // GPU work is there or not; of calls the depth tells more, for the outermost ones are always there.
        const float most = m_names[i].isGpu ? 1 : std::max(1.0F, std::ranges::max(densities[i - first]));
        constexpr int faintest = 48; ///< of 255: a short slice alone is seen, too
        for (int x = 0; x < parts; ++x)
            if (const float share = std::min(1.0F, densities[i - first][size_t(x)] / most); share > 0)
                pixels[x] = Palette::mix(full, palette.base, faintest + int(share * float(255 - faintest)));
            else
                pixels[x] = palette.base;
        painter.drawImage(QRect(area.left(), row.top() + 1, area.width(), rowHeight - 2), line, line.rect());
        painter.setPen(QColor(palette.text));
        const QRect name = row.adjusted(8, 0, area.left() - row.width() - 8, 0);
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         fontMetrics().elidedText(m_names[i].text, Qt::ElideRight, name.width()));
    }
}

void FillingTimeline::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), QColor(Palette::current().base));
    if (m_preview && m_span.length() > 0) {
        painter.setClipRect(QRect(0, TimeRuler::fixedHeight, viewport()->width(), plot().height()));
        paintRows(painter);
        painter.setClipping(false);
        paintRuler(painter);
    }
    if (hasFocus())
        CanvasOverlay::paintFocus(painter, viewport()->rect());
}

} // namespace ws
