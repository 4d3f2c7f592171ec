// Tables of torch's key_averages() in files, logs and Markdown.

#include "core/model/torchtable.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

namespace tst_torchtable {

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;

namespace {

const char *const smallTable = R"(
------------------  ------------  ------------  ------------  ------------  ------------  
              Name    Self CPU %      Self CPU     CPU total     Self CUDA    # of Calls  
------------------  ------------  ------------  ------------  ------------  ------------  
          aten::mm         4.00%       8.050ms      12.462ms       0.000us           121  
      gemm_kernel_         0.00%       0.000us       0.000us     949.932us           121  
------------------  ------------  ------------  ------------  ------------  ------------  
Self CPU time total: 201.250ms
Self CUDA time total: 1.500ms
)";

const Table &onlyTable(const RunResult &run)
{
    EXPECT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->tables.size(), 1U);
    return run->tables.front();
}

double number(const Table &table, size_t row, const char *column)
{
    return std::get<double>(table.rows.at(row).at(static_cast<size_t>(table.columnIndex(column))));
}

std::string text(const Table &table, size_t row, const char *column)
{
    return std::get<std::string>(table.rows.at(row).at(static_cast<size_t>(table.columnIndex(column))));
}

std::string withPrefix(std::string_view table, const std::string &prefix)
{
    std::string out;
    for (size_t at = 0; at < table.size();) {
        const size_t end = table.find('\n', at);
        out += prefix + std::string(table.substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return out;
}

} // namespace

TEST(TorchTable, whatADocumentHasMadeBoldIsReadAsTheRest)
{
    const RunResult run = runFromJson(R"(
-----------------------------------  ------------  ------------  -----------------  ------------------
                               Name      Self CPU     CPU total      **Self CUDA**   ** # of Calls ** 
-----------------------------------  ------------  ------------  -----------------  ------------------
                           aten::mm       8.050ms      12.462ms            0.000us                 121
void **gemv2T_kernel**<int, float..       0.000us       0.000us       **22.173ms**              **50**
     copy_kernel(float**, int**)          0.000us       0.000us            1.000ms                   1
-----------------------------------  ------------  ------------  -----------------  ------------------
Self CPU time total: 201.250ms
Self CUDA time total: 109.300ms
)");
    const Table &table = onlyTable(run);
    EXPECT_EQ(number(table, 1, "Self CUDA"), 22'173);
    EXPECT_EQ(number(table, 1, "# of Calls"), 50);
    EXPECT_EQ(text(table, 1, "Name"), "void gemv2T_kernel<int, float..");
    EXPECT_EQ(text(table, 2, "Name"), "copy_kernel(float**, int**)") << "pointers are no marks";
    EXPECT_EQ(table.rowKinds[1], RowKind::DeviceWork);
}

TEST(TorchTable, cellsBecomeMicrosecondsPercentAndCounts)
{
    const RunResult run = runFromJson(smallTable);
    const Table &table = onlyTable(run);
    EXPECT_EQ(run->info.format, "torch-table");
    EXPECT_TRUE(run->info.complete);
    EXPECT_EQ(table.kind, "torch");
    EXPECT_EQ(table.line, 3);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(text(table, 0, "Name"), "aten::mm");
    EXPECT_DOUBLE_EQ(number(table, 0, "Self CPU"), 8050);
    EXPECT_DOUBLE_EQ(number(table, 0, "Self CPU %"), 4);
    EXPECT_DOUBLE_EQ(number(table, 1, "Self CUDA"), 949.932);
    EXPECT_DOUBLE_EQ(number(table, 1, "# of Calls"), 121);
    EXPECT_EQ(table.columns[0].unit, Unit::Text);
    EXPECT_EQ(table.columns[1].unit, Unit::Percent);
    EXPECT_EQ(table.columns[4].unit, Unit::Microseconds);
    EXPECT_EQ(table.columns[5].unit, Unit::Count);
    EXPECT_DOUBLE_EQ(table.totals.at("selfCpuUs"), 201250);
    EXPECT_DOUBLE_EQ(table.totals.at("selfDeviceUs"), 1500);
}

TEST(TorchTable, everyLineMayCarryTheLoggersPrefix)
{
    for (const char *prefix : {"(EngineCore_DP0 pid=748665) ", "INFO 01-05 02:28:18 [wrapper.py:108] ", "# ", "    "}) {
        const RunResult run = runFromJson("Profiler stopped, the table:\n" + withPrefix(smallTable, prefix) + "done\n");
        const Table &table = onlyTable(run);
        EXPECT_EQ(table.rows.size(), 2U) << prefix;
        EXPECT_EQ(table.totals.size(), 2U) << prefix;
        EXPECT_TRUE(run->info.complete) << prefix;
    }
}

TEST(TorchTable, timeStampsInPrefixesMayDiffer)
{
    std::string log;
    int second = 10;
    const std::string_view table = smallTable;
    for (size_t at = 1; at < table.size();) {
        const size_t end = table.find('\n', at);
        log += "INFO 02:28:" + std::to_string(second++) + " ";
        log += table.substr(at, end - at);
        log += "\n";
        at = end + 1;
    }
    EXPECT_EQ(onlyTable(runFromJson(log)).rows.size(), 2U);
}

TEST(TorchTable, prefixMayStandOnTheFirstLineOnly)
{
    const RunResult run = runFromJson("INFO 01-05 02:28:18 [wrapper.py:108] " + std::string(smallTable + 1));
    EXPECT_EQ(onlyTable(run).rows.size(), 2U);
}

TEST(TorchTable, linesOfTwoProcessesMayBeMixed)
{
    const std::string a = withPrefix(smallTable + 1, "(Worker_TP0 pid=11) ");
    const std::string b = withPrefix(smallTable + 1, "(Worker_TP1 pid=12) ");
    std::string mixed;
    for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        for (auto [all, at] : {std::pair(&a, &i), std::pair(&b, &j)}) {
            const size_t end = all->find('\n', *at);
            mixed += all->substr(*at, end + 1 - *at);
            *at = end + 1;
        }
    }
    const RunResult run = runFromJson(mixed);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    for (const Table &table : run->tables) {
        EXPECT_EQ(table.rows.size(), 2U);
        EXPECT_EQ(table.totals.size(), 2U);
    }
    EXPECT_EQ(run->tables[0].title, "Worker_TP0 pid=11");
    EXPECT_EQ(run->tables[1].title, "Worker_TP1 pid=12");
}

TEST(TorchTable, cellsMayBeWiderThanTheirColumn)
{
    const RunResult run = runFromJson(R"(
--------  ------------  ------------  ------------  
    Name      Self CPU    # of Calls  MTIA time avg  
--------  ------------  ------------  ------------  
a_name_longer_than_its_column       8.050ms           121       1.000us  
      ok  12345678901.250us             1       2.000us  
--------  ------------  ------------  ------------  
)");
    const Table &table = onlyTable(run);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.columns[3].name, "MTIA time avg");
    EXPECT_EQ(text(table, 0, "Name"), "a_name_longer_than_its_column");
    EXPECT_DOUBLE_EQ(number(table, 0, "MTIA time avg"), 1);
    EXPECT_DOUBLE_EQ(number(table, 1, "Self CPU"), 12345678901.25);
    EXPECT_DOUBLE_EQ(number(table, 1, "MTIA time avg"), 2);
}

