// From the bars of the Stages panel to the timeline and back: menus, the place of a step.

#include "widgets/stages/stagespanel.h"

#include "core/analysis/steps/stepplaces.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/stagechart.h"
#include "widgets/toolkit/tablepane.h"

#include <QAction>
#include <QMenu>
#include <QTableView>

namespace ws {

void StagesPanel::fillMenu(QMenu &menu, std::optional<size_t> segment, std::optional<size_t> bar)
{
    if (bar)
        addStepActions(menu, m_chart->data().bars[*bar]);
    menu.addSeparator();
    if (segment)
        addSegmentActions(menu, *segment, bar);
}

void StagesPanel::addSegmentActions(QMenu &menu, size_t segment, std::optional<size_t> bar)
{
    const ChartSegment part = m_chart->data().segments[segment]; // the chart may be another when an action comes
    const RunPtr run = bar ? m_chart->data().bars[*bar].run : m_pane->run();
    constexpr int longest = 240; // px
    const QString name =
        fontMetrics().elidedText(part.label, Qt::ElideMiddle, longest).replace(u'&', QLatin1String("&&"));
    if (part.kind == ChartSegment::Part) {
        menu.addAction(tr("Highlight %1 in the timeline").arg(name), this, [this, part, run] { select(part, run); });
        if (part.key.name.empty())
            menu.addAction(tr("Go into %1").arg(name), this, [this, part] { drill(part); });
    }
    menu.addAction((part.hidden ? tr("Show %1") : tr("Hide %1")).arg(name), this, [this, part] { toggleHidden(part); });
}

void StagesPanel::addStepActions(QMenu &menu, const ChartBar &bar)
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

/// Of a phase one step after the other, then again from the first.
void StagesPanel::activateBar(const ChartBar &bar)
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
RunContext *StagesPanel::activate(const RunPtr &run)
{
    RunContext *context = m_controller->session()->find(run);
    if (context)
        context->requestActivation();
    return context;
}

std::shared_ptr<const Steps> StagesPanel::stepsOf(const RunPtr &run) const
{
    const StageRun *shown = run ? m_controller->find(run) : nullptr;
    return shown && shown->state ? shown->state->steps : nullptr;
}

/// The step whose annotation is selected, or whose time is the range; noStep: none.
uint32_t StagesPanel::currentStep(const RunPtr &run) const
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

/// The range becomes the step's GPU work, which its bar is the sum of; in view comes its annotation too.
void StagesPanel::showStep(const RunPtr &run, uint32_t step)
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
    constexpr int64_t leastShare = 200; // of a view this wide; a narrower one would be zoomed to, away from the step
    if (run->timeline.duration(shown.slice) >= extent.length() / leastShare)
        context->reveal(shown.slice);
    else
        context->select(shown.slice);
}

void StagesPanel::showStepOf(EventRef annotation)
{
    m_wantedStep = annotation;
    m_wantedRun = m_pane->run();
    BarChoice bars = m_controller->bars();
    bars.by = BarsBy::Step;
    m_controller->setBars(bars);
    takeWantedStep();
}

/// Steps are found by a job; until then the wish waits.
void StagesPanel::takeWantedStep()
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

/// The one whose column the table's cursor is in, or the only one; null: none.
const ChartBar *StagesPanel::currentBar() const
{
    const std::vector<ChartBar> &bars = m_pivot->chart().bars;
    const int bar = bars.size() == 1 ? 0 : m_table->view()->currentIndex().column() - PivotModel::FirstBar;
    return bar >= 0 && bar < static_cast<int>(bars.size()) ? &bars[static_cast<size_t>(bar)] : nullptr;
}

void StagesPanel::updateStepAction()
{
    const ChartBar *bar = currentBar();
    const bool isStep = bar && bar->step != noStep;
    m_showStep->setVisible(isStep || (bar && !bar->phase.empty()));
    m_showStep->setText(isStep ? tr("Show step %1 in timeline").arg(bar->shortLabel)
                               : tr("Show next step of this phase"));
}

} // namespace ws
