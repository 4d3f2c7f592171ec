#include "widgets/panels/when/waitspanel.h"

#include "core/analysis/steps/stepplaces.h"
#include "core/report/waitreport.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/scopetext.h"
#include "widgets/toolkit/tablepane.h"

#include <algorithm>

namespace ws {

WaitsPanel::WaitsPanel(Pane *pane, QWidget *parent) : RunTablePanel(pane, waitReport(nullptr, nullptr), parent)
{
    table()->sortBy("self_ns", Qt::DescendingOrder);
    followScope();
    setHeader(new ScopeLine(pane, {{}, {}, {}, tr("calls of CPU threads are no GPU work")}, this));
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    refresh();
}

QString WaitsPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see what its CPU threads wait for.");
    return run->timeline.lanes.empty() ? tr("This file has no timeline, so no calls of CPU threads.") : QString();
}

void WaitsPanel::ask(RunContext &context)
{
    const Focus &focus = context.focus();
    m_wantedSteps.cancel();
    if (!focus.step && focus.phase.empty())
        return askWithin(context, context.range() ? std::vector{*context.range()} : std::vector<TimeRange>());
    m_wantedSteps.ask(context.cache(), StepsKey{{}, context.stepSource()}, [this, focus](const auto &steps) {
        if (!steps)
            return fail(steps.error());
        RunContext &now = this->context();
        const auto stretches = cpuStretches(**steps, focus.step.value_or(noStep), focus.phase, now.range());
        if (stretches.empty())
            return present(waitReport(nullptr, nullptr), {},
                           tr("%1: no time on the CPU, so no calls of its threads.").arg(limitText(now)));
        askWithin(now, stretches);
    });
}

void WaitsPanel::askWithin(RunContext &context, std::vector<TimeRange> stretches)
{
    m_wanted.ask(context.cache(), CpuCallsKey{{}, std::move(stretches)},
                 [this, run = context.run()](const auto &calls) {
                     if (calls)
                         showCalls(run, *calls);
                     else
                         fail(calls.error());
                 });
}

void WaitsPanel::showCalls(const RunPtr &run, std::shared_ptr<const std::vector<CpuCalls>> calls)
{
    m_calls = std::move(calls);
    int64_t waits = 0, work = 0;
    for (const CpuCalls &row : *m_calls)
        (row.waits ? waits : work) += row.selfNs;
    const int64_t longer = std::max(waits, work);
    present(waitReport(run, m_calls),
            tr("Self time of all threads: waits %1  ·  other calls %2")
                .arg(formatBeside(waits, longer), formatBeside(work, longer)),
            nothingInScope(tr("This file holds no runtime or driver calls.")));
}

void WaitsPanel::activate(int row)
{
    const CpuCalls &calls = (*m_calls)[static_cast<size_t>(row)];
    const Run &run = *context().run();
    const Track &track = run.timeline.tracks[calls.track];
    EventRef longest;
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
        const Lane &lane = run.timeline.lanes[l];
        for (uint32_t i = 0; i < lane.size(); ++i)
            if (lane.name[i] == calls.name &&
                (!longest.valid() || run.timeline.duration({l, i}) > run.timeline.duration(longest)))
                longest = {l, i};
    }
    context().setHighlightedName(calls.name);
    if (longest.valid())
        context().reveal(longest);
}

} // namespace ws
