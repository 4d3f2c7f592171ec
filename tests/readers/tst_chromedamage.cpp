// Damage costs at most the damaged event, and the diagnostics say so.

#include "core/model/eventtext.h"
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

namespace {

/// A kernel with its launch; correlations of two traces are the same.
std::string launched(int i, const std::string &name, const std::string &more = {})
{
    const std::string at = std::to_string(1000 + i * 100), id = std::to_string(i + 1);
    return R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 7, "tid": 7, "ts": )" + at +
           R"(, "dur": 5, "args": {"correlation": )" + id + "}},\n" + R"({"ph": "X", "cat": "kernel", "name": ")" +
           name + R"(", "pid": 0, "tid": 7, "ts": )" + at +
           R"(, "dur": 40, "args": {"device": 0, "stream": 7, "correlation": )" + id + "}}" + more;
}

std::string kernelsOf(const std::string &name, int count)
{
    std::string events;
    for (int i = 0; i < count; ++i)
        events += launched(i, name, i + 1 < count ? ",\n" : "\n");
    return events;
}

std::string trace(const std::string &name, int count)
{
    return "{\"schemaVersion\": 1, \"traceEvents\": [\n" + kernelsOf(name, count) + "]}";
}

/// "first 4, second 7": the kernels of each recording, and " (cut)" where it is not complete.
std::string recordings(const RunResult &loaded)
{
    if (!loaded)
        return loaded.error.message.toStdString();
    std::vector<const ws::Run *> runs{&*loaded};
    for (const auto &other : loaded->others)
        runs.push_back(other.get());
    std::string all;
    for (const ws::Run *run : runs) {
        const std::string name = run->gpu.size() ? std::string(run->text(run->gpu.name[0])) : "none";
        all += (all.empty() ? "" : ", ") + name + ' ' + std::to_string(run->gpu.size()) +
               (run->info.complete ? "" : " (cut)");
    }
    return all;
}

} // namespace

TEST(SeveralTraces, oneAfterTheOtherAreARecordingEach)
{
    const std::string a = trace("first", 4), b = trace("second", 7), c = trace("third", 1);
    for (const char *between : {"", "\n", "\r\n", "\n\n  \n", "\xEF\xBB\xBF", "\n\x1E"})
        EXPECT_EQ(recordings(TraceFile(a + between + b + "\n").load()), "first 4, second 7") << between;
    EXPECT_EQ(recordings(TraceFile(a + b + c).load()), "first 4, second 7, third 1");
    EXPECT_EQ(recordings(TraceFile("[" + kernelsOf("first", 2) + "]\n[" + kernelsOf("second", 3) + "]").load()),
              "first 2, second 3")
        << "arrays";
    EXPECT_EQ(recordings(TraceFile("[" + kernelsOf("first", 2) + "]" + b).load()), "first 2, second 7");
    EXPECT_EQ(recordings(TraceFile(a + "[" + kernelsOf("second", 3) + "]").load()), "first 4, second 3");
    EXPECT_EQ(recordings(TraceFile(gzipped(a) + gzipped(b)).load()), "first 4, second 7") << "members";
    EXPECT_EQ(recordings(TraceFile(a + ",\n" + b).load()), "first 4, second 7");
    EXPECT_EQ(recordings(TraceFile("[" + a + ",\n" + b + "]\n").load()), "first 4, second 7") << "an array of them";
    EXPECT_EQ(recordings(TraceFile("[\n" + a + "]").load()), "first 4");
    EXPECT_EQ(recordings(TraceFile(a + b.substr(0, b.size() / 2)).load()).substr(0, 15), "first 4, second");
    EXPECT_NE(recordings(TraceFile(a + b.substr(0, b.size() / 2)).load()).find("(cut)"), std::string::npos);
    EXPECT_EQ(recordings(TraceFile(a + "\n\n" + std::string(100, '\0')).load()), "first 4") << "padding is no text";

    const TraceFile file(a + b);
    const RunResult both = file.load();
    EXPECT_EQ(both->info.recording, 1U);
    EXPECT_EQ(both->others.at(0)->info.recording, 2U);
    EXPECT_EQ(TraceFile(a).load()->info.recording, 0U);
    for (size_t i = 0; i < 7; ++i)
        EXPECT_EQ(both->others[0]->gpu.launch[i], uint32_t(i)) << "links are within a recording";
    const ws::Run &second = *both->others[0];
    const auto event = second.eventText->event(second, second.gpu.slice[3]);
    ASSERT_TRUE(event) << event.error().message.toStdString();
    EXPECT_EQ((*event)["name"], "second") << "the text of an event is found again";
}

