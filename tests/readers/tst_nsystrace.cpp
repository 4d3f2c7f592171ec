// cuda_gpu_trace CSV: one row per GPU activity becomes a timeline; damage costs only the damaged row.

#include "core/model/eventtext.h"
#include "core/readers/formats.h"
#include "core/readers/nsys/nsystrace.h"
#include "core/readers/toolkit/linepieces.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <atomic>
#include <map>
#include <new>
#include <sstream>

namespace tst_nsystrace {

using namespace ws;
using namespace ws::test;

namespace {

constexpr const char *header = "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),"
                               "DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,"
                               "Name\n";

std::string kernel(int64_t start, int64_t duration, const std::string &name, const char *stream = "7")
{
    return std::to_string(start) + ',' + std::to_string(duration) +
           ",452,115426,2,1,256,1,1,32,0.000,0.000,,,,,NVIDIA A100-SXM4-80GB (0),1,," + stream + ',' + name + '\n';
}

std::string copy(int64_t start, int64_t duration, const std::string &name)
{
    return std::to_string(start) + ',' + std::to_string(duration) +
           ",453,,,,,,,,,,0.008,1234.5,Pageable,Device,NVIDIA A100-SXM4-80GB (0),1,,7," + name + '\n';
}

/// Runs out of memory at the n-th read.
class FailingSource : public ByteSource
{
public:
    FailingSource(std::string_view text, int after) : m_text(text), m_after(after) { fillHead(); }

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        if (m_isHeadRead && --m_after == 0)
            throw std::bad_alloc();
        m_isHeadRead = true;
        size = std::min(size, m_text.size());
        m_text.copy(buffer, size);
        m_text.remove_prefix(size);
        return size;
    }

private:
    std::string_view m_text;
    int m_after;
    bool m_isHeadRead = false;
};

/// Cancels at the n-th read.
class CancellingSource : public ByteSource
{
public:
    CancellingSource(std::string_view text, Progress &progress, int after)
        : m_text(text), m_progress(progress), m_after(after)
    {
        fillHead();
        reads = 0;
    }
    std::atomic<int> reads{0};

protected:
    size_t readMore(char *buffer, size_t size) override
    {
        if (++reads == m_after && buffer)
            m_progress.cancel();
        size = std::min(size, m_text.size());
        m_text.copy(buffer, size);
        m_text.remove_prefix(size);
        return size;
    }

private:
    std::string_view m_text;
    Progress &m_progress;
    int m_after;
};

RunResult load(const std::string &text)
{
    return runFromJson(text);
}

std::string nameOf(const Run &run, size_t i)
{
    return std::string(run.text(run.gpu.name[i]));
}

} // namespace

TEST(NsysTrace, rowsBecomeGpuWorkOfTheirDeviceAndStream)
{
    const RunResult run = load(header + kernel(1000, 200, "\"void k<a, b>(T1)\"") + kernel(1300, 50, "gemm", "13") +
                               copy(1500, 10, "[CUDA memcpy Host-to-Device]") + copy(1600, 20, "[CUDA memset]"));
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "nsys-trace-csv");
    EXPECT_TRUE(run->info.complete);
    EXPECT_EQ(run->info.slices, 4u);
    EXPECT_EQ(run->timeline.originNs, 1000);
    ASSERT_EQ(run->gpu.size(), 4u);
    EXPECT_EQ(nameOf(*run, 0), "void k<a, b>(T1)");
    EXPECT_EQ(run->gpu.start[1], 300);
    EXPECT_EQ(run->gpu.duration[1], 50);
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Kernel);
    EXPECT_EQ(run->gpu.kind[2], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.kind[3], CategoryKind::Memset);
    ASSERT_EQ(run->gpu.devices.size(), 1u);
    EXPECT_EQ(run->text(run->gpu.devices[0]), "0");
    EXPECT_EQ(run->gpu.streams.size(), 2u);
    EXPECT_EQ(run->text(run->gpu.grid[0]), "grid [115426,2,1] block [256,1,1]");
    EXPECT_EQ(run->text(run->timeline.processes.at(0).name), "NVIDIA A100-SXM4-80GB");
    EXPECT_TRUE(run->diagnostics.empty());
}

