#include "widgets/toolkit/focusin.h"

#include <QAbstractItemView>

#include <algorithm>

namespace ws {

bool focusFirstIn(QWidget *area)
{
    QWidget *next = area;
    // The chain of a dock that floated and came back may be a ring without its first widget: so no more steps than
    // widgets.
    for (auto left = area->findChildren<QWidget *>().size(); left >= 0; --left) {
        if (next->isVisible() && next->isEnabled() && (next->focusPolicy() & Qt::TabFocus)) {
            next->setFocus(Qt::TabFocusReason);
            return true;
        }
        next = next->nextInFocusChain();
        if (!area->isAncestorOf(next))
            return false;
    }
    return false;
}

bool focusViewIn(QWidget *area)
{
    const auto views = area->findChildren<QAbstractItemView *>();
    const auto view = std::find_if(views.begin(), views.end(), [](const QAbstractItemView *each) {
        return each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus);
    });
    if (view == views.end())
        return focusFirstIn(area);
    (*view)->setFocus(Qt::TabFocusReason);
    return true;
}

} // namespace ws
