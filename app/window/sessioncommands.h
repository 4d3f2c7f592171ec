#pragma once
// What a person asks for about sessions: save, save as, open, what to do about files that are not found, and saving
// when the window is closed. Files are hashed in the background.

#include "app/opening/sessionopener.h"
#include "app/window/windowparts.h"

#include <QHash>

namespace ws {

/// Save the session when the window is closed; off at first.
extern const QString saveOnExitSetting;

class SessionCommands : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the window.
    explicit SessionCommands(const WindowParts &parts);

    void open(const QString &path) { m_opener->open(path); }
    void openLast(); ///< the one that was saved when a window was closed
    static QString lastPath();
    void save(); ///< where it was opened from or saved to last; asks without such a file
    void saveAs();
    void saveTo(const QString &path); ///< in the background, says when it is done
    /// Before the window closes: saves if that is wanted, else asks about notes that no file has. False: the user
    /// cancelled.
    bool mayClose();
    const std::shared_ptr<FileHashes> &hashes() const { return m_hashes; }
    SessionOpener *opener() const { return m_opener; }
    bool isSaving() const { return m_save.isRunning(); }

signals:
    void failed(const QString &path, const ws::Error &error);
    void panelWanted(const QString &id);

private:
    void hashFiles();
    void opened(const QString &path, const QString &panel);
    void takeMapping(const StageMapping &mapping);
    void showProblem();
    void findFile();
    void askAnyway(const QString &path);
    QString askPath();
    bool saveNow(const QString &path);
    bool hasUnsavedNotes() const;

    WindowParts m_parts;
    std::shared_ptr<FileHashes> m_hashes = std::make_shared<FileHashes>();
    SessionOpener *m_opener;
    QString m_path; ///< of the session; empty: it has none
    bool m_notesChanged = false;
    struct ClosedRun
    {
        SavedRun run;
        bool isUnsaved = false; ///< no session file has its notes
    };
    QHash<QString, ClosedRun> m_closed; ///< runs with notes, by path: these come back with their file
    BackgroundJob<QString> m_save;
    BackgroundJob<bool> m_hash;
};

} // namespace ws
