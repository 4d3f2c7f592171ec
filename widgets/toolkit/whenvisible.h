#pragma once
// Refreshes a panel on request while it is visible, else as soon as it is shown: a drag over the timeline must not
// start the analyses of all hidden tabs. A panel in a window that is not shown yet is refreshed.
//
// To Qt a dock widget behind another one in tabs is visible: it lies outside of the window instead. So the tabs of
// docks are asked as well.

#include <QPointer>
#include <QWidget>

#include <functional>

class QDockWidget;

namespace ws {

class WhenVisible : public QObject
{
public:
    WhenVisible(QWidget *panel, std::function<void()> refresh);

    void request();
    bool isPending() const { return m_pending; }

protected:
    bool eventFilter(QObject *panel, QEvent *event) override;

private:
    QWidget *panel() const { return static_cast<QWidget *>(parent()); }
    bool isSeen();
    void come();

    std::function<void()> m_refresh;
    QPointer<QDockWidget> m_dock; ///< that the panel is in; null: none, or not asked yet
    bool m_pending = false;
};

} // namespace ws
