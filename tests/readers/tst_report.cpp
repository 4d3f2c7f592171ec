// The integrated nsys + ncu report.

#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

namespace tst_report {

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;

namespace {

const char *const report = R"(集成性能分析报告

生成时间: 2025年12月17日

一、Nsys 全局性能概览
 总kernels数量: 2
 总kernel执行时间: 0.04 ms

1. void norm::RMSNormKernel<(unsigned int)8, __half>(T2 *)
   - 执行时间: 0.003 ms
   - 时间占比: 6.98%

2. nvjet_hsh_96x128
   - 执行时间: 0.040 ms
   - 时间占比: 93.02%

二、 NCU 深度分析结果

1. ncu_kernel_0_void_norm__RMSNormKernel__unsigned_int

   - 识别瓶颈数: 2
   - 平均SM效率: 23.54
   - 低于50%数量: 1 / 1
   - 平均带宽: 204.89 GB/s
   - 平均L2命中率: 67.67
   - 低L2命中率kernel数: 0
   - 平均L1命中率: 25.0
   - 主要瓶颈:
     - SM效率过低 (23.5%) (medium)
     - 占用率效率低 (24.3%) (high)

2. ncu_kernel_1_nvjet_hsh_96x128

   - 识别瓶颈数: 0
   - 平均SM效率: 50.505
   - 平均带宽: 2.565 GB/s
)";

std::string text(const Table &table, size_t row, const char *column)
{
    const auto *value =
        std::get_if<std::string>(&table.rows.at(row).at(static_cast<size_t>(table.columnIndex(column))));
    return value ? *value : std::string();
}

double number(const Table &table, size_t row, const char *column)
{
    return std::get<double>(table.rows.at(row).at(static_cast<size_t>(table.columnIndex(column))));
}

} // namespace

TEST(IntegratedReport, bothPartsAndTheirJoinAreTables)
{
    const RunResult run = runFromJson(report);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "nsys-ncu-report");
    ASSERT_EQ(run->tables.size(), 3U);
    const Table &kernels = run->tables[0];
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(number(kernels, 1, "执行时间 (ms)"), 0.04);
    EXPECT_DOUBLE_EQ(number(kernels, 1, "时间占比 (%)"), 93.02);
    const Table &ncu = run->tables[1];
    ASSERT_EQ(ncu.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(number(ncu, 0, "平均SM效率"), 23.54);
    EXPECT_DOUBLE_EQ(number(ncu, 0, "平均带宽 (GB/s)"), 204.89);
    EXPECT_EQ(text(ncu, 0, "低于50%数量"), "1 / 1");
    EXPECT_EQ(text(ncu, 0, "主要瓶颈"), "SM效率过低 (23.5%) (medium); 占用率效率低 (24.3%) (high)");
    const Table &joined = run->tables[2];
    EXPECT_EQ(joined.kind, "ncu-kernels");
    ASSERT_EQ(joined.rows.size(), 2U);
    EXPECT_EQ(text(joined, 0, "Kernel"), "void norm::RMSNormKernel<(unsigned int)8, __half>(T2 *)");
    EXPECT_DOUBLE_EQ(number(joined, 0, "Duration (us)"), 3);
    EXPECT_DOUBLE_EQ(number(joined, 0, "L2 hit (%)"), 67.67);
    EXPECT_EQ(text(joined, 0, "Severity"), "high");
    EXPECT_EQ(text(joined, 1, "Severity"), ""); // the file names none, and 2.6 GB/s says nothing without the peak
    EXPECT_TRUE(run->diagnostics.empty());
}

TEST(IntegratedReport, itsOwnCountsAreAddedUpAndHeldAgainstItsFindings)
{
    const RunResult run = runFromJson(report);
    ASSERT_TRUE(run);
    EXPECT_EQ(
        run->tables[1].notes,
        (std::vector<std::string>{"By the report's own counts: SM below 50 %: 1 of 1, low L2 hit rate: 0 of 1."}));
    std::string both = report;
    both.insert(both.find("     - 占用率效率低"), "     - L2缓存命中率低 (67.7%) (medium)\n");
    const RunResult differs = runFromJson(both);
    ASSERT_TRUE(differs);
    EXPECT_THAT(differs->tables[1].notes.at(0), HasSubstr("low L2 hit rate: 0 of 1 (its findings name 1)"));
    EXPECT_THAT(differs->tables[1].notes.at(0), HasSubstr("follow different thresholds"));
    std::string none = report;
    for (const std::string_view line : {"   - 低于50%数量: 1 / 1\n", "   - 低L2命中率kernel数: 0\n"})
        none.erase(none.find(line), line.size());
    EXPECT_TRUE(runFromJson(none)->tables[1].notes.empty());
}

