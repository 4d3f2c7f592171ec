#include "core/analysis/ncu/kernelverdicts.h"
#include "core/report/verdictreport.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;

namespace {

NcuKernel ncuKernel(const char *name, double us, double sm, double memory, double l2 = 90)
{
    NcuKernel kernel;
    kernel.name = name;
    kernel.durationUs = us;
    kernel.smPercent = sm;
    kernel.memoryPercent = memory;
    kernel.l2HitPercent = l2;
    kernel.grid = "(8, 1, 1)";
    return kernel;
}

RunPtr ncuRun(const std::vector<NcuKernel> &kernels)
{
    auto run = std::make_shared<Run>();
    run->info.format = "ncu-csv";
    run->tables.push_back(ncuKernelTable(kernels));
    return run;
}

RunPtr timeline()
{
    return runOfWork({{"0", "7", 0, 9000, "void ns::gemm<int>(float*)"},
                      {"0", "7", 10'000, 1000, "void ns::norm<int>(float*)"},
                      {"0", "7", 20'000, 1000, "void ns::norm<int>(float*)"},
                      {"0", "7", 30'000, 5000, "unmeasured"}});
}

const KernelVerdict *row(const KernelVerdicts &verdicts, const char *name)
{
    for (const KernelVerdict &one : verdicts.rows)
        if (one.name.find(name) != one.name.npos)
            return &one;
    return nullptr;
}

} // namespace

TEST(KernelVerdicts, timesAreTheTimelinesAndMetricsNcus)
{
    const auto verdicts =
        kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm<int>", 12, 90, 90)}),
                                    ncuRun({ncuKernel("norm", 2, 10, 10), ncuKernel("other", 2, 10, 10)})});
    ASSERT_TRUE(verdicts);
    ASSERT_EQ(verdicts->rows.size(), 3u);
    EXPECT_EQ(verdicts->totalNs, 16'000);
    EXPECT_EQ(verdicts->measured, 2u);
    EXPECT_EQ(verdicts->alone, 1u) << "other has no time";
    const KernelVerdict *norm = row(*verdicts, "norm");
    ASSERT_TRUE(norm);
    EXPECT_EQ(norm->totalNs, 2000);
    EXPECT_EQ(norm->calls, 2u);
    EXPECT_EQ(norm->severity, Severity::Medium);
    EXPECT_EQ(norm->share, 0.125);
    EXPECT_EQ(norm->grid, "(8, 1, 1)");
    EXPECT_EQ(row(*verdicts, "gemm")->severity, Severity::None);
    EXPECT_EQ(row(*verdicts, "unmeasured")->ncuRows, 0u);
    EXPECT_EQ(verdicts->rows[0].name, norm->name) << "time × severity first, though others take longer";
    EXPECT_EQ(verdicts->rows[1].totalNs, 9000) << "then by time";
}

TEST(KernelVerdicts, otherTemplateArgumentsAreAnotherKernel)
{
    const auto verdicts = kernelVerdicts(timeline(), {ncuRun({ncuKernel("norm<float>", 2, 10, 10)})});
    ASSERT_TRUE(verdicts);
    EXPECT_EQ(row(*verdicts, "norm")->ncuRows, 0u);
    EXPECT_EQ(verdicts->alone, 1u);
}

TEST(KernelVerdicts, namesThatNcuShortensAreFound)
{
    const char *const ofNsys =
        "void at::native::vectorized_elementwise_kernel<(int)4, at::native::<unnamed>::silu_kernel("
        "at::TensorIteratorBase &)::[lambda() (instance 1)]::operator ()() const::[lambda("
        "c10::BFloat16) (instance 1)], std::array<char *, (unsigned long)2>>(int, T2, T3)";
    const char *const ofNcu =
        "void vectorized_elementwise_kernel<4, unnamed>::silu_kernel(TensorIteratorBase &)::[lambda() "
        "(instance 1)]::operator ()() lambda(BFloat16) (instance 1)], array<char *, 2>>(int, T2, T3)";
    const auto run = runOfWork({{"0", "7", 0, 1000, ofNsys}});
    EXPECT_EQ(kernelVerdicts(run, {ncuRun({ncuKernel(ofNcu, 2, 10, 10)})})->measured, 1u);
    std::string other = ofNcu;
    other.replace(other.find("silu"), 4, "gelu");
    EXPECT_EQ(kernelVerdicts(run, {ncuRun({ncuKernel(other.c_str(), 2, 10, 10)})})->measured, 0u);
}

TEST(KernelVerdicts, theLongestRowOfAKernelSpeaksForIt)
{
    const auto verdicts = kernelVerdicts(
        timeline(),
        {ncuRun({ncuKernel("norm", 1, 50, 50), ncuKernel("norm", 7, 10, 10), ncuKernel("norm", 2, 60, 60)})});
    ASSERT_TRUE(verdicts);
    EXPECT_EQ(row(*verdicts, "norm")->ncuRows, 3u);
    EXPECT_EQ(row(*verdicts, "norm")->metrics.smPercent, 10);
}

TEST(KernelVerdicts, sectionsInSeveralFilesBecomeOneRow)
{
    NcuKernel sm, occupancy;
    sm.name = occupancy.name = "gemm";
    sm.smPercent = 20;
    occupancy.achievedOccupancy = 40;
    occupancy.theoreticalOccupancy = 80;
    const auto verdicts = kernelVerdicts(timeline(), {ncuRun({sm}), ncuRun({occupancy})});
    ASSERT_TRUE(verdicts);
    EXPECT_EQ(row(*verdicts, "gemm")->metrics.smPercent, 20);
    EXPECT_EQ(row(*verdicts, "gemm")->metrics.achievedOccupancy, 40);
}

TEST(KernelVerdicts, countsAreOverTheKernelsThatHaveTheNumber)
{
    NcuKernel without;
    without.name = "unmeasured";
    const auto verdicts = kernelVerdicts(
        timeline(), {ncuRun({ncuKernel("gemm", 12, 90, 90, 40), ncuKernel("norm", 2, 10, 10, 90), without})});
    ASSERT_TRUE(verdicts);
    const QString text = verdictSentences(*verdicts).join(u'\n');
    EXPECT_THAT(text.toStdString(), HasSubstr("L2 hit rate below 70 %: 1 of 2 kernels, 56."));
    EXPECT_THAT(text.toStdString(), HasSubstr("SM throughput below 30 %: 1 of 2 kernels, 12.5"));
    EXPECT_THAT(text.toStdString(), testing::Not(HasSubstr("occupancy")));
}

TEST(KernelVerdicts, ncuAloneHasItsOwnTimes)
{
    const auto verdicts =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("a", 2.5, 10, 10)}), ncuRun({ncuKernel("b", 7.5, 90, 90)})});
    ASSERT_TRUE(verdicts);
    ASSERT_EQ(verdicts->rows.size(), 2u);
    EXPECT_EQ(verdicts->totalNs, 10'000);
    EXPECT_EQ(row(*verdicts, "b")->share, 0.75);
}

TEST(KernelVerdicts, sectionsOfOneLaunchInSeveralFilesAreCountedOnce)
{
    NcuKernel sm = ncuKernel("a", 2.5, 10, 10), occupancy = ncuKernel("a", 2.5, 10, 10);
    sm.id = occupancy.id = "3";
    occupancy.achievedOccupancy = 40;
    const auto verdicts = kernelVerdicts(nullptr, {ncuRun({sm}), ncuRun({occupancy})});
    ASSERT_TRUE(verdicts);
    ASSERT_EQ(verdicts->rows.size(), 1u);
    EXPECT_EQ(verdicts->totalNs, 2500);
    EXPECT_EQ(verdicts->rows[0].metrics.achievedOccupancy, 40);
    occupancy.id = "4";
    EXPECT_EQ(kernelVerdicts(nullptr, {ncuRun({sm}), ncuRun({occupancy})})->rows.size(), 2u) << "another launch";
    EXPECT_EQ(kernelVerdicts(nullptr, {ncuRun({sm, sm}), ncuRun({sm, sm})})->rows.size(), 2u) << "two processes";
}

TEST(KernelVerdicts, durationsThatCannotBeDoNotOverflow)
{
    NcuKernel huge = ncuKernel("a", 1e300, 10, 10), negative = ncuKernel("b", -1e300, 10, 10);
    const auto verdicts = kernelVerdicts(nullptr, {ncuRun({huge, huge, huge, negative})});
    ASSERT_TRUE(verdicts);
    EXPECT_EQ(verdicts->totalNs, INT64_MAX);
    EXPECT_EQ(row(*verdicts, "b")->totalNs, 0);
    for (const StageSum &stage : verdicts->stages)
        EXPECT_GE(stage.ns, 0);
    for (const VerdictCount &count : verdicts->counts)
        EXPECT_GE(count.ns, 0);
}

TEST(KernelVerdicts, filesHaveRawValuesAndTheSeveritysWord)
{
    const auto verdicts =
        std::make_shared<const KernelVerdicts>(*kernelVerdicts(timeline(), {ncuRun({ncuKernel("norm", 2, 10, 10)})}));
    const auto json = verdictsJson(verdicts);
    EXPECT_EQ(json["rows"][0]["totalNs"], 2000);
    EXPECT_EQ(json["rows"][0]["severity"], "medium");
    EXPECT_EQ(json["rows"][0]["smShare"], 0.1);
    EXPECT_EQ(json["counts"][0]["id"], "low-sm");
}

TEST(KernelVerdicts, anIntegratedReportGivesItsTimesItsCategoriesAndItsDoubts)
{
    CORPUS_FILE(path, "report/seed004_nsys_ncu_integrated_zh.txt");
    const RunPtr run = corpusRun(path);
    ASSERT_TRUE(run);
    const auto verdicts = kernelVerdicts(run, {});
    ASSERT_TRUE(verdicts);
    EXPECT_EQ(verdicts->rows.size(), 13u);
    EXPECT_EQ(verdicts->totalNs, 222'000);
    ASSERT_FALSE(verdicts->stages.empty());
    EXPECT_EQ(verdicts->stages[0].ns, 177'000) << "matrix products: 79.7 %";
    EXPECT_EQ(verdicts->stages[0].kernels, 4u);
    ASSERT_EQ(verdicts->doubts.size(), 2u);
    EXPECT_THAT(verdicts->doubts[0], HasSubstr("79.7 % of the time"));
    EXPECT_THAT(verdicts->doubts[1], HasSubstr("100.355 %"));
    const QString text = verdictSentences(*verdicts).join(u'\n');
    EXPECT_THAT(text.toStdString(), HasSubstr("L2 hit rate below 70 %: 12 of 13 kernels"));
}
