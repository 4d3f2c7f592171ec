#pragma once
// Refreshes a panel on request while it is visible, else as soon as it is shown: a drag over the timeline must not
// start the analyses of all hidden tabs. A panel in a window that is not shown yet is refreshed.

#include <QEvent>
#include <QWidget>

#include <functional>
#include <utility>

namespace ws {

class WhenVisible : public QObject
{
public:
    WhenVisible(QWidget *panel, std::function<void()> refresh) : QObject(panel), m_refresh(std::move(refresh))
    {
        panel->installEventFilter(this);
    }

    void request()
    {
        const auto *panel = static_cast<QWidget *>(parent());
        m_pending = !panel->isVisible() && panel->window()->isVisible();
        if (!m_pending)
            m_refresh();
    }
    bool isPending() const { return m_pending; }

protected:
    bool eventFilter(QObject *panel, QEvent *event) override
    {
        if (event->type() == QEvent::Show && std::exchange(m_pending, false))
            m_refresh();
        return QObject::eventFilter(panel, event);
    }

private:
    std::function<void()> m_refresh;
    bool m_pending = false;
};

} // namespace ws
