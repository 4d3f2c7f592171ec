#include "app/opening/filewatch.h"

#include <QFileInfo>

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
    const QHash<QString, Watched> before = std::exchange(m_files, {});
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    for (const FileStamp &stamp : stamps) {
        if (stamp.path.isEmpty() || stamp.path.startsWith(QLatin1Char(':')) || m_files.contains(stamp.path))
            continue;
        if (QFileInfo(stamp.path).exists() && !QFileInfo(stamp.path).isFile()) // a pipe cannot be compared
            continue;
        const auto known = before.constFind(stamp.path);
        const bool same = known != before.constEnd() && known->given == stamp;
        m_files.insert(stamp.path, {stamp, same ? known->told : stamp});
        m_watcher.addPath(stamp.path);
    }
    if (!m_files.isEmpty())
        m_rest.start();
}

void FileWatch::setPaused(bool paused)
{
    m_isPaused = paused;
    if (!paused && !m_files.isEmpty())
        m_rest.start();
}

void FileWatch::check()
{
    if (m_isPaused)
        return;
    QStringList news;
    for (auto it = m_files.begin(); it != m_files.end(); ++it) {
        const FileStamp now = FileStamp::of(it.key());
        if (now.size < 0) {
            m_rest.start();
            continue;
        }
        if (!m_watcher.files().contains(it.key())) // a replaced file is another inode
            m_watcher.addPath(it.key());
        if (now == it->told)
            continue;
        it->told = now;
        news << it.key();
    }
    for (const QString &path : std::as_const(news)) // receivers may set other files
        emit changed(path);
}

} // namespace ws
