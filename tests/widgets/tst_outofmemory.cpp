// Running out of memory in a job is reported in place of the result, and the next try may succeed.

#include "tests/widgets/timelineruns.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/operators/operatorspanel.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/reportmodel.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

std::atomic<bool> isScarce = false; ///< no large allocation succeeds except in the GUI thread
const std::thread::id guiThread = std::this_thread::get_id();

} // namespace

void *operator new(std::size_t size)
{
    constexpr std::size_t large = 16'384;
    const bool refused = isScarce && size >= large && std::this_thread::get_id() != guiThread;
    if (void *memory = refused ? nullptr : std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}

void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    return std::malloc(size ? size : 1);
}

void operator delete(void *memory, const std::nothrow_t &) noexcept
{
    std::free(memory);
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

namespace ws {
namespace {

RunPtr largeRun()
{
    test::RunMaker maker;
    for (int i = 0; i < 20'000; ++i) {
        maker.op("1", i * 100, 90, "aten::mm");
        maker.launch("1", i * 100 + 10, 10, static_cast<uint64_t>(i) + 1);
        maker.kernel("7", i * 100 + 30, 50, "gemm", static_cast<uint64_t>(i) + 1);
    }
    return maker.finish();
}

QString sentenceOf(const PanelBase &panel)
{
    const auto *empty = panel.findChild<EmptyState *>();
    return empty->isVisibleTo(&panel) ? empty->findChild<QLabel *>()->text() : QString();
}

TEST(MemoryThatEnds, isSaidInEachPanelInPlaceOfItsRows)
{
    Session session;
    KernelsPanel kernels(session.pane());
    OperatorsPanel operators(session.pane());
    QSignalSpy elsewhere(&JobErrors::instance(), &JobErrors::failed);
    const RunPtr run = largeRun();
    isScarce = true;
    session.add(run);
    const auto isSaid = [](const PanelBase &panel) {
        return sentenceOf(panel).contains(QStringLiteral("not enough memory"));
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return isSaid(kernels) && isSaid(operators); }))
        << sentenceOf(kernels).toStdString() << '\n'
        << sentenceOf(operators).toStdString();
    isScarce = false;
    EXPECT_EQ(kernels.findChild<ReportModel *>()->rowCount(), 0);
    EXPECT_EQ(elsewhere.count(), 0) << "it has its places";

    session.pane()->context().setRange(TimeRange{0, 50'000});
    EXPECT_TRUE(QTest::qWaitFor([&] { return kernels.findChild<ReportModel *>()->rowCount() == 1; }));
    EXPECT_TRUE(QTest::qWaitFor([&] { return sentenceOf(operators).isEmpty(); }));
}

} // namespace
} // namespace ws
