#include "widgets/toolkit/barlist.h"

#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ws {
namespace {
constexpr int space = 10;     ///< px between name, bar and value
constexpr int barHeight = 12; ///< px
constexpr int minBars = 60;   ///< px
} // namespace

BarList::BarList(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMouseTracking(true);
    addTable();
}

void BarList::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return static_cast<int>(m_bars.size()); };
    source.boxCount = [](int) { return 1; };
    source.cell = [this](int row, int column) {
        const Bar &bar = m_bars[row];
        PaintedTable::Cell cell{.name = column == 0 ? bar.name : bar.value,
                                .value = column == 0 ? QString() : bar.value};
        cell.description = bar.toolTip;
        cell.box = QRect(0, row * rowHeight(), width(), rowHeight());
        cell.isSelected = column == 1 && row == m_current;
        cell.canPress = column == 1 && bar.leads;
        return cell;
    };
    source.press = [this](int row, int) { emit activated(row); };
    source.current = [this] { return PaintedTable::Position{m_current, 1}; };
    source.positionAt = [this](QPoint at) { return PaintedTable::Position{rowAt(at.y()), 1}; };
    m_table = new PaintedTable(this, std::move(source));
}

void BarList::setBars(QList<Bar> bars)
{
    m_bars = std::move(bars);
    m_current = m_hovered = -1;
    QStringList texts;
    for (const Bar &bar : m_bars)
        texts << bar.name + u' ' + bar.value;
    setAccessibleDescription(texts.join(u'\n'));
    const bool leads = std::any_of(m_bars.begin(), m_bars.end(), [](const Bar &bar) { return bar.leads; });
    setFocusPolicy(leads ? Qt::TabFocus : Qt::NoFocus);
    m_table->change();
    updateGeometry();
    update();
}

void BarList::setNameWidth(int width)
{
    m_nameWidth = width;
    update();
}

int BarList::rowHeight() const
{
    return std::max(barHeight, fontMetrics().height()) + 6;
}

QSize BarList::sizeHint() const
{
    return {320, static_cast<int>(m_bars.size()) * rowHeight()};
}

QSize BarList::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

int BarList::rowAt(double y) const
{
    const int row = y < 0 ? -1 : static_cast<int>(y) / rowHeight();
    return row < m_bars.size() ? row : -1;
}

int BarList::valueWidth() const
{
    int widest = 0;
    for (const Bar &bar : m_bars)
        widest = std::max(widest, fontMetrics().horizontalAdvance(bar.value));
    return widest;
}

int BarList::nameWidth() const
{
    int widest = 0;
    for (const Bar &bar : m_bars)
        widest = std::max(widest, fontMetrics().horizontalAdvance(bar.name));
    return widest + 2;
}

int BarList::nameWidthIn(int width) const
{
    const int room = width - valueWidth() - 2 * space - minBars;
    return std::max(0, std::min({std::max(m_nameWidth, nameWidth()), width / 2, room}));
}

void BarList::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    const int height = rowHeight();
    for (const int row : {m_hovered, m_current})
        if (row >= 0 && row < m_bars.size() && m_bars[row].leads)
            painter.fillRect(0, row * height, width(), height, QColor(palette.alternate));
    paintBars(painter, width());
    if (m_current >= 0) {
        painter.setPen(QPen(QColor(palette.highlight), 1));
        painter.drawRect(QRect(0, m_current * height, width() - 1, height - 1));
    }
}

void BarList::paintBars(QPainter &painter, int width) const
{
    const Palette &palette = Palette::current();
    const int names = nameWidthIn(width), values = valueWidth(), height = rowHeight();
    const int left = names + space, bars = std::max(1, width - values - space - left);
    for (int row = 0; row < m_bars.size(); ++row) {
        const Bar &bar = m_bars[row];
        const int y = row * height;
        painter.setPen(QColor(bar.muted ? palette.muted : palette.text));
        painter.drawText(QRect(0, y, names, height), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         elidedOnce(bar.name, fontMetrics(), names));
        painter.drawText(QRect(width - values, y, values, height), Qt::AlignVCenter | Qt::AlignRight, bar.value);
        const int top = y + (height - barHeight) / 2;
        painter.fillRect(left, top, bars, barHeight, QColor(palette.window));
        const double x0 = std::clamp(std::min(bar.from, bar.to), 0.0, 1.0);
        const double x1 = std::clamp(std::max(bar.from, bar.to), 0.0, 1.0);
        painter.fillRect(QRectF(left + x0 * bars, top, std::max(1.0, (x1 - x0) * bars), barHeight), QColor(bar.colour));
    }
}

bool BarList::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int row = rowAt(help->pos().y());
        const Bar bar = row < 0 ? Bar() : m_bars[row];
        const QString text = bar.toolTip.isEmpty() ? bar.name : bar.toolTip;
        QToolTip::showText(help->globalPos(), plainToolTip(text), this);
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && m_current >= 0) { // the timeline has these keys, too
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Up || key == Qt::Key_Down) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void BarList::mouseMoveEvent(QMouseEvent *event)
{
    const int row = rowAt(event->position().y());
    setCursor(row >= 0 && m_bars[row].leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (row != std::exchange(m_hovered, row))
        update();
}

void BarList::mousePressEvent(QMouseEvent *event)
{
    const int row = event->button() == Qt::LeftButton ? rowAt(event->position().y()) : -1;
    if (row >= 0 && m_bars[row].leads)
        emit activated(row);
}

void BarList::leaveEvent(QEvent *)
{
    if (std::exchange(m_hovered, -1) >= 0)
        update();
}

void BarList::step(int by)
{
    for (int row = m_current + by; row >= 0 && row < m_bars.size(); row += by)
        if (m_bars[row].leads) {
            m_current = row;
            m_table->tellCurrent();
            update();
            return;
        }
}

void BarList::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return step(-1);
    case Qt::Key_Down:
        return step(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            emit activated(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void BarList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int row = byKey ? m_current : rowAt(event->pos().y());
    if (row >= 0 && row < m_bars.size())
        emit menuRequested(row, byKey ? mapToGlobal(QPoint(space, (row + 1) * rowHeight())) : event->globalPos());
}

void BarList::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    m_current = -1;
    step(1);
}

void BarList::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_current = -1;
    update();
}

} // namespace ws
