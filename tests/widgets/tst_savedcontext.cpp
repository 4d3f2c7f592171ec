// The state of a run as a session file has it: given to another run of the same file it is the same state.

#include "tests/widgets/timelinewindow.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/stepfocus.h"
#include "widgets/timeline/savedview.h"

#include <QSignalSpy>

namespace ws::test {
namespace {

RunPtr runWithSteps(int64_t origin = 0)
{
    RunMaker maker;
    for (int step = 0; step < 3; ++step) {
        const int64_t at = step * 1000 * us;
        maker.python("1", at, 900 * us, "iteration " + std::to_string(step));
        maker.launch("1", at + 10 * us, 5 * us, static_cast<uint64_t>(step + 1));
        maker.kernel("7", at + 20 * us, 100 * us, step == 1 ? "norm" : "gemm", static_cast<uint64_t>(step + 1));
    }
    maker.kernel("20", 0, 5 * us, "nccl");
    RunPtr run = maker.finish();
    const_cast<Run &>(*run).timeline.originNs = origin;
    return run;
}

StepSource iterations()
{
    return {StepSource::Pattern, QStringLiteral("^iteration \\d")};
}

TEST(SavedContext, givesAnotherRunOfTheFileTheSameState)
{
    Session session;
    RunContext &before = *session.add(runWithSteps());
    before.setRange(TimeRange{100, 2'000'000});
    before.select(before.run()->gpu.slice[1]);
    before.setHighlightedName(before.run()->gpu.name[1]);
    before.setStepSource(iterations());
    before.setNotes({{QStringLiteral("n"), {20 * us, 120 * us}, before.run()->gpu.slice[1]}});
    before.viewState<ShownPart>().name = QStringLiteral("half");
    const SavedRun saved = savedContext(before);

    RunContext &after = *session.add(runWithSteps());
    EXPECT_TRUE(applySaved(after, saved).isEmpty());
    EXPECT_EQ(after.range(), before.range());
    EXPECT_EQ(after.selection(), before.selection());
    EXPECT_EQ(after.highlight().names, before.highlight().names);
    EXPECT_EQ(after.highlight().title, before.highlight().title);
    EXPECT_EQ(after.stepSource(), before.stepSource());
    EXPECT_EQ(after.notes(), before.notes());
    EXPECT_EQ(after.viewState<ShownPart>().name, QStringLiteral("half"));
}

TEST(SavedContext, aFocusOnAStepOrPhaseIsChosenAnewWhenTheStepsAreKnown)
{
    Session session;
    RunContext &before = *session.add(runWithSteps());
    before.setStepSource(iterations());
    QSignalSpy chosen(&before, &RunContext::focusChanged);
    focusLater(before, 1, {});
    ASSERT_TRUE(chosen.wait());
    ASSERT_TRUE(before.focus());
    EXPECT_EQ(before.focus().step, 1u);
    const SavedRun saved = savedContext(before);
    EXPECT_FALSE(saved.focus->work) << "in words, not by numbers";

    RunContext &after = *session.add(runWithSteps());
    applySaved(after, saved);
    EXPECT_TRUE(QTest::qWaitFor([&] { return bool(after.focus()); }));
    EXPECT_EQ(after.focus().title, before.focus().title);
    EXPECT_EQ(after.focus().activities->count(), before.focus().activities->count());
}

TEST(SavedContext, anotherChoiceMeanwhileWins)
{
    Session session;
    RunContext &context = *session.add(runWithSteps());
    context.setStepSource(iterations());
    focusLater(context, 1, {});
    auto all = std::make_shared<const ActivitySet>(ActivitySet::ofSlices(*context.run(), {}));
    context.setFocus({QStringLiteral("mine"), all, context.run().get()});
    QTest::qWait(50);
    EXPECT_EQ(context.focus().title, QStringLiteral("mine"));
}

TEST(SavedContext, aStepThatIsNotThereIsSaid)
{
    Session session;
    RunContext &context = *session.add(runWithSteps());
    context.setStepSource(iterations());
    QSignalSpy failed(&JobErrors::instance(), &JobErrors::failed);
    focusLater(context, 99, {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }));
    EXPECT_TRUE(failed[0][0].value<Error>().message.contains(QStringLiteral("100")));
}

TEST(SavedContext, aFocusOnWorkIsKeptByItsNumbers)
{
    Session session;
    RunContext &before = *session.add(runWithSteps());
    const std::vector<uint32_t> row{0, 0, 1, 0};
    before.setFocus({QStringLiteral("Norm ×1"),
                     std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*before.run(), row, {0, 1})),
                     before.run().get()});
    const SavedRun saved = savedContext(before);
    RunContext &after = *session.add(runWithSteps());
    EXPECT_TRUE(applySaved(after, saved).isEmpty());
    ASSERT_TRUE(after.focus());
    EXPECT_EQ(after.focus().title, QStringLiteral("Norm ×1"));
    EXPECT_TRUE(after.focus().activities->contains(2));
    EXPECT_FALSE(after.focus().activities->contains(1));
}

