#pragma once
// The menu bar: the window's functions with their names and keys.

#include <QList>
#include <QObject>

class QAction;
class QMenu;

namespace ws {

class CompareMenu;
class MainWindow;
class TimelineView;

class Menus : public QObject
{
    Q_OBJECT
public:
    /// Fills the menu bar of `window`, whose views exist already.
    explicit Menus(MainWindow *window);

    QList<QAction *> toolBarActions() const { return {m_open, m_reload}; }
    CompareMenu *compareMenu() const { return m_compare; }
    void setTimeline(const TimelineView *timeline); ///< whose actions the menu shows
    void setHasRun(bool hasRun, bool hasTimeline);
    void setCanSave(bool canSave); ///< there is something for a session

signals:
    void searchRequested();

private:
    void buildFileMenu();
    void addSessionActions(QMenu *menu);
    void buildViewMenu();
    void buildCompareMenu();
    void buildTimelineMenu();
    void buildHelpMenu();
    void fillRecentMenu();

    MainWindow *m_window;
    QAction *m_open = nullptr;
    QAction *m_compareWith = nullptr;
    QMenu *m_recentMenu = nullptr;
    QAction *m_reload = nullptr;
    QAction *m_close = nullptr;
    QAction *m_saveSession = nullptr;
    QAction *m_saveSessionAs = nullptr;
    QAction *m_copyLink = nullptr;
    QAction *m_copyPicture = nullptr;
    QAction *m_savePicture = nullptr;
    QAction *m_export = nullptr;
    QAction *m_report = nullptr;
    QMenu *m_panelMenu = nullptr;
    CompareMenu *m_compare = nullptr;
    QMenu *m_timelineMenu = nullptr;
    QList<QAction *> m_timelineActions; ///< of the timeline that the menu shows
    QAction *m_behindTimeline = nullptr;
    QAction *m_search = nullptr;
};

} // namespace ws
