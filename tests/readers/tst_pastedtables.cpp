// Tables of profilers as documents hold them: notebooks, logs, Markdown, and what editors make of blanks.

#include "tests/support/support.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace tst_pastedtables {

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;
using testing::Not;

namespace {

const char *const torchTable =
    R"(-------------------------  ------------  ------------  ------------  ------------  ------------  ------------
                     Name    Self CPU %      Self CPU     CPU total     Self CUDA   Self CUDA %    # of Calls
-------------------------  ------------  ------------  ------------  ------------  ------------  ------------
                 aten::mm        40.00%       8.050ms      12.462ms       0.000us         0.00%           121
   void gemm<int, 4>(x...         0.00%       0.000us       0.000us       1.200ms        80.00%           121
-------------------------  ------------  ------------  ------------  ------------  ------------  ------------
Self CPU time total: 20.125ms
Self CUDA time total: 1.500ms
)";

/// Each line of the table changed.
std::string each(const std::function<std::string(std::string, size_t)> &change, std::string_view text = torchTable)
{
    std::string out;
    size_t number = 0;
    for (size_t at = 0; at < text.size(); ++number) {
        const size_t end = text.find('\n', at);
        out += change(std::string(text.substr(at, end - at)), number) + '\n';
        at = end + 1;
    }
    return out;
}

std::string withPrefix(const std::string &prefix)
{
    return each([&](const std::string &line, size_t) { return prefix + line; });
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::string withSingleBlanks(std::string text)
{
    while (text.find("  ") != text.npos)
        text = replaced(text, "  ", " ");
    return text;
}

std::string withTabs(std::string text)
{
    while (text.find("   ") != text.npos)
        text = replaced(text, "   ", "  ");
    return replaced(text, "  ", "\t");
}

/// The table of the document has the rows of torchTable.
void expectTorchTable(const RunResult &run, const std::string &what, size_t count = 1)
{
    ASSERT_TRUE(run) << what << ": " << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), count) << what;
    for (const Table &table : run->tables) {
        ASSERT_EQ(table.rows.size(), 2U) << what;
        ASSERT_EQ(table.columns.size(), 7U) << what;
        EXPECT_EQ(table.nameAt(1, 0), "void gemm<int, 4>(x...") << what;
        EXPECT_EQ(table.numberAt(1, table.columnIndex("Self CUDA")), 1'200) << what;
        EXPECT_EQ(table.numberAt(0, table.columnIndex("# of Calls")), 121) << what;
        EXPECT_EQ(table.totals.at("selfDeviceUs"), 1'500) << what;
    }
}

std::string notebook(const nlohmann::ordered_json &outputs, int indent)
{
    const nlohmann::ordered_json cell{{"cell_type", "code"},
                                      {"execution_count", 1},
                                      {"metadata", nlohmann::ordered_json::object()},
                                      {"outputs", outputs},
                                      {"source", {"# Name  Self CPU %\n", "print(prof.table())"}}};
    return nlohmann::ordered_json{{"cells", {cell, cell}}, {"metadata", {{"x", 1}}}, {"nbformat", 4}}.dump(indent);
}

nlohmann::ordered_json linesOf(std::string_view text)
{
    auto lines = nlohmann::ordered_json::array();
    each(
        [&](const std::string &line, size_t) {
            lines.push_back(line + '\n');
            return line;
        },
        text);
    return lines;
}

} // namespace

TEST(Notebook, theOutputsOfCellsAreReadAsAText)
{
    using Json = nlohmann::ordered_json;
    const Json stream{{"name", "stdout"}, {"output_type", "stream"}, {"text", linesOf(torchTable)}};
    const Json result{{"data", {{"text/html", {"<pre>x</pre>"}}, {"text/plain", torchTable}}},
                      {"metadata", Json::object()},
                      {"output_type", "execute_result"}};
    for (const int indent : {-1, 1}) {
        expectTorchTable(runFromJson(notebook(Json::array({stream}), indent)), "stream", 2);
        expectTorchTable(runFromJson(notebook(Json::array({result}), indent)), "result", 2);
    }
    const std::string text = notebook(Json::array({stream}), 1);
    const RunResult run = runFromJson(text);
    ASSERT_TRUE(run);
    std::string_view above = std::string_view(text).substr(0, text.find("Self CPU     CPU total"));
    EXPECT_EQ(run->tables.front().line, std::count(above.begin(), above.end(), '\n') + 1);
}

TEST(Notebook, whatNoCellPrintedIsNoTable)
{
    const RunResult run = runFromJson(notebook(nlohmann::ordered_json::array(), 1));
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error.message.toStdString(), HasSubstr("a Jupyter notebook whose outputs hold no table"));
    nlohmann::ordered_json source{{"cells",
                                   {{{"cell_type", "markdown"},
                                     {"metadata", nlohmann::ordered_json::object()},
                                     {"source", linesOf(torchTable)}}}},
                                  {"nbformat", 4}};
    EXPECT_FALSE(runFromJson(source.dump(1))) << "a quotation of another run";
}

