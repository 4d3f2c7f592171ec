#include "core/analysis/compare/statistics.h"
#include "core/analysis/instances/durations.h"
#include "core/analysis/instances/instances.h"
#include "core/base/quantiles.h"
#include "core/base/shares.h"
#include "core/report/instancereport.h"
#include "core/report/tablewriters.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <numeric>

namespace ws {
namespace {

using Ns = std::vector<int64_t>;
using test::runFromJson;

/// A step with a module, in which an operator launches two kernels; a third kernel has no launch. Times in µs.
const char *const trace = R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":9,"tid":1,"ts":0,"dur":50},
{"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":9,"tid":1,"ts":2,"dur":30},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":3,"dur":20,"args":{"Input Dims":[[2,3],[3,4]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":8,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":60,"dur":10},
{"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":120,"dur":30,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"other","pid":0,"tid":8,"ts":130,"dur":5,"args":{"device":0,"stream":8}},
{"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":8,"ts":140,"dur":20,"args":{"device":0,"stream":8}}
]})json";

struct Found
{
    explicit Found(const char *text, bool regex = false, const char *json = trace) : run(runFromJson(json))
    {
        instances = std::make_shared<Instances>(*findInstances(*run, NamePattern(QString::fromUtf8(text), regex)));
        const auto steps = std::make_shared<const Steps>(*findSteps(*run));
        context = std::make_shared<InstanceContext>(
            run.run, steps, std::make_shared<const Layers>(*findLayers(*run, *steps)),
            std::make_shared<const Attribution>(*Attribution::make(*run, Attribution::Mode::All)));
    }
    const Instance &row(size_t i) const { return instances->rows.at(i); }
    std::string module(size_t i) const
    {
        const EventRef slice = context->module(row(i));
        return slice.valid() ? std::string(run->text(run->timeline.name(slice))) : "none";
    }
    test::RunResult run;
    std::shared_ptr<Instances> instances;
    std::shared_ptr<InstanceContext> context;
};

TEST(Instances, areFoundByTextOfAnyCaseAndByRegex)
{
    EXPECT_EQ(Found("SGEMM").instances->rows.size(), 3U);
    EXPECT_EQ(Found("^(sgemm|other)$", true).instances->rows.size(), 4U);
    EXPECT_EQ(Found("^(sgemm|other)$", true).instances->distinct, 2U);
    EXPECT_EQ(Found("^(sgemm|other)$").instances->rows.size(), 0U) << "text is no regex";
    EXPECT_EQ(Found("(", true).instances->rows.size(), 0U) << "an invalid one matches nothing";
    EXPECT_EQ(Found("").instances->rows.size(), 0U);
    EXPECT_EQ(Found("cudaLaunch").instances->rows.size(), 0U) << "calls are neither kernels nor operators";
}