TEST(NsysTrace, linesOfNsysMayStandBeforeTheHeader)
{
    const RunResult run = load("NOTICE: Existing SQLite export found: run.sqlite\n"
                               "Processing [run.sqlite] with [/opt/reports/cuda_gpu_trace.py]...\n\n" +
                               std::string(header) + kernel(5, 5, "k"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 1u);
    EXPECT_TRUE(run->diagnostics.empty());
}

TEST(NsysTrace, columnsAreFoundByNameAndTimesByTheirUnit)
{
    const RunResult run = load("Name,Strm,Device,Duration(nsec),Start (us)\nk,7,T4 (1),12,1712195495406752.797\n");
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 1u);
    EXPECT_EQ(run->timeline.originNs, 1712195495406752797);
    EXPECT_EQ(run->gpu.duration[0], 12);
    EXPECT_EQ(run->text(run->gpu.devices[0]), "1");
    const RunResult seconds = load("Start (sec),Duration (ms),Device,Name\n1.5,0.25,T4 (1),k\n");
    ASSERT_TRUE(seconds);
    EXPECT_EQ(seconds->timeline.originNs, 1'500'000'000);
    EXPECT_EQ(seconds->gpu.duration[0], 250'000);
}

TEST(NsysTrace, semicolonsTabsAndDecimalCommasAreUnderstood)
{
    const RunResult semicolons = load("Start (us);Duration (us);Device;Strm;Name\n10,5;0,25;A (0);7;k\n");
    ASSERT_TRUE(semicolons);
    EXPECT_EQ(semicolons->timeline.originNs, 10'500);
    EXPECT_EQ(semicolons->gpu.duration[0], 250);
    const RunResult tabs = load("Start (ns)\tDuration (ns)\tDevice\tStrm\tName\n10\t5\tA (0)\t7\tk, with a comma\n");
    ASSERT_TRUE(tabs);
    EXPECT_EQ(nameOf(*tabs, 0), "k, with a comma");
}

TEST(NsysTrace, timesSavedAgainWithExponentsOrThousandsAreTheSame)
{
    const auto timesOf = [](const char *columns, const char *row) {
        const RunResult run = load(std::string(columns) + "\n" + row + "\n");
        if (!run || run->gpu.size() != 1)
            return std::string("none");
        return std::to_string(run->timeline.originNs) + " " + std::to_string(run->gpu.duration[0]);
    };
    const char *const seconds = "Start (s),Duration (s),Device,Name", *const ns =
                                                                          "Start (ns),Duration (ns),Device,Name";
    EXPECT_EQ(timesOf(seconds, "1.0001,4e-05,A (0),k"), "1000100000 40000");
    EXPECT_EQ(timesOf(seconds, "1.0001E+00,3.9999999999999996e-05,A (0),k"), "1000100000 40000");
    EXPECT_EQ(timesOf(seconds, "\"1,0001\",\"0,086\",A (0),k"), "1000100000 86000000") << "decimal commas";
    EXPECT_EQ(timesOf(ns, "1.0001e+09,4e4,A (0),k"), "1000100000 40000");
    EXPECT_EQ(timesOf(ns, "\"1,000,100,000\",\"86,000\",A (0),k"), "1000100000 86000");
    EXPECT_EQ(timesOf("Start (ns);Duration (ns);Device;Name", "1.000.100.000;86.000;A (0);k"), "1000100000 86000");
    for (const char *bad : {"1,00,5", "4e", "e5", "4e99", "4e5x", "--5"})
        EXPECT_EQ(timesOf(ns, (std::string("\"") + bad + "\",5,A (0),k").c_str()), "none") << bad;
}

TEST(NsysTrace, startsThatASpreadsheetHasRoundedAreSaidToBeSo)
{
    const auto load = [](const char *start) {
        return tst_nsystrace::load("Start (ns),Duration (ns),Device,Name\n99000000000,4000,A (0),k\n" +
                                   std::string(start) + ",5000,A (0),k\n");
    };
    const RunResult rounded = load("1.23457E+11");
    ASSERT_TRUE(rounded);
    ASSERT_TRUE(rounded->diagnostics.find("rounded-starts"));
    EXPECT_EQ(rounded->diagnostics.find("rounded-starts")->count, 1u);
    EXPECT_EQ(rounded->gpu.duration[1], 5000) << "durations have their digits";
    for (const char *exact : {"123456789012", "1.23456789012E+11"})
        EXPECT_FALSE(load(exact)->diagnostics.find("rounded-starts")) << exact;
}

TEST(NsysTrace, quotesWithinQuotedNamesAreKept)
{
    const RunResult run = load(header + kernel(5, 5, "\"a \"\"quoted\"\" name, x\"") + kernel(20, 5, "plain"));
    ASSERT_TRUE(run);
    EXPECT_EQ(nameOf(*run, 0), "a \"quoted\" name, x");
    EXPECT_EQ(nameOf(*run, 1), "plain");
}

TEST(NsysTrace, quotesAroundAnyFieldChangeNothing)
{
    const std::vector<std::string> order{"Start (ns),Duration (ns),Device,Strm,Name",
                                         "Name,Strm,Start (ns),Device,Duration (ns)",
                                         "Strm,Name,Bytes (MB),Duration (ns),Start (ns),Device,Ctx"};
    for (const std::string &columns : order) {
        std::string plain = columns + '\n', quoted = plain;
        for (int i = 0; i < 20; ++i) {
            const std::map<std::string, std::string> values{{"Start (ns)", std::to_string(1000 + i * 100)},
                                                            {"Duration (ns)", std::to_string(i)},
                                                            {"Device", "GPU (" + std::to_string(i % 2) + ")"},
                                                            {"Strm", std::string(static_cast<size_t>(i) * 7, '7')},
                                                            {"Name", "kernel " + std::to_string(i)}};
            std::stringstream names(columns);
            std::string separator;
            for (std::string name; std::getline(names, name, ','); separator = ",") {
                const auto value = values.find(name);
                const std::string text = value == values.end() ? "" : value->second;
                plain += separator + text;
                quoted += separator + (text.empty() ? text : '"' + text + '"');
            }
            plain += '\n';
            quoted += '\n';
        }
        const RunResult a = load(plain), b = load(quoted);
        ASSERT_TRUE(a && b) << columns;
        ASSERT_EQ(a->gpu.size(), 20u) << columns;
        ASSERT_EQ(b->gpu.size(), 20u) << columns;
        for (size_t i = 0; i < 20; ++i) {
            EXPECT_EQ(nameOf(*a, i), "kernel " + std::to_string(i));
            EXPECT_EQ(nameOf(*b, i), nameOf(*a, i));
            EXPECT_EQ(b->gpu.duration[i], static_cast<int64_t>(i));
            EXPECT_EQ(a->gpu.duration[i], static_cast<int64_t>(i));
            EXPECT_EQ(b->text(b->gpu.streams[b->gpu.stream[i]].stream),
                      a->text(a->gpu.streams[a->gpu.stream[i]].stream));
            EXPECT_EQ(a->text(a->gpu.streams[a->gpu.stream[i]].stream).size(), i * 7);
        }
    }
}

TEST(NsysTrace, gridAndBlockAreReadWhereverTheirNumbersStand)
{
    const char *const texts[] = {
        "Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Strm,Name\n1,2,8,2,1,128,4,1,7,k\n",
        "Start (ns);Duration (ns);GrdX;GrdY;GrdZ;BlkX;BlkY;BlkZ;Strm;Name\n1;2;8;2;1;128;4;1;7;k\n",
        "GrdZ,Start (ns),BlkX,Duration (ns),GrdX,Strm,BlkZ,GrdY,Name,BlkY\n1,1,128,2,8,7,1,2,k,4\n",
        "Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Strm,Name\n1,2,\"8\",\"2\",\"1\", 128 ,4,1,7,k\n",
    };
    for (const char *text : texts) {
        const RunResult run = load(text);
        ASSERT_TRUE(run) << text;
        ASSERT_EQ(run->gpu.size(), 1u) << text;
        EXPECT_EQ(run->text(run->gpu.grid[0]), "grid [8,2,1] block [128,4,1]") << text;
    }
}

TEST(NsysTrace, anUnclosedQuoteCostsItsLineOnly)
{
    const RunResult run = load(header + kernel(5, 5, "\"never closed") + kernel(20, 5, "plain"));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(nameOf(*run, 0), "never closed");
    EXPECT_NE(run->diagnostics.find("open-quote"), nullptr);
    EXPECT_TRUE(run->info.complete);
}

TEST(NsysTrace, aCutFileKeepsItsRowsAndSaysSo)
{
    const std::string all = header + kernel(5, 5, "\"void k<a, b>(T1)\"") + kernel(20, 5, "\"void k<a, b>(T1)\"");
    for (const size_t cut : {size_t(3), size_t(12), size_t(60), size_t(85)}) {
        const RunResult run = load(all.substr(0, all.size() - cut));
        ASSERT_TRUE(run) << cut;
        EXPECT_EQ(run->gpu.size(), 1u) << cut;
        EXPECT_FALSE(run->info.complete) << cut;
        EXPECT_NE(run->diagnostics.find("truncated"), nullptr) << cut;
    }
    EXPECT_TRUE(load(all.substr(0, all.size() - 1))->info.complete) << "only the last line end is missing";
}

TEST(NsysTrace, lineEndsBomUtf16AndNulsMakeNoDifference)
{
    const std::string text = header + kernel(5, 5, "a") + kernel(20, 5, "b");
    std::string crlf, mixed, nul = text, wide = "\xFF\xFE";
    int line = 0;
    for (const char c : text) {
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
        mixed += c != '\n' ? std::string(1, c) : line++ == 1 ? "\r" : "\r\n";
        wide += c;
        wide += '\0';
    }
    nul.insert(text.size() - 2, 3, '\0');
    for (const std::string &variant : {crlf, mixed, "\xEF\xBB\xBF" + text, wide, nul}) {
        const RunResult run = load(variant);
        ASSERT_TRUE(run);
        ASSERT_EQ(run->gpu.size(), 2u);
        EXPECT_EQ(nameOf(*run, 0), "a");
        EXPECT_EQ(nameOf(*run, 1), "b");
        EXPECT_TRUE(run->info.complete);
    }
    EXPECT_EQ(load(nul)->diagnostics.find("nul-bytes")->count, 3u);
}

TEST(NsysTrace, absurdNumbersAreLeftOutOrTakenAsNothing)
{
    const RunResult run =
        load(header + kernel(5, -7, "negative") + "99999999999999999999,5,,,,,,,,,,,,,,,A (0),1,,7,far\n" +
             kernel(4'000'000'000'000'000'000, 4'000'000'000'000'000'000, "long") +
             "1e300,5,,,,,,,,,,,,,,,A (0),1,,7,real\n,5,,,,,,,,,,,,,,,A (0),1,,7,blank\n" + "nonsense\n" +
             kernel(20, 5, "good"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 3u);
    EXPECT_EQ(run->diagnostics.find("bad-row")->count, 4u);
    EXPECT_EQ(run->diagnostics.find("negative-duration")->count, 1u);
    EXPECT_EQ(run->diagnostics.find("absurd-time")->count, 1u);
}

TEST(NsysTrace, aMillionColumnsAreNoObstacle)
{
    std::string wide = "Start (ns),Duration (ns),Device,Name";
    for (int i = 0; i < 1'000'000; ++i)
        wide += ",x";
    const RunResult run = load(wide + "\n1,2,A (0),k" + std::string(1'000'000, ',') + "\n3,4,A (0),k\n");
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 2u);
}

TEST(NsysTrace, aHeaderWithoutRowsIsAnEmptyTimelineWithANote)
{
    const RunResult run = load(header);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 0u);
    EXPECT_NE(run->diagnostics.find("no-rows"), nullptr);
}

TEST(NsysTrace, rowsOverManyBlocksKeepTheirPlaces)
{
    std::string text = header;
    std::vector<size_t> offsets;
    for (int i = 0; i < 20'000; ++i) {
        offsets.push_back(text.size());
        text += kernel(1000 + i * 100, 50, "\"kernel " + std::string(i == 7000 ? 400'000 : i % 90, 'x') + "\"");
    }
    const RunResult run = load(text);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), offsets.size());
    for (size_t i = 0; i < offsets.size(); i += 499)
        EXPECT_EQ(run->timeline.lane(run->gpu.slice[i]).textOf(run->gpu.slice[i].index), offsets[i]);
    EXPECT_EQ(run->text(run->gpu.name[7000]).size(), 400'007u);
    EXPECT_TRUE(run->diagnostics.empty());
}

TEST(NsysTrace, oddRowsOfALargeFileAreReadLikeThoseOfASmallOne)
{
    const std::string longName = "very_long_" + std::string(700'000, 'x'); // longer than the carry between blocks
    std::string text = header;
    int64_t at = 0;
    std::vector<std::string> names;
    const auto add = [&](const std::string &written, const std::string &name) {
        at += 1000;
        text += kernel(at, 10, written, at % 3000 ? "7" : "13");
        names.push_back(name);
    };
    for (int i = 0; i < 12'000; ++i) {
        add("k" + std::to_string(i % 700), "k" + std::to_string(i % 700));
        if (i % 1000 == 0)
            add("\"say \"\"" + std::to_string(i) + "\"\", f(a, b)\"", "say \"" + std::to_string(i) + "\", f(a, b)");
        if (i % 1500 == 0)
            text += "not a row\n";
        if (i % 5000 == 1)
            add(longName + std::to_string(i), longName + std::to_string(i));
        if (i == 7000) {
            text.insert(text.size() - 3, 2, '\0');
            text += kernel(at += 1000, -5, "backwards");
            names.emplace_back("backwards");
        }
    }
    ASSERT_GT(text.size(), ByteSource::headSize * 40);
    const RunResult run = load(text);
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), names.size());
    for (size_t i = 0; i < names.size(); ++i) {
        ASSERT_EQ(nameOf(*run, i), names[i]) << i;
        ASSERT_EQ(run->gpu.start[i], static_cast<int64_t>(i) * 1000);
    }
    EXPECT_EQ(run->diagnostics.find("bad-row")->count, 8u);
    EXPECT_EQ(run->diagnostics.find("bad-row")->example, "not a row");
    EXPECT_EQ(run->diagnostics.find("nul-bytes")->count, 2u);
    EXPECT_EQ(run->diagnostics.find("negative-duration")->count, 1u);
    EXPECT_EQ(run->gpu.streams.size(), 2u);
}

TEST(NsysTrace, cancelStopsInTheMiddleOfAFile)
{
    std::string row = kernel(1000, 50, "k"), text = header;
    while (text.size() < 20 * LinePieces::pieceSize)
        text += row;
    for (int reads : {1, 2, 3, 4, 10}) {
        Progress progress;
        CancellingSource source(text, progress, reads);
        const auto loaded = readNsysTrace(source, progress);
        ASSERT_FALSE(loaded) << reads;
        EXPECT_EQ(loaded.error().kind, ErrorKind::Cancelled);
        EXPECT_LE(source.reads, reads + 3) << "each of two threads ends the piece it has begun";
    }
}

TEST(NsysTrace, memoryThatRunsOutOnAnyThreadIsAnError)
{
    std::string text = header;
    while (text.size() < LinePieces::pieceSize * 20)
        text += kernel(static_cast<int64_t>(text.size()), 5, "k");
    for (const int after : {1, 2, 5, 20}) {
        Progress progress;
        FailingSource source(text, after);
        const auto loaded = loadRun(source, progress);
        ASSERT_FALSE(loaded) << after;
        EXPECT_EQ(loaded.error().kind, ErrorKind::OutOfMemory);
    }
    const std::string trace = "[{\"ph\":\"M\"}" + std::string(LinePieces::pieceSize * 20, ' ') + "]";
    Progress progress;
    FailingSource source(trace, 5); // its blocks are read by a thread
    const auto loaded = loadRun(source, progress);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::OutOfMemory);
}

TEST(NsysTrace, progressKnowsTheSizeOfTheFile)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.csv"));
    const std::string text = header + kernel(0, 5, "k");
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    Progress progress;
    ASSERT_TRUE(loadRun(path, progress));
    EXPECT_EQ(progress.bytesTotal, static_cast<int64_t>(text.size()));
    EXPECT_EQ(progress.bytesDone, progress.bytesTotal);
}

