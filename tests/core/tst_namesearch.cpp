#include "core/analysis/namesearch.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

std::shared_ptr<const Run> gemms()
{
    return test::runOfWork({{"0", "7", 10, 5, "gemm_a"},
                            {"0", "7", 30, 5, "norm"},
                            {"0", "20", 20, 5, "Gemm_b"},
                            {"0", "20", 40, 5, "gemm_a"}});
}

std::string nameOf(const Run &run, const std::optional<Hit> &hit)
{
    return hit ? std::to_string(hit->number) + ' ' + std::string(run.text(run.timeline.name(hit->slice))) + " at " +
                     std::to_string(run.timeline.start(hit->slice))
               : "none";
}

TEST(NameSearch, textIsFoundInAnyCaseAnywhereInTheName)
{
    const auto run = gemms();
    const auto hits = findNames(*run, QStringLiteral("GEMM"), false);
    EXPECT_EQ(hits->distinct, 2U);
    EXPECT_EQ(hits->count, 3U);
}

TEST(NameSearch, mangledNamesAreFoundByWhatPeopleRead)
{
    const auto run = test::runOfWork({{"0", "7", 10, 5, "_ZN2ns4gemmIfEEvPT_"}});
    EXPECT_EQ(findNames(*run, QStringLiteral("ns::gemm<float>"), false)->count, 1U);
    EXPECT_EQ(findNames(*run, QStringLiteral("4gemmIfE"), false)->count, 1U) << "and as it stands";
}

TEST(NameSearch, textIsNoExpressionUnlessAskedFor)
{
    const auto run = gemms();
    EXPECT_EQ(findNames(*run, QStringLiteral("gemm_.$"), false)->count, 0U);
    EXPECT_EQ(findNames(*run, QStringLiteral("gemm_.$"), true)->count, 3U);
}

TEST(NameSearch, anInvalidExpressionHasNoHitsAndSaysWhy)
{
    EXPECT_EQ(findNames(*gemms(), QStringLiteral("(gemm"), true)->count, 0U);
    EXPECT_FALSE(patternError(QStringLiteral("(gemm")).isEmpty());
    EXPECT_TRUE(patternError(QStringLiteral("gemm|norm")).isEmpty());
}

TEST(NameSearch, hitsComeInOrderOfTimeOverAllRowsAndAroundTheEnd)
{
    const auto run = gemms();
    const auto hits = findNames(*run, QStringLiteral("gemm"), false);
    auto hit = nextHit(*run, *hits, {}, 1);
    std::vector<std::string> order;
    for (int i = 0; i < 4; ++i) {
        order.push_back(nameOf(*run, hit));
        hit = nextHit(*run, *hits, hit->slice, 1);
    }
    const int64_t first = run->timeline.start(nextHit(*run, *hits, {}, 1)->slice);
    const auto at = [&](int64_t ns) { return std::to_string(first + ns); };
    EXPECT_EQ(order, (std::vector<std::string>{"1 gemm_a at " + at(0), "2 Gemm_b at " + at(10), "3 gemm_a at " + at(30),
                                               "1 gemm_a at " + at(0)}));
}

TEST(NameSearch, goingBackFromTheFirstHitEndsAtTheLast)
{
    const auto run = gemms();
    const auto hits = findNames(*run, QStringLiteral("gemm"), false);
    const auto first = nextHit(*run, *hits, {}, 1);
    EXPECT_EQ(nextHit(*run, *hits, first->slice, -1)->number, 3U);
    EXPECT_EQ(nextHit(*run, *hits, {}, -1)->number, 3U);
}

TEST(NameSearch, theSelectionNeedNotBeAHit)
{
    const auto run = gemms();
    const auto hits = findNames(*run, QStringLiteral("gemm"), false);
    const auto norm = nextHit(*run, *findNames(*run, QStringLiteral("norm"), false), {}, 1);
    EXPECT_EQ(nextHit(*run, *hits, norm->slice, 1)->number, 3U);
    EXPECT_EQ(nextHit(*run, *hits, norm->slice, -1)->number, 2U);
}

TEST(NameSearch, slicesThatStartTogetherAreAllFound)
{
    const auto run = test::runOfWork({{"0", "1", 5, 5, "k"}, {"0", "1", 5, 5, "k"}, {"0", "2", 5, 5, "k"}});
    const auto hits = findNames(*run, QStringLiteral("k"), false);
    EventRef at;
    for (uint64_t number : {1, 2, 3, 1}) {
        const auto hit = nextHit(*run, *hits, at, 1);
        EXPECT_EQ(hit->number, number);
        at = hit->slice;
    }
    for (uint64_t number : {3, 2, 1}) {
        const auto hit = nextHit(*run, *hits, at, -1);
        EXPECT_EQ(hit->number, number);
        at = hit->slice;
    }
}

TEST(NameSearch, cancellingGivesNothing)
{
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(findNames(*gemms(), QStringLiteral("gemm"), false, &progress));
}

} // namespace
} // namespace ws
