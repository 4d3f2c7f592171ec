#include "widgets/panels/instances/modulecallspanel.h"

#include "core/report/moduleinstancereport.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

ModuleCallsPanel::ModuleCallsPanel(Pane *pane, QWidget *parent)
    : InstanceListPanel(pane, moduleInstanceReport(nullptr, nullptr, nullptr, nullptr), parent)
{
    table()->sortBy("gpu_ns", Qt::DescendingOrder);
    connect(pane, &Pane::selectionChanged, this, [this] { markSelection(); });
    followScope();
    refresh();
}

QString ModuleCallsPanel::whyEmpty(const Run *run) const
{
    return run && context().viewState<CallsOfRun>().calls.attribution
               ? QString()
               : tr("Choose a row of the Modules tab to see all its calls.");
}

void ModuleCallsPanel::showCalls(const ModuleCalls &calls)
{
    context().viewState<CallsOfRun>().calls = calls;
    refreshLater();
}

std::optional<int64_t> ModuleCallsPanel::durationOf(EventRef slice) const
{
    for (uint32_t row = 0; row < m_calls->calls->size(); ++row)
        if (sliceOf(row) == slice)
            return m_calls->durations[row];
    return std::nullopt;
}

void ModuleCallsPanel::ask(RunContext &context)
{
    m_wanted.ask(context.cache(),
                 ModuleCallsKey{{}, context.viewState<CallsOfRun>().calls, context.range(), context.focus().activities},
                 [this](const auto &calls) {
                     if (!calls)
                         return fail(calls.error());
                     m_calls = *calls;
                     setList(*calls);
                 });
}

void ModuleCallsPanel::cancel()
{
    m_wanted.cancel();
    m_calls.reset();
    InstanceListPanel::cancel();
}

void ModuleCallsPanel::askSteps()
{
    if (!m_steps)
        m_wantedSteps.ask(context().cache(), StepsKey{{}, context().stepSource()}, [this](const auto &steps) {
            m_steps = steps ? *steps : std::make_shared<const Steps>();
            fill();
        });
}

void ModuleCallsPanel::fill()
{
    if (!isCurrent())
        return;
    const ModuleCalls &of = context().viewState<CallsOfRun>().calls;
    setTitle((m_calls->hasGpuWork ? tr("%1: GPU work of each call") : tr("%1: CPU time of each call")).arg(of.title));
    const auto known = std::make_shared<const InstanceContext>(run(), m_steps, nullptr, of.attribution);
    present(moduleInstanceReport(run(), m_calls->calls, known, of.attribution),
            nothingInScope(tr("This row has no calls.")));
}

} // namespace ws
