// One file is loaded after the other, whatever those who are told of it do.

#include "app/opening/openqueue.h"
#include "tests/support/support.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <atomic>

namespace ws::test {
namespace {

TEST(OpenQueue, whoIsToldOfAFileMayAddTheNextOne)
{
    std::atomic<int> running = 0, most = 0;
    OpenQueue queue([&](const QString &, Progress &) -> Result<RunPtr> {
        most = std::max(most.load(), ++running);
        RunPtr run = runOfWork({{"0", "7", 0, 1000, "gemm"}});
        --running;
        return run;
    });
    QStringList told;
    QObject::connect(&queue, &OpenQueue::loaded, &queue, [&](const OpenRequest &request, const RunPtr &) {
        if (told.isEmpty())
            queue.add({QStringLiteral("/second"), {}});
        told << request.path; // still of the file that was loaded
    });
    QSignalSpy started(&queue, &OpenQueue::started), idle(&queue, &OpenQueue::idle);
    queue.add({QStringLiteral("/first"), {}});
    queue.add({QStringLiteral("/third"), {}});
    while (idle.isEmpty() && idle.wait(10'000)) {
    }
    EXPECT_EQ(told, (QStringList{QStringLiteral("/first"), QStringLiteral("/third"), QStringLiteral("/second")}));
    EXPECT_EQ(started.size(), 3);
    EXPECT_EQ(idle.size(), 1) << "not between two files";
    EXPECT_EQ(most, 1) << "two at once compete for the disk and the cores";
}

} // namespace
} // namespace ws::test
