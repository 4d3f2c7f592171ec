#include "core/io/bytesource.h"

#include "core/base/platform.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/io/inflatesource.h"
#include "core/io/pipe.h"
#include "core/io/readroots.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cstring>

namespace ws {
namespace {

class PlainSource : public FileSource
{
public:
    PlainSource(std::unique_ptr<QFile> file, const FileStamp &stamp)
        : FileSource(std::move(file), stamp, Container::Plain)
    {
        fillHead();
        if (QByteArray::fromRawData(head().bytes.data(), head().bytes.size()).startsWith("SQLite format 3")) {
            m_container = Container::Sqlite;
            m_index->container = Container::Sqlite;
        }
    }

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        const size_t got = readFile(buffer, size);
        m_packedPosition += static_cast<int64_t>(got);
        return got;
    }
};

class MemorySource : public ByteSource
{
public:
    MemorySource(std::string_view bytes, const QString &name) : m_all(bytes), m_left(bytes)
    {
        m_fileName = name;
        m_stamp.path = name;
        m_stamp.size = static_cast<int64_t>(bytes.size());
        fillHead();
    }

    std::unique_ptr<ByteSource> again() const override { return fromMemory(m_all, m_fileName); }

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        const size_t n = std::min(size, m_left.size());
        if (n)
            std::memcpy(buffer, m_left.data(), n);
        m_left.remove_prefix(n);
        m_packedPosition += static_cast<int64_t>(n);
        return n;
    }

private:
    std::string_view m_all, m_left;
};

} // namespace

const char *containerName(Container container)
{
    switch (container) {
    case Container::Plain:
        return "plain";
    case Container::Gzip:
        return "gzip";
    case Container::Zip:
        return "zip";
    case Container::Sqlite:
        return "sqlite";
    }
    return "plain";
}

FileStamp FileStamp::of(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return {path, -1, 0};
    return {path, info.size(), info.lastModified().toMSecsSinceEpoch()};
}

Result<std::unique_ptr<ByteSource>> ByteSource::open(const QString &path)
{
    if (path == standardInput() && platform::inputIsTerminal())
        return Error{ErrorKind::Unreadable, Core::tr("standard input is a terminal; send a file into it"), path};
    if (auto refused = outsideReadRoots(path))
        return *refused;
    const QFileInfo info(path);
    if (!info.exists() && path != standardInput())
        return Error{ErrorKind::NotFound, Core::tr("there is no such file; check the path"), path};
    if (info.isDir())
        return Error{
            ErrorKind::Unreadable,
            Core::tr("this is a folder; name one of the files in it. `warpscope-cli ranks` reads a folder of traces"),
            path};
    if (!info.isFile() && !platform::isPipe(path) && path != standardInput())
        return Error{ErrorKind::Unreadable, Core::tr("this is a device, not a file; open a file or a pipe"), path};
    auto file = std::make_unique<QFile>(path);
    constexpr auto mode = QIODevice::ReadOnly | QIODevice::Unbuffered;
    if (path == standardInput() ? !file->open(platform::inputDescriptor, mode) : !file->open(mode))
        return Error{ErrorKind::Unreadable, Core::tr("cannot be opened: %1").arg(file->errorString()), path};
    return openFile(std::move(file), FileStamp::of(path));
}

Result<std::unique_ptr<ByteSource>> openFile(std::unique_ptr<QFile> file, const FileStamp &stamp)
{
    const QString &path = stamp.path;
    char magic[4] = {};
    const qint64 got = file->peek(magic, 4);
    if (got < 0)
        return Error{ErrorKind::Unreadable, Core::tr("cannot be read: %1").arg(file->errorString()), path};
    if (got == 0)
        return Error{ErrorKind::Malformed, Core::tr("the file is empty; a trace or a profiler table was expected"),
                     path, 0};
    if (got >= 2 && magic[0] == '\x1f' && magic[1] == '\x8b')
        return openGzip(std::move(file), stamp);
    const bool isZip = got == 4 && std::memcmp(magic, "PK\x03\x04", 4) == 0;
    const bool isSqlite = got == 4 && std::memcmp(magic, "SQLi", 4) == 0;
    if (file->isSequential() && (isZip || isSqlite))
        return Error{
            ErrorKind::Unsupported,
            Core::tr("zip archives and databases cannot be read from a pipe; write the content to a file first"), path};
    if (isZip)
        return openZip(std::move(file), stamp);
    return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(std::move(file), stamp));
}

std::unique_ptr<ByteSource> ByteSource::again() const
{
    if (!QFileInfo(path()).isFile())
        return nullptr;
    auto source = open(path());
    return source && (*source)->stamp() == m_stamp ? std::move(*source) : nullptr;
}

std::unique_ptr<ByteSource> ByteSource::fromMemory(std::string_view bytes, const QString &name)
{
    return std::make_unique<MemorySource>(bytes, name);
}

void ByteSource::fillHead()
{
    m_head.resize(headSize);
    size_t filled = 0;
    while (filled < headSize) {
        const size_t got = readMore(m_head.data() + filled, headSize - filled);
        if (got == 0)
            break;
        filled += got;
    }
    m_head.resize(filled);
}

size_t ByteSource::read(char *buffer, size_t size)
{
    if (m_headTaken < m_head.size()) {
        const size_t n = std::min(size, m_head.size() - m_headTaken);
        std::memcpy(buffer, m_head.data() + m_headTaken, n);
        m_headTaken += n;
        return n;
    }
    return readMore(buffer, size);
}

Result<std::string> ByteSource::readAll(Progress &progress, size_t limit)
{
    constexpr size_t step = size_t(1) << 20;
    std::string all;
    for (;;) {
        if (progress.isCancelled())
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), path()};
        const size_t before = all.size();
        if (before > limit)
            return Error{ErrorKind::TooLarge,
                         Core::tr("more than %1 MB of text for a format that is read as a whole").arg(limit >> 20),
                         path(), static_cast<int64_t>(limit)};
        all.resize(before + step);
        const size_t got = read(all.data() + before, step);
        all.resize(before + got);
        progress.bytesDone = m_packedPosition;
        if (got == 0)
            return all;
    }
}

size_t SeekIndex::memoryBytes() const
{
    size_t bytes = points.capacity() * sizeof(Checkpoint);
    for (const Checkpoint &point : points)
        bytes += point.state.capacity();
    return bytes;
}

} // namespace ws
