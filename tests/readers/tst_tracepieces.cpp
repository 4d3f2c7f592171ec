// However a trace is divided among however many threads, the run is the same in every column, damaged files included.

#include "core/base/loadpreview.h"
#include "core/readers/chrome/chromeparser.h"
#include "core/readers/chrome/chromereader.h"
#include "runcolumns.h"
#include "tests/bench/tracegen.h"
#include "tests/support/corpus.h"
#include "tests/support/packed.h"
#include "tests/support/repetitions.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QTemporaryDir>

#include <new>
#include <random>
#include <thread>

namespace tst_tracepieces {

using namespace ws;
using namespace ws::test;

namespace {

constexpr size_t threadCounts[] = {1, 2, 3, 8};
constexpr size_t pieceSizes[] = {64, 331, 4096, 65'536, 1 << 20};
constexpr TraceSharing alone{0, size_t(1) << 18}; ///< one thread, no guesses

Columns read(const Result<std::unique_ptr<ByteSource>> &source, const TraceSharing &sharing)
{
    if (!source)
        return {{"error", source.error().text().toStdString()}};
    Progress progress;
    const auto run = readChromeTrace(**source, progress, sharing);
    if (!run)
        return {{"error", run.error().text().toStdString()}};
    Columns columns = columnsOf(**run);
    auto events = int64_t((*run)->info.totalEvents);
    for (const auto &other : (*run)->others) {
        for (const auto &[name, value] : columnsOf(*other))
            columns[name + " of recording " + std::to_string(other->info.recording)] = value;
        events += int64_t(other->info.totalEvents);
    }
    EXPECT_EQ(progress.events, events);
    return columns;
}

Columns read(std::string_view text, const TraceSharing &sharing)
{
    return read(ByteSource::fromMemory(text), sharing);
}

/// Compares every division of what `open` opens with reading it alone.
template <class Open> void expectSame(const Open &open, const std::string &what, size_t smallestPiece = 0)
{
    const Columns expected = read(open(), alone);
    EXPECT_GT(expected.size(), 0U) << what;
    for (const size_t pieceSize : pieceSizes)
        for (const size_t threads : threadCounts) {
            if (pieceSize < smallestPiece || (isSanitized && threads == 2))
                continue;
            EXPECT_EQ(difference(expected, read(open(), {threads, pieceSize})), "")
                << what << ", " << threads << " threads, pieces of " << pieceSize;
        }
    EXPECT_EQ(difference(expected, read(open(), {})), "") << what;
}

void expectSame(const std::string &text, const std::string &what, size_t smallestPiece = 0)
{
    expectSame([&] { return Result(ByteSource::fromMemory(text)); }, what, smallestPiece);
}

/// Throws where the text ends.
class FailingSource : public ByteSource
{
public:
    explicit FailingSource(std::string_view text) : m_left(text) {}

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        if (m_left.empty())
            throw std::bad_alloc();
        const size_t taken = std::min(size, m_left.size());
        m_left.copy(buffer, taken);
        m_left.remove_prefix(taken);
        return taken;
    }

private:
    std::string_view m_left;
};

tracegen::Options options(int64_t events)
{
    tracegen::Options options;
    options.events = events;
    options.layers = 2;
    return options;
}

std::string event(int i, const std::string &name = "kernel_name", const std::string &args = R"({"External id": 7})")
{
    return R"({"ph": "X", "cat": "cpu_op", "name": ")" + name + R"(", "pid": 1, "tid": )" + std::to_string(1 + i % 3) +
           R"(, "ts": )" + std::to_string(i * 10) + R"(, "dur": 5.25, "args": )" + args + "}";
}

/// Events with `odd` among them, several times.
std::string traceWith(const std::string &odd, const std::string &begin = R"({"schemaVersion": 1, "traceEvents": [)",
                      const std::string &end = R"(], "after": {"a": [1, 2]}})")
{
    std::string all = begin;
    for (int i = 0; i < 40; ++i)
        all += (i ? ",\n  " : "\n  ") + (i % 13 == 5 ? odd : event(i));
    return all + end;
}

} // namespace

TEST(TracePieces, generatedTracesOfEveryLayoutAreTheSame)
{
    for (const auto layout : {tracegen::Layout::Native, tracegen::Layout::OneLine, tracegen::Layout::Indented})
        for (const bool backward : {false, true}) {
            tracegen::Options o = options(1500);
            o.layout = layout;
            o.backward = backward;
            o.devices = backward ? 2 : 1;
            o.threads = backward ? 3 : 1;
            o.metadata = backward ? tracegen::Metadata::Repeated : tracegen::Metadata::Normal;
            expectSame(tracegen::generateText(o), "layout " + std::to_string(int(layout)));
        }
}

TEST(TracePieces, generatedDamageIsTheSame)
{
    using tracegen::Damage;
    for (const Damage damage : {Damage::TruncateJson, Damage::TrailingComma, Damage::NoBracket, Damage::ControlChar,
                                Damage::LoneBackslash, Damage::BadUtf8, Damage::LongName, Damage::StringTs,
                                Damage::NegativeDur, Damage::MissingDur, Damage::Unsorted, Damage::FlowWithoutStart}) {
        tracegen::Options o = options(1000);
        o.damage = damage;
        o.damageAt = 0.4;
        expectSame(tracegen::generateText(o), "damage " + std::to_string(int(damage)), 331);
    }
}

TEST(TracePieces, aViewThatLooksSeesAllRowsAndChangesNothing)
{
    tracegen::Options o = options(3000);
    o.devices = 2;
    o.threads = 3;
    const std::string text = tracegen::generateText(o);
    const Columns expected = read(text, alone);
    for (const size_t threads : {0, 1, 3}) {
        Progress progress;
        progress.preview = std::make_shared<LoadPreview>(std::chrono::milliseconds(0));
        const auto source = ByteSource::fromMemory(text);
        const auto run = readChromeTrace(*source, progress, {threads, 4096});
        ASSERT_TRUE(run);
        EXPECT_EQ(difference(expected, columnsOf(**run)), "") << threads;
        const Timeline &timeline = (*run)->timeline;
        size_t rows = 0;
        int64_t first = INT64_MAX, last = INT64_MIN;
        for (const Lane &lane : timeline.lanes)
            for (uint32_t i = 0; i < lane.size(); ++i) {
                first = std::min(first, timeline.originNs + lane.start[i]);
                last = std::max(last, timeline.originNs + lane.endOf(i));
            }
        for (const Track &track : timeline.tracks)
            rows += track.sliceCount > 0;
        EXPECT_EQ(progress.preview->rows().size(), rows);
        EXPECT_EQ(progress.preview->span(), (TimeRange{first, last}));
    }
}

TEST(TracePieces, textThatLooksLikeEventsIsNotTakenForEvents)
{
    const std::string looksLike[] = {
        event(1, "a",
              R"({"list": [{"ph": "X", "cat": "kernel", "name": "inner", "ts": 5, "dur": 1},)"
              R"( {"ph": "X", "cat": "kernel", "name": "inner2", "ts": 6, "dur": 1}], "b": {"c": {"d": {}}}})"),
        event(2, R"(a\"}, {\"ph\": \"X\", \"name\": \"b\"})"),
        event(3, "}, {ph: X}, {[[{{"),
        event(4, R"(\\\"}, {\\\"ph)"),
        event(5, "größer → 大きい \xF0\x9F\x98\x80 }, {"),
        event(6, "a\xFF\xFE}, {\x01\x02"),
        R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"}, {\"ph\": \"X\"}"}})",
        R"([{"ph": "X", "name": "in an array", "ts": 1}, {"ph": "X", "name": "b", "ts": 2}])",
        R"({"other": [{"name": "x"}, {"name": "y"}], "ph": "X", "cat": "kernel", "ts": 3, "dur": 9})",
        R"(12, "text", null, {}, [], {"ph": "i", "ts": 4, "name": "instant"})",
        R"({ "sf": 3, "ph": "X", "cat": "other", "ts": 3, "dur": 9, "name": "first key unusual"})",
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":"stream 7","ts":1,"dur":1,"args":{"device":1,"stream":7,)"
        R"("correlation":5,"Collective name":"allreduce","dtype":"Half","Seq":4,"grid":[1, 2,3],"block":[4,5,6]}})",
        R"({"ph":"X","name":"no category","pid":1,"tid":9,"ts":1,"dur":3},{"ph":"B","ts":1,"pid":1,"tid":4,"name":"b"},)"
        R"({"ph":"E","ts":3,"pid":1,"tid":4},{"ph":"C","ts":2,"pid":1,"name":"c","args":{"v":1,"w":"x"}})",
        R"({"ph":"s","cat":"ac2g","id":3,"pid":1,"tid":1,"ts":7},{"ph":"f","bp":"e","cat":"ac2g","id":"3","pid":0,)"
        R"("tid":7,"ts":9},{"ph":"b","cat":"async","id":"0x1","pid":1,"tid":1,"ts":7,"name":"a"})",
    };
    for (const std::string &odd : looksLike) {
        expectSame(traceWith(odd), odd);
        expectSame(traceWith(odd, "\xEF\xBB\xBF[", "]"), odd);
    }
    expectSame(traceWith(event(3), R"({"deviceProperties": [{"name": "a", "ph": "X", "ts": 1}, {"ph": "X", "ts": 2}],)"
                                   R"("traceEvents": [)"),
               "a header that looks like events");
}

