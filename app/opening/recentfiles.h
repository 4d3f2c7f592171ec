#pragma once
// The files opened last, newest first, remembered between starts.

#include <QObject>
#include <QStringList>

namespace ws {

/// Of an action that opens one of them: its path.
inline constexpr const char *recentFileProperty = "recentFile";

class RecentFiles : public QObject
{
    Q_OBJECT
public:
    static constexpr int max = 12;

    using QObject::QObject;
    QStringList paths() const;
    void add(const QString &path);
    void remove(const QString &path);
    void clear();

signals:
    void changed();

private:
    void store(const QStringList &paths);
};

} // namespace ws
