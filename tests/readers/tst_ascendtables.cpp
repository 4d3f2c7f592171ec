// Tables that torch_npu and msprof write beside their traces.

#include "core/analysis/stages/tablework.h"
#include "core/model/devicewords.h"
#include "core/model/eventtext.h"
#include "core/report/printedreport.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

namespace tst_ascendtables {

using namespace ws;
using namespace ws::test;

namespace {

RunResult tableOf(std::string_view text)
{
    return runFromJson(text); // the content decides, not the name
}

Cell cellOf(const Run &run, size_t row, std::string_view column)
{
    const int at = run.tables.front().columnIndex(column);
    return at < 0 ? Cell() : run.tables.front().rows[row][static_cast<size_t>(at)];
}

constexpr std::string_view kernelDetails =
    "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,Input Shapes,cube(%)\n"
    "50,aclnnMm_MatMul_MatMulV2,MatMulV2,AI_CORE,1736408883704643.212\t,53.741,0,32,\"\"\"32,3;4\"\"\",N/A\n"
    "50,hcom_allReduce__586_0_1,hcom_allReduce_,HCCL,1736408883732241.563\t,79089.52,590.331,N/A,N/A,N/A\n";

} // namespace

TEST(AscendTables, cellsHaveTypesAndLongTimesKeepTheirDigits)
{
    const auto run = tableOf(kernelDetails);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 1u);
    EXPECT_EQ(run->info.format, "ascend-table");
    EXPECT_EQ(run->tables[0].report, "kernel_details");
    EXPECT_EQ(cellOf(*run, 0, "Duration(us)"), Cell(53.741));
    EXPECT_EQ(run->tables[0].columns[5].unit, Unit::Microseconds);
    EXPECT_EQ(cellOf(*run, 0, "Start Time(us)"), Cell("1736408883704643.212"));
    EXPECT_EQ(cellOf(*run, 0, "Block Dim"), Cell(32.0));
    EXPECT_EQ(cellOf(*run, 1, "Block Dim"), Cell()) << "N/A";
    EXPECT_EQ(cellOf(*run, 0, "Input Shapes"), Cell("\"32,3;4\""));
}

TEST(AscendTables, semicolonsMayDivideNumbersWithAPoint)
{
    const auto run = tableOf("Step Id;Name;Type;Accelerator Core;Start Time(us);Duration(us);Wait Time(us)\n"
                             "50;a;MatMulV2;AI_CORE;1736408883704643.212;53.741;0\n"
                             "50;b;MatMulV2;AI_CORE;1736408883732241.563;607.98;590.33\n");
    ASSERT_TRUE(run);
    EXPECT_EQ(cellOf(*run, 1, "Duration(us)"), Cell(607.98));
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->gpu.duration[1], 607'980);
}

TEST(AscendTables, rowsWithAStartAreATimelineToo)
{
    const auto run = tableOf(std::string(kernelDetails));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->tables.size(), 1u) << "and stay a table";
    EXPECT_EQ(deviceWord(*run), "NPU");
    EXPECT_EQ(run->timeline.originNs, 1'736'408'883'704'643'212) << "a double would not hold it";
    EXPECT_EQ(run->gpu.start[1], 27'598'351);
    EXPECT_EQ(run->gpu.duration[0], 53'741);
    EXPECT_EQ(run->gpu.duration[1], 79'089'520);
    EXPECT_EQ(run->text(run->gpu.name[0]), "aclnnMm_MatMul_MatMulV2");
    EXPECT_EQ(run->text(run->gpu.nameForRules(1)), "hcom_allReduce__586_0_1|collective=allreduce");
    EXPECT_EQ(run->text(run->gpu.streams[run->gpu.stream[1]].stream), "Group 586 Communication");
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kernel_details.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(kernelDetails.data(), qint64(kernelDetails.size()));
    file.close();
    Progress progress;
    const auto loaded = loadRun(path, progress);
    ASSERT_TRUE(loaded);
    const auto row = eventJson(**loaded, (*loaded)->gpu.slice[1]);
    ASSERT_TRUE(row) << row.error().text().toStdString();
    EXPECT_EQ((*row)["Wait Time(us)"], "590.331");
}

TEST(AscendTables, startsThatASpreadsheetHasRoundedAreSaidToBeSo)
{
    std::string text(kernelDetails);
    EXPECT_FALSE(tableOf(text)->diagnostics.find("rounded-starts"));
    for (const std::string_view start : {"1736408883704643.212\t", "1736408883732241.563\t"})
        text.replace(text.find(start), start.size(), "1.73641E+15");
    const auto run = tableOf(text);
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->diagnostics.find("rounded-starts"));
    EXPECT_EQ(run->diagnostics.find("rounded-starts")->count, 2u);
}

