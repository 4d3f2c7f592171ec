#include "widgets/panels/code/icicleview.h"

#include "core/analysis/stacks/ownframe.h"
#include "core/base/format.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "widgets/panels/code/fittingframe.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ws {
namespace {

constexpr double narrowest = 1.5; ///< px; narrower boxes are left out, their share stays empty
constexpr size_t longestName = 400;

QString nameOf(std::string_view frame)
{
    return toText(withoutAddress(frame.substr(0, longestName)));
}

/// Own code stands out; other frames by their file, so that neighbours differ.
QRgb colourOf(std::string_view frame, const OwnFrames &own)
{
    const Palette &palette = Palette::current();
    if (own.contains(frame))
        return palette.stage("attention");
    const size_t hash = std::hash<std::string_view>()(frameFile(frame).empty() ? frame : frameFile(frame));
    return Palette::mix(palette.muted, palette.base, 70 + static_cast<int>(hash % 5) * 14);
}

} // namespace

IcicleView::IcicleView(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("GPU time by call stack"));
    setFocusPolicy(Qt::StrongFocus);
    addTable();
}

size_t IcicleView::boxOf(int row, int column) const
{
    for (size_t i = 0; i < m_boxes.size(); ++i)
        if (m_boxes[i].row == row && --column == 0)
            return i;
    return 0;
}

/// A row for each depth.
void IcicleView::addTable()
{
    PaintedTable::Source source;
    source.rowCount = [this] { return m_rows; };
    source.boxCount = [this](int row) { return static_cast<int>(std::ranges::count(m_boxes, row, &Box::row)); };
    source.cell = [this](int row, int column) {
        PaintedTable::Cell cell;
        const int top = (row - m_scroll) * rowHeight();
        if (column == 0) {
            cell.name = tr("depth %1").arg(row);
            cell.box = QRect(0, top, width(), rowHeight()) & rect();
            return cell;
        }
        const Box &box = m_boxes[boxOf(row, column)];
        const QStringList lines = textOf(box).split(u'\n');
        const bool isWhole = box.node == noStackNode;
        cell.name = isWhole ? lines.value(0) : nameOf(m_stacks->nodes[box.node].frame);
        cell.value = formatDuration(totalOf(box.node));
        cell.description = lines.join(u'\n');
        cell.box = QRectF(box.left, top, box.right - box.left, rowHeight()).toAlignedRect() & rect();
        cell.isSelected = box.node == m_current;
        cell.canPress = true;
        return cell;
    };
    source.press = [this](int row, int column) {
        const uint32_t node = column > 0 ? m_boxes[boxOf(row, column)].node : m_current;
        zoomTo(node);
        emit frameClicked(node);
    };
    source.current = [this] {
        if (m_boxes.empty())
            return PaintedTable::Position();
        const Box &box = m_boxes[currentBox()];
        int column = 0;
        for (size_t i = 0; i <= currentBox(); ++i)
            column += m_boxes[i].row == box.row;
        return PaintedTable::Position{box.row, column};
    };
    m_table = new PaintedTable(this, std::move(source));
}

void IcicleView::setStacks(RunPtr run, std::shared_ptr<const StackPicture> picture)
{
    m_run = std::move(run);
    m_picture = std::move(picture);
    m_stacks = m_picture ? m_picture->stacks : nullptr;
    m_root = m_current = noStackNode;
    m_marked.clear();
    m_scroll = 0;
    layOut();
    emit zoomed();
}

void IcicleView::setMarked(std::string_view frame)
{
    m_marked = frame;
    update();
}

int64_t IcicleView::totalOf(uint32_t node) const
{
    return m_picture->sumOf(node).gpuNs;
}

int IcicleView::rowHeight() const
{
    return fontMetrics().height() + 4;
}

void IcicleView::layOut()
{
    m_boxes.clear();
    m_rows = 0;
    if (m_stacks && totalOf(m_root) > 0) {
        m_boxes.push_back({m_root, m_root, 0, 0, double(width()), 0});
        addBelow(0);
    }
    for (const Box &box : m_boxes)
        m_rows = std::max(m_rows, box.row + 1);
    m_scroll = std::clamp(m_scroll, 0, std::max(0, m_rows - 1));
    if (std::ranges::find(m_boxes, m_current, &Box::node) == m_boxes.end())
        m_current = m_root;
    m_table->change();
    update();
}

