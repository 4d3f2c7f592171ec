#include "widgets/panels/limits/rooflineview.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <set>

namespace ws {
namespace {

constexpr double maxRadius = 18, minRadius = 2.5; ///< px

/// 0.001, 0.1, 1, 1,000 …; beyond a few digits a power of ten.
QString decadeText(int exponent)
{
    if (exponent < -3 || exponent > 5)
        return QStringLiteral("1e%1").arg(exponent);
    return exponent < 0 ? QString::number(std::pow(10.0, exponent), 'f', -exponent)
                        : formatCount(std::llround(std::pow(10.0, exponent)));
}

/// Classes are coloured as the stages that they mostly are.
QColor colourOf(WorkClass kind, const Palette &palette)
{
    switch (kind) {
    case WorkClass::Copy:
        return QColor(palette.stage("memory"));
    case WorkClass::Reduce:
        return QColor(palette.stage("quantize"));
    default:
        return QColor(palette.stage(nameOf(kind)));
    }
}

QString rateText(double value, const QString &unit)
{
    const int decimals = value >= 100 ? 0 : value >= 1 ? 1 : 3;
    return QString::number(value, 'f', decimals) + u' ' + unit;
}

QString nameOfTypes(const RooflineCeiling &ceiling)
{
    QStringList names;
    for (const PeakType type : ceiling.types)
        names << toText(nameOf(type));
    return names.join(QStringLiteral(", "));
}

} // namespace

struct RooflineView::Frame
{
    QRectF plot;
    DecadeSpan x, y;
    QFontMetricsF metrics;

    double placeX(double value) const
    {
        return plot.left() + (std::log10(value) - x.from) / (x.to - x.from) * plot.width();
    }
    double placeY(double value) const
    {
        return plot.bottom() - (std::log10(value) - y.from) / (y.to - y.from) * plot.height();
    }
};

RooflineView::RooflineView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Roofline"));
    setMouseTracking(true);
    addTable();
}

/// A row for each point.
void RooflineView::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return static_cast<int>(m_roofline.points.size()); };
    source.boxCount = [](int) { return 1; };
    source.cell = [this](int row, int column) {
        const auto point = static_cast<size_t>(row);
        PaintedTable::Cell cell;
        cell.name = textOf(point);
        if (column == 0)
            return cell;
        cell.value = rateText(m_roofline.points[point].tflops, QStringLiteral("TFLOP/s"));
        const QPointF centre = centreOf(point);
        const double radius = radiusOf(point);
        cell.box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius).toAlignedRect();
        cell.isSelected = m_current == m_roofline.points[point].row;
        cell.canPress = true;
        return cell;
    };
    source.press = [this](int row, int) { emit rowClicked(m_roofline.points[static_cast<size_t>(row)].row); };
    m_table = new PaintedTable(this, std::move(source));
}

void RooflineView::setLimits(RunPtr run, std::shared_ptr<const Limits> limits)
{
    m_run = std::move(run);
    m_limits = std::move(limits);
    m_roofline = m_limits ? rooflineOf(*m_limits) : Roofline();
    m_current.reset();
    m_hovered.reset();
    m_table->change();
    update();
}

void RooflineView::setCurrentRow(std::optional<uint32_t> row)
{
    m_current = row;
    update();
}

RooflineView::Frame RooflineView::frame(QSizeF size) const
{
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    double labels = 0;
    for (int exponent = m_roofline.tflops.from; exponent <= m_roofline.tflops.to; ++exponent)
        labels = std::max(labels, metrics.horizontalAdvance(decadeText(exponent)));
    // Above the plot stand the title of the vertical axis and the legend; below it the numbers and the other title.
    const QRectF plot(labels + 10, 2 * line + 8, size.width() - labels - 24, size.height() - 4 * line - 16);
    return {{plot.topLeft(), QSizeF(std::max(plot.width(), 1.0), std::max(plot.height(), 1.0))},
            m_roofline.intensity,
            m_roofline.tflops,
            metrics};
}

