// Damaged text files of every kind give a table with diagnostics or one clear sentence, never a crash.

#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textvalues.h"
#include "tests/support/corpus.h"
#include "tests/support/repetitions.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>

#include <random>

namespace tst_malformed_text {

using namespace ws;
using namespace ws::test;

namespace {

const std::string torchText = R"(
------------------  ------------  ------------  ------------  
              Name      Self CPU     Self CUDA    # of Calls  
------------------  ------------  ------------  ------------  
          aten::mm       8.050ms       0.000us           121  
       gemm_kernel       0.000us     949.932us           121  
------------------  ------------  ------------  ------------  
Self CPU time total: 201.250ms
Self CUDA time total: 1.500ms
)";

const std::string nsysText = R"( ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

 Time (%)  Total Time (ns)  Instances  Avg (ns)         Name
 --------  ---------------  ---------  --------  ------------------
     33.7        868195826      14112   61521.8  matmul12_kernel
     20.7        531656812      14112   37674.1  matmul13_kernel
)";

const std::string nsysCsv = "Time (%),Total Time (ns),Instances,Avg (ns),Name\n"
                            "24.9,1231822285,329035,3743.7,\"kernel<int, 1>\"\n5.0,1792,1,1792.0,plain\n";

const std::string ncuCsv =
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"7\",\"gemm\",\"Speed\",\"Duration\",\"us\",\"6.75\"\n"
    "\"0\",\"7\",\"gemm\",\"Speed\",\"Elapsed Cycles\",\"cycle\",\"13,485\"\n";

const std::string ncuText = "  gemm (8, 1, 1)x(128, 1, 1), Context 1, Stream 7, Device 0, CC 8.0\n"
                            "    Section: GPU Speed Of Light\n"
                            "    ------------ ----------- ------------\n"
                            "    Metric Name  Metric Unit Metric Value\n"
                            "    ------------ ----------- ------------\n"
                            "    Duration         usecond        10.85\n"
                            "    ------------ ----------- ------------\n";

const std::string reportText =
    "一、Nsys\n1. gemm\n   - 执行时间: 0.003 ms\n   - 时间占比: 100%\n"
    "二、NCU\n1. ncu_kernel_0_gemm\n   - 识别瓶颈数: 1\n   - 主要瓶颈:\n     - x (1) (low)\n";

const std::string ncuRaw =
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Grid Size\",\"gpu__time_duration.sum\",\"lts__t_sector_hit_rate.pct\"\n"
    "\"\",\"\",\"\",\"\",\"us\",\"%\"\n"
    "\"0\",\"7\",\"gemm\",\"(8, 1, 1)\",\"6.75\",\"27.5\"\n"
    "\"1\",\"7\",\"norm\",\"(8, 1, 1)\",\"1.5\",\"90\"\n";

const std::string gpuTrace = "Start (ns),Duration (ns),CorrId,GrdX,Device,Ctx,Strm,Name\n"
                             "1000,2680,100,13,NVIDIA A100 (0),1,7,\"kernel<int, 1>\"\n"
                             "868195826,50,101,,NVIDIA A100 (0),1,7,[CUDA memcpy Host-to-Device]\n";

const std::string layerwise = R"({"context": {"torch_version": "2.5"}, "prefill": {"summary_stats": [
 {"entry": {"name": "a", "cuda_time_us": 1.5, "pct_cuda_time": 100}, "children": []}], "model_stats": []}})";

const std::vector<std::pair<const char *, std::string>> all = {
    {"torch", torchText},     {"nsys text", nsysText}, {"nsys csv", nsysCsv},
    {"ncu csv", ncuCsv},      {"ncu text", ncuText},   {"report", reportText},
    {"layerwise", layerwise}, {"ncu raw", ncuRaw},     {"gpu trace", gpuTrace}};

/// A run with content, or an error sentence.
void expectClearEnd(const std::string &bytes, const std::string &what)
{
    const RunResult run = runFromJson(bytes);
    if (!run) {
        EXPECT_GT(run.error.message.size(), 10) << what;
        return;
    }
    EXPECT_FALSE(run->tables.empty() && run->layerwise.empty() && run->info.totalEvents == 0 &&
                 run->diagnostics.empty())
        << what;
    for (const Table &table : run->tables)
        for (const auto &row : table.rows)
            ASSERT_EQ(row.size(), table.columns.size()) << what;
}

