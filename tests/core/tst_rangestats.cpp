#include "core/analysis/busy/rangestats.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

using namespace ws;
using ws::test::runFromJson;
using ws::test::runOfWork;

namespace {

std::vector<uint32_t> allLanes(const Timeline &timeline)
{
    std::vector<uint32_t> lanes(timeline.lanes.size());
    std::iota(lanes.begin(), lanes.end(), 0);
    return lanes;
}

RangeStats stats(const Run &run, TimeRange range)
{
    return *rangeStats(run.timeline, allLanes(run.timeline), range);
}

EventRef find(const Run &run, std::string_view name)
{
    for (uint32_t lane = 0; lane < run.timeline.lanes.size(); ++lane)
        for (uint32_t i = 0; i < run.timeline.lanes[lane].size(); ++i)
            if (run.text(run.timeline.lanes[lane].name[i]) == name)
                return {lane, i};
    return {};
}

// outer 0–100 ⊃ inner 10–30 ⊃ leaf 15–20, inner2 50–110 sticks out
const char *const nested = R"([
{"ph":"X","name":"outer","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","name":"inner","pid":1,"tid":1,"ts":10,"dur":20},
{"ph":"X","name":"leaf","pid":1,"tid":1,"ts":15,"dur":5},
{"ph":"X","name":"inner2","pid":1,"tid":1,"ts":50,"dur":60}])";

} // namespace