QPointF RooflineView::centreOf(size_t point) const
{
    const Frame at = frame(size());
    const RooflinePoint &shown = m_roofline.points[point];
    return {at.placeX(shown.intensity), at.placeY(shown.tflops)};
}

double RooflineView::radiusOf(size_t point) const
{
    return std::max(minRadius, maxRadius * std::sqrt(m_roofline.points[point].timeShare));
}

std::optional<size_t> RooflineView::pointAt(QPointF at) const
{
    for (size_t point = m_roofline.points.size(); point-- > 0;) { // smaller discs lie above larger ones
        const QPointF away = at - centreOf(point);
        const double reach = radiusOf(point) + 1;
        if (QPointF::dotProduct(away, away) <= reach * reach)
            return point;
    }
    return std::nullopt;
}

QString RooflineView::textOf(size_t point) const
{
    const LimitRow &row = m_limits->rows[m_roofline.points[point].row];
    QStringList lines{toText(shownName(row.nameIn(*m_run))) + u' ' + toText(row.shape)};
    lines << tr("%1, %2, %3 FLOP/byte")
                 .arg(rateText(row.flopPerNs() * 1e-3, QStringLiteral("TFLOP/s")),
                      rateText(row.bytesPerNs(), QStringLiteral("GB/s")),
                      QString::number(m_roofline.points[point].intensity, 'g', 3));
    if (const auto share = row.share())
        lines << (row.limit->by == BoundBy::Compute
                      ? tr("%1 of the limit, which is arithmetic (%2)")
                            .arg(formatPercent(*share), toText(nameOf(row.limit->peak)))
                      : tr("%1 of the limit, which is the bandwidth").arg(formatPercent(*share)));
    lines << tr("GPU time %1 in %2 calls").arg(formatDuration(row.gpuNs), formatCount(int64_t(row.calls)));
    return lines.join(u'\n');
}

QString RooflineView::leftOutText() const
{
    QStringList texts;
    if (m_roofline.pointless)
        texts << tr("Without arithmetic, so not in the picture: %1 rows, %2.")
                     .arg(formatCount(int64_t(m_roofline.pointless)), formatDuration(m_roofline.pointlessNs));
    if (m_roofline.leftOut)
        texts << tr("Too short or too slow to be seen beside the others: %1 rows, %2.")
                     .arg(formatCount(int64_t(m_roofline.leftOut)), formatDuration(m_roofline.leftOutNs));
    return texts.join(u' ');
}

void RooflineView::paintAxes(QPainter &painter, const Frame &at, const Palette &palette) const
{
    const auto lines = [&](DecadeSpan span, const auto &draw) {
        for (int exponent = span.from; exponent <= span.to; ++exponent)
            for (int digit = 1; digit < 10 && (digit == 1 || exponent < span.to); ++digit)
                draw(digit * std::pow(10.0, exponent), digit == 1);
    };
    const auto pen = [&](bool isDecade) {
        return QPen(QColor(isDecade ? palette.hairline : Palette::mix(palette.hairline, palette.base, 110)), 1);
    };
    lines(at.x, [&](double value, bool isDecade) {
        painter.setPen(pen(isDecade));
        painter.drawLine(QPointF(at.placeX(value), at.plot.top()), QPointF(at.placeX(value), at.plot.bottom()));
    });
    lines(at.y, [&](double value, bool isDecade) {
        painter.setPen(pen(isDecade));
        painter.drawLine(QPointF(at.plot.left(), at.placeY(value)), QPointF(at.plot.right(), at.placeY(value)));
    });
    painter.setPen(QColor(palette.muted));
    const double line = at.metrics.height();
    double end = -1e9; // of the number before, so that none touches the next
    for (int exponent = at.x.from; exponent <= at.x.to; ++exponent) {
        const QString text = decadeText(exponent);
        const double width = at.metrics.horizontalAdvance(text), x = at.placeX(std::pow(10.0, exponent));
        const double left = std::min(x - width / 2, at.plot.right() + 10 - width);
        const QRectF box(left, at.plot.bottom() + 2, width, line);
        if (box.left() < end + 6)
            continue;
        painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
        end = box.right();
    }
    double top = 1e9;
    for (int exponent = at.y.from; exponent <= at.y.to; ++exponent) {
        const double middle = std::min(at.placeY(std::pow(10.0, exponent)), at.plot.bottom() - line / 3);
        const QRectF box(0, middle - line / 2, at.plot.left() - 5, line);
        if (box.bottom() > top)
            continue;
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, decadeText(exponent));
        top = box.top();
    }
    painter.drawText(QRectF(at.plot.left(), at.plot.bottom() + line + 4, at.plot.width(), line), Qt::AlignCenter,
                     tr("FLOP/byte"));
    painter.drawText(QRectF(4, 2, at.plot.width(), line), Qt::AlignLeft | Qt::AlignVCenter, tr("TFLOP/s"));
}