/// The boxes are as many as fit the width, whatever the size of the tree.
void IcicleView::addBelow(size_t top)
{
    std::vector<size_t> open{top};
    while (!open.empty()) {
        const size_t above = open.back();
        open.pop_back();
        const Box at = m_boxes[above];
        const auto whole = static_cast<double>(totalOf(at.node));
        double x = at.left;
        for (const uint32_t child : m_picture->childrenOf(at.node)) {
            const double end = x + (at.right - at.left) * static_cast<double>(totalOf(child)) / whole;
            if (end - x < narrowest)
                break;             // the others are narrower still
            uint32_t last = child; // the end of a chain that only passes on
            for (auto next = m_picture->childrenOf(last);
                 m_stacks->nodes[last].self.gpuNs == 0 && next.size() == 1 && totalOf(next[0]) == totalOf(last);
                 next = m_picture->childrenOf(last))
                last = next[0];
            open.push_back(m_boxes.size());
            m_boxes.push_back({last, child, at.row + 1, x, end, above});
            x = end;
        }
    }
}

void IcicleView::zoomTo(uint32_t node)
{
    if (!m_stacks || (node != noStackNode && node >= m_stacks->nodes.size()))
        return;
    m_root = node;
    m_scroll = 0;
    layOut();
    setCurrent(node);
    emit zoomed();
}

const IcicleView::Box *IcicleView::boxAt(QPointF point) const
{
    const int row = static_cast<int>(point.y()) / rowHeight() + m_scroll;
    for (const Box &box : m_boxes)
        if (box.row == row && point.x() >= box.left && point.x() < box.right)
            return &box;
    return nullptr;
}

uint32_t IcicleView::nodeAt(QPointF point) const
{
    const Box *box = boxAt(point);
    return box ? box->node : noStackNode;
}

/// The frames of a chain, and the numbers of its last one.
QString IcicleView::textOf(const Box &box) const
{
    const StackSum &sum = m_picture->sumOf(box.node);
    QStringList lines;
    for (uint32_t node = box.node; node != noStackNode && lines.size() < 30; node = m_stacks->nodes[node].parent) {
        lines.prepend(nameOf(m_stacks->nodes[node].frame));
        if (node == box.firstNode)
            break;
    }
    if (box.node == noStackNode)
        lines << tr("All GPU work");
    const auto all = static_cast<double>(std::max<int64_t>(1, m_stacks->all.gpuNs));
    lines << tr("%1 of GPU time (%2 of all), activities: %3")
                 .arg(formatDuration(sum.gpuNs), formatPercent(static_cast<double>(sum.gpuNs) / all),
                      formatCount(static_cast<int64_t>(sum.activities)));
    if (box.node != noStackNode)
        lines << tr("%1 of it launched by this frame itself").arg(formatDuration(m_stacks->nodes[box.node].self.gpuNs));
    return lines.join(u'\n');
}

/// Also in the middle of a chain.
bool IcicleView::isMarked(const Box &box) const
{
    for (uint32_t node = box.node; node != noStackNode; node = m_stacks->nodes[node].parent) {
        if (m_stacks->nodes[node].frame == m_marked)
            return true;
        if (node == box.firstNode)
            break;
    }
    return false;
}

