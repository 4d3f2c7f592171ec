#include "widgets/toolkit/histogramview.h"

#include "core/base/format.h"
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
}

void HistogramView::setData(DurationHistogram histogram, const DurationStats &stats)
{
    m_histogram = std::move(histogram);
    m_stats = stats;
    m_current.reset();
    update();
}

void HistogramView::setCurrent(std::optional<int64_t> durationNs)
{
    m_current = durationNs;
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
    return tr("%1 instances from %2 to %3")
        .arg(formatCount(static_cast<int64_t>(m_histogram.counts[bin])),
             formatDuration(std::llround(m_histogram.edges[bin])),
             formatDuration(std::llround(m_histogram.edges[bin + 1])));
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
    if (bin != SIZE_MAX && m_histogram.counts[bin])
        emit binClicked(m_histogram.edges[bin], m_histogram.edges[bin + 1], bin + 1 == m_histogram.counts.size());
}

void HistogramView::paintLine(QPainter &painter, int64_t ns, const QString &name, int line) const
{
    const QRectF area = plot();
    const double x = xOf(double(ns));
    const int height = fontMetrics().height();
    painter.setPen(QPen(QColor(Palette::current().text), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, line * height + 4), QPointF(x, area.bottom()));
    const QString text = name + u' ' + formatDuration(ns);
    const int room = fontMetrics().horizontalAdvance(text);
    const double left = x + 4 + room <= width() ? x + 4 : x - 4 - room;
    painter.drawText(QPointF(std::max(0.0, left), line * height + fontMetrics().ascent() + 2), text);
}

void HistogramView::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    if (m_histogram.counts.empty())
        return;
    const QRectF area = plot();
    const auto most = double(*std::max_element(m_histogram.counts.begin(), m_histogram.counts.end()));
    for (size_t bin = 0; bin < m_histogram.counts.size(); ++bin) {
        const double left = xOf(m_histogram.edges[bin]), right = xOf(m_histogram.edges[bin + 1]);
        const double share = double(m_histogram.counts[bin]) / most;
        const double height = m_histogram.counts[bin] ? std::max(1.5, share * area.height()) : 0;
        const bool isLast = bin + 1 == m_histogram.counts.size();
        const bool isCurrent = m_current && double(*m_current) >= m_histogram.edges[bin] &&
                               (isLast || double(*m_current) < m_histogram.edges[bin + 1]);
        painter.fillRect(QRectF(left, area.bottom() - height, std::max(1.0, right - left - 1), height),
                         QColor(isCurrent ? palette.highlight : palette.stage("training")));
    }
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(QColor(palette.muted));
    const double base = area.bottom() + fontMetrics().ascent() + 2;
    painter.drawText(QPointF(area.left(), base), formatDuration(m_stats.minNs));
    const QString longest = formatDuration(m_stats.maxNs);
    painter.drawText(QPointF(area.right() - fontMetrics().horizontalAdvance(longest), base), longest);
    paintLine(painter, m_stats.p50Ns, QStringLiteral("p50"), 0);
    paintLine(painter, m_stats.p95Ns, QStringLiteral("p95"), 1);
}

} // namespace ws
