// Boxes that stand for something else than a slice at its own time: a step's part on the GPU, a gap; the mouse that
// stands still while the view moves below it; names that have little room.

#include "widgets/session/gaptext.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/tellingnames.h"
#include "widgets/timeline/timelineactions.h"
#include "widgets/timeline/workbeside.h"

#include "tests/support/support.h"
#include "tests/widgets/timelinewindow.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QTimer>
#include <QToolTip>

namespace ws::test {
namespace {

/// Two steps of 100 us on the CPU, whose work runs 400 us later.
RunPtr runWithLateWork()
{
    return runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_4(4)","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":500,"dur":50,"args":{"correlation":1,"device":0,"stream":7}},
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_5(5)","pid":1,"tid":1,"ts":200,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":210,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":700,"dur":50,"args":{"correlation":2,"device":0,"stream":7}}
]})json")
        .run;
}

class TimelineBoxes : public TimelineGestures
{
protected:
    TimelineBoxes()
    {
        session.add(runWithLateWork());
        EXPECT_TRUE(QTest::qWaitFor([this] { return view.state()->when() != nullptr; }, 60'000));
        view.fitAll();
        QApplication::processEvents();
    }
    QPoint in(LayoutRow::Kind kind, uint32_t item, int64_t ns)
    {
        const RowLayout &layout = view.state()->layout();
        for (const LayoutRow &row : layout.rows)
            if (row.kind == kind && row.item == item)
                return at(ns, view.state()->view().screenY(layout, row.y) + row.height / 2);
        ADD_FAILURE() << "no such row";
        return {};
    }
    QPoint inGpuSteps(int64_t ns) { return in(LayoutRow::Steps, uint32_t(StepsRow::Gpu), ns); }
    QPoint inCpuSteps(int64_t ns) { return in(LayoutRow::Steps, uint32_t(StepsRow::Cpu), ns); }
    /// The entries of the context menu there; triggers the one that begins with `chosen`.
    QStringList menuAt(QPoint where, const QString &chosen = {})
    {
        QStringList entries;
        QTimer::singleShot(0, &view, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu)
                return;
            for (QAction *action : menu->actions()) {
                entries << action->text().remove(u'&');
                if (!chosen.isEmpty() && entries.back().startsWith(chosen))
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, where, canvas().mapToGlobal(where));
        QApplication::sendEvent(&canvas(), &event);
        QApplication::processEvents();
        return entries;
    }
    RunContext &context() { return session.pane()->context(); }
};

TEST_F(TimelineBoxes, aDoubleClickOnAStepOfTheGpuZoomsToItsWorkThere)
{
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, inGpuSteps(520 * us));
    QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, inGpuSteps(520 * us));
    EXPECT_NEAR(double(view.visibleRange().begin + view.visibleRange().end) / 2, 525e3, 2e3);
    EXPECT_LT(view.visibleRange().length(), 100 * us);
}

TEST_F(TimelineBoxes, theRangeOfAStepIsThatOfTheBoxThatWasClicked)
{
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, inGpuSteps(520 * us));
    const EventRef step = context().selection();
    ASSERT_TRUE(step.valid());
    key(Qt::Key_R, Qt::ShiftModifier);
    EXPECT_EQ(context().range(), (TimeRange{500 * us, 550 * us}));
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, inCpuSteps(50 * us));
    EXPECT_EQ(context().selection(), step) << "the same step";
    key(Qt::Key_R, Qt::ShiftModifier);
    EXPECT_EQ(context().range(), (TimeRange{0, 100 * us}));
    menuAt(inGpuSteps(720 * us), QStringLiteral("Make it the range"));
    EXPECT_EQ(context().range(), (TimeRange{700 * us, 750 * us}));
}

TEST_F(TimelineBoxes, theMouseThatStandsStillHasTheTimeBelowIt)
{
    QTest::mouseMove(&canvas(), QPoint(300, 100));
    QMouseEvent move(QEvent::MouseMove, QPointF(300, 100), canvas().mapToGlobal(QPointF(300, 100)), Qt::NoButton,
                     Qt::NoButton, {});
    QApplication::sendEvent(&canvas(), &move);
    view.showRange({100 * us, 200 * us});
    EXPECT_EQ(view.state()->pointer(), canvas().scale().ns(300));
    EXPECT_GT(*view.state()->pointer(), 100 * us);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&canvas(), &leave);
    key(Qt::Key_W);
    EXPECT_FALSE(view.state()->pointer());
}

