// The critical path as a row of the timeline, and the colours of slack.

#include "tests/support/replaysimulator.h"
#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "tests/widgets/timelinewindow.h"
#include "widgets/timeline/replayrows.h"
#include "widgets/timeline/stagelegend.h"

#include <QMenu>
#include <QSignalSpy>

#include <random>

namespace ws {
namespace {

using test::ReplaySimulator;
using test::SimulatedOp;

ReplayLane laneOf(std::initializer_list<std::tuple<int64_t, int64_t, PathPart>> pieces)
{
    ReplayLane lane;
    for (const auto &[begin, end, part] : pieces)
        lane.pieces.push_back({begin, end, {}, 0, part});
    return lane;
}

TEST(ReplayRows, piecesOfAPixelAreAColumnOfTheKindThatHasMostOfIt)
{
    const ReplayRows rows(nullptr, laneOf({{0, 50, PathPart::Latency},
                                           {50, 90, PathPart::Compute},
                                           {90, 100, PathPart::Latency},
                                           {100, 600, PathPart::Calls}}));
    const TimeScale scale({0, 1000}, 10);
    const auto marks = rows.pathMarks(scale);
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_EQ(marks[0].index, mergedMark);
    EXPECT_EQ(marks[0].category, uint16_t(PathPart::Latency)) << "60 of 100";
    EXPECT_EQ(marks[0].fill, 255);
    EXPECT_EQ(marks[1].x, 1);
    EXPECT_EQ(marks[1].width, 5);
    EXPECT_EQ(marks[1].category, uint16_t(PathPart::Calls));
    const ReplayRows::Column column = rows.columnAt(scale, 0.5);
    EXPECT_EQ(column.count, 3U);
    EXPECT_EQ(column.ns[size_t(PathPart::Compute)], 40);
    EXPECT_EQ(column.longest->part, PathPart::Latency);
    EXPECT_EQ(rows.columnAt(scale, 8.5).longest, nullptr);
}

TEST(ReplayRows, columnsAndAPlainWalkAgreeOnAnyPath)
{
    std::mt19937 random(4);
    const auto number = [&](int64_t to) { return std::uniform_int_distribution<int64_t>(1, to)(random); };
    ReplayLane lane;
    for (int64_t at = 0; at < 2'000'000;) {
        const int64_t length = number(10) > 8 ? number(90'000) : number(900);
        lane.pieces.push_back({at, at + length, {}, 0, PathPart(number(7) - 1)});
        at += length;
    }
    const auto pieces = lane.pieces;
    const ReplayRows rows(nullptr, std::move(lane));
    const TimeScale scale({100'000, 1'900'000}, 300);
    int last = 0;
    for (const Mark &mark : rows.pathMarks(scale)) {
        EXPECT_EQ(mark.x, last) << "the path has no holes";
        last = mark.x + mark.width;
        if (mark.width > 1)
            continue;
        std::array<int64_t, pathPartCount> ns{};
        for (const PathPiece &piece : pieces)
            ns[size_t(piece.part)] += std::max<int64_t>(0, std::min(piece.endNs, scale.pixelBegin(mark.x + 1)) -
                                                               std::max(piece.beginNs, scale.pixelBegin(mark.x)));
        EXPECT_EQ(ns[mark.category], *std::ranges::max_element(ns)) << mark.x;
    }
    EXPECT_EQ(last, 300);
}

/// kernel_2 of stream 9 has time left, kernel_1 has none.
std::string forkedTrace(bool spins)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 6; ++i) {
        step.push_back({SimulatedOp::Cpu, 10});
        step.push_back({SimulatedOp::Launch, 90, 7, 1});
        if (!spins) {
            step.push_back({SimulatedOp::Launch, 30, 9, 2});
            step.push_back({SimulatedOp::Record, 0, 9, 0, i});
            step.push_back({SimulatedOp::WaitEvent, 0, 7, 0, i});
        }
    }
    step.push_back({spins ? SimulatedOp::Spin : SimulatedOp::SyncDevice});
    return ReplaySimulator(step, 4, {}, 5).json();
}

class ReplayInTimeline : public testing::Test
{
protected:
    ReplayInTimeline()
    {
        view.resize(1000, 500);
        view.show();
    }
    void open(bool spins = false)
    {
        session.add(test::runFromJson(forkedTrace(spins)).run);
        ASSERT_TRUE(QTest::qWaitFor([&] { return view.state()->when() != nullptr; }, 10'000));
    }
    RunContext &context() { return session.pane()->context(); }
    bool isThere()
    {
        return QTest::qWaitFor([&] { return view.state()->replay() != nullptr; }, 10'000);
    }
    const LayoutRow *pathRow() const
    {
        const auto &rows = view.state()->layout().rows;
        const auto found = std::ranges::find(rows, LayoutRow::Path, &LayoutRow::kind);
        return found == rows.end() ? nullptr : &*found;
    }
    QPoint inPath(int64_t ns)
    {
        const int y = view.state()->view().screenY(view.state()->layout(), pathRow()->y) + pathRow()->height / 2;
        return {int(view.canvas()->scale().x(ns)), y};
    }
    QAction *action(const QString &text)
    {
        for (QAction *one : view.timelineActions())
            if (one->text().remove(u'&') == text)
                return one;
        return nullptr;
    }

    Session session;
    TimelineView view{session.pane()};
};

TEST_F(ReplayInTimeline, nothingIsReplayedBeforeTheUserAsks)
{
    open();
    QTest::qWait(50);
    const size_t computed = context().cache().computations();
    EXPECT_FALSE(pathRow());
    EXPECT_FALSE(view.state()->replay());
    context().setReplayShown({true, false});
    ASSERT_TRUE(isThere());
    EXPECT_GT(context().cache().computations(), computed);
    ASSERT_TRUE(pathRow());
    const LayoutSection &section = view.state()->layout().sections[pathRow()->section];
    EXPECT_EQ(shownTitle(*view.state()->data(), section), QStringLiteral("critical path"));
    context().setReplayShown({});
    EXPECT_FALSE(pathRow());
    EXPECT_FALSE(view.state()->replay());
}

TEST_F(ReplayInTimeline, aClickOnAPieceSelectsItsSlice)
{
    open();
    context().setReplayShown({true, false});
    ASSERT_TRUE(isThere());
    const ReplayRows &rows = *view.state()->replay();
    const auto longest = std::ranges::max_element(rows.path(), {}, [](const PathPiece &piece) {
        return piece.part == PathPart::Compute ? piece.endNs - piece.beginNs : 0;
    });
    view.showRange({longest->beginNs - 1000, longest->endNs + 1000});
    QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, inPath((longest->beginNs + longest->endNs) / 2));
    EXPECT_EQ(context().selection(), longest->slice);
    EXPECT_EQ(context().run()->timeline.category(context().selection()).kind, CategoryKind::Kernel);
}

TEST_F(ReplayInTimeline, ofARefusedReplayTheRowSaysThatItIsNotProvenAndNoWorkHasAColourOfSlack)
{
    open(true);
    QSignalSpy told(&view, &TimelineView::messageChanged);
    context().setReplayShown({true, true});
    ASSERT_TRUE(isThere());
    ASSERT_TRUE(pathRow());
    const LayoutSection &section = view.state()->layout().sections[pathRow()->section];
    EXPECT_EQ(shownTitle(*view.state()->data(), section), QStringLiteral("critical path, not proven"));
    EXPECT_FALSE(view.state()->isBySlack());
    ASSERT_FALSE(told.isEmpty());
    EXPECT_TRUE(told.back().front().toString().contains(QStringLiteral("does not reproduce")));
    EXPECT_FALSE(view.canvas()->describe(context().run()->gpu.slice[0]).contains(QStringLiteral("no cost")));
}

TEST_F(ReplayInTimeline, theLessSlackTheStrongerTheColour)
{
    open();
    context().setReplayShown({false, true});
    ASSERT_TRUE(isThere());
    EXPECT_FALSE(pathRow()) << "the row was not asked for";
    ASSERT_TRUE(view.state()->isBySlack());
    const ws::Run &run = *context().run();
    const ReplayRows &rows = *view.state()->replay();
    std::map<std::string_view, EventRef> first;
    for (size_t i = 0; i < run.gpu.size(); ++i)
        first.try_emplace(run.text(run.gpu.name[i]), run.gpu.slice[i]);
    ASSERT_EQ(first.size(), 2U);
    EXPECT_LT(*rows.slackOf(first["kernel_1"]), 1000);
    EXPECT_GT(*rows.slackOf(first["kernel_2"]), 10'000);
    EXPECT_TRUE(view.canvas()->describe(first["kernel_2"]).contains(QStringLiteral("longer at no cost")));
    EXPECT_TRUE(view.canvas()->describe(first["kernel_1"]).contains(QStringLiteral("no slack")));
    EXPECT_FALSE(rows.slackOf(run.launches.slice[0])) << "a call has none";
    const QRgb strong = slackShadeColour(Palette::current(), SlackShade::None);
    const QRgb pale = slackShadeColour(Palette::current(), slackShade(*rows.slackOf(first["kernel_2"])));
    EXPECT_GT(Palette::contrast(strong, Palette::current().base), Palette::contrast(pale, Palette::current().base));
    const TimeRange span{run.timeline.start(first["kernel_1"]), run.timeline.end(first["kernel_1"])};
    view.showRange(span);
    const QImage image = view.canvas()->grab().toImage();
    const QPointF middle = view.canvas()->boxOf(first["kernel_1"]).center();
    const int y = int(view.canvas()->boxOf(first["kernel_1"]).top()) + 2;
    EXPECT_EQ(image.pixel(QPoint(int(middle.x()), y) * view.devicePixelRatio()), strong);
}

TEST_F(ReplayInTimeline, aColumnOfSeveralSlicesHasTheShadeOfTheLeastSlack)
{
    open();
    context().setReplayShown({false, true});
    ASSERT_TRUE(isThere());
    const ws::Run &run = *context().run();
    const ReplayRows &rows = *view.state()->replay();
    const uint32_t lane = run.gpu.slice[0].lane;
    std::vector<Mark> marks{{0, 1, 0, 255, true, 0, mergedMark, false}};
    rows.shade(lane, TimeScale(TimeRange{0, run.timeline.spanNs + 1}, 1), marks);
    uint8_t least = UINT8_MAX;
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (run.gpu.slice[i].lane == lane)
            least = std::min(least, uint8_t(slackShade(*rows.slackOf(run.gpu.slice[i]))));
    EXPECT_EQ(marks[0].shade, least);
}

TEST_F(ReplayInTimeline, theMenuHasTicksForBothAndTheLegendSaysWhatTheColoursMean)
{
    open();
    QAction *path = action(QStringLiteral("Critical Path"));
    ASSERT_TRUE(path);
    EXPECT_TRUE(path->isEnabled());
    EXPECT_FALSE(path->isChecked());
    path->trigger();
    EXPECT_TRUE(context().replayShown().hasPath);
    QAction *by = action(QStringLiteral("Colour By"));
    ASSERT_TRUE(by && by->menu());
    by->menu()->actions()[1]->trigger();
    EXPECT_TRUE(context().replayShown().isSlack);
    ASSERT_TRUE(isThere());
    auto *legend = view.findChild<StageLegend *>();
    emit legend->menu()->aboutToShow();
    QStringList entries;
    for (const QAction *one : legend->menu()->actions())
        entries << one->text();
    EXPECT_TRUE(entries.contains(QStringLiteral("no slack"))) << entries.join(u'|').toStdString();
    EXPECT_TRUE(entries.contains(QStringLiteral("computation"))) << entries.join(u'|').toStdString();
    by->menu()->actions()[0]->trigger();
    EXPECT_FALSE(context().replayShown().isSlack);
}

TEST_F(ReplayInTimeline, anotherRunHasNeitherUntilItIsAskedFor)
{
    open();
    context().setReplayShown({true, true});
    ASSERT_TRUE(isThere());
    session.add(test::runFromJson(forkedTrace(true)).run);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.state()->when() != nullptr; }, 10'000));
    EXPECT_FALSE(view.state()->replay());
    EXPECT_FALSE(pathRow());
    view.canvas()->grab(); // nothing of the run before is painted
}

} // namespace
} // namespace ws
