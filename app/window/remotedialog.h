#pragma once
// File ▸ Open Remote: a host, a folder, and the newest traces in it. Errors stand in the dialog, in the words of ssh.

#include "core/io/remote/remotefolder.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ws {

class RemoteDialog : public QDialog
{
    Q_OBJECT
public:
    explicit RemoteDialog(QWidget *parent);
    void showFolder(const RemotePath &folder);

signals:
    void openWanted(const QStringList &files); ///< `host:/path`

private:
    void hostChosen();
    void list();
    void showEntries(const Result<std::shared_ptr<const RemoteFolder>> &folder, const QString &host);
    void addEntry(const RemoteEntry &entry);
    void activate(const QTreeWidgetItem *item);
    void openSelected();
    void say(const QString &text);
    bool isFolder(const QTreeWidgetItem *item) const;
    QString pathOf(const QTreeWidgetItem *item) const;

    QComboBox *m_host;
    QLineEdit *m_folder;
    QPushButton *m_list;
    QPushButton *m_open;
    QTreeWidget *m_entries;
    QLabel *m_state;
    RemotePath m_shown; ///< whose entries are shown
    BackgroundJob<RemoteFolder> m_job;
};

} // namespace ws
