#pragma once
// Reports when an open file differs from the content read. A profiler writes for a while and editors replace files, so
// the report waits until the file has been unchanged for a moment; a missing file is checked until it is back, because
// the system's notifications end with the file (and with its folder).

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
    /// Replaces all watched files. Changes since they were read are reported soon, too.
    void setFiles(const std::vector<FileStamp> &stamps);
    /// While true nothing is reported; changes meanwhile are reported afterwards.
    void setPaused(bool paused);
    void setRestMs(int ms) { m_rest.setInterval(ms); }
    void check(); ///< now, without waiting for a notification

signals:
    void changed(const QString &path); ///< its stamp differs from the given one; once per new stamp

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