std::string utf16(const std::string &utf8, bool bigEndian, bool mark)
{
    const QString text = QString::fromStdString(utf8);
    std::string out = mark ? (bigEndian ? "\xFE\xFF" : "\xFF\xFE") : "";
    for (const QChar c : text) {
        const char high = static_cast<char>(c.unicode() >> 8);
        const char low = static_cast<char>(c.unicode() & 0xFF);
        out += bigEndian ? high : low;
        out += bigEndian ? low : high;
    }
    return out;
}

std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

size_t rowCount(const RunResult &run)
{
    size_t rows = 0;
    if (run)
        for (const Table &table : run->tables)
            rows += table.rows.size();
    if (run)
        for (const ModuleTree &tree : run->layerwise)
            rows += tree.nodes.size();
    if (run)
        rows += run->gpu.size();
    return rows;
}

} // namespace

TEST(CsvText, semicolonsAloneMakeNoDecimalComma)
{
    EXPECT_EQ(decimalSign("a;607.98;0.5\nb;12.5;3\n", ';'), DecimalSign::Point);
    EXPECT_EQ(decimalSign("a;607,98;0,5\nb;12,5;3\n", ';'), DecimalSign::Comma);
    EXPECT_EQ(decimalSign("a;1.234;5\n", ';'), DecimalSign::Comma) << "a thousand, as such a spreadsheet writes it";
    EXPECT_EQ(decimalSign("a;\"0.123\"\n", ';'), DecimalSign::Point) << "no separator of thousands";
    EXPECT_EQ(decimalSign("v1.2.3;a,b\n", ';'), DecimalSign::Comma) << "neither is a number";
    EXPECT_EQ(decimalSign("a,607,98\n", ','), DecimalSign::Point);
}

TEST(MalformedText, everyFormatIsWhatItSeems)
{
    for (const auto &[name, text] : all)
        EXPECT_GT(rowCount(runFromJson(text)), 0U) << name;
}

TEST(MalformedText, everyCutEndsClearly)
{
    for (const auto &[name, text] : all)
        for (size_t length = 0; length <= text.size(); length += 3)
            expectClearEnd(text.substr(0, length), std::string(name) + " cut at " + std::to_string(length));
}

TEST(MalformedText, utf16AndByteOrderMarksChangeNothing)
{
    for (const auto &[name, text] : all) {
        const size_t rows = rowCount(runFromJson(text));
        EXPECT_EQ(rowCount(runFromJson("\xEF\xBB\xBF" + text)), rows) << name;
        EXPECT_EQ(rowCount(runFromJson(utf16(text, false, true))), rows) << name;
        EXPECT_EQ(rowCount(runFromJson(utf16(text, true, true))), rows) << name;
        const bool tellable = text != reportText; // without a BOM only ASCII is recognised
        EXPECT_TRUE(!tellable || rowCount(runFromJson(utf16(text, false, false))) == rows) << name;
    }
}

TEST(MalformedText, everyKindOfLineEndIsALineEnd)
{
    for (const auto &[name, text] : all) {
        const size_t rows = rowCount(runFromJson(text));
        EXPECT_EQ(rowCount(runFromJson(replaced(text, "\n", "\r\n"))), rows) << name;
        EXPECT_EQ(rowCount(runFromJson(replaced(text, "\n", "\r"))), rows) << name;
        std::string mixed = text;
        int i = 0;
        for (size_t at = mixed.find('\n'); at != std::string::npos; at = mixed.find('\n', at + 2))
            mixed.replace(at, 1, i++ % 2 ? "\r\n" : "\n");
        EXPECT_EQ(rowCount(runFromJson(mixed)), rows) << name;
    }
}

TEST(MalformedText, nulsAndControlsAreDropped)
{
    for (const auto &[name, text] : all) {
        std::string damaged = text;
        damaged.insert(text.size() / 2, 3, '\0');
        expectClearEnd(damaged, name);
        EXPECT_GT(rowCount(runFromJson(damaged)), 0U) << name;
    }
    const RunResult run = runFromJson(torchText + std::string(4, '\0'));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->diagnostics.find("nul-bytes")->count, 4U);
}

TEST(MalformedText, terminalColoursAreNoPartOfTheText)
{
    const RunResult run = runFromJson(replaced(torchText, "\n", "\n\x1b[1;36m(EngineCore pid=7)\x1b[0;0m "));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.at(0).rows.size(), 2U);
    EXPECT_EQ(run->tables[0].title, "EngineCore pid=7");
}

