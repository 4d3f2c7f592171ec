#include "widgets/stages/stagechart.h"

#include "core/base/format.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/plaintext.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
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
    setFocusPolicy(Qt::NoFocus); // the table next to it offers the same by keyboard
    setAccessibleName(tr("Stage chart"));
    setAccessibleDescription(tr("The table next to it has the same numbers."));
    addTable();
}

/// A row for each bar, its segments from the bottom up.
void StageChart::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return static_cast<int>(data().bars.size()); };
    source.boxCount = [this](int) { return static_cast<int>(data().segments.size()); };
    source.cell = [this](int row, int column) {
        const auto bar = static_cast<size_t>(row);
        PaintedTable::Cell cell;
        QRectF box;
        if (column == 0) {
            cell.name = data().bars[bar].label;
            cell.value = data().text(data().total(bar));
            cell.description = data().axis;
            box = m_scene->layout().bar(data(), bar);
        } else {
            const size_t segment = static_cast<size_t>(column) - 1;
            cell.name = data().segments[segment].label;
            cell.value = data().text(data().height(segment, bar));
            cell.description = data().describe(segment, bar);
            cell.canPress = true;
            box = m_scene->layout().segment(data(), segment, bar);
        }
        cell.box = mapFromScene(box).boundingRect() & viewport()->rect();
        return cell;
    };
    source.press = [this](int row, int column) {
        if (column > 0)
            emit clicked(static_cast<size_t>(column) - 1, static_cast<size_t>(row));
    };
    m_table = new PaintedTable(this, std::move(source));
}

void StageChart::setData(ChartData data)
{
    m_hover.reset();
    m_hoverBar.reset();
    setBackgroundBrush(QColor(Palette(data.dark).base));
    m_scene->setData(std::move(data), viewport()->size(), font());
    m_table->change();
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

std::optional<BarHit> StageChart::barAt(const QPoint &at) const
{
    return barHit(m_scene->layout(), m_scene->data(), mapToScene(at));
}

QString StageChart::tipAt(const QPoint &at) const
{
    const ChartData &data = m_scene->data();
    if (const auto hit = hitAt(at))
        return hit->bar ? data.describe(hit->segment, *hit->bar)
                        : tr("%1: click to hide or show").arg(data.segments[hit->segment].label);
    const auto named = barAt(at);
    if (!named || !named->isName)
        return {};
    const ChartBar &bar = data.bars[named->bar];
    QString tip = bar.label + u'\n' + formatDuration(bar.wholeNs);
    if (!bar.note.isEmpty())
        tip += u'\n' + bar.note;
    if (bar.step != noStep)
        tip += u'\n' + tr("Double-click: show in the timeline");
    else if (!bar.phase.empty())
        tip += u'\n' + tr("Double-click: show its steps in the timeline, one after the other");
    return tip;
}

void StageChart::showTip(const QPoint &at)
{
    if (const QString tip = tipAt(at); !tip.isEmpty())
        QToolTip::showText(viewport()->mapToGlobal(at), plainToolTip(tip), this);
    else
        QToolTip::hideText();
}

/// The scene would answer for its items, which have none, and hide the tool tip again.
bool StageChart::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QGraphicsView::viewportEvent(event);
    showTip(static_cast<QHelpEvent *>(event)->pos());
    return true;
}

void StageChart::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    const auto hit = hitAt(at);
    const auto bar = barAt(at);
    if (hit == m_hover && bar == m_hoverBar)
        return;
    m_hover = hit;
    m_hoverBar = bar;
    m_scene->mark(hit);
    const bool isLink = bar && bar->isName && m_scene->data().bars[bar->bar].isInTimeline();
    viewport()->setCursor(hit || isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
    showTip(at);
}

/// With Ctrl, the first click of a double-click on a bar must not select a segment.
void StageChart::mousePressEvent(QMouseEvent *event)
{
    emit pressed();
    if (event->button() != Qt::LeftButton)
        return;
    const auto hit = hitAt(event->position().toPoint());
    const auto bar = barAt(event->position().toPoint());
    if (bar && (bar->isName || event->modifiers() & Qt::ControlModifier))
        return;
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
    if (event->button() != Qt::LeftButton)
        return;
    const auto hit = hitAt(event->position().toPoint());
    const auto bar = barAt(event->position().toPoint());
    if (bar && (bar->isName || event->modifiers() & Qt::ControlModifier))
        emit barActivated(bar->bar);
    else if (hit && hit->bar)
        emit doubleClicked(hit->segment);
    else if (hit)
        emit legendClicked(hit->segment);
}

void StageChart::contextMenuEvent(QContextMenuEvent *event)
{
    const auto hit = hitAt(event->pos());
    const auto bar = barAt(event->pos());
    QToolTip::hideText();
    emit menuRequested(hit ? std::optional(hit->segment) : std::nullopt, bar ? std::optional(bar->bar) : std::nullopt,
                       event->globalPos());
}

void StageChart::leaveEvent(QEvent *event)
{
    m_hover.reset();
    m_hoverBar.reset();
    m_scene->mark({});
    QGraphicsView::leaveEvent(event);
}

void StageChart::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the scene always fits; the panel may want to scroll
}

} // namespace ws
