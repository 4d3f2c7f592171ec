#include "app/recentfiles.h"

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
    const QString full = QFileInfo(path).absoluteFilePath();
    if (full.startsWith(QLatin1Char(':')) || !QFileInfo(full).isFile()) // the bundled sample; a pipe
        return;
    QStringList list = paths();
    list.removeAll(full);
    list.prepend(full);
    store(list.mid(0, max));
}

void RecentFiles::remove(const QString &path)
{
    QStringList list = paths();
    if (list.removeAll(path))
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