TEST(TracePieces, damagedEventsCostTheSame)
{
    const std::string damaged[] = {
        event(5, R"(C:\path\)"),
        R"({"ph": "X", "name": "abc, "pid": 1, "ts": 50, "dur": 5, "args": {"k": "v"}})",
        R"({"ph": "X", "name": "never ends)",
        R"({"ph" "X", "name": "abc", "ts": 50})",
        R"({"ph": "X", "name": "abc", "ts": 50, "args": {"k": "v"})",
        R"({"ph": "X", "name": "abc", "ts": 50, "args": {"k": {"v": 1}})",
        R"({"ph": "X", "name": "abc", "ts": 50, "args": {{"k": "v"}})",
        R"({"ph": "X" "name": "abc", "ts": 50})",
        std::string("{\"ph\": \"X\", \"na\0me\": 5 x}", 25),
        "]]}} garbage {{{ \"\"",
        "]}, \"more\": [{",
        std::string(700, 'x'),
        std::string(9000, ' ') + event(5) + std::string(5000, '\n'),
        "{\"ph\" \"X\"}," + std::string(9000, ' ') + event(5),
        "[" + event(5),
        "[ \n" + event(5),
        "[1, 2, [",
        R"({"ph": "X", "name": "abc", "ts": 50, "args": {"k": [1, 2, 3[}})",
        "]" + event(5).substr(1),
        R"({"ph": "X", "cat": "cpu_op", "name": "n", "ts": "x", "dur": -4})",
        R"({"ph": "X", "cat": "cpu_op", "name": "n", "ts": 4, "dur": -4, "pid": 1, "tid": 1})",
        R"({"ph": "X", "cat": "cpu_op", "name": "n", "ts": 4, "dur": "y", "pid": 1, "tid": 1})",
        R"({"ph": "X", "cat": "cpu_op", "name": "n", "ts": 4e300, "dur": 1})",
    };
    for (const std::string &odd : damaged) {
        expectSame(traceWith(odd), odd);
        expectSame(traceWith(odd, "[", ""), odd);
        expectSame(traceWith(odd, "[", "] and more text after the end" + std::string(1000, '.')), odd);
    }
}