TEST(SeveralTraces, moreThanAreReadAreSaid)
{
    std::string all;
    for (int i = 0; i < 70; ++i)
        all += trace("k", 1) + "\n";
    const RunResult run = TraceFile(all).load();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->others.size(), 63U);
    EXPECT_TRUE(run->others.back()->diagnostics.find("further-traces"));
    EXPECT_FALSE(run->others.back()->info.complete);
}

TEST(SeveralTraces, objectsWithoutProcessesOnRowsOfTheirOwnAreOneRecording)
{
    const auto line = [](const char *stream, int count, const char *more = "") {
        std::string events;
        for (int i = 0; i < count; ++i)
            events += std::string(i ? ", " : "") + R"({"name": "k)" + stream +
                      R"(", "cat": "kernel", "ph": "X", "ts": )" + std::to_string(i * 10) +
                      R"(.0, "dur": 5.0, "tid": )" + stream + more + "}";
        return R"({"displayTimeUnit": "us", "traceEvents": [)" + events + "]}\n";
    };
    const RunResult run = runFromJson(line("7", 6) + line("13", 4) + line("20", 1));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 11U);
    EXPECT_TRUE(run->others.empty());
    EXPECT_TRUE(run->info.complete);
    EXPECT_TRUE(run->diagnostics.empty());
    EXPECT_EQ(recordings(TraceFile(line("7", 6) + line("7", 4)).load()), "k7 6, k7 4") << "the same row";
    EXPECT_EQ(recordings(TraceFile(line("7", 6, R"(, "pid": 1)") + line("8", 4, R"(, "pid": 1)")).load()),
              "k7 6, k8 4");
}

TEST(SeveralTraces, aLineAnEventIsATrace)
{
    std::string lines;
    for (int i = 0; i < 5; ++i)
        lines += event(i) + "\n";
    const RunResult run = runFromJson(lines);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.slices, 5U);
    EXPECT_TRUE(run->info.complete);
    const RunResult cut = runFromJson(std::string_view(lines).substr(0, lines.size() - 20));
    EXPECT_EQ(cut->info.slices, 4U);
    EXPECT_FALSE(cut->info.complete);
}

TEST(SeveralTraces, textBehindTheEndIsDamageAndAFurtherTraceIsFoundBehindIt)
{
    const std::string a = trace("first", 4), b = trace("second", 7);
    const RunResult text = runFromJson(a + "\nepoch 1 done\n{\"level\": \"info\"}\n");
    ASSERT_TRUE(text);
    EXPECT_FALSE(text->info.complete);
    const Diagnostic *trailing = text->diagnostics.find("trailing-text");
    ASSERT_TRUE(trailing);
    EXPECT_EQ(trailing->firstOffset, int64_t(a.size() + 1));
    EXPECT_NE(trailing->message.indexOf(QStringLiteral("not read")), -1) << trailing->message.toStdString();
    EXPECT_EQ(recordings(TraceFile(a + "\nepoch 1 done\n{\"level\": 1}\n" + b).load()), "first 4 (cut), second 7");
    EXPECT_EQ(recordings(TraceFile("{\"level\": 1}\n" + a).load()), "first 4");
    const RunResult tail = runFromJson(a + kernelsOf("older", 3).substr(20) + "]}");
    ASSERT_TRUE(tail);
    EXPECT_EQ(tail->gpu.size(), 4U) << "the rest of a longer file that lay there before";
    EXPECT_NE(tail->diagnostics.find("trailing-text")->message.indexOf(QStringLiteral("5 events")), -1)
        << tail->diagnostics.find("trailing-text")->message.toStdString();
}

