#include "app/window/runviews.h"

#include "app/window/centre.h"
#include "app/window/panelcontent.h"
#include "app/window/panelheights.h"
#include "app/window/runcentre.h"
#include "app/window/workspace.h"
#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/stages/tablework.h"
#include "widgets/mapping/mappingpanel.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/panels/code/codepanel.h"
#include "widgets/panels/collectives/collectivespanel.h"
#include "widgets/panels/comparison/comparisonpanel.h"
#include "widgets/panels/diagnostics/diagnosticstabs.h"
#include "widgets/panels/file/filepanel.h"
#include "widgets/panels/instances/instancespages.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/limits/limitspanel.h"
#include "widgets/panels/notes/notespanel.h"
#include "widgets/panels/operators/operatorspanel.h"
#include "widgets/panels/overview/overviewpanel.h"
#include "widgets/panels/query/querypanel.h"
#include "widgets/panels/replay/replaypanel.h"
#include "widgets/panels/selection/selectionpanel.h"
#include "widgets/panels/series/seriespanel.h"
#include "widgets/panels/when/gapspanel.h"
#include "widgets/panels/when/layerspanel.h"
#include "widgets/panels/when/stepspanel.h"
#include "widgets/panels/when/waitspanel.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/replayrequest.h"
#include "widgets/session/revealing.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/tables/nculinker.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QCursor>
#include <QMenu>

#include <utility>

