// Two runs side by side in the window, with real events: drops, keys, clicks,
// closing and reloading in the middle.
#include "app/centre.h"
#include "app/filedrops.h"
#include "app/mainwindow.h"
#include "app/messagebar.h"
#include "app/workspace.h"
#include "core/readers/formats.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/compare/dropoverlay.h"
#include "widgets/compare/pairbar.h"
#include "widgets/compare/pairview.h"
#include "widgets/compare/sidetitle.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <latch>

namespace ws {
namespace {

using Side = ComparePair::Side;
constexpr Side A = ComparePair::A, B = ComparePair::B;

constexpr std::string_view laterTrace = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":500},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":300,"dur":50,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"relu","pid":0,"tid":7,"ts":390,"dur":90,"args":{"device":0,"stream":7}}
]})";

constexpr std::string_view steppedTrace = R"({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":200,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":210,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":50,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":230,"dur":50,"args":{"device":0,"stream":7,"correlation":2}}
]})";

constexpr std::string_view twoTables = "# First\n"
                                       "----  --------  ---------\n"
                                       "Name  Self CPU  Self CUDA\n"
                                       "----  --------  ---------\n"
                                       "   a   1.000us    2.000us\n"
                                       "----  --------  ---------\n"
                                       "# Second\n"
                                       "----  --------  ---------\n"
                                       "Name  Self CPU  Self CUDA\n"
                                       "----  --------  ---------\n"
                                       "   b   1.000us    2.000us\n"
                                       "----  --------  ---------\n";

constexpr std::string_view layerwiseProfile =
    R"json({"context":{},"prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[],"model_stats":[
    {"entry":{"name":"Model","cpu_time_us":1,"cuda_time_us":2,"pct_cuda_time":100,"trace":""},"children":[]}]}})json";

class Compare : public test::MainWindowTest
{
protected:
    Compare()
        : window([this](const QString &path, Progress &progress) -> Result<RunPtr> {
              if (path == m_held)
                  m_letGo.wait();
              return loadRun(path, progress);
          })
    {
        window.resize(1200, 800);
        first = write(smallTrace, QStringLiteral("first.json"));
        second = write(laterTrace, QStringLiteral("second.json"));
    }
    ~Compare() override
    {
        if (!m_held.isEmpty() && !m_isFree)
            m_letGo.count_down();
    }

