#pragma once
// Tells when an open file is no longer what was read. A profiler writes for a while and editors replace files, so the
// answer waits until the file has rested for a moment; one that is gone is looked for until it is there again, because
// the system's notices end with the file (and with its folder).

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
    /// Replaces all that is watched. What changed since it was read is told soon, too.
    void setFiles(const std::vector<FileStamp> &stamps);
    /// While true nothing is told; what has changed meanwhile is told afterwards.
    void setPaused(bool paused);
    void setRestMs(int ms) { m_rest.setInterval(ms); }
    void check(); ///< now, without waiting for a notice

signals:
    void changed(const QString &path); ///< its stamp differs from the one given; once per new stamp

private:
    struct Watched
    {
        FileStamp given;
        FileStamp told;
    };

    QFileSystemWatcher m_watcher;
    QHash<QString, Watched> m_files;
    QTimer m_rest;
    bool m_isPaused = false;
};

} // namespace ws
