// The keys that walk, find, mark, fold and hide, with real events on the offscreen platform.
#include "tests/widgets/timelinewindow.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelineactions.h"

#include <QMenu>

using namespace ws;
using namespace ws::test;

using TimelineKeys = TimelineGestures;

TEST_F(TimelineKeys, fullStopAndCommaWalkAlongTheRow)
{
    session.pane()->context().select(kernel(0));
    key(Qt::Key_Period);
    EXPECT_EQ(session.pane()->context().selection(), kernel(1));
    key(Qt::Key_Period);
    EXPECT_EQ(session.pane()->context().selection(), kernel(2));
    key(Qt::Key_Period);
    EXPECT_EQ(session.pane()->context().selection(), kernel(2)); // the last one stays
    key(Qt::Key_Comma);
    EXPECT_EQ(session.pane()->context().selection(), kernel(1));
}

TEST_F(TimelineKeys, nFindsTheSameNameInBothDirections)
{
    session.pane()->context().select(kernel(0));
    key(Qt::Key_N);
    EXPECT_EQ(session.pane()->context().selection(), kernel(2));
    key(Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(session.pane()->context().selection(), kernel(0));
}

TEST_F(TimelineKeys, bracketsGoBetweenLaunchAndKernel)
{
    session.pane()->context().select(kernel(0));
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(session.pane()->run()->text(timeline().name(session.pane()->context().selection())), "cudaLaunchKernel");
    EXPECT_EQ(timeline().start(session.pane()->context().selection()), 20 * us);
    EXPECT_LE(view.visibleRange().begin, 20 * us); // it was left of the view
    key(Qt::Key_BracketRight);
    EXPECT_EQ(session.pane()->context().selection(), kernel(0));
}

TEST_F(TimelineKeys, mSetsAMarkAndEscapeRemovesItBeforeTheRange)
{
    QTest::mouseMove(&canvas(), at(300 * us));
    QApplication::processEvents();
    key(Qt::Key_M);
    ASSERT_TRUE(view.state()->mark());
    EXPECT_NEAR(double(*view.state()->mark()), 300e3, canvas().scale().nsPerPixel() * 2);
    session.pane()->context().setRange(TimeRange{1, 2});
    key(Qt::Key_Escape);
    EXPECT_FALSE(view.state()->mark());
    EXPECT_TRUE(session.pane()->context().range());
}

TEST_F(TimelineKeys, gGoesByLengthShiftGByTimeAndBothSayWhatTheyDid)
{
    const TimeRange shorter{200 * us, 250 * us}, longer{300 * us, 600 * us};
    QString message;
    QObject::connect(&view, &TimelineView::messageChanged, [&](const QString &text) { message = text; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.state()->when() != nullptr; }, 60'000));
    key(Qt::Key_G);
    EXPECT_EQ(session.pane()->context().gap(), longer);
    EXPECT_TRUE(message.startsWith(QStringLiteral("Gap 1 of 2 by length: 300"))) << message.toStdString();
    EXPECT_FALSE(session.pane()->context().range()) << "tables keep showing the whole run";
    const TimeRange shown = view.visibleRange();
    EXPECT_TRUE(shown.begin <= longer.begin && shown.end >= longer.end);
    EXPECT_LT(shown.length(), 4 * longer.length());
    key(Qt::Key_G);
    EXPECT_EQ(session.pane()->context().gap(), shorter);
    EXPECT_TRUE(message.startsWith(QStringLiteral("Gap 2 of 2 by length: 50"))) << message.toStdString();
    key(Qt::Key_G);
    EXPECT_EQ(session.pane()->context().gap(), longer); // the longest again
    key(Qt::Key_G, Qt::ShiftModifier);
    EXPECT_EQ(session.pane()->context().gap(), shorter); // after the last one the first
    key(Qt::Key_G, Qt::ShiftModifier);
    EXPECT_EQ(session.pane()->context().gap(), longer);
    key(Qt::Key_Escape);
    EXPECT_FALSE(session.pane()->context().gap());
    key(Qt::Key_G);
    session.pane()->context().select(kernel(0));
    EXPECT_FALSE(session.pane()->context().gap()) << "another thing is selected";
}

TEST_F(TimelineKeys, gScrollsToTheDeviceThatIdlesAndNamesIt)
{
    test::RunMaker maker;
    for (int stream = 0; stream < 40; ++stream) { // more rows than there is room for
        const std::string name = std::to_string(stream + 7);
        maker.kernel(name, 0, 1000 * us, "gemm", 0, "0");
        maker.kernel(name, 1'500 * us, 500 * us, "gemm", 0, "1");
    }
    maker.kernel("7", 1'010 * us, 90 * us, "norm", 0, "0");
    maker.kernel("7", 0, 500 * us, "norm", 0, "1");
    session.add(maker.finish());
    session.setActive(session.contexts().back());
    QString message;
    QObject::connect(&view, &TimelineView::messageChanged, [&](const QString &text) { message = text; });
    TimelineState &state = *view.state();
    ASSERT_TRUE(QTest::qWaitFor([&] { return state.when() != nullptr; }, 60'000));
    const auto seen = [&](const char *device) {
        for (const LayoutRow &row : state.layout().rows)
            if (row.kind == LayoutRow::Gaps &&
                state.run()->text(state.data()->devices[row.item].device) == std::string_view(device))
                return row.y >= state.view().scroll && row.y + row.height <= state.view().scroll + state.view().height;
        return false;
    };
    state.setScroll(0);
    EXPECT_FALSE(seen("1"));
    key(Qt::Key_G);
    EXPECT_TRUE(seen("1"));
    EXPECT_TRUE(message.startsWith(QStringLiteral("Gap 1 of 2 by length, GPU 1: 1"))) << message.toStdString();
    key(Qt::Key_G);
    EXPECT_TRUE(seen("0"));
    EXPECT_TRUE(message.startsWith(QStringLiteral("Gap 2 of 2 by length, GPU 0: 10"))) << message.toStdString();
}

TEST_F(TimelineKeys, pShowsAndHidesPythonFrames)
{
    const size_t rows = view.state()->layout().rows.size();
    key(Qt::Key_P);
    EXPECT_TRUE(view.isPythonShown());
    EXPECT_EQ(view.state()->layout().rows.size(), rows + 1);
    key(Qt::Key_P);
    EXPECT_EQ(view.state()->layout().rows.size(), rows);
}

TEST_F(TimelineKeys, enterAsksForDetails)
{
    int asked = 0;
    QObject::connect(&view, &TimelineView::detailsRequested, &view, [&] { ++asked; });
    key(Qt::Key_Return);
    EXPECT_EQ(asked, 0);
    session.pane()->context().select(kernel(0));
    key(Qt::Key_Return);
    EXPECT_EQ(asked, 1);
}

TEST_F(TimelineKeys, hHighlightsTheSelectedNameAndEscapeClearsIt)
{
    session.pane()->context().select(kernel(0));
    key(Qt::Key_H);
    ASSERT_FALSE(session.pane()->context().highlight().names.empty());
    EXPECT_EQ(session.pane()->context().highlight().names[timeline().name(kernel(0))], 1);
    EXPECT_EQ(session.pane()->context().highlight().names[timeline().name(kernel(1))], 0);
    key(Qt::Key_Escape);
    EXPECT_TRUE(session.pane()->context().highlight().names.empty());
    EXPECT_TRUE(session.pane()->context().selection().valid());
}

TEST_F(TimelineKeys, wheelAndArrowsScrollTheRows)
{
    view.resize(1000, 44 + 26 + 80);
    QApplication::processEvents();
    ASSERT_GT(view.state()->maxScroll(), 0);
    wheel({300, 40}, {0, -120});
    const int scrolled = view.state()->view().scroll;
    EXPECT_GT(scrolled, 0);
    key(Qt::Key_Up);
    EXPECT_LT(view.state()->view().scroll, scrolled);
    key(Qt::Key_PageDown);
    key(Qt::Key_PageDown);
    EXPECT_EQ(view.state()->view().scroll, view.state()->maxScroll());
}

TEST_F(TimelineKeys, revealUnfoldsScrollsAndZoomsToTheSlice)
{
    key(Qt::Key_0);
    LayoutChoices choices;
    for (const LayoutGroup &group : view.state()->layout().groups)
        choices.foldedGroups.insert(group.key());
    view.state()->setChoices(choices);
    EXPECT_TRUE(canvas().boxOf(kernel(3)).isNull());
    session.pane()->context().reveal(kernel(3));
    EXPECT_FALSE(canvas().boxOf(kernel(3)).isNull());
    EXPECT_EQ(session.pane()->context().selection(), kernel(3));
    EventRef python{timeline().tracks[0].firstLane, 0};
    for (uint32_t l = 0; l < timeline().lanes.size(); ++l)
        for (uint32_t i = 0; i < timeline().lanes[l].size(); ++i)
            if (timeline().category({l, i}).kind == CategoryKind::Python)
                python = {l, i};
    session.pane()->context().reveal(python);
    EXPECT_TRUE(view.isPythonShown());
}

TEST_F(TimelineKeys, rowsAndSlicesOfNamedRanksAskWhatIfTheRankWereAsFastAsTheOthers)
{
    const RunContext *context = session.add(test::runFromJson(R"({"traceEvents":[
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"DP rank [0]"}},
        {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"PP rank 0, TP rank 0, compute"}},
        {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"PP rank 1, TP rank 0, compute"}},
        {"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"launcher"}},
        {"ph":"X","name":"forward","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","name":"forward","pid":1,"tid":2,"ts":10,"dur":20},
        {"ph":"X","name":"wait","pid":1,"tid":3,"ts":0,"dur":30}]})")
                                                .run);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.state()->run() == context->run() && view.state()->data(); }, 60'000));
    const auto asked = [&](QMenu &menu) {
        for (QAction *action : menu.actions())
            if (action->text().contains(QStringLiteral("median")))
                action->trigger();
        const QString edit = context->edits().empty() ? QString() : context->edits().back().edit;
        session.active()->setEdits({});
        return edit;
    };
    QStringList ofRows, ofSlices;
    for (size_t section = 0; section < view.state()->layout().sections.size(); ++section) {
        QMenu menu;
        view.header()->fillMenu(menu, 0, section);
        ofRows << asked(menu);
    }
    for (uint32_t lane = 0; lane < context->run()->timeline.lanes.size(); ++lane) {
        QMenu menu;
        view.findChild<TimelineActions *>()->fillMenu(menu, {lane, 0});
        ofSlices << asked(menu);
    }
    for (QStringList *edits : {&ofRows, &ofSlices}) {
        EXPECT_EQ(edits->removeAll(QStringLiteral("rank:DP 0 · PP 0 · TP 0=median")), 1);
        EXPECT_EQ(edits->removeAll(QStringLiteral("rank:DP 0 · PP 1 · TP 0=median")), 1);
        EXPECT_EQ(edits->removeAll(QStringLiteral("rank:DP 0=median")), 1) << "of its process, which is in all of them";
        EXPECT_EQ(edits->join(u'|').remove(u'|'), QString());
    }
}

