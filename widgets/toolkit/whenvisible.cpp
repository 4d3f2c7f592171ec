#include "widgets/toolkit/whenvisible.h"

#include <QDockWidget>
#include <QEvent>

#include <utility>

namespace ws {
namespace {

QDockWidget *dockAround(QWidget *widget)
{
    while (widget && !qobject_cast<QDockWidget *>(widget))
        widget = widget->isWindow() ? nullptr : widget->parentWidget();
    return qobject_cast<QDockWidget *>(widget);
}

/// As QDockWidget itself tells it: those behind in tabs are moved out of the window to the upper left.
bool isInFront(const QDockWidget &dock)
{
    return dock.isFloating() || (dock.geometry().right() >= 0 && dock.geometry().bottom() >= 0);
}

} // namespace

WhenVisible::WhenVisible(QWidget *panel, std::function<void()> refresh) : QObject(panel), m_refresh(std::move(refresh))
{
    panel->installEventFilter(this);
}

void WhenVisible::request()
{
    m_pending = !isSeen() && panel()->window()->isVisible();
    if (!m_pending)
        m_refresh();
}

bool WhenVisible::isSeen()
{
    QDockWidget *dock = dockAround(panel());
    if (dock != m_dock) {
        if (m_dock)
            disconnect(m_dock, nullptr, this, nullptr);
        m_dock = dock;
        if (dock) // later: Qt is in the middle of its layout, which nothing may change
            connect(dock, &QDockWidget::visibilityChanged, this, &WhenVisible::come, Qt::QueuedConnection);
    }
    return panel()->isVisible() && (!dock || isInFront(*dock));
}

void WhenVisible::come()
{
    if (m_pending && isSeen() && std::exchange(m_pending, false))
        m_refresh();
}

bool WhenVisible::eventFilter(QObject *panel, QEvent *event)
{
    if (event->type() == QEvent::Show)
        come();
    return QObject::eventFilter(panel, event);
}

} // namespace ws
