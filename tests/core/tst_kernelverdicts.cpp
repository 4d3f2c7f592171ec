#include "core/analysis/ncu/kernelverdicts.h"
#include "core/analysis/ncu/ncucommand.h"
#include "core/analysis/ncu/ncupairs.h"
#include "core/analysis/ncu/ncurows.h"
#include "core/report/ncupairreport.h"
#include "core/report/verdictreport.h"
#include "tests/core/modulefixture.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include <map>
#include <tuple>

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
        kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm<int>", 12, 70, 70)}),
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

TEST(KernelVerdicts, aKernelWithoutADurationHasNoTime)
{
    NcuKernel untimed = ncuKernel("scan", 0, 10, 10, 50);
    untimed.durationUs.reset();
    const auto sentences = [](const KernelVerdicts &verdicts) {
        return verdictSentences(verdicts).join(u'|').toStdString();
    };
    const auto none = std::make_shared<const KernelVerdicts>(*kernelVerdicts(nullptr, {ncuRun({untimed})}));
    EXPECT_FALSE(none->hasTimes());
    const ReportTable table = verdictReport(none);
    for (const char *column : {"total_ns", "share"})
        EXPECT_TRUE(std::holds_alternative<std::monostate>(table.cell(0, size_t(table.columnOf(column))))) << column;
    for (const char *part : {"0 ns", "of the time", "Time by stage", "0.0 %"})
        EXPECT_EQ(sentences(*none).find(part), std::string::npos) << sentences(*none);
    EXPECT_THAT(sentences(*none), HasSubstr("L2 hit rate below 70 %: 1 of 1 kernels"));
    EXPECT_EQ(verdictHeadline(*none).toStdString(), "Kernels, and not how long any of them took: 1.");
    EXPECT_TRUE(verdictsJson(none)["stages"][0]["ns"].is_null());
    const auto some = kernelVerdicts(nullptr, {ncuRun({untimed, ncuKernel("gemm", 5, 70, 70)})});
    EXPECT_THAT(sentences(*some), HasSubstr("1 of 2 kernels have no duration in the file"));
    EXPECT_THAT(sentences(*some), HasSubstr("Time by stage"));
    const auto all = kernelVerdicts(nullptr, {ncuRun({ncuKernel("gemm", 5, 70, 70)})});
    EXPECT_EQ(sentences(*all).find("no duration"), std::string::npos);
}

namespace {

/// Sums of two matrices of 1024 × 1024 floats on an A100, 10 µs each: 12.6 MB, 61.7 % of 2039 GB/s.
RunPtr sums(const std::string &secondRows = "1024", const char *device = "NVIDIA A100-SXM4-80GB", bool withCopy = false)
{
    TraceText t;
    int correlation = 0;
    for (const std::string &rows : {std::string("1024"), secondRows}) {
        const std::string size = "[" + rows + ",1024]";
        const int64_t at = 100 * correlation;
        t.op("aten::add", 1, at, 10, R"("Input Dims":[)" + size + "," + size + R"(],"Input type":["float","float"])");
        ++correlation;
        t.launch(1, at + 2, correlation).kernel(correlation, at + 20, 10, "add_kernel");
        if (withCopy) {
            t.launch(1, at + 4, correlation + 10).kernel(correlation + 10, at + 40, 10, "copy_kernel");
        }
    }
    return runFromJson(std::string(R"({"deviceProperties":[{"id":0,"name":")") + device +
                       R"(","numSms":108,"totalGlobalMem":85e9}],"traceEvents":)" + t.json() + "}")
        .run;
}

std::string verdictCellText(const ReportCell &cell)
{
    const auto *text = std::get_if<QString>(&cell);
    return text ? text->toStdString() : std::string();
}