TEST_F(TimelineKeys, headerMenuFoldsPinsAndHides)
{
    TimelineState &state = *view.state();
    QMenu menu;
    const size_t stream = 0;
    view.header()->fillMenu(menu, 0, stream);
    auto trigger = [&](QLatin1String text) {
        for (QAction *action : menu.actions())
            if (action->text().remove(QLatin1Char('&')).startsWith(text))
                return action->trigger();
        ADD_FAILURE() << text.data();
    };
    trigger(QLatin1String("Pin"));
    EXPECT_GT(state.layout().pinnedHeight, 0);
    menu.clear();
    view.header()->fillMenu(menu, 0, 0);
    trigger(QLatin1String("Unpin"));
    EXPECT_EQ(state.layout().pinnedHeight, 0);
    menu.clear();
    view.header()->fillMenu(menu, 0, 0);
    trigger(QLatin1String("Hide"));
    EXPECT_EQ(state.layout().hiddenCount, 1u);
    menu.clear();
    view.header()->fillMenu(menu, SIZE_MAX, SIZE_MAX);
    trigger(QLatin1String("Show all rows"));
    EXPECT_EQ(state.layout().hiddenCount, 0u);
    QTest::mouseClick(view.header(), Qt::LeftButton, {}, QPoint(12, 10));
    EXPECT_TRUE(state.layout().groups[0].folded);
}

