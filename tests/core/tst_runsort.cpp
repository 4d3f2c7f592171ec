// Columns that lie in sorted runs: the order is the stable one, whichever way it is found.

#include "core/base/runsort.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace ws {
namespace {

std::vector<uint32_t> expectedOrder(const std::vector<int64_t> &values)
{
    std::vector<uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
    return order;
}

TEST(RunSort, theOrderIsStableForAnyNumberOfRuns)
{
    std::mt19937 random(7);
    for (const size_t runs : {2, 3, 15, 16, 17, 40}) {
        std::vector<int64_t> values;
        for (size_t run = 0; run < runs; ++run) {
            values.push_back(run % 2 ? -5 : 30); // the end of one is no begin of the next
            for (int i = 0; i < 50; ++i)
                values.push_back(values.back() + random() % 3); // equal ones, too
            values.push_back(200);
        }
        EXPECT_EQ(stableOrder(values), expectedOrder(values)) << runs;
    }
}

TEST(RunSort, whatIsSortedNeedsNoOrderAndKeepsItsColumns)
{
    EXPECT_TRUE(stableOrder(std::vector<int64_t>{}).empty());
    EXPECT_TRUE(stableOrder(std::vector<int64_t>{4}).empty());
    EXPECT_TRUE(stableOrder(std::vector<int64_t>{1, 1, 4}).empty());
    std::vector<int> column{3, 2, 1};
    permute(column, stableOrder(std::vector<int64_t>{1, 1, 4}));
    EXPECT_EQ(column, (std::vector<int>{3, 2, 1}));
    permute(column, stableOrder(std::vector<int64_t>{5, 1, 1}));
    EXPECT_EQ(column, (std::vector<int>{2, 1, 3}));
}

} // namespace
} // namespace ws
