#include "widgets/toolkit/histogramview.h"

#include "core/base/format.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ws {

HistogramView::HistogramView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Distribution of the durations"));
    setMouseTracking(true);
    addTable();
}

/// A row for each bin.
void HistogramView::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return static_cast<int>(m_histogram.counts.size()); };
    source.boxCount = [](int) { return 1; };
    source.cell = [this](int row, int column) {
        const auto bin = static_cast<size_t>(row);
        const double left = xOf(m_histogram.edges[bin]), right = xOf(m_histogram.edges[bin + 1]);
        PaintedTable::Cell cell;
        cell.name = column == 0 ? formatDuration(std::llround(m_histogram.edges[bin])) : textOf(bin);
        cell.value = column == 0 ? QString() : formatCount(static_cast<int64_t>(m_histogram.counts[bin]));
        cell.box = QRectF(left, plot().top(), right - left, plot().height()).toAlignedRect();
        cell.isSelected = column == 1 && isCurrent(bin);
        cell.canPress = column == 1;
        return cell;
    };
    source.press = [this](int row, int) { choose(static_cast<size_t>(row)); };
    m_table = new PaintedTable(this, std::move(source));
}

void HistogramView::setData(DurationHistogram histogram, const DurationStats &stats)
{
    m_histogram = std::move(histogram);
    m_stats = stats;
    m_isPair = false;
    m_current.reset();
    m_table->change();
    update();
}

void HistogramView::setPair(DurationHistogram a, const DurationStats &statsA, DurationHistogram b,
                            const DurationStats &statsB)
{
    setData(std::move(a), statsA);
    m_other = std::move(b);
    m_otherStats = statsB;
    m_isPair = true;
    m_table->change();
}

void HistogramView::setCurrent(std::optional<int64_t> durationNs)
{
    m_current = durationNs;
    update();
}

void HistogramView::setShown(int64_t durationNs)
{
    m_shown = durationNs;
    update();
}

QRectF HistogramView::plot() const
{
    const int line = fontMetrics().height();
    return QRectF(8, 2 * line + 6, std::max(1, width() - 16), std::max(1, height() - 3 * line - 10));
}

double HistogramView::xOf(double ns) const
{
    const QRectF area = plot();
    const double first = m_histogram.edges.front(), last = m_histogram.edges.back();
    const auto place = [&](double value) { return m_histogram.logarithmic ? std::log(std::max(value, 1e-3)) : value; };
    const double span = place(last) - place(first);
    return area.left() + (span > 0 ? (place(ns) - place(first)) / span * area.width() : 0);
}

size_t HistogramView::binAt(double x) const
{
    for (size_t bin = 0; bin < m_histogram.counts.size(); ++bin)
        if (x >= xOf(m_histogram.edges[bin]) && x < xOf(m_histogram.edges[bin + 1]))
            return bin;
    return SIZE_MAX;
}

QString HistogramView::textOf(size_t bin) const
{
    const QString from = formatDuration(std::llround(m_histogram.edges[bin]));
    const QString to = formatDuration(std::llround(m_histogram.edges[bin + 1]));
    const QString count = formatCount(static_cast<int64_t>(m_histogram.counts[bin]));
    if (!m_isPair)
        return tr("%1 instances from %2 to %3").arg(count, from, to);
    return tr("A: %1 of %2, B: %3 of %4 instances from %5 to %6")
        .arg(count, formatCount(static_cast<int64_t>(m_stats.count)),
             formatCount(static_cast<int64_t>(m_other.counts[bin])),
             formatCount(static_cast<int64_t>(m_otherStats.count)), from, to);
}

bool HistogramView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const size_t bin = binAt(help->pos().x());
    QToolTip::showText(help->globalPos(), bin == SIZE_MAX ? QString() : plainToolTip(textOf(bin)), this);
    return true;
}

void HistogramView::mousePressEvent(QMouseEvent *event)
{
    const size_t bin = event->button() == Qt::LeftButton ? binAt(event->position().x()) : SIZE_MAX;
    if (bin != SIZE_MAX)
        choose(bin);
}

void HistogramView::choose(size_t bin)
{
    if (m_histogram.counts[bin] || (m_isPair && m_other.counts[bin]))
        emit binClicked(m_histogram.edges[bin], m_histogram.edges[bin + 1], bin + 1 == m_histogram.counts.size());
}

HistogramView::Mark HistogramView::markOf(int64_t ns, const QString &name, int line) const
{
    Mark mark{name + u' ' + formatDuration(ns), xOf(double(ns)), 0, {}};
    const int height = fontMetrics().height();
    mark.top = line * height + 4;
    const int room = fontMetrics().horizontalAdvance(mark.text);
    const double left = mark.x + 4 + room <= width() ? mark.x + 4 : mark.x - 4 - room;
    mark.box = QRectF(std::max(0.0, left), line * height + 2, room, height);
    return mark;
}