TEST_F(TimelineBoxes, aGapHasAMenuAndSoHaveEmptyPlaces)
{
    int asked = 0;
    QObject::connect(&view, &TimelineView::gapsRequested, &view, [&] { ++asked; });
    const QPoint gap = in(LayoutRow::Gaps, 0, 600 * us);
    const QStringList entries = menuAt(gap, QStringLiteral("Copy"));
    EXPECT_TRUE(entries.contains(QStringLiteral("What is this gap"))) << entries.join(u'|').toStdString();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("150")))
        << QApplication::clipboard()->text().toStdString();
    menuAt(gap, QStringLiteral("All gaps"));
    EXPECT_EQ(asked, 1);
    menuAt(gap, QStringLiteral("What is this gap"));
    EXPECT_EQ(context().gap(), (TimeRange{550 * us, 700 * us}));
    const QStringList elsewhere = menuAt(inGpuSteps(600 * us));
    EXPECT_TRUE(elsewhere.contains(QStringLiteral("Whole Run"))) << elsewhere.join(u'|').toStdString();
}

TEST_F(TimelineBoxes, theMenuOfASliceShowsTheKeysThatDoTheSame)
{
    StringId asked = 0;
    QObject::connect(session.pane(), &Pane::instancesRequested, &view, [&](StringId name) { asked = name; });
    context().select(kernel(0));
    key(Qt::Key_I);
    EXPECT_EQ(session.pane()->run()->text(asked), "k");
    const QStringList entries = menuAt(middleOf(kernel(0)));
    for (const char *entry : {"Make it the range\tShift+R", "Highlight same name\tH", "All instances\tI"})
        EXPECT_TRUE(entries.contains(QLatin1String(entry))) << entry << " in " << entries.join(u'|').toStdString();
}

/// A text of a row cannot be read from a picture; its place can.
TEST_F(TimelineBoxes, theNameOfADeepThreadStaysWhereItsRowsAreSeen)
{
    RunMaker maker;
    for (int depth = 0; depth < 60; ++depth)
        maker.op("1", depth, 1'000 - 2 * depth, "call");
    session.add(maker.finish());
    QApplication::processEvents();
    const auto inkAt = [&](int top) { // dark pixels of the header's line there
        const QImage image = view.header()->grab().toImage();
        int dark = 0;
        for (int y = top; y < top + rowheight::gpuLane; ++y)
            for (int x = 40; x < image.width() - 10; ++x)
                dark += qGray(image.pixel(x, y)) < 100;
        return dark;
    };
    const int named = inkAt(rowheight::heading);
    ASSERT_GT(named, 20) << "thread 1, below the heading of its process";
    view.state()->setScroll(300);
    QApplication::processEvents();
    ASSERT_EQ(view.state()->view().scroll, 300);
    EXPECT_NEAR(inkAt(0), named, named / 3);
}

TEST(TellingNames, aNarrowPlaceShowsWhatDiffers)
{
    const QFontMetrics metrics(QApplication::font());
    const std::vector<std::string_view> steps{"ProfilerStep#1010", "ProfilerStep#1011", "ProfilerStep#1011"};
    const auto parts = tellingParts(steps);
    EXPECT_EQ(parts[0], QStringLiteral("…1010"));
    EXPECT_EQ(parts[1], QStringLiteral("…1011"));
    EXPECT_EQ(parts[2], parts[1]);
    const QString name = QStringLiteral("ProfilerStep#1011");
    const auto room = [&](const char *text) { return metrics.horizontalAdvance(QString::fromUtf8(text)); };
    EXPECT_EQ(nameWithPart(name, parts[1], metrics, room("ProfilerStep#1011")), name);
    const QString cut = nameWithPart(name, parts[1], metrics, room("Profile…1011"));
    EXPECT_TRUE(cut.startsWith(QStringLiteral("Prof")) && cut.endsWith(parts[1])) << cut.toStdString();
    EXPECT_EQ(nameWithPart(name, parts[1], metrics, room("…1011")), QStringLiteral("…1011"));
    EXPECT_TRUE(nameWithPart(name, parts[1], metrics, room("…10")).isEmpty()) << "half a number is another one";
}

TEST(TellingNames, countersKeepTheirLastWords)
{
    const std::vector<std::string_view> counters{"[memory]: Total Allocated", "[memory]: Total Reserved"};
    const auto parts = tellingParts(counters);
    EXPECT_EQ(parts[0], QStringLiteral("…Allocated"));
    EXPECT_EQ(parts[1], QStringLiteral("…Reserved"));
}

TEST(TellingNames, aPartAtTheBeginIsNotSaidTwice)
{
    const QFontMetrics metrics(QApplication::font());
    const QString name = QStringLiteral("Stream 49 (not counted)"), part = QStringLiteral("…Stream 49");
    const auto room = [&](const char *text) { return metrics.horizontalAdvance(QString::fromUtf8(text)); };
    EXPECT_EQ(nameWithPart(name, part, metrics, room("Stream 49 (not…")), QStringLiteral("Stream 49 (not…"));
    EXPECT_EQ(nameWithPart(name, part, metrics, room("Stream 49…") + 4), QStringLiteral("Stream 49…"));
    EXPECT_TRUE(nameWithPart(name, part, metrics, room("Stream 4…")).isEmpty()) << "another stream's number";
    const QString untilNot = QStringLiteral("…Stream 49 not");
    EXPECT_EQ(nameWithPart(name, untilNot, metrics, room("Stream 49 (not…")), QStringLiteral("Stream 49 (not…"))
        << "the part leaves brackets out";
}

TEST(TellingNames, aPartIsAWordNotSomeOfItsCharacters)
{
    const QFontMetrics metrics(QApplication::font());
    const auto cut = [&](const char *name, const char *part, const char *head) {
        return nameWithPart(QString::fromUtf8(name), QString::fromUtf8(part), metrics,
                            metrics.horizontalAdvance(QString::fromUtf8(head)) + 4);
    };
    for (const char *head : {"stream 17…", "stream 1…"}) {
        const QString shown = cut("stream 17 · GPU 1", "…1", head);
        EXPECT_TRUE(shown.endsWith(QStringLiteral("…1"))) << shown.toStdString();
    }
    EXPECT_TRUE(cut("Memory Allocator A", "…A", "Memory Allo…").endsWith(QStringLiteral("…A")));
    EXPECT_EQ(cut("FlashFwdKernel", "…Fwd", "FlashFwd…"), QStringLiteral("FlashFwd…"));
}

TEST_F(TimelineBoxes, aTooltipOfAGroupSaysMoreThanItsTitle)
{
    for (const LayoutGroup &group : view.state()->layout().groups) {
        const QPoint at(60, group.y + rowheight::heading / 2);
        QHelpEvent help(QEvent::ToolTip, at, view.header()->mapToGlobal(at));
        QApplication::sendEvent(view.header(), &help);
        const QString title = groupTitle(*view.state()->data(), group);
        if (group.kind == LayoutGroup::Gpu)
            EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("The curve"))) << title.toStdString();
        else
            EXPECT_NE(QToolTip::text(), title);
        QToolTip::hideText();
        QTest::qWait(1);
    }
}

