#pragma once
// Opens a session file: finds its files (by hash; beside the session, where they were, by name), opens them in the
// usual way and gives each run its state before anything shows it. What is open already stays open. A file that is
// missing or has other content is a problem, which find() can solve later; everything else opens.

#include "app/opening/openqueue.h"
#include "core/io/filehash.h"
#include "core/session/sessionfile.h"
#include "widgets/session/runcontext.h"

#include <QPointer>

namespace ws {

class FileOpener;
class Session;
class StageController;

class SessionOpener : public QObject
{
    Q_OBJECT
public:
    struct Problem
    {
        size_t run = 0;     ///< index in the session
        QString path;       ///< where it was looked for first
        bool isHere = true; ///< false: there is no file of this name, else it has other content
    };

    SessionOpener(Session *session, StageController *stages, FileOpener *files, std::shared_ptr<FileHashes> hashes,
                  QObject *parent);

    void open(const QString &path);
    bool isBusy() const { return m_load.isRunning() || m_find.isRunning() || m_isOpening; }
    const std::vector<Problem> &problems() const { return m_problems; }
    const SavedSession &session() const { return m_saved; } ///< the one that was opened last
    /// What of the opened session does not fit its runs, as sentences.
    const QStringList &misfits() const { return m_misfits; }
    /// `path` for the first problem. Unless `anyway`, a file with another content is not opened: differs().
    void find(const QString &path, bool anyway = false);

signals:
    void failed(const QString &path, const ws::Error &error); ///< the session itself
    void mappingWanted(const ws::StageMapping &mapping);      ///< before its runs are opened
    /// Its folder or files that are there, with the edits of its replay.
    void jobWanted(const QStringList &named, const std::vector<ws::SavedEdit> &edits);
    /// All that could be opened is. `panel`: to be shown; empty: none.
    void opened(const QString &path, const QString &panel);
    void differs(const QString &path); ///< of find()

private:
    struct Place
    {
        QString path; ///< empty: nowhere
        bool isSame = false;
    };
    struct Wanted
    {
        size_t run;
        OpenRequest request;
        QPointer<RunContext> context; ///< null: not open yet
    };
    void loaded(const QString &path, const SavedSession &session);
    void start(const std::vector<Place> &places);
    void openJob();
    void want(size_t run, const QString &path);
    void take(RunContext *context);
    void finish();
    void showPair();
    RunContext *contextOf(size_t run) const;
    static Place placeOf(const SavedFile &file, const QString &session, FileHashes &hashes, const Progress &progress);

    Session *m_session;
    StageController *m_stages;
    FileOpener *m_files;
    std::shared_ptr<FileHashes> m_hashes;
    QString m_path;
    SavedSession m_saved;
    std::vector<Wanted> m_wanted;
    std::vector<Problem> m_problems;
    QStringList m_misfits;
    bool m_isOpening = false;
    BackgroundJob<SavedSession> m_load;
    BackgroundJob<std::vector<Place>> m_find;
    BackgroundJob<QString> m_hash;
};

} // namespace ws
