#pragma once
// Tells when an open file is no longer what was read. A profiler writes for a while and editors replace files, so the
// answer waits until the file has rested for a moment.

#include "core/io/bytesource.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QTimer>

namespace ws {

class FileWatch : public QObject
{
    Q_OBJECT
public:
    explicit FileWatch(QObject *parent = nullptr);
    /// Replaces all that is watched.
    void setFiles(const std::vector<FileStamp> &stamps);
    void setRestMs(int ms) { m_rest.setInterval(ms); }

signals:
    void changed(const QString &path); ///< its stamp differs from the one given; once per new stamp

private:
    void check();

    QFileSystemWatcher m_watcher;
    QHash<QString, FileStamp> m_stamps; ///< last told or given
    QTimer m_rest;
};

} // namespace ws
