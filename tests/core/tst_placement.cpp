// The place of a short sequence in a long one.

#include "core/analysis/ncu/placement.h"

#include <gtest/gtest.h>

#include <vector>

using namespace ws;

namespace {

using Symbols = std::vector<uint32_t>;

Symbols repeated(const Symbols &loop, size_t count)
{
    Symbols all;
    for (size_t i = 0; i < count; ++i)
        all.push_back(loop[i % loop.size()]);
    return all;
}

} // namespace

TEST(Placement, standsWhereAllIsTheSame)
{
    const Placement found = placeRows(Symbols{2, 3, 2}, Symbols{1, 2, 2, 3, 2, 3, 3});
    EXPECT_EQ(found.offset, 2);
    EXPECT_EQ(found.matches, 3U);
    EXPECT_EQ(found.places, 1U);
}

TEST(Placement, aFewDifferencesAreNoReasonToStandElsewhere)
{
    const Placement found =
        placeRows(Symbols{1, 2, 3, 4, 5, 9, 7, 8, 1, 2}, Symbols{8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3});
    EXPECT_EQ(found.offset, 1);
    EXPECT_EQ(found.matches, 9U);
}

TEST(Placement, fewRowsMustAllFit)
{
    EXPECT_EQ(placeRows(Symbols{1, 2, 3}, Symbols{1, 2, 4, 1}).places, 0U);
    EXPECT_EQ(placeRows(Symbols{1, 2, 3}, Symbols{4, 4, 4}).places, 0U);
    EXPECT_EQ(placeRows(Symbols{}, Symbols{1}).places, 0U);
    EXPECT_EQ(placeRows(Symbols{1}, Symbols{}).places, 0U);
}

TEST(Placement, theNearestOfEqualPlaces)
{
    EXPECT_EQ(placeRows(Symbols{1, 2}, Symbols{3, 1, 2, 1, 2}).offset, 1);
    EXPECT_EQ(placeRows(Symbols{1, 2, 1, 2, 3}, Symbols{1, 2}).offset, 0);
    EXPECT_EQ(placeRows(Symbols{1, 2, 1, 2, 3}, Symbols{1, 2}).places, 2U);
}

TEST(Placement, unknownSymbolsEqualNothing)
{
    EXPECT_EQ(placeRows(Symbols{0, 0}, Symbols{0, 0, 0}).places, 0U);
}

TEST(Placement, theSameSymbolAMillionTimesFitsEverywhere)
{
    const Placement found = placeRows(Symbols(2'000, 1), Symbols(1'000'000, 1));
    EXPECT_EQ(found.offset, 0);
    EXPECT_EQ(found.matches, 2'000U);
    EXPECT_EQ(found.places, 998'001U);
}

TEST(Placement, aLongLoopWithOneOddTurnIsFoundThere)
{
    Symbols launches = repeated({1, 2, 3, 4, 5, 6, 7}, 1'000'000);
    launches[700'000] = 9;
    Symbols rows(launches.begin() + 699'300, launches.begin() + 701'300);
    rows[1'500] = 8;
    const Placement found = placeRows(rows, launches);
    EXPECT_EQ(found.offset, 699'300);
    EXPECT_EQ(found.matches, 1'999U);
    EXPECT_EQ(found.places, 1U);
}