TEST_F(TimelineKeys, everyActionHasATextAndIsListed)
{
    size_t count = 0;
    for (const QAction *action : view.timelineActions()) {
        if (action->isSeparator() || action->menu())
            continue;
        ++count;
        EXPECT_FALSE(action->text().isEmpty());
        EXPECT_FALSE(action->shortcuts().isEmpty());
        EXPECT_EQ(action->shortcutContext(), Qt::WidgetWithChildrenShortcut);
    }
    EXPECT_GE(count, 24u);
}

TEST_F(TimelineKeys, theInputMethodIsOffAndNamesAreAccessible)
{
    EXPECT_FALSE(view.testAttribute(Qt::WA_InputMethodEnabled));
    EXPECT_FALSE(canvas().testAttribute(Qt::WA_InputMethodEnabled));
    for (QWidget *child : view.findChildren<QWidget *>())
        if (child->parentWidget() == &view && !child->accessibleName().isEmpty())
            SUCCEED();
    EXPECT_FALSE(canvas().accessibleName().isEmpty());
    session.pane()->context().select(kernel(0));
    EXPECT_TRUE(canvas().accessibleDescription().contains(QLatin1String("gemm")));
}

TEST_F(TimelineKeys, statusTextNamesViewRangeAndMark)
{
    QString text;
    QObject::connect(&view, &TimelineView::rangeLabel, &view, [&](const QString &t) { text = t; });
    drag(at(200 * us), at(500 * us));
    EXPECT_TRUE(QTest::qWaitFor([&] { return text.contains(QLatin1String("Range")); }, 2000));
    EXPECT_TRUE(text.contains(QLatin1String("View")));
}

