#include "widgets/panels/series/curveview.h"

#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"

#include <QPainter>

#include <algorithm>

namespace ws {

CurveView::CurveView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("The row over the runs"));
    addTable();
}

/// A row for each run.
void CurveView::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return static_cast<int>(m_curve.labels.size()); };
    source.boxCount = [](int) { return 1; };
    source.cell = [this](int row, int column) {
        PaintedTable::Cell cell;
        cell.name = column == 0 ? m_curve.labels[row] : m_curve.texts.value(row);
        cell.value = column == 0 ? QString() : cell.name;
        if (const auto point = pointOf(static_cast<size_t>(row)); point && column == 1)
            cell.box = QRect(point->toPoint() - QPoint(4, 4), QSize(8, 8));
        return cell;
    };
    m_table = new PaintedTable(this, std::move(source));
}

void CurveView::setCurve(Curve curve)
{
    m_curve = std::move(curve);
    QStringList lines{m_curve.title};
    for (qsizetype i = 0; i < m_curve.labels.size(); ++i)
        lines << m_curve.labels[i] + u' ' + m_curve.texts.value(i);
    setAccessibleDescription(lines.join(u'\n'));
    m_table->change();
    update();
}

QRectF CurveView::plot() const
{
    const int line = fontMetrics().height();
    return QRectF(12, 2.5 * line + 8, std::max(1, width() - 24), std::max(1.0, height() - 4.0 * line - 12));
}

std::optional<QPointF> CurveView::pointOf(size_t run) const
{
    if (run >= m_curve.values.size() || !m_curve.values[run])
        return {};
    double largest = 0;
    for (const std::optional<double> &value : m_curve.values)
        largest = std::max(largest, value.value_or(0));
    const QRectF area = plot();
    const double column = area.width() / double(m_curve.values.size());
    const double part = largest > 0 ? *m_curve.values[run] / largest : 0;
    return QPointF(area.left() + column * (double(run) + 0.5), area.bottom() - part * area.height());
}

void CurveView::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), QColor(palette.base));
    if (m_curve.values.empty())
        return;
    const QRectF area = plot();
    const int line = fontMetrics().height();
    painter.setPen(QColor(palette.text));
    painter.drawText(QRectF(area.left(), 2, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     elidedOnce(m_curve.title, fontMetrics(), area.width()));
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (const auto base = pointOf(m_curve.baseline)) {
        painter.setPen(QPen(QColor(palette.muted), 1, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), base->y()), QPointF(area.right(), base->y()));
    }
    const double column = area.width() / double(m_curve.values.size());
    std::optional<QPointF> before;
    for (size_t run = 0; run < m_curve.values.size(); ++run) {
        const auto point = pointOf(run);
        painter.setPen(QPen(QColor(palette.highlight), 2));
        if (before && point)
            painter.drawLine(*before, *point);
        before = point;
    }
    for (size_t run = 0; run < m_curve.values.size(); ++run) {
        const QRectF below(area.left() + column * double(run) + 2, area.bottom() + 4, column - 4, line);
        painter.setPen(QColor(run == m_curve.baseline ? palette.text : palette.muted));
        painter.drawText(below, Qt::AlignCenter,
                         elidedOnce(m_curve.labels.value(qsizetype(run)), fontMetrics(), below.width()));
        const auto point = pointOf(run);
        if (!point)
            continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(run == m_curve.baseline ? palette.text : palette.highlight));
        painter.drawEllipse(*point, 3.5, 3.5);
        const QString text = m_curve.texts.value(qsizetype(run));
        painter.setPen(QColor(palette.text));
        if (fontMetrics().horizontalAdvance(text) < column)
            painter.drawText(QRectF(point->x() - column / 2, point->y() - line - 6, column, line), Qt::AlignCenter,
                             text);
    }
}

} // namespace ws
