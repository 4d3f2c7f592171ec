#include "app/filewatch.h"

namespace ws {

FileWatch::FileWatch(QObject *parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(600);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_rest.start(); });
    connect(&m_rest, &QTimer::timeout, this, &FileWatch::check);
}

void FileWatch::setFiles(const std::vector<FileStamp> &stamps)
{
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    m_stamps.clear();
    for (const FileStamp &stamp : stamps) {
        if (stamp.path.isEmpty() || stamp.path.startsWith(QLatin1Char(':')) || m_stamps.contains(stamp.path))
            continue;
        m_stamps.insert(stamp.path, stamp);
        m_watcher.addPath(stamp.path);
    }
}

void FileWatch::check()
{
    for (auto it = m_stamps.begin(); it != m_stamps.end(); ++it) {
        const FileStamp now = FileStamp::of(it.key());
        if (now.size < 0 || now == it.value())
            continue;
        if (!m_watcher.files().contains(it.key())) // a replaced file is another inode
            m_watcher.addPath(it.key());
        it.value() = now;
        emit changed(it.key());
    }
}

} // namespace ws
