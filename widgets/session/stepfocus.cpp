#include "widgets/session/stepfocus.h"

#include "core/analysis/steps/phasetimes.h"
#include "core/base/texts.h"
#include "widgets/toolkit/viewtexts.h"

namespace ws {

StepFocus::StepFocus(Pane *pane, QObject *parent) : QObject(parent), m_pane(pane)
{
    connect(pane, &Pane::runChanged, this, [this] { m_job.cancel(); });
}

void StepFocus::chooseStep(std::shared_ptr<const Steps> steps, uint32_t step)
{
    const Step *wanted = &steps->steps[step];
    const QString title = stepTitle(*m_pane->run(), *steps, step);
    choose({title, nullptr, nullptr, step}, std::move(steps), [wanted](const Step &s) { return &s == wanted; });
}

void StepFocus::choosePhase(std::shared_ptr<const Steps> steps, const std::string &phase)
{
    choose({Views::tr("all steps: %1").arg(phaseText(phase)), nullptr, nullptr, {}, phase}, std::move(steps),
           [phase](const Step &s) { return s.phase == phase; });
}

void StepFocus::choose(Focus focus, std::shared_ptr<const Steps> steps,
                       const std::function<bool(const Step &)> &isWanted)
{
    const RunPtr run = m_pane->run();
    std::vector<uint8_t> wanted(steps->steps.size());
    std::vector<EventRef> calls;
    for (size_t i = 0; i < wanted.size(); ++i)
        if (isWanted(steps->steps[i])) {
            wanted[i] = 1;
            if (steps->steps[i].wall.length() > 0)
                calls.push_back(steps->steps[i].slice);
        }
    m_job.start(
        [run, steps = std::move(steps), wanted = std::move(wanted),
         calls = std::move(calls)](const Progress &progress) {
            return ActivitySet::ofRows(*run, steps->ofActivity, wanted, calls, &progress);
        },
        [this, run, focus = std::move(focus)](const auto &set) {
            if (!set)
                return JobErrors::instance().report(set.error());
            if (run == m_pane->run())
                m_pane->context().setFocus({focus.title, *set, run.get(), focus.step, focus.phase});
        });
}

QString stepTitle(const Run &run, const Steps &steps, uint32_t index)
{
    const Step &step = steps.steps[index];
    if (step.phase == "unknown" || step.phase == "profiler" || step.phase == "section")
        return toText(run.text(step.name).substr(0, 400));
    QString title = Views::tr("step %1: %2").arg(index + 1).arg(phaseText(step.phase));
    if (step.batch)
        title += Views::tr(", batch %1").arg(*step.batch);
    return title;
}

} // namespace ws
