#pragma once
// View links: the active run's view as a line of text, and opening one. The file of a link is looked for by its hash
// among the open runs, then among the recent files (of the same name first); a file that nobody chose is never opened
// by its name alone.

#include "app/window/windowparts.h"
#include "core/io/filehash.h"
#include "core/session/viewlink.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QObject>

#include <memory>

namespace ws {

class RunContext;

class ViewLinks : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the window.
    ViewLinks(const WindowParts &parts, std::shared_ptr<FileHashes> hashes);

    void copy(); ///< to the clipboard, when the file's hash is known
    void open(const QString &text);
    void openFromClipboard();
    void find(const QString &path); ///< the file of the link that was opened last
    bool isBusy() const { return m_hashing.isRunning() || m_isOpening; }

signals:
    void panelWanted(const QString &id);
    void shown(); ///< a link's view

private:
    void search();
    void openFile(const QString &path);
    void show(RunContext *context);
    void askForFile();
    QStringList candidates() const;

    WindowParts m_parts;
    std::shared_ptr<FileHashes> m_hashes;
    ViewLink m_link;
    QString m_path; ///< of the file that is being opened for it
    bool m_isOpening = false;
    BackgroundJob<QString> m_hashing;
};

/// The span that fills `visible` when RunContext::showSpan() shows it with its margin.
TimeRange withoutMargin(TimeRange visible);

} // namespace ws