namespace ws {
RunViews::RunViews(Session *session, StageController *stages, JobDocument *job, Workspace *workspace)
    : QObject(workspace), m_session(session), m_pane(session->pane()), m_stages(stages), m_job(job),
      m_workspace(workspace), m_centre(new Centre(session, workspace))
{
    workspace->setCentralWidget(m_centre);
    buildPanels();
    new NcuLinker(session, this);
    connectWishes();
    connect(session, &Session::contextAdded, this, [this](RunContext *added) { m_opened = added; });
    connect(session, &Session::contextReplaced, this, [this] { m_opened.clear(); });
    connect(session, &Session::activeChanged, this, &RunViews::chooseCentre);             // after the centre
    connect(session, &Session::activeChanged, this, [this] { emit messageChanged({}); }); // it was of another run
    connect(session->pair(), &ComparePair::changed, this, &RunViews::chooseCentre);
    connect(m_pane, &Pane::selectionChanged, this, &RunViews::selectionChanged);
    connect(m_pane, &Pane::classesChanged, this, &RunViews::offerPanels);
    connect(m_pane, &Pane::notesChanged, this, &RunViews::offerPanels);
    connect(session, &Session::contextsChanged, this, &RunViews::offerPanels);
    connect(job, &JobDocument::changed, this, &RunViews::offerPanels);
    chooseCentre();
}

void RunViews::buildPanels()
{
    auto *overview = new OverviewPanel(m_pane);
    addPanel(overview, QStringLiteral("overview"), tr("Overview"));
    connect(overview, &OverviewPanel::phasesRequested, this, [this] { showStagesBy(BarsBy::Phase); });
    addComparison();
    addPanel(new SelectionPanel(m_pane), QStringLiteral("selection"), tr("Selection"));
    addPanel(new KernelsPanel(m_pane), QStringLiteral("kernels"), tr("Kernels"));
    addPanel(new OperatorsPanel(m_pane), QStringLiteral("operators"), tr("Operators"));
    addPanel(new LimitsPanel(m_pane), QStringLiteral("limits"), tr("Limits"));
    m_modules = new ModulePanel(m_pane);
    addPanel(m_modules, QStringLiteral("modules"), tr("Modules"));
    addPanel(new LayersPanel(m_pane), QStringLiteral("layers"), tr("Layers"));
    addPanel(new CodePanel(m_pane), QStringLiteral("code"), tr("Code"));
    m_stagesPanel = new StagesPanel(m_stages);
    addPanel(m_stagesPanel, QStringLiteral("stages"), tr("Stages"));
    addPanel(new StepsPanel(m_pane), QStringLiteral("steps"), tr("Steps"));
    connect(m_pane, &Pane::stepSourceChanged, this, [this] { showPanel(QStringLiteral("steps")); });
    addPanel(new GapsPanel(m_pane), QStringLiteral("gaps"), tr("Gaps"));
    addPanel(new WaitsPanel(m_pane), QStringLiteral("waits"), tr("Waits"));
    auto *replay = new ReplayPanel(new ReplayPlace(m_session, m_job, ReplayPlace::Of::Chosen, this));
    addPanel(replay, QStringLiteral("replay"), tr("Replay"));
    connect(replay, &ReplayPanel::traceWanted, this, &RunViews::traceWanted);
    connect(m_pane, &Pane::whatIfAsked, this, [this] { showPanel(QStringLiteral("replay")); });
    addPanel(new CollectivesPanel(m_pane), QStringLiteral("collectives"), tr("Collectives"));
    auto *instances = new InstancesPages(m_pane);
    addPanel(instances, QStringLiteral("instances"), tr("Instances"));
    connect(instances, &InstancesPages::wanted, this, [this] {
        const bool fromPanel = m_workspace->isInPanel(m_workspace->window()->focusWidget());
        showPanel(QStringLiteral("instances"));
        if (fromPanel)
            m_workspace->enterPanel(QStringLiteral("instances"));
    });
    addPanel(new SeriesPanel(m_session), QStringLiteral("runs"), tr("Runs"));
    auto *mapping = new MappingPanel(m_stages);
    addPanel(mapping, QStringLiteral("mapping"), tr("Mapping"));
    connect(mapping, &MappingPanel::told, this, &RunViews::messageChanged);
    connect(m_pane, &Pane::ruleRequested, mapping, [this, mapping](const QString &kernel) {
        showPanel(QStringLiteral("mapping"));
        mapping->addRuleFor(kernel);
    });
    m_dockTables = new TablesPanel(m_pane);
    addPanel(m_dockTables, QStringLiteral("tables"), tr("Tables"));
    addPanel(new QueryPanel(m_session), QStringLiteral("query"), tr("Query"));
    auto *notes = new NotesPanel(m_pane);
    addPanel(notes, QStringLiteral("notes"), tr("Notes"));
    connect(m_pane, &Pane::noteRequested, notes, [this, notes](const Note &note) {
        showPanel(QStringLiteral("notes"));
        notes->edit(note);
    });
    addPanel(new DiagnosticsTabs(m_pane), QStringLiteral("diagnostics"), tr("Diagnostics"));
    addPanel(new FilePanel(m_pane), QStringLiteral("file"), tr("File"));
}

/// Comes to the front when two runs begin to stand side by side, and when two others take their place.
void RunViews::addComparison()
{
    auto *comparison = new ComparisonPanel;
    addPanel(comparison, QStringLiteral("compare"), tr("Compare"));
    offerComparison(comparison);
    comparison->sayScopeOf(m_pane);
    ComparePair *pair = m_session->pair();
    if (pair->isSet())
        comparison->setRuns(pair->context(ComparePair::A), pair->context(ComparePair::B));
    connect(pair, &ComparePair::changed, comparison, [this, pair, comparison] {
        RunContext *a = pair->context(ComparePair::A), *b = pair->context(ComparePair::B);
        const bool isNew = pair->isSet() && !pair->isReload() && !comparison->isOf(a, b);
        comparison->setRuns(a, b);
        if (isNew)
            showPanel(QStringLiteral("compare"));
    });
}

/// The other open runs are one click away, and so are two parts of the only one.
void RunViews::offerComparison(ComparisonPanel *comparison)
{
    const auto others = [this] {
        std::vector<std::pair<RunContext *, QString>> all;
        const QStringList names = labelsOf(m_session->job());
        for (size_t i = 0; i < m_session->contexts().size(); ++i)
            if (RunContext *context = m_session->contexts()[i]; context != m_session->active())
                all.emplace_back(context, names[static_cast<qsizetype>(i)]);
        return all;
    };
    const auto offer = [this, comparison, others] {
        const auto all = others();
        const auto nameOf = [comparison](const QString &name) {
            return comparison->fontMetrics().elidedText(name, Qt::ElideMiddle, 400).replace(u'&', QStringLiteral("&&"));
        };
        const bool hasParts = m_session->active() && !twoPartsOf(m_session->active()->run()).empty();
        comparison->setOffer(all.size() == 1 ? tr("Compare with %1").arg(nameOf(all.front().second))
                             : !all.empty()  ? tr("Compare with an open run…")
                             : hasParts      ? tr("Compare the two parts of this file")
                                             : QString());
    };
    connect(m_session, &Session::contextsChanged, comparison, offer);
    connect(m_session, &Session::activeChanged, comparison, offer);
    offer();
    connect(comparison, &ComparisonPanel::emptyActionTriggered, this, [this, comparison, others] {
        const auto all = others();
        if (all.empty())
            return emit m_centre->partsWanted();
        if (all.size() == 1)
            return m_session->pair()->set(m_session->active(), all.front().first);
        auto *menu = new QMenu(comparison);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (const auto &[context, name] : all)
            menu->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this, [this, with = QPointer(context)] {
                if (with && m_session->active())
                    m_session->pair()->set(m_session->active(), with);
            });
        menu->popup(QCursor::pos());
    });
}

