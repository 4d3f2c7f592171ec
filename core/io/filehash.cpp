#include "core/io/filehash.h"

#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

namespace ws {

Result<QString> fileHash(const QString &path, const Progress *progress)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable, Core::tr("the file cannot be read"), path};
    if (missingBytes(path) > 0)
        return Error{ErrorKind::Unreadable, Core::tr("a part of the file has not come from its host"), path};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (!file.atEnd()) {
        if (progress && progress->isCancelled())
            return Error{ErrorKind::Cancelled, {}, path};
        const QByteArray piece = file.read(1 << 20);
        if (piece.isEmpty())
            return Error{ErrorKind::Unreadable, file.errorString(), path};
        hash.addData(piece);
    }
    return QString::fromLatin1(hash.result().toHex());
}

Result<QString> FileHashes::of(const QString &path, const Progress *progress)
{
    const FileStamp stamp = FileStamp::of(path);
    if (const QString hash = known(stamp); !hash.isEmpty())
        return hash;
    const Result<QString> hash = fileHash(path, progress);
    if (hash && FileStamp::of(path) == stamp) { // else it was written meanwhile
        const std::lock_guard lock(m_mutex);
        m_byPath.insert(path, {stamp, *hash});
    }
    return hash;
}

QString FileHashes::known(const FileStamp &stamp) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_byPath.constFind(stamp.path);
    return found != m_byPath.constEnd() && found->stamp == stamp ? found->hash : QString();
}

} // namespace ws
