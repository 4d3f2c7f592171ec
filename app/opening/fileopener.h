#pragma once
// Requests to open or reload a file, each of which becomes a run of the session; a file that cannot be read leaves the
// session unchanged. What people name goes through Opener.

#include "app/opening/openqueue.h"
#include "core/model/parts.h"
#include "widgets/session/session.h"

#include <QStringList>

namespace ws {

class FileWatch;
class RecentFiles;
class RunKeeper;

class FileOpener : public QObject
{
    Q_OBJECT
public:
    FileOpener(Session *session, RunLoader::Load load, QObject *parent = nullptr);

    /// Loaded one after the other. A file that is already open is shown, and reloaded if changed. Of a file that holds
    /// several recordings all become runs. `copy` 1: the file's second run, which a comparison of a file with itself
    /// needs.
    void open(const OpenRequest &request);
    /// The run that such a request would show; null: it is to be loaded.
    RunContext *contextOf(const QString &path, int copy = 0) const;
    QStringList ask(QWidget *parent, const QString &title = {}); ///< by a dialog; empty: cancelled
    static QString dialogFilter();          ///< every suffix that opens, then all files
    QStringList askFolder(QWidget *parent); ///< the same for the folder of a recording or a job
    void reload();                          ///< the active run's file
    void reload(const QString &path);
    void reloadUnchanged(); ///< all open files that are as they were read
    void cancel() { m_queue->cancel(); }
    const RunLoader *loader() const { return m_queue->loader(); } ///< null: nothing is loading
    bool isLoading() const { return m_queue->loader() != nullptr; }
    RecentFiles *recentFiles() const { return m_recent; }

signals:
    void started(const ws::RunLoader *loader);
    void stopped();                        ///< the load of started() has ended, in any way
    void idle();                           ///< nothing is waiting
    void opened(const ws::Selected &part); ///< its run is the active one
    /// After opened(), or when it was open: the answer to a request, unless it failed or was cancelled.
    void ready(const ws::OpenRequest &request, ws::RunContext *context, const ws::Selected &part);
    void failed(const QString &path, const ws::Error &error);
    void remoteFolderNamed(const QString &hostAndPath);                ///< instead of a file
    void changedOnDisk(const QString &path);                           ///< an open file
    void tablesFound(const QString &trace, const QStringList &tables); ///< next to an opened trace

private:
    bool showOpen(const OpenRequest &request);
    void lookBeside(const Run &run);
    void loaded(const OpenRequest &request, const RunPtr &run);
    RunContext *contextFor(const RunPtr &run); ///< a run of the session, added where it is none yet
    void replaceOthers(const Run &run);
    void loadFailed(const OpenRequest &request, const Error &error);
    void watchFiles();

    Session *m_session;
    OpenQueue *m_queue;
    std::optional<TimeRange> m_chosenView; ///< of the run that is being added, absolute ns
    RecentFiles *m_recent;
    FileWatch *m_watch;
    RunKeeper *m_keeper;
};

} // namespace ws
