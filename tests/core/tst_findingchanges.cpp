#include "core/report/findingchangesreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using namespace test;

/// A step of 1 ms whose last `copyUs` are an exposed copy.
FindingTrace withCopy(int copyUs)
{
    FindingTrace trace = FindingTrace().step(0, 1000).work("gemm", 2000, 1000 - copyUs, 10);
    return copyUs ? trace.work(pageableCopy, 3000 - copyUs, copyUs, 11) : trace;
}

/// One in which launches come late, 20 gaps of 80 µs.
FindingTrace late()
{
    return FindingTrace().step(0, 2000).series("gemm", 20, 100, 10, 90, 5);
}

struct Pair
{
    Pair(const FindingTrace &a, const FindingTrace &b)
        : overviews{std::make_shared<const Overview>(*makeOverview({runFromJson(a.text()).run})),
                    std::make_shared<const Overview>(*makeOverview({runFromJson(b.text()).run}))}
    {
    }
    FindingChangesReport report() const { return findingChangesReport(overviews, comparison); }
    /// "new exposed-copies, gone launch-bound", or the reason in parentheses.
    std::string changes() const
    {
        const FindingChangesReport found = report();
        if (!found.unknown.isEmpty())
            return '(' + found.unknown.toStdString() + ')';
        std::string text;
        const auto json = findingChangesJson(overviews, found);
        for (const auto &change : json["changes"])
            text +=
                (text.empty() ? "" : ", ") + change["state"].get<std::string>() + ' ' + change["id"].get<std::string>();
        return text;
    }
    OverviewPair overviews;
    Comparison comparison;
};

TEST(FindingChanges, aKernelIsTheSameWhateverItsArgumentsAreCalled)
{
    const auto trace = [](const char *kernel) {
        FindingTrace all = FindingTrace().step(0, 2000);
        for (int i = 0; i < 10; ++i)
            all.work(i % 2 ? std::string(kernel) : "k" + std::to_string(i), 100 + i * 100, i % 2 ? 90 : 20, 50 + i);
        return all;
    };
    const auto lines = [](const Pair &pair) { return findingChangesLines(pair.report()).join(u' '); };
    const Pair same(trace("histogram(uchar4 *, unsigned int *)"), trace("histogram(uchar4 *, int *)"));
    EXPECT_FALSE(lines(same).contains(QLatin1String("Gone"))) << lines(same).toStdString();
    EXPECT_TRUE(lines(same).contains(QLatin1String("One kernel"))) << lines(same).toStdString();
    const Pair other(trace("histogram(uchar4 *)"), trace("convolve(uchar4 *)"));
    EXPECT_TRUE(lines(other).contains(QLatin1String("Gone"))) << lines(other).toStdString();
}

TEST(FindingChanges, areNewGoneOrInBoth)
{
    EXPECT_EQ(Pair(withCopy(0), withCopy(300)).changes(), "new exposed-copies");
    EXPECT_EQ(Pair(withCopy(300), withCopy(0)).changes(), "gone exposed-copies");
    EXPECT_EQ(Pair(withCopy(300), withCopy(200)).changes(), "both exposed-copies");
    EXPECT_EQ(Pair(late(), withCopy(200)).changes(), "new exposed-copies, gone launch-bound");
    EXPECT_EQ(Pair(withCopy(0), withCopy(0)).changes(), "");
}

TEST(FindingChanges, sayTheTimesOfBoth)
{
    const FindingChangesReport report = Pair(withCopy(300), withCopy(200)).report();
    ASSERT_EQ(report.lines.size(), 1U);
    const QString text = QString(report.lines[0].text).replace(QChar(0x202f), u' ');
    EXPECT_TRUE(text.startsWith(QStringLiteral("In both, 300.000 µs (30.0 %) → 200.000 µs (20.0 %): ")))
        << text.toStdString();
    EXPECT_TRUE(report.lines[0].placeA.slice.valid());
    EXPECT_TRUE(report.lines[0].placeB.slice.valid());
}

TEST(FindingChanges, nearTheThresholdAreNotCalledNew)
{
    EXPECT_EQ(Pair(withCopy(0), withCopy(25)).changes(), "near-threshold exposed-copies");
    EXPECT_EQ(Pair(withCopy(25), withCopy(15)).changes(), "near-threshold exposed-copies");
    EXPECT_EQ(Pair(withCopy(0), withCopy(35)).changes(), "new exposed-copies");
}

TEST(FindingChanges, whatTheOtherHasBelowTheThresholdIsNotNew)
{
    EXPECT_EQ(Pair(withCopy(5), withCopy(300)).changes(), "below-threshold exposed-copies");
    EXPECT_EQ(Pair(withCopy(300), withCopy(5)).changes(), "below-threshold exposed-copies");
    EXPECT_NE(Pair(withCopy(5), withCopy(300)).report().lines.at(0).text.indexOf(QStringLiteral("A has it, too")), -1);
    EXPECT_EQ(Pair(withCopy(0), withCopy(300)).report().lines.at(0).text.indexOf(QStringLiteral("New in B")), 0);
}

TEST(FindingChanges, otherSubjectsAreOtherFindings)
{
    const auto dominated = [](const std::string &name) {
        FindingTrace trace = FindingTrace().step(0, 1000);
        for (int i = 0; i < 10; ++i)
            trace.work(name, 2000 + 100 * i, 100, 10 + i);
        return trace;
    };
    EXPECT_EQ(Pair(dominated("gemm_a"), dominated("gemm_a")).changes(), "both one-kernel");
    EXPECT_EQ(Pair(dominated("gemm_a"), dominated("gemm_b")).changes(), "new one-kernel, gone one-kernel");
}