    void letGo()
    {
        m_isFree = true;
        m_letGo.count_down();
    }
    ComparePair &pair() { return *window.session()->pair(); }
    RunContext *context(Side side) { return pair().context(side); }
    QString fileOf(Side side) { return QFileInfo(context(side)->run()->info.stamp.path).fileName(); }
    QString pairText() { return pair().isSet() ? fileOf(A) + u'|' + fileOf(B) : QString(); }
    TimelineView *timelineOf(Side side)
    {
        for (auto *view : window.findChildren<TimelineView *>())
            if (view->isVisible() && &view->state()->context() == context(side))
                return view;
        return nullptr;
    }
    /// The visible widgets of this type in the centre.
    template <class T> QList<T *> fromLeftToRight()
    {
        QList<T *> found;
        for (T *each : window.centre()->findChildren<T *>())
            if (each->isVisible())
                found << each;
        const auto x = [this](const T *each) { return each->mapTo(&window, QPoint()).x(); };
        std::sort(found.begin(), found.end(), [&](const T *a, const T *b) { return x(a) < x(b); });
        return found;
    }
    QWidget *area() { return window.centralWidget(); }
    DropOverlay *overlay() { return window.findChild<DropOverlay *>(); }
    /// A point of the window: a share of the contents' width, in the middle of
    /// its height.
    QPoint across(double share)
    {
        return area()->mapTo(&window, QPoint(int(area()->width() * share), area()->height() / 2));
    }
    void dragTo(const QStringList &paths, QPoint at)
    {
        setUrls(paths);
        QDragEnterEvent enter(at, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDragMoveEvent move(at, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &move);
    }
    void dropAt(const QStringList &paths, QPoint at)
    {
        dragTo(paths, at);
        QDropEvent event(at, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    }
    void openPair()
    {
        openIn(window, {first, second});
        ASSERT_EQ(pairText(), QStringLiteral("first.json|second.json"));
        ASSERT_TRUE(QTest::qWaitFor([&] { return timelineOf(A) && timelineOf(B); }, 5'000));
    }
    QMessageBox *question()
    {
        for (auto *box : window.findChildren<QMessageBox *>(QStringLiteral("sidequestion")))
            if (box->isVisible())
                return box;
        return nullptr;
    }
    void answer(const QString &start)
    {
        ASSERT_TRUE(question());
        for (QAbstractButton *button : question()->buttons())
            if (QString(button->text()).remove(u'&').startsWith(start)) {
                button->click();
                QCoreApplication::processEvents();
                return;
            }
        FAIL() << start.toStdString();
    }
    TimeRange relative(Side side) { return panned(timelineOf(side)->visibleRange(), -pair().alignedTime(side)); }

    std::latch m_letGo{1};
    QString m_held; ///< this path is read when letGo() is called
    bool m_isFree = false;
    MainWindow window;
    QString first, second;

private:
    void setUrls(const QStringList &paths)
    {
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls << QUrl::fromLocalFile(path);
        m_data.setUrls(urls);
    }
    QMimeData m_data;
};

TEST_F(Compare, exactlyTwoFilesOpenAsAComparisonAndMoreAsRuns)
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

TEST_F(Compare, aFileDroppedOnAHalfBecomesThatSide)
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

TEST_F(Compare, theMiddleAndTheBarsOpenAFileAsBefore)
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

TEST_F(Compare, theHalfUnderTheMouseLightsUpUntilTheDragLeaves)
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

TEST_F(Compare, twoFilesDroppedTogetherAreComparedAnywhere)
{
    window.show();
    dropAt({first, second}, across(0.5));
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(pairText(), QStringLiteral("first.json|second.json"));
}

TEST_F(Compare, aThirdFileAsksWhichSideItReplaces)
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

TEST_F(Compare, aSideClosedWhileItIsAskedForLeavesTheFileARunOfItsOwn)
{
    openPair();
    dropAt({write(smallTrace, QStringLiteral("third.json"))}, across(0.9));
    window.session()->close(context(A));
    answer(QStringLiteral("B:"));
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 2u);
}

TEST_F(Compare, theSameFileTwiceIsTwoRuns)
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

TEST_F(Compare, aWrongFileLeavesWhatWasOpenAndSaysWhy)
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

TEST_F(Compare, cancellingTheSecondFileLeavesTheFirst)
{
    m_held = second;
    window.show();
    window.open({first, second});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session()->contexts().empty(); }, 5'000));
    EXPECT_TRUE(window.isLoading());
    window.cancelLoading();
    letGo();
    QTest::qWait(50);
    EXPECT_FALSE(pair().isSet());
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    openIn(window, {write(smallTrace, QStringLiteral("third.json"))});
    EXPECT_FALSE(pair().isSet()) << "the cancelled wish is over";
}

TEST_F(Compare, theFirstSideClosedWhileTheSecondLoadsEndsTheWish)
{
    m_held = second;
    window.show();
    window.open({first, second});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session()->contexts().empty(); }, 5'000));
    window.closeRun();
    letGo();
    ASSERT_TRUE(settle(window));
    EXPECT_FALSE(pair().isSet());
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("second.json")));
}

TEST_F(Compare, aDropWhileAFileLoadsWaitsForIt)
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

TEST_F(Compare, closingASideWhileDraggingInItIsHarmless)
{
    openPair();
    TimelineCanvas *canvas = timelineOf(B)->canvas();
    QTest::mousePress(canvas, Qt::LeftButton, {}, {100, 60});
    QTest::mouseMove(canvas, {200, 60});
    window.session()->close(context(B));
    QTest::mouseMove(canvas, {220, 60});
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, {220, 60});
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_FALSE(window.session()->active()->range());
}