TEST(AscendTables, streamsAndDevicesOfATimelineAreTheTables)
{
    const auto run = tableOf("Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Stream ID\n"
                             "0,a,MatMulV2,AI_CORE,\"17.5\",2,16\n3,b,Add,AIV,\"17.5\",0.0004,17\n");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.devices.size(), 2u);
    EXPECT_EQ(run->text(run->gpu.devices[1]), "3");
    EXPECT_EQ(run->text(run->gpu.streams[run->gpu.stream[0]].stream), "16");
    EXPECT_EQ(run->gpu.duration[1], 0);
}

TEST(AscendTables, rowsWithoutAStartAreNone)
{
    const auto none = tableOf("Name,Type,Accelerator Core,Duration(us)\na,MatMulV2,AI_CORE,2\n");
    ASSERT_TRUE(none);
    EXPECT_EQ(none->gpu.size(), 0u);
    EXPECT_EQ(none->tables.size(), 1u);
    const auto some = tableOf("Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                              "a,MatMulV2,AI_CORE,N/A,2\nb,MatMulV2,AI_CORE,7,2\nc,MatMulV2,AI_CORE,8,-2\n");
    ASSERT_TRUE(some);
    EXPECT_EQ(some->gpu.size(), 1u);
    ASSERT_TRUE(some->diagnostics.find("no-time"));
    EXPECT_EQ(some->diagnostics.find("no-time")->count, 2u);
    EXPECT_EQ(some->tables[0].rows.size(), 3u) << "the table keeps them";
    const auto cut = tableOf(kernelDetails.substr(0, kernelDetails.find("9.52")));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->gpu.size(), 1u) << "the last number of a cut row may be cut, too";
}

TEST(AscendTables, whatARowOfStepTimesIsOfIsNoTime)
{
    const auto run = tableOf("Step,Type,Index,DP Index,Computing,Communication(Not Overlapped),Free\n"
                             ",rank,0,0,80309.5,683731.25,990605.5\n,stage,\"(0, 1)\",0,81662.5,756374.5,1488610.5\n");
    ASSERT_TRUE(run);
    EXPECT_EQ(cellOf(*run, 0, "Type"), Cell("rank"));
    EXPECT_EQ(cellOf(*run, 0, "Index"), Cell("0"));
    EXPECT_EQ(cellOf(*run, 1, "Index"), Cell("(0, 1)"));
    EXPECT_EQ(run->tables[0].columns[1].unit, Unit::Text);
    EXPECT_EQ(run->tables[0].columns[2].unit, Unit::Text);
    EXPECT_EQ(run->tables[0].columns[3].unit, Unit::Text);
    EXPECT_EQ(run->tables[0].columns[4].unit, Unit::Microseconds);
    const auto ranks = tableOf("Step,Type,Index,Communication(Not Overlapped),Computing,Free\n,rank,3,1,2,3\n");
    EXPECT_EQ(cellOf(*ranks, 0, "Index"), Cell("3")) << "numbers alone, too";
}

TEST(AscendTables, everyKindIsToldByItsColumns)
{
    const std::pair<const char *, const char *> kinds[] = {
        {"OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
         "MatMulV2,AI_CORE,2,7.5,1,2,3,100\n",
         "op_statistic"},
        {"Device_id,OP Type,Core Type,Count,Total Time (us),Ratio (%)\n0,Add,AIV,1,2,2\n", "op_statistic"},
        {"Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\nacl,x,1,1,1,1,1,0\n", "api_statistic"},
        {"Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self Duration(us)\n"
         "aten::mm,,\"a.py(1): f;\nb.py(2): g\",1,2,3\n",
         "operator_details"},
        {"Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n50,1.5,2,3,4,5\n",
         "step_trace_time"},
        {"Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us)\n0,a,b,AIV,\"17.5\",2\n",
         "op_summary"},
    };
    for (const auto &[text, report] : kinds) {
        const auto run = tableOf(text);
        ASSERT_TRUE(run) << text << run.error.message.toStdString();
        EXPECT_EQ(run->tables[0].report, report);
        EXPECT_EQ(run->tables[0].rows.size(), 1u) << report;
    }
    EXPECT_EQ(tableOf(kinds[4].first)->tables[0].columns[1].unit, Unit::Microseconds) << "said nowhere";
}