TEST(TorchTable, columnsCountCharactersNotBytes)
{
    const RunResult run = runFromJson(R"(
------------  ------------  ------------  
        Name      Self CPU    # of Calls  
------------  ------------  ------------  
      größe→       8.050ms           121  
------------  ------------  ------------  
)");
    const Table &table = onlyTable(run);
    EXPECT_EQ(text(table, 0, "Name"), "größe→");
    EXPECT_DOUBLE_EQ(number(table, 0, "# of Calls"), 121);
}

TEST(TorchTable, memoryIsBytesAndDashesAreBlank)
{
    const RunResult run = runFromJson(R"(
------------  ------------  ------------  ------------  
        Name       CPU Mem      CUDA Mem  Total MFLOPs  
------------  ------------  ------------  ------------  
 aten::empty      94.50 Mb           0 b            --  
  aten::mean    -1.50 Kb         2.00 Gb       126.500  
------------  ------------  ------------  ------------  
Self CPU time total: 53.064ms
)");
    const Table &table = onlyTable(run);
    EXPECT_DOUBLE_EQ(number(table, 0, "CPU Mem"), 94.5 * 1024 * 1024);
    EXPECT_DOUBLE_EQ(number(table, 0, "CUDA Mem"), 0);
    EXPECT_DOUBLE_EQ(number(table, 1, "CPU Mem"), -1536);
    EXPECT_DOUBLE_EQ(number(table, 1, "CUDA Mem"), 2.0 * 1024 * 1024 * 1024);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.rows[0][3]));
    EXPECT_DOUBLE_EQ(number(table, 1, "Total MFLOPs"), 126.5);
}

