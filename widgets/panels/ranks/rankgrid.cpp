#include "widgets/panels/ranks/rankgrid.h"

#include "core/base/format.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QToolTip>

#include <algorithm>

namespace ws {
namespace {

QStringList withoutFolders(const QStringList &labels)
{
    QStringList names;
    for (const QString &label : labels)
        names << label.section(u'/', -1);
    return QSet<QString>(names.begin(), names.end()).size() == names.size() ? names : labels;
}

} // namespace

RankGrid::RankGrid(const QString &accessibleName, QWidget *parent) : QAbstractScrollArea(parent)
{
    viewport()->setAccessibleName(accessibleName);
    setAccessibleName(accessibleName);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&Theme::instance(), &Theme::changed, viewport(), QOverload<>::of(&QWidget::update));
    addTable();
}

/// A row a rank, a box a step.
void RankGrid::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return m_job ? int(m_job->ranks.size()) : 0; };
    source.boxCount = [this](int) { return m_job ? int(m_job->stepNames.size()) : 0; };
    source.cell = [this](int row, int column) {
        PaintedTable::Cell cell;
        if (column == 0) {
            cell.name = m_names[row];
            cell.box = rowRect(uint32_t(row)).toAlignedRect();
            return cell;
        }
        const Place place{uint32_t(row), uint32_t(column - 1)};
        cell.name = m_job->stepNames[column - 1];
        cell.value = textOf(place);
        cell.box = boxOf(place).toAlignedRect();
        cell.isSelected = m_current == place;
        cell.canPress = isThere(place);
        return cell;
    };
    source.press = [this](int row, int column) { setCurrent({uint32_t(row), uint32_t(std::max(column - 1, 0))}); };
    source.current = [this] {
        return m_current ? PaintedTable::Position{int(m_current->rank), int(m_current->step) + 1}
                         : PaintedTable::Position();
    };
    m_table = new PaintedTable(viewport(), std::move(source));
}

void RankGrid::setJob(std::shared_ptr<const RankJob> job)
{
    m_job = std::move(job);
    m_current.reset();
    m_namesWidth = 0;
    m_names = m_job ? withoutFolders(m_job->labels) : QStringList();
    for (const QString &name : m_names)
        m_namesWidth = std::max(m_namesWidth, fontMetrics().horizontalAdvance(name));
    fitScrollBar();
    jobChanged();
    m_table->change();
    viewport()->update();
}

bool RankGrid::isThere(Place place) const
{
    return m_job && place.rank < m_job->ranks.size() && int(place.step) < m_job->stepNames.size() &&
           m_job->step(place.rank, place.step).step != UINT32_MAX;
}

void RankGrid::setCurrent(Place place)
{
    if (!m_job || place.rank >= m_job->ranks.size() || int(place.step) >= m_job->stepNames.size())
        return;
    m_current = place;
    const int row = int(place.rank) * rowHeight(), room = viewport()->height() - headerHeight;
    if (row < verticalScrollBar()->value())
        verticalScrollBar()->setValue(row);
    else if (row + rowHeight() > verticalScrollBar()->value() + room)
        verticalScrollBar()->setValue(row + rowHeight() - room);
    viewport()->update();
    m_table->tellCurrent();
    emit currentChanged(place);
}

QString RankGrid::textOf(Place place) const
{
    if (!m_job)
        return {};
    const QString name = m_job->labels[place.rank] + QStringLiteral(" · ") + m_job->stepNames[int(place.step)];
    if (!isThere(place))
        return name + u'\n' + tr("not in its recording");
    const RankStep &step = m_job->step(place.rank, place.step);
    const auto line = [&](const QString &what, int64_t ns) {
        const QString share = step.lengthNs > 0
                                  ? QStringLiteral(" (%1)").arg(formatPercent(double(ns) / double(step.lengthNs)))
                                  : QString();
        return u'\n' + what + u' ' + formatRounded(ns) + share;
    };
    return name + u'\n' + tr("Step") + u' ' + formatRounded(step.lengthNs) + line(tr("computes"), step.computeNs) +
           (step.tells(&RankStep::waitNs) ? line(tr("waits"), step.waitNs) : QString()) +
           (step.tells(&RankStep::transferNs) ? line(tr("transfers"), step.transferNs) : QString()) +
           (step.isSplit() ? QString() : line(tr("waits or transfers"), step.unsplitNs())) +
           line(tr("copies"), step.copyNs) + line(tr("idle"), step.idleNs);
}

int RankGrid::heightOf(int row) const
{
    return headerHeight + (m_job ? int(m_job->ranks.size()) * row : 0);
}

int RankGrid::rowHeight() const
{
    if (!m_job || m_job->ranks.empty())
        return minRow;
    return std::clamp((viewport()->height() - headerHeight) / int(m_job->ranks.size()), minRow, maxRow);
}

QRectF RankGrid::plot() const
{
    const int names = std::min(m_namesWidth + 16, viewport()->width() / 3);
    return {double(names), double(headerHeight), std::max(1.0, double(viewport()->width() - names - 8)),
            double(viewport()->height() - headerHeight)};
}

