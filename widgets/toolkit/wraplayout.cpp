#include "widgets/toolkit/wraplayout.h"

#include <QToolButton>

#include <algorithm>

namespace ws {
namespace {

/// What it gets at least. One that grows with the room may be narrower than it would like, one that ignores its hint as
/// narrow as it can.
int widthOf(QLayoutItem *item, int stretch)
{
    constexpr int readable = 140;
    const int min = item->minimumSize().width(), wanted = std::max(item->sizeHint().width(), min);
    if (item->spacerItem() ||
        (item->widget() && item->widget()->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored))
        return min;
    return stretch > 0 ? std::max(min, std::min(wanted, readable)) : std::min(wanted, item->maximumSize().width());
}

} // namespace

WrapLayout::WrapLayout(QWidget *parent) : QLayout(parent) {}

WrapLayout::~WrapLayout()
{
    while (QLayoutItem *item = takeAt(0))
        delete item;
}

void WrapLayout::insertWidget(int index, QWidget *widget, int stretch)
{
    addChildWidget(widget);
    m_entries.insert(m_entries.begin() + std::clamp(index, 0, count()), {new QWidgetItem(widget), stretch});
    invalidate();
}

void WrapLayout::addStretch(int stretch)
{
    m_entries.push_back({new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum), stretch});
    invalidate();
}

void WrapLayout::addItem(QLayoutItem *item)
{
    m_entries.push_back({item, 0});
    invalidate();
}

QLayoutItem *WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_entries[static_cast<size_t>(index)].item : nullptr;
}

QLayoutItem *WrapLayout::takeAt(int index)
{
    QLayoutItem *item = itemAt(index);
    if (item)
        m_entries.erase(m_entries.begin() + index);
    return item;
}

/// Of the button behind a field, such as that for regular expressions: it goes to the next line with the field.
int WrapLayout::widthOfButtonBehind(size_t at) const
{
    const bool isField = m_entries[at].stretch > 0 && m_entries[at].item->widget();
    const QLayoutItem *next = isField && at + 1 < m_entries.size() ? m_entries[at + 1].item : nullptr;
    const bool isButton = next && qobject_cast<QToolButton *>(const_cast<QLayoutItem *>(next)->widget());
    return isButton && !next->isEmpty() ? spacing() + widthOf(m_entries[at + 1].item, 0) : 0;
}

std::vector<WrapLayout::Line> WrapLayout::lines(int width) const
{
    std::vector<Line> all(1);
    for (size_t at = 0; at < m_entries.size(); ++at) {
        const Entry &entry = m_entries[at];
        if (entry.item->isEmpty() && !entry.item->spacerItem())
            continue; // hidden
        const int own = widthOf(entry.item, entry.stretch);
        if (!all.back().entries.empty() && all.back().width + spacing() + own + widthOfButtonBehind(at) > width)
            all.emplace_back();
        Line &line = all.back();
        line.width += own + (line.entries.empty() ? 0 : spacing());
        line.height = std::max(line.height, entry.item->sizeHint().height());
        line.stretch += entry.stretch;
        line.entries.push_back(&entry);
    }
    return all;
}

int WrapLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom() - spacing();
    for (const Line &line : lines(width - margins.left() - margins.right()))
        height += line.height + spacing();
    return height;
}

QSize WrapLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    QSize size(margins.left() + margins.right(), 0);
    for (const Entry &entry : m_entries) {
        const QSize own = entry.item->isEmpty() ? QSize() : entry.item->sizeHint();
        size = {size.width() + std::max(0, own.width()) + spacing(), std::max(size.height(), own.height())};
    }
    return {size.width(), size.height() + margins.top() + margins.bottom()};
}

QSize WrapLayout::minimumSize() const
{
    const QMargins margins = contentsMargins();
    QSize size;
    for (const Entry &entry : m_entries)
        if (!entry.item->isEmpty())
            size = size.expandedTo({widthOf(entry.item, entry.stretch), entry.item->sizeHint().height()});
    return size.grownBy(margins);
}

void WrapLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect room = rect.marginsRemoved(contentsMargins());
    int y = room.top();
    for (const Line &line : lines(room.width())) {
        place(line, {room.left(), y, room.width(), line.height});
        y += line.height + spacing();
    }
}

/// The room that is left goes to those with a stretch; what is more than the maximum of one goes to the others.
void WrapLayout::place(const Line &line, const QRect &rect) const
{
    int left = std::max(0, rect.width() - line.width), stretch = line.stretch;
    std::vector<int> more(line.entries.size());
    std::vector<bool> isServed(line.entries.size());
    for (const bool isCapped : {true, false})
        for (size_t i = 0; i < line.entries.size(); ++i) {
            const Entry &entry = *line.entries[i];
            if (entry.stretch == 0 || isServed[i])
                continue;
            const int share = left * entry.stretch / stretch; // it is one of those that are left
            const int room = entry.item->maximumSize().width() - widthOf(entry.item, entry.stretch);
            if (isCapped && room >= share)
                continue;
            isServed[i] = true;
            more[i] = std::min(share, room);
            stretch -= entry.stretch;
            left -= more[i];
        }
    int x = rect.left();
    for (size_t i = 0; i < line.entries.size(); ++i) {
        QLayoutItem *item = line.entries[i]->item;
        const int width = widthOf(item, line.entries[i]->stretch) + more[i];
        const int height = std::min(rect.height(), item->sizeHint().height());
        item->setGeometry({x, rect.top() + (rect.height() - height) / 2, std::min(width, rect.width()), height});
        x += width + spacing();
    }
}

} // namespace ws
