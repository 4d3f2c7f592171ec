// Which open timeline the open tables of Nsight Compute are linked to, and when there is no link.

#include "core/model/ncukernels.h"
#include "tests/support/support.h"
#include "widgets/session/session.h"
#include "widgets/tables/nculinker.h"

#include <gtest/gtest.h>

#include <QTest>

namespace ws {
namespace {

RunPtr timelineOf(const char *grid)
{
    return test::runFromJson(std::string(R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":9,)") +
                             R"("args":{"device":0,"stream":7,"grid":)" + grid + R"(,"block":[64,1,1]}}])")
        .run;
}

RunPtr ncuOf(const char *kernel)
{
    NcuKernel row;
    row.name = kernel;
    row.grid = "(8, 1, 1)";
    row.block = "(64, 1, 1)";
    auto run = std::make_shared<Run>();
    run->info.format = "ncu-csv";
    run->tables.push_back(ncuKernelTable({row}));
    return run;
}

class NcuLinkerTest : public testing::Test
{
protected:
    bool isLinked(const RunContext *context) const { return !context->ncuLinks().empty(); }
    bool becomesLinked(const RunContext *context) const
    {
        return QTest::qWaitFor([&] { return isLinked(context); }, 60'000);
    }
    /// A job that had a link to give would have given it.
    bool staysAlone(const RunContext *context)
    {
        RunContext *other = session.add(ncuOf("gemm")); // linked by the same job as `context`
        return becomesLinked(other) && !isLinked(context);
    }

    Session session;
    NcuLinker linker{&session};
};

TEST_F(NcuLinkerTest, tableAndTimelineHaveTheSameLinkAndAnotherRunHasNone)
{
    const RunContext *timeline = session.add(timelineOf("[8,1,1]")), *table = session.add(ncuOf("gemm"));
    ASSERT_TRUE(becomesLinked(timeline) && becomesLinked(table));
    EXPECT_EQ(timeline->ncuLinks(), table->ncuLinks());
    EXPECT_EQ(timeline->ncuLinks().front()->timeline, timeline->run());
    EXPECT_EQ(timeline->ncuLinks().front()->join.joined, 1u);
    const RunContext *second = session.add(ncuOf("softmax"));
    EXPECT_TRUE(staysAlone(second));
}

TEST_F(NcuLinkerTest, whereNoGridAgreesTheFilesHaveOnlyANameInCommon)
{
    RunContext *other = session.add(timelineOf("[5,1,1]"));
    const RunContext *table = session.add(ncuOf("gemm"));
    session.setActive(other);
    RunContext *timeline = session.add(timelineOf("[8,1,1]"));
    ASSERT_TRUE(becomesLinked(table));
    EXPECT_EQ(table->ncuLinks().front()->timeline, timeline->run());
    session.setActive(other);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isLinked(table); }, 60'000));
    EXPECT_FALSE(isLinked(timeline));
}

TEST_F(NcuLinkerTest, theLinkFollowsTheActiveTimelineAndGoesWithIt)
{
    RunContext *first = session.add(timelineOf("[8,1,1]"));
    RunContext *table = session.add(ncuOf("gemm"));
    ASSERT_TRUE(becomesLinked(first));
    RunContext *second = session.add(timelineOf("[8,1,1]"));
    ASSERT_TRUE(becomesLinked(second));
    EXPECT_FALSE(isLinked(first));
    session.setActive(table);
    EXPECT_TRUE(becomesLinked(second)) << "a table has no work: the timeline that was shown last stays";
    session.close(second);
    EXPECT_TRUE(becomesLinked(first));
    session.close(first);
    EXPECT_FALSE(isLinked(table));
}

} // namespace
} // namespace ws