TEST(MixedTraces, ofTwoWritersTheEventsAreKeptAndTheLossIsSaid)
{
    const std::string a = kernelsOf("first", 4), b = kernelsOf("second", 4),
                      head = "{\"schemaVersion\": 1,\n\"traceEvents\": [\n";
    const size_t halfA = a.find("{\"ph\"", a.size() / 2), halfB = b.find("{\"ph\"", b.size() / 2);
    const RunResult run = runFromJson(head + a.substr(0, halfA) + head + b.substr(0, halfB) + a.substr(halfA) + "]}\n" +
                                      b.substr(halfB) + "]}\n");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 8U);
    EXPECT_FALSE(run->info.complete);
    ASSERT_TRUE(run->diagnostics.find("mixed-traces"));
    for (const size_t cut :
         {a.find("first", halfA) + 2, a.find("\"ts\"", halfA), a.find("dur", halfA), a.find("\"args\"", halfA)}) {
        const RunResult mixed = runFromJson(head + a.substr(0, cut) + head + b.substr(0, halfB) + a.substr(cut) +
                                            "]}\n" + b.substr(halfB) + "]}\n");
        ASSERT_TRUE(mixed);
        EXPECT_GE(mixed->gpu.size(), 6U) << cut;
        EXPECT_FALSE(mixed->info.complete) << cut;
        ASSERT_TRUE(mixed->diagnostics.find("mixed-traces")) << cut;
        EXPECT_NE(mixed->diagnostics.find("bad-event")->message.indexOf(QStringLiteral("B of text")), -1)
            << mixed->diagnostics.find("bad-event")->message.toStdString();
        for (size_t i = 0; i < mixed->gpu.size(); ++i) {
            const std::string_view name = mixed->text(mixed->gpu.name[i]);
            EXPECT_TRUE(name == "first" || name == "second") << name;
            EXPECT_EQ(mixed->gpu.duration[i], 40'000);
        }
    }
}

TEST(MixedTraces, noEventIsMadeUpOfTwo)
{
    const std::string two =
        R"({"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 10, )"
        R"("name": "b", "pid": 0, "tid": 7, "ts": 20, "dur": 5, "args": {"device": 0, "stream": 7}})";
    const RunResult run = runFromJson(traceWith(10, 5, two));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 9U);
    EXPECT_EQ(run->gpu.size(), 0U);
    EXPECT_EQ(run->diagnostics.find("bad-event")->count, 1U);
}

TEST(ChromeDamage, jsonWithinANameWhoseQuotesAreNotEscapedIsNoEvent)
{
    const std::string inner = R"({"ph": "X", "cat": "kernel", "name": "inner", "pid": 1, "tid": 1, "ts": 3, "dur": 1})";
    for (const std::string &name :
         {"call([" + inner + "])", "call({\"a\": [" + inner + ", " + inner + "]})", "x}, " + inner + ")"}) {
        const RunResult lines = runFromJson(traceWith(20, 5, event(5, name)));
        ASSERT_TRUE(lines);
        EXPECT_EQ(lines->info.slices, 19U) << name;
        EXPECT_EQ(lines->strings.find("inner"), UINT32_MAX) << name;
        std::string oneLine = traceWith(20, 5, event(5, name));
        std::erase(oneLine, '\n');
        const RunResult line = runFromJson(oneLine);
        ASSERT_TRUE(line);
        EXPECT_EQ(line->info.slices, 19U) << name;
        EXPECT_EQ(line->strings.find("inner"), UINT32_MAX) << name;
    }
}

} // namespace tst_chromedamage
