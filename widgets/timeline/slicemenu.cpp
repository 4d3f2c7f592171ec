#include "widgets/timeline/slicemenu.h"

#include "core/analysis/replay/replayedit.h"
#include "core/analysis/steps/stepplaces.h"
#include "core/base/texts.h"
#include "widgets/session/gaptext.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/ruleaction.h"
#include "widgets/session/whatif.h"
#include "widgets/timeline/timelineactions.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QRegularExpression>

namespace ws {
namespace {

/// An entry with the key that does the same while the timeline has the focus. Not as its shortcut: two actions with one
/// key do nothing.
QString withKey(const QString &text, const QKeySequence &key)
{
    return text + u'\t' + key.toString(QKeySequence::NativeText);
}

/// For traces whose steps have no name that the program knows.
void addStepChoice(QMenu &menu, TimelineActions *actions, EventRef slice)
{
    TimelineState *state = actions->state();
    const Run &run = *state->run();
    const CategoryKind kind = run.timeline.category(slice).kind;
    const QString name = toText(run.text(run.timeline.name(slice)));
    const bool isWork = isGpuWork(kind);
    if (!isWork && kind != CategoryKind::UserAnnotation && kind != CategoryKind::Python && kind != CategoryKind::CpuOp)
        return;
    StepSource source{isWork ? StepSource::Anchor : StepSource::Pattern,
                      isWork ? name : u'^' + QRegularExpression::escape(name) + u'$'};
    menu.addAction(isWork ? TimelineActions::tr("A step begins with &each of this name")
                          : TimelineActions::tr("&Each of this name is a step"),
                   actions, [state, source = std::move(source)] { state->context().setStepSource(source); });
}

/// noStep: none, or the steps are not known yet.
uint32_t stepOf(const TimelineState &state, EventRef slice)
{
    return state.when() && namesStep(*state.run(), slice) ? stepOfSlice(*state.run(), *state.when()->steps(), slice)
                                                          : noStep;
}

} // namespace

void fillSliceMenu(QMenu &menu, TimelineActions &of, EventRef slice)
{
    TimelineActions *actions = &of;
    TimelineState *state = actions->state();
    RunContext &context = state->context();
    endWithData(menu, state);
    context.select(slice);
    menu.addAction(withKey(TimelineActions::tr("&Zoom to this slice"), Qt::Key_F), actions,
                   [actions, slice] { actions->zoomTo(slice); });
    menu.addAction(withKey(TimelineActions::tr("Make it the &range"), Qt::SHIFT | Qt::Key_R), actions,
                   &TimelineActions::rangeFromSelection);
    menu.addAction(withKey(TimelineActions::tr("&Highlight same name"), Qt::Key_H), actions,
                   [state, slice] { state->context().setHighlightedName(state->run()->timeline.name(slice)); });
    menu.addAction(withKey(TimelineActions::tr("&Next of same name"), Qt::Key_N), actions,
                   &TimelineActions::nextOfName);
    if (const CategoryKind kind = state->run()->timeline.category(slice).kind;
        isGpuWork(kind) || kind == CategoryKind::CpuOp)
        menu.addAction(withKey(TimelineActions::tr("All &instances"), Qt::Key_I), actions,
                       [state, slice] { state->context().requestInstances(state->run()->timeline.name(slice)); });
    addStepChoice(menu, actions, slice);
    menu.addAction(withKey(TimelineActions::tr("Add a n&ote"), Qt::SHIFT | Qt::Key_M), actions,
                   [state, slice] { state->context().requestNote(noteAt(*state->run(), slice)); });
    addWhatIf(menu, {&context, sliceEdit(context, slice)});
    const Timeline &timeline = state->run()->timeline;
    addRankWhatIfs(menu, context, timeline.tracks[timeline.lanes[slice.lane].track]);
    if (state->links().launch.valid() && state->links().launch != slice)
        menu.addAction(withKey(TimelineActions::tr("To its &launch"), Qt::Key_BracketLeft), actions,
                       &TimelineActions::toLaunch);
    else if (!state->links().kernels.empty())
        menu.addAction(withKey(TimelineActions::tr("To its &kernel"), Qt::Key_BracketRight), actions,
                       &TimelineActions::toKernel);
    if (const uint32_t step = stepOf(*state, slice); step != noStep)
        menu.addAction(TimelineActions::tr("Only this &step"), actions,
                       [actions, state, step] { actions->steps()->chooseStep(state->when()->steps(), step); });
    if (namesStep(*state->run(), slice))
        menu.addAction(TimelineActions::tr("Show step in &Stages"), actions,
                       [actions, slice] { emit actions->stepRequested(slice); });
    menu.addSeparator();
    menu.addAction(TimelineActions::tr("&Copy full name"), actions, [state, slice] {
        const Run &run = *state->run();
        QApplication::clipboard()->setText(toText(run.text(run.timeline.name(slice))));
    });
    if (const QString kernel = selectedKernel(context); !kernel.isEmpty()) {
        menu.addAction(TimelineActions::tr("&Only this kernel in all views"), actions,
                       [state, slice] { showOnly(state->context(), state->run()->timeline.name(slice)); });
        menu.addAction(makeRuleAction(&state->pane(), &menu, [kernel] { return kernel; }));
    }
}

void fillGapMenu(QMenu &menu, TimelineActions &of, const Gap &gap)
{
    TimelineActions *actions = &of;
    TimelineState *state = actions->state();
    endWithData(menu, state);
    const auto gaps = state->when()->gaps();
    const auto index = static_cast<size_t>(&gap - gaps->gaps.data());
    const auto add = [&](const QString &text, const auto &deed) {
        menu.addAction(text, actions, [state, gaps, index, deed] {
            if (state->when() && state->when()->gaps() == gaps)
                deed(gaps->gaps[index]);
        });
    };
    add(TimelineActions::tr("&What is this gap"), [actions](const Gap &one) { actions->gaps()->select(one); });
    add(TimelineActions::tr("&Zoom to this gap"), [state](const Gap &one) { showGap(state->context(), one); });
    addWhatIf(menu, {&state->context(), gapEdit(gap.startNs)}, withoutGapText());
    addWhatIf(menu, {&state->context(), QStringLiteral("gaps=0")}, withoutGapsText());
    menu.addAction(TimelineActions::tr("All &gaps"), actions, &TimelineActions::gapsRequested);
    menu.addSeparator();
    add(TimelineActions::tr("&Copy"),
        [state](const Gap &one) { QApplication::clipboard()->setText(gapText(*state->run(), one)); });
}

void endWithData(QMenu &menu, TimelineState *state)
{
    QObject::connect(state, &TimelineState::dataChanged, &menu, [&menu] {
        menu.clear();
        menu.close();
    });
}

} // namespace ws
