#pragma once
// View links: the active run's view as a line of text, and opening one. The file of a link is looked for by its hash
// among the open runs, then among the recent files (of the same name first); a file that nobody chose is never opened
// by its name alone.

#include "core/io/filehash.h"
#include "core/session/viewlink.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace ws {

class FileOpener;
class MessageBar;
class RunContext;
class Session;

class ViewLinks : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        QWidget *window; ///< parent of dialogs
        Session *session;
        FileOpener *files;
        std::function<MessageBar *()> messages; ///< of the window as it is now
        std::shared_ptr<FileHashes> hashes;
        std::function<QString()> panel;                    ///< id of the one in front
        std::function<std::optional<TimeRange>()> visible; ///< of the active run's timeline
    };
    /// Belongs to the window.
    explicit ViewLinks(const Parts &parts);

    void copy(); ///< to the clipboard, when the file's hash is known
    void open(const QString &text);
    void openFromClipboard();
    void find(const QString &path); ///< the file of the link that was opened last
    bool isBusy() const { return m_hash.isRunning() || m_isOpening; }

signals:
    void panelWanted(const QString &id);
    void shown(); ///< a link's view

private:
    void search();
    void openFile(const QString &path);
    void show(RunContext *context);
    void askForFile();
    QStringList candidates() const;

    Parts m_parts;
    ViewLink m_link;
    QString m_path; ///< of the file that is being opened for it
    bool m_isOpening = false;
    BackgroundJob<QString> m_hash;
};

} // namespace ws
