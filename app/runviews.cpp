#include "app/runviews.h"

#include "app/workspace.h"
#include "widgets/mapping/mappingpanel.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/panels/diagnostics/diagnosticstabs.h"
#include "widgets/panels/file/filepanel.h"
#include "widgets/panels/instances/instancespanel.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/operators/operatorspanel.h"
#include "widgets/panels/overview/overviewpanel.h"
#include "widgets/panels/selection/selectionpanel.h"
#include "widgets/panels/when/gapspanel.h"
#include "widgets/panels/when/stepspanel.h"
#include "widgets/panels/when/waitspanel.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/tables/nculinker.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QStackedWidget>

#include <utility>

namespace ws {
namespace {

/// A layerwise profile: a module tree, nothing in the centre.
bool holdsOnlyModules(const RunPtr &run)
{
    return run && !run->layerwise.empty() && !run->timeline.hasOrigin;
}

} // namespace

RunViews::RunViews(Session *session, StageController *stages, Workspace *workspace)
    : QObject(workspace), m_pane(session->pane()), m_stages(stages), m_workspace(workspace)
{
    buildCentre();
    buildPanels();
    new NcuLinker(session, this);
    connectWishes();
    connect(m_pane, &Pane::runChanged, this, &RunViews::chooseCentre);
    connect(m_pane, &Pane::selectionChanged, this, &RunViews::selectionChanged);
    chooseCentre();
}

void RunViews::buildCentre()
{
    m_timeline = new TimelineView(m_pane, m_workspace);
    m_centreTables = new TablesPanel(m_pane, TablesPanel::Place::Centre, m_workspace);
    m_centre = new QStackedWidget(m_workspace);
    m_centre->addWidget(m_timeline);
    m_centre->addWidget(m_centreTables);
    m_workspace->setCentralWidget(m_centre);
}

void RunViews::buildPanels()
{
    addPanel(new OverviewPanel(m_pane), QStringLiteral("overview"), tr("Overview"));
    addPanel(new SelectionPanel(m_pane), QStringLiteral("selection"), tr("Selection"));
    addPanel(new KernelsPanel(m_pane), QStringLiteral("kernels"), tr("Kernels"));
    addPanel(new OperatorsPanel(m_pane), QStringLiteral("operators"), tr("Operators"));
    m_modules = new ModulePanel(m_pane);
    addPanel(m_modules, QStringLiteral("modules"), tr("Modules"));
    auto *stages = new StagesPanel(m_stages);
    addPanel(stages, QStringLiteral("stages"), tr("Stages"));
    connect(m_timeline, &TimelineView::stepRequested, stages, [this, stages](EventRef annotation) {
        showPanel(QStringLiteral("stages"));
        stages->showStepOf(annotation);
    });
    addPanel(new StepsPanel(m_pane), QStringLiteral("steps"), tr("Steps"));
    connect(m_pane, &Pane::stepSourceChanged, this, [this] { showPanel(QStringLiteral("steps")); });
    addPanel(new GapsPanel(m_pane), QStringLiteral("gaps"), tr("Gaps"));
    addPanel(new WaitsPanel(m_pane), QStringLiteral("waits"), tr("Waits"));
    auto *instances = new InstancesPanel(m_pane);
    addPanel(instances, QStringLiteral("instances"), tr("Instances"));
    connect(m_pane, &Pane::instancesRequested, instances, [this, instances](StringId name) {
        instances->showName(name);
        showPanel(QStringLiteral("instances"));
    });
    auto *mapping = new MappingPanel(m_stages);
    addPanel(mapping, QStringLiteral("mapping"), tr("Mapping"));
    connect(m_pane, &Pane::ruleRequested, mapping, [this, mapping](const QString &kernel) {
        showPanel(QStringLiteral("mapping"));
        mapping->addRuleFor(kernel);
    });
    m_dockTables = new TablesPanel(m_pane);
    addPanel(m_dockTables, QStringLiteral("tables"), tr("Tables"));
    addPanel(new DiagnosticsTabs(m_pane), QStringLiteral("diagnostics"), tr("Diagnostics"));
    addPanel(new FilePanel(m_pane), QStringLiteral("file"), tr("File"));
}

void RunViews::connectWishes()
{
    connect(m_pane, &Pane::spanRequested, m_timeline, &TimelineView::showRange);
    connect(m_timeline->state(), &TimelineState::dataChanged, this, [this] {
        if (m_timeline->state()->data())
            m_workspace->setCentreNeed(m_timeline->neededHeight());
    });
    connect(m_timeline, &TimelineView::detailsRequested, this, [this] { showPanel(QStringLiteral("selection")); });
}

void RunViews::addPanel(QWidget *panel, const QString &id, const QString &title)
{
    m_workspace->addPanel(panel, id, title);
}

void RunViews::showPanel(const QString &id)
{
    m_wantedPanel = m_pane->run() ? QString() : id;
    if (id == QLatin1String("tables") && TablesPanel::holdsOnlyTables(m_pane->run()))
        m_centreTables->setFocus();
    else
        m_workspace->showPanel(id);
}

void RunViews::showPart(const Selected &part)
{
    if (part.phase >= 0) {
        m_modules->showPhase(part.phase);
        showPanel(QStringLiteral("modules"));
    } else if (part.table >= 0) {
        const bool inCentre = TablesPanel::holdsOnlyTables(m_pane->run());
        (inCentre ? m_centreTables : m_dockTables)->showTable(part.table);
        showPanel(QStringLiteral("tables"));
    }
}

bool RunViews::hasTimeline() const
{
    const RunPtr run = m_pane->run();
    return run && !TablesPanel::holdsOnlyTables(run) && !holdsOnlyModules(run);
}

/// A file with only tables shows them in place of the timeline; one with neither gives the space to the
/// panels.
void RunViews::chooseCentre()
{
    const RunPtr run = m_pane->run();
    const bool onlyTables = TablesPanel::holdsOnlyTables(run);
    const bool onlyModules = holdsOnlyModules(run);
    m_centre->setVisible(!onlyModules);
    m_centre->setCurrentWidget(onlyTables ? static_cast<QWidget *>(m_centreTables) : m_timeline);
    m_workspace->setCentreOnly(onlyTables,
                               run && !run->diagnostics.empty() ? QStringLiteral("diagnostics") : QString());
    if (run && !m_wantedPanel.isEmpty())
        showPanel(std::exchange(m_wantedPanel, {}));
    else if (onlyModules)
        showPanel(QStringLiteral("modules"));
}

/// A slice chosen in the timeline shows its details; one found from a table leaves that table in front.
void RunViews::selectionChanged()
{
    if (m_pane->context().selection().valid() && m_timeline->isAncestorOf(QApplication::focusWidget()))
        showPanel(QStringLiteral("selection"));
}

} // namespace ws
