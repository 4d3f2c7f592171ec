#include "app/opening/recentfiles.h"

#include "core/io/remote/remotecache.h"

#include <QFileInfo>
#include <QSettings>

namespace ws {
namespace {
const QString key = QStringLiteral("recent/files");
}

QStringList RecentFiles::paths() const
{
    return QSettings().value(key).toStringList();
}

void RecentFiles::add(const QString &path)
{
    const auto remote = remoteOf(path);
    const QString full = remote ? remote->text() : QFileInfo(path).absoluteFilePath();
    if (full.startsWith(QLatin1Char(':')) ||
        (!remote && !QFileInfo(full).isFile() && !QFileInfo(full).isDir())) // the bundled sample; a pipe
        return;
    QStringList list = paths();
    list.removeAll(full);
    list.prepend(full);
    store(list.mid(0, max));
}

void RecentFiles::remove(const QString &path)
{
    QStringList list = paths();
    if (list.removeAll(shownPath(path)))
        store(list);
}

void RecentFiles::clear()
{
    store({});
}

void RecentFiles::store(const QStringList &paths)
{
    QSettings().setValue(key, paths);
    emit changed();
}

} // namespace ws
