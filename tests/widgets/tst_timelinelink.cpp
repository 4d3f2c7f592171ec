// Two timelines that move together, and rows that are the same in both runs.
#include "core/base/texts.h"
#include "tests/widgets/timelinewindow.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelinelink.h"

#include <QHBoxLayout>

#include <random>

namespace ws::test {
namespace {

/// Longer than the small run, with other numbers of streams, processes and threads, and one stream of its own.
RunPtr longerRun()
{
    RunMaker maker;
    for (int i = 0; i < 40; ++i) {
        maker.kernel("7", (5000 + 100 * i) * us, 60 * us, "gemm");
        maker.kernel("20", (5060 + 100 * i) * us, 20 * us, "nccl");
        maker.kernel("33", (5050 + 100 * i) * us, 20 * us, "copy");
    }
    maker.python("1", 0, 9000 * us, "main.py(1): main"); // times count from the first event
    maker.op("1", 4000 * us, 5000 * us, "aten::mm");
    return maker.finish();
}

class Linked : public testing::Test
{
protected:
    Linked()
        : first(session.add(smallRun())), second(session.add(longerRun())), leftPane(session.addPane()),
          rightPane(session.addPane()), left(new TimelineView(leftPane, &window)),
          right(new TimelineView(rightPane, &window)), link(left->state(), right->state())
    {
        leftPane->show(first);
        rightPane->show(second);
        auto *layout = new QHBoxLayout(&window);
        layout->addWidget(left);
        layout->addWidget(right);
        window.resize(1400, 260);
        window.show();
        window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
        EXPECT_TRUE(QTest::qWaitFor([&] { return left->state()->when() && right->state()->when(); }, 60'000));
    }

    static constexpr int64_t timeA = 100 * us, timeB = 5000 * us; ///< first GPU work
    TimeRange relative(const TimelineView *view, int64_t time) { return panned(view->visibleRange(), -time); }
    ::testing::AssertionResult together()
    {
        const TimeRange a = relative(left, timeA), b = relative(right, timeB);
        if (a == b)
            return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << a.begin << "–" << a.end << " and " << b.begin << "–" << b.end;
    }
    static uint64_t sectionOf(const TimelineView *view, std::string_view stream)
    {
        const ws::Run &run = *view->state()->run();
        for (uint32_t t = 0; t < run.timeline.tracks.size(); ++t)
            if (run.timeline.tracks[t].kind == TrackKind::GpuStream && run.text(run.timeline.tracks[t].tid) == stream)
                return SectionId{SectionId::Track, t}.key();
        return UINT64_MAX;
    }

    Session session;
    RunContext *first, *second;
    Pane *leftPane, *rightPane;
    QWidget window;
    TimelineView *left, *right;
    TimelineLink link;
};

TEST_F(Linked, untouchedTimelinesShowTheGpuWorkOfBoth)
{
    link.link({timeA, timeB}, 0);
    EXPECT_TRUE(together());
    EXPECT_LE(left->visibleRange().begin, timeA);
    EXPECT_GE(relative(left, timeA).end, 4000 * us) << "the longer run decides";
    EXPECT_GE(right->visibleRange().end, second->run()->gpu.end(second->run()->gpu.size() - 1));
}

TEST_F(Linked, whatHasBeenZoomedStaysAndTheOtherFollows)
{
    left->showRange({300 * us, 400 * us});
    const TimeRange before = left->visibleRange();
    link.link({timeA, timeB}, 0);
    EXPECT_EQ(left->visibleRange(), before);
    EXPECT_TRUE(together());
}

/// Any sequence of gestures in either one: the same distance from the aligned time, to the nanosecond.
TEST_F(Linked, gesturesInEitherKeepTheSameDistanceFromTheAlignedTimes)
{
    link.link({timeA, timeB}, 0);
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    static constexpr Qt::Key keys[] = {Qt::Key_W, Qt::Key_S,         Qt::Key_A,     Qt::Key_D,     Qt::Key_0,
                                       Qt::Key_N, Qt::Key_Backspace, Qt::Key_Right, Qt::Key_Period};
    for (int step = 0; step < 400; ++step) {
        TimelineView *view = below(2) ? left : right;
        const int kind = below(4);
        if (kind == 0) {
            view->setFocus();
            QTest::keyClick(view, keys[below(std::size(keys))]);
        } else if (kind == 1) {
            const QPoint at(below(view->canvas()->width()), 60);
            QWheelEvent wheel(at, view->canvas()->mapToGlobal(at), {}, {0, 120 * (below(7) - 3)}, Qt::NoButton,
                              below(2) ? Qt::ControlModifier : Qt::ShiftModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(view->canvas(), &wheel);
        } else if (kind == 2) {
            const int64_t begin = below(9'000'000) - 1'000'000;
            view->showRange({begin, begin + 1 + below(3'000'000)});
        } else {
            view->state()->centre(below(9'000'000));
        }
        ASSERT_TRUE(together()) << "after step " << step;
    }
}

TEST_F(Linked, beyondTheShorterRunBothGoOn)
{
    link.link({timeA, timeB}, 0);
    right->showRange({8000 * us, 8900 * us});
    EXPECT_TRUE(together());
    EXPECT_GT(left->visibleRange().begin, first->run()->timeline.spanNs) << "nothing is there, and that is seen";
    link.unlink();
    EXPECT_LE(left->visibleRange().end, left->state()->limits().end);
    EXPECT_LE(left->state()->limits().end, 2 * first->run()->timeline.spanNs) << "its own run alone";
}

TEST_F(Linked, independentTimelinesMoveAlone)
{
    link.link({timeA, timeB}, 0);
    link.unlink();
    const TimeRange before = right->visibleRange();
    left->setFocus();
    QTest::keyClick(left, Qt::Key_W);
    EXPECT_EQ(right->visibleRange(), before);
}

TEST_F(Linked, anotherAlignmentMovesTheOneThatDoesNotLead)
{
    link.link({timeA, timeB}, 0);
    left->showRange({300 * us, 400 * us});
    const TimeRange led = left->visibleRange();
    link.link({250 * us, 6000 * us}, 0);
    EXPECT_EQ(left->visibleRange(), led);
    EXPECT_EQ(panned(right->visibleRange(), -6000 * us), panned(led, -250 * us));
}

TEST_F(Linked, theBackKeyTakesBothBack)
{
    link.link({timeA, timeB}, 0);
    left->showRange({300 * us, 400 * us});
    const TimeRange before = left->visibleRange();
    QTest::qWait(600); // the next move is another step of the history
    left->showRange({500 * us, 510 * us});
    left->setFocus();
    QTest::keyClick(left, Qt::Key_Backspace);
    EXPECT_EQ(left->visibleRange(), before);
    EXPECT_TRUE(together());
}

TEST_F(Linked, neitherChangesSelectionHighlightOrRangeOfTheOther)
{
    link.link({timeA, timeB}, 0);
    first->select(first->run()->gpu.slice[0]);
    first->setHighlightedName(first->run()->gpu.name[0]);
    first->setRange(TimeRange{100 * us, 200 * us});
    left->setFocus();
    QTest::keyClick(left, Qt::Key_F);
    QTest::keyClick(left, Qt::Key_Period);
    QApplication::processEvents();
    EXPECT_FALSE(second->selection().valid());
    EXPECT_FALSE(second->highlight());
    EXPECT_FALSE(second->range());
}

TEST_F(Linked, rowsOfTheSameStreamFoldAndHideTogether)
{
    link.link({timeA, timeB}, 0);
    const uint64_t mine = sectionOf(left, "20"), others = sectionOf(right, "20"), own = sectionOf(right, "33");
    LayoutChoices choices = right->state()->choices();
    choices.hidden.insert(own);
    right->state()->setChoices(choices);
    choices = left->state()->choices();
    choices.hidden.insert(mine);
    choices.pinned.push_back(sectionOf(left, "7"));
    left->state()->setChoices(choices);
    EXPECT_TRUE(right->state()->choices().hidden.contains(others));
    EXPECT_TRUE(right->state()->choices().hidden.contains(own)) << "a row without a counterpart keeps its own";
    EXPECT_EQ(right->state()->choices().pinned, std::vector<uint64_t>{sectionOf(right, "7")});
    choices.hidden.clear();
    choices.pinned.clear();
    left->state()->setChoices(choices);
    EXPECT_FALSE(right->state()->choices().hidden.contains(others));
    EXPECT_TRUE(right->state()->choices().pinned.empty());

    left->setFocus();
    QTest::keyClick(left, Qt::Key_P);
    EXPECT_EQ(left->isPythonShown(), right->isPythonShown());
    link.unlink();
    QTest::keyClick(left, Qt::Key_P);
    EXPECT_NE(left->isPythonShown(), right->isPythonShown());
}

TEST_F(Linked, aFoldedGpuIsFoldedInBoth)
{
    link.link({timeA, timeB}, 0);
    const auto gpuOf = [](const TimelineView *view) -> size_t {
        const auto &groups = view->state()->layout().groups;
        for (size_t g = 0; g < groups.size(); ++g)
            if (groups[g].kind == LayoutGroup::Gpu)
                return g;
        return SIZE_MAX;
    };
    right->header()->toggleFold(gpuOf(right), SIZE_MAX);
    EXPECT_TRUE(left->state()->layout().groups[gpuOf(left)].folded);
    left->header()->toggleFold(gpuOf(left), SIZE_MAX);
    EXPECT_FALSE(right->state()->layout().groups[gpuOf(right)].folded);
}

TEST_F(Linked, rowsOfTheSameStreamScrollTogether)
{
    window.resize(1400, 200);
    QApplication::processEvents();
    link.link({timeA, timeB}, 0);
    ASSERT_GT(right->state()->maxScroll(), 0);
    const auto topOf = [](const TimelineView *view, uint64_t key) {
        for (const LayoutSection &section : view->state()->layout().sections)
            if (section.id.key() == key)
                return section.y - view->state()->view().scroll;
        return -1;
    };
    for (const LayoutSection &section : right->state()->layout().sections)
        if (section.id.key() == sectionOf(right, "7"))
            right->state()->setScroll(section.y - 20); // as far as both can
    EXPECT_EQ(topOf(left, sectionOf(left, "7")), topOf(right, sectionOf(right, "7")));
}

TEST_F(Linked, aRunThatArrivesLaterFollowsTheOneThatIsThere)
{
    rightPane->show(nullptr);
    left->showRange({300 * us, 400 * us});
    link.link({timeA, timeB}, 1);
    const TimeRange before = left->visibleRange();
    rightPane->show(second);
    EXPECT_EQ(left->visibleRange(), before);
    EXPECT_TRUE(together());
}

TEST_F(Linked, aRunThatWasZoomedBeforeLeadsAlsoWhenItsDataComeLater)
{
    left->showRange({300 * us, 400 * us});
    const TimeRange before = left->visibleRange();
    leftPane->show(nullptr);
    link.link({timeA, timeB}, 1);
    leftPane->show(first);
    EXPECT_EQ(left->visibleRange(), before);
    EXPECT_TRUE(together());
}

TEST(RowMatch, threadsAreTheSameByNameNotByNumber)
{
    const auto make = [](std::string_view pid, std::string_view tid, std::string_view label) {
        RunMaker maker;
        const uint32_t track = maker.builder.cpuTrack(maker.id(pid), maker.id(tid));
        maker.builder.addOp(track, 0, 10 * us, maker.id("aten::mm"), maker.builder.category("cpu_op"), 0, {});
        maker.builder.addOp(maker.builder.cpuTrack(maker.id(pid), maker.id("999")), 0, 5 * us, maker.id("aten::add"),
                            maker.builder.category("cpu_op"), 0, {});
        maker.finish();
        for (Track &t : maker.run->timeline.tracks)
            if (maker.run->text(t.tid) == tid)
                t.label = maker.run->strings.intern(label);
        maker.run->timeline.processes = {{maker.run->strings.intern(pid), maker.run->strings.intern("python"), 0, 0}};
        return makeTimelineData(maker.run);
    };
    const auto key = [](const TimelineDataPtr &data, std::string_view tid) {
        for (uint32_t t = 0; t < data->run->timeline.tracks.size(); ++t)
            if (data->run->text(data->run->timeline.tracks[t].tid) == tid)
                return SectionId{SectionId::Track, t}.key();
        return UINT64_MAX;
    };
    const auto a = make("100", "101", "thread 101 (loader)"), b = make("200", "202", "thread 202 (loader)");
    const auto c = make("300", "303", "thread 303 (writer)");
    EXPECT_EQ(RowMatch(*a, *b).section(key(a, "101")), key(b, "202"));
    EXPECT_EQ(RowMatch(*a, *c).section(key(a, "101")), std::nullopt);
    EXPECT_EQ(RowMatch(*a, *c).section(key(a, "999")), key(c, "999")) << "without a name the number counts";
}

TEST(RowMatch, aStreamOfAnotherDeviceIsAnotherUnlessNoDeviceIsInCommon)
{
    RunMaker one, other, both;
    one.kernel("7", 0, 10 * us, "gemm", 0, "0");
    other.kernel("7", 0, 10 * us, "gemm", 0, "2");
    both.kernel("7", 0, 10 * us, "gemm", 0, "2");
    both.kernel("7", 20 * us, 10 * us, "gemm", 0, "0");
    const auto key = [](const TimelineDataPtr &data, std::string_view device) {
        for (uint32_t t = 0; t < data->run->timeline.tracks.size(); ++t)
            if (data->run->text(data->run->timeline.tracks[t].pid) == device)
                return SectionId{SectionId::Track, t}.key();
        return UINT64_MAX;
    };
    const auto a = one.data(), b = other.data(), c = both.data();
    EXPECT_EQ(RowMatch(*a, *c).section(key(a, "0")), key(c, "0"));
    EXPECT_EQ(RowMatch(*b, *c).section(key(b, "2")), key(c, "2"));
    EXPECT_EQ(RowMatch(*c, *a).section(key(c, "2")), std::nullopt);
    EXPECT_EQ(RowMatch(*a, *b).section(key(a, "0")), key(b, "2")) << "GPU 0 of one machine is GPU 2 of the other";
}

} // namespace
} // namespace ws::test