TEST(TorchTable, headersOfStacksAndFlopsStandInTheOtherOrderThanTheirCells)
{
    const RunResult run = runFromJson(R"(
-------------  ------------  ------------  ----------------------------  ------------
         Name      Self CPU    # of Calls  Source Location                Total MFLOPs
-------------  ------------  ------------  ----------------------------  ------------
     aten::mm      5.000us             2                         18.000  train.py(10): step
                                                                         train.py(4): main
                                                                         
  aten::copy_      1.000us             1                             --  train.py(11): step
                                                                         
-------------  ------------  ------------  ----------------------------  ------------
Self CPU time total: 6.000us
)");
    const Table &table = onlyTable(run);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(number(table, 0, "Total MFLOPs"), 18);
    EXPECT_EQ(text(table, 0, "Source Location"), "train.py(10): step\ntrain.py(4): main");
    EXPECT_EQ(text(table, 1, "Source Location"), "train.py(11): step");
}

TEST(TorchTable, stacksAndFlopsInTheOrderOfTheirHeadersStayThere)
{
    const RunResult run = runFromJson(R"(
-------------  ------------  ----------------------------  ------------
         Name    # of Calls  Source Location               Total MFLOPs
-------------  ------------  ----------------------------  ------------
     aten::mm             2  train.py(10): step                  18.000
-------------  ------------  ----------------------------  ------------
)");
    const Table &table = onlyTable(run);
    EXPECT_DOUBLE_EQ(number(table, 0, "Total MFLOPs"), 18);
    EXPECT_EQ(text(table, 0, "Source Location"), "train.py(10): step");
}

TEST(TorchTable, sourceLocationContinuesOverLines)
{
    const RunResult run = runFromJson(R"(
-------------  ------------  ---------------------------------
         Name      Self CPU   Source Location
-------------  ------------  ---------------------------------
 MASK INDICES        5.212s  /mnt/torch/au
                             <ipython-input>(10): forward

  aten::copy_     715.848ms  <ipython-input>(12): forward
                             /mnt/torch/nn
-----------------------------  ------------  -----------------
Self CPU time total: 5.931s
)");
    const Table &table = onlyTable(run);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(text(table, 0, "Source Location"), "/mnt/torch/au\n<ipython-input>(10): forward");
    EXPECT_EQ(text(table, 1, "Source Location"), "<ipython-input>(12): forward\n/mnt/torch/nn");
    EXPECT_DOUBLE_EQ(table.totals.at("selfCpuUs"), 5931000);
}

TEST(TorchTable, otherDevicesAreTotalsOfTheDevice)
{
    for (const char *device : {"XPU", "MTIA", "PrivateUse1", "NPU"}) {
        std::string name = device;
        std::string text = smallTable;
        for (size_t at = text.find("CUDA"); at != std::string::npos; at = text.find("CUDA", at + 1))
            text.replace(at, 4, name);
        const RunResult run = runFromJson(text);
        const Table &table = onlyTable(run);
        EXPECT_DOUBLE_EQ(table.totals.at("selfDeviceUs"), 1500) << device;
        EXPECT_EQ(torchColumns(table).device, device);
        EXPECT_GE(torchColumns(table).selfDevice, 0) << device;
    }
}

TEST(TorchTable, totalWithACutUnitIsReportedNotGuessed)
{
    std::string text = smallTable;
    text.replace(text.find("201.250ms"), 9, "201.250m");
    const RunResult run = runFromJson(text);
    EXPECT_FALSE(onlyTable(run).totals.contains("selfCpuUs"));
    EXPECT_NE(run->diagnostics.find("bad-total"), nullptr);
}

TEST(TorchTable, totalsOutsideTablesAreFactsOfTheFile)
{
    const RunResult run = runFromJson(std::string(smallTable) + "\nOriginal:\n\nSelf CPU time total: 249.078ms\n");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->info.facts.size(), 1U);
    EXPECT_EQ(run->info.facts[0].second, "249.078ms");
}

