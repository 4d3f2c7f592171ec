#include "widgets/panels/instances/instancespages.h"

#include "widgets/panels/instances/instancespanel.h"
#include "widgets/panels/instances/modulecallspanel.h"

namespace ws {
namespace {

enum Page { Names, Modules };

} // namespace

InstancesPages::InstancesPages(Pane *pane, QWidget *parent) : QStackedWidget(parent), m_pane(pane)
{
    auto *names = new InstancesPanel(pane);
    auto *modules = new ModuleCallsPanel(pane);
    addWidget(names);
    addWidget(modules);
    setFocusProxy(names);
    connect(this, &QStackedWidget::currentChanged, this, [this] { setFocusProxy(currentWidget()); });
    connect(pane, &Pane::runChanged, this, [this] { setCurrentIndex(m_pane->context().viewState<ShownPage>().page); });
    connect(pane, &Pane::instancesRequested, this, [this, names](StringId name) {
        names->showName(name);
        choose(Names);
        emit wanted();
    });
    connect(pane, &Pane::moduleCallsRequested, this, [this, modules](const ModuleCalls &calls) {
        modules->showCalls(calls);
        choose(Modules);
        emit wanted();
    });
    connect(pane, &Pane::selectionChanged, this, [this] {
        const RunPtr &run = m_pane->run();
        const EventRef slice = m_pane->context().selection();
        if (!run || !slice.valid())
            return;
        const CategoryKind kind = run->timeline.category(slice).kind;
        if (isGpuWork(kind) || kind == CategoryKind::CpuOp) // the names follow the selection
            choose(Names);
    });
}

void InstancesPages::choose(int page)
{
    m_pane->context().viewState<ShownPage>().page = page;
    setCurrentIndex(page);
}

} // namespace ws
