#pragma once
// What the window shows while nothing is open: open, drop, recent files, sample trace.

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

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

private:
    void fillRecent();

    RecentFiles *m_recent;
    QLabel *m_recentTitle;
    QListWidget *m_list;
};

} // namespace ws