TEST_F(TimelineBoxes, theLengthOfAGapIsShownWholeOrNotAtAll)
{
    const Gap &gap = view.state()->when()->gaps()->gaps.front();
    const ws::Run &run = *session.pane()->run();
    const QFontMetrics metrics(QApplication::font());
    const TimeUnit unit = TimeUnit::Milliseconds;
    const QString length = gapLengthText(gap, unit), whole = shortGapText(run, gap, unit);
    ASSERT_GT(whole.size(), length.size() + 5);
    for (int room = 1; room <= metrics.horizontalAdvance(whole); ++room) {
        const QString shown = gapLabel(run, gap, unit, metrics, room);
        EXPECT_TRUE(shown.isEmpty() || shown.startsWith(length)) << shown.toStdString();
        EXPECT_EQ(shown.isEmpty(), room < metrics.horizontalAdvance(length));
        EXPECT_TRUE(shown.size() <= length.size() || shown == whole || shown.size() >= length.size() + 8)
            << "too little of the cause: " << shown.toStdString();
    }
}

TEST(GapLabels, theGapsOfAViewHaveOneUnit)
{
    Gap shorter, longer;
    shorter.durationNs = 9'800'000;
    longer.durationNs = 12'000'000;
    const TimeUnit unit = rulerUnitFor(40'000'000);
    EXPECT_EQ(gapLengthText(shorter, unit), QStringLiteral("9.800\u202fms idle"));
    EXPECT_EQ(gapLengthText(longer, unit), QStringLiteral("12.000\u202fms idle"));
    EXPECT_EQ(gapLengthText(shorter), QStringLiteral("9.800\u202fms idle"));
    Gap tiny; // of a view with idle time collapsed
    tiny.durationNs = 400;
    EXPECT_EQ(gapLengthText(tiny, unit), QStringLiteral("400\u202fns idle"));
}

TEST(WorkBeside, aDeviceSaysWhatLiesFarFromItsMainActivity)
{
    RunMaker maker;
    maker.op("1", 0, 1'000'000, "model");
    maker.kernel("7", 1'000, 500, "warm up");
    for (int i = 0; i < 200; ++i)
        maker.kernel("7", 900'000 + i * 100, 90, "gemm");
    const auto data = maker.data();
    ASSERT_GT(data->mainActivity.begin, 100'000) << "else the case is another one";
    const RowLayout layout = layoutRows(*data, {});
    const auto heading = std::ranges::find_if(layout.rows, [](const LayoutRow &row) { return row.device; });
    ASSERT_NE(heading, layout.rows.end());
    const WorkBeside work = workBeside(*data, *heading, data->firstView());
    ASSERT_TRUE(work.before);
    EXPECT_EQ(*work.before, (TimeRange{1'000, 1'500}));
    EXPECT_FALSE(work.after);
    EXPECT_EQ(workBeside(*data, *heading, {905'000, 906'000}), WorkBeside())
        << "whoever zooms knows that there is more";
}

} // namespace
} // namespace ws::test