TEST_F(Compare, closingASideShowsTheOtherRunAlone)
{
    openPair();
    RunContext *stays = context(B);
    for (auto *button : window.centre()->view()->findChildren<QToolButton *>())
        if (button->accessibleName() == QStringLiteral("Close run A"))
            button->click();
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_EQ(window.session()->active(), stays);
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_EQ(&window.timeline()->state()->context(), stays);
    EXPECT_TRUE(window.timeline()->isVisible());
}

TEST_F(Compare, endingTheComparisonKeepsBothRuns)
{
    openPair();
    pair().end();
    EXPECT_EQ(window.session()->contexts().size(), 2u);
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_LE(window.timeline()->state()->limits().end, 2 * window.session()->active()->run()->timeline.spanNs);
}

TEST_F(Compare, anotherRunIsShownAloneAndThePairComesBack)
{
    openPair();
    RunContext *a = context(A);
    openIn(window, {write(smallTrace, QStringLiteral("third.json"))});
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_EQ(&window.timeline()->state()->context(), window.session()->active());
    auto *runs = window.findChild<QComboBox *>(QStringLiteral("runs"));
    EXPECT_EQ(runs->itemText(0), QStringLiteral("A · first.json"));
    EXPECT_EQ(runs->itemText(2), QStringLiteral("third.json"));
    window.session()->setActive(a);
    EXPECT_TRUE(window.centre()->isPaired());
    EXPECT_EQ(relative(A), relative(B));
}