TEST(RangeStats, nestedSlicesCountSeverallyAndOnceInTheUnion)
{
    const auto run = runFromJson(nested);
    ASSERT_TRUE(run);
    const RangeStats s = stats(*run, {0, 200'000});
    EXPECT_EQ(s.count, 4u);
    EXPECT_EQ(s.totalNs, 185'000);
    EXPECT_EQ(s.unionNs, 110'000);
    ASSERT_EQ(s.names.size(), 4u);
    EXPECT_EQ(run->text(s.names[0].name), "inner2") << "the longest self time first";
    EXPECT_EQ(s.names[0].totalNs, 60'000);
    const auto outer = std::find_if(s.names.begin(), s.names.end(),
                                    [&](const NameStats &stats) { return run->text(stats.name) == "outer"; });
    ASSERT_NE(outer, s.names.end());
    EXPECT_EQ(outer->totalNs, 100'000);
}

TEST(RangeStats, selfTimesOfNestedCallsAddUpToTheTimeInWhichAnythingRuns)
{
    const auto run = runFromJson(nested);
    ASSERT_TRUE(run);
    const RangeStats whole = stats(*run, {0, 200'000});
    EXPECT_EQ(whole.selfNs, whole.unionNs);
    const auto self = [&](const RangeStats &s, std::string_view name) {
        const auto found = std::find_if(s.names.begin(), s.names.end(),
                                        [&](const NameStats &row) { return run->text(row.name) == name; });
        return found == s.names.end() ? -1 : found->selfNs;
    };
    EXPECT_EQ(self(whole, "outer"), 30'000) << "100 less inner's 20 and the 50 of inner2 that lie in it";
    EXPECT_EQ(self(whole, "inner"), 15'000);
    EXPECT_EQ(self(whole, "leaf"), 5'000);
    const RangeStats part = stats(*run, {12'000, 18'000});
    EXPECT_EQ(part.totalNs, 15'000);
    EXPECT_EQ(part.selfNs, 6'000) << "as long as the range";
    EXPECT_EQ(self(part, "outer"), 0);
    EXPECT_EQ(self(part, "inner"), 3'000);
    EXPECT_EQ(self(part, "leaf"), 3'000);
}

TEST(RangeStats, selfTimesOfManySiblingsAndDeepNestingNeverExceedTheRange)
{
    std::string json = "[";
    for (int outer = 0; outer < 20; ++outer)
        for (int depth = 0; depth < 5; ++depth)
            for (int k = 0; k < 1 << depth; ++k) // each call holds two calls that fill it
                json += QStringLiteral(R"({"ph":"X","name":"d%1","pid":1,"tid":1,"ts":%2,"dur":%3},)")
                            .arg(depth)
                            .arg(outer * 200 + k * (160 >> depth))
                            .arg(160 >> depth)
                            .toStdString();
    json.back() = ']';
    const auto run = runFromJson(json);
    ASSERT_TRUE(run);
    for (const int64_t begin : {0, 100'000, 333'000, 1'999'000}) {
        const RangeStats s = stats(*run, {begin, begin + 777'000});
        EXPECT_EQ(s.selfNs, s.unionNs) << begin;
        EXPECT_GT(s.totalNs, s.unionNs) << "durations are no longer what is added up";
    }
}

TEST(RangeStats, selfTimesAreTheBruteForceOnesWhetherSlicesCrossOrNot)
{
    for (uint32_t seed = 0; seed < 60; ++seed) {
        std::mt19937 chance(seed);
        std::string json = "[";
        for (int i = 0; i < 40;
             ++i) // every other trace has only slices within slices: powers of two at their multiples
            if (const int size = 1 << chance() % 7; seed % 2)
                json += QStringLiteral(R"({"ph":"X","name":"s%1","pid":1,"tid":%2,"ts":%3,"dur":%4},)")
                            .arg(i)
                            .arg(1 + chance() % 2)
                            .arg(chance() % 200)
                            .arg(chance() % 50)
                            .toStdString();
            else
                json += QStringLiteral(R"({"ph":"X","name":"s%1","pid":1,"tid":%2,"ts":%3,"dur":%4},)")
                            .arg(i)
                            .arg(1 + chance() % 2)
                            .arg(int(chance() % 8) * size)
                            .arg(size)
                            .toStdString();
        json.back() = ']';
        const auto run = runFromJson(json);
        ASSERT_TRUE(run);
        const Timeline &timeline = run->timeline;
        for (const TimeRange &range : {TimeRange{0, 600'000}, TimeRange{37'000, 90'000}}) {
            int64_t all = 0;
            for (uint32_t lane = 0; lane < timeline.lanes.size(); ++lane)
                for (uint32_t i = 0; i < timeline.lanes[lane].size(); ++i)
                    for (int64_t us = range.begin; us < range.end; us += 1'000) {
                        const auto runs = [&](EventRef slice) {
                            return timeline.start(slice) <= us && us < timeline.end(slice);
                        };
                        bool isInnermost = runs({lane, i});
                        for (uint32_t deeper = lane + 1; deeper < timeline.lanes.size(); ++deeper)
                            for (uint32_t k = 0; isInnermost && k < timeline.lanes[deeper].size(); ++k)
                                isInnermost =
                                    timeline.lanes[deeper].track != timeline.lanes[lane].track || !runs({deeper, k});
                        all += isInnermost ? 1'000 : 0;
                    }
            EXPECT_EQ(stats(*run, range).selfNs, all) << "seed " << seed;
        }
    }
}

// "enter" opens "step" and returns while it runs, so step lies two lanes below "call", which encloses both.
const char *const opened = R"([
{"ph":"X","name":"call","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","name":"enter","pid":1,"tid":1,"ts":5,"dur":10},
{"ph":"X","name":"step","pid":1,"tid":1,"ts":10,"dur":80},
{"ph":"X","name":"memcpy","pid":1,"tid":1,"ts":20,"dur":60}])";

TEST(RangeStats, aSliceThatOutlivesTheCallItBeganInIsNoSelfTimeOfWhatEnclosesBoth)
{
    const auto run = runFromJson(opened);
    ASSERT_TRUE(run);
    const RangeStats within = stats(*run, {30'000, 60'000});
    EXPECT_EQ(within.selfNs, 30'000) << "as long as the range";
    ASSERT_EQ(within.names.size(), 3u);
    EXPECT_EQ(run->text(within.names[0].name), "memcpy");
    EXPECT_EQ(within.names[1].selfNs, 0);
    EXPECT_EQ(run->text(within.names[1].name), "call") << "of equal ones the outer first";
    const RangeStats whole = stats(*run, {0, 200'000});
    EXPECT_EQ(whole.selfNs, whole.unionNs);
    EXPECT_EQ(selfTime(run->timeline, find(*run, "call")), 15'000) << "0 to 5 and 90 to 100";
    EXPECT_EQ(selfTime(run->timeline, find(*run, "enter")), 5'000);
    EXPECT_EQ(selfTime(run->timeline, find(*run, "step")), 20'000);
}

TEST(RangeStats, clipsToTheRange)
{
    const auto run = runFromJson(nested);
    ASSERT_TRUE(run);
    const RangeStats s = stats(*run, {12'000, 18'000});
    EXPECT_EQ(s.count, 3u);
    EXPECT_EQ(s.totalNs, 6'000 + 6'000 + 3'000);
    EXPECT_EQ(s.unionNs, 6'000);
}

TEST(RangeStats, aSliceThatEndsWhereTheRangeBeginsIsOutside)
{
    const auto run = runFromJson(nested);
    ASSERT_TRUE(run);
    EXPECT_EQ(stats(*run, {110'000, 120'000}).count, 0u);
    EXPECT_EQ(stats(*run, {109'999, 120'000}).count, 1u);
}

TEST(RangeStats, aZeroLengthSliceBelongsToTheRangeThatBeginsThere)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "a"}, {"0", "7", 50, 0, "zero"}});
    EXPECT_EQ(stats(*run, {40, 50}).count, 0u);
    EXPECT_EQ(stats(*run, {50, 60}).count, 1u);
    EXPECT_EQ(stats(*run, {50, 60}).unionNs, 0);
}

TEST(RangeStats, theUnionGoesOverAllChosenLanes)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"},
                                {"0", "8", 5, 10, "a"},
                                {"0", "9", 12, 10, "b"},
                                {"1", "7", 30, 5, "b"},
                                {"1", "8", 30, 5, "b"}});
    const RangeStats all = stats(*run, {0, 100});
    EXPECT_EQ(all.count, 5u);
    EXPECT_EQ(all.totalNs, 40);
    EXPECT_EQ(all.unionNs, 27);
    const uint32_t track = run->timeline.lanes[find(*run, "b").lane].track;
    EXPECT_EQ(rangeStats(run->timeline, lanesOf(run->timeline, std::vector{track}), {0, 100})->count, 1u);
}

TEST(RangeStats, aCancelledCountIsNoCount)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "a"}});
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(rangeStats(run->timeline, allLanes(run->timeline), {0, 10}, &progress));
}

TEST(SelfTime, countsWhatIsNestedOnce)
{
    const auto run = runFromJson(nested);
    ASSERT_TRUE(run);
    EXPECT_EQ(selfTime(run->timeline, find(*run, "outer")), 30'000) << "inner 20, inner2 up to the parent's end 50";
    EXPECT_EQ(selfTime(run->timeline, find(*run, "inner")), 15'000);
    EXPECT_EQ(selfTime(run->timeline, find(*run, "leaf")), 5'000);
}

TEST(SelfTime, ofAKernelIsItsDuration)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 2, 3, "overlapping"}});
    EXPECT_EQ(selfTime(run->timeline, find(*run, "a")), 10);
}