/// The bandwidth's slope up to the highest ceiling; each ceiling from the slope on, its name above its right end.
void RooflineView::paintCeilings(QPainter &painter, const Frame &at, const Palette &palette) const
{
    const double bandwidth = m_roofline.bandwidth * 1e-3; // TFLOP/s at one FLOP a byte
    const double line = at.metrics.height();
    const QPen pen(QColor(palette.muted), 1.5);
    painter.save();
    painter.setClipRect(at.plot.adjusted(-1, -1, 1, 1));
    painter.setPen(pen);
    const double highest = m_roofline.ceilings.empty() ? std::pow(10.0, at.y.to) : m_roofline.ceilings.front().tflops;
    if (bandwidth > 0) {
        const double from = std::pow(10.0, at.x.from - 1), to = highest / bandwidth;
        painter.drawLine(QPointF(at.placeX(from), at.placeY(from * bandwidth)),
                         QPointF(at.placeX(to), at.placeY(highest)));
    }
    for (const RooflineCeiling &ceiling : m_roofline.ceilings) {
        const double knee = bandwidth > 0 ? at.placeX(ceiling.tflops / bandwidth) : at.plot.left();
        const double y = at.placeY(ceiling.tflops);
        painter.drawLine(QPointF(std::max(knee, at.plot.left()), y), QPointF(at.plot.right(), y));
    }
    painter.restore();
    painter.setPen(QColor(palette.text));
    double lowest = -1e9; // the bottom of the label above, which the next one keeps away from
    for (const RooflineCeiling &ceiling : m_roofline.ceilings) {
        const double y = at.placeY(ceiling.tflops);
        const QString text = nameOfTypes(ceiling) + u' ' + QString::number(ceiling.tflops, 'g', 5);
        const double top = y - line - 1 >= lowest ? y - line - 1 : y + 1;
        if (top < lowest)
            continue;
        painter.drawText(QRectF(at.plot.left(), top, at.plot.width() - 3, line),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
        lowest = std::max(top, y - line) + line;
    }
    if (bandwidth <= 0)
        return;
    // The bandwidth's name stands above the middle of its line, where no point is but of work in a cache.
    const double first = std::max(at.plot.left(), at.placeX(std::pow(10.0, at.y.from) / bandwidth));
    const double last = std::min(at.plot.right(), at.placeX(highest / bandwidth));
    if (last <= first)
        return;
    const double x = (first + last) / 2;
    const double y = at.placeY(
        bandwidth * std::pow(10.0, at.x.from + (x - at.plot.left()) / at.plot.width() * (at.x.to - at.x.from)));
    painter.drawText(QRectF(x - at.plot.width(), y - line - 4, at.plot.width(), line),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                     QString::number(m_roofline.bandwidth, 'g', 5) + QStringLiteral(" GB/s"));
}

void RooflineView::paintPoints(QPainter &painter, const Frame &at, const Palette &palette) const
{
    painter.save();
    painter.setClipRect(at.plot.adjusted(-maxRadius, -maxRadius, maxRadius, maxRadius));
    for (size_t point = 0; point < m_roofline.points.size(); ++point) {
        const RooflinePoint &shown = m_roofline.points[point];
        const LimitRow &row = m_limits->rows[shown.row];
        QColor colour = colourOf(row.work.kind, palette);
        const bool isMarked = m_hovered == point || m_current == shown.row;
        colour.setAlpha(isMarked ? 255 : 190);
        painter.setBrush(colour);
        painter.setPen(isMarked ? QPen(QColor(palette.text), 2) : QPen(QColor(palette.base), 0.8));
        const double radius = std::max(minRadius, maxRadius * std::sqrt(shown.timeShare));
        painter.drawEllipse(QPointF(at.placeX(shown.intensity), at.placeY(shown.tflops)), radius, radius);
    }
    painter.restore();
}

/// The classes of work that there are, in a line above the plot, as many as it has room for.
void RooflineView::paintLegend(QPainter &painter, const Frame &at, const Palette &palette) const
{
    std::set<WorkClass> classes;
    for (const RooflinePoint &point : m_roofline.points)
        classes.insert(m_limits->rows[point.row].work.kind);
    const double line = at.metrics.height(), swatch = 9;
    double x = at.plot.left();
    for (const WorkClass kind : classes) {
        const QString text = toText(nameOf(kind));
        const double width = swatch + 4 + at.metrics.horizontalAdvance(text);
        if (x + width > at.plot.right())
            break;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colourOf(kind, palette));
        painter.drawEllipse(QRectF(x, line + 4 + (line - swatch) / 2, swatch, swatch));
        painter.setPen(QColor(palette.text));
        painter.drawText(QPointF(x + swatch + 4, line + 4 + at.metrics.ascent()), text);
        x += width + 12;
    }
}

