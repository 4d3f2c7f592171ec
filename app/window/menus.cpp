#include "app/window/menus.h"

#include "app/opening/recentfiles.h"
#include "app/window/aboutdialog.h"
#include "app/window/appearance.h"
#include "app/window/areas.h"
#include "app/window/commandlist.h"
#include "app/window/comparemenu.h"
#include "app/window/foldercommands.h"
#include "app/window/gesturesdialog.h"
#include "app/window/mainwindow.h"
#include "app/window/remotecommands.h"
#include "app/window/sessioncommands.h"
#include "app/window/sharing.h"
#include "app/window/startpage.h"
#include "app/window/viewlinks.h"
#include "app/window/viewpictures.h"
#include "app/window/workspace.h"
#include "core/model/runlabel.h"
#include "widgets/session/viewcaption.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/inkicon.h"
#include "widgets/toolkit/plaintext.h"

#include <QAction>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QSettings>

namespace ws {

Menus::Menus(MainWindow *window) : QObject(window), m_window(window)
{
    buildCompareMenu();
    buildFileMenu();
    buildViewMenu();
    buildTimelineMenu();
    m_window->menuBar()->addMenu(m_compare);
    buildHelpMenu();
}

void Menus::buildFileMenu()
{
    QMenu *menu = m_window->menuBar()->addMenu(tr("&File"));
    m_open = menu->addAction(tr("&Open…"), m_window, &MainWindow::openDialog);
    m_open->setIconText(tr("Open")); // tool bars show this, without the menu's mnemonic
    m_open->setIcon(inkIcon(QStringLiteral("open")));
    m_open->setShortcut(QKeySequence::Open);
    menu->addAction(tr("Open &Folder…"), m_window, &MainWindow::openFolderDialog);
    menu->addAction(tr("Open Re&mote…"), m_window, [this] { m_window->remote()->choose(); });
    menu->addAction(tr("Wa&tch Folder…"), m_window, [this] { m_window->folders()->choose(); });
    m_compareWith = menu->addAction(tr("Compare &With…"), m_compare, &CompareMenu::fileWanted);
    m_recentMenu = menu->addMenu(tr("Open &Recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &Menus::fillRecentMenu);
    m_reload = menu->addAction(tr("Re&load"), m_window, &MainWindow::reload);
    m_reload->setIconText(tr("Reload"));
    m_reload->setIcon(inkIcon(QStringLiteral("reload")));
    m_reload->setShortcut(Qt::Key_F5);
    m_close = menu->addAction(tr("&Close"), m_window, &MainWindow::closeRun);
    m_close->setShortcut(QKeySequence::Close);
    menu->addSeparator();
    addSessionActions(menu);
    menu->addSeparator();
    QMenu *exports = menu->addMenu(tr("&Export"));
    m_export = exports->addAction(tr("Shown &Table as CSV…"), m_window, &MainWindow::exportTable);
    m_export->setShortcut(Qt::CTRL | Qt::Key_E);
    m_copyPicture =
        exports->addAction(tr("&Copy View as Image"), m_window, [this] { m_window->sharing()->pictures()->copy(); });
    m_copyPicture->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    m_copyPicture->setStatusTip(tr("The timeline, the chart with the keyboard focus, or the tab in front"));
    m_savePicture =
        exports->addAction(tr("Save View as &Picture…"), m_window, [this] { m_window->sharing()->pictures()->save(); });
    exports->addSeparator();
    QAction *caption = exports->addAction(tr("Capt&ion Below Pictures"));
    caption->setStatusTip(tr("File, devices, range, mapping, and how busy the GPU was"));
    caption->setCheckable(true);
    connect(exports, &QMenu::aboutToShow, caption, [caption] { caption->setChecked(wantsCaption()); });
    connect(caption, &QAction::triggered, caption, [](bool on) { QSettings().setValue(pictureCaptionSetting, on); });
    m_report = menu->addAction(tr("Re&port…"), m_window, &MainWindow::writeReport);
    m_report->setIconText(tr("Report"));
    m_report->setIcon(inkIcon(QStringLiteral("report")));
    QAction *settings = menu->addAction(tr("&Settings…"), m_window, &MainWindow::showSettings);
    settings->setShortcut(Qt::CTRL | Qt::Key_Comma); // QKeySequence::Preferences is empty on most desktops
    settings->setMenuRole(QAction::PreferencesRole);
    menu->addSeparator();
    QAction *quit = menu->addAction(tr("&Quit"), m_window, &QWidget::close);
    quit->setShortcut(QKeySequence::Quit);
    for (QAction *action : menu->actions())
        action->setIconVisibleInMenu(false); // they are of the tool bar
}

void Menus::addSessionActions(QMenu *menu)
{
    m_saveSession = menu->addAction(tr("Save Sess&ion"), m_window, [this] { m_window->sharing()->sessions()->save(); });
    m_saveSession->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_S);
    m_saveSession->setStatusTip(tr("Files, ranges, rows, notes, mapping and comparison, to be opened again or sent"));
    m_saveSessionAs =
        menu->addAction(tr("Save Session &As…"), m_window, [this] { m_window->sharing()->sessions()->saveAs(); });
    m_copyLink = menu->addAction(tr("Copy &View Link"), m_window, [this] { m_window->sharing()->links()->copy(); });
    m_copyLink->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_L);
    m_copyLink->setStatusTip(tr("A line of text that opens this view on a colleague's copy of the file"));
    menu->addAction(tr("Open View Lin&k from the Clipboard"), m_window,
                    [this] { m_window->sharing()->links()->openFromClipboard(); });
    QAction *last =
        menu->addAction(tr("Reopen Last Sessio&n"), m_window, [this] { m_window->sharing()->sessions()->openLast(); });
    connect(menu, &QMenu::aboutToShow, last,
            [last] { last->setEnabled(QFileInfo::exists(SessionCommands::lastPath())); });
}

void Menus::buildViewMenu()
{
    QMenu *menu = m_window->menuBar()->addMenu(tr("&View"));
    QAction *palette = menu->addAction(tr("&Find a Command…"), m_window, [window = m_window] { showPalette(window); });
    palette->setShortcut(Qt::CTRL | Qt::Key_K);
    menu->addSeparator();
    m_panelMenu = menu->addMenu(tr("&Panels"));
    for (const QDockWidget *dock : m_window->workspace()->panels())
        m_panelMenu->addAction(dock->toggleViewAction());
    m_panelMenu->addSeparator();
    const auto step = [this](const QString &text, const QList<QKeySequence> &keys, int by) {
        m_panelMenu->addAction(text, m_window->workspace(), [this, by] { m_window->workspace()->stepPanel(by); })
            ->setShortcuts(keys);
    };
    step(tr("&Next Panel"), {Qt::CTRL | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageDown}, 1);
    step(tr("&Previous Panel"),
         {Qt::CTRL | Qt::SHIFT | Qt::Key_Tab, Qt::CTRL | Qt::SHIFT | Qt::Key_Backtab, Qt::CTRL | Qt::Key_PageUp}, -1);
    menu->addAction(tr("Next &Area"), m_window, [window = m_window] { stepArea(window, 1); })->setShortcut(Qt::Key_F6);
    menu->addAction(tr("Pre&vious Area"), m_window, [window = m_window] { stepArea(window, -1); })
        ->setShortcut(Qt::SHIFT | Qt::Key_F6);
    QAction *maximised = menu->addAction(tr("&Maximise Panel"), m_window->workspace(), &Workspace::setPanelMaximised);
    maximised->setCheckable(true);
    maximised->setShortcut(Qt::SHIFT | Qt::Key_F11);
    connect(m_window->workspace(), &Workspace::maximisedChanged, maximised, &QAction::setChecked);
    connect(maximised, &QAction::triggered, maximised, // it may have been impossible
            [maximised, workspace = m_window->workspace()] { maximised->setChecked(workspace->isPanelMaximised()); });
    menu->addAction(tr("&Reset Layout"), m_window->workspace(), &Workspace::resetLayout);
    menu->addSeparator();
    QAction *all = menu->addAction(tr("Show &Everything Again"), m_window, [window = m_window] {
        window->session()->pane()->context().showEverything();
        window->timeline()->state()->showAllRows();
    });
    all->setShortcut(Qt::SHIFT | Qt::Key_Escape);
    all->setStatusTip(tr("No range, no single module, nothing highlighted, no row hidden"));
    menu->addSeparator();
    addThemeMenu(menu);
    addLanguageMenu(menu, [window = m_window] { window->changeLanguage(); });
}

void Menus::buildCompareMenu()
{
    m_compare = new CompareMenu(m_window->session(), m_window->centre(), m_window->menuBar());
}

void Menus::buildTimelineMenu()
{
    m_timelineMenu = m_window->menuBar()->addMenu(tr("&Timeline"));
    m_behindTimeline = m_timelineMenu->addSeparator();
    m_search = m_timelineMenu->addAction(tr("Search Names"), this, &Menus::searchRequested);
    m_search->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)});
    setTimeline(m_window->timeline());
}

