#include "core/io/bytesource.h"
#include "core/io/filesource.h"
#include "core/io/inflatesource.h"
#include "core/io/membersahead.h"
#include "core/readers/formats.h"
#include "tests/support/nomorethreads.h"
#include "tests/support/packed.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

#include <csignal>
#include <thread>

using namespace ws;
using namespace ws::test;

namespace {

/// Text in which every place is different, so that a wrong offset shows.
std::string numbered(size_t size)
{
    std::string text;
    for (size_t i = 0; text.size() < size; ++i)
        text += std::to_string(i * 2654435761u) + (i % 7 ? " " : " some words that repeat and pack well ");
    text.resize(size);
    return text;
}

std::string little(uint32_t value, int bytes)
{
    std::string out;
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
    return out;
}

/// A zip archive of `entries` (name, text).
std::string zip(const std::vector<std::pair<std::string, std::string>> &entries, bool packed, uint32_t flags = 0)
{
    std::string out, directory;
    for (const auto &[name, text] : entries) {
        const std::string data = packed ? deflated(text, -15) : text;
        const auto crc = static_cast<uint32_t>(
            crc32(0, reinterpret_cast<const unsigned char *>(text.data()), static_cast<uInt>(text.size())));
        const std::string common = little(20, 2) + little(flags, 2) + little(packed ? 8 : 0, 2) + little(0, 4) +
                                   little(crc, 4) + little(static_cast<uint32_t>(data.size()), 4) +
                                   little(static_cast<uint32_t>(text.size()), 4) +
                                   little(static_cast<uint32_t>(name.size()), 2) + little(0, 2);
        const auto offset = static_cast<uint32_t>(out.size());
        out += "PK\x03\x04" + common + name + data;
        directory += std::string("PK\x01\x02") + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2) +
                     little(0, 4) + little(offset, 4) + name;
    }
    const auto start = static_cast<uint32_t>(out.size());
    const auto count = static_cast<uint32_t>(entries.size());
    return out + directory + "PK\x05\x06" + little(0, 4) + little(count, 2) + little(count, 2) +
           little(static_cast<uint32_t>(directory.size()), 4) + little(start, 4) + little(0, 2);
}

struct Read
{
    std::string text;
    QString damage;
    bool isIncomplete;
    bool operator==(const Read &) const = default;
};

Read readOf(const QString &path, size_t step)
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

void PrintTo(const Read &read, std::ostream *out)
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

} // namespace