void RunViews::connectWishes()
{
    for (TimelineView *timeline : m_centre->timelines())
        addTimeline(timeline);
    connect(m_centre, &Centre::timelineAdded, this, &RunViews::addTimeline);
    connect(m_centre, &Centre::timelineChanged, this, [this] {
        emit timelineChanged();
        emit rangeLabel(timeline()->rangeText());
    });
}

/// A gesture in a timeline has made its run the active one before its wish arrives.
void RunViews::addTimeline(TimelineView *added)
{
    const auto fit = [this, added] { // a table in its place has use for all there is
        const TimelineState *state = added->state();
        if (added == timeline() && state->data() &&
            RunCentre::kindOf(state->context().run()) == RunCentre::Kind::Timeline)
            m_workspace->heights().setCentreNeed(added->neededHeight());
    };
    connect(added->state(), &TimelineState::dataChanged, this, fit);
    connect(added->state(), &TimelineState::whenChanged, this, [this, fit] {
        if (hasTimeline())
            fit();
    });
    connect(added->state(), &TimelineState::layoutChanged, this, [this, added] { // rows were unfolded
        if (hasTimeline() && added == timeline() && added->state()->data())
            m_workspace->heights().growCentreNeed(added->neededHeight());
    });
    connect(added, &TimelineView::detailsRequested, this, [this] { showPanel(QStringLiteral("selection")); });
    connect(added, &TimelineView::gpuRowsChanged, this, &RunViews::readAgainWanted);
    connect(added, &TimelineView::gapsRequested, this, [this] { showPanel(QStringLiteral("gaps")); });
    connect(added, &TimelineView::rangeMenuRequested, this, &RunViews::rangeMenuRequested);
    connect(added, &TimelineView::stepRequested, m_stagesPanel, [this](EventRef annotation) {
        showPanel(QStringLiteral("stages"));
        m_stagesPanel->showStepOf(annotation);
    });
    connect(added, &TimelineView::rangeLabel, this, [this, added](const QString &text) {
        if (added == timeline())
            emit rangeLabel(text);
    });
    connect(added, &TimelineView::messageChanged, this, [this, added](const QString &text) {
        if (added == timeline())
            emit messageChanged(text);
    });
}

TimelineView *RunViews::timeline() const
{
    return m_centre->timeline();
}

