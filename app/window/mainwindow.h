#pragma once
// The main window: one Session with its views, and around them menus, tool bar, pages and messages. It handles no
// format and computes nothing; it connects its parts.

#include "widgets/session/runloader.h"
#include "widgets/session/session.h"

#include <QMainWindow>

class QLabel;

namespace ws {

class Centre;
class FileOpener;
class FolderCommands;
class JobCommands;
class JobDocument;
class KeyRouter;
class Menus;
class MessageBar;
class Opener;
class Pages;
class PairCommands;
class RecentFiles;
class RemoteCommands;
class RunTabs;
class RunToolBar;
class RunViews;
class Sharing;
class StageController;
class TimelineView;
class WindowTitle;
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
    RecentFiles *recentFiles() const;
    MessageBar *messages() const;
    Pages *pages() const { return m_pages; }
    Workspace *workspace() const { return m_workspace; }
    RunViews *views() const { return m_views; }
    TimelineView *timeline() const; ///< of the active run
    Centre *centre() const;
    Sharing *sharing() const { return m_sharing; }
    FolderCommands *folders() const { return m_folders; }
    JobDocument *job() const { return m_job; }
    RemoteCommands *remote() const { return m_remote; }
    PairCommands *pairCommands() const { return m_pairCommands; }
    bool isLoading() const;

    /// Paths, or FILE#PART (see FileOpener); exactly two are compared. Digests, and folders with several traces, are
    /// a job of ranks.
    void open(const QStringList &arguments);
    void openDialog();
    void openFolderDialog();
    void reload();
    void closeRun();
    void cancelLoading();
    void exportTable();
    void writeReport();
    void showSettings();
    /// To the language that the settings hold: the window is built anew around its session, and the files are read
    /// again for the texts in what was read.
    void changeLanguage();
    QStringList panelIds() const; ///< ids in settings and the command line
    void showPanel(const QString &id);

signals:
    void settled(); ///< loading has ended
    void openFailed(const QString &path, const ws::Error &error);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void build();
    void takeDown();
    void rebuild();
    void buildPages();
    void buildStatusBar();
    void connectFiles();
    void routeKeys();
    void runsChanged();
    void showFailure(const QString &path, const Error &error);
    void showChanged(const QString &path);
    void offerTables(const QString &trace, const QStringList &tables);

    Session *m_session;
    StageController *m_stages;
    FileOpener *m_files;
    JobDocument *m_job;
    Opener *m_opener;
    RemoteCommands *m_remote;
    Sharing *m_sharing;
    // Built anew in another language:
    Workspace *m_workspace = nullptr;
    RunViews *m_views = nullptr;
    FolderCommands *m_folders = nullptr;
    JobCommands *m_ranks = nullptr;
    Menus *m_menus = nullptr;
    RunTabs *m_runTabs = nullptr;
    WindowTitle *m_title = nullptr;
    RunToolBar *m_toolBar = nullptr;
    Pages *m_pages = nullptr;
    PairCommands *m_pairCommands = nullptr;
    KeyRouter *m_keys = nullptr;
    QLabel *m_visible = nullptr; ///< the visible span of time
};

} // namespace ws
