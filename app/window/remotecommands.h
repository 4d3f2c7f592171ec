#pragma once
// Traces of other machines in the window: the dialog, and what is said of one that did not come as a whole.

#include "core/base/result.h"
#include "core/io/remote/remotepath.h"

#include <QObject>

namespace ws {

class FileOpener;
class MainWindow;
class RemoteDialog;
class RunContext;

class RemoteCommands : public QObject
{
    Q_OBJECT
public:
    RemoteCommands(FileOpener *files, MainWindow *window);

    void choose();                             ///< by the dialog
    void showFolder(const RemotePath &folder); ///< in the dialog

private:
    RemoteDialog *makeDialog();
    void sayMissing(const RunContext *context);
    void sayBrokenOff(const QString &path, const Error &error);

    FileOpener *m_files;
    MainWindow *m_window;
};

} // namespace ws