TEST(AscendTables, tasksWithAKernelAreATimelineAndTheRuntimesOwnAreNone)
{
    const auto run = tableOf("Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
                             "task_stop(us)\n"
                             "3,N/A,PROFILING_ENABLE,1404,4,0.000,1780674672254971.710\t,1780674672254971.710\t\n"
                             "3,N/A,EVENT_RECORD,1404,6,0.020,1780674672265200.790\t,1780674672265200.810\t\n"
                             "3,main_kernel,MIX_AIC,1406,0,83.540,1780674687669974.690\t,1780674687670058.230\t\n"
                             "3,main_kernel,MIX_AIC,1406,1,84.200,1780674687670061.750\t,1780674687670145.950\t\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->gpu.duration[0], 83'540);
    EXPECT_EQ(run->gpu.start[1] - run->gpu.start[0], 87'060);
    EXPECT_EQ(run->text(run->gpu.name[0]), "main_kernel");
    EXPECT_EQ(run->text(run->gpu.devices[0]), "3");
    EXPECT_EQ(run->tables[0].rows.size(), 4u) << "the table has all rows";
    EXPECT_FALSE(run->diagnostics.find("no-time")) << "nothing is lost";
    const auto without = tableOf("Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us)\n"
                                 "3,main_kernel,MIX_AIC,1406,0,83.540\n");
    ASSERT_TRUE(without);
    EXPECT_EQ(without->gpu.size(), 0u);
}

TEST(AscendTables, reductionsOfTaskTimeAndCopiesOnTheirStreamsArePartsOfCollectives)
{
    const auto run = tableOf("Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us)\n"
                             "0,MatMul,AI_CORE,2,0,5.000,100.000\n"
                             "0,N/A,REDUCE_ASYNC_V2,12,1,5.000,105.000\n"
                             "0,N/A,MEMCPY_ASYNC,12,2,10.000,110.000\n"
                             "0,N/A,MEMCPY_ASYNC,3,3,10.000,130.000\n"
                             "0,N/A,NOTIFY_WAIT,12,4,10.000,140.000\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->gpu.size(), 1u);
    ASSERT_TRUE(run->diagnostics.find("collective-parts"));
    EXPECT_EQ(run->diagnostics.find("collective-parts")->count, 2u)
        << "of a copy elsewhere, and of a wait, it is not known whose they are";
}

namespace {

/// Tasks of 10 µs that begin every 100 µs, with the wait that the profiler says, and further rows.
RunResult tasksWaiting(int count, double waitUs, const std::string &others = {})
{
    std::string text = "Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n";
    for (int i = 0; i < count; ++i)
        text += std::to_string(i) + ",2,MatMul,MatMul,AI_CORE,17364139715" + std::to_string(10'000 + 100 * i) +
                ".000,10.000," + std::to_string(waitUs) + '\n';
    return tableOf(text + others);
}

} // namespace

TEST(AscendTables, gapsLongerThanTheWaitsOfTheTasksSayThatRowsAreMissing)
{
    const auto missing = tasksWaiting(20, 2);
    ASSERT_TRUE(missing);
    const Diagnostic *line = missing->diagnostics.find("missing-tasks");
    ASSERT_TRUE(line);
    EXPECT_EQ(line->count, 19u);
    EXPECT_EQ(line->of, 19u);
    EXPECT_FALSE(tasksWaiting(20, 90)->diagnostics.find("missing-tasks")) << "the gap is what they waited";
    EXPECT_FALSE(tasksWaiting(20, 400)->diagnostics.find("missing-tasks")) << "other work ran meanwhile";
    EXPECT_FALSE(tasksWaiting(4, 2)->diagnostics.find("missing-tasks")) << "too few";
    EXPECT_FALSE(tableOf(kernelDetails)->diagnostics.find("missing-tasks"));
}

TEST(AscendTables, aTaskThatStandsInTheTableTwiceRanOnce)
{
    const std::string row = ",2,MatMul,MatMul,AI_CORE,1736413971600000.000,10.000,90\n";
    const auto run = tasksWaiting(2, 90, "77" + row + "77" + row + "77" + row + "78" + row);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 4u) << "78 is another task";
    ASSERT_TRUE(run->diagnostics.find("repeated-tasks"));
    EXPECT_EQ(run->diagnostics.find("repeated-tasks")->count, 2u);
    EXPECT_EQ(run->tables[0].rows.size(), 6u);
    EXPECT_FALSE(tasksWaiting(2, 90)->diagnostics.find("repeated-tasks"));
}

TEST(AscendTables, kernelsOfTheTablesGiveStages)
{
    const auto details = tableOf(kernelDetails);
    const auto works = workWithoutTimeline(*details);
    ASSERT_EQ(works.size(), 1u);
    EXPECT_EQ(works[0].sums.all.count, 2u);
    EXPECT_EQ(works[0].sums.all.totalNs, 79'143'261);
    const auto statistic = tableOf("OP Type,Core Type,Count,Total Time(us)\nMatMulV2,AI_CORE,2,7.5\nAdd,AIV,3,1\n");
    EXPECT_EQ(workWithoutTimeline(*statistic)[0].sums.all.count, 5u);
}

TEST(AscendTables, titlesSayTheirUnitOnce)
{
    const auto run = tableOf(kernelDetails);
    const ReportTable report = printedReport(run.run, 0, {0, 1});
    for (const ReportColumn &column : report.columns)
        EXPECT_LE(titleWithUnit(column).count(u'('), 1) << titleWithUnit(column).toStdString();
}

TEST(AscendTables, collectivesHaveBytesAndBandwidth)
{
    const auto run = tableOf(R"json({"step50": {"p2p": {}, "collective": {"hcom_allReduce__1@175": {
        "Communication Time Info": {"Start Timestamp(us)": 1736408883732241.5, "Elapse Time(ms)": 79.5},
        "Communication Bandwidth Info":
{
    "RDMA" : {"Transit Size(MB)" : 0, "Transit Time(ms)" : 0, "Bandwidth(GB/s)" : 0, "Size Distribution" : {}}, "HCCS":
    {
        "Transit Size(MB)" : 28.5, "Transit Time(ms)" : 1.5, "Bandwidth(GB/s)" : 19.0
    }
}
}
, "Total Op Info":
{
    "Communication Time Info":
    {
        "Elapse Time(ms)" : 80
    }
}
}
}
})json");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables[0].report, "communication");
    ASSERT_EQ(run->tables[0].rows.size(), 2u);
    const size_t row = cellOf(*run, 0, "Group") == Cell("175") ? 0 : 1;
    EXPECT_EQ(cellOf(*run, row, "Name"), Cell("hcom_allReduce__1"));
    EXPECT_EQ(cellOf(*run, row, "Start Timestamp(us)"), Cell("1736408883732241.5"));
    EXPECT_EQ(cellOf(*run, row, "Elapse Time(ms)"), Cell(79.5));
    EXPECT_EQ(cellOf(*run, row, "HCCS Transit Size(MB)"), Cell(28.5));
    EXPECT_EQ(cellOf(*run, row, "HCCS Bandwidth(GB/s)"), Cell(19.0));
    EXPECT_EQ(run->tables[0].columnIndex("RDMA Transit Size(MB)"), -1) << "moved nothing";
    EXPECT_EQ(cellOf(*run, 1 - row, "HCCS Bandwidth(GB/s)"), Cell()) << "rows are padded";
}