TEST(TorchTable, totalsOutsideTablesAreRowsOfATableBehindTheOthers)
{
    const RunResult run = runFromJson("Before:\n\n(Core pid=1) Self CPU time total: 249.078ms\n"
                                      "(Core pid=1) Self CUDA time total: 184.041ms\n\nAfter:\n\n"
                                      "Self CPU time total: 428.648ms\nSelf CUDA time total: 10.401ms\n\nText\n" +
                                      std::string(smallTable));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_EQ(run->tables[0].kind, "torch");
    const Table &totals = run->tables[1];
    EXPECT_EQ(totals.kind, "torch-totals");
    ASSERT_EQ(totals.rows.size(), 2U);
    EXPECT_EQ(std::get<std::string>(totals.rows[0][0]), "Before");
    EXPECT_DOUBLE_EQ(std::get<double>(totals.rows[0][1]), 249078);
    EXPECT_DOUBLE_EQ(std::get<double>(totals.rows[0][2]), 184041);
    EXPECT_EQ(std::get<std::string>(totals.rows[1][0]), "After");
    ASSERT_EQ(totals.notes.size(), 3U);
    EXPECT_THAT(
        totals.notes[0],
        HasSubstr("Before: self times add up to 249.078 ms on the CPU and to 184.041 ms on the device, 73.9 %"));
    EXPECT_THAT(totals.notes[2], HasSubstr("Before → After: CPU time 249.078 ms → 428.648 ms"));
}

TEST(TorchTable, totalsOfTheCpuAloneSayNothingAboutTheDevice)
{
    const RunResult run = runFromJson(std::string(smallTable) + "\nOriginal:\n\nSelf CPU time total: 249.078ms\n");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_TRUE(run->tables[1].notes.empty());
}

TEST(TorchTable, totalsAloneAreNoTableOfAProfiler)
{
    EXPECT_FALSE(runFromJson("Before:\n\nSelf CPU time total: 249.078ms\nSelf CUDA time total: 184.041ms\n"));
}

TEST(TorchTable, tablesAreNamedAfterTheirPlace)
{
    const RunResult run = runFromJson("# Results\n\nprofiler_out_0.txt:\n\nDetails\n" + std::string(smallTable) +
                                      "\n## After the change\n" + smallTable);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_EQ(run->tables[0].title, "profiler_out_0.txt");
    EXPECT_EQ(run->tables[1].title, "After the change");
}

TEST(TorchTable, tableWithoutItsLastRuleIsCut)
{
    std::string text = smallTable;
    text.resize(text.find("      gemm_kernel_"));
    const RunResult run = runFromJson(text);
    EXPECT_EQ(onlyTable(run).rows.size(), 1U);
    EXPECT_FALSE(run->info.complete);
    EXPECT_NE(run->diagnostics.find("truncated"), nullptr);
}

TEST(TorchTable, proseAfterAMissingRuleIsNoRow)
{
    std::string text = smallTable;
    text.resize(text.find("      gemm_kernel_"));
    const RunResult run = runFromJson(text + "And that was it.\n");
    EXPECT_EQ(onlyTable(run).rows.size(), 1U);
}

TEST(TorchAnalysis, rowsAreOfFourKinds)
{
    const RunResult run = runFromJson(R"(
---------------------------------  ------------  ------------  ------------  ------------  
                             Name      Self CPU     CPU total     Self CUDA   Self CUDA %  
---------------------------------  ------------  ------------  ------------  ------------  
           execute_new_1_cached_0       0.000us       0.000us     162.909ms      3083.44%  
              my_unheard_of_label       0.000us       0.000us      10.566ms       200.00%  
                         aten::mm       8.050ms      12.462ms     949.932us        17.98%  
                 fused_moe_kernel       0.000us       0.000us       1.260ms        23.85%  
 Runtime Triggered Module Loading      17.717ms      17.717ms     156.540us         1.50%  
---------------------------------  ------------  ------------  ------------  ------------  
Self CPU time total: 201.919ms
Self CUDA time total: 5.283ms
)");
    const Table &table = onlyTable(run);
    EXPECT_THAT(table.rowKinds, testing::ElementsAre(RowKind::Annotation, RowKind::Annotation, RowKind::Operator,
                                                     RowKind::DeviceWork, RowKind::Overhead));
    ASSERT_FALSE(table.notes.empty());
    EXPECT_EQ(table.notes[0],
              "execute_new_1_cached_0 shows 3083.44 % because it is a label: its 162.909 ms on the device last from "
              "the first to the last kernel of the step, gaps included, while percentages are relative to the 5.283 ms "
              "of work alone; such rows are not part of the total.");
    EXPECT_THAT(table.notes[1],
                HasSubstr("1.260 ms of the file's total of 5.283 ms (23.9 %); the rest are rows that the row limit"));
}