TEST(TracePieces, severalTracesAndTextBetweenThemAreTheSame)
{
    const std::string one = traceWith(event(3)), bare = "[" + event(1) + ",\n" + event(2, "b") + "]";
    const std::string lines = R"({"traceEvents": [{"ph":"X","cat":"kernel","name":"k","tid":7,"ts":1,"dur":1}]})"
                              "\n"
                              R"({"traceEvents": [{"ph":"X","cat":"kernel","name":"k","tid":8,"ts":1,"dur":1}]})";
    for (const char *const text :
         {"", "\n", " \xEF\xBB\xBF\n", "\nsome text\n", "\n{\"a\": [1, 2]}\n", "text {\"ph\" "}) {
        const std::string between = text;
        expectSame(one + between + one + between + bare, between);
        expectSame(bare + between + bare + between + one.substr(0, 500), between);
        expectSame(lines + between + lines, between);
    }
    const std::string head = R"({"schemaVersion": 1, "traceEvents": [)";
    for (const size_t cut : {head.size(), size_t(300), size_t(777), size_t(900)})
        for (const size_t rest : {size_t(500), size_t(1234)})
            expectSame(one.substr(0, cut) + one.substr(0, rest) + one.substr(cut) + "\n" + one.substr(rest), "mixed");
    std::string oneLine = traceWith(event(3, R"(call([{"ph": "X", "ts": 1, "name": "in"}, {"ph": "X", "ts": 2}]))"));
    expectSame(oneLine, "JSON in a name");
    std::erase(oneLine, '\n');
    expectSame(oneLine, "JSON in a name, on one line");
}