TEST(SavedContext, timesFollowAnotherOriginAndWhatDoesNotFitIsSaid)
{
    Session session;
    RunContext &before = *session.add(runWithSteps(0));
    before.select(before.run()->gpu.slice[1]);
    before.setRange(TimeRange{100 * us, 200 * us});
    SavedRun saved = savedContext(before);
    saved.originNs = 40 * us; // the file that was saved began later
    saved.selection->startNs -= 40 * us;
    RunContext &after = *session.add(runWithSteps(0));
    EXPECT_TRUE(applySaved(after, saved).isEmpty());
    EXPECT_EQ(after.selection(), before.selection());
    EXPECT_EQ(after.range(), (TimeRange{140 * us, 240 * us}));

    saved.selection->name = "gone";
    saved.range = TimeRange{1'000'000'000, 2'000'000'000};
    saved.highlight = SavedHighlight{QStringLiteral("x"), {"gone"}, {}};
    saved.focus = SavedFocus{QStringLiteral("y"), {}, {}, SavedWork{9, 9, 9, {{0, 9}}, {}}};
    EXPECT_EQ(applySaved(after, saved).size(), 4);
    EXPECT_FALSE(after.selection().valid() || after.range() || after.highlight() || after.focus());
}

TEST(SavedView, keepsRowsInWordsThatAnotherNumberingUnderstands)
{
    RunMaker maker;
    maker.kernel("7", 0, 10, "a");
    maker.kernel("20", 0, 10, "b");
    const RunPtr run = maker.finish();
    RunMaker reverse;
    reverse.kernel("20", 0, 10, "b");
    reverse.kernel("7", 0, 10, "a");
    const RunPtr other = reverse.finish();
    const auto trackOf = [](const ws::Run &of, std::string_view stream) {
        for (uint32_t t = 0; t < of.timeline.tracks.size(); ++t)
            if (of.text(of.timeline.tracks[t].tid) == stream)
                return SectionId{SectionId::Track, t}.key();
        return UINT64_MAX;
    };
    LayoutChoices choices;
    choices.python = true;
    choices.pinned = {trackOf(*run, "20"), trackOf(*run, "7")};
    choices.hidden = {SectionId{SectionId::Gaps, 0}.key()};
    choices.foldedSections = {trackOf(*run, "7")};
    LayoutGroup group;
    group.kind = LayoutGroup::Gpu;
    group.pid = run->timeline.tracks[0].pid;
    choices.foldedGroups = {group.key()};
    choices.filter = QStringLiteral("stream");
    EXPECT_EQ(rowsOf(*run, savedRows(*run, choices)), choices);
    const LayoutChoices there = rowsOf(*other, savedRows(*run, choices));
    EXPECT_EQ(there.pinned, (std::vector<uint64_t>{trackOf(*other, "20"), trackOf(*other, "7")}));
    EXPECT_TRUE(there.foldedSections.contains(trackOf(*other, "7")));
    EXPECT_EQ(there.hidden, choices.hidden);
    EXPECT_EQ(there.foldedGroups.size(), 1u);
}

TEST(SavedView, rowsThatTheRunHasNotAreLeftOut)
{
    RunMaker maker;
    maker.kernel("7", 0, 10, "a");
    const RunPtr run = maker.finish();
    SavedRows rows;
    rows.pinned = {{"track", TrackKind::GpuStream, "0", "99", {}, 0}, {"track", TrackKind::GpuStream, "0", "7", {}, 1}};
    rows.hidden = {{"counter", TrackKind::CpuThread, "0", "x", {}, 0}};
    rows.foldedGroups = {{"nonsense", "0"}, {"gpu", "77"}};
    EXPECT_EQ(rowsOf(*run, rows), LayoutChoices());
}

TEST(SavedView, aRunOpensAtTheSavedTime)
{
    Session session;
    RunContext &context = *session.add(runWithSteps());
    SavedRun saved;
    saved.originNs = context.run()->timeline.originNs;
    saved.visible = TimeRange{100 * us, 300 * us};
    saved.mark = 150 * us;
    applyView(context, saved);
    Pane pane;
    pane.show(&context);
    TimelineView view(&pane);
    view.resize(900, 400);
    view.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.state()->data() != nullptr; }));
    EXPECT_EQ(view.visibleRange(), (TimeRange{100 * us, 300 * us}));
    EXPECT_EQ(view.state()->mark(), 150 * us);
    SavedRun again;
    saveView(context, again);
    EXPECT_EQ(again.visible, saved.visible);
    EXPECT_EQ(again.mark, saved.mark);
}

} // namespace
} // namespace ws::test