TEST(TorchAnalysis, aRowOfTheDeviceCalledLikeOneOfTheCpuIsALabelUnlessTheTotalNeedsIt)
{
    const auto kinds = [](const std::string &rows, const std::string &total) {
        const RunResult run = runFromJson(R"(
------------------  ------------  ------------  ------------  
              Name      Self CPU     CPU total     Self CUDA  
------------------  ------------  ------------  ------------  
)" + rows + R"(------------------  ------------  ------------  ------------  
Self CPU time total: 1.236ms
)" + (total.empty() ? "" : "Self CUDA time total: " + total + "\n"));
        std::string text;
        for (const RowKind kind : onlyTable(run).rowKinds)
            text += kind == RowKind::Annotation ? 'L' : kind == RowKind::DeviceWork ? 'k' : 'o';
        return text;
    };
    const std::string kernels = "                 a       0.000us       0.000us     500.000us  \n"
                                "                 b       0.000us       0.000us     261.404us  \n";
    const auto row = [](const std::string &name, const char *self, const char *total, const char *device) {
        const auto cell = [](const std::string &text, size_t width) {
            return std::string(width - text.size(), ' ') + text + "  ";
        };
        return cell(name, 18) + cell(self, 12) + cell(total, 12) + cell(device, 12) + "\n";
    };
    for (const char *name : {"infer", "nccl:all_reduce", "my block (a, b)"}) {
        const std::string onDevice = row(name, "0.000us", "0.000us", "900.000us"),
                          onCpu = row(name, "243.595us", "1.234ms", "0.000us");
        EXPECT_EQ(kinds(onDevice + onCpu + kernels, "761.404us"), "Lokk") << name;
        EXPECT_EQ(kinds(onCpu + onDevice + kernels, {}), "oLkk") << "without a total";
        const bool isCollective = std::string_view(name).starts_with("nccl:"); // whose kernel has a row of its own
        EXPECT_EQ(kinds(onDevice + onCpu + kernels, "1.661ms"), isCollective ? "Lokk" : "kokk") << "the total needs it";
    }
    EXPECT_EQ(kinds(row("nccl:all_gather", "0.000us", "0.000us", "261.404us") + kernels, {}), "Lkk")
        << "without its row of the CPU";
    EXPECT_EQ(kinds(row("nccl::kernel", "0.000us", "0.000us", "261.404us") + kernels, {}), "kkk") << "a namespace";
    const std::string triton =
        row("triton_0", "9.000us", "9.000us", "100.000us") + row("triton_0", "0.000us", "0.000us", "100.000us");
    EXPECT_EQ(kinds(triton + kernels, "861.404us"), "okkk") << "an operator that launches the kernel of its name";
    EXPECT_EQ(kinds(triton + kernels, {}), "okkk");
    EXPECT_EQ(kinds(triton + kernels, "761.404us"), "oLkk") << "a label that launches itself";
    EXPECT_EQ(kinds(row("infer", "0.000us", "0.000us", "900.000us") + kernels, "761.404us"), "Lkk")
        << "the row limit has cut the row of the CPU";
    EXPECT_EQ(kinds(row("x", "0.000us", "0.000us", "900.000us") + row("y", "0.000us", "0.000us", "900.000us") + kernels,
                    "1.661ms"),
              "kkkk")
        << "which one is not told";
}

TEST(TorchAnalysis, cutNamesAreFlaggedAndNeverMerged)
{
    const RunResult run = runFromJson(R"(
------------------  ------------  ------------  ------------  
              Name      Self CPU     CPU total     Self CUDA  
------------------  ------------  ------------  ------------  
  void elementwi...       0.000us       0.000us       3.000us  
  void elementwi...       0.000us       0.000us       2.000us  
   void reduce_k...       0.000us       0.000us       1.000us  
              gemm       0.000us       0.000us       1.000us  
              gemm       0.000us       0.000us       1.000us  
------------------  ------------  ------------  ------------  
)");
    const Table &table = onlyTable(run);
    EXPECT_EQ(table.rows.size(), 5U);
    EXPECT_THAT(table.ambiguousName, testing::ElementsAre(1, 1, 0, 0, 0));
    EXPECT_EQ(reconcile(table).ambiguousRows, 2);
    EXPECT_EQ(reconcile(table).ambiguousNames, 1);
    EXPECT_DOUBLE_EQ(reconcile(table).rowsUs, 8);
}