QRectF RankGrid::rowRect(uint32_t rank) const
{
    const QRectF area = plot();
    return {area.left(), area.top() + int(rank) * rowHeight() - verticalScrollBar()->value(), area.width(),
            double(rowHeight())};
}

std::optional<uint32_t> RankGrid::rankAt(double y) const
{
    const double row = (y - headerHeight + verticalScrollBar()->value()) / rowHeight();
    if (!m_job || y < headerHeight || row < 0 || row >= double(m_job->ranks.size()))
        return std::nullopt;
    return uint32_t(row);
}

void RankGrid::fitScrollBar()
{
    const int room = viewport()->height() - headerHeight;
    const int all = m_job ? int(m_job->ranks.size()) * rowHeight() : 0;
    verticalScrollBar()->setRange(0, std::max(0, all - room));
    verticalScrollBar()->setPageStep(std::max(1, room));
    verticalScrollBar()->setSingleStep(rowHeight());
}

void RankGrid::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBar();
    m_table->change();
}

bool RankGrid::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString tip = tipAt(help->pos());
    QToolTip::showText(help->globalPos(), tip.isEmpty() ? tip : plainToolTip(tip), viewport());
    return true;
}

QString RankGrid::tipAt(QPointF at) const
{
    const auto place = placeAt(at);
    return place ? textOf(*place) : QString();
}

void RankGrid::paintNames(QPainter &painter) const
{
    const Palette &palette = Palette::current();
    const int line = fontMetrics().height();
    const int every = std::max(1, (line + rowHeight() - 1) / rowHeight()); // rows lower than a line: some names only
    for (uint32_t rank = 0; rank < m_job->ranks.size(); rank += uint32_t(every)) {
        const QRectF row = rowRect(rank);
        if (row.bottom() < headerHeight || row.top() > viewport()->height())
            continue;
        const bool isCurrent = m_current && m_current->rank == rank;
        painter.setPen(QColor(isCurrent ? palette.text : palette.muted));
        const QRectF place(8, row.top(), row.left() - 14, std::max<double>(row.height(), line));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         elidedOnce(m_names[int(rank)], fontMetrics(), place.width()));
    }
}

void RankGrid::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), QColor(palette.base));
    if (!m_job || m_job->ranks.empty())
        return;
    painter.save();
    painter.setClipRect(QRectF(0, headerHeight, viewport()->width(), viewport()->height() - headerHeight));
    paintNames(painter);
    painter.restore();
    paintPlot(painter);
    if (!m_current)
        return;
    painter.setClipRect(QRectF(0, headerHeight, viewport()->width(), viewport()->height() - headerHeight));
    painter.setPen(QPen(QColor(palette.highlight), hasFocus() ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(boxOf(*m_current).adjusted(0.5, 0.5, -0.5, -0.5));
}

void RankGrid::step(int ranks, int steps)
{
    if (!m_job || m_job->ranks.empty() || m_job->stepNames.isEmpty())
        return;
    const Place from = m_current.value_or(Place{});
    const int rank = std::clamp(int(from.rank) + (m_current ? ranks : 0), 0, int(m_job->ranks.size()) - 1);
    const int step = std::clamp(int(from.step) + (m_current ? steps : 0), 0, int(m_job->stepNames.size()) - 1);
    setCurrent({uint32_t(rank), uint32_t(step)});
}

void RankGrid::keyPressEvent(QKeyEvent *event)
{
    constexpr int all = 1 << 24;
    switch (event->key()) {
    case Qt::Key_Up:
        return step(-1, 0);
    case Qt::Key_Down:
        return step(1, 0);
    case Qt::Key_Left:
        return step(0, -1);
    case Qt::Key_Right:
        return step(0, 1);
    case Qt::Key_Home:
        return step(0, -all);
    case Qt::Key_End:
        return step(0, all);
    case Qt::Key_PageUp:
        return step(-10, 0);
    case Qt::Key_PageDown:
        return step(10, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current)
            emit activated(*m_current);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void RankGrid::mousePressEvent(QMouseEvent *event)
{
    const auto place = event->button() == Qt::LeftButton ? placeAt(event->position()) : std::nullopt;
    if (place)
        setCurrent(*place);
}

void RankGrid::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto place = event->button() == Qt::LeftButton ? placeAt(event->position()) : std::nullopt;
    if (place)
        emit activated(*place);
}

/// Of the rank under the mouse, its name included; of the current one by the keyboard.
void RankGrid::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const std::optional<uint32_t> rank = isMouse     ? rankAt(event->pos().y())
                                         : m_current ? std::optional(m_current->rank)
                                                     : std::nullopt;
    if (!rank)
        return;
    if (const auto place = isMouse ? placeAt(event->pos()) : std::nullopt)
        setCurrent(*place);
    const QPoint below = viewport()->mapToGlobal(rowRect(*rank).bottomLeft().toPoint());
    emit menuWanted(*rank, isMouse ? event->globalPos() : below);
}

} // namespace ws
