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
class KeyRouter;
class Menus;
class MessageBar;
class PairOpener;
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
    TimelineView *timeline() const; ///< of the active run
    Centre *centre() const;
    bool isLoading() const;

    /// Paths, or FILE#PART (see FileOpener); exactly two are compared.
    void open(const QStringList &arguments);
    void openDialog();
    void openFolderDialog();
    void reload();
    void closeRun();
    void cancelLoading();
    void exportTable();
    void writeReport();
    void showSettings();
    void showLanguageChanged();
    QStringList panelIds() const; ///< ids in settings and the command line
    void showPanel(const QString &id);

signals:
    void settled(); ///< loading has ended
    void openFailed(const QString &path, const ws::Error &error);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
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
    PairOpener *m_pairs;
    Workspace *m_workspace;
    RunViews *m_views;
    Menus *m_menus;
    RunToolBar *m_toolBar;
    Pages *m_pages = nullptr;
    KeyRouter *m_keys = nullptr;
    QLabel *m_visible = nullptr; ///< the visible span of time
};

} // namespace ws