TEST_F(ByteSourceTest, everyContainerGivesTheSameText)
{
    const std::string text = numbered(500'000);
    const std::pair<std::string, Container> files[] = {
        {text, Container::Plain},
        {gzipped(text), Container::Gzip},
        {gzipped(text.substr(0, 70'000)) + gzipped("") + gzipped(text.substr(70'000)), Container::Gzip},
        {zip({{"a.json", text}}, true), Container::Zip},
        {zip({{"a.json", text}}, false), Container::Zip},
        {zip({{"folder/", ""}, {"folder/a.json", text}}, true), Container::Zip},
    };
    for (const auto &[bytes, container] : files) {
        auto source = ByteSource::open(write(bytes));
        ASSERT_TRUE(source) << source.error().text().toStdString();
        EXPECT_EQ((*source)->container(), container);
        EXPECT_EQ((*source)->head().bytes, std::string_view(text).substr(0, ByteSource::headSize));
        EXPECT_EQ(all(**source), text);
        EXPECT_FALSE((*source)->isIncomplete());
        EXPECT_TRUE((*source)->damage().isEmpty()) << (*source)->damage().toStdString();
    }
}

/// As bgzip writes it: the headers of some members lie across the borders of the pieces that are read from the file.
TEST_F(ByteSourceTest, thousandsOfMembersAreOneText)
{
    const std::string text = numbered(8'000'000);
    std::string file;
    for (size_t at = 0; at < text.size(); at += 3'001) {
        std::string member = gzipped(text.substr(at, 3'001));
        member[3] = 4;
        file += member.substr(0, 10) +
                std::string("\x06\x00"
                            "BC\x02\x00\x7f\x03",
                            8) +
                member.substr(10);
    }
    auto source = ByteSource::open(write(file));
    ASSERT_TRUE(source);
    EXPECT_TRUE(all(**source) == text);
    EXPECT_TRUE((*source)->damage().isEmpty()) << (*source)->damage().toStdString();
    const auto piece = readUnpacked(*(*source)->seekIndex(), 6'543'210, 5'000);
    ASSERT_TRUE(piece);
    EXPECT_EQ(*piece, text.substr(6'543'210, 5'000));
}

namespace {

/// Members of all sizes: none, one byte, a piece of the file each, more than is unpacked ahead.
std::pair<std::string, std::string> membersOfAllSizes()
{
    const std::string text = numbered(16'000'000);
    std::string file, content;
    const size_t sizes[] = {10,        0,     1,         70'000, 300'000, 2'000'000, 0,      0,   65'280,
                            5'500'000, 3'001, 1'200'000, 17,     65'280,  65'280,    65'280, 400, 4 << 20};
    for (const size_t size : sizes) {
        file += gzipped(text.substr(content.size(), size));
        content += text.substr(content.size(), size);
    }
    for (int i = 0; i < 400; ++i, content += text.substr(content.size(), 1'999))
        file += gzipped(text.substr(content.size(), 1'999));
    return {file, content};
}

} // namespace

TEST_F(ByteSourceTest, membersOfAllSizesAreOneText)
{
    const auto [file, text] = membersOfAllSizes();
    const QString path = write(file);
    for (const size_t step : {size_t(1 << 18), size_t(4'999)}) {
        const Read read = readOf(path, step);
        EXPECT_TRUE(read.text == text) << read.text.size();
        EXPECT_EQ(read.damage, QString());
        EXPECT_FALSE(read.isIncomplete);
    }
    auto source = ByteSource::open(path);
    ASSERT_TRUE(source);
    all(**source);
    EXPECT_EQ((*source)->packedPosition(), static_cast<int64_t>(file.size()));
    for (size_t at = 0; at + 2'000 < text.size(); at += 777'777) {
        const auto piece = readUnpacked(*(*source)->seekIndex(), static_cast<int64_t>(at), 2'000);
        ASSERT_TRUE(piece);
        EXPECT_EQ(*piece, text.substr(at, 2'000)) << at;
    }
}

/// Wherever it is: in a member that another thread unpacks, too.
TEST_F(ByteSourceTest, aDamagedMemberGivesWhatCameBefore)
{
    const auto [file, text] = membersOfAllSizes();
    for (size_t at = 40; at < file.size(); at += file.size() / 23) {
        std::string damaged = file;
        damaged[at] = static_cast<char>(~damaged[at]);
        EXPECT_EQ(readOf(write(damaged), 1 << 18), readThroughPipe(damaged)) << at;
        const std::string cut = file.substr(0, at);
        EXPECT_EQ(readOf(write(cut), 1 << 18), readThroughPipe(cut)) << at;
    }
}

TEST_F(ByteSourceTest, membersAreReadWhereNoThreadCanBeStarted)
{
    const auto [file, text] = membersOfAllSizes();
    const QString path = write(file);
    const NoMoreThreads none;
    const Read read = readOf(path, 1 << 18);
    EXPECT_TRUE(read.text == text) << read.text.size();
    EXPECT_EQ(read.damage, QString());
}

TEST_F(ByteSourceTest, aPackedFileWithinAMemberIsPartOfItsText)
{
    const std::string inner = numbered(9'000);
    std::string text, file;
    for (int i = 0; i < 300; ++i) { // not packed, so that the inner one's header stands in the file
        const std::string content = "before " + gzipped(inner) + " after " + std::to_string(i);
        text += content;
        file += gzipped(content, 0);
    }
    const Read read = readOf(write(file), 1 << 18);
    EXPECT_TRUE(read.text == text);
    EXPECT_EQ(read.damage, QString());
}

/// What looks like a header at every fourth byte, with a name that never ends: looking ahead must not read the rest of
/// the file for each (hours).
TEST_F(ByteSourceTest, aFileFullOfHeadersCostsNoMoreThanItself)
{
    std::string headers;
    while (headers.size() < 60'000'000)
        headers += "\x1f\x8b\x08\x08";
    const std::string first = numbered(1'000), second = numbered(5'000);
    for (const std::string &file :
         {gzipped(first) + gzipped(second) + headers, gzipped(first) + gzipped(headers, 0) + gzipped(second)})
        EXPECT_EQ(readOf(write(file), 1 << 18), readThroughPipe(file));
}

TEST_F(ByteSourceTest, whatFollowsTheLastOfManyMembersIsSaid)
{
    const auto [file, text] = membersOfAllSizes();
    const Read padded = readOf(write(file + std::string(70'000, '\0')), 1 << 18);
    EXPECT_TRUE(padded.text == text && padded.damage.isEmpty());
    const Read more = readOf(write(file + "no gzip"), 1 << 18);
    EXPECT_TRUE(more.text == text);
    EXPECT_TRUE(more.damage.contains(QString::number(file.size()))) << more.damage.toStdString();
    EXPECT_FALSE(more.isIncomplete);
}

TEST_F(ByteSourceTest, aPieceIsReadAgainFromAnyPlace)
{
    const std::string text = numbered(20'000'000);
    const size_t half = 9'000'000;
    for (const std::string &bytes : {text, gzipped(text), gzipped(text.substr(0, half)) + gzipped(text.substr(half)),
                                     zip({{"a", text}}, true), zip({{"a", text}}, false)}) {
        auto source = ByteSource::open(write(bytes));
        ASSERT_TRUE(source);
        EXPECT_EQ(all(**source), text);
        const auto index = (*source)->seekIndex();
        ASSERT_TRUE(index);
        if (index->container != Container::Plain && bytes.size() < text.size()) {
            EXPECT_GE(index->points.size(), 4u) << "no restart points: every fetch would inflate from the beginning";
        }
        for (size_t at :
             {size_t(0), size_t(1), half - 10, half, size_t(4 << 20), size_t(12'345'678), text.size() - 5}) {
            const auto piece = readUnpacked(*index, static_cast<int64_t>(at), 2000);
            ASSERT_TRUE(piece) << piece.error().text().toStdString();
            EXPECT_EQ(*piece, text.substr(at, 2000)) << at;
        }
    }
}

TEST_F(ByteSourceTest, aStoredEntryWhoseSizeOnlyTheDirectoryKnowsIsReadWhole)
{
    const std::string text = numbered(100'000);
    std::string bytes = zip({{"a", text}}, false, 8);
    bytes.replace(18, 8, std::string(8, '\0'));
    auto source = ByteSource::open(write(bytes));
    ASSERT_TRUE(source);
    EXPECT_EQ(all(**source), text);
    EXPECT_FALSE((*source)->isIncomplete());
    const auto end = readUnpacked(*(*source)->seekIndex(), static_cast<int64_t>(text.size()) - 5, 2000);
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, text.substr(text.size() - 5)) << "what follows the entry is not its content";
}

TEST_F(ByteSourceTest, aChangedOrVanishedFileIsToldInsteadOfReadWrongly)
{
    const QString path = write(gzipped(numbered(100'000)));
    auto source = ByteSource::open(path);
    ASSERT_TRUE(source);
    all(**source);
    const auto index = (*source)->seekIndex();
    write(gzipped(numbered(200'000)));
    auto changed = readUnpacked(*index, 10, 10);
    ASSERT_FALSE(changed);
    EXPECT_TRUE(changed.error().message.contains(QStringLiteral("changed")));
    QFile::remove(path);
    auto gone = readUnpacked(*index, 10, 10);
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().kind, ErrorKind::NotFound);
}

TEST_F(ByteSourceTest, whatCannotBeReadIsSaidInOneSentence)
{
    const std::pair<std::string, ErrorKind> files[] = {
        {"", ErrorKind::Malformed},
        {zip({{"a", "x"}, {"b", "y"}}, true), ErrorKind::Unsupported},
        {zip({{"a", "x"}}, true, 1), ErrorKind::Unsupported},
        {zip({{"only/", ""}}, false), ErrorKind::Malformed},
    };
    for (const auto &[bytes, kind] : files) {
        auto source = ByteSource::open(write(bytes));
        ASSERT_FALSE(source);
        EXPECT_EQ(source.error().kind, kind);
        EXPECT_FALSE(source.error().message.isEmpty());
    }
    EXPECT_EQ(ByteSource::open(QStringLiteral("/nonexistent/file")).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(ByteSource::open(QDir::tempPath()).error().kind, ErrorKind::Unreadable);
}

/// A file that the disk cannot read from a certain byte on.
class BrokenFile : public QFile
{
public:
    BrokenFile(const QString &path, qint64 goodBytes) : QFile(path), m_good(goodBytes) {}

protected:
    qint64 readData(char *data, qint64 size) override
    {
        if (pos() < m_good)
            return QFile::readData(data, std::min(size, m_good - pos()));
        setErrorString(QStringLiteral("Input/output error"));
        return -1;
    }

private:
    qint64 m_good;
};

TEST_F(ByteSourceTest, whatTheSystemCannotReadIsNotTakenForACutFile)
{
    std::string events;
    for (int i = 0; i < 20'000; ++i)
        events += R"({"ph":"X","cat":"kernel","name":"k)" + std::to_string(i * 2654435761u) + R"(","ts":)" +
                  std::to_string(i) + R"(,"dur":1},)";
    const QString path = write(gzipped("[" + events + "{}]"));
    for (const qint64 good : {qint64(0), qint64(60'000)}) {
        auto file = std::make_unique<BrokenFile>(path, good);
        ASSERT_TRUE(file->open(QIODevice::ReadOnly | QIODevice::Unbuffered));
        auto source = openGzip(std::move(file), FileStamp::of(path));
        ASSERT_TRUE(source);
        Progress progress;
        const auto loaded = loadRun(**source, progress);
        EXPECT_EQ(failedAt(**source), good);
        EXPECT_TRUE((*source)->damage().contains(QStringLiteral("Input/output error")));
        if (good == 0) {
            ASSERT_FALSE(loaded.ok());
            EXPECT_EQ(loaded.error().kind, ErrorKind::Unreadable);
            EXPECT_EQ(loaded.error().offset, 0);
            EXPECT_TRUE(loaded.error().message.contains(QStringLiteral("Input/output error")));
            continue;
        }
        ASSERT_TRUE(loaded.ok());
        const ws::Run &run = **loaded;
        EXPECT_GT(run.gpu.size(), 100u);
        EXPECT_FALSE(run.info.complete);
        ASSERT_NE(run.diagnostics.find("read-error"), nullptr);
        EXPECT_TRUE(run.diagnostics.find("read-error")->message.contains(QStringLiteral("60000")));
        EXPECT_EQ(run.diagnostics.find("damaged-container"), nullptr);
    }
}

TEST_F(ByteSourceTest, aCutOrDamagedStreamGivesWhatCameBefore)
{
    const std::string text = numbered(1'000'000);
    const std::string packed = gzipped(text);
    auto cut = ByteSource::open(write(packed.substr(0, packed.size() / 2)));
    ASSERT_TRUE(cut);
    const std::string start = all(**cut);
    EXPECT_GT(start.size(), text.size() / 4);
    EXPECT_EQ(start, text.substr(0, start.size()));
    EXPECT_TRUE((*cut)->isIncomplete());

    auto onlyHeader = ByteSource::open(write(packed.substr(0, 5)));
    ASSERT_TRUE(onlyHeader);
    EXPECT_EQ(all(**onlyHeader), "");
    EXPECT_TRUE((*onlyHeader)->isIncomplete());

    auto trailing = ByteSource::open(write(packed + "rubbish"));
    ASSERT_TRUE(trailing);
    EXPECT_EQ(all(**trailing), text);
    EXPECT_FALSE((*trailing)->isIncomplete());
    EXPECT_FALSE((*trailing)->damage().isEmpty());

    std::string stored = zip({{"a", text}}, false);
    auto cutZip = ByteSource::open(write(stored.substr(0, stored.size() / 2)));
    ASSERT_TRUE(cutZip);
    all(**cutZip);
    EXPECT_TRUE((*cutZip)->isIncomplete());
}

TEST_F(ByteSourceTest, readAllStopsAtItsLimitAndWhenCancelled)
{
    const QString path = write(numbered(3'000'000));
    Progress progress;
    auto source = ByteSource::open(path);
    ASSERT_TRUE(source);
    auto tooMuch = (*source)->readAll(progress, 1'000'000);
    ASSERT_FALSE(tooMuch);
    EXPECT_EQ(tooMuch.error().kind, ErrorKind::TooLarge);
    progress.cancel();
    auto again = ByteSource::open(path);
    EXPECT_EQ((*again)->readAll(progress).error().kind, ErrorKind::Cancelled);
}

TEST_F(ByteSourceTest, aPipeIsReadFromBeginningToEndPlainAndPacked)
{
    const std::string text = numbered(3'000'000);
    int number = 0;
    for (const std::string &bytes : {text, gzipped(text)}) {
        const QString path = m_dir.filePath(QStringLiteral("pipe%1").arg(++number));
        const Pipe pipe(path, bytes);
        auto source = ByteSource::open(path);
        ASSERT_TRUE(source.ok()) << source.error().text().toStdString();
        Progress progress;
        const auto all = (*source)->readAll(progress);
        ASSERT_TRUE(all.ok());
        EXPECT_EQ(*all, text);
        EXPECT_FALSE((*source)->isIncomplete());
    }
}

TEST_F(ByteSourceTest, theContentOfAPipeIsNotAskedForASecondTime)
{
    const QString path = m_dir.filePath(QStringLiteral("pipe"));
    ASSERT_EQ(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    SeekIndex index;
    index.stamp = FileStamp::of(path);
    const auto piece = readUnpacked(index, 0, 10); // would wait for a writer forever
    ASSERT_FALSE(piece.ok());
    EXPECT_EQ(piece.error().kind, ErrorKind::Unreadable);
}

TEST_F(ByteSourceTest, devicesAndFoldersAreRefused)
{
    for (const QString &path : {QStringLiteral("/dev/zero"), QStringLiteral("/dev/null"), m_dir.path()}) {
        const auto source = ByteSource::open(path);
        ASSERT_FALSE(source.ok()) << path.toStdString();
        EXPECT_EQ(source.error().kind, ErrorKind::Unreadable);
    }
}

TEST_F(ByteSourceTest, archivesAndDatabasesDoNotComeThroughAPipe)
{
    const QString path = m_dir.filePath(QStringLiteral("pipe"));
    const Pipe pipe(path, zip({{"a.json", "[]"}}, true));
    const auto source = ByteSource::open(path);
    ASSERT_FALSE(source.ok());
    EXPECT_EQ(source.error().kind, ErrorKind::Unsupported);
}
