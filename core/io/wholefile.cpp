#include "core/io/wholefile.h"

#include "core/base/platform.h"
#include "core/base/texts.h"

#include <QFile>
#include <QSaveFile>
#include <QTemporaryFile>

#include <filesystem>
#include <system_error>

namespace ws {

namespace {

Error failure(const QString &path, const QString &reason)
{
    return {ErrorKind::Unreadable, Core::tr("cannot be written: %1").arg(reason), path};
}

Error alreadyThere(const QString &path)
{
    return failure(path, Core::tr("a file of this name exists already"));
}

// QFile::rename never replaces a file, so one that appears meanwhile is safe too.
Result<QString> writeNew(const QString &path, std::string_view bytes)
{
    if (QFile::exists(path))
        return alreadyThere(path);
    QTemporaryFile file(path + QStringLiteral(".XXXXXX"));
    const auto size = static_cast<qint64>(bytes.size());
    if (!file.open() || file.write(bytes.data(), size) != size || !file.flush())
        return failure(path, file.errorString());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    if (!file.rename(path))
        return QFile::exists(path) ? alreadyThere(path) : failure(path, file.errorString());
    file.setAutoRemove(false);
    return path;
}

} // namespace

Result<QString> writeWholeFile(const QString &path, std::string_view bytes, Existing existing)
{
    if (existing == Existing::Refuse)
        return writeNew(path, bytes);
    QSaveFile file(path);
    const auto size = static_cast<qint64>(bytes.size());
    // commit() does not see that the last 16 KB, which wait in a buffer, could not be written
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), size) != size || !file.flush() || !file.commit())
        return failure(path, file.errorString());
    return path;
}

Result<QString> writeWholeFile(const QString &path, Existing existing,
                               const std::function<Result<bool>(const QString &temporary)> &write)
{
    if (existing == Existing::Refuse && QFile::exists(path))
        return alreadyThere(path);
    QTemporaryFile file(path + QStringLiteral(".XXXXXX"));
    if (!file.open())
        return failure(path, file.errorString());
    file.close(); // keeps the name
    if (const Result<bool> written = write(file.fileName()); !written)
        return written.error();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    if (existing == Existing::Replace) {
        std::error_code error;
        std::filesystem::rename(platform::pathOf(file.fileName()), platform::pathOf(path), error);
        if (error)
            return failure(path, QString::fromStdString(error.message()));
    } else if (!file.rename(path)) {
        return QFile::exists(path) ? alreadyThere(path) : failure(path, file.errorString());
    }
    file.setAutoRemove(false);
    return path;
}

} // namespace ws
