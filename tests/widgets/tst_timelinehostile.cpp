// Extreme sizes: the view must stay usable. Work that grew with the run instead of with the screen would exceed the
// time limit of the test.
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

#include "tests/support/support.h"
#include "tests/widgets/timelineruns.h"

#include <QApplication>
#include <QHelpEvent>
#include <QTest>

#include <gtest/gtest.h>

#include <set>

using namespace ws;
using namespace ws::test;

namespace {

class TimelineHostile : public testing::Test
{
protected:
    void open(RunMaker &maker)
    {
        session.add(maker.finish());
        ASSERT_TRUE(QTest::qWaitFor([this] { return view.state()->data() != nullptr; }, 60'000));
        view.resize(1280, 720);
        view.show();
        QApplication::processEvents();
    }

    /// Some frames at different places and zooms; a very slow one would exceed the time limit of the test.
    void drawFrames()
    {
        TimelineState &state = *view.state();
        for (int i = 0; i < 12; ++i) {
            state.setScroll(state.maxScroll() / 12 * i);
            state.setVisible(zoomed(state.visible(), i % 2 ? 1.7 : 0.8, state.visible().begin + i));
            view.repaint();
        }
    }

    Session session;
    TimelineView view{session.pane()};
};

} // namespace

TEST_F(TimelineHostile, clicksAndToolTipsOnEveryKindOfRowAreHarmless)
{
    session.add(test::runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_4(4)","pid":1,"tid":1,"ts":0,"dur":450},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":50,"dur":50,"args":{"correlation":1,"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":400,"dur":40,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"c","pid":2,"tid":7,"ts":400,"dur":40,"args":{"device":2,"stream":7}},
{"ph":"C","name":"memory","pid":1,"ts":10,"args":{"bytes":5}},
{"ph":"i","s":"g","name":"everywhere","ts":60},
{"ph":"i","s":"t","name":"here","pid":1,"tid":1,"ts":70},
{"ph":"X","cat":"python_function","name":"main.py(1): run","pid":1,"tid":1,"ts":0,"dur":500}
]})json")
                    .run);
    view.resize(900, 500);
    view.show();
    ASSERT_TRUE(QTest::qWaitFor([this] { return view.state()->when() != nullptr; }, 60'000));
    std::set<int> kinds;
    for (const LayoutRow &row : view.state()->layout().rows)
        kinds.insert(row.kind);
    EXPECT_TRUE(kinds.contains(LayoutRow::Steps) && kinds.contains(LayoutRow::Gaps) &&
                kinds.contains(LayoutRow::Counter) && kinds.contains(LayoutRow::Instants));
    for (int y = 0; y < view.canvas()->height(); y += 4)
        for (int x = 5; x < view.canvas()->width(); x += 60) {
            const QPoint at(x, y);
            QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, at);
            QTest::mouseDClick(view.canvas(), Qt::LeftButton, {}, at);
            QHelpEvent help(QEvent::ToolTip, at, view.canvas()->mapToGlobal(at));
            QApplication::sendEvent(view.canvas(), &help);
            view.goBack();
        }
}

TEST_F(TimelineHostile, aHundredThousandTracks)
{
    RunMaker maker;
    for (int i = 0; i < 100'000; ++i)
        maker.op(std::to_string(i), i, 1000, "aten::mm");
    open(maker);
    drawFrames();
    session.pane()->context().reveal({99'999, 0});
    EXPECT_FALSE(view.canvas()->boxOf({99'999, 0}).isNull());
    drawFrames();
}

TEST_F(TimelineHostile, fortyThousandMutuallyOverlappingKernels)
{
    RunMaker maker;
    for (int i = 0; i < 40'000; ++i)
        maker.kernel("7", i, 1'000'000, "gemm");
    open(maker);
    drawFrames();
}

TEST_F(TimelineHostile, nestingAsDeepAsATrackCanBe)
{
    RunMaker maker;
    for (int i = 0; i < 20'000; ++i)
        maker.python("1", i, 1'000'000 - 2 * i, "f.py(1): f");
    maker.op("1", 30'000, 10, "aten::mm");
    open(maker);
    drawFrames();
    LayoutChoices choices;
    choices.python = true;
    view.state()->setChoices(choices);
    EXPECT_GT(view.state()->layout().rows.size(), 1000u);
    drawFrames();
}

TEST_F(TimelineHostile, timesNearTheEndOfTheNumbers)
{
    RunMaker maker;
    maker.kernel("7", 0, 10, "early");
    maker.kernel("7", INT64_MAX / 4, 10, "late");
    maker.kernel("7", INT64_MAX / 2, 0, "last");
    open(maker);
    for (QAction *action : view.timelineActions())
        action->trigger();
    drawFrames();
}

TEST_F(TimelineHostile, namesOfAMegabyteAndBrokenText)
{
    RunMaker maker;
    maker.kernel("7", 0, 1000, std::string(1 << 20, 'x'));
    std::string unclosed("void f<");
    unclosed.append(100'000, '<');
    maker.kernel("7", 1000, 1000, unclosed);
    maker.kernel("7", 2000, 1000, "\xff\xfe\x80 broken \xc3");
    maker.kernel("7", 3000, 1000, "");
    open(maker);
    drawFrames();
    EXPECT_LT(view.canvas()->describe({0, 0}).size(), 5000);
}
