// Which files become which side of a comparison: arguments, drops on all places, wrong files, loading, cancelling.
#include "tests/app/comparetest.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/stages/stagechart.h"

namespace ws::test {
namespace {

using CompareFiles = CompareTest;

TEST_F(CompareFiles, exactlyTwoFilesOpenAsAComparisonAndMoreAsRuns)
{
    openIn(window, {first, second});
    EXPECT_EQ(pairText(), QStringLiteral("first.json|second.json"));
    EXPECT_TRUE(window.centre()->isPaired());
    EXPECT_EQ(window.session()->active(), context(A));
    EXPECT_TRUE(timelineOf(A) && timelineOf(B));
    EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("first.json | second.json")));
    MainWindow other;
    openIn(other, {first, second, write(smallTrace, QStringLiteral("third.json"))});
    EXPECT_FALSE(other.session()->pair()->isSet());
    EXPECT_EQ(other.session()->contexts().size(), 3u);
}

TEST_F(CompareFiles, aFileDroppedOnAHalfBecomesThatSide)
{
    for (const auto &[share, expected] : {std::pair(0.1, QStringLiteral("second.json|first.json")),
                                          std::pair(0.9, QStringLiteral("first.json|second.json"))}) {
        MainWindow fresh;
        fresh.resize(1200, 800);
        openIn(fresh, {first});
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(second)});
        QWidget *contents = fresh.centralWidget();
        const QPoint at = contents->mapTo(&fresh, QPoint(int(contents->width() * share), 300));
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&fresh, &enter);
        EXPECT_TRUE(enter.isAccepted());
        auto *lit = fresh.findChild<DropOverlay *>();
        EXPECT_TRUE(lit->isVisible());
        EXPECT_EQ(lit->zone(), share < 0.5 ? DropZone::First : DropZone::Second);
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&fresh, &drop);
        EXPECT_FALSE(lit->isVisible());
        ASSERT_TRUE(settle(fresh));
        ComparePair &made = *fresh.session()->pair();
        ASSERT_TRUE(made.isShown());
        EXPECT_EQ(QFileInfo(made.context(A)->run()->info.stamp.path).fileName() + u'|' +
                      QFileInfo(made.context(B)->run()->info.stamp.path).fileName(),
                  expected);
    }
}

TEST_F(CompareFiles, theMiddleAndTheBarsOpenAFileAsBefore)
{
    openIn(window, {first});
    dropAt({second}, across(0.5));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 2u);
    dropAt({write(smallTrace, QStringLiteral("third.json"))}, QPoint(30, window.menuBar()->y() + 5));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 3u);
}

TEST_F(CompareFiles, theHalfUnderTheMouseLightsUpUntilTheDragLeaves)
{
    openIn(window, {first});
    dragTo({second}, across(0.2));
    EXPECT_EQ(overlay()->zone(), DropZone::First);
    dragTo({second}, across(0.5));
    EXPECT_EQ(overlay()->zone(), DropZone::Middle);
    dragTo({second}, across(0.8));
    EXPECT_EQ(overlay()->zone(), DropZone::Second);
    EXPECT_TRUE(overlay()->isVisible());
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(&window, &leave);
    EXPECT_FALSE(overlay()->isVisible());
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 1u);
}

TEST_F(CompareFiles, twoFilesDroppedTogetherAreComparedAnywhere)
{
    window.show();
    dropAt({first, second}, across(0.5));
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(pairText(), QStringLiteral("first.json|second.json"));
}

TEST_F(CompareFiles, aThirdFileAsksWhichSideItReplaces)
{
    openPair();
    const QString third = write(smallTrace, QStringLiteral("third.json"));
    dropAt({third}, across(0.9));
    ASSERT_TRUE(question());
    EXPECT_TRUE(question()->defaultButton()->text().contains(QStringLiteral("B")));
    EXPECT_EQ(pairText(), QStringLiteral("first.json|second.json")) << "nothing before the answer";
    answer(QStringLiteral("A:"));
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(pairText(), QStringLiteral("third.json|second.json"));
    EXPECT_EQ(window.session()->contexts().size(), 3u) << "the replaced run stays open";

    dropAt({write(smallTrace, QStringLiteral("fourth.json"))}, across(0.1));
    answer(QStringLiteral("Cancel"));
    EXPECT_FALSE(window.isLoading());
    EXPECT_EQ(pairText(), QStringLiteral("third.json|second.json"));

    dropAt({m_folder.filePath(QStringLiteral("fourth.json"))}, across(0.1));
    answer(QStringLiteral("Neither"));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isShown()) << "the new run is shown alone";
    EXPECT_EQ(window.session()->contexts().size(), 4u);
}

TEST_F(CompareFiles, aSideClosedWhileItIsAskedForLeavesTheFileARunOfItsOwn)
{
    openPair();
    dropAt({write(smallTrace, QStringLiteral("third.json"))}, across(0.9));
    window.session()->close(context(A));
    answer(QStringLiteral("B:"));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 2u);
}

