#include "widgets/session/runloader.h"

#include <gtest/gtest.h>

#include <QTest>

#include <latch>
#include <thread>

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
        return QTest::qWaitFor([this] { return stopped; }, 60'000);
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
    EXPECT_TRUE(anyOwnThreadWorks());
    letGo->count_down();
    EXPECT_TRUE(QTest::qWaitFor([] { return !anyOwnThreadWorks(); }, 60'000));
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

} // namespace
} // namespace ws
