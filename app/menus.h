#pragma once
// The menu bar: the window's functions with their names and keys.

#include <QList>
#include <QObject>

class QAction;
class QMenu;

namespace ws {

class MainWindow;

class Menus : public QObject
{
    Q_OBJECT
public:
    /// Fills the menu bar of `window`, whose views exist already.
    explicit Menus(MainWindow *window);

    QList<QAction *> toolBarActions() const { return {m_open, m_reload}; }
    void setHasRun(bool hasRun, bool hasTimeline);

signals:
    void searchRequested();

private:
    void buildFileMenu();
    void buildViewMenu();
    void buildTimelineMenu();
    void buildHelpMenu();
    void fillRecentMenu();

    MainWindow *m_window;
    QAction *m_open = nullptr;
    QMenu *m_recentMenu = nullptr;
    QAction *m_reload = nullptr;
    QAction *m_close = nullptr;
    QAction *m_export = nullptr;
    QMenu *m_panelMenu = nullptr;
    QMenu *m_timelineMenu = nullptr;
    QAction *m_search = nullptr;
};

} // namespace ws
