#include "app/window/remotecommands.h"

#include "app/opening/fileopener.h"
#include "app/window/mainwindow.h"
#include "app/window/messagebar.h"
#include "app/window/pages.h"
#include "app/window/remotedialog.h"
#include "core/io/remote/remotecache.h"
#include "widgets/session/runcontext.h"

namespace ws {

RemoteCommands::RemoteCommands(FileOpener *files, MainWindow *window)
    : QObject(window), m_files(files), m_window(window)
{
    connect(files, &FileOpener::ready, this,
            [this](const OpenRequest &, const RunContext *context) { sayMissing(context); });
    connect(window, &MainWindow::openFailed, this, [this](const QString &path, const Error &error) {
        if (isBrokenOff(path))
            sayBrokenOff(path, error);
    });
    connect(files, &FileOpener::remoteFolderNamed, this, [this](const QString &named) {
        if (const auto folder = remotePath(named))
            showFolder(*folder);
    });
}

void RemoteCommands::choose()
{
    makeDialog()->open();
}

void RemoteCommands::showFolder(const RemotePath &folder)
{
    auto *dialog = m_window->findChild<RemoteDialog *>();
    if (!dialog)
        dialog = makeDialog();
    dialog->open();
    dialog->showFolder(folder);
}

RemoteDialog *RemoteCommands::makeDialog()
{
    auto *dialog = new RemoteDialog(m_window);
    connect(dialog, &RemoteDialog::openWanted, m_window, &MainWindow::open);
    return dialog;
}

void RemoteCommands::sayMissing(const RunContext *context)
{
    const Run &run = *context->run();
    const QString path = run.info.stamp.path;
    const Diagnostic *lost = run.diagnostics.find("read-error");
    if (!lost || missingBytes(path) == 0)
        return;
    m_window->messages()->showMessage(MessageBar::Kind::Error,
                                      tr("%1 is not complete. Reload goes on where it broke off.").arg(shownName(path)),
                                      lost->message);
    m_window->messages()->setAction(tr("Reload (F5)"), [files = m_files, path] { files->reload(path); });
}

/// Of a transfer that left no run: a packed one, or of a file that is read once it is whole.
void RemoteCommands::sayBrokenOff(const QString &path, const Error &error)
{
    const auto goOn = [window = m_window, name = shownPath(path)] { window->open({name}); };
    MessageBar *messages = m_window->messages();
    messages->showMessage(MessageBar::Kind::Error, tr("%1 is not complete.").arg(shownName(path)), error.message);
    if (!m_window->pages()->keepWhatCame(goOn))
        messages->setAction(tr("Go on"), goOn);
}

} // namespace ws
