#include "core/io/bytesource.h"
#include "core/io/filesource.h"
#include "core/io/inflatesource.h"
#include "core/readers/formats.h"
#include "tests/core/bytesourcetest.h"
#include "tests/support/packed.h"

#include <gtest/gtest.h>

#include <QFile>

using namespace ws;
using namespace ws::test;

namespace {

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