TEST(FindingChanges, elementwiseWorkIsMeasuredByTheBusyTime)
{
    // 1 ms, 400 µs of it busy: the threshold is 60 µs of these, not 150 µs of the millisecond
    const auto withElementwise = [](int us) {
        FindingTrace trace =
            FindingTrace().step(0, 1000).work("gemm_a", 2000, 380 - us, 10).work("gemm_b", 2990, 10, 12);
        if (us)
            trace.series("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)",
                         us / 5, 2380 - us, 5, 5, 2300);
        return trace;
    };
    const auto says = [&](int us, const char *change) {
        const std::string changes = Pair(withElementwise(0), withElementwise(us)).changes();
        return changes.find(change) != std::string::npos ? "" : changes;
    };
    EXPECT_EQ(says(120, "new elementwise"), "");
    EXPECT_EQ(says(80, "near-threshold elementwise"), "") << "below 1.5 times the threshold";
}

TEST(FindingChanges, kernelsOfAnotherOldArchitectureAreAnotherFinding)
{
    const auto built = [](const char *kernel) {
        return FindingTrace()
            .device({{"id", 0}, {"computeMajor", 9}, {"computeMinor", 0}, {"warpSize", 32}})
            .step(0, 100)
            .work(kernel, 200, 100, 10)
            .work("other", 300, 100, 11);
    };
    const auto changes = [&](const char *a, const char *b) { return Pair(built(a), built(b)).changes(); };
    EXPECT_NE(changes("sm80_xmma_gemm_f32", "ampere_bf16_s16816gemm").find("both old-architecture"), std::string::npos)
        << "another kernel of the same one";
    EXPECT_NE(changes("sm80_xmma_gemm_f32", "volta_sgemm_128x64_nn").find("new old-architecture"), std::string::npos)
        << changes("sm80_xmma_gemm_f32", "volta_sgemm_128x64_nn");
}

TEST(FindingChanges, anOperatorThatWaitsIsTheSameInEveryCallAndLine)
{
    const auto waiting = [](const char *call, const char *op, const char *frame) {
        return FindingTrace()
            .step(0, 1100)
            .slice("python_function", frame, 200, 700)
            .slice("cpu_op", op, 205, 690)
            .slice("cuda_runtime", call, 210, 680)
            .work("gemm", 100, 100, 50)
            .work("gemm", 900, 100, 890);
    };
    const FindingTrace a = waiting("cudaStreamSynchronize", "aten::item", "app/model.py(10): f");
    EXPECT_EQ(Pair(a, waiting("hipMemcpyWithStream", "aten::item", "app/model.py(12): f")).changes(),
              "both blocking-call");
    EXPECT_EQ(Pair(a, waiting("cudaStreamSynchronize", "aten::copy_", "app/model.py(10): f")).changes(),
              "new blocking-call, gone blocking-call");
    EXPECT_EQ(Pair(a, waiting("cudaStreamSynchronize", "aten::item", "app/model.py(10): g")).changes(),
              "new blocking-call, gone blocking-call");
}

TEST(FindingChanges, areSilentWhereARunCannotBeJudged)
{
    const FindingTrace span = FindingTrace().work("gemm", 0, 700, -1).work(pageableCopy, 700, 300, -1);
    EXPECT_EQ(Pair(withCopy(300), span).changes(),
              "(Findings are not compared: B has no steps or periods, only a recording as a whole.)");
    EXPECT_EQ(Pair(FindingTrace().step(0, 100), withCopy(300)).changes(),
              "(Findings are not compared: A has no timeline of GPU work.)");
    Pair other(withCopy(0), withCopy(300));
    other.comparison.verdict = Verdict::NotComparable;
    EXPECT_EQ(other.changes(), "(Findings are not compared: the runs do different work.)");
    Pair withheld(withCopy(0), withCopy(300));
    auto overview = std::make_shared<Overview>(*withheld.overviews.b);
    overview->withheld = {"gpu-idle"};
    withheld.overviews.b = overview;
    EXPECT_EQ(withheld.changes(), "(Findings are not compared: how much of the time the GPU works is not known of B.)");
    Pair part(withCopy(0), withCopy(300));
    part.overviews.a.reset();
    EXPECT_EQ(part.changes(), "(Findings are not compared: A has no timeline of GPU work.)");
}

TEST(FindingChanges, hiddenOnesAndNotesAreNoNews)
{
    const FindingTrace lateAfterCopy = FindingTrace()
                                           .step(0, 4000)
                                           .work(pageableCopy, 2000, 300, 10)
                                           .work("gemm", 2400, 600, 2390)
                                           .slice("cuda_runtime", "cudaStreamSynchronize", 3900, 5);
    const Pair pair(withCopy(0), lateAfterCopy);
    ASSERT_TRUE(std::ranges::any_of(pair.overviews.b->findings, [](const OverviewFinding &shown) {
        return shown.finding.id == "exposed-copies" && shown.finding.isHidden();
    }));
    for (const auto &line : pair.report().lines)
        EXPECT_FALSE(line.text.contains(QStringLiteral("copies"))) << line.text.toStdString();
    EXPECT_EQ(Pair(lateAfterCopy, lateAfterCopy).changes().find("new"), std::string::npos);
}

TEST(FindingChanges, linesBeginWithWhatEachOverviewSays)
{
    const Pair pair(withCopy(0), withCopy(300));
    const QStringList lines = findingChangesLines(pair.report());
    ASSERT_EQ(lines.size(), 3);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("A: The GPU has a single activity"))) << lines[0].toStdString();
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("B: Computation takes 70.0")));
    EXPECT_EQ(findingChangesLines(Pair(withCopy(0), withCopy(0)).report()).back(),
              QStringLiteral("Neither run has a finding of its unit."));
}

} // namespace
} // namespace ws
