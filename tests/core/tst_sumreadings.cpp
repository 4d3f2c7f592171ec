#include "core/analysis/compare/sumreadings.h"

#include "core/analysis/compare/printedrows.h"
#include "core/model/torchtable.h"
#include "core/report/comparereport.h"
#include "tests/core/comparefixture.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

namespace ws::test {
namespace {

struct Sum
{
    std::string name;
    double calls = 1, ns = 0;
};

Table sums(const char *report, const std::vector<Sum> &rows)
{
    Table table;
    table.kind = "nsys";
    table.report = table.title = report;
    table.columns = {{"Total Time (ns)", Unit::Nanoseconds}, {"Instances", Unit::Count}, {"Name", Unit::Text}};
    for (const Sum &row : rows)
        table.rows.push_back({row.ns, row.calls, row.name});
    return table;
}

Table sizes(const char *name, double megabytes)
{
    Table table;
    table.kind = "nsys";
    table.report = "cuda_gpu_mem_size_sum";
    table.columns = {{"Total (MB)", Unit::Megabytes}, {"Count", Unit::Count}, {"Operation", Unit::Text}};
    table.rows = {{megabytes, 10.0, std::string(name)}};
    return table;
}

std::shared_ptr<const ComparedRun> side(std::vector<Table> tables, const char *label)
{
    auto run = std::make_shared<ws::Run>();
    run->tables = std::move(tables);
    run->info.stamp.path = QString::fromLatin1(label);
    return comparedRun({run, -1, {}, QString::fromLatin1(label)});
}

std::shared_ptr<const ComparedRun> kernels(const std::vector<Sum> &rows, const char *label)
{
    return side({sums("cuda_gpu_kern_sum", rows)}, label);
}

std::string reading(const ComparedPair &pair, std::string_view id)
{
    for (const Explanation::Reading &one : pair.comparison.explanation.readings)
        if (one.id == id)
            return one.text.toStdString();
    return {};
}

constexpr const char *matmul1 = "fused_NT_matmul1_kernel", *matmul2 = "fused_NT_matmul2_kernel",
                     *norm = "rms_norm_kernel", *attention = "flash_fwd_kernel";

} // namespace

TEST(SumReadings, kernelsOfAStageThatAllTakeLessPerCallAreOneSentence)
{
    const auto pair = compared(kernels({{matmul1, 10, 800}, {matmul2, 10, 600}, {norm, 10, 100}}, "a"),
                               kernels({{matmul1, 20, 200}, {matmul2, 20, 200}, {norm, 10, 100}}, "b"));
    const std::string text = reading(pair, "per-call");
    EXPECT_NE(text.find("per call 6.0–8.0 × faster in B (kernels: 2,"), std::string::npos) << text;
    EXPECT_EQ(text.find("norm"), std::string::npos) << "it takes as long per call";
}

TEST(SumReadings, exchangedSidesAreSlower)
{
    const auto pair = compared(kernels({{matmul1, 20, 200}}, "a"), kernels({{matmul1, 10, 800}}, "b"));
    EXPECT_NE(reading(pair, "per-call").find("per call 8.0 × slower in B"), std::string::npos);
}

TEST(SumReadings, fewerCallsAreNotFasterCalls)
{
    const auto pair = compared(kernels({{matmul1, 100, 1000}}, "a"), kernels({{matmul1, 10, 100}}, "b"));
    EXPECT_EQ(reading(pair, "per-call"), "");
}

TEST(SumReadings, whatIsLeftOfTheCallsSaysNothingOfACall)
{
    const auto pair = compared(kernels({{matmul1, 1000, 20'000}, {norm, 1000, 9'000}}, "a"),
                               kernels({{matmul1, 20, 1'600}, {norm, 20, 400}}, "b"));
    EXPECT_EQ(reading(pair, "per-call"), "");
    EXPECT_NE(reading(pair, "few-calls").find("B has 40 of the other's 2\u202f000 calls"), std::string::npos)
        << reading(pair, "few-calls");
    const auto shorter = compared(kernels({{matmul1, 1000, 20'000}}, "a"), kernels({{matmul1, 200, 16'000}}, "b"));
    EXPECT_EQ(reading(shorter, "few-calls"), "");
    EXPECT_NE(reading(shorter, "per-call"), "");
}

TEST(SumReadings, cutNamesThatRepeatAreNotPairedByRankForAVerdict)
{
    const char *cut = "void at::native::vectorized_elementwise_kernel<4, at...";
    const auto of = [&](const std::vector<double> &ns) {
        std::vector<Sum> rows;
        for (const double one : ns)
            rows.push_back({cut, 28, one});
        rows.push_back({matmul1, 28, 900});
        return rows;
    };
    const auto pair = compared(kernels(of({5700, 5600}), "a"), kernels(of({3100, 2800}), "b"));
    for (const DiffRow &row : pair.kernels.rows)
        if (row.key != matmul1) {
            EXPECT_NE(row.status, DiffRow::Faster) << row.key;
            EXPECT_NE(row.status, DiffRow::Slower) << row.key;
        }
}

TEST(SumReadings, oneKernelOfTheStageThatGoesTheOtherWaySilencesIt)
{
    const auto pair = compared(kernels({{matmul1, 10, 800}, {matmul2, 10, 600}}, "a"),
                               kernels({{matmul1, 10, 200}, {matmul2, 10, 700}}, "b"));
    EXPECT_EQ(reading(pair, "per-call"), "");
}

TEST(SumReadings, changesOfTwoPercentAreNone)
{
    const auto pair = compared(kernels({{matmul1, 10, 1020}}, "a"), kernels({{matmul1, 10, 1000}}, "b"));
    EXPECT_EQ(reading(pair, "per-call"), "");
}

TEST(SumReadings, aStageWhoseTimeIsInKernelsWithoutPartnerIsSilent)
{
    const auto pair = compared(kernels({{matmul1, 10, 800}, {"cutlass_gemm_old", 1, 500}}, "a"),
                               kernels({{matmul1, 10, 100}, {"cutlass_gemm_new", 1, 500}}, "b"));
    EXPECT_EQ(reading(pair, "per-call"), "");
}

TEST(SumReadings, namesThatWereCutMayBeOtherKernels)
{
    const auto pair = compared(kernels({{"ampere_bf16_s16816gemm_bf16_64x64_sliced1x2_ldg8_f2f...", 10, 800}}, "a"),
                               kernels({{"ampere_bf16_s16816gemm_bf16_64x64_sliced1x2_ldg8_f2f...", 10, 100}}, "b"));
    EXPECT_EQ(reading(pair, "per-call"), "");
    EXPECT_NE(reading(pair, "shares"), "");
}

TEST(SumReadings, sharesAreOfTheKernelsWithoutCopies)
{
    const std::vector<Sum> copies{{"[CUDA memcpy Host-to-Device]", 1, 5000}};
    const auto pair = compared(side({sums("cuda_gpu_kern_sum", {{matmul1, 10, 900}, {attention, 1, 100}}),
                                     sums("cuda_gpu_mem_time_sum", copies)},
                                    "a"),
                               side({sums("cuda_gpu_kern_sum", {{matmul1, 10, 300}, {attention, 1, 100}}),
                                     sums("cuda_gpu_mem_time_sum", copies)},
                                    "b"));
    const std::string text = reading(pair, "shares");
    EXPECT_NE(text.find("90.0\u202f% against 75.0\u202f%"), std::string::npos) << text;
    EXPECT_NE(text.find("10.0\u202f% against 25.0\u202f%"), std::string::npos) << text;
}

TEST(SumReadings, largeCopiesWithSizesHaveBandwidths)
{
    const char *copy = "[CUDA memcpy Host-to-Device]";
    const auto of = [&](double copyNs, bool hasSizes, const char *label) {
        std::vector<Table> tables{sums("cuda_gpu_kern_sum", {{matmul1, 10, 1e6}}),
                                  sums("cuda_gpu_mem_time_sum", {{copy, 10, copyNs}})};
        if (hasSizes)
            tables.push_back(sizes(copy, 1));
        return side(std::move(tables), label);
    };
    EXPECT_EQ(reading(compared(of(100'000, true, "a"), of(125'000, true, "b")), "bandwidth"),
              "[CUDA memcpy Host-to-Device]: 10.0 GB/s in A, 8.0 GB/s in B.");
    Table kibibytes = sizes(copy, 1e6 / 1024);
    kibibytes.columns[0] = {"Total (KiB)", Unit::Number};
    const auto old = side({sums("cuda_gpu_kern_sum", {{matmul1, 10, 1e6}}),
                           sums("cuda_gpu_mem_time_sum", {{copy, 10, 50'000}}), kibibytes},
                          "c");
    EXPECT_EQ(reading(compared(of(100'000, true, "a"), old), "bandwidth"),
              "[CUDA memcpy Host-to-Device]: 10.0 GB/s in A, 20.0 GB/s in B.");
    EXPECT_EQ(reading(compared(of(100'000, true, "a"), of(125'000, false, "b")), "bandwidth"), "") << "no size";
    EXPECT_EQ(reading(compared(of(1'000, true, "a"), of(1'250, true, "b")), "bandwidth"), "") << "0.1 % of the work";
}

TEST(SumReadings, launchesOfNsightComputeAreARowForEachKernel)
{
    const auto ncu = [](std::vector<std::pair<const char *, double>> launches, const char *label) {
        Table table;
        table.kind = "ncu-kernels";
        table.columns = {{"Kernel", Unit::Text}, {"Duration (us)", Unit::Microseconds}};
        for (const auto &[kernel, us] : launches)
            table.rows.push_back({std::string(kernel), us});
        return side({std::move(table)}, label);
    };
    const auto a = ncu({{matmul1, 8}, {norm, 2}, {matmul1, 9}}, "a"), b = ncu({{matmul1, 5}, {matmul1, 5}}, "b");
    const DiffTable table = *differences(*a, *b, compared(a, b).comparison, DiffBy::Row);
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(table.rows[0].key, matmul1);
    EXPECT_EQ(table.rows[0].a.count, 2u);
    EXPECT_EQ(table.rows[0].deltaNs(), -7'000);
    EXPECT_FALSE(table.rows[1].b.exists()) << "norm is only in A";
    const auto none = side({sizes("copy", 1)}, "none");
    EXPECT_EQ(differences(*a, *none, compared(a, none).comparison, DiffBy::Operator)->missing,
              QStringLiteral("no such rows are in A and B"));
}

TEST(SumReadings, partsOfNsightComputeWithoutACommonKernelAreAddedUp)
{
    const auto headline = [](const char *second) {
        auto run = std::make_shared<ws::Run>();
        for (const char *kernel : {matmul1, second})
            for (const char *kind : {"ncu", "ncu-kernels"}) {
                Table table;
                table.kind = kind;
                table.columns = {{"Kernel", Unit::Text}, {"Duration (us)", Unit::Microseconds}};
                table.rows = {{std::string(kernel), 8.0}};
                run->tables.push_back(std::move(table));
            }
        return compared(comparedRun({run, -1, {1}, QStringLiteral("a")}),
                        comparedRun({run, -1, {3}, QStringLiteral("b")}))
            .comparison.headline.toStdString();
    };
    EXPECT_NE(headline(norm).find("none of their kernels is in both"), std::string::npos) << headline(norm);
    EXPECT_EQ(headline(matmul1).find("none of their kernels is in both"), std::string::npos) << headline(matmul1);
}

TEST(SumReadings, aPartOfADocumentOfNsightComputeHasItsOwnKernelsAlone)
{
    auto run = std::make_shared<ws::Run>();
    for (const char *kernel : {matmul1, norm})
        for (const char *kind : {"ncu", "ncu-kernels"}) {
            Table table;
            table.kind = kind;
            table.columns = {{"Kernel", Unit::Text}, {"Duration (us)", Unit::Microseconds}};
            table.rows = {{std::string(kernel), 8.0}};
            run->tables.push_back(std::move(table));
        }
    const auto keys = [&](int tableA, int tableB) {
        const auto a = comparedRun({run, -1, {tableA}, QStringLiteral("a")}),
                   b = comparedRun({run, -1, {tableB}, QStringLiteral("b")});
        std::string text;
        const DiffTable table = *differences(*a, *b, compared(a, b).comparison, DiffBy::Row);
        for (const DiffRow &row : table.rows)
            text += row.key + (row.a.exists() ? " a" : "") + (row.b.exists() ? " b" : "") + '\n';
        return text;
    };
    const std::string apart = std::string(matmul1) + " a\n" + norm + " b\n";
    EXPECT_EQ(keys(1, 3), apart);
    EXPECT_EQ(keys(0, 2), apart) << "kernels follow their rows";
    EXPECT_EQ(keys(1, 1), std::string(matmul1) + " a b\n");
}

TEST(SumReadings, timelinesAndEqualFilesHaveNone)
{
    const auto run = Recording().kernel(matmul1, 1000).run();
    EXPECT_FALSE(hasReading(compared(run, Recording().kernel(matmul1, 100).run()).comparison, "per-call"));
    const auto table = kernels({{matmul1, 10, 800}}, "a");
    EXPECT_TRUE(compared(table, table).comparison.explanation.readings.empty());
}

TEST(SumReadings, aFileOfNsightComputeIsOneRun)
{
    auto run = std::make_shared<ws::Run>();
    for (const char *kind : {"ncu", "ncu-kernels"}) {
        Table table;
        table.kind = kind;
        table.report = "console";
        table.columns = {{"Kernel", Unit::Text}, {"Duration (us)", Unit::Microseconds}};
        table.rows = {{std::string(kind), 5.0}};
        run->tables.push_back(table);
    }
    EXPECT_TRUE(twoPartsOf(run).empty()) << "the second table is made of the first one's rows";
    run->tables[1].kind = "ncu";
    EXPECT_EQ(twoPartsOf(run).size(), 2u);
}

TEST(SumReadings, documentOfTwoMachinesSaysWhatItsAuthorWorkedOut)
{
    CORPUS_FILE(path, "report/seed002_mlc_nsys.md");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    const std::vector<ComparedPart> parts = twoPartsOf(run);
    ASSERT_EQ(parts.size(), 2u);
    const ComparedPair pair = compared(comparedRun(parts[0]), comparedRun(parts[1]));
    EXPECT_EQ(pair.comparison.labelA, QStringLiteral("seed002_mlc_nsys.md · jetson"));
    EXPECT_EQ(pair.comparison.labelB, QStringLiteral("seed002_mlc_nsys.md · 3090"));
    EXPECT_NE(reading(pair, "per-call").find("per call 6.3–8.2 × faster in B"), std::string::npos);
    EXPECT_EQ(reading(pair, "bandwidth"), "[CUDA memcpy Host-to-Device]: 8.4 GB/s in A, 8.1 GB/s in B.");
    EXPECT_NE(reading(pair, "shares").find("attention · paged_unified 5.6\u202f% against 6.3\u202f%"),
              std::string::npos);
}

TEST(SumReadings, tablesOfTorchSayTheSumsOfBoth)
{
    CORPUS_FILE(path, "report/seed003_vllm_omni_pr553.txt");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    const std::vector<ComparedPart> parts = twoPartsOf(run);
    ASSERT_EQ(parts.size(), 2u) << "the identical table counts once";
    const ComparedPair pair = compared(comparedRun(parts[0]), comparedRun(parts[1]));
    EXPECT_NE(reading(pair, "balance").find("5.283\u202fms beside 201.9\u202fms of the CPU in A"), std::string::npos)
        << reading(pair, "balance");
    EXPECT_EQ(reading(pair, "wait"), "") << "what aten::sort calls was cut off";
    EXPECT_NE(reading(pair, "once").find("83.74\u202fms in A, 17.72\u202fms in B"), std::string::npos)
        << reading(pair, "once");
    EXPECT_NE(reading(pair, "once").find("0.455\u202fms in B"), std::string::npos) << "in the unit of the others";
    EXPECT_NE(reading(pair, "totals"), "");
    ASSERT_EQ(pair.comparison.balances.size(), 3u);
    EXPECT_EQ(pair.comparison.balances[2].name, "(vllm) Original");
    EXPECT_NE(pair.comparison.balances[1].name.find("MAX_ITERS=1"), std::string::npos)
        << "the totals of its table are those after the change";
}

/// A document as nsys stats prints it: kernels, copies, API and OS runtime.
std::shared_ptr<const ComparedRun> document(double tokens, double kernelNs, const char *label)
{
    return side({sums("cuda_api_sum", {{"cudaFree", 10, 9e9}, {"cudaLaunchKernel", tokens, tokens * 5000}}),
                 sums("osrt_sum", {{"poll", 40, 8e9}, {"ioctl", 10, 1e9}}),
                 sums("cuda_gpu_kern_sum", {{matmul1, tokens * 32, tokens * kernelNs}, {"sample_kernel", tokens, 0}}),
                 sums("cuda_gpu_mem_time_sum", {{"[CUDA memcpy Host-to-Device]", 4, 5e9}})},
                label);
}

TEST(SumReadings, aLabelOfBothTablesTellsTheMeanOfAStep)
{
    const auto text = [](double decodeUs, double calls, const char *label) {
        const auto table = [&](const char *name) {
            Table made;
            made.kind = "torch";
            made.columns = {{"Name", Unit::Text},
                            {"Self CPU", Unit::Microseconds},
                            {"Self CUDA", Unit::Microseconds},
                            {"# of Calls", Unit::Count}};
            made.rows = {{std::string(name), 0.0, decodeUs, calls},
                         {std::string("prefill[bs=1]"), 0.0, 900'000.0, 2.0},
                         {std::string("gemm"), 0.0, decodeUs / 2, 100.0}};
            analyseTorchTable(made);
            return made;
        };
        return reading(compared(side({table("execute_context_0(0)_generation_8(8)")}, "a"), side({table(label)}, "b")),
                       "label");
    };
    EXPECT_EQ(
        text(3'314'000, 507, "execute_context_0(0)_generation_8(8)"),
        "From its first work to its last on the device, execute_context_0(0)_generation_8(8) takes 6.536\u202fms on "
        "average in A (507 ×) and 6.536\u202fms in B (507 ×).");
    EXPECT_EQ(text(3'314'000, 7, "execute_context_0(0)_generation_8(8)"), "") << "a mean of few";
    EXPECT_EQ(text(3'314'000, 507, "execute_context_0(0)_generation_4(4)"), "") << "another step";
}

TEST(SumUnits, callsOfOneKernelDivideTheTimesOfTables)
{
    const auto a = document(10, 40e6, "a"), b = document(20, 10e6, "b");
    const ComparedPair pair = *compareRuns(a, b, nullptr, "sample");
    ASSERT_TRUE(pair.comparison.counted.isKnown()) << pair.comparison.counted.problem.toStdString();
    EXPECT_EQ(pair.comparison.counted.a, 10U);
    EXPECT_EQ(pair.comparison.counted.b, 20U);
    QString headline = pair.comparison.headline;
    EXPECT_EQ(headline.replace(QChar(0x202f), u' ').toStdString(),
              "Kernels per call of sample_kernel (calls: 10 in A, 20 in B): "
              "75.0 % less in B, 10.00 ms instead of 40.00 ms.");
    const DiffTable table = *differences(*a, *b, pair.comparison, DiffBy::Row);
    EXPECT_NEAR(rowOf(table, matmul1)->unitDeltaNs, -30e6, 1);
    EXPECT_EQ(rowOf(table, matmul1)->status, DiffRow::Faster);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive) << "sums tell no noise";
    EXPECT_FALSE(compared(a, b).comparison.counted.isKnown()) << "nobody asked";
}

TEST(SumUnits, kernelsThatRunUnequallyOftenAreNoUnit)
{
    const auto a = document(10, 40e6, "a"), b = document(20, 10e6, "b");
    EXPECT_FALSE(compareRuns(a, b, nullptr, "kernel")->comparison.counted.isKnown()) << "320 and 10 calls";
    EXPECT_FALSE(compareRuns(a, b, nullptr, "attention")->comparison.counted.isKnown());
    EXPECT_FALSE(compareRuns(a, b, nullptr, "cudaFree")->comparison.counted.isKnown()) << "no kernel";
    const auto timeline = Recording().kernel("sample_kernel", 1000).run();
    EXPECT_FALSE(compareRuns(timeline, timeline, nullptr, "sample_kernel")->comparison.counted.problem.isEmpty());
}

TEST(SumUnits, timesOfKernelsAndOfCallsAreNeverOneSumAndKernelsComeFirst)
{
    const auto a = document(10, 40e6, "a"), b = document(20, 10e6, "b");
    const DiffTable table = *differences(*a, *b, compared(a, b).comparison, DiffBy::Row);
    std::vector<CountedTime> order;
    for (const DiffTable::Sum &sum : table.sums)
        order.push_back(sum.of);
    EXPECT_EQ(order,
              (std::vector{CountedTime::Kernels, CountedTime::Copies, CountedTime::ApiCalls, CountedTime::OsCalls}));
    EXPECT_EQ(table.rows.front().key, matmul1) << "though every API call takes longer";
    EXPECT_EQ(table.sums[0].deltaNs(), -200'000'000);
    const auto json = comparisonJson(compared(a, b).comparison, table);
    EXPECT_TRUE(json["totalDeltaNs"].is_null());
    EXPECT_EQ(json["sums"].size(), 4U);
    const ComparedPair kernelsAlone = compared(kernels({{matmul1, 10, 800}}, "a"), kernels({{matmul1, 10, 600}}, "b"));
    EXPECT_EQ(comparisonJson(kernelsAlone.comparison, kernelsAlone.kernels)["totalDeltaNs"], -200) << "one kind";
}

TEST(SumUnits, callsOfTheTablesAreWaitsOrWork)
{
    const std::vector<PrintedCall> calls = printedCalls(document(10, 40e6, "a")->run());
    ASSERT_EQ(calls.size(), 4U) << "no kernel and no copy";
    EXPECT_EQ(calls[0].name, "cudaFree");
    EXPECT_TRUE(calls[0].waits);
    EXPECT_FALSE(calls[1].waits) << calls[1].name;
    EXPECT_EQ(calls[2].name, "poll");
    EXPECT_TRUE(calls[2].waits);
    EXPECT_FALSE(calls[3].waits) << calls[3].name;
    EXPECT_TRUE(printedCalls(kernels({{matmul1, 10, 800}}, "a")->run()).empty());
}

TEST(SumUnits, sumsWithoutUnitsAreTheSameOnlyWhereNothingDiffers)
{
    const auto pair = compared(kernels({{matmul1, 10, 1000}, {norm, 10, 500}}, "a"),
                               kernels({{matmul1, 17, 1690}, {norm, 10, 500}}, "b"));
    EXPECT_EQ(rowOf(pair.kernels, matmul1)->status, DiffRow::Unclear) << "69 % more, as long per call";
    EXPECT_EQ(rowOf(pair.kernels, norm)->status, DiffRow::Same);
}

TEST(SumReadings, whereFewKernelsWereReplacedTheOthersSayThatBothDoTheSame)
{
    const auto headline = [](double callsOfOne) {
        const auto half = [](double calls, const char *own, double ownNs, const char *label) {
            std::vector<Sum> rows{{own, 2, ownNs}};
            for (int k = 1; k <= 9; ++k)
                rows.push_back(
                    {"kernel_" + std::string(size_t(k), 'x'), k == 9 ? calls : double(10 * (k % 5 + 1)), 1e6});
            return side({sums("cuda_gpu_kern_sum", rows)}, label);
        };
        const ComparedPair pair = compared(half(40, "slow_loss", 25e6, "a"), half(callsOfOne, "fast_rows", 1e6, "b"));
        return QString(pair.comparison.headline).replace(QChar(0x202f), u' ').toStdString();
    };
    EXPECT_EQ(headline(40), "Inconclusive: all 9 kernels that are in both run as often in both, and with those of one "
                            "alone they take 34.00 ms in A and 10.00 ms in B.");
    EXPECT_EQ(headline(41), "Inconclusive.") << "one does not";
}

TEST(SumReadings, copiesInTablesAreNoKernels)
{
    const auto of = [](double sortNs, double copyNs, const char *label) {
        return side(
            {sums("cuda_gpu_kern_sum",
                  {{"void sort_pass", 8, sortNs}, {"void sort_pass", 4, 2e6}, {"scan(float const*)", 3, 5e6}}),
             sums("cuda_gpu_mem_time_sum", {{"[CUDA memcpy Host-to-Device]", 9, copyNs}, {"[CUDA memset]", 5, 40e6}})},
            label);
    };
    const auto a = of(3e6, 80e6, "a"), b = of(13e6, 60e6, "b");
    const ComparedPair pair = compared(a, b);
    QString headline = pair.comparison.headline;
    EXPECT_EQ(headline.replace(QChar(0x202f), u' ').toStdString(),
              "Inconclusive: kernels that run as often in both take 10.00 ms in A and 20.00 ms in B, and without units "
              "of work it is not known what of a difference is noise.");
    ASSERT_EQ(pair.kernels.sums.size(), 2U);
    EXPECT_EQ(pair.kernels.sums[0].deltaNs(), 10'000'000);
    EXPECT_EQ(pair.kernels.sums[1].of, CountedTime::Copies);
    EXPECT_EQ(pair.kernels.sums[1].deltaNs(), -20'000'000);
    EXPECT_EQ(rowOf(pair.kernels, "[CUDA memcpy Host-to-Device]")->work, DiffRow::Copy);
    const auto otherSpelling =
        side({sums("cuda_gpu_kern_sum", {{"void sort_pass", 8, 3e6}, {"scan(float const *)", 3, 5e6}})}, "c");
    EXPECT_EQ(rowOf(compared(a, otherSpelling).kernels, "scan(float const*)")->match, DiffRow::Exact);
}

TEST(SumReadings, theRowThatMakesMostOfTheChangeIsNamed)
{
    const auto of = [](double copies, double copyNs, double normNs, const char *label) {
        return side({sums("cuda_gpu_kern_sum", {{matmul1, 10, 60e6}, {norm, 10, normNs}}),
                     sums("cuda_gpu_mem_time_sum", {{"[CUDA memcpy PtoP]", copies, copyNs}})},
                    label);
    };
    const auto text = [](const ComparedPair &pair) {
        return QString::fromStdString(reading(pair, "largest")).replace(QChar(0x202f), u' ').toStdString();
    };
    EXPECT_EQ(text(compared(of(900, 40e6, 10e6, "a"), of(700, 30e6, 9e6, "b"))),
              "GPU work in B: 11.00 ms less; [CUDA memcpy PtoP] (900 × → 700 ×): 10.00 ms less, all else: 1.000 ms "
              "less.");
    EXPECT_EQ(text(compared(of(900, 40e6, 10e6, "a"), of(900, 50e6, 8e6, "b"))),
              "GPU work in B: 8.000 ms more; [CUDA memcpy PtoP] (900 × in both): 10.00 ms more, all else: 2.000 ms "
              "less.");
    EXPECT_EQ(text(compared(of(900, 40e6, 10e6, "a"), of(900, 40.5e6, 10e6, "b"))), "") << "less than 1 %";
    EXPECT_EQ(text(compared(of(900, 40e6, 10e6, "a"), of(900, 44e6, 14e6, "b"))), "") << "no row has more than half";
    const auto longer = compared(kernels({{matmul1, 10, 60e6}, {norm, 10, 10e6}}, "a"),
                                 kernels({{matmul1, 20, 120e6}, {norm, 20, 20e6}}, "b"));
    EXPECT_EQ(text(longer), "") << "twice the run";
}

TEST(SumReadings, stepTimesOfAscendAreComparedPartByPart)
{
    const auto steps = [](double computing, double free) {
        Table table;
        table.kind = "ascend";
        table.report = table.title = "step_trace_time";
        table.columns = {{"Step", Unit::Text},
                         {"Computing", Unit::Microseconds},
                         {"Communication(Not Overlapped)", Unit::Microseconds},
                         {"Free", Unit::Microseconds},
                         {"Stage", Unit::Microseconds}};
        table.rows = {{std::monostate(), computing, 0.0, free, computing + free}};
        return side({std::move(table)}, "steps");
    };
    const ComparedPair pair = compared(steps(100, 50), steps(300, 80));
    const auto rows = differences(*pair.a, *pair.b, pair.comparison, DiffBy::Row);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->rows.size(), 3U);
    const auto computing = std::ranges::find(rows->rows, "Computing", &DiffRow::key);
    ASSERT_NE(computing, rows->rows.end());
    EXPECT_EQ(computing->a.totalNs, 100'000);
    EXPECT_EQ(computing->b.totalNs, 300'000);
}

TEST(SumReadings, kernelsThatWereCountedOneByOneAreComparedWithTheirKind)
{
    const auto recording = [](int ns, bool isCounted) {
        std::string text = "Dispatch_ID,GPU_ID,Kernel_Name,Start_Timestamp,End_Timestamp";
        text += isCounted ? ",SQ_WAVES\n" : "\n";
        for (int k = 0; k < 12; ++k)
            text += std::to_string(k) + ",0,kernel_" + char('a' + k % 3) + ',' + std::to_string(k * 10'000) + ',' +
                    std::to_string(k * 10'000 + ns) + (isCounted ? ",64\n" : "\n");
        return comparedRun({runFromJson(text).run, -1, {}, QStringLiteral("run")});
    };
    const auto headline = [](const ComparedPair &pair) { return pair.comparison.headline.toStdString(); };
    EXPECT_TRUE(headline(compared(recording(3000, true), recording(2000, true))).starts_with("Inconclusive"));
    EXPECT_TRUE(headline(compared(recording(3000, true), recording(2000, false))).starts_with("Not comparable"))
        << "counting makes kernels slower";
}

} // namespace ws::test
