#include "widgets/panels/when/layerspanel.h"

#include "core/model/devicewords.h"
#include "core/report/layerreport.h"
#include "widgets/session/scopeline.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

LayersPanel::LayersPanel(Pane *pane, QWidget *parent)
    : RunTablePanel(pane, layerReport(nullptr, nullptr, std::make_shared<const Layers>()), parent)
{
    const QString all = tr("all layers are listed here");
    setHeader(new ScopeLine(pane, {all, all, all, all}, this));
    table()->sortBy("start_ns", Qt::AscendingOrder);
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    refresh();
}

QString LayersPanel::whyEmpty(const Run *run) const
{
    if (!run)
        return tr("Open a trace to see which of its layers costs what.");
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    return run->gpu.size() == 0 ? tr("This file has no GPU work with times, so no layers.") : QString();
}

void LayersPanel::ask(RunContext &context)
{
    m_wantedSteps.ask(context.cache(), StepsKey{{}, context.stepSource()}, [this](const auto &steps) {
        if (!steps)
            return fail(steps.error());
        m_wanted.ask(this->context().cache(), LayersKey{{}, *steps}, [this, steps = *steps](const auto &layers) {
            layers ? showLayers(this->context().run(), steps, *layers) : fail(layers.error());
        });
    });
}

void LayersPanel::showLayers(const RunPtr &run, std::shared_ptr<const Steps> steps,
                             std::shared_ptr<const Layers> layers)
{
    ReportTable table = layerReport(run, steps, layers);
    const QString note = table.notes.join(u' ');
    table.notes.clear();
    present(std::move(table), note,
            tr("The names of the kernels do not repeat like layers. The modules that the recording names are listed "
               "under Modules."));
    this->table()->setColumnShown("step", !steps->steps.empty());
    this->table()->setColumnShown("device", run->gpu.devices.size() > 1);
}

void LayersPanel::activate(int row)
{
    const ReportTable &table = shown();
    const auto number = [&](const char *column) {
        const ReportCell cell = table.cell(size_t(row), size_t(table.columnOf(column)));
        const auto *ns = std::get_if<int64_t>(&cell);
        return ns ? *ns : 0;
    };
    const int64_t start = number("start_ns");
    context().showSpan({start, start + number("extent_ns")});
}

} // namespace ws
