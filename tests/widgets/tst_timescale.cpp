#include "widgets/timeline/timescale.h"

#include <gtest/gtest.h>

using namespace ws;

TEST(TimeScale, pixelsAndTimesAreEachOthersInverse)
{
    const TimeScale scale({1'000, 3'000}, 1000);
    EXPECT_DOUBLE_EQ(scale.x(1'000), 0);
    EXPECT_DOUBLE_EQ(scale.x(3'000), 1000);
    EXPECT_EQ(scale.ns(500), 2'000);
    EXPECT_EQ(scale.ns(-1), 998);
}

TEST(TimeScale, zoomingKeepsTheTimeUnderTheCursor)
{
    const TimeRange before{0, 1'000'000};
    const TimeRange after = zoomed(before, 4, 250'000);
    EXPECT_EQ(after.length(), 250'000);
    EXPECT_DOUBLE_EQ(TimeScale(before, 800).x(250'000), TimeScale(after, 800).x(250'000));
    EXPECT_EQ(zoomed(after, 0.25, 250'000), before);
}

TEST(TimeScale, zoomingInStopsWhereThereIsNothingLeftToSee)
{
    EXPECT_EQ(zoomed({0, 60}, 1000, 30).length(), shortestViewNs);
}

TEST(TimeScale, aRangeIsMovedBackIntoTheLimits)
{
    EXPECT_EQ(fitted({-500, 500}, {0, 10'000}), (TimeRange{0, 1'000}));
    EXPECT_EQ(fitted({9'500, 10'500}, {0, 10'000}), (TimeRange{9'000, 10'000}));
    EXPECT_EQ(fitted({-5, 20'000}, {0, 10'000}), (TimeRange{0, 10'000}));
    EXPECT_EQ(fitted({500, 501}, {0, 10'000}).length(), shortestViewNs);
    EXPECT_EQ(fitted({0, 1}, {0, 1}).length(), shortestViewNs);
}

TEST(TimeScale, ticksAreRoundNumbersFarEnoughApart)
{
    const TimeScale scale({1'234'567, 2'234'567}, 1000);
    const Ticks ticks = ticksOf(scale, 90);
    EXPECT_EQ(ticks.step, 100'000);
    ASSERT_EQ(ticks.times.size(), 10u);
    EXPECT_EQ(ticks.times.front(), 1'300'000);
    EXPECT_EQ(ticksOf(TimeScale({-100, 100}, 100), 20).times.front(), -100);
}

TEST(TimeScale, deepInALongRunTicksAreAddedToABase)
{
    EXPECT_EQ(tickBase({0, 1'000'000}, 100'000), 0);
    EXPECT_EQ(tickBase({2'000'000, 3'000'000}, 100'000), 0) << "2.1 ms is readable";
    const TimeRange deep{43'000'001'300, 43'000'002'100};
    const int64_t base = tickBase(deep, 200);
    EXPECT_EQ(base, 43'000'001'000);
    EXPECT_EQ(tickBaseText(base, deep), QStringLiteral("43.000001\u00a0s"));
    EXPECT_EQ(tickText(43'000'001'400 - base, 200, deep.end - base), QStringLiteral("0.4\u00a0µs"));
    EXPECT_EQ(tickBase({-43'000'001'300, -43'000'001'000}, 200), 0);
    EXPECT_GE(tickBase({INT64_MAX - 100, INT64_MAX}, 1), INT64_MAX - 200);
}

TEST(TimeScale, tickTextHasJustTheDigitsThatDiffer)
{
    EXPECT_EQ(tickText(1'250'000, 50'000, 2'000'000), QStringLiteral("1.25\u00a0ms"));
    EXPECT_EQ(tickText(0, 50'000, 2'000'000), QStringLiteral("0.00\u00a0ms"));
    EXPECT_EQ(tickText(160'000'000, 20'000'000, 300'000'000), QStringLiteral("160\u00a0ms"));
    EXPECT_EQ(tickText(43'000'000'200, 200, 43'000'001'000), QStringLiteral("43.0000002\u00a0s"));
    EXPECT_EQ(tickText(40, 20, 100), QStringLiteral("40\u00a0ns"));
}

TEST(TimeScale, aRoundedTextHasThreeDigits)
{
    EXPECT_EQ(roundedText(3'070'444), QStringLiteral("3.07\u00a0ms"));
    EXPECT_EQ(roundedText(45'200'100'000), QStringLiteral("45.2\u00a0s"));
    EXPECT_EQ(roundedText(250'000), QStringLiteral("250\u00a0µs"));
    EXPECT_EQ(roundedText(7), QStringLiteral("7\u00a0ns"));
}

TEST(TimeScale, hugeTimesDoNotOverflow)
{
    const TimeRange whole{0, INT64_MAX / 8};
    const TimeRange wide = withMargin(whole, 0.02);
    const TimeRange out = fitted(zoomed(wide, 0.5, whole.end), wide);
    EXPECT_EQ(out, wide);
    EXPECT_LE(ticksOf(TimeScale(wide, 1000), 100).times.size(), 11u);
}

TEST(TimeScale, aRunOfAllTimesThereAreHasMarginsTicksAndZoom)
{
    const TimeRange limits = withMargin({0, INT64_MAX - 1}, 0.02);
    EXPECT_LT(limits.begin, 0);
    EXPECT_GT(limits.end, INT64_MAX / 2);
    const TimeRange whole = fitted(zoomed(limits, 0.001, INT64_MAX - 5), limits);
    EXPECT_EQ(whole, limits);
    EXPECT_EQ(fitted(panned(limits, INT64_MAX), limits), limits);
    const Ticks ticks = ticksOf(TimeScale(whole, 40), 90);
    EXPECT_EQ(ticks.step, 1'000'000'000'000'000'000);
    EXPECT_LE(ticks.times.size(), 10u);
    EXPECT_GE(TimeScale(whole, 40).ns(1e6), whole.end);
    EXPECT_FALSE(roundedText(INT64_MAX).isEmpty());
}