void RunViews::addPanel(QWidget *panel, const QString &id, const QString &title)
{
    m_workspace->addPanel(panel, id, title);
    m_panels << id;
}

void RunViews::showPanel(const QString &id)
{
    m_wantedPanel = m_pane->run() ? QString() : id;
    if (id == QLatin1String("tables") && TablesPanel::holdsOnlyTables(m_pane->run()))
        m_centre->tables()->setFocus();
    else
        m_workspace->showPanel(id);
}

void RunViews::showStagesBy(BarsBy bars)
{
    BarChoice choice = m_stages->bars();
    choice.by = bars;
    m_stages->setBars(choice);
    showPanel(QStringLiteral("stages"));
}

void RunViews::showStage(const StageKey &key)
{
    m_stagesPanel->showPart(key);
    showPanel(QStringLiteral("stages"));
}

void RunViews::showPart(const Selected &part)
{
    if (part.phase >= 0) {
        m_modules->showPhase(part.phase);
        showPanel(QStringLiteral("modules"));
    } else if (part.table >= 0) {
        const bool inCentre = TablesPanel::holdsOnlyTables(m_pane->run());
        (inCentre ? m_centre->tables() : m_dockTables)->showTable(part.table);
        showPanel(QStringLiteral("tables"));
    }
}

bool RunViews::hasTimeline() const
{
    return m_pane->run() && RunCentre::kindOf(m_pane->run()) == RunCentre::Kind::Timeline;
}

/// Those that have something to show of the run.
void RunViews::offerPanels()
{
    for (const QString &id : m_panels)
        m_workspace->setHasContent(id, canFill(id, *m_session, isOfActiveRun(*m_job, *m_session)));
}

/// A file with only tables shows them in place of the timeline, above its overview and what else it can fill; one with
/// neither gives the space to the panels.
void RunViews::chooseCentre()
{
    const RunPtr run = m_pane->run();
    offerPanels();
    m_centre->setVisible(!m_centre->isEmpty());
    QStringList beside{m_centre->isPaired() ? QStringLiteral("compare") : QStringLiteral("overview")};
    if (!m_centre->isPaired() && run && !run->diagnostics.empty())
        beside << QStringLiteral("diagnostics");
    if (run && TablesPanel::holdsOnlyTables(run) && !workWithoutTimeline(*run).empty())
        beside << QStringLiteral("stages");
    m_workspace->setCentreOnly(!m_centre->hasRoomForPanels(), beside);
    choosePanel();
}

/// A run that is opened begins with the answer; one that is shown again leaves the panel as it is, but not the ranks of
/// a job that it is no rank of. Those that open one file after the other stay, too.
void RunViews::choosePanel()
{
    const bool isNew = m_opened && m_opened == m_session->active();
    if (isNew)
        m_opened.clear();
    const QString raised = m_workspace->isVisible() ? m_workspace->raisedPanelId() : QString();
    const bool isOfOthers =
        raised == QLatin1String("ranks") && m_session->active() && m_job->job() && !isOfActiveRun(*m_job, *m_session);
    const bool opensFiles = raised == QLatin1String("folder") || (raised == QLatin1String("ranks") && !isOfOthers);
    if (m_pane->run() && !m_wantedPanel.isEmpty())
        showPanel(std::exchange(m_wantedPanel, {}));
    else if (m_centre->isEmpty() || isOfOthers || (isNew && !opensFiles && !m_centre->isPaired()))
        showPanel(QStringLiteral("overview"));
}

void RunViews::wantPanel(const QString &id)
{
    m_wantedPanel = id;
}

/// A slice chosen in the timeline shows its details; one found from a table leaves that table in front.
void RunViews::selectionChanged()
{
    RunContext &context = m_pane->context();
    if (context.selection().valid() && !isRevealing(context) && timeline()->isAncestorOf(QApplication::focusWidget()))
        showPanel(QStringLiteral("selection"));
}

} // namespace ws