void IcicleView::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    const int height = rowHeight();
    for (const Box &box : m_boxes) {
        const int y = (box.row - m_scroll) * height;
        if (y < 0 || y >= this->height())
            continue;
        const bool isWhole = box.node == noStackNode;
        const QRgb colour = isWhole ? Palette::mix(palette.muted, palette.base, 60)
                                    : colourOf(m_stacks->nodes[box.node].frame, m_stacks->ownFrames);
        const QRectF area(box.left, y, std::max(1.0, box.right - box.left - 1), height - 1);
        painter.fillRect(area, QColor(colour));
        if (!m_marked.empty() && isMarked(box)) {
            painter.setPen(QPen(QColor(palette.text), 2));
            painter.drawRect(area.adjusted(1, 1, -1, -1));
        }
        if (hasFocus() && box.node == m_current) {
            painter.setPen(QPen(QColor(palette.text), 2));
            painter.drawRect(area.adjusted(1, 1, -1, -1));
        }
        const int room = static_cast<int>(area.width()) - 8;
        if (room < fontMetrics().averageCharWidth() * 2)
            continue;
        const QString name = isWhole ? tr("All GPU work, %1").arg(formatRounded(m_stacks->all.gpuNs))
                                     : nameOf(m_stacks->nodes[box.node].frame);
        painter.setPen(QColor(Palette::textOn(colour)));
        painter.drawText(area.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         fittingFrame(name, fontMetrics(), room));
    }
}

bool IcicleView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const Box *box = boxAt(help->pos());
    QToolTip::showText(help->globalPos(), box ? plainToolTip(textOf(*box)) : QString(), this);
    return true;
}

void IcicleView::resizeEvent(QResizeEvent *)
{
    layOut();
}

void IcicleView::mousePressEvent(QMouseEvent *event)
{
    const Box *box = event->button() == Qt::LeftButton ? boxAt(event->position()) : nullptr;
    if (!box)
        return;
    const uint32_t node = box->node;
    if (box->row == 0) // the top: one frame outwards
        return zoomTo(node == noStackNode ? noStackNode : m_stacks->nodes[box->firstNode].parent);
    zoomTo(node);
    emit frameClicked(node);
}

size_t IcicleView::currentBox() const
{
    const auto found = std::ranges::find(m_boxes, m_current, &Box::node);
    return found == m_boxes.end() ? 0 : static_cast<size_t>(found - m_boxes.begin());
}

/// Screen readers read the description.
void IcicleView::setCurrent(uint32_t node)
{
    m_current = node;
    if (m_boxes.empty())
        return setAccessibleDescription({});
    const Box &box = m_boxes[currentBox()];
    const int fitting = std::max(1, height() / rowHeight());
    m_scroll = std::clamp(m_scroll, std::max(0, box.row - fitting + 1), box.row);
    setAccessibleDescription(textOf(box)); // tells screen readers by itself
    m_table->tellCurrent();
    update();
}

/// Up and down between a frame and the largest one that it called, left and right within a row.
bool IcicleView::walk(int key)
{
    const size_t at = currentBox();
    const Box &box = m_boxes[at];
    const Box *best = nullptr;
    if (key == Qt::Key_Up)
        best = &m_boxes[box.parent];
    for (const Box &other : m_boxes) {
        const bool isBelow = key == Qt::Key_Down && other.row == box.row + 1 && other.parent == at;
        const bool isLeft = key == Qt::Key_Left && other.row == box.row && other.left < box.left;
        const bool isRight = key == Qt::Key_Right && other.row == box.row && other.left > box.left;
        if ((isBelow || isRight) && (!best || other.left < best->left))
            best = &other;
        if (isLeft && (!best || other.left > best->left))
            best = &other;
    }
    if (best)
        setCurrent(best->node);
    return best != nullptr;
}

void IcicleView::wheelEvent(QWheelEvent *event)
{
    const int rows = event->angleDelta().y() > 0 ? -3 : 3;
    const int fitting = std::max(1, height() / rowHeight());
    m_scroll = std::clamp(m_scroll + rows, 0, std::max(0, m_rows - fitting));
    update();
}

void IcicleView::keyPressEvent(QKeyEvent *event)
{
    if (m_boxes.empty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        walk(event->key());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const uint32_t node = m_current;
        zoomTo(node);
        emit frameClicked(node);
        return;
    }
    case Qt::Key_Escape:
        if (m_root != noStackNode)
            return zoomTo(noStackNode);
        break;
    case Qt::Key_Backspace:
        if (m_root != noStackNode)
            return zoomTo(m_stacks->nodes[m_boxes.front().firstNode].parent);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void IcicleView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    setCurrent(m_current);
}

void IcicleView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace ws