/// What is said beside a row of Nsight Compute with these numbers.
std::string apart(const RunPtr &run, double dramGBs, double sm = 5)
{
    NcuKernel kernel = ncuKernel("add_kernel", 10, sm, 60, 62);
    kernel.dramGBs = dramGBs;
    const auto verdicts = std::make_shared<const KernelVerdicts>(*kernelVerdicts(run, {ncuRun({kernel})}));
    const ReportTable table = verdictReport(verdicts);
    for (size_t row = 0; row < table.rowCount; ++row)
        if (verdicts->rows[row].name == "add_kernel")
            return verdicts->rows[row].byShapes ? verdictCellText(table.cell(row, size_t(table.columnOf("apart"))))
                                                : "not known";
    return "no row";
}

} // namespace

TEST(KernelVerdicts, whatTheShapesSayStandsBesideAndWhyItDiffers)
{
    NcuKernel kernel = ncuKernel("add_kernel", 10, 5, 60);
    kernel.dramGBs = 1200;
    const auto verdicts = kernelVerdicts(sums(), {ncuRun({kernel})});
    const KernelVerdict *add = row(*verdicts, "add_kernel");
    ASSERT_TRUE(add && add->byShapes);
    EXPECT_NEAR(add->byShapes->memoryShare, 12.582912 / 10 * 1000 / 2039, 1e-4);
    EXPECT_NEAR(add->byShapes->ofLimit, add->byShapes->memoryShare, 1e-9) << "memory bounds it";
    EXPECT_LT(add->byShapes->computeShare, 0.02);
    EXPECT_NEAR(add->byShapes->memoryRatio, 12.0 / 12.582912, 1e-4);

    EXPECT_EQ(apart(sums(), 1200), "") << "3 points";
    EXPECT_THAT(apart(sums(), 800), HasSubstr("of the operands' bytes reach the memory"));
    EXPECT_THAT(apart(sums(), 2000), HasSubstr("1.6 times the operands' bytes"));
    EXPECT_THAT(apart(sums(), 1200, 56), HasSubstr("SM counts every instruction"));
}

TEST(KernelVerdicts, shapesAreSilentWhereTheyDoNotSayWhatOneLaunchDoes)
{
    EXPECT_EQ(apart(sums("2048"), 800), "not known") << "calls of two shapes, and ncu measured one of them";
    EXPECT_EQ(apart(sums("1024", "Accelerator 9"), 800), "not known") << "a device without peaks";
    EXPECT_EQ(apart(sums("1024", "NVIDIA A100-SXM4-80GB", true), 800), "not known")
        << "a call of two kernels: the need of one is not known";
    EXPECT_EQ(apart(timeline(), 800), "no row");
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
        timeline(), {ncuRun({ncuKernel("gemm", 12, 70, 70, 40), ncuKernel("norm", 2, 10, 10, 90), without})});
    ASSERT_TRUE(verdicts);
    const QString text = verdictSentences(*verdicts).join(u'\n');
    EXPECT_THAT(text.toStdString(), HasSubstr("L2 hit rate below 70 %: 1 of 2 kernels, 56."));
    EXPECT_THAT(text.toStdString(), HasSubstr("SM throughput below 30 %, memory below 60 %: 1 of 2 kernels, 12.5"));
    EXPECT_THAT(text.toStdString(), testing::Not(HasSubstr("occupancy")));
}

TEST(KernelVerdicts, aKernelThatMemoryBoundsIsNoneOfLowSm)
{
    const auto countOf = [](double memory) {
        const auto verdicts = kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm", 12, 10, memory)})});
        return verdicts->counts.front().count;
    };
    EXPECT_EQ(countOf(93.99), 0u);
    EXPECT_EQ(countOf(20), 1u);
}

