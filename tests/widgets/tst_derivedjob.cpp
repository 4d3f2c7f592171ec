#include "widgets/toolkit/derivedjob.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <new>

namespace ws {
namespace {

TEST(DerivedJob, memoryThatEndsInAWorkerIsToldAndDeliversNothing)
{
    QSignalSpy failed(&JobErrors::instance(), &JobErrors::failed);
    DerivedJob<int> job;
    bool delivered = false;
    job.start([](const Progress &) -> int { throw std::bad_alloc(); },
              [&](const std::shared_ptr<const int> &) { delivered = true; });
    EXPECT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1 && !job.isRunning(); }));
    EXPECT_FALSE(delivered);
    EXPECT_EQ(failed[0][0].value<Error>().kind, ErrorKind::OutOfMemory);
}

TEST(DerivedJob, theNewestRequestWins)
{
    QSignalSpy failed(&JobErrors::instance(), &JobErrors::failed);
    DerivedJob<int> job;
    std::vector<int> delivered;
    for (int i = 0; i < 20; ++i)
        job.start([i](const Progress &) { return i; },
                  [&](const std::shared_ptr<const int> &result) { delivered.push_back(*result); });
    EXPECT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }));
    EXPECT_EQ(delivered, std::vector<int>{19});
    EXPECT_EQ(failed.count(), 0);
}

} // namespace
} // namespace ws