TEST(MalformedText, invalidUtf8IsReplacedAndCounted)
{
    const RunResult run = runFromJson(replaced(torchText, "gemm_kernel", "gemm\xff\xc3ke el"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->diagnostics.find("invalid-utf8")->count, 2U);
    EXPECT_EQ(run->tables.at(0).rows.size(), 2U);
}

TEST(MalformedText, absurdNumbersStayText)
{
    const std::string huge(350, '9');
    const RunResult run = runFromJson(replaced(nsysCsv, "1231822285", "1e999"));
    ASSERT_TRUE(run);
    EXPECT_EQ(std::get<std::string>(run->tables.at(0).rows[0][1]), "1e999");
    for (const auto &[name, text] : all)
        for (const std::string &number : {std::string("1e999"), huge, std::string("-"), std::string("0x10"),
                                          std::string("1,2,3,4"), std::string("..")}) {
            std::string damaged = text;
            for (const char *old : {"8.050", "868195826", "1231822285", "6.75", "10.85", "0.003", "1.5"})
                damaged = replaced(damaged, old, number);
            expectClearEnd(damaged, std::string(name) + " with " + number.substr(0, 10));
        }
}

TEST(MalformedText, aMillionColumnsEndInALimitNotInMemory)
{
    std::string rule = "----", header = "Name", csvHeader = "Time (%),Total Time (ns),Name", row = "1,2,x";
    for (int i = 0; i < 1000000; ++i) {
        rule += "  ----";
        header += "  Self";
        csvHeader += ",c";
        row += ",1";
    }
    expectClearEnd(rule + "\n" + header + "\n" + rule + "\n", "torch");
    const RunResult run = runFromJson(csvHeader + "\n" + row + "\n" + row + "\n");
    if (run) {
        EXPECT_LE(run->tables.at(0).columns.size(), CsvText::maxFields);
        EXPECT_NE(run->diagnostics.find("too-many-columns"), nullptr);
    } else {
        EXPECT_FALSE(run.error.message.isEmpty());
    }
    const RunResult ncu =
        runFromJson("\"ID\",\"Process ID\",\"Kernel Name\"" + csvHeader.substr(29) + "\n\"0\",\"1\",\"k\"\n");
    ASSERT_TRUE(ncu);
    EXPECT_LE(ncu->tables.at(0).columns.size(), CsvText::maxFields);
}

TEST(MalformedText, aWrongDelimiterIsFoundOutOrRefused)
{
    for (const std::string &text : {nsysCsv, ncuCsv, ncuRaw, gpuTrace})
        for (const char *delimiter : {";", "\t", "|", " ", ",,"}) {
            const std::string other = replaced(text, ",", delimiter);
            expectClearEnd(other, text.substr(0, 20) + " with " + delimiter);
            if (*delimiter == ';' || *delimiter == '\t') {
                EXPECT_EQ(rowCount(runFromJson(other)), rowCount(runFromJson(text))) << text.substr(0, 20) << delimiter;
            }
        }
}

TEST(MalformedText, aMillionColumnsOfAGpuTraceEndInALimitNotInMemory)
{
    std::string header = "Start (ns),Duration (ns),Device,Strm,Name", row = "1000,5,A (0),7,gemm";
    for (int i = 0; i < 1000000; ++i) {
        header += ",c";
        row += ",1";
    }
    expectClearEnd(header + "\n" + row + "\n" + row + "\n", "gpu trace");
    std::string json = R"({"context": {}, "prefill": {"summary_stats": [{"entry": {"name": "a", "cuda_time_us": 1)";
    for (int i = 0; i < 1000000; ++i)
        json += ",\"k" + std::to_string(i) + "\":1";
    expectClearEnd(json + R"(}, "children": []}], "model_stats": []}})", "layerwise");
}

TEST(MalformedText, openQuoteDoesNotEatTheRest)
{
    const RunResult run = runFromJson(replaced(nsysCsv, "1>\"", "1>"));
    ASSERT_TRUE(run);
    EXPECT_NE(run->diagnostics.find("open-quote"), nullptr);
    EXPECT_EQ(run->tables.at(0).rows.size(), 2U);
    const RunResult ncu = runFromJson(ncuCsv.substr(0, ncuCsv.size() - 4));
    ASSERT_TRUE(ncu);
    EXPECT_FALSE(ncu->info.complete);
}

TEST(MalformedText, headerWithoutRowsIsAnEmptyTable)
{
    for (const std::string &text : {nsysCsv, ncuCsv}) {
        const RunResult run = runFromJson(text.substr(0, text.find('\n') + 1));
        ASSERT_TRUE(run);
        EXPECT_TRUE(run->tables.at(0).rows.empty());
    }
}

TEST(MalformedText, emptyAndForeignFilesAreRefusedInOneSentence)
{
    for (const std::string &text :
         {std::string(" \n\n"), std::string("Hello, this is a letter.\n"), std::string("a,b,c\n1,2,3\n"),
          std::string("name;value\nx;1\n"), std::string(70000, 'x'), std::string("-----\n-----\n"),
          std::string("{\"a\": 1}"), std::string("{\"nodes\": [], \"schema\": \"1.0\"}"), std::string("[1, 2, 3]"),
          std::string(5000, '\x01')}) {
        const RunResult run = runFromJson(text);
        EXPECT_FALSE(run) << text.substr(0, 40);
        EXPECT_GT(run.error.message.size(), 10) << text.substr(0, 40);
        EXPECT_FALSE(run.error.message.contains(QLatin1Char('\n')));
    }
}

TEST(MalformedText, tracesAreNeverClaimedByTextReaders)
{
    const std::string trace = R"({"traceEvents": [{"ph": "X", "name": "Self CPU time total: 5ms", "ts": 1, "dur": 1,
        "pid": 1, "tid": 1, "args": {"t": "----  ----\nName  Self CPU\n----  ----\n"}}]})";
    for (const Format &format : formats()) {
        const Match match = format.match({QStringLiteral("x.txt"), trace, Container::Plain});
        EXPECT_EQ(match, std::string_view(format.id) == "kineto" ? Match::Certain : Match::No) << format.id;
    }
}

