#include "app/mainwindow.h"

#include "app/busystatus.h"
#include "app/filewatch.h"
#include "app/loadingview.h"
#include "app/messagebar.h"
#include "app/recentfiles.h"
#include "app/startpage.h"
#include "app/workspace.h"
#include "core/base/format.h"
#include "core/readers/formats.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/mapping/mappingpanel.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/panels/diagnostics/diagnosticspanel.h"
#include "widgets/panels/file/filepanel.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/operators/operatorspanel.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/panels/selection/selectionpanel.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/tables/nculinker.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/timelineview.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace ws {
namespace {
const QString geometryKey = QStringLiteral("window/geometry");
}

MainWindow::MainWindow(QWidget *parent)
    : MainWindow([](const QString &path, Progress &progress) { return loadDocument(path, progress); }, parent)
{
}

MainWindow::MainWindow(RunLoader::Load load, QWidget *parent)
    : QMainWindow(parent), m_session(new Session(this)), m_stages(new StageController(m_session, this)),
      m_queue(new OpenQueue(std::move(load), this)), m_recent(new RecentFiles(this)), m_watch(new FileWatch(this))
{
    setAcceptDrops(true);
    buildCentre();
    buildActions();
    buildPanels();
    buildStatusBar();
    connect(m_queue, &OpenQueue::started, this, &MainWindow::loadStarted);
    connect(m_queue, &OpenQueue::loaded, this, &MainWindow::loaded);
    connect(m_queue, &OpenQueue::failed, this, &MainWindow::loadFailed);
    connect(m_queue, &OpenQueue::idle, this, &MainWindow::loadFinished);
    connect(m_watch, &FileWatch::changed, this, &MainWindow::fileChanged);
    Pane *pane = m_session->pane();
    connect(m_session, &Session::contextsChanged, this, &MainWindow::runsChanged);
    connect(m_session, &Session::activeChanged, this, &MainWindow::runsChanged);
    connect(pane, &Pane::rangeChanged, this, &MainWindow::rangeChanged);
    connect(pane, &Pane::focusChanged, this, &MainWindow::focusChanged);
    connect(pane, &Pane::selectionChanged, this, &MainWindow::selectionChanged);
    connect(pane, &Pane::spanRequested, m_timeline, &TimelineView::showRange);
    connect(m_timeline, &TimelineView::detailsRequested, this, [this] { showPanel(QStringLiteral("selection")); });
    resize(1280, 800);
    restoreGeometry(QSettings().value(geometryKey).toByteArray());
    m_workspace->restoreLayout();
    runsChanged();
    rangeChanged();
    focusChanged();
}

MainWindow::~MainWindow()
{
    disconnect(m_session, nullptr, this, nullptr);
}

void MainWindow::buildCentre()
{
    m_messages = new MessageBar(this);
    m_loadingBar = new LoadingView(LoadingView::Shape::Bar, this);
    m_loadingBar->hide();
    m_loadingPage = new LoadingView(LoadingView::Shape::Page, this);
    auto *start = new StartPage(m_recent, this);
    m_start = start;
    m_workspace = new Workspace(this);
    m_timeline = new TimelineView(m_session->pane(), m_workspace);
    m_centre = new QStackedWidget(m_workspace);
    m_centre->addWidget(m_timeline);
    m_centreTables = new TablesPanel(m_session->pane(), TablesPanel::Place::Centre, m_workspace);
    m_centre->addWidget(m_centreTables);
    m_workspace->setCentralWidget(m_centre);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_loadingPage);
    m_pages->addWidget(m_workspace);
    auto *centre = new QWidget(this);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_loadingBar);
    layout->addWidget(m_pages, 1);
    setCentralWidget(centre);
    connect(start, &StartPage::openRequested, this, &MainWindow::openDialog);
    connect(start, &StartPage::fileRequested, this, [this](const QString &path) { open({path}); });
    connect(m_loadingBar, &LoadingView::cancelRequested, this, &MainWindow::cancelLoading);
    connect(m_loadingPage, &LoadingView::cancelRequested, this, &MainWindow::cancelLoading);
}

void MainWindow::buildPanels()
{
    addPanel(new SelectionPanel(m_session->pane()), QStringLiteral("selection"), tr("Selection"));
    addPanel(new KernelsPanel(m_session->pane()), QStringLiteral("kernels"), tr("Kernels"));
    addPanel(new OperatorsPanel(m_session->pane()), QStringLiteral("operators"), tr("Operators"));
    m_modules = new ModulePanel(m_session->pane());
    addPanel(m_modules, QStringLiteral("modules"), tr("Modules"));
    auto *stages = new StagesPanel(m_stages);
    addPanel(stages, QStringLiteral("stages"), tr("Stages"));
    connect(m_timeline, &TimelineView::stepRequested, stages, [this, stages](EventRef annotation) {
        showPanel(QStringLiteral("stages"));
        stages->showStepOf(annotation);
    });
    auto *mapping = new MappingPanel(m_stages);
    addPanel(mapping, QStringLiteral("mapping"), tr("Mapping"));
    connect(m_session->pane(), &Pane::ruleRequested, mapping, [this, mapping](const QString &kernel) {
        showPanel(QStringLiteral("mapping"));
        mapping->addRuleFor(kernel);
    });
    m_dockTables = new TablesPanel(m_session->pane());
    addPanel(m_dockTables, QStringLiteral("tables"), tr("Tables"));
    new NcuLinker(m_session, this);
    addPanel(new DiagnosticsPanel(m_session->pane()), QStringLiteral("diagnostics"), tr("Diagnostics"));
    addPanel(new FilePanel(m_session->pane()), QStringLiteral("file"), tr("File"));
}

