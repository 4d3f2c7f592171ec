#pragma once
// The main window: opens files and holds the views around one Session. It knows no format and computes nothing; what is
// shown lives in the panels, how files come in lives in OpenQueue.

#include "app/openqueue.h"
#include "widgets/session/session.h"

#include <QMainWindow>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ws {

class FileWatch;
class LoadingView;
class MessageBar;
class ModulePanel;
class RecentFiles;
class SearchBar;
class StageController;
class TablesPanel;
class TimelineView;
class Workspace;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(QWidget *parent = nullptr);
    explicit MainWindow(RunLoader::Load load, QWidget *parent = nullptr);
    ~MainWindow() override;

    Session *session() const { return m_session; }
    StageController *stages() const { return m_stages; }
    RecentFiles *recentFiles() const { return m_recent; }
    MessageBar *messages() const { return m_messages; }
    Workspace *workspace() const { return m_workspace; }
    bool isLoading() const { return m_queue->loader() != nullptr; }

    /// Paths, or FILE#PART; loaded one after the other. A file that is open already is shown, and read again if
    /// changed.
    void open(const QStringList &arguments);
    void openDialog();
    void showSettings();
    void sayLanguageChanged();
    void reload();
    void closeRun();
    void cancelLoading() { m_queue->cancel(); }
    /// A dock at the bottom with its entry in the View menu. `id` names it in settings and on the command line.
    void addPanel(QWidget *panel, const QString &id, const QString &title);
    void showPanel(const QString &id);
    TimelineView *timeline() const { return m_timeline; }

signals:
    void settled(); ///< nothing is loading any more

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildCentre();
    void buildPanels();
    void buildStatusBar();
    void buildActions();
    void buildFileMenu();
    void buildViewMenu();
    void buildTimelineMenu();
    void buildHelpMenu();
    void buildToolBar();
    void fillRecentMenu();
    void exportTable();

    void loadStarted(const RunLoader *loader);
    void loadFinished();
    void loaded(const OpenRequest &request, const Document &document);
    void loadFailed(const OpenRequest &request, const Error &error);
    void replaceRuns(const QString &path, const Document &document);
    void fileChanged(const QString &path);
    std::vector<RunContext *> contextsOf(const QString &path) const;

    void runsChanged();
    void rangeChanged();
    void focusChanged();
    void selectionChanged();
    void updateCentre();
    void updatePage();
    void updateTitle();

    Session *m_session;
    StageController *m_stages;
    OpenQueue *m_queue;
    RecentFiles *m_recent;
    FileWatch *m_watch;
    Workspace *m_workspace = nullptr;
    TimelineView *m_timeline = nullptr;
    TablesPanel *m_centreTables = nullptr;
    TablesPanel *m_dockTables = nullptr;
    ModulePanel *m_modules = nullptr;
    QStackedWidget *m_centre = nullptr; ///< timeline, or tables
    QLabel *m_visible = nullptr;        ///< the visible span of time
    QStackedWidget *m_pages = nullptr;
    QWidget *m_start = nullptr;
    LoadingView *m_loadingPage = nullptr;
    LoadingView *m_loadingBar = nullptr;
    MessageBar *m_messages = nullptr;
    QMenu *m_recentMenu = nullptr;
    QMenu *m_panelMenu = nullptr;
    QMenu *m_timelineMenu = nullptr;
    QAction *m_searchAction = nullptr;
    QAction *m_openAction = nullptr;
    QAction *m_reloadAction = nullptr;
    QAction *m_closeAction = nullptr;
    QAction *m_exportAction = nullptr;
    SearchBar *m_search = nullptr;
    QComboBox *m_runs = nullptr;
    QAction *m_runsAction = nullptr;
    QToolButton *m_range = nullptr;
    QAction *m_rangeAction = nullptr;
    QToolButton *m_focus = nullptr;
    QAction *m_focusAction = nullptr;
};

} // namespace ws