TEST(KernelVerdicts, findingsAreCountedByTheirNames)
{
    NcuKernel gemm = ncuKernel("gemm", 12, 70, 70, 40), norm = ncuKernel("norm", 2, 70, 70, 30);
    norm.rules = {{"SOLBottleneck", "OPT", "this; [that] is low: see (1)", 60}, {"SOLBottleneck", "WRN", "again", {}}};
    const auto verdicts = kernelVerdicts(timeline(), {ncuRun({gemm, norm, ncuKernel("unmeasured", 5, 70, 70)})});
    ASSERT_TRUE(verdicts);
    ASSERT_EQ(verdicts->findings.size(), 2u);
    EXPECT_EQ(verdicts->findings[0].name, "low L2 hit rate");
    EXPECT_EQ(verdicts->findings[0].count, 2u);
    EXPECT_EQ(verdicts->findings[0].ns, 11'000);
    EXPECT_EQ(verdicts->findings[1].name, "SOLBottleneck");
    EXPECT_EQ(verdicts->findings[1].count, 1u) << "a rule that fires twice for one kernel";
    EXPECT_EQ(findingsSentence(*verdicts).toStdString().find("Findings by time: low L2 hit rate: 2 of 3 (68.8"), 0u)
        << findingsSentence(*verdicts).toStdString();
    EXPECT_TRUE(findingsSentence(*kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm", 1, 70, 70)})})).isEmpty());
}

TEST(KernelVerdicts, sharesAbove100AreDoubtedInFilesOfNcuToo)
{
    const auto doubtsOf = [](double l2) {
        return kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm", 12, 70, 70, l2)})})->doubts;
    };
    ASSERT_EQ(doubtsOf(100.355).size(), 1u);
    EXPECT_THAT(doubtsOf(100.355)[0], HasSubstr("L2 hit rate 100.355 %"));
    EXPECT_TRUE(doubtsOf(100).empty());
}

TEST(KernelVerdicts, everyRowOfNcuStandsBesideTheLaunchThatItMeasured)
{
    const auto run = runOfWork(
        {{"0", "7", 0, 9000, "gemm"}, {"0", "7", 10'000, 17'000, "nvjet"}, {"0", "7", 30'000, 40'000, "nvjet"}});
    // one file a kernel, as scripts write them: each begins with ID 0
    std::vector<RunPtr> files;
    for (auto [name, us, l2] : {std::tuple("gemm", 8.5, 50.0), {"nvjet", 16.5, 39.1375}, {"nvjet", 39.5, 37.6625}}) {
        NcuKernel kernel = ncuKernel(name, us, 40, 40, l2);
        kernel.id = "0";
        files.push_back(ncuRun({kernel}));
    }
    files.push_back(ncuRun({ncuKernel("other", 1, 40, 40)}));
    const auto verdicts = kernelVerdicts(run, files);
    ASSERT_TRUE(verdicts);
    ASSERT_EQ(verdicts->launches.size(), 4u);
    EXPECT_EQ(verdicts->launches[1].totalNs, 17'000);
    EXPECT_EQ(verdicts->launches[1].metrics.l2HitPercent, 39.1375);
    EXPECT_EQ(verdicts->launches[2].startNs, 30'000);
    EXPECT_EQ(verdicts->launches[2].metrics.l2HitPercent, 37.6625);
    EXPECT_EQ(verdicts->launches[3].startNs, -1) << "has no launch, and no time";
    const auto json = verdictsJson(std::make_shared<const KernelVerdicts>(*verdicts));
    EXPECT_EQ(json["launches"][2]["ncuNs"], 39'500);
    EXPECT_FALSE(json["launches"][3].contains("totalNs"));
    EXPECT_TRUE(kernelVerdicts(nullptr, files)->launches.empty()) << "the rows are launches themselves";
}

TEST(KernelVerdicts, ofAnotherProgramNoLaunchIsTheOneThatWasMeasured)
{
    const auto run = runFromJson(R"([{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":1,
"args":{"device":0,"stream":7,"grid":[8,1,1],"block":[64,1,1]}}])");
    ASSERT_TRUE(run);
    const auto startOf = [&](const char *grid) {
        NcuKernel kernel = ncuKernel("k", 1, 40, 40);
        kernel.grid = grid;
        kernel.block = "(64, 1, 1)";
        return kernelVerdicts(run.run, {ncuRun({kernel})})->launches.at(0).startNs;
    };
    EXPECT_EQ(startOf("(8, 1, 1)"), 0);
    EXPECT_EQ(startOf("(5, 1, 1)"), -1) << "no grid agrees: only the name is the same";
}

TEST(KernelVerdicts, theHeadlineNamesWhatKernelsOfAStageHaveInCommon)
{
    const auto headlineOf = [](const char *second, int64_t ns) {
        const auto run = runOfWork({{"0", "7", 0, 74'000, "nvjet_hsh_168x128_v_bz_TNN"},
                                    {"0", "7", 100'000, ns, second},
                                    {"0", "7", 200'000, 3000, "rms_norm_kernel"}});
        return verdictHeadline(*kernelVerdicts(run, {ncuRun({ncuKernel("rms_norm_kernel", 3, 10, 10)})})).toStdString();
    };
    EXPECT_THAT(headlineOf("nvjet_hsh_64x64_h_bz_TNT", 46'000),
                HasSubstr("123\u202fµs of kernel time, kernels: 3. linear · cublas (nvjet_hsh …) 97.6"));
    EXPECT_THAT(headlineOf("nvjet_hsh_64x64_h_bz_TNT", 46'001), HasSubstr("123.001\u202fµs"));
    EXPECT_THAT(headlineOf("ampere_sgemm_64x64_tn", 46'000), testing::Not(HasSubstr("nvjet")));
}

TEST(KernelVerdicts, sentencesOfCoverageAreSilentWhereAllIsMeasured)
{
    const auto all = kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm", 1, 70, 70), ncuKernel("norm", 1, 70, 70),
                                                         ncuKernel("unmeasured", 1, 70, 70)})});
    EXPECT_TRUE(coverageSentences(*all).isEmpty());
    const auto some = kernelVerdicts(timeline(), {ncuRun({ncuKernel("gemm", 1, 70, 70), ncuKernel("x", 1, 70, 70)})});
    EXPECT_THAT(coverageSentences(*some).join(u'\n').toStdString(),
                testing::AllOf(HasSubstr("measured 1 of 3 kernels, 56."), HasSubstr("has no time: 1")));
}

TEST(KernelVerdicts, ncuAloneHasItsOwnTimes)
{
    const auto verdicts =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("a", 2.5, 10, 10)}), ncuRun({ncuKernel("b", 7.5, 70, 70)})});
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
    EXPECT_THAT(text.toStdString(), HasSubstr("SM throughput below 30 %: 6 of 13"))
        << "of memory the file says nothing";
    EXPECT_EQ(verdicts->stages[0].name, "nvjet_hsh");
    std::map<std::string, uint64_t> named;
    for (const FindingCount &finding : verdicts->findings)
        named[finding.name] = finding.count;
    EXPECT_EQ(named, (std::map<std::string, uint64_t>{
                         {"L2缓存命中率低", 12}, {"占用率效率低", 8}, {"SM效率过低", 6}, {"内存带宽利用率低", 5}}));
    std::vector<double> occupancy;
    for (const KernelVerdict &one : verdicts->rows)
        if (const auto ratio = occupancyOfTheoretical(one.metrics))
            occupancy.push_back(*ratio);
    EXPECT_THAT(occupancy, testing::UnorderedElementsAre(24.3, 58.5, 60.5, 60.2, 43.6, 46.2, 24.3, 43.8));
    EXPECT_THAT(text.toStdString(), testing::Not(HasSubstr("theoretical occupancy")))
        << "it is written only where it is low: of how many is not known";
}

TEST(NcuPairs, theSameKernelStandsSideBySideWhateverToolWroteItsName)
{
    NcuKernel before = ncuKernel("void ns::gemm<int>(float *)", 12, 70, 70, 40),
              after = ncuKernel("void gemm<(int)1>(float*)", 6, 75, 75, 80);
    before.registers = 128;
    after.registers = 96;
    const auto a = kernelVerdicts(nullptr, {ncuRun({before, ncuKernel("norm", 2, 70, 70)})});
    const auto b = kernelVerdicts(nullptr, {ncuRun({ncuKernel("rope", 3, 70, 70), after})});
    const std::vector<NcuPair> pairs = ncuPairs(*a, *b);
    ASSERT_EQ(pairs.size(), 3u);
    ASSERT_TRUE(pairs[0].isPair());
    EXPECT_EQ(pairs[0].callNsA(), 12'000);
    EXPECT_EQ(pairs[0].callNsB(), 6000);
    EXPECT_EQ(pairs[0].onlyA, std::vector<std::string>{"low L2 hit rate"});
    EXPECT_TRUE(pairs[0].onlyB.empty());
    QString text = ncuPairSentence(pairs);
    text.replace(QChar(0x202f), u' ');
    EXPECT_THAT(text.toStdString(), HasSubstr("12.00 µs → 6.000 µs: SM 70.0 % → 75.0 %; L2 hits 40.0 % → 80.0 %; "
                                              "registers 128 → 96; only in A: low L2 hit rate."));
    EXPECT_FALSE(pairs[1].isPair());
    const ReportTable table = ncuPairReport(std::make_shared<const std::vector<NcuPair>>(pairs));
    EXPECT_EQ(std::get<double>(table.cell(0, size_t(table.columnOf("a_l2_hit_share")))), 0.4);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.cell(1, size_t(table.columnOf("delta_ns")))))
        << "only one has it";
}

TEST(NcuPairs, launchesOfAKernelOnAGridAreOneRow)
{
    const auto launches = [](const char *grid, std::vector<double> times) {
        std::vector<NcuKernel> kernels;
        for (const double us : times) {
            kernels.push_back(ncuKernel("decode", us, 70, 70));
            kernels.back().id = std::to_string(kernels.size());
            kernels.back().grid = grid;
            kernels.back().registers = 56;
        }
        return kernels;
    };
    const auto verdictsOf = [](const std::vector<NcuKernel> &kernels) {
        return *kernelVerdicts(nullptr, {ncuRun(kernels)});
    };
    const KernelVerdicts small = verdictsOf(launches("(64, 8, 1)", {33, 34, 35})),
                         large = verdictsOf(launches("(160, 8, 1)", {640, 642, 644, 646}));
    const std::vector<NcuPair> pairs = ncuPairs(small, large);
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].callNsA(), 34'000);
    EXPECT_EQ(pairs[0].callNsB(), 643'000);
    QString text = ncuPairSentence(pairs);
    text.replace(QChar(0x202f), u' ');
    EXPECT_THAT(text.toStdString(), HasSubstr("decode, 3 × → 4 ×, per call 34.00 µs → 643.0 µs: grid (64, 8, 1) → "
                                              "(160, 8, 1)"));
    EXPECT_THAT(text.toStdString(), testing::Not(HasSubstr("registers"))) << "they are the same";
    EXPECT_THAT(text.toStdString(), testing::Not(HasSubstr("kernels that Nsight Compute")));
    std::vector<NcuKernel> both = launches("(160, 8, 1)", {640, 642});
    for (NcuKernel &kernel : launches("(64, 8, 1)", {30}))
        both.push_back(kernel);
    const std::vector<NcuPair> byGrid = ncuPairs(small, verdictsOf(both));
    ASSERT_EQ(byGrid.size(), 2u);
    EXPECT_EQ(byGrid[0].callNsB(), 30'000) << "on the same grid, not the longest one";
    EXPECT_FALSE(byGrid[1].isPair());
    EXPECT_THAT(ncuPairSentence(byGrid).toStdString(), testing::Not(HasSubstr("grid")));
}

TEST(NcuPairs, theKernelThatChangesTheMostIsNamed)
{
    const auto a =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("basic", 900, 70, 70), ncuKernel("tiled", 300, 70, 70)})});
    const auto b =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("basic", 901, 70, 70), ncuKernel("tiled", 200, 70, 70)})});
    const QString text = ncuPairSentence(ncuPairs(*a, *b));
    EXPECT_TRUE(text.startsWith(QStringLiteral("tiled, per call "))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("it changes the most"))) << text.toStdString();
}