void RooflineView::paint(QPainter &painter, const Frame &at, const Palette &palette) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, at, palette);
    paintPoints(painter, at, palette);
    paintCeilings(painter, at, palette);
    paintLegend(painter, at, palette);
}

void RooflineView::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    if (m_roofline.points.empty()) {
        painter.setPen(QColor(palette.muted));
        if (m_limits)
            painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                             tr("No row has arithmetic, so there is no roofline."));
        return;
    }
    paint(painter, frame(size()), palette);
}

Picture RooflineView::picture(const QStringList &caption) const
{
    const Palette &palette = Palette::current();
    Picture picture{tr("Roofline"), leftOutText(), palette.base, {}, caption};
    picture.paint = [this, &palette](QPainter &painter, QSize size, QRectF target) {
        painter.save();
        painter.setFont(font());
        painter.translate(target.topLeft());
        painter.scale(target.width() / size.width(), target.height() / size.height());
        paint(painter, frame(size), palette);
        painter.restore();
    };
    return picture;
}

bool RooflineView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto point = pointAt(help->pos());
    QToolTip::showText(help->globalPos(), point ? plainToolTip(textOf(*point)) : QString(), this);
    return true;
}

void RooflineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        if (const auto point = pointAt(event->position()))
            emit rowClicked(m_roofline.points[*point].row);
}

void RooflineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        if (const auto point = pointAt(event->position()))
            emit rowActivated(m_roofline.points[*point].row);
}

void RooflineView::mouseMoveEvent(QMouseEvent *event)
{
    const auto point = pointAt(event->position());
    if (point == m_hovered)
        return;
    m_hovered = point;
    setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void RooflineView::leaveEvent(QEvent *)
{
    m_hovered.reset();
    update();
}

void RooflineView::contextMenuEvent(QContextMenuEvent *event)
{
    if (m_roofline.points.empty())
        return;
    QMenu menu(this);
    menu.addAction(tr("Save picture…"), this, &RooflineView::pictureWanted);
    menu.exec(event->globalPos());
}

} // namespace ws
