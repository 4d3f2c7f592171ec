#pragma once
// A ByteSource over a file of the disk: what the system cannot read (a broken disk, a lost connection) is told apart
// from a file that is cut or damaged.

#include "core/io/bytesource.h"

#include <QFile>

namespace ws {

class FileSource : public ByteSource
{
public:
    /// Byte of the file from which on the system gave none; -1: all could be read. damage() holds what it said.
    int64_t failedAt() const { return m_failedAt; }

protected:
    FileSource(std::unique_ptr<QFile> file, const FileStamp &stamp, Container container);

    QFile &file() { return *m_file; }
    /// Bytes got; 0 at the end and where the system cannot read.
    size_t readFile(void *buffer, size_t size);

private:
    std::unique_ptr<QFile> m_file;
    int64_t m_failedAt = -1;
};

/// The same for any source; -1 also for bytes in memory.
int64_t failedAt(const ByteSource &source);

/// The diagnostic that the source's damage() belongs to.
const char *damageKind(const ByteSource &source);

} // namespace ws
