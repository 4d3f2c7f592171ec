#include "widgets/panels/when/waitspanel.h"

#include "core/report/waitreport.h"
#include "widgets/toolkit/tablepane.h"

#include <algorithm>

namespace ws {

WaitsPanel::WaitsPanel(Pane *pane, QWidget *parent) : RunTablePanel(pane, waitReport(nullptr, nullptr), parent)
{
    table()->sortBy("self_ns", Qt::DescendingOrder);
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
    m_wanted.ask(context.cache(), CpuCallsKey{}, [this, run = context.run()](const auto &calls) {
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
            tr("This file holds no runtime or driver calls."));
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
