#pragma once
// The main window: one Session, the views of it, and around them menus, tool bar, pages and messages. It knows no
// format and computes nothing; it passes on what its parts tell.

#include "widgets/session/runloader.h"
#include "widgets/session/session.h"

#include <QMainWindow>

class QLabel;

namespace ws {

class FileOpener;
class Menus;
class MessageBar;
class Pages;
class RecentFiles;
class RunToolBar;
class RunViews;
class StageController;
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
    RecentFiles *recentFiles() const;
    MessageBar *messages() const;
    Workspace *workspace() const { return m_workspace; }
    TimelineView *timeline() const;
    bool isLoading() const;

    /// Paths, or FILE#PART (see FileOpener).
    void open(const QStringList &arguments);
    void openDialog();
    void reload();
    void closeRun();
    void cancelLoading();
    void exportTable();
    void showSettings();
    void sayLanguageChanged();
    QStringList panelIds() const; ///< as settings and the command line name them
    void showPanel(const QString &id);

signals:
    void settled(); ///< nothing is loading any more
    void openFailed(const QString &path, const ws::Error &error);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildPages();
    void buildStatusBar();
    void connectFiles();
    void routeKeys();
    void runsChanged();
    void sayFailed(const QString &path, const Error &error);
    void sayChanged(const QString &path);

    Session *m_session;
    StageController *m_stages;
    FileOpener *m_files;
    Workspace *m_workspace;
    RunViews *m_views;
    Menus *m_menus;
    RunToolBar *m_toolBar;
    Pages *m_pages = nullptr;
    QLabel *m_visible = nullptr; ///< the visible span of time
};

} // namespace ws
