#include "widgets/panels/when/stepspanel.h"

#include "core/analysis/steps/phasetimes.h"
#include "core/analysis/steps/stepplaces.h"
#include "core/report/stepreport.h"
#include "widgets/session/stepfocus.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

StepsPanel::StepsPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, stepReport(nullptr, nullptr), parent), m_focus(new StepFocus(pane, this))
{
    table()->sortBy("start_ns", Qt::AscendingOrder);
    refresh();
}

QString StepsPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see its steps.");
    return run->timeline.lanes.empty() ? tr("This file has no timeline, so no steps.") : QString();
}

void StepsPanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(), StepsKey{}, [this, run = context.run()](const auto &steps) {
        if (steps)
            showSteps(run, *steps);
        else
            fail(steps.error());
    });
}

void StepsPanel::showSteps(const RunPtr &run, std::shared_ptr<const Steps> steps)
{
    m_steps = std::move(steps);
    if (m_steps->steps.empty())
        return present(stepReport(nullptr, nullptr), {},
                       tr("No annotation of this file names a step of an engine or a training loop."));
    QStringList notes;
    for (const PhaseTimes &phase : phaseTimes(*m_steps))
        notes << tr("%1: %2 steps, wall p50 %3, p95 %4")
                     .arg(QString::fromStdString(phase.phase), formatCount(static_cast<int64_t>(phase.steps)),
                          formatDuration(phase.wallP50Ns), formatDuration(phase.wallP95Ns));
    present(stepReport(run, m_steps), notes.join(QStringLiteral("  ·  ")), {});
}

void StepsPanel::activate(int row)
{
    const auto step = static_cast<size_t>(row);
    if (step >= m_steps->steps.size()) // the rest outside any step
        return;
    m_focus->chooseStep(m_steps, static_cast<uint32_t>(step));
    context().showSpan(workRange(m_steps->steps[step]));
}

} // namespace ws
