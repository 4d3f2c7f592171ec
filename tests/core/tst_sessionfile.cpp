// Session files: what is written is read again, and a hostile file costs a message.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/io/filehash.h"
#include "core/session/savedwork.h"
#include "core/session/sessionfile.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace ws::test {
namespace {

const SliceAddress gemm{TrackKind::GpuStream, "0", "7", 12'000, 500, "gemm<float, 3>", false};

SavedRun wholeRun()
{
    SavedRun run;
    run.file = {QStringLiteral("../a/run.json.gz"), QStringLiteral("/data/a/run.json.gz"), QString(64, u'a'), 123};
    run.originNs = -17;
    run.label = QStringLiteral("before");
    run.range = TimeRange{12'300'000, 15'200'000};
    run.visible = TimeRange{-5, 20'000'000};
    run.mark = 0;
    run.scroll = 40;
    run.rows.python = true;
    run.rows.pinned = {{"track", TrackKind::GpuStream, "0", "20", {}, 0},
                       {"counter", TrackKind::CpuThread, "1", "Memory", "Total", 1}};
    run.rows.hidden = {{"gaps", TrackKind::CpuThread, {}, {}, {}, 2}};
    run.rows.folded = {{"track", TrackKind::CpuThread, "1", "17", {}, 0}};
    run.rows.foldedGroups = {{"process", "1"}};
    run.rows.filter = QStringLiteral("stream");
    run.selection = gemm;
    run.steps = {StepSource::Pattern, QStringLiteral("^iter \\d+")};
    run.focus = SavedFocus{QStringLiteral("step 3: decode"), 2, {}, {}};
    run.highlight = SavedHighlight{QStringLiteral("2 kernels"), {"a", "b\nc"}, {}};
    run.notes = {{QStringLiteral("slow <b>here</b>\nwhy?"), {12'000, 12'500}, gemm},
                 {QStringLiteral("时间"), {7, 7}, {}}};
    run.edits = {{QStringLiteral("kernel:^gemm<.*$*0.5"), true}, {QStringLiteral("gaps=0"), false}};
    run.part = SavedPart{QStringLiteral("jetson"), -1, {0, 2}};
    run.mapping = defaultMapping();
    return run;
}

SavedSession wholeSession()
{
    SavedSession session;
    session.runs = {wholeRun(), wholeRun()};
    session.runs[1].focus =
        SavedFocus{QStringLiteral("LlamaAttention ×32"), {}, {}, SavedWork{3, 70, 5, {{0, 2}, {7, 8}}, {{1, 4, 9}}}};
    session.mapping = defaultMapping();
    session.mapping.stages[0].enabled = false;
    session.mapping.substages[0].enabled = false;
    session.mapping.stages[1].colour = session.mapping.substages[1].colour = 0x12AB34;
    session.pair = SavedPair{{1, 0}, false, "step", {5, 9}};
    session.active = 1;
    session.panel = QStringLiteral("kernels");
    session.stageRuns = "pair";
    session.job = {{QStringLiteral("job"), QStringLiteral("/traces/job"), {}, -1}};
    session.queries = {{"slow", "SELECT name FROM gpu WHERE duration_ns > 1000"}};
    session.tables = {{"kernels", "count", true, std::vector<std::string>{"p50", "p95"}},
                      {"gaps", {}, false, std::vector<std::string>()},
                      {"steps", "start_ns", false, {}}};
    session.collapseIdleNs = 1'000'000;
    return session;
}

TEST(SessionFile, isReadAsItWasWritten)
{
    const SavedSession session = wholeSession();
    const Result<SavedSession> read = readSession(writeSession(session));
    ASSERT_TRUE(read) << read.error().text().toStdString();
    EXPECT_EQ(read->runs[0], session.runs[0]);
    EXPECT_EQ(read->runs[1], session.runs[1]);
    EXPECT_EQ(read->mapping, session.mapping) << "all rules, with colours and switches";
    EXPECT_EQ(*read, session);
}

TEST(SessionFile, withoutARunIsASession)
{
    const Result<SavedSession> read = readSession(writeSession({}));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, SavedSession());
}

TEST(SessionFile, aMappingOfAllRulesThatAMappingMayHaveIsKept)
{
    SavedSession session;
    session.mapping.engine = "e";
    session.mapping.model = "m";
    std::vector<StageRule> rules;
    for (size_t i = 0; i < maxMappingRules; ++i)
        rules.push_back(
            {"kernel_" + std::to_string(i), "s" + std::to_string(i % 7), "t" + std::to_string(i), true, noColour});
    session.mapping.setJoined(rules);
    const Result<SavedSession> read = readSession(writeSession(session));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->mapping, session.mapping);
}