void Menus::setTimeline(const TimelineView *timeline)
{
    for (QAction *action : m_timelineActions)
        m_timelineMenu->removeAction(action);
    m_timelineActions = timeline->timelineActions();
    m_timelineMenu->insertActions(m_behindTimeline, m_timelineActions);
}

void Menus::buildHelpMenu()
{
    QMenu *menu = m_window->menuBar()->addMenu(tr("&Help"));
    QAction *gestures = menu->addAction(tr("&Keys and Gestures"), this, [this] { showGestures(m_window); });
    gestures->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    menu->addAction(tr("&About Warpscope"), this, [this] { showAbout(m_window); });
}

void Menus::fillRecentMenu()
{
    m_recentMenu->clear();
    RecentFiles *recent = m_window->recentFiles();
    const QStringList paths = recent->paths();
    std::vector<Labelled> files;
    for (const QString &path : paths)
        files.push_back({QFileInfo(path).fileName(), {}, path});
    const QStringList names = distinctLabels(files);
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString &path = paths[i];
        QAction *action = m_recentMenu->addAction(QString(names[i]).replace(u'&', QStringLiteral("&&")), m_window,
                                                  [window = m_window, path] { window->open({path}); });
        action->setToolTip(plainToolTip(path));
        action->setStatusTip(path);
        action->setProperty(recentFileProperty, path);
    }
    if (const QString sample = StartPage::samplePath(); !sample.isEmpty()) {
        m_recentMenu->addSeparator();
        m_recentMenu->addAction(tr("Sample Trace"), m_window, [window = m_window, sample] { window->open({sample}); });
    }
    m_recentMenu->addSeparator();
    QAction *clear = m_recentMenu->addAction(tr("Clear List"), recent, &RecentFiles::clear);
    clear->setEnabled(!paths.isEmpty());
}

void Menus::setHasRun(bool hasRun, bool hasTimeline)
{
    for (QAction *action :
         {m_reload, m_close, m_export, m_report, m_compareWith, m_copyLink, m_copyPicture, m_savePicture})
        action->setEnabled(hasRun);
    m_panelMenu->setEnabled(hasRun);
    m_timelineMenu->setEnabled(hasTimeline);
    m_search->setEnabled(hasTimeline);
}

void Menus::setCanSave(bool canSave)
{
    for (QAction *action : {m_saveSession, m_saveSessionAs})
        action->setEnabled(canSave);
}

} // namespace ws
