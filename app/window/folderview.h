#pragma once
// The list of a watched folder: double-click or Enter opens a trace, two selected ones are compared.

#include <QStringList>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace ws {

class EmptyState;
class WatchedFolder;

class FolderView : public QWidget
{
    Q_OBJECT
public:
    /// `folder` outlives it.
    explicit FolderView(WatchedFolder *folder, QWidget *parent = nullptr);
    QTreeView *list() const { return m_list; }
    QStringList selectedPaths() const; ///< in the order of the list

signals:
    void openWanted(const QStringList &paths); ///< two: to be compared
    void folderWanted();

private:
    void showFolder();
    void showSelection();

    WatchedFolder *m_folder;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QLabel *m_title;
    QTreeView *m_list;
    QToolButton *m_open;
    QToolButton *m_compare;
};

} // namespace ws
