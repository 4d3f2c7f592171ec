#include "tests/support/support.h"
#include "widgets/panels/comparison/comparisonpage.h"
#include "widgets/panels/comparison/comparisonpanel.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QTest>

namespace ws {
namespace {

/// `count` decode steps of 1 ms, in each a kernel of `gemmUs` (and up to 6 µs of jitter) and one of 100 µs.
RunPtr decoding(int count, int gemmUs)
{
    std::string json = R"({"traceEvents":[)";
    for (int i = 0; i < count; ++i) {
        const int at = i * 1'000, c = 2 * i + 1, gemm = gemmUs + i * 7 % 6;
        const auto slice = [&](const char *category, const char *name, int tid, int ts, int dur,
                               const std::string &args) {
            json += std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
                    (tid == 7 ? "0" : "1") + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) +
                    R"(,"dur":)" + std::to_string(dur) + R"(,"args":{)" + args + "}},";
        };
        const auto work = [&](int n) { return R"("device":0,"stream":7,"correlation":)" + std::to_string(n); };
        slice("user_annotation", "execute_context_0(0)_generation_4(4)", 1, at, 900, "");
        slice("cuda_runtime", "cudaLaunchKernel", 1, at + 5, 5, R"("correlation":)" + std::to_string(c));
        slice("cuda_runtime", "cudaLaunchKernel", 1, at + 15, 5, R"("correlation":)" + std::to_string(c + 1));
        slice("kernel", "gemm", 7, at + 20, gemm, work(c));
        slice("kernel", "norm", 7, at + 20 + gemm, 100, work(c + 1));
    }
    json.back() = ']';
    return test::runFromJson(json + "}").run;
}

class ComparisonWindow : public testing::Test
{
protected:
    ComparisonWindow()
    {
        panel.resize(1400, 500);
        panel.show();
    }
    bool compares()
    {
        return QTest::qWaitFor([&] { return panel.page()->shown() != nullptr; }, 10'000);
    }

    Session session;
    ComparisonPanel panel;
};

TEST_F(ComparisonWindow, aSlowerKernelIsTheFirstRowAndTheVerdict)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    const Comparison &comparison = *panel.page()->shown();
    EXPECT_GT(comparison.unit.a.count, 30U);
    const ReportModel &model = *panel.table()->model();
    ASSERT_GT(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, model.columnOf("name")).data().toString(), QStringLiteral("gemm"));
    EXPECT_EQ(model.index(0, model.columnOf("delta_ns")).data().toLongLong(), 40 * 100'000);
    emit panel.table()->activated(0);
    for (const RunContext *context : {a, b}) {
        EXPECT_EQ(context->run()->text(context->run()->timeline.name(context->selection())), "gemm");
        EXPECT_TRUE(context->highlight());
    }
}

/// Both contexts have a mapping that could not be applied, so the default one decides.
TEST_F(ComparisonWindow, theOverviewsOfBothAreASectionOfThePage)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    const auto says = [&](const QString &part) {
        return std::ranges::any_of(panel.page()->findChildren<LinkText *>(),
                                   [&](const LinkText *text) { return text->text().startsWith(part); });
    };
    EXPECT_FALSE(says(QStringLiteral("A: The GPU works"))) << "what is communication is not known yet";
    for (RunContext *context : {a, b})
        context->setClassesError(Error{});
    EXPECT_TRUE(QTest::qWaitFor([&] { return says(QStringLiteral("A: The GPU works")); }, 10'000));
    EXPECT_TRUE(says(QStringLiteral("B: The GPU works")));
    session.close(b);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !says(QStringLiteral("A: The GPU works")); }, 5'000));
}

TEST_F(ComparisonWindow, swappingNegatesAndClosingEmpties)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    panel.setRuns(b, a);
    ASSERT_TRUE(compares());
    const ReportModel &model = *panel.table()->model();
    EXPECT_EQ(model.index(0, model.columnOf("delta_ns")).data().toLongLong(), -40 * 100'000);
    session.close(a); // it goes with the next event
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown() == nullptr; }, 5'000));
    EXPECT_EQ(model.rowCount(), 0);
    panel.setRuns(nullptr, nullptr);
    EXPECT_EQ(panel.page()->shown(), nullptr);
}

TEST_F(ComparisonWindow, anotherPairWhileOneIsComparedWins)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    RunContext *c = session.add(decoding(40, 300));
    panel.setRuns(a, b);
    panel.setRuns(a, c);
    ASSERT_TRUE(compares());
    const ReportModel &model = *panel.table()->model();
    ASSERT_GT(model.rowCount(), 0);
    EXPECT_EQ(model.index(0, model.columnOf("delta_ns")).data().toLongLong(), 0);
    EXPECT_FALSE(panel.page()->shown()->change().value_or(0) > 0.01);
}

} // namespace
} // namespace ws
