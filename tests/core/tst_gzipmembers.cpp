// Gzip files of many members, which are unpacked ahead.

#include "tests/core/bytesourcetest.h"
#include "tests/support/nomorethreads.h"
#include "tests/support/packed.h"

using namespace ws;
using namespace ws::test;

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
