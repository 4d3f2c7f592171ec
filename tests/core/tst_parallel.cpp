// Work divided between all cores.

#include "core/base/attempt.h"
#include "core/base/parallel.h"
#include "tests/support/nomorethreads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>

namespace ws {
namespace {

TEST(CoreCount, isWhatTheSystemLetsTheProcessUse)
{
    const size_t count = coreCount();
    EXPECT_GE(count, 1u);
    EXPECT_LE(count, std::max(1u, std::thread::hardware_concurrency()));
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    EXPECT_LE(count, static_cast<size_t>(CPU_COUNT(&before)));
    EXPECT_EQ(coresOfQuota("max 100000"), SIZE_MAX);
    EXPECT_EQ(coresOfQuota(""), SIZE_MAX);
    EXPECT_EQ(coresOfQuota("400000"), SIZE_MAX);
    EXPECT_EQ(coresOfQuota("400000 0"), SIZE_MAX);
    EXPECT_EQ(coresOfQuota("400000 100000"), 4u);
    EXPECT_EQ(coresOfQuota("250000 100000"), 3u);
    EXPECT_EQ(coresOfQuota("1000 100000"), 1u);
}

TEST(ParallelFor, callsTheWorkOnceForEachOfTheRange)
{
    for (const size_t count : {0, 1, 2, 7, 1000})
        for (const size_t grain : {0, 1, 3, 999, 5000}) {
            std::vector<std::atomic<int>> calls(count + 10);
            EXPECT_TRUE(parallelFor({10, 10 + count}, grain, [&](size_t i) { ++calls[i]; }));
            for (size_t i = 0; i < calls.size(); ++i)
                EXPECT_EQ(calls[i], i >= 10 ? 1 : 0) << count << ' ' << grain << ' ' << i;
        }
}

TEST(ParallelFor, workMayBeDividedAgainInsideOfAPiece)
{
    std::atomic<size_t> sum{0};
    parallelFor({0, 20}, 1, [&](size_t i) {
        parallelFor({0, 20}, 1, [&](size_t j) {
            parallelFor({0, 20}, 1, [&](size_t k) { sum += i * 400 + j * 20 + k; });
        });
    });
    EXPECT_EQ(sum, 8000u * 7999 / 2);
}

TEST(ParallelFor, severalThreadsMayDivideTheirWorkAtOnce)
{
    std::atomic<size_t> sum{0};
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&] {
            for (int round = 0; round < 50; ++round)
                parallelFor({0, 100}, 1, [&](size_t i) { sum += i; });
        });
    callers.clear();
    EXPECT_EQ(sum, 4u * 50 * 4950);
}

TEST(ParallelFor, whatAPieceThrowsReachesTheCaller)
{
    for (const size_t grain : {1, 1000})
        for (const size_t failing : {0, 1, 99}) {
            std::atomic<size_t> done{0};
            const auto divide = [&] {
                parallelFor({0, 100}, grain, [&](size_t i) {
                    if (i == failing)
                        throw std::bad_alloc();
                    ++done;
                });
            };
            EXPECT_THROW(divide(), std::bad_alloc) << grain << ' ' << failing;
            EXPECT_LE(done, 99u);
        }
}

TEST(ParallelFor, endsWhenItIsCancelled)
{
    Progress progress;
    std::atomic<size_t> done{0};
    const auto work = [&](size_t i) {
        if (i == 5)
            progress.cancel();
        ++done;
    };
    EXPECT_FALSE(parallelFor({0, 1'000'000}, 1, work, &progress));
    EXPECT_LT(done, 1'000'000u);
    EXPECT_FALSE(parallelFor({0, 10}, 100, work, &progress));
}

TEST(ParallelFor, cancellingAfterTheLastPieceCutsNothing)
{
    Progress progress;
    EXPECT_TRUE(parallelFor(
        {0, 1}, 1, [&](size_t) { progress.cancel(); }, &progress));
}

TEST(ParallelFor, theCallerDoesAllWhereNoThreadCanBeMade)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            const test::NoMoreThreads none;
            size_t sum = 0; // not atomic: there is one thread only
            parallelFor({0, 1000}, 1, [&](size_t i) { sum += i; });
            std::_Exit(sum == 499'500 ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

TEST(Attempt, theEndOfMemoryIsAnError)
{
    const auto result = attempt([]() -> int { throw std::bad_alloc(); });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::OutOfMemory);
    EXPECT_FALSE(result.error().message.isEmpty());
}

TEST(Attempt, valuesResultsAndOptionalsAreTakenAsTheyAre)
{
    EXPECT_EQ(*attempt([] { return 5; }), 5);
    EXPECT_EQ(*attempt([] { return Result<int>(6); }), 6);
    EXPECT_EQ(*attempt([] { return std::optional<int>(7); }), 7);
    const auto none = attempt([] { return std::optional<int>(); });
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::Cancelled);
    const auto failed = attempt([]() -> Result<int> { return Error{ErrorKind::NotFound, QStringLiteral("x"), {}}; });
    EXPECT_EQ(failed.error().kind, ErrorKind::NotFound);
}

TEST(Attempt, anythingElseThatIsThrownIsAnErrorToo)
{
    EXPECT_EQ(attempt([]() -> int { throw std::runtime_error("broken"); }).error().message, QStringLiteral("broken"));
    EXPECT_FALSE(attempt([]() -> int { throw 1; }));
}

} // namespace
} // namespace ws
