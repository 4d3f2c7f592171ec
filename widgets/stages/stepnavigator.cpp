#include "widgets/stages/stepnavigator.h"

#include "core/analysis/steps/stepplaces.h"

#include <QAction>
#include <QMenu>

namespace ws {

StepNavigator::StepNavigator(StageController *controller, QObject *parent)
    : QObject(parent), m_controller(controller), m_pane(controller->session()->pane())
{
}

void StepNavigator::addActions(QMenu &menu, const ChartBar &bar)
{
    const RunPtr run = bar.run;
    const auto steps = stepsOf(run);
    const auto add = [&](const QString &text, uint32_t step) {
        QAction *action = menu.addAction(text, this, [this, run, step] { showStep(run, step); });
        action->setEnabled(step != noStep);
    };
    if (steps && bar.step != noStep) {
        add(tr("Show step %1 in timeline").arg(bar.shortLabel), bar.step);
        add(tr("Show next step in timeline"), nextStep(*steps, {}, bar.step));
        add(tr("Show previous step in timeline"), nextStep(*steps, {}, bar.step, true));
    } else if (steps && !bar.phase.empty()) {
        const uint32_t current = currentStep(run);
        add(tr("Show first step of this phase"), nextStep(*steps, bar.phase));
        add(tr("Show next step of this phase"), nextStep(*steps, bar.phase, current));
        add(tr("Show previous step of this phase"),
            current == noStep ? noStep : nextStep(*steps, bar.phase, current, true));
    } else if (run && run != m_pane->run()) {
        menu.addAction(tr("Show this run in timeline"), this, [this, run] { activate(run); });
    }
}

/// The steps of a phase one after the other, then again from the first.
void StepNavigator::activate(const ChartBar &bar)
{
    const auto steps = stepsOf(bar.run);
    if (steps && bar.step != noStep) {
        showStep(bar.run, bar.step);
    } else if (steps && !bar.phase.empty()) {
        const uint32_t next = nextStep(*steps, bar.phase, currentStep(bar.run));
        showStep(bar.run, next != noStep ? next : nextStep(*steps, bar.phase));
    } else if (bar.run && bar.run != m_pane->run()) {
        activate(bar.run);
    }
}

/// Null: the run is not open any more.
RunContext *StepNavigator::activate(const RunPtr &run)
{
    RunContext *context = m_controller->session()->find(run);
    if (context)
        context->requestActivation();
    return context;
}

std::shared_ptr<const Steps> StepNavigator::stepsOf(const RunPtr &run) const
{
    const StageRun *shown = run ? m_controller->find(run) : nullptr;
    return shown && shown->state ? shown->state->steps : nullptr;
}

/// The step whose annotation is selected, or whose time is the range; noStep: none.
uint32_t StepNavigator::currentStep(const RunPtr &run) const
{
    const RunContext &context = m_pane->context();
    const auto steps = stepsOf(run);
    if (!steps || run != context.run())
        return noStep;
    uint32_t inRange = noStep;
    for (uint32_t i = 0; i < steps->steps.size(); ++i) {
        const Step &step = steps->steps[i];
        if (step.slice.valid() && step.slice == context.selection())
            return i;
        if (inRange == noStep && context.range() == workRange(step))
            inRange = i;
    }
    return inRange;
}

/// Sets the range to the step's GPU work, the sum of which is its bar, and shows its annotation too.
void StepNavigator::showStep(const RunPtr &run, uint32_t step)
{
    const auto steps = stepsOf(run);
    if (!steps || step >= steps->steps.size())
        return;
    const Step &shown = steps->steps[step];
    RunContext *context = activate(run);
    if (!context)
        return;
    const TimeRange extent = extentOf(run->timeline, shown);
    context->setRange(workRange(shown));
    context->showSpan(extent);
    if (!shown.slice.valid())
        return;
    constexpr int64_t minShare = 200; // of a view this wide; it would zoom to a narrower one, away from the step
    if (run->timeline.duration(shown.slice) >= extent.length() / minShare)
        context->reveal(shown.slice);
    else
        context->select(shown.slice);
}

void StepNavigator::showStepOf(EventRef annotation)
{
    m_wantedStep = annotation;
    m_wantedRun = m_pane->run();
    BarChoice bars = m_controller->bars();
    bars.by = BarsBy::Step;
    m_controller->setBars(bars);
    takeWantedStep();
}

/// A job finds the steps; the request waits for it.
void StepNavigator::takeWantedStep()
{
    RunContext &context = m_pane->context();
    const RunPtr run = m_wantedRun.lock();
    const auto steps = stepsOf(run);
    if (!m_wantedStep.valid() || (steps == nullptr && run && run == context.run()))
        return;
    const EventRef annotation = std::exchange(m_wantedStep, {});
    if (!steps || run != context.run())
        return;
    if (const uint32_t step = stepOfSlice(*run, *steps, annotation); step != noStep)
        context.setRange(workRange(steps->steps[step]));
}

} // namespace ws