TEST(PastedTable, aStringInALineOfALogHoldsLines)
{
    const nlohmann::ordered_json line{{"level", "info"}, {"msg", torchTable}, {"rank", 3}};
    expectTorchTable(runFromJson("{\"level\": \"info\", \"msg\": \"begin\"}\n" + line.dump() + "\n"), "JSON lines");
    expectTorchTable(runFromJson("'" + replaced(torchTable, "\n", "\\n") + "'\n"), "repr");
    EXPECT_FALSE(runFromJson(R"({"msg": "no table\nbut a text\nof lines\nabout # of Calls"})"));
}

TEST(PastedTable, aLogThatBeginsLikeJsonIsSearched)
{
    for (const char *first : {"{'lr': 0.1}\n", "{\"lr\": 0.1}\ntraining\n", "[1, 2]\n", "[rank0]: x\n"})
        expectTorchTable(runFromJson(first + std::string(torchTable)), first);
    const RunResult run = runFromJson("{\"lr\": 0.1}\ntraining\n");
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error.message.toStdString(), HasSubstr("this JSON is not a trace"));
}

TEST(PastedTable, prefixesOfLoggersAreNoPartOfTheTable)
{
    for (const char *prefix :
         {"2026-01-07 12:00:01,123 - INFO - profiler.py:88 - ", "2026-01-07 12:00:01.123 | INFO     | __main__:f:42 - ",
          "INFO:root:", "[default0]:", "[1,0]<stdout>:", "[rank0]: ", "0: ", "worker-1  | ", "+", "#", "# ", "> "})
        expectTorchTable(runFromJson(withPrefix(prefix)), prefix);
    expectTorchTable(runFromJson("2026-01-07 12:00:01,123 - INFO - profiler.py:88 - " + std::string(torchTable)),
                     "first line only");
}

TEST(PastedTable, ranksThatPrintLineByLineAreTwoTables)
{
    for (const auto &[a, b] : {std::pair("[rank0]: ", "[rank1]: "), std::pair("[default0]:", "[default1]:"),
                               std::pair("worker-1  | ", "worker-2  | ")})
        expectTorchTable(runFromJson(each([&](const std::string &line, size_t) { return a + line + '\n' + b + line; })),
                         a, 2);
}

TEST(PastedTable, columnsThatADocumentMarksOtherwiseAreThoseOfTorch)
{
    const std::string bars = replaced(each([](std::string line, size_t number) {
                                          if (number == 0 || number == 5)
                                              return std::string();
                                          if (number == 2)
                                              return std::string("|---|---|---|---|---|---|---|");
                                          if (number > 5)
                                              return line;
                                          line.erase(0, line.find_first_not_of(' '));
                                          while (line.find("   ") != line.npos)
                                              line = replaced(line, "   ", "  ");
                                          return "| " + replaced(line, "  ", " | ") + " |";
                                      }),
                                      "\n\n", "\n");
    expectTorchTable(runFromJson("# Profile\n\n" + bars), "Markdown");
    const std::string blanks = withSingleBlanks(torchTable);
    expectTorchTable(runFromJson(blanks), "single blanks");
    expectTorchTable(runFromJson(replaced(torchTable, " ", "\xC2\xA0")), "no-break spaces");
    expectTorchTable(runFromJson(replaced(torchTable, "  ", "\xC2\xA0 ")), "single no-break spaces");
    const std::string noRules =
        each([](const std::string &line, size_t) { return line.starts_with("---") ? std::string() : line; });
    expectTorchTable(runFromJson(noRules), "no rules");
    const std::string tabs = withTabs(each([](std::string line, size_t) {
        line.erase(0, line.find_first_not_of(' '));
        return line;
    }));
    expectTorchTable(runFromJson(tabs), "tabs");
}

TEST(PastedTable, totalsInACellOfATableInMarkdownAreItsTotals)
{
    const RunResult run =
        runFromJson("| Name | Self CPU | Self CUDA | # of Calls |\n| --- | --- | --- | --- |\n"
                    "| aten::mm | 4.000us | 941.000us | 1 |\n| --- | --- | --- | --- |\n"
                    "| Self CPU time total: <br>Self CUDA time total: | 5.000us<br>962.000us | | |\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 1U);
    EXPECT_EQ(run->tables[0].rows.size(), 1U);
    EXPECT_EQ(run->tables[0].totals.at("selfCpuUs"), 5);
    EXPECT_EQ(run->tables[0].totals.at("selfDeviceUs"), 962);
    EXPECT_TRUE(run->info.complete);
}

TEST(PastedTable, aTableOfTorchThatCannotBeReadIsNamed)
{
    std::string wrapped = each([](const std::string &line, size_t) {
        return line.size() > 60 ? line.substr(0, 60) + '\n' + line.substr(60) : line;
    });
    const std::string rows =
        each([](const std::string &line, size_t number) { return number == 3 || number == 4 ? line : std::string(); });
    for (const std::string &text : {wrapped, rows}) {
        const RunResult run = runFromJson(text);
        ASSERT_FALSE(run);
        EXPECT_THAT(run.error.message.toStdString(), HasSubstr("torch's profiler whose columns are lost"));
    }
    const RunResult other = runFromJson("step 1 took 5.1ms, 80.0% of 6.2ms\nstep 2 took 5.3ms, 81.0%\n");
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error.message.toStdString(), Not(HasSubstr("torch's profiler")));
}

TEST(PastedTable, aLineThatFitsNoColumnsIsLeftOutAndSaid)
{
    const std::string blanks = withSingleBlanks(torchTable);
    const std::string odd = replaced(blanks, " void gemm", " aten::add 0.00% 8ms\n void gemm");
    const RunResult run = runFromJson(odd);
    expectTorchTable(run, "odd line");
    EXPECT_TRUE(run->diagnostics.find("odd-row"));
    expectTorchTable(runFromJson(replaced(blanks, "x... 0.00%", "x...0.00%")), "a name that touches its number");
    EXPECT_FALSE(runFromJson(blanks)->diagnostics.find("odd-row"));
}

TEST(PastedTable, cellsThatCannotBeToldApartAreNoTable)
{
    const RunResult run = runFromJson("Name Self CPU CPU total # of Calls\naten::mm 8.050ms 121\n"
                                      "aten::add seven 8.050ms 121\n");
    EXPECT_FALSE(run);
    EXPECT_FALSE(runFromJson("| Name | Self CPU | # of Calls |\n|---|---|---|\n| aten::mm | much | few |\n"));
}

namespace {

const char *const nsysTable = R"( ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

 Time (%)  Total Time (ns)  Instances  Avg (ns)  Name
 --------  ---------------  ---------  --------  --------------------
     80.0           80,000         10   8,000.0  vadd(float *, int)
     20.0           20,000         10   2,000.0  vmul(float *, int)
)";

void expectNsysTable(const RunResult &run, const std::string &what)
{
    ASSERT_TRUE(run) << what << ": " << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 1U) << what;
    const Table &table = run->tables.front();
    EXPECT_EQ(table.report, "cuda_gpu_kern_sum") << what;
    ASSERT_EQ(table.rows.size(), 2U) << what;
    EXPECT_EQ(table.nameAt(1, table.columnIndex("Name")), "vmul(float *, int)") << what;
    EXPECT_EQ(table.numberAt(0, table.columnIndex("Total Time (ns)")), 80'000) << what;
    EXPECT_EQ(table.numberAt(1, table.columnIndex("Instances")), 10) << what;
}

} // namespace