TEST_F(CompareFiles, theSameFileTwiceIsTwoRuns)
{
    openIn(window, {first, first});
    ASSERT_EQ(pairText(), QStringLiteral("first.json|first.json"));
    EXPECT_NE(context(A)->run(), context(B)->run());
    EXPECT_TRUE(timelineOf(A) && timelineOf(B));
    context(A)->setRange(TimeRange{0, 10});
    EXPECT_FALSE(context(B)->range());
    window.reload();
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(pairText(), QStringLiteral("first.json|first.json")) << "both are read again";
    EXPECT_EQ(window.session()->contexts().size(), 2u);
    pair().end();
    dropAt({first}, across(0.9));
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(pairText(), QStringLiteral("first.json|first.json"));
    EXPECT_EQ(window.session()->contexts().size(), 2u) << "the one that is open already";
}

TEST_F(CompareFiles, aWrongFileLeavesWhatWasOpenAndSaysWhy)
{
    openIn(window, {first});
    dropAt({write("no trace at all", QStringLiteral("note.txt"))}, across(0.9));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    openIn(window, {m_folder.filePath(QStringLiteral("note.txt")), second});
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 2u) << "the readable one opens";
    dropAt({write(smallTrace, QStringLiteral("third.json"))}, across(0.5));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet()) << "the failed wish is over";
}

TEST_F(CompareFiles, cancellingTheSecondFileLeavesTheFirst)
{
    m_held = second;
    window.show();
    window.open({first, second});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session()->contexts().empty(); }, 60'000));
    EXPECT_TRUE(window.isLoading());
    window.cancelLoading();
    letGo();
    QTest::qWait(50);
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    openIn(window, {write(smallTrace, QStringLiteral("third.json"))});
    EXPECT_FALSE(pair().isSet()) << "the cancelled wish is over";
}

TEST_F(CompareFiles, theStagesTabFollowsWhatBecomesOfTheComparison)
{
    const auto shown = [this] {
        QStringList labels;
        for (const ChartBar &bar : window.findChild<StageChart *>()->data().bars)
            labels << bar.label;
        return labels.join(u'|').toStdString();
    };
    const auto shows = [&](const char *labels) {
        const bool done = QTest::qWaitFor([&] { return !window.stages()->isBusy() && shown() == labels; }, 10'000);
        EXPECT_EQ(shown(), labels);
        return done;
    };
    m_held = second;
    window.show();
    window.open({first, second});
    window.showPanel(QStringLiteral("stages"));
    EXPECT_TRUE(shows("first.json"));
    window.cancelLoading();
    letGo();
    QTest::qWait(50);
    EXPECT_TRUE(shows("first.json")) << "a cancelled load leaves this run";
    openIn(window, {second});
    EXPECT_TRUE(shows("second.json"));
    pair().set(window.session()->contexts()[0], window.session()->contexts()[1]);
    EXPECT_TRUE(shows("A: first.json|B: second.json"));
    write(smallTrace, QStringLiteral("second.json"));
    window.reload();
    ASSERT_TRUE(settle(window));
    EXPECT_TRUE(shows("A: first.json|B: second.json")) << "a changed file";
    dropAt({write(laterTrace, QStringLiteral("third.json"))}, across(0.1));
    answer(QStringLiteral("A:"));
    ASSERT_TRUE(settle(window));
    EXPECT_TRUE(shows("A: third.json|B: second.json")) << "a replaced side";
    window.stages()->chooseRuns(StageRuns::All);
    EXPECT_TRUE(shows("first.json|second.json|third.json"));
    window.stages()->chooseRuns(StageRuns::Pair);
    EXPECT_TRUE(shows("A: third.json|B: second.json"));
    window.session()->close(context(A));
    EXPECT_TRUE(shows("second.json")) << "a closed side";
    window.closeRun();
    EXPECT_TRUE(shows("first.json"));
}

TEST_F(CompareFiles, theFirstSideClosedWhileTheSecondLoadsEndsTheWish)
{
    m_held = second;
    window.show();
    window.open({first, second});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session()->contexts().empty(); }, 60'000));
    window.closeRun();
    letGo();
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("second.json")));
}

TEST_F(CompareFiles, aDropWhileAFileLoadsWaitsForIt)
{
    m_held = second;
    openIn(window, {first});
    window.open({second});
    dropAt({write(smallTrace, QStringLiteral("third.json"))}, across(0.9));
    letGo();
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(pairText(), QStringLiteral("first.json|third.json")) << "beside the run that it was dropped on";
    EXPECT_EQ(window.session()->contexts().size(), 3u);
}

TEST_F(CompareFiles, aRunWhoseNameIsMarkupIsShownPlainly)
{
    const QString markup = write(smallTrace, QStringLiteral("<b>x&y.json"));
    openIn(window, {first, markup});
    ASSERT_TRUE(pair().isShown());
    dropAt({second}, across(0.5));
    ASSERT_TRUE(question());
    EXPECT_EQ(question()->textFormat(), Qt::PlainText);
    answer(QStringLiteral("Cancel"));
}

} // namespace
} // namespace ws::test
