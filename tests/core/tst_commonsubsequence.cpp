#include "core/base/commonsubsequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace ws;

namespace {

using Sequence = std::vector<uint32_t>;

size_t matches(const Sequence &partner)
{
    return partner.size() - size_t(std::count(partner.begin(), partner.end(), noPartner));
}

/// The length by the table of all pairs.
size_t longest(const Sequence &a, const Sequence &b)
{
    std::vector<size_t> row(b.size() + 1);
    for (const uint32_t x : a) {
        size_t diagonal = 0;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t above = row[j + 1];
            row[j + 1] = x == b[j] ? diagonal + 1 : std::max(above, row[j]);
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

TEST(CommonSubsequence, isOneAndTheLongest)
{
    std::mt19937 random(1);
    for (int round = 0; round < 3'000; ++round) {
        Sequence a(random() % 12), b(random() % 12);
        for (Sequence *s : {&a, &b})
            for (uint32_t &x : *s)
                x = random() % 3;
        const Sequence partner = *commonSubsequence(a, b);
        ASSERT_EQ(partner.size(), a.size());
        EXPECT_EQ(matches(partner), longest(a, b));
        uint32_t next = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            if (partner[i] == noPartner)
                continue;
            ASSERT_LT(partner[i], b.size());
            EXPECT_GE(partner[i], next);
            EXPECT_EQ(a[i], b[partner[i]]);
            next = partner[i] + 1;
        }
    }
}

TEST(CommonSubsequence, matchesLieEarly)
{
    EXPECT_EQ(*commonSubsequence(Sequence{1, 2, 2, 3}, Sequence{1, 2, 3}), (Sequence{0, 1, noPartner, 2}));
    EXPECT_EQ(*commonSubsequence(Sequence{1, 2, 3}, Sequence{1, 2, 2, 3}), (Sequence{0, 1, 3}));
}

TEST(CommonSubsequence, isGivenUpAfterTheAllowedDifferences)
{
    const Sequence a{1, 2, 3, 4}, b{1, 5, 3, 6}; // four without a partner
    EXPECT_TRUE(commonSubsequence(a, b, 4));
    EXPECT_FALSE(commonSubsequence(a, b, 3));
    EXPECT_TRUE(commonSubsequence(a, a, 0));
    EXPECT_TRUE(commonSubsequence(Sequence{}, Sequence{}, 0));
    EXPECT_FALSE(commonSubsequence(Sequence{}, b, 3));
}

TEST(CommonSubsequence, longSequencesWithMoreDifferencesThanEverAllowedAreGivenUp)
{
    Sequence a(100'000), b(100'000);
    std::iota(a.begin(), a.end(), 0);
    std::iota(b.begin(), b.end(), 0);
    for (size_t i = 0; i < 900; ++i)
        b[i * 100] += 1'000'000;
    EXPECT_EQ(matches(*commonSubsequence(a, b)), a.size() - 900);
    for (size_t i = 0; i < 300; ++i)
        b[i * 100 + 1] += 1'000'000;
    EXPECT_FALSE(commonSubsequence(a, b));
}