TEST(PastedTable, tablesOfNsightSystemsAreReadHoweverTheyArePasted)
{
    expectNsysTable(runFromJson(nsysTable), "as printed");
    const std::string stripped = each(
        [](std::string line, size_t) {
            line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
            return line;
        },
        nsysTable);
    expectNsysTable(runFromJson(stripped), "without leading blanks");
    expectNsysTable(runFromJson(withSingleBlanks(nsysTable)), "single blanks");
    expectNsysTable(runFromJson(withTabs(stripped)), "tabs");
    expectNsysTable(runFromJson(replaced(nsysTable, "  ", "\xC2\xA0 ")), "single no-break spaces");
    expectNsysTable(runFromJson(replaced(nsysTable, " ", "\xC2\xA0")), "no-break spaces");
    expectNsysTable(runFromJson(replaced(nsysTable, "\n", "\n\n")), "blank lines");
    expectNsysTable(
        runFromJson("| Time (%) | Total Time (ns) | Instances | Avg (ns) | Name |\n|---:|---:|---:|---:|---|\n"
                    "| 80.0 | 80,000 | 10 | 8,000.0 | vadd(float *, int) |\n"
                    "| 20.0 | 20,000 | 10 | 2,000.0 | vmul(float *, int) |\n"),
        "Markdown");
    expectNsysTable(runFromJson(each(
                        [](const std::string &line, size_t) { return line.starts_with(" ---") ? std::string() : line; },
                        nsysTable)),
                    "no rule");
    for (const char *prefix : {"2026-01-07 12:00:01,123 - INFO - ", "INFO:root:", "[1,0]<stdout>:"})
        expectNsysTable(runFromJson(each([&](const std::string &line, size_t) { return prefix + line; }, nsysTable)),
                        prefix);
}