TEST(AscendTables, linksBetweenRanksAreRows)
{
    const auto run = tableOf(R"json({"step1": {"collective": {"allreduce-top1@9": {"0-1": {"Transport Type": "HCCS",
        "Transit Size(MB)": 2, "Transit Time(ms)": 0.5, "Bandwidth(GB/s)": 4}, "1-0":
{
    "Transport Type" : "SDMA"
}
}
}
}
})json");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables[0].report, "communication_matrix");
    ASSERT_EQ(run->tables[0].rows.size(), 2u);
    EXPECT_EQ(cellOf(*run, 0, "Link"), Cell("0-1"));
    EXPECT_EQ(cellOf(*run, 0, "Bandwidth(GB/s)"), Cell(4.0));
}

TEST(AscendTables, damagedOnesAreReadInPartOrRefusedInASentence)
{
    const auto cut = tableOf(kernelDetails.substr(0, kernelDetails.size() - 30));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->tables[0].rows.size(), 2u);
    EXPECT_TRUE(cut->diagnostics.find("odd-row"));
    const auto json = tableOf(R"json({"step50": {"collective": {"a": {"Communication Time Info": {"Elapse)json");
    EXPECT_FALSE(json);
    EXPECT_EQ(json.error.kind, ErrorKind::Malformed);
    EXPECT_TRUE(tableOf(R"json({"step": 7, "b": {"Communication Time Info": 3, "c": {"d": [1]}}})json"));
}

TEST(AscendTables, realOnesOpen)
{
    CORPUS_FILE(first, "ascend/level1/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json");
    const std::pair<const char *, size_t> files[] = {{"kernel_details.csv", 191},   {"op_statistic.csv", 33},
                                                     {"operator_details.csv", 859}, {"api_statistic.csv", 57},
                                                     {"step_trace_time.csv", 1},    {"communication.json", 5}};
    const QString folder = first.left(first.lastIndexOf(u'/') + 1);
    for (const auto &[name, rows] : files) {
        const auto run = corpusRun(folder + QLatin1String(name));
        ASSERT_TRUE(run) << name;
        EXPECT_EQ(run->tables[0].rows.size(), rows) << name;
        EXPECT_EQ(run->diagnostics.all().size(), 0u) << name;
    }
}

} // namespace tst_ascendtables
