#include "widgets/session/runloader.h"

#include "widgets/toolkit/derivedjob.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThreadPool>

#include <latch>

namespace ws {
namespace {

struct Answers
{
    explicit Answers(RunLoader &loader)
    {
        QObject::connect(&loader, &RunLoader::loaded, &loader, [this] { ++loaded; });
        QObject::connect(&loader, &RunLoader::failed, &loader, [this] { ++failed; });
        QObject::connect(&loader, &RunLoader::cancelled, &loader, [this] { ++cancelled; });
        QObject::connect(&loader, &RunLoader::stopped, &loader, [this] { stopped = true; });
    }
    bool wait()
    {
        return QTest::qWaitFor([this] { return stopped; }, 5'000);
    }
    int loaded = 0, failed = 0, cancelled = 0;
    bool stopped = false;
};

TEST(RunLoader, givesTheRun)
{
    RunLoader loader(QStringLiteral("x"),
                     [](const QString &, Progress &) { return Result<RunPtr>(std::make_shared<const ws::Run>()); });
    Answers answers(loader);
    loader.start();
    ASSERT_TRUE(answers.wait());
    EXPECT_EQ(answers.loaded, 1);
    EXPECT_EQ(answers.failed + answers.cancelled, 0);
}

TEST(RunLoader, givesTheErrorOfAMissingFile)
{
    RunLoader loader(QStringLiteral("/no/such/file.json"));
    Answers answers(loader);
    ErrorKind kind = ErrorKind::Malformed;
    QObject::connect(&loader, &RunLoader::failed, &loader, [&](const Error &error) { kind = error.kind; });
    loader.start();
    ASSERT_TRUE(answers.wait());
    EXPECT_EQ(answers.failed, 1);
    EXPECT_EQ(kind, ErrorKind::NotFound);
}

TEST(RunLoader, cancelAnswersAtOnceEvenWhenTheReaderDoesNotNotice)
{
    std::latch letGo(1);
    RunLoader loader(QStringLiteral("x"), [&](const QString &, Progress &) {
        letGo.wait();
        return Result<RunPtr>(std::make_shared<const ws::Run>());
    });
    Answers answers(loader);
    loader.start();
    loader.cancel(); // the reader is held until below
    EXPECT_EQ(answers.cancelled, 1);
    EXPECT_FALSE(answers.stopped);
    letGo.count_down();
    ASSERT_TRUE(answers.wait());
    EXPECT_EQ(answers.loaded + answers.failed, 0);
    EXPECT_EQ(answers.cancelled, 1);
}

TEST(RunLoader, aReaderThatStopsByItselfIsCancelledOnce)
{
    RunLoader loader(QStringLiteral("x"), [](const QString &, Progress &progress) -> Result<RunPtr> {
        while (!progress.isCancelled())
            std::this_thread::yield();
        return Error{ErrorKind::Cancelled, {}, {}};
    });
    Answers answers(loader);
    loader.start();
    loader.cancel();
    loader.cancel();
    ASSERT_TRUE(answers.wait());
    EXPECT_EQ(answers.cancelled, 1);
}

TEST(RunLoader, destructionWaitsForTheThread)
{
    std::atomic<bool> ended = false;
    {
        RunLoader loader(QStringLiteral("x"), [&](const QString &, Progress &progress) {
            while (!progress.isCancelled())
                std::this_thread::yield();
            ended = true;
            return Result<RunPtr>(std::make_shared<const ws::Run>());
        });
        loader.start();
    }
    EXPECT_TRUE(ended);
}

TEST(RunLoader, aReaderThatNeverNoticesDoesNotHoldTheLoader)
{
    const auto letGo = std::make_shared<std::latch>(1);
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    {
        RunLoader loader(QStringLiteral("x"), [letGo, ended](const QString &, Progress &) {
            letGo->wait(); // like a pipe without a writer
            *ended = true;
            return Result<RunPtr>(std::make_shared<const ws::Run>());
        });
        loader.start();
    }
    EXPECT_FALSE(*ended);
    EXPECT_TRUE(RunLoader::anyLeftAlone());
    letGo->count_down();
    EXPECT_TRUE(QTest::qWaitFor([] { return !RunLoader::anyLeftAlone(); }, 5'000));
    EXPECT_TRUE(*ended);
}

TEST(RunLoader, anExceptionOfTheReaderIsItsError)
{
    RunLoader loader(QStringLiteral("x"),
                     [](const QString &, Progress &) -> Result<RunPtr> { throw std::bad_alloc(); });
    Answers answers(loader);
    loader.start();
    ASSERT_TRUE(answers.wait());
    EXPECT_EQ(answers.failed, 1);
}

TEST(DerivedJob, theNewestRequestWinsAndTheOthersAreCancelled)
{
    DerivedJob<int> job;
    std::vector<int> results;
    const auto done = [&](const std::shared_ptr<const int> &value) { results.push_back(*value); };
    for (int i = 0; i < 3; ++i)
        job.start(
            [i](const Progress &progress) {
                while (i < 2 && !progress.isCancelled())
                    std::this_thread::yield();
                return i;
            },
            done);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }, 5'000));
    QTest::qWait(20);
    EXPECT_EQ(results, std::vector<int>{2});
}

TEST(DerivedJob, aResultMayStartTheNextJob)
{
    DerivedJob<int> job;
    int last = 0;
    std::function<void(int)> run = [&](int value) {
        job.start([value](const Progress &) { return value; },
                  [&](const std::shared_ptr<const int> &result) {
                      last = *result;
                      if (last < 3)
                          run(last + 1);
                  });
    };
    run(1);
    EXPECT_TRUE(QTest::qWaitFor([&] { return last == 3; }, 5'000));
}

TEST(DerivedJob, nothingArrivesAfterTheJobIsGone)
{
    bool arrived = false;
    {
        DerivedJob<int> job;
        job.start([](const Progress &) { return 1; }, [&](const std::shared_ptr<const int> &) { arrived = true; });
    }
    QThreadPool::globalInstance()->waitForDone();
    QTest::qWait(20);
    EXPECT_FALSE(arrived);
}

} // namespace
} // namespace ws