TEST(MalformedText, tablesBehindTheFirst64KilobytesAreFound)
{
    std::string log;
    while (log.size() < 100000)
        log += "INFO 02:28:18 nothing of interest happened here, again and again\n";
    const RunResult run = runFromJson(log + torchText + nsysText);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->tables.size(), 2U);
}

TEST(MalformedText, severalFormatsMayStandInOneDocument)
{
    const RunResult run =
        runFromJson("# Torch\n" + torchText + "\n# Nsight\n" + nsysText + "\n\n" + ncuCsv + "\n" + ncuText);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 6U);
    EXPECT_EQ(run->tables[0].kind, "torch");
    EXPECT_EQ(run->tables[1].kind, "nsys");
    EXPECT_EQ(run->tables[2].kind, "ncu");
    EXPECT_EQ(run->tables[3].kind, "ncu-kernels");
    EXPECT_EQ(run->tables[5].kind, "ncu-kernels");
}

TEST(MalformedText, randomDamageNeverCrashes)
{
    std::mt19937 random(7);
    for (const auto &[name, text] : all)
        for (int round = 0; round < repetitions(300); ++round) {
            std::string damaged = text;
            for (int i = 0; i < 1 + round % 8; ++i) {
                const size_t at = random() % damaged.size();
                switch (random() % 4) {
                case 0:
                    damaged[at] = static_cast<char>(random());
                    break;
                case 1:
                    damaged.erase(at, random() % 20);
                    break;
                case 2:
                    damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 40));
                    break;
                default:
                    damaged.insert(at, 1, "\"\n,-{[\0 "[random() % 8]);
                    break;
                }
                damaged.push_back('x'); // never empty
            }
            expectClearEnd(damaged, std::string(name) + " round " + std::to_string(round));
        }
}

TEST(TextValues, numbersAreStrict)
{
    EXPECT_EQ(parseNumber("1,558,000,756"), 1558000756);
    EXPECT_EQ(parseNumber("-0.5"), -0.5);
    EXPECT_EQ(parseNumber("12,34"), std::nullopt);
    EXPECT_EQ(parseNumber("1,2345"), std::nullopt);
    EXPECT_EQ(parseNumber("1.234,5", DecimalSign::Comma), 1234.5);
    EXPECT_EQ(parseNumber("24,9", DecimalSign::Comma), 24.9);
    EXPECT_EQ(parseNumber("5 apples"), std::nullopt);
    EXPECT_EQ(parseNumber("inf"), std::nullopt);
    EXPECT_EQ(parseNumber(""), std::nullopt);
    EXPECT_EQ(parseMicroseconds("231.000us"), 231);
    EXPECT_EQ(parseMicroseconds("5.5 ms"), 5500);
    EXPECT_EQ(parseMicroseconds("57.549m"), std::nullopt);
    EXPECT_EQ(parseBytes("-20 b"), -20);
    EXPECT_EQ(parsePercent("3083.44%"), 3083.44);
}

TEST(TextLines, loneCarriageReturnsStartNoNewNumber)
{
    const auto lines = splitLines("a 0%\ra 100%\r\nb\n\nc");
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[1].text, "a 100%");
    EXPECT_EQ(lines[1].number, 1);
    EXPECT_EQ(lines[2].number, 2);
    EXPECT_EQ(lines[4].number, 4);
    EXPECT_EQ(lines[4].text, "c");
}

} // namespace tst_malformed_text
