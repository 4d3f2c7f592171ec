#include "core/report/printedreport.h"

#include "core/analysis/stages/tablework.h"
#include "core/model/torchtable.h"
#include "core/report/overviewreport.h"
#include "core/report/tablewriters.h"
#include "core/report/workreport.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

Table torchTable(std::vector<std::vector<Cell>> rows, const char *flops = "Total GFLOPs")
{
    Table table;
    table.kind = "torch";
    table.title = "t";
    table.columns = {{"Name", Unit::Text},
                     {"Self CPU", Unit::Microseconds},
                     {"CUDA total", Unit::Microseconds},
                     {"CUDA Mem", Unit::Bytes},
                     {flops, Unit::Number}};
    table.rows = std::move(rows);
    analyseTorchTable(table);
    return table;
}

std::shared_ptr<const Run> runOf(std::vector<Table> tables)
{
    auto run = std::make_shared<Run>();
    run->tables = std::move(tables);
    return run;
}

ReportTable reportOf(Table table, double peak = 0)
{
    const std::vector<size_t> rows = printedRows(table);
    return printedReport(runOf({std::move(table)}), 0, rows, {}, peak);
}

Table kernelSums(std::vector<std::pair<std::string, double>> rows)
{
    Table table;
    table.kind = "nsys";
    table.report = table.title = "cuda_gpu_kern_sum";
    table.columns = {{"Total Time (ns)", Unit::Nanoseconds}, {"Instances", Unit::Count}, {"Name", Unit::Text}};
    for (const auto &[name, ns] : rows)
        table.rows.push_back({ns, 2.0, name});
    return table;
}

} // namespace

TEST(PrintedReport, columnsThatAreEmptyInAllRowsAreHidden)
{
    const Cell none;
    const ReportTable table = reportOf(torchTable(
        {{std::string("aten::mm"), 1.0, 2.0, none, none}, {std::string("aten::add"), 1.0, none, none, none}}));
    EXPECT_TRUE(table.columns[3].optional);
    EXPECT_FALSE(table.columns[2].optional) << "one row has a time";
    const std::string text = tableTerminalText(wholeTable(table));
    EXPECT_EQ(text.find("CUDA Mem"), std::string::npos);
    EXPECT_NE(text.find("CUDA total"), std::string::npos);
}

TEST(PrintedReport, zerosAreNoEmptyColumn)
{
    const ReportTable table = reportOf(torchTable({{std::string("aten::mm"), 1.0, 2.0, 0.0, 0.0}}));
    EXPECT_FALSE(table.columns[3].optional);
}

TEST(PrintedReport, flopsOverTheDevicesTimeAreTflopPerSecond)
{
    const ReportTable table = reportOf(torchTable(
        {{std::string("aten::mm"), 9.0, 50.0, 0.0, 5.0}, {std::string("aten::add"), 1.0, 2.0, 0.0, Cell()}}));
    const int rate = table.columnOf("tflop_per_s");
    ASSERT_GE(rate, 0);
    EXPECT_DOUBLE_EQ(std::get<double>(table.cell(0, size_t(rate))), 100) << "5e9 in 50 µs";
    EXPECT_EQ(table.cell(1, size_t(rate)).index(), 0U) << "torch knows no FLOPs of it";
    EXPECT_EQ(table.columnOf("peak_share"), -1) << "nobody named a peak";
}

TEST(PrintedReport, theShareOfAPeakIsOfTheOneThatWasNamed)
{
    const ReportTable table = reportOf(torchTable({{std::string("aten::mm"), 9.0, 50.0, 0.0, 5.0}}), 400);
    EXPECT_DOUBLE_EQ(std::get<double>(table.cell(0, size_t(table.columnOf("peak_share")))), 0.25);
}

TEST(PrintedReport, aTableWithoutFlopsHasNoRate)
{
    const ReportTable table = reportOf(torchTable({{std::string("aten::mm"), 9.0, 50.0, 0.0, 5.0}}, "Node ID"), 400);
    EXPECT_EQ(table.columnOf("tflop_per_s"), -1);
    EXPECT_EQ(table.columnOf("peak_share"), -1);
}

TEST(PrintedReport, kernelsOfTablesHaveTheirStage)
{
    const auto run = runOf({kernelSums({{"ampere_bf16_s16816gemm_bf16_64x64", 4e6}, {"qzx_unknown", 1e3}})});
    const auto works = std::make_shared<const std::vector<NamedWork>>(workWithoutTimeline(*run));
    const ReportTable table = workReport(run, works);
    const auto stage = size_t(table.columnOf("stage"));
    EXPECT_TRUE(textOf(table.cell(0, stage)).startsWith(QStringLiteral("linear")))
        << textOf(table.cell(0, stage)).toStdString();
    EXPECT_FALSE(textOf(table.cell(1, stage)).startsWith(QStringLiteral("linear")));
    EXPECT_EQ(table.columns[size_t(table.columnOf("total_ns"))].unit, TimeUnit::Milliseconds)
        << "4.000 ms, not 4 000.000 µs";
}

TEST(PrintedReport, theOverviewOfTablesHasStagesAndNamesWhatIsIdentical)
{
    const Table sums = kernelSums({{"ampere_bf16_s16816gemm_bf16_64x64", 3e6}, {"flash_fwd_kernel", 1e6}});
    const Overview overview = *makeOverview({runOf({sums, sums})});
    ASSERT_EQ(overview.lists.size(), 2U) << "the second table is the first one again";
    EXPECT_EQ(overview.lists[1].id, "stages");
    EXPECT_DOUBLE_EQ(overview.lists[1].rows[0].share, 0.75);
    ASSERT_EQ(overview.trust.size(), 1);
    EXPECT_TRUE(overview.trust[0].contains(QStringLiteral("identical")));
    const Overview other = *makeOverview({runOf({sums, kernelSums({{"flash_fwd_kernel", 1e6}})})});
    EXPECT_TRUE(other.trust.isEmpty());
}

TEST(PrintedReport, timesHaveNoDigitsThatTheFileDidNotHave)
{
    const Cell none;
    const auto cellsOf = [&](std::vector<double> us) {
        std::vector<std::vector<Cell>> rows;
        for (const double one : us)
            rows.push_back({std::string("aten::mm"), one, none, none, none});
        const ReportTable table = reportOf(torchTable(rows));
        QStringList texts;
        for (size_t row = 0; row < us.size(); ++row)
            texts << cellText(table.columns[1], table.cell(row, 1));
        return texts.join(u' ').toStdString();
    };
    EXPECT_EQ(cellsOf({3, 46}), "3 46") << "whole µs";
    EXPECT_EQ(cellsOf({3, 46.5}), "3.0 46.5");
    EXPECT_EQ(cellsOf({3, 46.123}), "3.000 46.123");
    EXPECT_EQ(cellsOf({3, 0, 0.0001}), "3.000 0.000 0.0001") << "less than a nanosecond: as usual";
}