void MainWindow::buildStatusBar()
{
    statusBar()->addWidget(new BusyStatus(m_stages, this), 1);
    statusBar()->setSizeGripEnabled(false);
    m_visible = new QLabel(this);
    m_visible->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_visible);
    connect(m_timeline, &TimelineView::rangeLabel, m_visible, &QLabel::setText);
}

void MainWindow::addPanel(QWidget *panel, const QString &id, const QString &title)
{
    QDockWidget *dock = m_workspace->addPanel(panel, id, title);
    m_panelMenu->addAction(dock->toggleViewAction());
}

void MainWindow::showPanel(const QString &id)
{
    if (id == QLatin1String("tables") && TablesPanel::holdsOnlyTables(m_session->pane()->run()))
        m_centreTables->setFocus();
    else
        m_workspace->showPanel(id);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayDiscardMapping(m_stages, this)) {
        event->ignore();
        return;
    }
    QSettings().setValue(geometryKey, saveGeometry());
    m_workspace->saveLayout();
    m_queue->cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::runsChanged()
{
    std::vector<FileStamp> stamps;
    m_runs->blockSignals(true);
    m_runs->clear();
    for (const RunContext *context : m_session->contexts()) {
        const RunPtr &run = context->run();
        stamps.push_back(run->info.stamp);
        QString label = QFileInfo(run->info.stamp.path).fileName();
        if (!run->info.name.empty())
            label += u'#' + QString::fromStdString(run->info.name);
        m_runs->addItem(label);
        m_runs->setItemData(m_runs->count() - 1, run->info.stamp.path, Qt::ToolTipRole);
        if (context == m_session->active())
            m_runs->setCurrentIndex(m_runs->count() - 1);
    }
    m_runs->blockSignals(false);
    m_runsAction->setVisible(m_session->contexts().size() > 1);
    m_watch->setFiles(stamps);
    const bool any = m_session->active() != nullptr;
    m_reloadAction->setEnabled(any);
    m_closeAction->setEnabled(any);
    m_exportAction->setEnabled(any);
    m_panelMenu->setEnabled(any);
    updateCentre();
    updatePage();
    updateTitle();
}

void MainWindow::rangeChanged()
{
    const auto range = m_session->pane()->context().range();
    m_rangeAction->setVisible(range.has_value());
    if (!range)
        return;
    const int64_t span = m_session->pane()->run()->timeline.spanNs;
    const double share = span > 0 ? static_cast<double>(range->length()) / static_cast<double>(span) : 0;
    m_range->setText(tr("Range %1 (%2 of the run)  ✕").arg(formatDuration(range->length()), formatPercent(share)));
}

void MainWindow::focusChanged()
{
    const Focus &focus = m_session->pane()->context().focus();
    m_focusAction->setVisible(static_cast<bool>(focus));
    if (!focus)
        return;
    const QString title = fontMetrics().elidedText(focus.title, Qt::ElideMiddle, 240);
    m_focus->setText(tr("Only %1 (%2)  ✕").arg(title, formatCount(static_cast<int64_t>(focus.activities->count()))));
}

/// A slice chosen in the timeline shows its details; one found from a table leaves that table in front.
void MainWindow::selectionChanged()
{
    if (m_session->pane()->context().selection().valid() && m_timeline->isAncestorOf(QApplication::focusWidget()))
        showPanel(QStringLiteral("selection"));
}

/// A file that holds only tables shows them in the place of the timeline; one with neither leaves the place to the
/// panels.
void MainWindow::updateCentre()
{
    const RunPtr run = m_session->pane()->run();
    const bool onlyTables = TablesPanel::holdsOnlyTables(run);
    const bool layerwise = run && !run->layerwise.empty() && !run->timeline.hasOrigin;
    m_centre->setVisible(!layerwise);
    m_centre->setCurrentWidget(onlyTables ? static_cast<QWidget *>(m_centreTables) : m_timeline);
    const bool timeline = run && !onlyTables && !layerwise;
    m_visible->setVisible(timeline);
    m_timelineMenu->setEnabled(timeline);
    m_searchAction->setEnabled(timeline);
    m_search->setEnabled(timeline);
    m_workspace->setCentreOnly(onlyTables,
                               run && !run->diagnostics.empty() ? QStringLiteral("diagnostics") : QString());
    if (layerwise)
        showPanel(QStringLiteral("modules"));
}

void MainWindow::updatePage()
{
    QWidget *page = m_session->pane()->run() ? static_cast<QWidget *>(m_workspace)
                    : isLoading()            ? m_loadingPage
                                             : m_start;
    m_pages->setCurrentWidget(page);
    m_loadingBar->setVisible(isLoading() && m_session->pane()->run());
    statusBar()->setVisible(m_session->pane()->run() != nullptr);
}

void MainWindow::updateTitle()
{
    const RunPtr run = m_session->pane()->run();
    setWindowTitle(run ? QStringLiteral("%1 — Warpscope").arg(QFileInfo(run->info.stamp.path).fileName())
                       : QStringLiteral("Warpscope"));
    setWindowFilePath(run ? run->info.stamp.path : QString());
}

} // namespace ws
