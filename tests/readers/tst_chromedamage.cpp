// Damage costs at most the damaged event, and the diagnostics say so.

#include "core/readers/chrome/chromeparser.h"
#include "core/readers/chrome/chromesink.h"
#include "tests/support/packed.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <atomic>
#include <thread>

namespace tst_chromedamage {

using namespace ws;
using namespace ws::test;

namespace {

std::string event(int i, const std::string &name = "kernel_name")
{
    return "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + name +
           "\", \"pid\": 1, \"tid\": 1, \"ts\": " + std::to_string(i * 10) +
           ", \"dur\": 5, \"args\": {\"External id\": " + std::to_string(i) + ", \"list\": [1, {\"a\": \"}]{\\\"\"}]}}";
}

/// A trace of `count` events; event `bad` is replaced by `text`.
std::string traceWith(int count, int bad, const std::string &text)
{
    std::string all = "{\"traceEvents\": [\n";
    for (int i = 0; i < count; ++i)
        all += (i ? ",\n  " : "  ") + (i == bad ? text : event(i));
    return all + "\n]}";
}

class TraceFile
{
public:
    explicit TraceFile(const std::string &bytes)
    {
        QFile file(path());
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    }
    QString path() const { return m_dir.filePath(QStringLiteral("trace.json")); }
    RunResult load() const
    {
        Progress progress;
        auto loaded = loadRun(path(), progress);
        if (!loaded)
            return {nullptr, loaded.error()};
        return {*loaded, {}};
    }

private:
    QTemporaryDir m_dir;
};

} // namespace

TEST(ChromeDamage, oneBadEventCostsOnlyItself)
{
    const struct
    {
        const char *what;
        std::string text;
    } cases[] = {
        {"lone backslash before the closing quote", event(5, "C:\\path\\")},
        {"missing quote", R"({"ph": "X", "name": "abc, "pid": 1, "ts": 50, "dur": 5, "args": {"k": "v"}})"},
        {"missing colon", R"({"ph" "X", "name": "abc", "ts": 50})"},
        {"missing brace", R"({"ph": "X", "name": "abc", "ts": 50, "args": {"k": "v"})"},
        {"missing comma", R"({"ph": "X" "name": "abc", "ts": 50})"},
        {"a NUL within", std::string("{\"ph\": \"X\", \"na\0me\": 5 x}", 25)},
        {"garbage", "]]}} garbage {{{ \"\""},
    };
    for (const auto &c : cases) {
        const auto run = runFromJson(traceWith(20, 5, c.text));
        ASSERT_TRUE(run) << c.what;
        // Garbage also hides the start of the next event: it is not preceded by "},".
        EXPECT_GE(run->info.slices, std::string_view(c.what) == "garbage" ? 18u : 19u) << c.what;
        EXPECT_GE(run->diagnostics.find("bad-event")->count, 1u) << c.what;
    }
    const auto run = runFromJson(traceWith(20, 5, event(5, "C:\\path\\")));
    const Diagnostic *bad = run->diagnostics.find("bad-event");
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->count, 1u);
    EXPECT_EQ(bad->firstOffset, static_cast<int64_t>(traceWith(20, 5, "@").find('@')));
    EXPECT_EQ(bad->beginNs, 40'000);
    EXPECT_EQ(bad->endNs, 60'000);
    EXPECT_TRUE(run->info.complete);
}

TEST(ChromeDamage, aStrayBracketCostsNoMoreThanItsEventAndTheNext)
{
    const auto changed = [](std::string text, const std::string &what, const std::string &by, int before) {
        const size_t begin = text.rfind('{', text.find("\"ts\": " + std::to_string(before * 10) + ","));
        const size_t place = text.find(what, begin - 4); // the comma before it, too
        EXPECT_NE(place, text.npos);
        return text.replace(place, what.size(), by);
    };
    const std::string whole = traceWith(60, -1, {});
    const std::string bare = whole.substr(whole.find('['), whole.rfind('}') - whole.find('['));
    for (const std::string &text : {whole, bare})
        for (const auto &[what, by] : {std::pair<std::string, std::string>{"{\"ph\"", "[{\"ph\""},
                                       {"{\"ph\"", "[ \n{\"ph\""},
                                       {",\n", "[\n"},
                                       {",\n", "]\n"},
                                       {"{\"ph\"", "]\"ph\""},
                                       {"\"list\": [1, ", "\"list\": [[1, "},
                                       {"\"list\": [1, ", "\"list\": 1, "},
                                       {"{\"External id\"", "[{\"External id\""},
                                       {"\"}]}}", "\"}}}"}}) {
            const RunResult run = TraceFile(changed(text, what, by, 20)).load();
            ASSERT_TRUE(run.run) << what << " as " << by;
            EXPECT_GE(run.run->info.slices, 58u) << what << " as " << by;
            EXPECT_FALSE(run.run->diagnostics.empty()) << what << " as " << by;
        }
}

TEST(ChromeDamage, whatNeverEndsBetweenEventsCostsNoneOfThem)
{
    for (const char *odd : {"\"never ends", "[1, 2", "[\"a\", {"}) {
        const RunResult run = TraceFile(traceWith(60, 20, odd)).load();
        ASSERT_TRUE(run.run) << odd;
        EXPECT_GE(run.run->info.slices, 57u) << odd;
    }
}

TEST(ChromeDamage, whereEventsAreMissingIsSaidInTheRunsTime)
{
    const auto at = [](int us) {
        return R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 17000000)" + std::to_string(us) +
               R"(, "dur": 1})";
    };
    const auto run = runFromJson(R"({"traceEvents": [)" + at(100) + "," + at(200) + R"(,{"ph" "X"},)" + at(300) + "," +
                                 at(500) + R"(,{"ph": "X", "name": "cu)");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->diagnostics.find("bad-event")->beginNs, 100'000);
    EXPECT_EQ(run->diagnostics.find("bad-event")->endNs, 200'000);
    EXPECT_EQ(run->diagnostics.find("truncated")->beginNs, 400'000);
    EXPECT_EQ(run->diagnostics.find("truncated")->endNs, -1);
}

TEST(ChromeDamage, truncatedTraceKeepsEarlierEvents)
{
    const std::string whole = traceWith(30, -1, "");
    const size_t third = whole.find("\"ts\": 100,");
    const auto run = runFromJson(std::string_view(whole).substr(0, third));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 10u);
    EXPECT_FALSE(run->info.complete);
    const Diagnostic *cut = run->diagnostics.find("truncated");
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->firstOffset, static_cast<int64_t>(whole.rfind("{\"ph\"", third)));
    EXPECT_EQ(cut->beginNs, 90'000);
}

TEST(ChromeDamage, everyCutOfASmallTraceGivesTheEventsBeforeIt)
{
    const std::string whole = traceWith(6, -1, "");
    const size_t begin = whole.find('[') + 1;
    size_t expected = 0;
    for (size_t cut = begin; cut < whole.size(); ++cut) {
        const auto run = runFromJson(std::string_view(whole).substr(0, cut));
        ASSERT_TRUE(run) << cut;
        EXPECT_GE(run->info.totalEvents, expected) << cut;
        expected = run->info.totalEvents;
        EXPECT_EQ(run->diagnostics.find("bad-event"), nullptr) << cut;
    }
    EXPECT_EQ(expected, 6u);
}

TEST(ChromeDamage, chunkBoundariesAtEveryByteChangeNothing)
{
    const std::string whole = traceWith(8, 3, event(3, "C:\\bad\\")) + "  ";
    auto parse = [&](size_t chunk) {
        ws::Run run;
        Progress progress;
        ChromeSink sink(run, progress);
        ChromeParser parser(*run.info.header, sink);
        std::string rest;
        int64_t offset = 0;
        for (size_t at = 0; at < whole.size(); at += chunk) {
            rest += whole.substr(at, chunk);
            const size_t size = rest.size();
            rest.append(json::scanPadding, '\0');
            const size_t used = parser.feed({rest.data(), size}, offset, at + chunk >= whole.size());
            rest.resize(size);
            rest.erase(0, used);
            offset += static_cast<int64_t>(used);
        }
        sink.close();
        EXPECT_TRUE(parser.isClosed()) << chunk;
        EXPECT_EQ(run.diagnostics.find("bad-event")->count, 1u) << chunk;
        return std::pair(run.info.totalEvents, run.diagnostics.find("bad-event")->firstOffset);
    };
    const auto expected = parse(whole.size());
    EXPECT_EQ(expected.first, 7u);
    for (size_t chunk = 1; chunk < whole.size(); ++chunk)
        EXPECT_EQ(parse(chunk), expected) << "chunks of " << chunk;
}

TEST(ChromeDamage, everySplitInTwoPiecesGivesTheSameEvents)
{
    const std::string whole = traceWith(5, -1, "");
    for (size_t split = 1; split < whole.size(); ++split) {
        ws::Run run;
        Progress progress;
        ChromeSink sink(run, progress);
        ChromeParser parser(*run.info.header, sink);
        std::string first = whole.substr(0, split) + std::string(json::scanPadding, '\0');
        const size_t used = parser.feed({first.data(), split}, 0, false);
        std::string second = whole.substr(used) + std::string(json::scanPadding, '\0');
        parser.feed({second.data(), whole.size() - used}, static_cast<int64_t>(used), true);
        sink.close();
        EXPECT_EQ(run.info.totalEvents, 5u) << split;
        EXPECT_TRUE(parser.isClosed()) << split;
    }
}

TEST(ChromeDamage, anEmptyArrayIsATraceWithoutEventsAndOtherArraysAreNone)
{
    const RunResult empty = TraceFile("[]").load();
    ASSERT_TRUE(empty) << empty.error.text().toStdString();
    EXPECT_EQ(empty->info.totalEvents, 0U);
    for (const char *other : {"[1, 2]", R"([{"a": 1}])", R"(["ph"])"})
        EXPECT_EQ(TraceFile(other).load().error.kind, ErrorKind::UnknownFormat) << other;
}

TEST(ChromeDamage, cutGzipKeepsWhatWasInflated)
{
    std::string whole = traceWith(20000, -1, "");
    const std::string packed = gzipped(whole);
    const auto full = TraceFile(packed).load();
    ASSERT_TRUE(full);
    EXPECT_EQ(full->info.slices, 20000u);
    EXPECT_EQ(full->info.container, Container::Gzip);
    EXPECT_TRUE(full->info.complete);
    const auto cut = TraceFile(packed.substr(0, packed.size() / 2)).load();
    ASSERT_TRUE(cut);
    EXPECT_GT(cut->info.slices, 5000u);
    EXPECT_LT(cut->info.slices, 20000u);
    EXPECT_FALSE(cut->info.complete);
    EXPECT_TRUE(cut->diagnostics.find("damaged-container"));
    EXPECT_TRUE(cut->diagnostics.find("truncated"));
    std::string flipped = packed;
    flipped[flipped.size() / 2] = static_cast<char>(~flipped[flipped.size() / 2]);
    const auto damaged = TraceFile(flipped).load();
    ASSERT_TRUE(damaged);
    EXPECT_FALSE(damaged->info.complete);
}

TEST(ChromeDamage, severalGzipMembersAreOneFile)
{
    const std::string whole = traceWith(3000, -1, "");
    const size_t half = whole.size() / 2;
    const auto run = TraceFile(gzipped(whole.substr(0, half)) + gzipped(whole.substr(half)) + "junk").load();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 3000u);
    EXPECT_TRUE(run->info.complete);
    EXPECT_TRUE(run->diagnostics.find("extra-bytes"));
}

TEST(ChromeDamage, itemsLongerThanABlockAreReadWhole)
{
    const std::string big(3'000'000, 'y');
    std::string text = "{\"stackFrames\": {\"a\": \"" + big + "\"}, \"traceEvents\": [" + event(0) + ", " +
                       "{\"ph\":\"X\",\"name\":\"wide\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":1,\"args\":{\"x\":\"" +
                       big + "\"}}, " + event(2) + "]}";
    const auto run = TraceFile(text).load();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 3u);
    EXPECT_TRUE(run->info.complete);
    EXPECT_TRUE(run->diagnostics.empty());
    EXPECT_EQ((*run->info.header)["stackFrames"]["a"].get<std::string>().size(), big.size());
}

TEST(ChromeDamage, cancelStopsInTheMiddleOfAFile)
{
    std::string whole = traceWith(300000, -1, "");
    const TraceFile file(whole);
    Progress progress;
    std::thread canceller([&] {
        while (progress.bytesDone == 0)
            std::this_thread::yield();
        progress.cancel();
    });
    const auto loaded = loadRun(file.path(), progress);
    canceller.join();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Cancelled);
}

} // namespace tst_chromedamage
