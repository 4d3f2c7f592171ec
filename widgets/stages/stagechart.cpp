#include "widgets/stages/stagechart.h"

#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

namespace ws {

StageChart::StageChart(QWidget *parent) : QGraphicsView(parent), m_scene(new ChartScene(this))
{
    setScene(m_scene);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setMinimumSize(240, 120);
    setFocusPolicy(Qt::NoFocus); // the table beside it does the same by keys
    setAccessibleName(tr("Stage chart"));
    setAccessibleDescription(tr("The same numbers stand in the table beside it."));
}

void StageChart::setData(ChartData data)
{
    m_hover.reset();
    setBackgroundBrush(QColor(Palette(data.dark).base));
    m_scene->setData(std::move(data), viewport()->size(), font());
}

void StageChart::resizeEvent(QResizeEvent *event)
{
    QGraphicsView::resizeEvent(event);
    m_scene->resize(viewport()->size());
}

std::optional<ChartHit> StageChart::hitAt(const QPoint &at) const
{
    return chartHit(m_scene->layout(), m_scene->data(), mapToScene(at));
}

void StageChart::mouseMoveEvent(QMouseEvent *event)
{
    const auto hit = hitAt(event->position().toPoint());
    if (hit == m_hover)
        return;
    m_hover = hit;
    m_scene->mark(hit);
    viewport()->setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit && hit->bar)
        QToolTip::showText(event->globalPosition().toPoint(), m_scene->data().describe(hit->segment, *hit->bar), this);
    else if (hit)
        QToolTip::showText(event->globalPosition().toPoint(),
                           tr("%1: click to hide or show").arg(m_scene->data().segments[hit->segment].label), this);
    else
        QToolTip::hideText();
}

void StageChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto hit = hitAt(event->position().toPoint());
    if (!hit)
        emit backgroundClicked();
    else if (hit->bar)
        emit clicked(hit->segment, *hit->bar);
    else
        emit legendClicked(hit->segment);
}

void StageChart::mouseReleaseEvent(QMouseEvent *event)
{
    event->accept();
}

void StageChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto hit = hitAt(event->position().toPoint());
    if (hit && hit->bar)
        emit doubleClicked(hit->segment);
    else if (hit)
        emit legendClicked(hit->segment);
}

void StageChart::leaveEvent(QEvent *event)
{
    m_hover.reset();
    m_scene->mark({});
    QGraphicsView::leaveEvent(event);
}

void StageChart::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the scene always fits; the panel may want to scroll
}

} // namespace ws
