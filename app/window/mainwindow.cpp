#include "app/window/mainwindow.h"

#include "app/opening/fileopener.h"
#include "app/opening/opener.h"
#include "app/opening/recentfiles.h"
#include "app/window/appearance.h"
#include "app/window/busystatus.h"
#include "app/window/centre.h"
#include "app/window/contentfocus.h"
#include "app/window/damageline.h"
#include "app/window/exporttable.h"
#include "app/window/foldercommands.h"
#include "app/window/folderview.h"
#include "app/window/jobcommands.h"
#include "app/window/keyrouter.h"
#include "app/window/menus.h"
#include "app/window/messagebar.h"
#include "app/window/pages.h"
#include "app/window/paircommands.h"
#include "app/window/remotecommands.h"
#include "app/window/reportdialog.h"
#include "app/window/runtabs.h"
#include "app/window/runtoolbar.h"
#include "app/window/runviews.h"
#include "app/window/scopechips.h"
#include "app/window/scrollplaces.h"
#include "app/window/sessioncommands.h"
#include "app/window/settingsdialog.h"
#include "app/window/sharing.h"
#include "app/window/startpage.h"
#include "app/window/windowtitle.h"
#include "app/window/workspace.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/formats.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/session/savedcontext.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/exports.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>

namespace ws {
namespace {
const QString geometryKey = QStringLiteral("window/geometry");
} // namespace

MainWindow::MainWindow(QWidget *parent)
    : MainWindow([](const QString &path, Progress &progress) { return loadRun(shownPath(path), progress); }, parent)
{
}

MainWindow::MainWindow(RunLoader::Load load, QWidget *parent)
    : QMainWindow(parent), m_session(new Session(this)), m_stages(new StageController(m_session, this)),
      m_files(new FileOpener(m_session, std::move(load), this)), m_job(new JobDocument(this)),
      m_opener(new Opener(m_session, m_files, this)), m_remote(new RemoteCommands(m_files, this)),
      m_sharing(new Sharing({this, m_session, m_stages, m_files, m_opener, m_job, [this] { return m_workspace; },
                             [this] { return m_views; }, [this] { return messages(); }}))
{
    build();
    connectFiles();
    connect(m_sharing, &Sharing::failed, this, &MainWindow::showFailure);
    connect(m_sharing, &Sharing::failed, this, &MainWindow::openFailed);
    connect(m_sharing, &Sharing::panelWanted, this, &MainWindow::showPanel);
    connect(m_opener, &Opener::jobWanted, this,
            [this](const QStringList &job) { m_ranks->openJob(job, m_stages->document()->inForce()); });
    connect(m_sharing, &Sharing::jobWanted, this, [this](const QStringList &job, const std::vector<SavedEdit> &edits) {
        m_ranks->openJob(job, m_stages->document()->inForce(), editsOf(edits));
    });
    m_title = new WindowTitle(m_session, m_job, this);
    connect(m_session->pair(), &ComparePair::changed, this, &MainWindow::runsChanged);
    connect(m_session, &Session::activeChanged, this, &MainWindow::runsChanged);
    connect(m_session, &Session::activeChanged, this, [this] { messages()->tabChanged(); });
    connect(m_job, &JobDocument::changed, this, &MainWindow::runsChanged);
    connect(&Exports::instance(), &Exports::written, this,
            [this](const QString &path) { showWritten(path, *messages()); });
    connect(&JobErrors::instance(), &JobErrors::failed, this,
            [this](const Error &error) { messages()->showMessage(MessageBar::Kind::Error, JobErrors::text(error)); });
    resize(1280, 800);
    restoreGeometry(QSettings().value(geometryKey).toByteArray());
    m_workspace->restoreLayout();
    runsChanged();
    m_pages->setFocus(); // else the first button of the tool bar would have it, framed
}

void MainWindow::build()
{
    m_workspace = new Workspace(this);
    m_views = new RunViews(m_session, m_stages, m_job, m_workspace);
    m_folders = new FolderCommands(m_workspace, this);
    m_ranks = new JobCommands(m_job, m_workspace, m_session, m_files, this);
    connect(m_views, &RunViews::traceWanted, m_ranks, &JobCommands::openTrace);
    connect(m_ranks, &JobCommands::failed, this, &MainWindow::showFailure);
    connect(m_ranks, &JobCommands::panelWanted, this, &MainWindow::showPanel);
    m_menus = new Menus(this);
    m_toolBar = new RunToolBar(m_session, m_stages, m_menus->toolBarActions(), m_menus->compareMenu(), this);
    m_runTabs = new RunTabs(m_session, m_menus->compareMenu(), this);
    addToolBar(m_runTabs);
    addToolBarBreak();
    addToolBar(m_toolBar);
    buildPages();
    buildStatusBar();
    m_pairCommands = new PairCommands({this, m_pages, m_session, m_files, m_opener, centre(), m_menus->compareMenu()});
    connect(m_menus, &Menus::searchRequested, m_toolBar->search(), &SearchBar::activate);
    connect(m_toolBar->search(), &SearchBar::left, this, [this] { timeline()->canvas()->setFocus(); });
    routeKeys();
}

/// In the reverse order.
void MainWindow::takeDown()
{
    delete m_keys;
    delete m_pairCommands;
    delete statusBar();
    removeToolBarBreak(m_toolBar);
    delete m_toolBar;
    delete m_runTabs;
    delete m_menus;
    delete menuBar();
    delete m_pages; // with the workspace and its views
    delete m_ranks;
    delete m_folders;
}

MainWindow::~MainWindow()
{
    disconnect(m_session, nullptr, this, nullptr);
}

void MainWindow::buildPages()
{
    auto *start = new StartPage(recentFiles(), this);
    start->addFolder(m_folders->makeView(start), m_folders->folder());
    m_pages = new Pages(start, m_workspace, this);
    new DamageLine(m_session, m_workspace, m_pages);
    m_ranks->showOn(m_pages, m_runTabs);
    connect(m_pages, &Pages::jobInFrontChanged, this, &MainWindow::runsChanged);
    connect(m_pages, &Pages::jobInFrontChanged, messages(), &MessageBar::tabChanged);
    setCentralWidget(m_pages);
    connect(start, &StartPage::openRequested, this, &MainWindow::openDialog);
    connect(start, &StartPage::fileRequested, this, [this](const QString &path) { open({path}); });
    connect(m_folders, &FolderCommands::openWanted, this, &MainWindow::open);
    connect(m_folders, &FolderCommands::panelWanted, this, [this](const QString &id) {
        if (m_session->active()) // else the start page has it
            showPanel(id);
    });
    connect(m_pages, &Pages::cancelRequested, this, &MainWindow::cancelLoading);
}

void MainWindow::buildStatusBar()
{
    statusBar()->addWidget(new BusyStatus(m_stages, this), 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(8, 0, 8, 0); // as the notes below tables
    m_visible = new QLabel(this);
    m_visible->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_visible);
    connect(m_views, &RunViews::readAgainWanted, this, &MainWindow::reload, Qt::QueuedConnection);
    connect(m_views, &RunViews::rangeLabel, m_visible, &QLabel::setText);
    connect(m_views, &RunViews::rangeMenuRequested, m_toolBar->chips(), &ScopeChips::popUpRangeMenu);
    connect(m_toolBar->chips(), &ScopeChips::exportRequested, this, &MainWindow::exportTable);
    connect(m_toolBar->chips(), &ScopeChips::reportRequested, this, &MainWindow::writeReport);
    connect(m_views, &RunViews::messageChanged, this,
            [this](const QString &text) { statusBar()->showMessage(text, 15'000); }); // ms
}

void MainWindow::connectFiles()
{
    connect(m_files, &FileOpener::started, this, [this](const RunLoader *loader) {
        messages()->hide();
        m_pages->setLoader(loader);
    });
    connect(m_files, &FileOpener::stopped, this, [this] { m_pages->setLoader(nullptr); });
    connect(m_files, &FileOpener::idle, this, &MainWindow::settled);
    connect(m_files, &FileOpener::opened, this, [this](const Selected &part) { m_views->showPart(part); });
    connect(m_files, &FileOpener::opened, new ContentFocus(this), &ContentFocus::giveLater);
    connect(m_files, &FileOpener::failed, this, &MainWindow::showFailure);
    connect(m_files, &FileOpener::failed, this, &MainWindow::openFailed);
    connect(m_files, &FileOpener::changedOnDisk, this, &MainWindow::showChanged);
    connect(m_files, &FileOpener::tablesFound, this, &MainWindow::offerTables);
}

void MainWindow::routeKeys()
{
    m_keys = new KeyRouter(this);
    const auto setTimeline = [this] {
        m_keys->setTarget(timeline(), timeline()->timelineActions());
        m_menus->setTimeline(timeline());
        m_toolBar->chips()->setTimeline(timeline());
    };
    setTimeline();
    connect(m_views, &RunViews::timelineChanged, this, setTimeline);
}

RecentFiles *MainWindow::recentFiles() const
{
    return m_files->recentFiles();
}

MessageBar *MainWindow::messages() const
{
    return m_pages->messages();
}

TimelineView *MainWindow::timeline() const
{
    return m_views->timeline();
}

Centre *MainWindow::centre() const
{
    return m_views->centre();
}

bool MainWindow::isLoading() const
{
    return m_files->isLoading() || m_sharing->isOpening() || m_job->isLoading();
}

void MainWindow::open(const QStringList &arguments)
{
    m_opener->open(arguments);
}

void MainWindow::openDialog()
{
    open(m_files->ask(this));
}

void MainWindow::openFolderDialog()
{
    open(m_files->askFolder(this));
}

void MainWindow::reload()
{
    m_files->reload();
}

void MainWindow::closeRun()
{
    m_session->close(m_session->active());
    messages()->hide();
}

void MainWindow::cancelLoading()
{
    m_files->cancel();
}

void MainWindow::exportTable()
{
    if (const RunPtr run = m_session->pane()->run())
        exportShownTable(*m_workspace, run->info.stamp.path, *messages());
}

void MainWindow::writeReport()
{
    ws::writeReport(m_session, m_stages, messages(), this);
}

void MainWindow::showSettings()
{
    auto *dialog = new SettingsDialog(this);
    connect(dialog, &SettingsDialog::languageChanged, this, &MainWindow::changeLanguage);
    dialog->open();
}

void MainWindow::changeLanguage()
{
    if (!isLanguageInForce())
        QTimer::singleShot(0, this, &MainWindow::rebuild); // the wish comes from what is to go
}

/// Not in the middle of a menu, a drag or a dialog, whose event loops run inside of what is to go: the loop of a dialog
/// goes on for a moment after it was closed.
void MainWindow::rebuild()
{
    const auto isAnotherDialog = [](const QWidget *widget) { // below the settings as well
        return widget->isModal() && widget->isVisible() && !qobject_cast<const SettingsDialog *>(widget);
    };
    const bool isInside = thread()->loopLevel() > 1 || QApplication::activePopupWidget() ||
                          QApplication::mouseButtons() != Qt::NoButton ||
                          std::ranges::any_of(QApplication::topLevelWidgets(), isAnotherDialog);
    if (isInside) {
        constexpr int soonMs = 50;
        QTimer::singleShot(soonMs, this, &MainWindow::rebuild);
        return;
    }
    const bool hasSettings = findChild<SettingsDialog *>() != nullptr;
    for (QWidget *child : findChildren<QWidget *>(Qt::FindDirectChildrenOnly))
        if (child->isWindow())
            delete child;
    const QWidget *panel = m_workspace->raisedPanel();
    const QString id = panel ? panel->parentWidget()->objectName() : QString();
    const QString ofJob = m_ranks->shownOnPage();
    m_workspace->saveLayout();
    const ScrollPlaces places(*this);
    takeDown();
    applyLanguage({});
    build();
    m_workspace->restoreLayout();
    runsChanged();
    m_pages->setLoader(m_files->loader());
    showPanel(id);
    m_ranks->showOnPage(ofJob);
    places.restoreIn(this);
    m_files->reloadUnchanged(); // findings and tables hold texts of the language in which they were read
    if (hasSettings)
        showSettings();
}

QStringList MainWindow::panelIds() const
{
    QStringList ids;
    for (const QDockWidget *dock : m_workspace->panels())
        ids << dock->objectName();
    return ids;
}

void MainWindow::showPanel(const QString &id)
{
    if (m_ranks->showOnPage(id) && id == QLatin1String("replay"))
        return;
    if (m_session->active() && id != QLatin1String("ranks"))
        m_pages->setJobInFront(false);
    m_views->showPanel(id);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayDiscardMapping(m_stages, this) || !m_sharing->sessions()->mayClose()) {
        event->ignore();
        return;
    }
    QSettings().setValue(geometryKey, saveGeometry());
    m_workspace->saveLayout();
    m_files->cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::runsChanged()
{
    const RunPtr run = m_session->pane()->run();
    m_pages->setHasRun(run != nullptr);
    const QString path = run ? run->info.stamp.path : QString();
    Exports::instance().setTrace(shownPath(path) == path ? path : QString()); // no file is written into the cache
    m_title->setJobInFront(m_pages->isJobInFront());
    const bool isShown = run && !m_pages->isJobInFront(), hasTimeline = isShown && m_views->hasTimeline();
    m_menus->setHasRun(isShown, hasTimeline);
    m_menus->setCanSave(run != nullptr || m_job->job());
    m_toolBar->search()->setEnabled(hasTimeline);
    m_toolBar->setShowsRun(isShown);
    m_visible->setVisible(hasTimeline);
    statusBar()->setVisible(isShown);
}

void MainWindow::showFailure(const QString &path, const Error &error)
{
    QString details = shownPath(path);
    if (error.offset >= 0)
        details += u'\n' + tr("At byte %1 of the unpacked content.").arg(error.offset);
    if (m_session->active())
        details += u'\n' + tr("What was open before is still open.");
    messages()->showMessage(MessageBar::Kind::Error,
                            tr("%1 could not be opened: %2").arg(shownName(path), error.message), details);
}

void MainWindow::showChanged(const QString &path)
{
    messages()->showMessage(MessageBar::Kind::Notice,
                            tr("%1 has changed on disk since it was loaded.").arg(shownName(path)), shownPath(path));
    messages()->setAction(tr("Reload (F5)"), [this, path] { m_files->reload(path); });
}

void MainWindow::offerTables(const QString &trace, const QStringList &tables)
{
    QStringList names;
    for (const QString &table : tables)
        names << QFileInfo(table).fileName();
    const QString text = tr("There are %n table(s) of the same recording next to %1.", nullptr, int(tables.size()));
    messages()->showMessage(MessageBar::Kind::Notice, text.arg(QFileInfo(trace).fileName()), names.join(u'\n'));
    messages()->setAction(tr("Open Them"), [this, tables] { // runs of their own, also when they are two
        for (const QString &table : tables)
            m_files->open(OpenRequest{table, {}});
    });
}

} // namespace ws