TEST(NsysTrace, aLineWithoutEndIsLeftWhenCancelled)
{
    const std::string text(LinePieces::pieceSize * 20, 'x');
    Progress progress;
    CancellingSource source(text, progress, 3);
    LinePieces pieces(source, progress);
    LinePieces::Piece piece;
    EXPECT_FALSE(pieces.next(piece));
    EXPECT_LT(source.reads, 10);
}

TEST(NsysTrace, theRowBehindASliceIsFetchedColumnByColumn)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(header + kernel(5, 5, "first") + kernel(20, 5, "\"a, \"\"b\"\"\"")));
    file.close();
    Progress progress;
    const auto loaded = loadRun(path, progress);
    ASSERT_TRUE(loaded);
    const ws::Run &run = **loaded;
    const auto row = eventJson(run, run.gpu.slice[1]);
    ASSERT_TRUE(row) << row.error().text().toStdString();
    EXPECT_EQ((*row)["Start (ns)"], "20");
    EXPECT_EQ((*row)["Reg/Trd"], "32");
    EXPECT_EQ((*row)["Name"], "a, \"b\"");
    EXPECT_FALSE(row->contains("GreenCtx"));
}

TEST(NsysTrace, tablesOfOtherReportsAreLeftToTheirReader)
{
    const RunResult run = load("Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name,PID,TID,Lvl\n"
                               "1,3,2,0,2,main,1,1,0\n");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.format, "nsys-stats");
}

} // namespace tst_nsystrace
