#include "app/window/contentfocus.h"

#include "app/window/centre.h"
#include "app/window/mainwindow.h"
#include "app/window/pages.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/timeline/timelineview.h"

#include <QEvent>
#include <QTimer>
#include <QToolBar>

#include <algorithm>

namespace ws {

ContentFocus::ContentFocus(MainWindow *window) : QObject(window), m_window(window)
{
    window->installEventFilter(this);
}

void ContentFocus::giveLater()
{
    QTimer::singleShot(0, this, &ContentFocus::give);
}

bool ContentFocus::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_window && event->type() == QEvent::WindowActivate && !m_window->focusWidget())
        give();
    return QObject::eventFilter(object, event);
}

/// Leaves it where somebody has put it: in a panel or a field.
void ContentFocus::give()
{
    const QWidget *focus = m_window->focusWidget();
    const auto holds = [focus](const QWidget *widget) { return widget && widget->isAncestorOf(focus); };
    const bool isInBar = focus && std::ranges::any_of(m_window->findChildren<QToolBar *>(), holds) &&
                         !holds(m_window->findChild<SearchBar *>());
    if (focus && focus != m_window->pages() && focus->isVisible() && !isInBar)
        return;
    if (m_window->timeline()->isVisible())
        m_window->timeline()->setFocus();
    else
        m_window->pages()->setFocus();
}

} // namespace ws
