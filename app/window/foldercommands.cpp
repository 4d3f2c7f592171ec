#include "app/window/foldercommands.h"

#include "app/window/folderview.h"
#include "app/window/workspace.h"

#include <QFileDialog>
#include <QSettings>
#include <QStandardPaths>

namespace ws {
namespace {
const QString folderKey = QStringLiteral("folder/watched");
}

FolderCommands::FolderCommands(Workspace *workspace, QWidget *window)
    : QObject(window), m_window(window),
      m_folder(new WatchedFolder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                                     QStringLiteral("/folder-summaries.json"),
                                 folderSummary, this))
{
    workspace->addPanel(makeView(workspace), QStringLiteral("folder"), tr("Folder"));
    connect(m_folder, &WatchedFolder::folderChanged, this, [this, workspace] {
        QSettings().setValue(folderKey, m_folder->folder());
        workspace->setHasContent(QStringLiteral("folder"), !m_folder->folder().isEmpty());
    });
    workspace->setHasContent(QStringLiteral("folder"), false);
    m_folder->watch(QSettings().value(folderKey).toString());
}

FolderView *FolderCommands::makeView(QWidget *parent)
{
    auto *view = new FolderView(m_folder, parent);
    connect(view, &FolderView::openWanted, this, &FolderCommands::openWanted);
    connect(view, &FolderView::folderWanted, this, &FolderCommands::choose);
    return view;
}

void FolderCommands::choose()
{
    const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Watch folder"), m_folder->folder());
    if (!folder.isEmpty())
        watch(folder);
}

void FolderCommands::watch(const QString &folder)
{
    m_folder->watch(folder);
    emit panelWanted(QStringLiteral("folder"));
}

} // namespace ws