TEST(IntegratedReport, aBandwidthThatCannotBeRightIsSaidToBe)
{
    const RunResult run = runFromJson(report);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables[2].notes.size(), 1U);
    EXPECT_THAT(run->tables[2].notes[0], HasSubstr("2.565 GB/s in 40 \u00B5s would be 103 kB"));
    EXPECT_THAT(run->tables[2].notes[0], HasSubstr("93.0 % of the time"));
    EXPECT_THAT(text(run->tables[2], 1, "Bottlenecks"), HasSubstr("probably 2.565 TB/s"));
    std::string cached = report; // what L2 serves needs no memory
    cached.insert(cached.find("   - 平均带宽: 2.565"), "   - 平均L2命中率: 95.5\n");
    std::string other = report; // no matrix product
    for (size_t at = other.find("nvjet_hsh"); at != other.npos; at = other.find("nvjet_hsh"))
        other.replace(at, 9, "metadata_");
    std::string impossible = report;
    impossible.replace(impossible.find("平均L2命中率: 67.67"), sizeof "平均L2命中率: 67.67" - 1,
                       "平均L2命中率: 100.36");
    for (const std::string &text : {cached, other}) {
        const RunResult without = runFromJson(text);
        ASSERT_TRUE(without);
        EXPECT_TRUE(without->tables[2].notes.empty()) << without->tables[2].notes[0];
    }
    const RunResult above = runFromJson(impossible);
    ASSERT_TRUE(above);
    ASSERT_EQ(above->tables[2].notes.size(), 2U);
    EXPECT_THAT(above->tables[2].notes[1], HasSubstr("L2 hit rate 100.360 %"));
}

TEST(IntegratedReport, sharesFromRoundedTimesAreSaidToBe)
{
    const RunResult run = runFromJson(report);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables[0].notes.size(), 1U);
    EXPECT_THAT(run->tables[0].notes[0], HasSubstr("rounded to 1 \u00B5s"));
}

TEST(IntegratedReport, headerLinesAreFactsOfTheFile)
{
    const RunResult run = runFromJson(report);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->info.facts.size(), 3U);
    EXPECT_EQ(run->info.facts[0].second, "2025年12月17日");
    EXPECT_EQ(run->info.facts[1].second, "2");
}

TEST(IntegratedReport, missingAndMismatchedEntriesAreDiagnosed)
{
    std::string swapped = report;
    swapped.replace(swapped.find("ncu_kernel_1_nvjet"), 18, "ncu_kernel_1_other");
    const RunResult run = runFromJson(swapped);
    ASSERT_TRUE(run);
    EXPECT_NE(run->diagnostics.find("join"), nullptr);
    std::string cut = report;
    cut.resize(cut.find("2. ncu_kernel_1"));
    const RunResult cutRun = runFromJson(cut);
    ASSERT_TRUE(cutRun);
    EXPECT_EQ(cutRun->tables.at(1).rows.size(), 1U);
    EXPECT_EQ(cutRun->diagnostics.find("join")->count, 1U);
}

TEST(IntegratedReport, fullWidthColonsAreColons)
{
    std::string wide = report;
    for (size_t at = wide.find("执行时间: "); at != std::string::npos; at = wide.find("执行时间: "))
        wide.replace(at, std::string_view("执行时间: ").size(), "执行时间：");
    const RunResult run = runFromJson(wide);
    ASSERT_TRUE(run);
    EXPECT_DOUBLE_EQ(number(run->tables.at(0), 1, "执行时间 (ms)"), 0.04);
}

TEST(IntegratedReportCorpus, thirteenKernelsAreJoinedWithThirteenEntries)
{
    CORPUS_FILE(path, "report/seed004_nsys_ncu_integrated_zh.txt");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 3U);
    for (const Table &table : run->tables)
        EXPECT_EQ(table.rows.size(), 13U);
    EXPECT_TRUE(run->diagnostics.empty());
    EXPECT_EQ(text(run->tables[2], 12, "Kernel"), "nvjet_hsh_64x64_64x13_1x2_h_bz_TNT");
    EXPECT_DOUBLE_EQ(number(run->tables[2], 12, "DRAM (GB/s)"), 2.2475);
    EXPECT_THAT(text(run->tables[2], 12, "Bottlenecks"), HasSubstr("2.2 GB/s"));
}

} // namespace tst_report