TEST(NcuPairs, theOnlyKernelOfEachIsAPairUnderAnotherName)
{
    const auto a = kernelVerdicts(nullptr, {ncuRun({ncuKernel("add_blocked", 66, 70, 70)})});
    const auto b = kernelVerdicts(nullptr, {ncuRun({ncuKernel("add_stripped", 48, 70, 70)})});
    const std::vector<NcuPair> pairs = ncuPairs(*a, *b);
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_TRUE(pairs[0].isPair());
    EXPECT_THAT(ncuPairSentence(pairs).toStdString(), HasSubstr("add_blocked (in B add_stripped), per call"));
    const auto two =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("copy", 9, 70, 70), ncuKernel("add_stripped", 48, 70, 70)})});
    EXPECT_FALSE(ncuPairs(*a, *two)[0].isPair());
}

TEST(NcuPairs, aLaunchThatWasNotMeasuredLacksNoFinding)
{
    NcuKernel bare;
    bare.id = "0";
    bare.name = "gemm";
    bare.registers = 64;
    const auto a = kernelVerdicts(nullptr, {ncuRun({ncuKernel("gemm", 12, 70, 70, 40)})});
    const auto b = kernelVerdicts(nullptr, {ncuRun({bare})});
    const std::vector<NcuPair> pairs = ncuPairs(*a, *b);
    ASSERT_TRUE(pairs[0].isPair());
    EXPECT_TRUE(pairs[0].onlyA.empty());
    const auto measured = kernelVerdicts(nullptr, {ncuRun({ncuKernel("gemm", 12, 70, 70, 80)})});
    EXPECT_FALSE(ncuPairs(*a, *measured)[0].onlyA.empty());
}