TEST(SessionFile, aNameThatIsNoUtf8DoesNotStopTheWriter)
{
    SavedSession session = wholeSession();
    session.runs[0].selection->name = "gemm\xff\xfe";
    EXPECT_TRUE(readSession(writeSession(session)));
}

TEST(SessionFile, aWrongPlaceIsNamed)
{
    const auto problem = [](std::string_view json) {
        const auto read = readSession(json, QStringLiteral("x.warpscope"));
        EXPECT_FALSE(read);
        return read ? std::string() : read.error().text().toStdString();
    };
    EXPECT_NE(problem("[]").find("no session"), std::string::npos);
    EXPECT_NE(problem("{\"traceEvents\":[]}").find("no session"), std::string::npos);
    EXPECT_NE(problem("{\"warpscopeSession\":1,\"runs\":[{\"file\":").find("no session"), std::string::npos) << "cut";
    EXPECT_NE(problem(R"({"warpscopeSession":2})").find("newer"), std::string::npos);
    EXPECT_NE(problem(R"({"warpscopeSession":"1"})").find("“warpscopeSession”"), std::string::npos);
    EXPECT_NE(problem(R"({"warpscopeSession":1,"runs":7})").find("“runs”"), std::string::npos);
    EXPECT_NE(problem(R"({"warpscopeSession":1,"runs":[{}]})").find("“runs[0].file”"), std::string::npos);
    const auto run = [&](const std::string &more) {
        return problem(R"({"warpscopeSession":1,"runs":[{"file":{"absolute":"/a"},)" + more + "}]}");
    };
    EXPECT_NE(run(R"("range":[5,5])").find("“runs[0].range”"), std::string::npos) << "empty";
    EXPECT_NE(run(R"("range":[0,9223372036854775807])").find("“runs[0].range”"), std::string::npos);
    EXPECT_NE(run(R"("mark":18446744073709551615)").find("“runs[0].mark”"), std::string::npos);
    EXPECT_NE(run(R"("scroll":-1)").find("“runs[0].scroll”"), std::string::npos);
    EXPECT_NE(run(R"("notes":[{"text":"a"}])").find("“runs[0].notes[0].time”"), std::string::npos);
    EXPECT_NE(run(R"("selection":{"row":"sky"})").find("“runs[0].selection.row”"), std::string::npos);
    EXPECT_NE(run(R"("focus":{"work":{"spans":[[4,9],[3,5]]}})").find("“runs[0].focus.work.spans”"), std::string::npos);
    EXPECT_NE(run(R"("mapping":{"a":1})").find("“runs[0].mapping”"), std::string::npos);
    EXPECT_NE(problem(R"({"warpscopeSession":1,"active":1})").find("“active”"), std::string::npos);
    EXPECT_NE(problem(R"({"warpscopeSession":1,"pair":{"runs":[0,1]}})").find("“pair.runs”"), std::string::npos);
}

