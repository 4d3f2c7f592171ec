#include "tests/support/support.h"
#include "widgets/session/session.h"

#include <gtest/gtest.h>

#include <QTest>

#include <latch>
#include <thread>

namespace ws {
namespace {

RunPtr anyRun()
{
    return test::runOfWork({{"0", "7", 0, 10, "a"}});
}

/// A number whose computations are counted.
struct NumberKey : DerivedKey
{
    using Value = int;
    int number = 0;
    std::atomic<int> *made = nullptr;
    std::latch *gate = nullptr; ///< the work waits for it
    bool kept = true, fails = false;
    bool isKept() const { return kept; }
    bool operator==(const NumberKey &other) const { return number == other.number; }
    Result<int> make(const RunPtr &, const Progress &) const
    {
        ++*made;
        if (gate)
            gate->wait();
        if (fails)
            throw std::bad_alloc();
        return number;
    }
};
using Request = CacheRequest<NumberKey>;

class RunCacheTest : public testing::Test
{
protected:
    NumberKey key(int number)
    {
        NumberKey made;
        made.number = number;
        made.made = &m_made;
        return made;
    }
    NumberKey held(int number)
    {
        NumberKey made = key(number);
        made.gate = &m_gate;
        return made;
    }
    auto into(std::vector<int> &answers)
    {
        return [&answers](const Request::Answer &answer) { answers.push_back(answer ? **answer : -1); };
    }
    static bool ends(const std::function<bool()> &condition) { return QTest::qWaitFor(condition, 60'000); }
    /// All pending answers have arrived.
    static void settle()
    {
        waitForPool();
        QCoreApplication::sendPostedEvents();
    }

    std::atomic<int> m_made = 0;
    std::latch m_gate{1};
    std::vector<int> m_a, m_b;
};

TEST_F(RunCacheTest, twoRequestsForOneThingAreOneComputation)
{
    RunContext context(anyRun());
    Request a, b;
    a.ask(context.cache(), key(1), into(m_a));
    b.ask(context.cache(), key(1), into(m_b));
    ASSERT_TRUE(ends([&] { return !m_a.empty() && !m_b.empty(); }));
    EXPECT_EQ(m_a, std::vector{1});
    EXPECT_EQ(m_b, std::vector{1});
    EXPECT_EQ(m_made, 1);
}

TEST_F(RunCacheTest, whatIsReadyIsGivenAtOnce)
{
    RunContext context(anyRun());
    Request a, b;
    a.ask(context.cache(), key(1), into(m_a));
    ASSERT_TRUE(ends([&] { return !m_a.empty(); }));
    b.ask(context.cache(), key(1), into(m_b));
    EXPECT_EQ(m_b, std::vector{1}) << "before the event loop is back";
    EXPECT_EQ(m_made, 1);
    EXPECT_EQ(context.cache().computations(), 1U);
}

TEST_F(RunCacheTest, theNewestWishWins)
{
    RunContext context(anyRun());
    Request a;
    a.ask(context.cache(), held(1), into(m_a));
    a.ask(context.cache(), key(2), into(m_a));
    m_gate.count_down();
    ASSERT_TRUE(ends([&] { return !m_a.empty(); }));
    settle();
    EXPECT_EQ(m_a, std::vector{2});
}

TEST_F(RunCacheTest, askingForTheSameThingAgainKeepsItsJob)
{
    RunContext context(anyRun());
    Request a;
    a.ask(context.cache(), held(1), into(m_b));
    a.ask(context.cache(), held(1), into(m_a));
    m_gate.count_down();
    ASSERT_TRUE(ends([&] { return !m_a.empty(); }));
    settle();
    EXPECT_EQ(m_made, 1);
    EXPECT_EQ(m_a, std::vector{1});
    EXPECT_TRUE(m_b.empty()) << "the newest wish is answered";
}

TEST_F(RunCacheTest, aJobGoesOnWhileAnybodyWaitsForIt)
{
    RunContext context(anyRun());
    Request a, b;
    a.ask(context.cache(), held(1), into(m_a));
    b.ask(context.cache(), held(1), into(m_b));
    a.cancel();
    m_gate.count_down();
    ASSERT_TRUE(ends([&] { return !m_b.empty(); }));
    EXPECT_EQ(m_b, std::vector{1});
    EXPECT_TRUE(m_a.empty());
}

TEST_F(RunCacheTest, anErrorReachesAllWhoWaitAndTheNextWishTriesAgain)
{
    RunContext context(anyRun());
    Request a, b;
    NumberKey failing = key(1);
    failing.fails = true;
    a.ask(context.cache(), failing, into(m_a));
    b.ask(context.cache(), failing, into(m_b));
    ASSERT_TRUE(ends([&] { return !m_a.empty() && !m_b.empty(); }));
    EXPECT_EQ(m_a, std::vector{-1});
    EXPECT_EQ(m_b, std::vector{-1});
    a.ask(context.cache(), key(1), into(m_a));
    ASSERT_TRUE(ends([&] { return m_a.size() == 2; }));
    EXPECT_EQ(m_a.back(), 1);
}

TEST_F(RunCacheTest, whatIsOfARangeIsForgottenWhenItIsDelivered)
{
    RunContext context(anyRun());
    Request a;
    NumberKey ofRange = key(1);
    ofRange.kept = false;
    for (size_t i = 1; i <= 2; ++i) {
        a.ask(context.cache(), ofRange, into(m_a));
        ASSERT_TRUE(ends([&] { return m_a.size() == i; }));
    }
    EXPECT_EQ(m_made, 2);
}

TEST_F(RunCacheTest, ofOneKindTheOldestIsForgotten)
{
    RunContext context(anyRun());
    Request a;
    const auto ask = [&](int number) {
        const size_t before = m_a.size();
        a.ask(context.cache(), key(number), into(m_a));
        return ends([&] { return m_a.size() == before + 1; });
    };
    constexpr int max = NumberKey::maxKept;
    for (int number = 0; number < max; ++number)
        ASSERT_TRUE(ask(number));
    ASSERT_TRUE(ask(0)); // now 1 is the oldest
    ASSERT_TRUE(ask(max));
    EXPECT_EQ(m_made, max + 1);
    ASSERT_TRUE(ask(0));
    EXPECT_EQ(m_made, max + 1);
    ASSERT_TRUE(ask(1));
    EXPECT_EQ(m_made, max + 2);
}

TEST_F(RunCacheTest, closingARunEndsItsJobsAndNobodyHearsOfThem)
{
    Session session;
    RunContext *context = session.add(anyRun());
    Request a;
    a.ask(context->cache(), held(1), into(m_a));
    session.close(context);
    EXPECT_FALSE(a.isWaiting());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_gate.count_down();
    settle();
    EXPECT_TRUE(m_a.empty());
    a.cancel(); // of a destroyed cache
}

TEST_F(RunCacheTest, anAnswerMayCloseTheRun)
{
    auto context = std::make_unique<RunContext>(anyRun());
    Request a, b;
    NumberKey ofRange = key(1);
    ofRange.kept = false;
    a.ask(context->cache(), ofRange, [&](const Request::Answer &) { context.reset(); });
    b.ask(context->cache(), ofRange, into(m_b));
    ASSERT_TRUE(ends([&] { return !context; }));
    b.cancel();
    settle();
}

TEST_F(RunCacheTest, theSameFileReadAgainBeginsWithAnEmptyCache)
{
    Session session;
    RunContext *old = session.add(anyRun());
    Request a;
    a.ask(old->cache(), key(1), into(m_a));
    ASSERT_TRUE(ends([&] { return !m_a.empty(); }));
    RunContext *now = session.replace(old, anyRun());
    a.ask(now->cache(), key(1), into(m_a));
    ASSERT_TRUE(ends([&] { return m_a.size() == 2; }));
    EXPECT_EQ(m_made, 2);
}

/// In the order in which one thread computes them.
struct OrderKey : DerivedKey
{
    using Value = int;
    int number = 0;
    std::vector<int> *order = nullptr;
    bool operator==(const OrderKey &other) const { return number == other.number; }
    int make(const RunPtr &, const Progress &) const
    {
        order->push_back(number);
        return number;
    }
};

TEST_F(RunCacheTest, whatIsLookedAtIsMadeBeforeWhatIsHidden)
{
    RunContext context(anyRun());
    const int max = analysisPool()->maxThreadCount();
    analysisPool()->setMaxThreadCount(1);
    Request first;
    first.ask(context.cache(), held(0), into(m_a));
    std::vector<int> order;
    int answers = 0;
    CacheRequest<OrderKey> hidden, wanted, shown, looker;
    const auto count = [&answers](const auto &) { ++answers; };
    hidden.ask(context.cache(), OrderKey{{}, 1, &order}, count, JobPlace::Hidden);
    wanted.ask(context.cache(), OrderKey{{}, 2, &order}, count, JobPlace::Hidden);
    shown.ask(context.cache(), OrderKey{{}, 3, &order}, count);
    looker.ask(context.cache(), OrderKey{{}, 2, &order}, count); // a visible view wants what was only liked
    m_gate.count_down();
    EXPECT_TRUE(ends([&] { return answers == 4; }));
    EXPECT_EQ(order, (std::vector{3, 2, 1}));
    analysisPool()->setMaxThreadCount(max);
}

} // namespace
} // namespace ws