TEST(TorchTable, cellsThatDoNotStandUnderTheDashesAreDividedAtBlanks)
{
    const RunResult run = runFromJson(R"(
------------------  ------------  ------------  ------------
Name                Self CUDA     CUDA total    # of Calls
------------------  ------------  ------------  ------------
void convolve_sgemm_of_a_long_name...   1.82s    1.82s      320
void bn_fw_tr...                        234.56ms 234.56ms   160
Memcpy HtoD (Pageable -> Device)        145.32ms 145.32ms   50
gemm                67.230ms      67.230ms      160
------------------  ------------  ------------  ------------
)");
    const Table &table = onlyTable(run);
    ASSERT_EQ(table.rows.size(), 4u);
    const double us[] = {1.82e6, 234560, 145320, 67230};
    for (size_t row = 0; row < table.rows.size(); ++row) {
        EXPECT_DOUBLE_EQ(number(table, row, "Self CUDA"), us[row]) << row;
        EXPECT_DOUBLE_EQ(number(table, row, "CUDA total"), us[row]) << row;
        EXPECT_EQ(table.rowKinds[row], RowKind::DeviceWork) << row;
    }
    EXPECT_EQ(text(table, 2, "Name"), "Memcpy HtoD (Pageable -> Device)");
    EXPECT_DOUBLE_EQ(number(table, 1, "# of Calls"), 160);
}

TEST(TorchTable, aRowWithACellThatIsNoNumberKeepsItsCells)
{
    const RunResult run = runFromJson(R"(
------------------  ------------  ------------  ------------
Name                     CPU Mem     Self CUDA    # of Calls
------------------  ------------  ------------  ------------
aten::mm                     0 b       57.549m           320
aten::add                 -20 Kb       1.000ms            --
------------------  ------------  ------------  ------------
)");
    const Table &table = onlyTable(run);
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(text(table, 0, "Self CUDA"), "57.549m");
    EXPECT_DOUBLE_EQ(number(table, 0, "# of Calls"), 320);
    EXPECT_DOUBLE_EQ(number(table, 1, "CPU Mem"), -20 * 1024);
}

TEST(TorchAnalysis, waitingNamesTheCallThatHeldTheCpu)
{
    const auto notesWith = [](const std::string &row) {
        const RunResult run = runFromJson(R"(
---------------------------  ------------  ------------  ------------  ------------  
                       Name      Self CPU     CPU total     Self CUDA    CUDA total  
---------------------------  ------------  ------------  ------------  ------------  
                aten::addmm      10.000ms      12.000ms       0.500ms       0.500ms  
)" + row + R"(
---------------------------  ------------  ------------  ------------  ------------  
Self CPU time total: 400.000ms
Self CUDA time total: 10.000ms
)");
        return onlyTable(run).notes.back();
    };
    EXPECT_THAT(notesWith("                 aten::sort       0.149ms     380.000ms       0.070ms       0.420ms  "),
                HasSubstr("The largest call in the rows is aten::sort, with what it calls: 380.0 ms, 95.0 %"));
    EXPECT_THAT(notesWith("      cudaDeviceSynchronize      50.000ms      50.000ms       0.000us       0.000us  "),
                HasSubstr("waiting call in the rows is cudaDeviceSynchronize: 50.0 ms, 12.5 %"));
    EXPECT_THAT(notesWith("                  aten::add       1.000ms       1.000ms       0.000us       0.000us  "),
                HasSubstr("The largest call in the rows is aten::addmm, with what it calls: 12.0 ms"));
}