TEST(SessionFile, oneThatIsNestedWithoutEndIsRefused)
{
    const std::string open(200'000, '[');
    EXPECT_FALSE(readSession("{\"warpscopeSession\":1,\"runs\":" + open + "}"));
}

TEST(SessionFile, isKnownByItsFirstBytes)
{
    const QTemporaryDir folder;
    const auto write = [&](const QString &name, const std::string &text) {
        QFile file(folder.filePath(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), qint64(text.size()));
        return file.fileName();
    };
    EXPECT_TRUE(isSessionFile(write(QStringLiteral("a.txt"), writeSession({}))));
    EXPECT_FALSE(isSessionFile(write(QStringLiteral("b.warpscope"), R"({"traceEvents":[]})")));
    EXPECT_FALSE(isSessionFile(write(QStringLiteral("c.warpscope"), "")));
    EXPECT_FALSE(isSessionFile(folder.filePath(QStringLiteral("missing"))));
    EXPECT_FALSE(isSessionFile(folder.path()));
    EXPECT_EQ(loadSession(folder.filePath(QStringLiteral("missing"))).error().kind, ErrorKind::NotFound);
    EXPECT_TRUE(loadSession(folder.filePath(QStringLiteral("a.txt"))));
}

TEST(SessionFile, aFileIsLookedForBesideTheSessionFirst)
{
    const SavedFile file{QStringLiteral("../a/run.json"), QStringLiteral("/data/a/run.json"), {}, -1};
    EXPECT_EQ(placesOf(file, QStringLiteral("/home/x/s/my.warpscope")),
              (QStringList{QStringLiteral("/home/x/a/run.json"), QStringLiteral("/data/a/run.json"),
                           QStringLiteral("/home/x/s/run.json")}));
}

TEST(SavedWork, isTheSameSetInTheSameRunAndNoneInAnother)
{
    const RunPtr run = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 20, 10, "b"}, {"0", "9", 25, 30, "a"}});
    const std::vector<uint32_t> row{0, 1, 0};
    const auto set = ActivitySet::ofRows(*run, row, {1, 0});
    ASSERT_TRUE(set);
    const SavedWork saved = savedWork(*run, *set);
    EXPECT_EQ(saved.count, 2u);
    EXPECT_EQ(saved.totalNs, 40);
    EXPECT_EQ(saved.spans, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 1}, {2, 3}}));
    const auto again = workOf(*run, saved);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->contains(0) && !again->contains(1) && again->contains(2));
    EXPECT_TRUE(again->isLit(run->gpu.slice[0]));
    EXPECT_FALSE(again->isLit(run->gpu.slice[1]));
    const RunPtr other = runOfWork({{"0", "7", 0, 11, "a"}, {"0", "7", 20, 10, "b"}, {"0", "9", 25, 30, "a"}});
    EXPECT_FALSE(workOf(*other, saved)) << "the durations do not add up to the saved sum";
    SavedWork behind = saved;
    behind.spans.back() = {2, 1'000'000};
    EXPECT_FALSE(workOf(*run, behind));
}

TEST(SliceAddress, findsTheSliceInAnotherRunOfTheSameWork)
{
    const std::vector<Work> work{{"0", "7", 0, 10, "a"}, {"0", "7", 20, 10, "b"}, {"1", "7", 20, 10, "b"}};
    const RunPtr run = runOfWork(work), again = runOfWork(work);
    for (const EventRef slice : run->gpu.slice)
        EXPECT_EQ(findSlice(*again, addressOf(*run, slice)), slice);
    SliceAddress address = addressOf(*run, run->gpu.slice[1]);
    address.startNs -= 5;
    EXPECT_FALSE(findSlice(*run, address).valid());
    EXPECT_EQ(findSlice(*run, address, 5), run->gpu.slice[1]) << "the difference of the origins";
    address.name = "c";
    EXPECT_FALSE(findSlice(*run, address, 5).valid());
    address.name.clear();
    address.isNameCut = true;
    EXPECT_EQ(findSlice(*run, address, 5), run->gpu.slice[1]);
}

TEST(FileHash, isThatOfSha256AndNotedUntilTheFileChanges)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a"));
    const auto write = [&](const char *text) {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    write("abc");
    FileHashes hashes;
    EXPECT_TRUE(hashes.known(FileStamp::of(path)).isEmpty());
    const auto hash = hashes.of(path);
    ASSERT_TRUE(hash);
    EXPECT_EQ(*hash, QStringLiteral("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    EXPECT_EQ(hashes.known(FileStamp::of(path)), *hash);
    write("abcd");
    EXPECT_TRUE(hashes.known(FileStamp::of(path)).isEmpty());
    EXPECT_NE(*hashes.of(path), *hash);
    EXPECT_FALSE(hashes.of(folder.path())) << "a folder";
    Progress cancelled;
    cancelled.cancel();
    write("abcde");
    EXPECT_EQ(hashes.of(path, &cancelled).error().kind, ErrorKind::Cancelled);
}

} // namespace
} // namespace ws::test
