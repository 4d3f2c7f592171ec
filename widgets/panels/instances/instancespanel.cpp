#include "widgets/panels/instances/instancespanel.h"

#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/report/instancereport.h"
#include "widgets/session/userpeaks.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

InstancesPanel::InstancesPanel(Pane *pane, QWidget *parent)
    : InstanceListPanel(pane, instanceReport(nullptr, nullptr, nullptr), parent)
{
    table()->setColumnShown("name", false); // it is the same in all rows
    table()->sortBy("duration_ns", Qt::DescendingOrder);
    connect(table(), &TablePane::optionalColumnShown, this, [this] {
        if (isCurrent())
            askSteps();
    });
    connect(pane, &Pane::selectionChanged, this, &InstancesPanel::followSelection);
    connect(pane, &Pane::captureChanged, this, &PanelBase::refreshLater);
    followScope();
    refresh();
}

QString InstancesPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see the instances of a kernel or operator.");
    if (run->gpu.size() == 0 && run->ops.size() == 0)
        return tr("This file has no timeline with kernels or operators, so no instances of them.");
    return context().viewState<NameOfRun>().name
               ? QString()
               : tr("Select a kernel or an operator in the timeline or a table to see all its instances.");
}

/// Their steps and layers are others now.
void InstancesPanel::dropSteps()
{
    m_wantedLayers.cancel();
    m_layers.reset();
    InstanceListPanel::dropSteps();
}

void InstancesPanel::showName(StringId name)
{
    setScroll(Scroll::Never); // a list that is asked for begins with the longest
    context().viewState<NameOfRun>().name = name;
    refreshLater();
}

/// The name of a selected kernel or operator; other slices leave the present one.
void InstancesPanel::followSelection()
{
    const RunPtr run = pane().run();
    const EventRef slice = context().selection();
    if (!run || !slice.valid())
        return;
    if (isCurrent() && durationOf(slice)) {
        setScroll(Scroll::ToRow);
        return markSelection();
    }
    const CategoryKind kind = run->timeline.category(slice).kind;
    if (isGpuWork(kind) || kind == CategoryKind::CpuOp) {
        showName(run->timeline.name(slice));
        setScroll(Scroll::ToRow);
    }
}

std::optional<int64_t> InstancesPanel::durationOf(EventRef slice) const
{
    const Timeline &timeline = run()->timeline;
    const bool isRow = timeline.name(slice) == context().viewState<NameOfRun>().name;
    return isRow ? std::optional(timeline.duration(slice)) : std::nullopt;
}

void InstancesPanel::ask(RunContext &context)
{
    const StringId name = context.viewState<NameOfRun>().name;
    m_wanted.ask(context.cache(), InstancesKey{{}, name, context.range(), context.focus().activities},
                 [this](const auto &named) {
                     if (!named)
                         return fail(named.error());
                     m_named = *named;
                     setList(*named);
                 });
}

void InstancesPanel::cancel()
{
    m_wanted.cancel();
    m_wantedLayers.cancel();
    m_wantedAttribution.cancel();
    m_wantedNames.cancel();
    m_wantedLimits.cancel();
    m_limits.reset();
    m_named.reset();
    m_names.reset();
    m_layers.reset();
    m_attribution.reset();
    InstanceListPanel::cancel();
}

/// Steps, modules, layers and limits come behind the instances, each as soon as it is known. What fails stays unknown
/// here; its own tab says why.
void InstancesPanel::askSteps()
{
    RunCache &cache = context().cache();
    if (!m_names)
        m_wantedNames.ask(cache, ShortNamesKey{}, [this](const auto &names) {
            m_names = names ? *names : nullptr;
            fill();
        });
    if (!m_attribution)
        m_wantedAttribution.ask(cache, AttributionKey{}, [this](const auto &attribution) {
            m_attribution = attribution ? *attribution : nullptr;
            fill();
        });
    if (!m_limits && table()->isAnyShown("tflops", "bound_by"))
        m_wantedLimits.ask(cache, limitsKeyOf(context()), [this](const auto &limits) {
            m_limits = limits ? *limits : nullptr;
            fill();
        });
    if (m_steps)
        return;
    m_wantedSteps.ask(cache, StepsKey{{}, context().stepSource()}, [this](const auto &steps) {
        m_steps = steps ? *steps : std::make_shared<const Steps>();
        fill();
        m_wantedLayers.ask(context().cache(), LayersKey{{}, m_steps}, [this](const auto &layers) {
            m_layers = layers ? *layers : nullptr;
            fill();
        });
    });
}

void InstancesPanel::fill()
{
    if (!isCurrent())
        return;
    const StringId name = context().viewState<NameOfRun>().name;
    setTitle(toText(shownName(run()->text(name))), m_names ? m_names->forms(name) : QStringList());
    const auto known = std::make_shared<const InstanceContext>(run(), m_steps, m_layers, m_attribution);
    present(instanceReport(run(), m_named->instances, known, m_limits),
            nothingInScope(tr("This name has no kernels or operators.")));
}

} // namespace ws
