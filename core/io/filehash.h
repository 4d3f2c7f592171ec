#pragma once
// SHA-256 of files as they lie on the disk: it says that two people speak of the same file, whatever it is called.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/bytesource.h"

#include <QHash>
#include <QString>

#include <mutex>

namespace ws {

/// 64 lower-case hexadecimal digits. Reads the whole file. Errors: Unreadable (also a pipe, which would wait for a
/// writer, and a file of another machine that is not here as a whole), Cancelled.
Result<QString> fileHash(const QString &path, const Progress *progress = nullptr);

/// The hashes of files that were read once: a file whose path, size and time are the same is not read again. May be
/// used from several threads.
class FileHashes
{
public:
    /// As fileHash().
    Result<QString> of(const QString &path, const Progress *progress = nullptr);
    /// Without reading the file; empty: not known.
    QString known(const FileStamp &stamp) const;

private:
    struct Entry
    {
        FileStamp stamp;
        QString hash;
    };
    mutable std::mutex m_mutex;
    QHash<QString, Entry> m_byPath;
};

} // namespace ws
