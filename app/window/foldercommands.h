#pragma once
// Watching a folder: the choice, which is remembered, and its views on the start page and as a tab.

#include "app/opening/watchedfolder.h"

class QWidget;

namespace ws {

class FolderView;
class Workspace;

class FolderCommands : public QObject
{
    Q_OBJECT
public:
    /// Adds the tab "folder". Belongs to the window.
    FolderCommands(Workspace *workspace, QWidget *window);

    WatchedFolder *folder() const { return m_folder; }
    FolderView *makeView(QWidget *parent);
    void choose(); ///< by a dialog
    void watch(const QString &folder);

signals:
    void openWanted(const QStringList &paths); ///< two: to be compared
    void panelWanted(const QString &id);

private:
    QWidget *m_window;
    WatchedFolder *m_folder;
};

} // namespace ws