namespace {

const char *const ncuPage = R"(  vadd(float *) (4096, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 8.0
    Section: GPU Speed Of Light Throughput
    ----------------------- ----------- ------------
    Metric Name             Metric Unit Metric Value
    ----------------------- ----------- ------------
    Memory Throughput                 %        86.36
    Duration                         us       606.56
    Waves Per SM                                2.37
    ----------------------- ----------- ------------

    OPT   A sentence of a rule that goes on
          in the next line.
)";

void expectNcuPage(const RunResult &run, const std::string &what, size_t count = 1, const char *name = "vadd(float *)")
{
    ASSERT_TRUE(run) << what << ": " << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 2U) << what;
    const Table &table = run->tables.back();
    ASSERT_EQ(table.rows.size(), count) << what;
    for (size_t row = 0; row < count; ++row) {
        EXPECT_EQ(table.nameAt(row, table.columnIndex("Kernel")), name) << what;
        EXPECT_EQ(table.numberAt(row, table.columnIndex("Duration (us)")), 606.56) << what;
    }
    EXPECT_EQ(run->tables.front().rows.size(), 4 * count) << what << ": three metrics and a rule";
}

std::string strippedLines(std::string_view text)
{
    return each(
        [](std::string line, size_t) {
            line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
            return line;
        },
        text);
}

} // namespace