TEST(TorchTableCorpus, deviceRowsAgreeWithTheTotalsOfTheSeeds)
{
    CORPUS_FILE(path, "torch_table/profiler_out_0.txt");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    const TorchReconciliation sums = reconcile(run->tables.at(0));
    EXPECT_NEAR(sums.rowsUs, 5241.4, 0.05);
    EXPECT_DOUBLE_EQ(sums.totalUs, 5283);
    EXPECT_EQ(sums.ambiguousRows, 29);
    EXPECT_EQ(sums.ambiguousNames, 7);
    const auto &rows = run->tables[0].rows;
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                            [](const auto &row) { return isCutName(std::get<std::string>(row[0])); }),
              54);
    EXPECT_THAT(run->tables[0].notes[0], HasSubstr("3083.44 % because it is a label"));
}

TEST(TorchTableCorpus, prefixedLogAgreesAndNamesItsLargestCall)
{
    CORPUS_FILE(path, "torch_table/vllm_enginecore_prefixed.log");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    EXPECT_NEAR(reconcile(run->tables.at(0)).rowsUs, 10400.6, 0.05);
    EXPECT_DOUBLE_EQ(reconcile(run->tables[0]).totalUs, 10401);
    EXPECT_THAT(
        run->tables[0].notes,
        testing::Contains(HasSubstr("largest call in the rows is aten::sort, with what it calls: 410.9 ms, 95.9 %")));
    EXPECT_THAT(run->tables[0].notes, testing::Contains(HasSubstr("(100.0 %); the rest is rounding.")));
}

TEST(TorchTableCorpus, wholePageHoldsThreeTablesAndLooseTotals)
{
    CORPUS_FILE(path, "report/seed003_vllm_omni_pr553.txt");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 4U);
    EXPECT_EQ(run->tables[3].rows.size(), 4U);
    EXPECT_EQ(run->info.facts.size(), 8U);
    EXPECT_EQ(run->tables[0].title, "profiler_out_0.txt, line 101");
    EXPECT_EQ(run->tables[2].title, "EngineCore_DP0 pid=748665");
}

TEST(TorchTable, theTotalOfOldVersionsCountsNestedWorkMoreThanOnceAndSaysSo)
{
    const std::string old = R"(
--------------  ----------------  -----------  ------------  -----------------  
Name            Self CPU total    CPU total    CUDA total    Number of Calls    
--------------  ----------------  -----------  ------------  -----------------  
aten::matmul    890.805us         520.000ms    791.184ms     100                
aten::mm        519.110us         519.110ms    790.885ms     100                
--------------  ----------------  -----------  ------------  -----------------  
Self CPU time total: 525.000ms
CUDA time total: 1.585s
)";
    const RunResult run = runFromJson(old);
    const Table &table = onlyTable(run);
    EXPECT_FALSE(table.totals.contains("selfDeviceUs"));
    EXPECT_DOUBLE_EQ(table.totals.at("nestedDeviceUs"), 1'585'000);
    std::string notes;
    for (const std::string &note : table.notes)
        notes += note;
    EXPECT_THAT(notes, HasSubstr("more than once"));
    EXPECT_EQ(notes.find("kept busy"), std::string::npos);
    EXPECT_EQ(torchColumns(table).selfCpu, table.columnIndex("Self CPU total"));
    std::string between = smallTable; // some versions have the column, but not the word
    between.replace(between.find("Self CUDA time"), 5, "");
    EXPECT_DOUBLE_EQ(onlyTable(runFromJson(between)).totals.at("selfDeviceUs"), 1500);
}

TEST(TorchTable, aWholeNameReplacesTheCutOne)
{
    const RunResult run = runFromJson(R"(
-------------------  ----------  ----------  ----------  --------------------------  
               Name    Self CPU    Self XPU  # of Calls                   Full Name  
-------------------  ----------  ----------  ----------  --------------------------  
              infer   204.964us     0.000us           1                              
  gemm_kernel_ve...     0.000us    30.000us           3  gemm_kernel_very<float, 1>  
  gemm_kernel_ve...     0.000us    20.000us           2   gemm_kernel_very<half, 2>  
-------------------  ----------  ----------  ----------  --------------------------  
Self CPU time total: 1.000ms
Self XPU time total: 50.000us
)");
    const Table &table = onlyTable(run);
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(text(table, 0, "Name"), "infer");
    EXPECT_EQ(text(table, 1, "Name"), "gemm_kernel_very<float, 1>");
    EXPECT_EQ(text(table, 2, "Name"), "gemm_kernel_very<half, 2>");
    EXPECT_EQ(table.ambiguousName, (std::vector<uint8_t>{0, 0, 0}));
}

} // namespace tst_torchtable
