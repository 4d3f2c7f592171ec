#include "core/io/readroots.h"

#include "core/base/texts.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ws {
namespace {

/// With a slash at the end, so that `/data` does not hold `/data2`.
QString canonicalFolder(const QString &folder)
{
    const QString path = QFileInfo(folder).canonicalFilePath();
    return path.isEmpty() || path.endsWith(u'/') ? path : path + u'/';
}

struct ReadRoots
{
    bool areSet = false;
    QStringList folders = {};

    void set(const QStringList &given)
    {
        areSet = true;
        for (const QString &folder : given)
            if (const QString path = canonicalFolder(folder); !path.isEmpty())
                folders << path;
    }
};

ReadRoots &roots()
{
    static ReadRoots all = [] {
        ReadRoots named;
        if (const QString given = qEnvironmentVariable(readRootsVariable); !given.isEmpty())
            named.set(given.split(u'\n', Qt::SkipEmptyParts));
        return named;
    }();
    return all;
}

} // namespace

void setReadRoots(const QStringList &folders)
{
    roots() = {};
    roots().set(folders);
}

bool hasReadRoots()
{
    return roots().areSet;
}

std::optional<Error> outsideReadRoots(const QString &path)
{
    if (!roots().areSet)
        return std::nullopt;
    const QString found = QFileInfo(path).canonicalFilePath(); // empty: there is none
    const bool isInside = !found.isEmpty() && std::ranges::any_of(roots().folders, [&](const QString &folder) {
        return (found + u'/').startsWith(folder);
    });
    if (isInside)
        return std::nullopt;
    return Error{ErrorKind::NotFound, Core::tr("there is no such file in the folders that may be read"), path};
}

} // namespace ws
