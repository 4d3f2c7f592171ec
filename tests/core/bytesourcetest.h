#pragma once
// Files that are read as bytes, from the disk or through a pipe.

#include "core/io/bytesource.h"
#include "core/io/membersahead.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

#include <csignal>
#include <thread>

namespace ws::test {

/// Text in which every place is different, so that a wrong offset shows.
inline std::string numbered(size_t size)
{
    std::string text;
    for (size_t i = 0; text.size() < size; ++i)
        text += std::to_string(i * 2654435761u) + (i % 7 ? " " : " some words that repeat and pack well ");
    text.resize(size);
    return text;
}

struct Read
{
    std::string text;
    QString damage;
    bool isIncomplete;
    bool operator==(const Read &) const = default;
};

inline Read readOf(const QString &path, size_t step)
{
    auto source = ByteSource::open(path);
    EXPECT_TRUE(source);
    Read read;
    std::string buffer(step, '\0');
    while (const size_t got = (*source)->read(buffer.data(), step))
        read.text.append(buffer, 0, got);
    read.damage = (*source)->damage();
    read.isIncomplete = (*source)->isIncomplete();
    return read;
}

inline void PrintTo(const Read &read, std::ostream *out)
{
    *out << read.text.size() << " bytes, " << read.damage.toStdString();
}

/// Writes `bytes` into a new named pipe in a second thread.
class Pipe
{
public:
    Pipe(const QString &path, std::string bytes) : m_bytes(std::move(bytes))
    {
        EXPECT_EQ(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
        m_writer = std::thread([this, path] {
            QFile file(path);
            if (file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
                file.write(m_bytes.data(), static_cast<qint64>(m_bytes.size()));
        });
    }
    ~Pipe() { m_writer.join(); }

private:
    std::string m_bytes;
    std::thread m_writer;
};

class ByteSourceTest : public testing::Test
{
protected:
    ByteSourceTest() { MembersAhead::leastCores = 1; }
    ~ByteSourceTest() override { MembersAhead::leastCores = m_leastCores; }
    QString write(const std::string &bytes)
    {
        const QString path = m_dir.filePath(QStringLiteral("file"));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path;
    }
    static std::string all(ByteSource &source)
    {
        Progress progress;
        auto text = source.readAll(progress);
        return text ? *text : "failed";
    }
    /// One member after the other.
    Read readThroughPipe(const std::string &bytes)
    {
        std::signal(SIGPIPE, SIG_IGN); // at a damage the reader leaves the rest
        const QString path = m_dir.filePath(QStringLiteral("pipe"));
        QFile::remove(path);
        const Pipe pipe(path, bytes);
        return readOf(path, 1 << 18);
    }

protected:
    const size_t m_leastCores = MembersAhead::leastCores;
    QTemporaryDir m_dir;
};

} // namespace ws::test
