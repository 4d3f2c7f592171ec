#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "widgets/panels/collectives/collectivespanel.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QTest>

namespace ws {
namespace {

/// Two all-reduces of 5 and 9 µs, and a product.
constexpr std::string_view collectivesTrace = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":30,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL","pid":0,"tid":7,"ts":40,"dur":5,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL","pid":0,"tid":7,"ts":50,"dur":9,"args":{"device":0,"stream":7}}
]})json";

class CollectivesWindow : public testing::Test
{
protected:
    CollectivesWindow() { panel.show(); }
    RunContext *open(std::string_view text)
    {
        RunContext *context = session.add(test::runFromJson(std::string(text)).run);
        context->setClassesError(Error{}); // the default mapping decides
        return context;
    }
    const ReportModel &model() const { return *panel.table()->model(); }

    Session session;
    CollectivesPanel panel{session.pane()};
};

TEST_F(CollectivesWindow, rowsAreKernelsOfCommunicationAndLeadToThem)
{
    RunContext *context = open(collectivesTrace);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model().rowCount() == 1; }, 60'000));
    EXPECT_EQ(model().index(0, model().columnOf("total_ns")).data().toLongLong(), 14'000);
    const auto shownNs = [&] { return context->run()->timeline.duration(context->selection()); };
    emit panel.table()->activated(0);
    ASSERT_TRUE(context->selection().valid());
    EXPECT_EQ(shownNs(), 9'000) << "the longest one first";
    emit panel.table()->activated(0);
    EXPECT_EQ(shownNs(), 5'000);
    emit panel.table()->activated(0);
    EXPECT_EQ(shownNs(), 9'000) << "around the end";
    session.close(context);
    EXPECT_TRUE(QTest::qWaitFor([&] { return model().rowCount() == 0; }, 60'000));
}

TEST_F(CollectivesWindow, aRunWithoutCommunicationHasNoRows)
{
    open(collectivesTrace);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model().rowCount() == 1; }, 60'000)) << "another run has some";
    open(R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":30,"args":{"device":0,"stream":7}}]})json");
    test::untilNothingWorks();
    EXPECT_EQ(model().rowCount(), 0);
}

} // namespace
} // namespace ws