/// Medians of both, or median and 95 of 100. The upper one's line passes the lower one's text at its other side, or
/// begins below it.
std::vector<HistogramView::Mark> HistogramView::marks() const
{
    if (m_histogram.counts.empty())
        return {};
    if (m_isPair) {
        std::vector<Mark> medians;
        if (m_stats.count)
            medians.push_back(markOf(m_stats.p50Ns, QStringLiteral("A ▮ p50"), 0));
        if (m_otherStats.count)
            medians.push_back(markOf(m_otherStats.p50Ns, QStringLiteral("B ▯ p50"), 1));
        return keptApart(std::move(medians));
    }
    const Mark median = m_shown ? markOf(*m_shown, tr("shown"), 0) : markOf(m_stats.p50Ns, QStringLiteral("p50"), 0);
    return keptApart({median, markOf(m_stats.p95Ns, QStringLiteral("p95"), 1)});
}

std::vector<HistogramView::Mark> HistogramView::keptApart(std::vector<Mark> marks) const
{
    if (marks.size() < 2)
        return marks;
    Mark &upper = marks[0], &lower = marks[1];
    const auto crosses = [&upper](const QRectF &box) { return upper.x > box.left() - 3 && upper.x < box.right() + 3; };
    const QRectF left(lower.x - 4 - lower.box.width(), lower.box.top(), lower.box.width(), lower.box.height());
    const QRectF right(lower.x + 4, lower.box.top(), lower.box.width(), lower.box.height());
    for (const QRectF &box : {right, left})
        if (crosses(lower.box) && box.left() >= 0 && box.right() <= width() && !crosses(box))
            lower.box = box;
    if (crosses(lower.box))
        upper.top = plot().top();
    return marks;
}

double HistogramView::heightOf(const DurationHistogram &histogram, uint64_t all, size_t bin) const
{
    const auto fullest = [](const DurationHistogram &of, uint64_t count) {
        return count ? double(*std::max_element(of.counts.begin(), of.counts.end())) / double(count) : 0;
    };
    const double most =
        std::max(fullest(m_histogram, m_stats.count), m_isPair ? fullest(m_other, m_otherStats.count) : 0);
    if (!histogram.counts[bin] || most <= 0)
        return 0;
    return std::max(1.5, double(histogram.counts[bin]) / double(all) / most * plot().height());
}

bool HistogramView::isCurrent(size_t bin) const
{
    const bool isLast = bin + 1 == m_histogram.counts.size();
    return m_current && double(*m_current) >= m_histogram.edges[bin] &&
           (isLast || double(*m_current) < m_histogram.edges[bin + 1]);
}

void HistogramView::paintBars(QPainter &painter) const
{
    const Palette &palette = Palette::current();
    const double bottom = plot().bottom();
    for (size_t bin = 0; bin < m_histogram.counts.size(); ++bin) {
        const double left = xOf(m_histogram.edges[bin]), right = xOf(m_histogram.edges[bin + 1]);
        const double tall = heightOf(m_histogram, m_stats.count, bin);
        const QRgb plain = m_isPair ? Palette::mix(palette.muted, palette.base, 110) : palette.stage("training");
        painter.fillRect(QRectF(left, bottom - tall, std::max(1.0, right - left - 1), tall),
                         QColor(isCurrent(bin) ? palette.highlight : plain));
    }
}

/// Of B, over the bars of A.
void HistogramView::paintOutline(QPainter &painter) const
{
    QPolygonF line;
    const double bottom = plot().bottom();
    line << QPointF(xOf(m_other.edges.front()), bottom);
    for (size_t bin = 0; bin < m_other.counts.size(); ++bin) {
        const double y = bottom - heightOf(m_other, m_otherStats.count, bin);
        line << QPointF(xOf(m_other.edges[bin]), y) << QPointF(xOf(m_other.edges[bin + 1]), y);
    }
    line << QPointF(xOf(m_other.edges.back()), bottom);
    painter.setPen(QPen(QColor(Palette::current().highlight), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

std::pair<QString, QString> HistogramView::endTexts(double width) const
{
    const int64_t first = std::llround(m_histogram.edges.front()), last = std::llround(m_histogram.edges.back());
    const auto fit = [&](const QString &a, const QString &b) {
        constexpr int gap = 8; // px
        return fontMetrics().horizontalAdvance(a) + gap + fontMetrics().horizontalAdvance(b) <= width;
    };
    if (fit(formatDuration(first), formatDuration(last)))
        return {formatDuration(first), formatDuration(last)};
    const QString shortest = formatRounded(first), longest = formatRounded(last);
    return {fit(shortest, longest) ? shortest : QString(), longest};
}

void HistogramView::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    if (m_histogram.counts.empty())
        return;
    const QRectF area = plot();
    paintBars(painter);
    if (m_isPair)
        paintOutline(painter);
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(QColor(palette.muted));
    const double base = area.bottom() + fontMetrics().ascent() + 2;
    const auto [shortest, longest] = endTexts(area.width());
    painter.drawText(QPointF(area.left(), base), shortest);
    painter.drawText(QPointF(area.right() - fontMetrics().horizontalAdvance(longest), base), longest);
    for (const Mark &mark : marks()) {
        painter.setPen(QPen(QColor(palette.text), 1, Qt::DashLine));
        painter.drawLine(QPointF(mark.x, mark.top), QPointF(mark.x, area.bottom()));
        painter.drawText(mark.box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, mark.text);
    }
}

} // namespace ws
