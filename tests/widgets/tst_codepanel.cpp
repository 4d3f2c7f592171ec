#include "tests/support/support.h"
#include "widgets/panels/code/codepanel.h"
#include "widgets/panels/code/fittingframe.h"
#include "widgets/panels/code/icicleview.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QHeaderView>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace ws {
namespace {

/// main → forward launches 30 µs, main → step launches 10 µs, 5 µs are not linked.
constexpr std::string_view codeTrace = R"json({"traceEvents":[
{"ph":"X","cat":"python_function","name":"run/main.py(10): main","pid":1,"tid":1,"ts":0,"dur":1000,"args":{"Python id":1}},
{"ph":"X","cat":"python_function","name":"run/model.py(20): forward","pid":1,"tid":1,"ts":10,"dur":100,"args":{"Python id":2}},
{"ph":"X","cat":"python_function","name":"run/train.py(30): step","pid":1,"tid":1,"ts":200,"dur":100,"args":{"Python id":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":210,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":30,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"adam","pid":0,"tid":7,"ts":220,"dur":10,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"stray","pid":0,"tid":7,"ts":400,"dur":5,"args":{"device":0,"stream":7}}
]})json";

class CodeWindow : public testing::Test
{
protected:
    CodeWindow()
    {
        panel.resize(1200, 400);
        panel.show();
    }
    const ReportModel &model() const { return *panel.table()->model(); }
    bool shows(int rows)
    {
        return QTest::qWaitFor([&] { return model().rowCount() == rows; }, 60'000);
    }
    int64_t sum() const
    {
        int64_t all = 0;
        for (int row = 0; row < model().rowCount(); ++row)
            all += model().index(row, model().columnOf("gpu_ns")).data().toLongLong();
        return all;
    }

    Session session;
    CodePanel panel{session.pane()};
};

TEST_F(CodeWindow, rowsAreSourceLinesAndAddUpToTheGpuWork)
{
    RunContext *context = session.add(test::runFromJson(codeTrace).run);
    ASSERT_TRUE(shows(3)) << model().rowCount();
    EXPECT_TRUE(model().index(0, 0).data().toString().contains(QStringLiteral("model.py(20)")));
    EXPECT_EQ(sum(), 45'000);
    emit panel.table()->activated(0);
    EXPECT_EQ(context->run()->text(context->run()->timeline.name(context->selection())), "gemm");
    for (const int by : {1, 2}) {
        panel.by()->setCurrentIndex(by);
        emit panel.by()->activated(by);
        ASSERT_TRUE(QTest::qWaitFor([&] { return sum() == 45'000; }, 60'000)) << by;
    }
}

TEST_F(CodeWindow, aRangeCountsOnlyItsWork)
{
    RunContext *context = session.add(test::runFromJson(codeTrace).run);
    ASSERT_TRUE(shows(3));
    context->setRange(TimeRange{200'000, 300'000});
    ASSERT_TRUE(QTest::qWaitFor([&] { return sum() == 10'000; }, 60'000));
    session.close(context);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model().rowCount() == 0; }, 60'000));
}

TEST_F(CodeWindow, theIcicleIsAsWideAsTheShares)
{
    session.add(test::runFromJson(codeTrace).run);
    ASSERT_TRUE(shows(3));
    IcicleView &icicle = *panel.icicle();
    ASSERT_TRUE(QTest::qWaitFor([&] { return icicle.nodeAt({10, 40}) != noStackNode; }, 60'000));
    EXPECT_EQ(icicle.nodeAt({10, 2}), noStackNode) << "the whole";
    const auto at = [&](double us) { return icicle.width() * us / 45; };
    const int row = icicle.fontMetrics().height() + 4;
    const uint32_t main = icicle.nodeAt({10, row + 2.0}), forward = icicle.nodeAt({10, 2 * row + 2.0});
    ASSERT_NE(forward, noStackNode);
    EXPECT_NE(main, forward);
    EXPECT_EQ(icicle.nodeAt({at(29), 2 * row + 2.0}), forward) << "30 of 45 µs";
    EXPECT_NE(icicle.nodeAt({at(31), 2 * row + 2.0}), forward);
    EXPECT_EQ(icicle.nodeAt({at(42), row + 2.0}), noStackNode) << "what is not linked is empty";
    QTest::mouseClick(&icicle, Qt::LeftButton, {}, {10, 2 * row + 2});
    EXPECT_EQ(icicle.zoomedTo(), forward);
    QTest::mouseClick(&icicle, Qt::LeftButton, {}, {10, 2});
    EXPECT_EQ(icicle.zoomedTo(), main);
    QTest::keyClick(&icicle, Qt::Key_Escape);
    EXPECT_EQ(icicle.zoomedTo(), noStackNode);
}

TEST_F(CodeWindow, theIcicleIsWalkedWithTheKeyboard)
{
    session.add(test::runFromJson(codeTrace).run);
    ASSERT_TRUE(shows(3));
    IcicleView &icicle = *panel.icicle();
    ASSERT_TRUE(QTest::qWaitFor([&] { return icicle.nodeAt({10, 40}) != noStackNode; }, 60'000));
    const auto press = [&](int key) { QTest::keyClick(&icicle, static_cast<Qt::Key>(key)); };
    const auto said = [&] { return icicle.accessibleDescription(); };
    icicle.setFocus();
    EXPECT_EQ(icicle.currentNode(), noStackNode) << "the whole comes first";
    press(Qt::Key_Down);
    EXPECT_TRUE(said().contains(QStringLiteral("main.py(10)"))) << said().toStdString();
    press(Qt::Key_Down);
    EXPECT_TRUE(said().contains(QStringLiteral("model.py(20)"))) << "the largest one below";
    const uint32_t forward = icicle.currentNode();
    press(Qt::Key_Right);
    EXPECT_TRUE(said().contains(QStringLiteral("train.py(30)")));
    press(Qt::Key_Right);
    EXPECT_TRUE(said().contains(QStringLiteral("train.py(30)"))) << "there is nothing further right";
    press(Qt::Key_Left);
    EXPECT_EQ(icicle.currentNode(), forward);
    press(Qt::Key_Down);
    EXPECT_EQ(icicle.currentNode(), forward) << "it called nothing";
    press(Qt::Key_Return);
    EXPECT_EQ(icicle.zoomedTo(), forward);
    press(Qt::Key_Backspace);
    EXPECT_NE(icicle.zoomedTo(), forward);
    EXPECT_NE(icicle.zoomedTo(), noStackNode) << "one frame outwards";
    press(Qt::Key_Escape);
    EXPECT_EQ(icicle.zoomedTo(), noStackNode);
    press(Qt::Key_Up);
    EXPECT_EQ(icicle.currentNode(), noStackNode);
    EXPECT_FALSE(icicle.accessibleName().isEmpty());
}

TEST_F(CodeWindow, thePictureHasHalfOfAWideWindowAndTheTableWhatItNeedsInASmallOne)
{
    session.add(test::runFromJson(codeTrace).run);
    ASSERT_TRUE(shows(3));
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.icicle()->isVisible(); }, 60'000));
    for (const int width : {1'920, 2'560}) {
        panel.resize(width, 400);
        EXPECT_GE(panel.icicle()->width(), width / 2) << width;
    }
    panel.resize(800, 400);
    EXPECT_GE(panel.table()->width(), 500);
    const QHeaderView *header = panel.table()->view()->horizontalHeader();
    EXPECT_LE(header->length(), panel.table()->view()->viewport()->width()) << "all columns are in it";
    EXPECT_GT(panel.icicle()->mapTo(&panel, QPoint()).y(), 0) << "it does not touch the line under the tabs";
}

TEST_F(CodeWindow, aClickOnARowHighlightsItsWorkAndAZoomedPictureHasAWayBack)
{
    RunContext *context = session.add(test::runFromJson(codeTrace).run);
    ASSERT_TRUE(shows(3));
    QTableView *view = panel.table()->view();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
    ASSERT_TRUE(context->highlight().slices);
    EXPECT_EQ(context->highlight().slices->count(), 1u);
    EXPECT_TRUE(context->highlight().slices->contains(0)) << "gemm";
    EXPECT_EQ(context->highlight().title, QStringLiteral("run/model.py(20): forward"));
    QToolButton *back = nullptr;
    for (QToolButton *button : panel.findChildren<QToolButton *>())
        if (button->text() == QStringLiteral("All frames"))
            back = button;
    ASSERT_TRUE(back);
    EXPECT_TRUE(back->isHidden());
    IcicleView &icicle = *panel.icicle();
    ASSERT_TRUE(QTest::qWaitFor([&] { return icicle.nodeAt({10, 40}) != noStackNode; }, 60'000));
    icicle.zoomTo(icicle.nodeAt({10, 40}));
    EXPECT_FALSE(back->isHidden());
    back->click();
    EXPECT_EQ(icicle.zoomedTo(), noStackNode);
    EXPECT_TRUE(back->isHidden());
}

TEST(ElidedPlace, foldersGiveWayBeforeTheFileAndItsLine)
{
    const QFontMetricsF metrics(QGuiApplication::font());
    const QString frame = QStringLiteral("vllm/worker/gpu/model_runner.py(208): __call__");
    EXPECT_TRUE(isPlaceInFile(frame));
    EXPECT_TRUE(isPlaceInFile(QStringLiteral("/home/me/a b.py:33")));
    EXPECT_FALSE(isPlaceInFile(QStringLiteral("model_runner.py(208): __call__"))) << "no folders";
    EXPECT_FALSE(isPlaceInFile(QStringLiteral("void f<a/b>(int)")));
    EXPECT_FALSE(isPlaceInFile(QStringLiteral("a/b.py(1): f; c/d.py(2): g"))) << "a stack";
    for (const char *form :
         {"vllm/worker/gpu/model_runner.py(208): __call__", "…/worker/gpu/model_runner.py(208): __call__",
          "…/gpu/model_runner.py(208): __call__", "…/model_runner.py(208): __call__", "model_runner.py(208): _…",
          "model_runner.py(208)", "model…(208)"}) {
        const QString wanted = QString::fromUtf8(form);
        const QString shown = elidedPlace(frame, metrics, metrics.horizontalAdvance(wanted) + 0.5);
        EXPECT_TRUE(shown.contains(QStringLiteral("(208)"))) << shown.toStdString();
        EXPECT_EQ(shown.left(6), wanted.left(6)) << shown.toStdString();
        EXPECT_LE(metrics.horizontalAdvance(shown), metrics.horizontalAdvance(wanted) + 1);
    }
}

TEST(FittingFrame, keepsTheFileAndTheLine)
{
    const QFontMetrics metrics(QGuiApplication::font());
    const auto fitting = [&](const QString &name, const QString &room) {
        return fittingFrame(name, metrics, metrics.horizontalAdvance(room)).toStdString();
    };
    const QString frame = QStringLiteral("torch/nn/record.py(22): forward");
    for (const char *form : {"torch/nn/record.py(22): forward", "record.py(22): forward", "record.py(22)", "(22)"})
        EXPECT_EQ(fitting(frame, QString::fromLatin1(form)), form);
    EXPECT_EQ(fitting(frame, QStringLiteral("(2")), "");
    EXPECT_EQ(fitting(QStringLiteral("<built-in function linear>"), QStringLiteral("linear")), "linear");
    EXPECT_EQ(fitting(QStringLiteral("<built-in method mul of type object>"), QStringLiteral("mul")), "mul");
    EXPECT_EQ(fitting(QStringLiteral("nn.Module: Linear_3"), QStringLiteral("Linear_3")), "Linear_3");
    const std::string cut = fitting(QStringLiteral("a long name without a line"), QStringLiteral("a long name"));
    EXPECT_TRUE(cut.starts_with("a") && cut.ends_with("e")) << cut;
}

TEST_F(CodeWindow, aFileWithoutStacksSaysHowToRecordThem)
{
    session.add(test::runOfWork({{"0", "7", 0, 3'000, "gemm"}}));
    ASSERT_TRUE(shows(1));
    EXPECT_FALSE(panel.icicle()->isVisible());
}

} // namespace
} // namespace ws
