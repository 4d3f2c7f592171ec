// Sizes that no profiler writes on purpose: the reader stays linear and within memory.

#include "paths.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QTemporaryDir>

#include <zlib.h>

#include <cstdio>

namespace tst_hostilesizes {

using namespace ws;
using namespace ws::test;

namespace {

std::string slice(const std::string &thread, int64_t start, int64_t duration, const char *category = "x")
{
    char text[200];
    std::snprintf(text, sizeof text, R"({"ph":"X","cat":"%s","name":"n","pid":1,"tid":%s,"ts":%lld,"dur":%lld})",
                  category, thread.c_str(), static_cast<long long>(start), static_cast<long long>(duration));
    return text;
}

template <class Make> std::string trace(int count, Make make)
{
    std::string text = "[";
    for (int i = 0; i < count; ++i)
        text.append(i ? "," : "").append(make(i));
    return text.append("]");
}

uint64_t slicesIn(const ws::Run &run)
{
    uint64_t sum = 0;
    for (const Lane &lane : run.timeline.lanes)
        sum += lane.size();
    return sum;
}

} // namespace

TEST(HostileSizes, aHundredThousandTracks)
{
    const auto run = runFromJson(trace(100'000, [](int i) { return slice(std::to_string(i), i, 5); }));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.tracks.size(), 100'000u);
    EXPECT_EQ(slicesIn(*run.run), 100'000u);
    EXPECT_LT(run->timeline.memoryBytes(), 80'000'000u);
}

TEST(HostileSizes, fortyThousandMutuallyOverlappingSlicesShareAnOverflowLane)
{
    for (const char *category : {"kernel", "x"}) {
        const auto run = runFromJson(trace(40'000, [&](int i) { return slice("7", i, 1'000'000 + i, category); }));
        ASSERT_TRUE(run);
        EXPECT_EQ(slicesIn(*run.run), 40'000u);
        ASSERT_EQ(run->timeline.tracks.size(), 1u);
        EXPECT_EQ(run->timeline.tracks[0].laneCount, 1025u);
        for (const int lane : {0, 1, 255, 256, 257, 512, 1023})
            EXPECT_EQ(run->timeline.lanes[static_cast<size_t>(lane)].start[0], lane * 1000) << lane;
        EXPECT_TRUE(run->timeline.lanes.back().overflow);
        const Diagnostic *d = run->diagnostics.find("sub-lane-overflow");
        ASSERT_TRUE(d);
        EXPECT_EQ(d->count, 40'000u - 1024u);
        EXPECT_EQ(run->timeline.lanes.back().firstEndingAfter(1'000'000'000), 0u);
    }
}

TEST(HostileSizes, aMillionLevelsOfNesting)
{
    constexpr int depth = 1'000'000;
    const auto run = runFromJson(trace(depth, [](int i) { return slice("1", i, 3LL * depth - 2LL * i); }));
    ASSERT_TRUE(run);
    EXPECT_EQ(slicesIn(*run.run), uint64_t(depth));
    EXPECT_EQ(run->timeline.lanes.size(), 1025u);
}

TEST(HostileSizes, deeplyNestedJsonOfAnEventDoesNotExhaustTheStack)
{
    const std::string deep = std::string(2'000'000, '[') + std::string(2'000'000, ']');
    std::string text = R"([{"ph":"X","ts":1,"dur":1,"args":{"a":)";
    const auto run = runFromJson(text.append(deep).append("}},").append(slice("1", 5, 5)).append("]"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 2u);
    text = R"({"deep":)";
    const auto header =
        runFromJson(text.append(deep).append(R"(,"traceEvents":[)").append(slice("1", 5, 5)).append("]}"));
    ASSERT_TRUE(header);
    EXPECT_EQ(header->info.slices, 1u);
}

TEST(HostileSizes, timesAtTheEndsOfTheNumbersKeepTheirDifferences)
{
    std::string events;
    for (const char *time :
         {"4611686018427387.903", "-4611686018427387.903", "0", "9223372036854775", "1e18", "-1e300"})
        events += std::string(R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"dur":9e15,"ts":)") + time + "},";
    const auto run =
        runFromJson("[" + events + R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"dur":-5,"ts":1}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.spanNs, 2 * farthestNs);
    EXPECT_EQ(run->gpu.size(), 4u);
    for (size_t i = 0; i < run->gpu.size(); ++i)
        EXPECT_LE(run->gpu.end(i), 2 * farthestNs);
    EXPECT_EQ(run->diagnostics.find("no-time")->count, 3u);
}

TEST(HostileSizes, manyCategoriesAndLongTimesDoNotOverflow)
{
    const auto run = runFromJson(trace(70'000, [](int i) { return slice("1", i, 1, std::to_string(i).c_str()); }));
    ASSERT_TRUE(run);
    EXPECT_EQ(slicesIn(*run.run), 70'000u);
    EXPECT_TRUE(run->diagnostics.find("too-many-categories"));
    const auto extreme = runFromJson(R"([{"ph":"X","name":"a","ts":9223372036854774,"dur":9223372036854774},
        {"ph":"X","name":"b","ts":-9223372036854774,"dur":9223372036854774},{"ph":"X","name":"c","ts":1e300,"dur":1}])");
    ASSERT_TRUE(extreme);
    EXPECT_EQ(extreme->info.totalEvents, 3u);
}

namespace {

/// `text` as gzip members appended to `path`, `times` times (a file of many members is packed once only).
void appendMember(const QString &path, const std::string &text, int times)
{
    const QString member = path + QStringLiteral(".member");
    gzFile file = gzopen(member.toLocal8Bit().constData(), "wb6");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    QFile in(member), out(path);
    ASSERT_TRUE(in.open(QIODevice::ReadOnly) && out.open(QIODevice::Append));
    const QByteArray bytes = in.readAll();
    for (int i = 0; i < times; ++i)
        out.write(bytes);
}

/// About 1 GB of `piece` between `head` and `tail`, packed to about 1 MB.
void writeBomb(const QString &path, const std::string &head, const std::string &piece, const std::string &tail)
{
    QFile::remove(path);
    std::string block;
    while (block.size() < (1u << 20))
        block += piece;
    appendMember(path, head, 1);
    appendMember(path, block, 1000);
    appendMember(path, tail, 1);
}

} // namespace

TEST(HostileSizes, aGigabyteBombStaysWithinAMemoryLimit)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizers reserve more address space than the limit under test";
#endif
    QTemporaryDir dir;
    const struct
    {
        const char *what;
        std::string head, piece, tail;
        int exitCode;
    } bombs[] = {
        {"blanks", "{\"traceEvents\":[", "        ", "]}", 0},
        {"one endless name", "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"", "aaaaaaaa", "\"}]}", 0},
        {"one endless header value", "{\"h\":[", "0,0,0,0,", "0]}", 1},
        {"nested brackets", "{\"traceEvents\":[{\"args\":", "[[[[[[[[", "", 0},
        {"zeros", std::string(8, '\0'), std::string(64, '\0'), "", 1},
    };
    for (const auto &bomb : bombs) {
        const QString path = dir.filePath(QStringLiteral("bomb.json.gz"));
        writeBomb(path, bomb.head, bomb.piece, bomb.tail);
        EXPECT_LT(QFileInfo(path).size(), 5'000'000);
        QProcess process;
        process.start(QStringLiteral("bash"),
                      {QStringLiteral("-c"), QStringLiteral("ulimit -v 1000000; exec \"$0\" summary \"$1\" --json"),
                       QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"), path});
        ASSERT_TRUE(process.waitForFinished(120'000)) << bomb.what;
        EXPECT_EQ(process.exitStatus(), QProcess::NormalExit) << bomb.what;
        EXPECT_EQ(process.exitCode(), bomb.exitCode)
            << bomb.what << ": " << process.readAllStandardError().toStdString();
    }
}

} // namespace tst_hostilesizes