TEST(Instances, ofKernelsKnowTheirStepModuleAndLaunch)
{
    const Found found("sgemm");
    EXPECT_EQ(found.context->step(found.row(0)), 0U);
    EXPECT_EQ(found.module(0), "nn.Module: Linear_0");
    EXPECT_EQ(found.context->launchDelayNs(found.row(0)), 95'000);
    EXPECT_EQ(found.context->launchDelayNs(found.row(1)), 112'000);
    EXPECT_EQ(found.context->shape(found.row(0)), 0U);
}

TEST(Instances, withoutALaunchNothingIsClaimed)
{
    const Found found("sgemm");
    EXPECT_EQ(found.context->step(found.row(2)), noStep);
    EXPECT_EQ(found.module(2), "none");
    EXPECT_FALSE(found.context->launchDelayNs(found.row(2)));
    EXPECT_EQ(found.context->layer(found.row(2)), noLayer);
}

TEST(Instances, ofOperatorsKnowTheirShapeAndTheStepAroundThem)
{
    const Found found("aten::mm");
    ASSERT_EQ(found.instances->rows.size(), 2U);
    EXPECT_EQ(found.run->text(found.context->shape(found.row(0))), "[[2,3],[3,4]]");
    EXPECT_EQ(found.context->step(found.row(0)), 0U);
    EXPECT_EQ(found.module(0), "nn.Module: Linear_0");
    EXPECT_EQ(found.context->step(found.row(1)), noStep) << "it begins after the step's end";
    EXPECT_EQ(found.module(1), "none");
    EXPECT_FALSE(found.context->launchDelayNs(found.row(0)));
}

TEST(Instances, areInOrderOfStartAcrossStreams)
{
    const auto run = test::runOfWork({{"0", "7", 50, 1, "k"}, {"0", "8", 10, 1, "k"}, {"1", "7", 30, 1, "k"}});
    const Instances found = *findInstances(*run, run->strings.find("k"));
    ASSERT_EQ(found.rows.size(), 3U);
    for (size_t i = 1; i < 3; ++i)
        EXPECT_LT(run->timeline.start(found.rows[i - 1].slice), run->timeline.start(found.rows[i].slice));
}

TEST(Instances, aLayerIsThatOfTheRepetition)
{
    std::vector<test::Work> work{{"0", "7", 0, 1, "embed"}};
    for (int i = 0; i < 12; ++i) {
        const char *names[] = {"qkv", "attention", "mlp"};
        work.push_back({"0", "7", 10 + 10 * i, 5, names[i % 3]});
    }
    const auto run = test::runOfWork(work);
    const auto steps = std::make_shared<const Steps>();
    const InstanceContext context(run, steps, std::make_shared<const Layers>(*findLayers(*run, *steps)), nullptr);
    const Instances attention = *findInstances(*run, run->strings.find("attention"));
    ASSERT_EQ(attention.rows.size(), 4U);
    EXPECT_EQ(context.layer(attention.rows[0]), 0U);
    EXPECT_EQ(context.layer(attention.rows[3]), 3U);
    EXPECT_EQ(context.layer(findInstances(*run, run->strings.find("embed"))->rows[0]), noLayer);
}

TEST(Instances, cancelledGiveNothing)
{
    const auto run = runFromJson(trace);
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(findInstances(*run, NamePattern(QStringLiteral("sgemm"), false), &progress));
}

TEST(InstanceRank, countsByStartAndComparesWithTheMedian)
{
    const Found found("sgemm"); // 10, 30 and 20 µs
    const auto rank = rankOf(*found.run, found.row(1).slice);
    ASSERT_TRUE(rank);
    EXPECT_EQ(rank->rank, 2U);
    EXPECT_EQ(rank->count, 3U);
    EXPECT_DOUBLE_EQ(rank->toMedian, 1.5);
    EXPECT_EQ(rankOf(*found.run, found.row(2).slice)->rank, 3U);
    EXPECT_FALSE(rankOf(*found.run, EventRef{}));
    EXPECT_FALSE(rankOf(*found.run, found.run->launches.slice[0])) << "a call is no instance";
}

TEST(Quantiles, theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle)
{
    const auto median = [](Ns values) { return medianNs(values); };
    EXPECT_EQ(median({10, 20}), 15);
    EXPECT_EQ(median({40, 10, 30, 20}), 25);
    EXPECT_EQ(median({30, 10, 20}), 20);
    EXPECT_EQ(median({3, 4}), 4) << "3.5, to the nearest ns";
    EXPECT_EQ(median({7}), 7);
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(median({-10, -20}), -15);
    EXPECT_EQ(median({0, INT64_MAX}), INT64_MAX / 2 + 1) << "nothing overflows";
    EXPECT_DOUBLE_EQ(medianOf({1, 2}), 1.5);
    EXPECT_EQ(durationStats(Ns{10, 20}).p50Ns, 15);
    EXPECT_EQ(durationStats(Ns{20, 10}).median, 1U) << "an instance is one of the two, the shorter";
    Ns sample{10, 20, 30, 40};
    EXPECT_EQ(sampleStats(sample).medianNs, 25);
    EXPECT_EQ(sampleStats(sample).p25Ns, 15) << "exactly a quarter does not exceed 10";
}

TEST(Shares, beside100PercentAddUpToIt)
{
    const auto tenths = [](const std::vector<double> &shares) {
        int64_t sum = 0;
        for (const double share : sharesThatAddUp(shares))
            sum += share < 0.0005 ? 0 : std::llround(share * 1000);
        return sum;
    };
    EXPECT_EQ(tenths({1 / 3.0, 1 / 3.0, 1 / 3.0}), 1000);
    EXPECT_EQ(tenths({0.1665, 0.1665, 0.1665, 0.1665, 0.1665, 0.1675}), 1000) << "singly rounded these are 100.2 %";
    EXPECT_EQ(tenths({0.4, 0.3}), 700);
    const std::vector<double> tiny = sharesThatAddUp({0.9999, 0.0001});
    EXPECT_EQ(tiny[1], 0.0001) << "shown as < 0.1 %";
    EXPECT_EQ(sharesThatAddUp({}), std::vector<double>{});
}

TEST(Quantiles, atLeastThatPartOfAllDoesNotExceedThePercentile)
{
    for (int64_t count = 1; count <= 200; ++count)
        for (const unsigned percent : {0U, 10U, 25U, 50U, 90U, 95U, 98U, 100U}) {
            Ns values(size_t(count), 0);
            std::iota(values.begin(), values.end(), 1);
            std::reverse(values.begin(), values.end());
            const int64_t found = percentileNs(values, percent);
            const int64_t below = std::ranges::count_if(values, [&](int64_t ns) { return ns <= found; });
            ASSERT_GE(below * 100, count * percent) << count << ' ' << percent;
            ASSERT_LE((below - 2) * 100, count * percent) << count << ' ' << percent;
        }
}

TEST(DurationStats, percentilesAreTheSmallestThatThePartDoesNotExceed)
{
    for (int64_t count = 1; count <= 300; ++count) {
        std::vector<int64_t> durations; // 1 to count, the odd ones first, the even ones backwards
        for (int64_t ns = 1; ns <= count; ns += 2)
            durations.push_back(ns);
        for (int64_t ns = count - count % 2; ns > 0; ns -= 2)
            durations.push_back(ns);
        const DurationStats stats = durationStats(durations);
        int64_t half = 1, most = 1;
        while (half * 100 < count * 50)
            ++half;
        while (most * 100 < count * 95)
            ++most;
        const bool isHalf = half * 100 == count * 50, isMost = most * 100 == count * 95; // then the mean with the next
        ASSERT_EQ(stats.p50Ns, half + isHalf) << count;
        ASSERT_EQ(stats.p95Ns, most + isMost) << count;
        ASSERT_EQ(durations[stats.median], half) << count;
    }
}

TEST(DurationStats, areExistingDurations)
{
    const Ns durations{50, 10, 30, 20, 40, 10, 50};
    const DurationStats stats = durationStats(durations);
    EXPECT_EQ(stats.count, 7U);
    EXPECT_EQ(stats.totalNs, 210);
    EXPECT_EQ(stats.p50Ns, 30);
    EXPECT_EQ(stats.p95Ns, 50);
    EXPECT_DOUBLE_EQ(stats.meanNs, 30);
    EXPECT_EQ(stats.minNs, 10);
    EXPECT_EQ(stats.maxNs, 50);
    EXPECT_EQ(stats.fastest, 1U);
    EXPECT_EQ(stats.median, 2U);
    EXPECT_EQ(stats.slowest, 0U) << "the first of equally long ones";
    Ns hundred(100);
    std::iota(hundred.begin(), hundred.end(), 1);
    EXPECT_EQ(durationStats(hundred).p50Ns, 51) << "50.5";
    EXPECT_EQ(durationStats(hundred).p95Ns, 96) << "95.5";
    EXPECT_EQ(durationStats(Ns{7}).p95Ns, 7);
    EXPECT_EQ(durationStats(Ns{}).count, 0U);
}

uint64_t sum(const DurationHistogram &histogram)
{
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), uint64_t(0));
}