TEST(PastedKernels, pagesOfNsightComputeAreReadBehindPrefixes)
{
    expectNcuPage(runFromJson(ncuPage), "as printed");
    for (const char *prefix : {"> ", "# ", "[rank0]: ", "worker-1  | ",
                               "0: ", "[1,0]<stdout>:", "INFO:root:", "2026-01-07 12:00:01,123 - INFO - "})
        expectNcuPage(
            runFromJson("begin\n" + each([&](const std::string &line, size_t) { return prefix + line; }, ncuPage)),
            prefix);
    expectNcuPage(
        runFromJson(
            each([](const std::string &line, size_t) { return "[rank0]: " + line + "\n[rank1]: " + line; }, ncuPage)),
        "two writers", 2);
    const RunResult run = runFromJson(each([](const std::string &line, size_t) { return "> " + line; }, ncuPage));
    EXPECT_EQ(run->tables.front().line, 1);
}

TEST(PastedKernels, pagesWithoutTheirBlanksAreRead)
{
    const std::string stripped = strippedLines(ncuPage);
    expectNcuPage(runFromJson("Text.\n\n" + stripped + "\nMore text, 5 us.\n"), "without leading blanks");
    expectNcuPage(runFromJson(stripped + stripped), "two kernels", 2);
    expectNcuPage(runFromJson(withSingleBlanks(stripped)), "single blanks");
    expectNcuPage(runFromJson(replaced(ncuPage, "  ", "\xC2\xA0 ")), "no-break spaces");
    expectNcuPage(runFromJson(std::string(ncuPage).substr(std::string_view(ncuPage).find('\n') + 1)),
                  "without the kernel's line", 1, "unnamed kernel");
    EXPECT_FALSE(runFromJson("Section: 3\n--- --- ---\nOf prose, 5 us.\n"));
    EXPECT_FALSE(runFromJson("    Section: 3\n    ----- ----- -----\n    Of prose, 5 us.\n"));
}

TEST(PastedTable, tablesOfNvprofAreReadHoweverTheyArePasted)
{
    const char *const table = R"(==11== Profiling result:
            Type  Time(%)      Time     Calls       Avg       Min       Max  Name
 GPU activities:   80.00%  80.000us        10  8.0000us  7.9000us  8.1000us  vadd(float*)
                   20.00%  20.000us        10  2.0000us  1.9000us  2.1000us  vmul(float*)
      API calls:   99.00%  99.000ms         1  99.000ms  99.000ms  99.000ms  cudaMalloc
)";
    for (const std::string &text : {std::string(table), replaced(table, "\n", "\n\n"), withTabs(strippedLines(table)),
                                    replaced(table, "  ", "\xC2\xA0 ")}) {
        const RunResult run = runFromJson(text);
        ASSERT_TRUE(run) << text;
        ASSERT_EQ(run->tables.size(), 2U) << text;
        ASSERT_EQ(run->tables[0].rows.size(), 2U) << text;
        EXPECT_EQ(run->tables[0].report, "gpu_activities");
        EXPECT_EQ(run->tables[1].report, "api_calls");
    }
    const RunResult apart = runFromJson(std::string(table) + "\n" + table);
    EXPECT_EQ(apart->tables.size(), 4U) << "a blank line between two tables";
}

TEST(PastedTable, aHeadThatEndsWithinANameIsNone)
{
    for (const char *head :
         {"Name Self CPU % # of Calls Self", "Name # of Calls Input", "Time (%) Total Time (ns) Num"}) {
        const RunResult run = runFromJson(std::string(head) + "\naten::mm 10% 3 1\n");
        EXPECT_FALSE(run) << head;
    }
}

} // namespace tst_pastedtables