TEST_F(Compare, aClickInASideMakesItsRunTheOneOfThePanels)
{
    openPair();
    EXPECT_EQ(window.session()->active(), context(A));
    QTest::mouseClick(timelineOf(B)->canvas(), Qt::LeftButton, {}, {60, 60});
    EXPECT_EQ(window.session()->active(), context(B));
    EXPECT_EQ(window.timeline(), timelineOf(B));
    QTest::mouseClick(timelineOf(A)->header(), Qt::LeftButton, {}, {100, 200});
    EXPECT_EQ(window.session()->active(), context(A)) << "row names, too";
    const QPoint at(80, 60);
    QWheelEvent wheel(at, timelineOf(B)->canvas()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(timelineOf(B)->canvas(), &wheel);
    EXPECT_EQ(window.session()->active(), context(A)) << "the wheel only moves";
}

TEST_F(Compare, keysReachTheActiveSideAndF6GoesToTheOther)
{
    openPair();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    pair().setLinked(false);
    timelineOf(A)->setFocus();
    const TimeRange a = timelineOf(A)->visibleRange(), b = timelineOf(B)->visibleRange();
    QTest::keyClick(window.windowHandle(), Qt::Key_W);
    EXPECT_NE(timelineOf(A)->visibleRange(), a);
    EXPECT_EQ(timelineOf(B)->visibleRange(), b);
    QTest::keyClick(window.windowHandle(), Qt::Key_F6);
    EXPECT_EQ(window.session()->active(), context(B));
    QTest::keyClick(window.windowHandle(), Qt::Key_W);
    EXPECT_NE(timelineOf(B)->visibleRange(), b);
    const TimeRange nearer = timelineOf(B)->visibleRange();
    window.showPanel(QStringLiteral("kernels"));
    window.workspace()->raisedPanel()->setFocus(); // keys of the timeline come from there, too
    QTest::keyClick(window.windowHandle(), Qt::Key_S);
    EXPECT_NE(timelineOf(B)->visibleRange(), nearer);
}

TEST_F(Compare, theTimelineMenuActsOnTheActiveSide)
{
    openPair();
    pair().setLinked(false);
    const auto zoomIn = [&]() -> QAction * {
        for (QAction *action : window.menuBar()->actions())
            if (action->text() == QStringLiteral("&Timeline"))
                for (QAction *entry : action->menu()->actions())
                    if (entry->text() == QStringLiteral("Zoom &In"))
                        return entry;
        return nullptr;
    };
    window.session()->setActive(context(B));
    const TimeRange a = timelineOf(A)->visibleRange(), b = timelineOf(B)->visibleRange();
    ASSERT_TRUE(zoomIn());
    zoomIn()->trigger();
    EXPECT_EQ(timelineOf(A)->visibleRange(), a);
    EXPECT_NE(timelineOf(B)->visibleRange(), b);
    window.session()->setActive(context(A));
    zoomIn()->trigger();
    EXPECT_NE(timelineOf(A)->visibleRange(), a);
}

TEST_F(Compare, rangesAreLinkedAtTheFirstGpuWorkUntilTheyAreUnlinked)
{
    openPair();
    EXPECT_EQ(relative(A), relative(B));
    timelineOf(B)->showRange({310'000, 330'000});
    EXPECT_EQ(relative(A), relative(B));
    auto *linked = window.centre()->view()->findChild<QCheckBox *>();
    ASSERT_TRUE(linked && linked->isChecked());
    linked->click();
    EXPECT_FALSE(pair().isLinked());
    const TimeRange a = timelineOf(A)->visibleRange();
    timelineOf(B)->showRange({320'000, 325'000});
    EXPECT_EQ(timelineOf(A)->visibleRange(), a);
    linked->click();
    EXPECT_EQ(relative(A), relative(B));
}

TEST_F(Compare, swapKeepsTheActiveRunAndTwiceIsAsBefore)
{
    openPair();
    timelineOf(A)->showRange({110'000, 130'000});
    const TimeRange a = timelineOf(A)->visibleRange(), b = timelineOf(B)->visibleRange();
    RunContext *active = window.session()->active();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    timelineOf(A)->setFocus();
    pair().swap();
    EXPECT_EQ(pairText(), QStringLiteral("second.json|first.json"));
    EXPECT_EQ(window.session()->active(), active);
    EXPECT_EQ(timelineOf(B)->visibleRange(), a) << "the run keeps its view on the other side";
    EXPECT_TRUE(timelineOf(B)->hasFocus()) << "and the keys";
    pair().swap();
    EXPECT_EQ(pairText(), QStringLiteral("first.json|second.json"));
    EXPECT_EQ(timelineOf(A)->visibleRange(), a);
    EXPECT_EQ(timelineOf(B)->visibleRange(), b);
}

TEST_F(Compare, reloadingASideKeepsBothInPlace)
{
    openPair();
    timelineOf(A)->showRange({110'000, 130'000});
    const TimeRange a = timelineOf(A)->visibleRange();
    context(B)->select(sliceNamed(*context(B)->run(), "relu"));
    for (const Side side : ComparePair::sides) {
        window.session()->setActive(context(side));
        window.reload();
        ASSERT_TRUE(settle(window));
        ASSERT_EQ(pairText(), QStringLiteral("first.json|second.json"));
        EXPECT_TRUE(pair().isShown());
        EXPECT_EQ(timelineOf(A)->visibleRange(), a);
        EXPECT_EQ(relative(A), relative(B));
    }
    EXPECT_EQ(context(B)->selection(), sliceNamed(*context(B)->run(), "relu"));
}

TEST_F(Compare, neitherSideChangesTheOthersSelectionOrHighlight)
{
    openPair();
    context(A)->select(sliceNamed(*context(A)->run(), "gemm"));
    timelineOf(A)->setFocus();
    QTest::keyClick(timelineOf(A), Qt::Key_H);
    EXPECT_TRUE(context(A)->highlight());
    EXPECT_FALSE(context(B)->highlight());
    EXPECT_FALSE(context(B)->selection().valid());
    context(B)->select(sliceNamed(*context(B)->run(), "relu"));
    pair().swap();
    EXPECT_EQ(context(B)->selection(), sliceNamed(*context(B)->run(), "gemm"));
    EXPECT_EQ(context(A)->selection(), sliceNamed(*context(A)->run(), "relu"));
}

TEST_F(Compare, theyAreAlignedAtSelectedSlicesOnceBothAreSelected)
{
    openPair();
    PairBar *bar = window.centre()->view()->bar();
    bar->chooseAlignment(ComparePair::AlignAt::Selection);
    EXPECT_EQ(pair().alignedAt(), ComparePair::AlignAt::FirstWork);
    bool says = false;
    for (const auto *label : bar->findChildren<QLabel *>())
        says = says || label->text().contains(QStringLiteral("Select a slice in each run"));
    EXPECT_TRUE(says);
    context(A)->select(sliceNamed(*context(A)->run(), "norm"));
    context(B)->select(sliceNamed(*context(B)->run(), "relu"));
    bar->chooseAlignment(ComparePair::AlignAt::Selection);
    EXPECT_EQ(pair().alignedAt(), ComparePair::AlignAt::Selection);
    EXPECT_EQ(relative(A), relative(B));
    EXPECT_EQ(pair().alignedTime(A), context(A)->run()->timeline.start(context(A)->selection()));
}

TEST_F(Compare, theyAreAlignedAtAStepOfEach)
{
    const QString one = write(steppedTrace, QStringLiteral("one.json"));
    openIn(window, {one, one});
    PairBar *bar = window.centre()->view()->bar();
    bar->chooseAlignment(ComparePair::AlignAt::Step);
    ASSERT_TRUE(QTest::qWaitFor([&] { return pair().alignedAt() == ComparePair::AlignAt::Step; }, 5'000));
    QComboBox *stepOfB = nullptr;
    for (auto *box : bar->findChildren<QComboBox *>())
        if (box->accessibleName() == QStringLiteral("Step of B"))
            stepOfB = box;
    ASSERT_TRUE(stepOfB && stepOfB->isVisible());
    ASSERT_EQ(stepOfB->count(), 2);
    stepOfB->setFocus();
    QTest::keyClick(stepOfB, Qt::Key_Down);
    EXPECT_EQ(pair().alignedTime(B) - pair().alignedTime(A), 200'000);
    EXPECT_EQ(relative(A), relative(B));
    pair().swap();
    EXPECT_EQ(stepOfB->currentIndex(), 0) << "the step goes with its run";
}

TEST_F(Compare, withoutStepsTheAlignmentStaysAndSaysSo)
{
    openPair();
    PairBar *bar = window.centre()->view()->bar();
    bar->chooseAlignment(ComparePair::AlignAt::Step);
    const auto says = [&] {
        for (const auto *label : bar->findChildren<QLabel *>())
            if (label->text().contains(QStringLiteral("No steps")))
                return true;
        return false;
    };
    EXPECT_TRUE(QTest::qWaitFor(says, 5'000));
    EXPECT_EQ(pair().alignedAt(), ComparePair::AlignAt::FirstWork);
}

TEST_F(Compare, stackedIsRememberedAndHalvesAreAboveEachOther)
{
    openPair();
    window.centre()->view()->setStacked(true);
    QCoreApplication::processEvents();
    EXPECT_GT(timelineOf(B)->mapTo(&window, QPoint()).y(), timelineOf(A)->mapTo(&window, QPoint()).y() + 50);
    dragTo({first}, area()->mapTo(&window, QPoint(area()->width() - 20, 20)));
    EXPECT_EQ(overlay()->zone(), DropZone::First);
    MainWindow other;
    EXPECT_TRUE(other.centre()->view()->isStacked());
}

TEST_F(Compare, rowNamesAreNarrowerOnlySideBySideAndADraggedWidthStays)
{
    openIn(window, {first});
    EXPECT_EQ(window.timeline()->header()->width(), RowHeader::preferredWidth);
    openPair();
    EXPECT_LT(timelineOf(A)->header()->minimumWidth(), RowHeader::preferredWidth);
    EXPECT_EQ(timelineOf(A)->header()->minimumWidth(), timelineOf(B)->header()->minimumWidth());
    timelineOf(B)->setHeaderWidth(190);
    pair().swap();
    EXPECT_EQ(timelineOf(B)->header()->minimumWidth(), 190);
    pair().end();
    EXPECT_EQ(window.timeline()->header()->minimumWidth(), RowHeader::preferredWidth);
}

TEST_F(Compare, aTableFileBesideATraceSaysWhyItIsNoTimeline)
{
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {first, tables});
    ASSERT_TRUE(pair().isShown());
    PairView *view = window.centre()->view();
    EXPECT_TRUE(view->notice(A).isEmpty());
    EXPECT_TRUE(view->notice(B).contains(QStringLiteral("first.json"))) << view->notice(B).toStdString();
    EXPECT_TRUE(view->notice(B).contains(QStringLiteral("tables")));
    EXPECT_TRUE(timelineOf(A));
    const auto *linked = view->findChild<QCheckBox *>();
    EXPECT_FALSE(linked->isVisible()) << "no times to link";
    pair().swap();
    EXPECT_TRUE(view->notice(B).isEmpty());
    EXPECT_FALSE(view->notice(A).isEmpty());
    pair().end();
    EXPECT_TRUE(view->notice(A).isEmpty());
}

TEST_F(Compare, twoPartsOfOneFileStandBesideEachOther)
{
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {tables + QStringLiteral("#1"), tables + QStringLiteral("#2")});
    ASSERT_TRUE(pair().isShown());
    std::vector<int> tablesShown;
    for (auto *panel : window.findChildren<TablesPanel *>())
        if (panel->isVisible() && panel->table())
            tablesShown.push_back(panel->currentTable());
    std::sort(tablesShown.begin(), tablesShown.end());
    EXPECT_EQ(tablesShown, (std::vector<int>{0, 1}));
    EXPECT_TRUE(window.centre()->view()->notice(A).isEmpty());
    EXPECT_TRUE(window.centre()->view()->notice(B).isEmpty());
    const auto titles = fromLeftToRight<SideTitle>();
    ASSERT_EQ(titles.size(), 2);
    EXPECT_TRUE(titles[0]->text().endsWith(QStringLiteral("#1"))) << titles[0]->text().toStdString();
    EXPECT_TRUE(titles[1]->text().endsWith(QStringLiteral("#2"))) << titles[1]->text().toStdString();
}

TEST_F(Compare, twoPhasesOfOneProfileStandBesideEachOther)
{
    const QString profile = write(
        R"json({"context":{},"prefill":{"summary_stats":[],"model_stats":[{"entry":{"name":"M","cuda_time_us":3,
    "pct_cuda_time":100,"cpu_time_us":1,"trace":""},"children":[]}]},"decode_1":{"summary_stats":[],"model_stats":[
    {"entry":{"name":"M","cuda_time_us":2,"pct_cuda_time":100,"cpu_time_us":1,"trace":""},"children":[]}]}})json",
        QStringLiteral("phases.json"));
    openIn(window, {profile + QStringLiteral("#prefill"), profile + QStringLiteral("#decode_1")});
    ASSERT_TRUE(pair().isShown());
    QStringList phases;
    for (const ModulePanel *panel : fromLeftToRight<ModulePanel>())
        if (panel->treePane()->model()->tree())
            phases << QString::fromStdString(panel->treePane()->model()->tree()->phase);
    EXPECT_EQ(phases, (QStringList{QStringLiteral("prefill"), QStringLiteral("decode_1")}));
}

TEST_F(Compare, treesStandBesideTreesAndNotBesideTimelines)
{
    const QString one = write(layerwiseProfile, QStringLiteral("one.json"));
    const QString two = write(layerwiseProfile, QStringLiteral("two.json"));
    openIn(window, {one, two});
    ASSERT_TRUE(pair().isShown());
    EXPECT_TRUE(window.centre()->isVisible());
    EXPECT_TRUE(window.centre()->view()->notice(A).isEmpty());
    pair().end();
    EXPECT_FALSE(window.centre()->isVisible()) << "the panels have the room again";
    openIn(window, {first, one});
    EXPECT_FALSE(window.centre()->view()->notice(B).isEmpty());
}

TEST_F(Compare, aRunWhoseNameIsMarkupIsShownPlainly)
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
} // namespace ws