TEST(NcuPairs, kernelsOfOneFunctionAreNotTheSameOnes)
{
    const auto a =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("gemm<1>", 12, 70, 70), ncuKernel("gemm<2>", 5, 70, 70)})});
    const auto b =
        kernelVerdicts(nullptr, {ncuRun({ncuKernel("gemm<3>", 6, 95, 80), ncuKernel("gemm<4>", 6, 95, 80)})});
    EXPECT_TRUE(ncuPairSentence(ncuPairs(*a, *b)).isEmpty());
    EXPECT_EQ(ncuPairs(*a, *b).size(), 4u);
    EXPECT_EQ(ncuPairs(*a, *a).size(), 2u);
}

TEST(NcuPairs, registersAreReadWithTheirUnit)
{
    NcuKernel kernel;
    kernel.setMetric("Registers Per Thread", "register/thread", 168);
    EXPECT_EQ(kernel.registers, 168);
    EXPECT_EQ(ncuRowsOf(ncuKernelTable({kernel})).front().kernel.registers, 168);
    EXPECT_EQ(ncuKernelTable({ncuKernel("gemm", 1, 1, 1)}).columnIndex("Registers"), -1) << "not in the file";
}

TEST(NcuCommand, profilesTheMedianLaunchOrTheChosenOneByItsFunction)
{
    const auto run = std::const_pointer_cast<ws::Run>(runOfWork({{"0", "7", 0, 900, "void ns::gemm<int>(float*)"},
                                                       {"0", "7", 1000, 500, "void ns::gemm<long>(float*)"},
                                                       {"0", "7", 2000, 700, "void ns::gemm<int>(float*)"},
                                                       {"0", "7", 3000, 100, "void ns::gemm<int>(float*)"},
                                                       {"0", "7", 4000, 100, "norm"}}));
    run->info.format = "nsys-sqlite";
    const StringId gemm = run->gpu.name[0];
    EXPECT_EQ(ncuCommand(*run, gemm).toStdString(),
              "ncu --set full --kernel-name 'gemm' --launch-skip 2 --launch-count 1 -o kernel COMMAND");
    EXPECT_THAT(ncuCommand(*run, gemm, 3).toStdString(), HasSubstr("--launch-skip 3 "));
    EXPECT_THAT(ncuCommand(*run, run->gpu.name[4]).toStdString(), HasSubstr("--kernel-name 'norm' --launch-skip 0 "));
    run->info.format = "rocpd";
    EXPECT_TRUE(ncuCommand(*run, gemm).isEmpty()) << "not of NVIDIA";
}