TEST_F(TimelineKeys, anotherRunStartsAfreshAndTheSameFileKeepsTheView)
{
    const RunPtr first = runOfFile(), reread = runOfFile();
    session.add(first);
    view.showRange({400 * us, 500 * us});
    const TimeRange kept = view.visibleRange();
    session.replace(session.find(first), reread);
    EXPECT_EQ(view.visibleRange(), kept);
    session.add(smallRun());
    EXPECT_NE(view.visibleRange(), kept);
}

TEST_F(TimelineKeys, aRunThatIsShownAgainComesBackAsItWas)
{
    const RunPtr first = session.pane()->run();
    view.showRange({200 * us, 300 * us});
    key(Qt::Key_P);
    const TimeRange kept = view.visibleRange();
    session.add(runOfFile());
    EXPECT_FALSE(view.isPythonShown());
    session.setActive(session.find(first));
    EXPECT_EQ(view.visibleRange(), kept);
    EXPECT_TRUE(view.isPythonShown());
}

TEST_F(TimelineKeys, shiftRMakesTheSelectionTheRangeAndRZoomsToIt)
{
    session.pane()->context().select(kernel(1));
    key(Qt::Key_R, Qt::ShiftModifier);
    EXPECT_EQ(session.pane()->context().range(), (TimeRange{250 * us, 300 * us}));
    key(Qt::Key_R);
    EXPECT_LT(view.visibleRange().length(), 60 * us);
}

TEST_F(TimelineKeys, closingTheRunLeavesAnEmptyViewThatTakesEveryKey)
{
    session.close(session.find(session.pane()->run()));
    for (QAction *action : view.timelineActions())
        action->trigger();
    drag({100, 100}, {200, 100});
    wheel({100, 100}, {0, 120}, Qt::ControlModifier);
    EXPECT_FALSE(view.renderImage({640, 360}).isNull());
}
