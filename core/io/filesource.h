#pragma once
// A ByteSource over a file on disk: what the system cannot read (a broken disk, a lost connection) is distinguished
// from a file that is cut or damaged.

#include "core/io/bytesource.h"

#include <QFile>

namespace ws {

class FileSource : public ByteSource
{
public:
    /// First byte of the file that the system could not read; -1: none. damage() holds the system's message.
    int64_t failedAt() const { return m_failedAt; }

protected:
    FileSource(std::unique_ptr<QFile> file, const FileStamp &stamp, Container container);

    QFile &file() { return *m_file; }
    /// Number of bytes read; 0 at the end and where the system cannot read.
    size_t readFile(void *buffer, size_t size);

private:
    std::unique_ptr<QFile> m_file;
    int64_t m_failedAt = -1;
};

/// As ByteSource::open(), of a file that is open for reading, unbuffered.
Result<std::unique_ptr<ByteSource>> openFile(std::unique_ptr<QFile> file, const FileStamp &stamp);

/// FileSource::failedAt() of any source; -1 also for bytes in memory.
int64_t failedAt(const ByteSource &source);

/// The diagnostic that the source's damage() belongs to.
const char *damageKind(const ByteSource &source);

} // namespace ws
