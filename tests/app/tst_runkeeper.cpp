#include "app/opening/runkeeper.h"
#include "core/readers/formats.h"
#include "core/readers/packed/reopencache.h"
#include "tests/bench/tracegen.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace ws;
using namespace std::chrono_literals;

namespace {

/// A trace that is worth keeping.
QString largeTrace(const QTemporaryDir &folder)
{
    tracegen::Options options;
    options.events = 260'000;
    const QString path = folder.filePath(QStringLiteral("large.json"));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    tracegen::generate(options, [&](std::string_view part) { file.write(part.data(), qint64(part.size())); });
    return path;
}

RunPtr load(const QString &path)
{
    Progress progress;
    const auto run = loadRun(path, progress);
    EXPECT_TRUE(run);
    return run ? *run : nullptr;
}

TEST(RunKeeper, aLargeTraceIsKeptOnceInTheBackground)
{
    trimReopenCache(0);
    const QTemporaryDir folder;
    const QString path = largeTrace(folder);
    RunKeeper keeper(nullptr, 0ms);
    QSignalSpy idled(&keeper, &RunKeeper::idled);
    const RunPtr run = load(path);
    ASSERT_TRUE(isWorthKeeping(*run));
    keeper.keep(run);
    EXPECT_FALSE(keeper.isIdle());
    EXPECT_EQ(reopenCacheBytes(), 0) << "not while the caller waits";
    ASSERT_TRUE(idled.wait(30'000));
    EXPECT_GT(reopenCacheBytes(), 0);
    const RunPtr again = load(path);
    EXPECT_TRUE(again->storage) << "from the cache";
    EXPECT_FALSE(isWorthKeeping(*again)) << "it is there";
    trimReopenCache(0);
}

TEST(RunKeeper, whatIsClosedBeforeItsTurnOrSmallOrNotWantedIsNotKept)
{
    trimReopenCache(0);
    const QTemporaryDir folder;
    const QString path = largeTrace(folder);
    RunKeeper keeper(nullptr, 50ms);
    QSignalSpy idled(&keeper, &RunKeeper::idled);
    RunPtr run = load(path);
    keeper.keep(run);
    run.reset();
    ASSERT_TRUE(idled.wait(30'000));
    EXPECT_EQ(reopenCacheBytes(), 0);
    QSettings().setValue(reopenCacheSetting, 0);
    keeper.keep(load(path));
    EXPECT_TRUE(keeper.isIdle());
    QSettings().remove(reopenCacheSetting);
}

TEST(RunKeeper, itsEndInTheMiddleOfTheWorkLeavesNothingHalf)
{
    trimReopenCache(0);
    const QTemporaryDir folder;
    const QString path = largeTrace(folder);
    const RunPtr run = load(path);
    for (int i = 0; i < 20; ++i) {
        RunKeeper keeper(nullptr, 0ms);
        keeper.keep(run);
        QCoreApplication::processEvents(QEventLoop::AllEvents, i);
    }
    QThreadPool *pool = analysisPool();
    ASSERT_TRUE(pool->waitForDone(30'000));
    if (const RunPtr kept = keptRun(path)) {
        EXPECT_EQ(kept->gpu.size(), run->gpu.size());
    }
    trimReopenCache(0);
}

} // namespace