TEST(DurationHistogram, isLinearUntilTheSpreadExceedsTwenty)
{
    EXPECT_FALSE(durationHistogram(Ns{100, 2000}).logarithmic);
    EXPECT_TRUE(durationHistogram(Ns{100, 2001}).logarithmic);
    EXPECT_FALSE(durationHistogram(Ns{0, 20}).logarithmic) << "0 counts as 1 ns";
    EXPECT_TRUE(durationHistogram(Ns{0, 21}).logarithmic);
}

TEST(DurationHistogram, countsAddUpToAll)
{
    for (const Ns &durations : {Ns{5}, Ns{5, 5, 5}, Ns{0, 0}, Ns{0, 1, 1'000'000}, Ns{1, 2, 3, 4}, Ns{0, INT64_MAX}}) {
        const DurationHistogram histogram = durationHistogram(durations);
        EXPECT_EQ(sum(histogram), durations.size());
        ASSERT_EQ(histogram.edges.size(), histogram.counts.size() + 1);
        EXPECT_DOUBLE_EQ(histogram.edges.front(), double(*std::ranges::min_element(durations)));
        EXPECT_DOUBLE_EQ(histogram.edges.back(), double(*std::ranges::max_element(durations)));
        EXPECT_TRUE(std::ranges::is_sorted(histogram.edges));
    }
    EXPECT_TRUE(durationHistogram(Ns{}).counts.empty());
}

TEST(DurationHistogram, putsADurationBetweenItsEdges)
{
    const DurationHistogram histogram = durationHistogram(Ns{10, 14, 15, 19, 20}, 2);
    EXPECT_EQ(histogram.edges, (std::vector<double>{10, 15, 20}));
    EXPECT_EQ(histogram.counts, (std::vector<uint64_t>{2, 3}));
}

TEST(InstanceReport, ofOperatorsAloneHasThreads)
{
    const auto titleOf = [](const char *pattern) {
        const Found found(pattern);
        const ReportTable table = instanceReport(found.run.run, found.instances, found.context);
        return table.columns[size_t(table.columnOf("stream"))].title.toStdString();
    };
    EXPECT_EQ(titleOf("aten::mm"), "Thread");
    EXPECT_EQ(titleOf("sgemm"), "Stream");
    EXPECT_EQ(titleOf("m"), "Stream") << "of both";
}

TEST(InstanceReport, jsonTextIsTheDocumentOfTheRows)
{
    const Found found("m");
    const ReportTable table = instanceReport(found.run.run, found.instances, found.context);
    const auto json =
        nlohmann::ordered_json::parse(instancesJson(table, durationStats(durationsOf(*found.run, *found.instances))));
    EXPECT_EQ(json["rows"], tableRowsJson(table));
    EXPECT_EQ(json["rows"].size(), 5U);
    EXPECT_EQ(json["rows"][0]["shape"], "[[2,3],[3,4]]");
    EXPECT_TRUE(json["rows"][0]["device"].is_null());
    EXPECT_EQ(json["rows"][0]["stream"], "1") << "the thread";
    EXPECT_EQ(json["rows"][2]["device"], "0");
    EXPECT_EQ(json["rows"][2]["launchDelayNs"], 95'000);
    EXPECT_EQ(json["stats"]["count"], 5);
}

} // namespace
} // namespace ws