TEST(TracePieces, everyCutIsTheSame)
{
    const std::string whole = traceWith(event(3, "a }, {", R"({"list": [{"name": 1}, {"name": 2}]})"));
    for (size_t cut = whole.size() - size_t(repetitions(700)); cut < whole.size(); ++cut) {
        const std::string_view text = std::string_view(whole).substr(0, cut);
        const Columns expected = read(text, alone);
        EXPECT_EQ(difference(expected, read(text, {3, 64})), "") << cut;
        EXPECT_EQ(difference(expected, read(text, {2, 1000})), "") << cut;
    }
}

TEST(TracePieces, randomDamageIsTheSame)
{
    const std::string whole = tracegen::generateText(options(100));
    constexpr std::string_view letters = "\"{}[]:,\\ \nx1\xC3\x00\x7F";
    for (unsigned seed = 1; seed <= unsigned(repetitions(60)); ++seed) {
        std::mt19937 random(seed);
        std::string text = whole;
        for (unsigned i = 0; i < 1 + seed % 12; ++i) {
            const size_t at = random() % text.size();
            switch (random() % 3) {
            case 0:
                text[at] = letters[random() % letters.size()];
                break;
            case 1:
                text.erase(at, 1 + random() % 300);
                break;
            default:
                text.insert(at, 1 + random() % 3, letters[random() % letters.size()]);
            }
        }
        const Columns expected = read(text, alone);
        for (const TraceSharing &sharing : {TraceSharing{2, 64}, {3, 1000}, {2, 7777}, {8, 65'536}})
            EXPECT_EQ(difference(expected, read(text, sharing)), "")
                << "seed " << seed << ", pieces of " << sharing.pieceSize;
    }
}

TEST(TracePieces, itemsLongerThanManyPiecesAreTheSame)
{
    const std::string longText(700'000, 'y');
    expectSame(traceWith(event(5, longText)), "a long name", 4096);
    expectSame(traceWith(event(5), R"({"header": {"a": ")" + longText + R"("}, "traceEvents": [)"), "a long header",
               4096);
}

TEST(TracePieces, moreNamesAndCategoriesThanAThreadRemembersAreTheSame)
{
    std::string text = "[";
    for (int i = 0; i < 120'000; ++i) {
        const std::string n = std::to_string(i);
        text += R"({"ph":"X","cat":"c)" + std::to_string(i / 3) + R"(","name":"n)" + n + R"(","pid":1,"tid":)" +
                std::to_string(i % 300) + R"(,"ts":)" + n + R"(,"dur":1},)";
    }
    const Columns expected = read(text, alone);
    for (const TraceSharing &sharing : {TraceSharing{1, 1 << 18}, {3, 1 << 16}, {2, 1 << 20}})
        EXPECT_EQ(difference(expected, read(text, sharing)), "") << sharing.pieceSize;
}

TEST(TracePieces, packedAndCutFilesAreTheSame)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json.gz"));
    const std::string packed = gzipped(tracegen::generateText(options(2000)));
    for (const size_t size : {packed.size(), packed.size() / 2, packed.size() - 3}) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(packed.data(), static_cast<qint64>(size));
        file.close();
        expectSame([&] { return ByteSource::open(path); }, "of " + std::to_string(size) + " bytes", 331);
    }
}

TEST(TracePieces, realTracesAreTheSame)
{
    constexpr qint64 largest = isSanitized ? 1 << 20 : 5 << 20, small = 300 << 10;
    const TraceSharing sharings[] = {{}, {1, 65'536}, {2, 4096}, {3, 1 << 20}, {8, 10'000}};
    size_t traces = 0;
    for (const char *folder : {"chrome", "kineto", "ascend", "rocm", "other"}) {
        const QString path = corpusPath(folder);
        SKIP_WITHOUT_CORPUS(path.isEmpty());
        for (QDirIterator it(path, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            it.next();
            const auto source = it.fileInfo().size() < largest ? ByteSource::open(it.filePath())
                                                               : Result<std::unique_ptr<ByteSource>>(Error{});
            if (!source || matchChromeTrace((*source)->head()) == Match::No)
                continue;
            ++traces;
            const auto open = [&] { return ByteSource::open(it.filePath()); };
            const Columns expected = read(open(), alone);
            for (size_t i = 0; i < std::size(sharings); ++i) {
                if (it.fileInfo().size() > small && i != traces % std::size(sharings))
                    continue; // of the large ones each takes its turn
                EXPECT_EQ(difference(expected, read(open(), sharings[i])), "")
                    << it.filePath().toStdString() << ", pieces of " << sharings[i].pieceSize;
            }
        }
    }
    EXPECT_GT(traces, 20U);
}

TEST(TracePieces, nearlyAllTextOfAPieceIsParsedAhead)
{
    for (const auto layout : {tracegen::Layout::Native, tracegen::Layout::OneLine, tracegen::Layout::Indented}) {
        tracegen::Options o = options(3000);
        o.layout = layout;
        const std::string text = tracegen::generateText(o) + std::string(json::scanPadding, '\0');
        EventDigester digester;
        EventDigest digest;
        std::vector<EventStretch> stretches;
        const size_t begin = 1 << 17, size = 1 << 18;
        ASSERT_GT(text.size(), begin + size);
        digestPiece(std::string_view(text).substr(begin, size), begin, digester, digest, stretches);
        ASSERT_EQ(stretches.size(), 1U);
        EXPECT_EQ(stretches.front().endRecord, digest.records.size());
        EXPECT_GT(stretches.front().end - stretches.front().begin, int64_t(size) - 8192) << int(layout);
        EXPECT_EQ(text[digest.records.back().offset], '{');
        EXPECT_LT(digest.others.size() * 4, digest.records.size()) << "rare events only";
    }
}

TEST(TracePieces, aStretchThatBeginsWithinAnEventIsNotTaken)
{
    const std::string text = "[" + event(1, "a", R"({"list": [{"name": "in"}, {"name": "in2", "ph": "X"}]})") + ",\n" +
                             event(2) + "]" + std::string(json::scanPadding, '\0');
    const std::string_view content(text.data(), text.size() - json::scanPadding);
    EventDigester digester;
    EventDigest digest;
    std::vector<EventStretch> stretches;
    digestPiece(content.substr(3), 3, digester, digest, stretches); // without the first event's beginning
    ASSERT_EQ(stretches.size(), 2U);
    EXPECT_EQ(digest.records.size(), 3U);
    ws::Run run;
    Progress progress;
    ChromeSink sink(run, progress);
    ChromeParser parser(*run.info.header, sink);
    sink.learn(digest, 0);
    EXPECT_EQ(parser.feed(content, 0, true, stretches), content.size());
    sink.close();
    EXPECT_EQ(run.info.totalEvents, 2U);
    EXPECT_EQ(run.info.slices, 2U);
    EXPECT_EQ(parser.elements(), 2U);
    EXPECT_EQ(run.strings.find("in2"), UINT32_MAX);
}

TEST(TracePieces, aFailureOfTheSourceReachesTheCaller)
{
    const std::string text = tracegen::generateText(options(3000));
    for (const size_t threads : threadCounts)
        for (const size_t bytes : {size_t(0), size_t(5000), text.size() / 2}) {
            FailingSource source(std::string_view(text).substr(0, bytes));
            Progress progress;
            EXPECT_THROW((void)readChromeTrace(source, progress, {threads, 4096}), std::bad_alloc) << threads;
        }
}

TEST(TracePieces, cancelStopsAllThreads)
{
    const std::string text = tracegen::generateText(options(60'000));
    for (const size_t threads : threadCounts) {
        const auto source = ByteSource::fromMemory(text);
        Progress progress;
        std::thread canceller([&] {
            while (progress.bytesDone == 0)
                std::this_thread::yield();
            progress.cancel();
        });
        const auto run = readChromeTrace(*source, progress, {threads, 4096});
        canceller.join();
        EXPECT_TRUE(run || run.error().kind == ErrorKind::Cancelled) << threads;
    }
}

} // namespace tst_tracepieces
