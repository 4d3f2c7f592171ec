#pragma once
// The page while nothing is open: open, drop, recent files, sample trace.

#include "widgets/toolkit/backgroundjob.h"

#include <QDateTime>
#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace ws {

class RecentFiles;
class WatchedFolder;

/// Of a recent file, when it was looked at.
struct FileFacts
{
    bool exists = false;
    qint64 bytes = 0;
    QDateTime modified = {};
};

class StartPage : public QWidget
{
    Q_OBJECT
public:
    explicit StartPage(RecentFiles *recent, QWidget *parent = nullptr);
    /// Shows the view below the recent files while a folder is watched; takes it over.
    void addFolder(QWidget *view, const WatchedFolder *folder);
    /// The bundled sample trace; empty when the program carries none.
    static QString samplePath();

signals:
    void openRequested();
    void fileRequested(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fillRecent();
    void showFacts(const QList<FileFacts> &facts); ///< by row
    void openItem(const QTreeWidgetItem *item);
    int rowHeight() const;

    RecentFiles *m_recent;
    QLabel *m_recentTitle;
    QTreeWidget *m_list;
    BackgroundJob<QList<FileFacts>> m_facts;
    QVBoxLayout *m_column;
};

} // namespace ws
