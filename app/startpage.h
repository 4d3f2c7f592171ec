#pragma once
// The page while nothing is open: open, drop, recent files, sample trace.

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace ws {

class RecentFiles;

class StartPage : public QWidget
{
    Q_OBJECT
public:
    explicit StartPage(RecentFiles *recent, QWidget *parent = nullptr);
    /// The bundled sample trace; empty when the program carries none.
    static QString samplePath();

signals:
    void openRequested();
    void fileRequested(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fillRecent();
    void openItem(const QTreeWidgetItem *item);

    RecentFiles *m_recent;
    QLabel *m_recentTitle;
    QTreeWidget *m_list;
};

} // namespace ws
