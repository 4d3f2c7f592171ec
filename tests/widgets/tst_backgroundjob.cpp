#include "widgets/toolkit/backgroundjob.h"

#include <gtest/gtest.h>

#include <QTest>

#include <latch>
#include <new>
#include <thread>

namespace ws {
namespace {

bool ends(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, 60'000);
}

TEST(BackgroundJob, memoryThatEndsIsTheAnswer)
{
    BackgroundJob<int> job;
    std::optional<Error> error;
    job.start([](const Progress &) -> int { throw std::bad_alloc(); },
              [&](const auto &answer) {
                  if (!answer)
                      error = answer.error();
              });
    ASSERT_TRUE(ends([&] { return !job.isRunning(); }));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, ErrorKind::OutOfMemory);
    EXPECT_TRUE(JobErrors::text(*error).contains(QStringLiteral("not enough memory")));
}

TEST(BackgroundJob, whatTheWorkReturnsAsAnErrorIsTheAnswer)
{
    BackgroundJob<int> job;
    QString message;
    job.start(
        [](const Progress &) {
            return Result<int>(Error{ErrorKind::Unreadable, QStringLiteral("gone"), {}});
        },
        [&](const auto &answer) { message = answer ? QString() : answer.error().message; });
    ASSERT_TRUE(ends([&] { return !job.isRunning(); }));
    EXPECT_EQ(message, QStringLiteral("gone"));
}

TEST(BackgroundJob, aSharedValueIsDeliveredAsItIs)
{
    const auto value = std::make_shared<const int>(7);
    BackgroundJob<int> job;
    std::shared_ptr<const int> delivered;
    job.start([value](const Progress &) { return value; }, [&](const auto &answer) { delivered = *answer; });
    ASSERT_TRUE(ends([&] { return !job.isRunning(); }));
    EXPECT_EQ(delivered, value);
}

TEST(BackgroundJob, workThatSaysItWasCancelledHasNoAnswer)
{
    BackgroundJob<int> job;
    bool answered = false;
    job.start([](const Progress &) { return std::optional<int>(); }, [&](const auto &) { answered = true; });
    ASSERT_TRUE(ends([&] { return !job.isRunning(); }));
    EXPECT_FALSE(answered);
}

TEST(BackgroundJob, theNewestRequestWinsAndTheOthersAreCancelled)
{
    BackgroundJob<int> job;
    std::vector<int> results;
    for (int i = 0; i < 3; ++i)
        job.start(
            [i](const Progress &progress) {
                while (i < 2 && !progress.isCancelled())
                    std::this_thread::yield();
                return i;
            },
            [&](const auto &value) { results.push_back(**value); });
    ASSERT_TRUE(ends([&] { return !job.isRunning(); }));
    waitForPool();
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(results, std::vector<int>{2});
}

TEST(BackgroundJob, anAnswerMayStartTheNextJob)
{
    BackgroundJob<int> job;
    int last = 0;
    std::function<void(int)> run = [&](int value) {
        job.start([value](const Progress &) { return value; },
                  [&](const auto &result) {
                      last = **result;
                      if (last < 3)
                          run(last + 1);
                  });
    };
    run(1);
    EXPECT_TRUE(ends([&] { return last == 3; }));
}

TEST(BackgroundJob, anAnswerMayTakeTheJobDown)
{
    auto job = std::make_unique<BackgroundJob<int>>();
    job->start([](const Progress &) { return 1; }, [&](const auto &) { job.reset(); });
    EXPECT_TRUE(ends([&] { return !job; }));
}

TEST(BackgroundJob, nothingArrivesAfterTheJobIsGone)
{
    bool arrived = false;
    {
        BackgroundJob<int> job;
        job.start([](const Progress &) { return 1; }, [&](const auto &) { arrived = true; });
        waitForPool();
    }
    QCoreApplication::sendPostedEvents();
    EXPECT_FALSE(arrived);
}

/// Blocks all threads of the pool until it is released.
class BusyPool
{
public:
    BusyPool() : m_max(analysisPool()->maxThreadCount())
    {
        analysisPool()->setMaxThreadCount(1);
        m_job.start(
            [this](const Progress &) {
                m_begun.count_down();
                m_letGo.wait();
                return 0;
            },
            [](const auto &) {});
        m_begun.wait();
    }
    ~BusyPool()
    {
        letGo();
        waitForPool();
        analysisPool()->setMaxThreadCount(m_max);
    }
    void letGo()
    {
        if (!std::exchange(m_isFree, true))
            m_letGo.count_down();
    }

private:
    int m_max;
    bool m_isFree = false;
    std::latch m_begun{1}, m_letGo{1};
    BackgroundJob<int> m_job;
};

TEST(BackgroundJob, whatIsShownRunsBeforeWhatIsHidden)
{
    std::vector<int> order; // of one thread
    BusyPool pool;
    BackgroundJob<int> hidden, shown, raised;
    const auto note = [&order](int i) {
        return [&order, i](const Progress &) {
            order.push_back(i);
            return i;
        };
    };
    const auto ignore = [](const auto &) {};
    hidden.start(note(1), ignore, JobPlace::Hidden);
    raised.start(note(2), ignore, JobPlace::Hidden);
    shown.start(note(3), ignore);
    raised.raise();
    pool.letGo();
    ASSERT_TRUE(ends([&] { return !hidden.isRunning() && !shown.isRunning() && !raised.isRunning(); }));
    EXPECT_EQ(order, (std::vector{3, 2, 1}));
}

TEST(BackgroundJob, whatIsCancelledBeforeItBeganNeverRuns)
{
    std::atomic<bool> ran = false;
    BusyPool pool;
    BackgroundJob<int> job;
    job.start(
        [&ran](const Progress &) {
            ran = true;
            return 1;
        },
        [](const auto &) {});
    job.cancel();
    pool.letGo();
    waitForPool();
    EXPECT_FALSE(ran);
}

} // namespace
} // namespace ws
