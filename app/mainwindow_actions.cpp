// Menus and tool bar of the main window.

#include "app/aboutdialog.h"
#include "app/appearance.h"
#include "app/gesturesdialog.h"
#include "app/mainwindow.h"
#include "app/messagebar.h"
#include "app/recentfiles.h"
#include "app/settingsdialog.h"
#include "app/startpage.h"
#include "app/workspace.h"
#include "core/io/wholefile.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/tableexport.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

namespace ws {

void MainWindow::buildActions()
{
    buildFileMenu();
    buildViewMenu();
    buildTimelineMenu();
    buildHelpMenu();
    buildToolBar();
}

void MainWindow::buildFileMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&File"));
    m_openAction = menu->addAction(tr("&Open …"), this, &MainWindow::openDialog);
    m_openAction->setIconText(tr("Open")); // tool bars show this, without the letter of the menu
    m_openAction->setShortcut(QKeySequence::Open);
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    m_reloadAction = menu->addAction(tr("Re&load"), this, &MainWindow::reload);
    m_reloadAction->setIconText(tr("Reload"));
    m_reloadAction->setShortcut(Qt::Key_F5);
    m_closeAction = menu->addAction(tr("&Close"), this, &MainWindow::closeRun);
    m_closeAction->setShortcut(QKeySequence::Close);
    menu->addSeparator();
    QMenu *exports = menu->addMenu(tr("&Export"));
    m_exportAction = exports->addAction(tr("Shown &table as CSV …"), this, &MainWindow::exportTable);
    QAction *settings = menu->addAction(tr("&Settings …"), this, &MainWindow::showSettings);
    settings->setShortcut(Qt::CTRL | Qt::Key_Comma); // QKeySequence::Preferences is empty on most desktops
    settings->setMenuRole(QAction::PreferencesRole);
    menu->addSeparator();
    QAction *quit = menu->addAction(tr("&Quit"), this, &QWidget::close);
    quit->setShortcut(QKeySequence::Quit);
}

void MainWindow::buildViewMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&View"));
    m_panelMenu = menu->addMenu(tr("&Panels"));
    menu->addAction(tr("&Reset layout"), m_workspace, &Workspace::resetLayout);
    menu->addSeparator();
    QAction *all =
        menu->addAction(tr("Show &everything again"), this, [this] { m_session->pane()->context().showEverything(); });
    all->setShortcut(Qt::SHIFT | Qt::Key_Escape);
    all->setStatusTip(tr("No range, no single module, nothing highlighted"));
    menu->addSeparator();
    addThemeMenu(menu);
    addLanguageMenu(menu, [this] { sayLanguageChanged(); });
}

void MainWindow::buildTimelineMenu()
{
    m_timelineMenu = menuBar()->addMenu(tr("&Timeline"));
    m_timelineMenu->addActions(m_timeline->timelineActions());
}

void MainWindow::buildHelpMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Help"));
    QAction *gestures = menu->addAction(tr("&Keys and gestures"), this, [this] { showGestures(this); });
    gestures->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    menu->addAction(tr("&About Warpscope"), this, [this] { showAbout(this); });
}

void MainWindow::buildToolBar()
{
    QToolBar *bar = addToolBar(tr("Tool bar"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_openAction);
    bar->addAction(m_reloadAction);
    m_runs = new QComboBox(this);
    m_runs->setAccessibleName(tr("Shown run"));
    m_runs->setToolTip(tr("Shown run"));
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_runs->setMaximumWidth(360);
    m_runsAction = bar->addWidget(m_runs);
    connect(m_runs, &QComboBox::activated, this,
            [this](int index) { m_session->setActive(m_session->contexts()[static_cast<size_t>(index)]); });
    bar->addWidget(new MappingCombo(m_stages, this));
    auto *space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    m_focus = new QToolButton(this);
    m_focus->setToolTip(tr("Only this GPU work is lit and counted. Click to show all (Shift+Esc)."));
    m_focusAction = bar->addWidget(m_focus);
    connect(m_focus, &QToolButton::clicked, this, [this] { m_session->pane()->context().setFocus({}); });
    m_range = new QToolButton(this);
    m_range->setToolTip(tr("All panels show this range. Click to show the whole run (Shift+Esc)."));
    m_rangeAction = bar->addWidget(m_range);
    connect(m_range, &QToolButton::clicked, this, [this] { m_session->pane()->context().setRange({}); });
    m_search = new SearchBar(m_session->pane(), this);
    bar->addWidget(m_search);
    connect(m_search, &SearchBar::left, m_timeline->canvas(), qOverload<>(&QWidget::setFocus));
    m_searchAction = new QAction(tr("&Search names"), this);
    m_searchAction->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)});
    connect(m_searchAction, &QAction::triggered, m_search, &SearchBar::activate);
    m_timelineMenu->addSeparator();
    m_timelineMenu->addAction(m_searchAction);
}

void MainWindow::showSettings()
{
    auto *dialog = new SettingsDialog(this);
    connect(dialog, &SettingsDialog::languageChanged, this, &MainWindow::sayLanguageChanged);
    dialog->open();
}

void MainWindow::sayLanguageChanged()
{
    m_messages->say(MessageBar::Kind::Notice, tr("The language changes at the next start of Warpscope."));
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const QString &path : m_recent->paths()) {
        QAction *action = m_recentMenu->addAction(QFileInfo(path).fileName(), this, [this, path] { open({path}); });
        action->setToolTip(path);
        action->setStatusTip(path);
    }
    if (const QString sample = StartPage::samplePath(); !sample.isEmpty()) {
        m_recentMenu->addSeparator();
        m_recentMenu->addAction(tr("Sample trace"), this, [this, sample] { open({sample}); });
    }
    m_recentMenu->addSeparator();
    QAction *clear = m_recentMenu->addAction(tr("Clear list"), m_recent, &RecentFiles::clear);
    clear->setEnabled(!m_recent->paths().isEmpty());
}

void MainWindow::exportTable()
{
    const QWidget *panel = m_workspace->raisedPanel();
    const TableSource *table = nullptr;
    for (const QWidget *child : panel ? panel->findChildren<QWidget *>() : QList<QWidget *>())
        if (!table && child->isVisible())
            table = dynamic_cast<const TableSource *>(child);
    if (!table) {
        m_messages->say(MessageBar::Kind::Notice,
                        tr("The panel in front holds no table; choose the Kernels tab first."));
        return;
    }
    const QString base = QFileInfo(m_session->pane()->run()->info.stamp.path).completeBaseName();
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export table"), QStringLiteral("%1-%2.csv").arg(base, table->tableId()), tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    const QByteArray text = table->csv().toUtf8();
    const std::string_view bytes(text.constData(), static_cast<size_t>(text.size()));
    if (const auto written = writeWholeFile(path, bytes, Existing::Replace); !written)
        m_messages->say(MessageBar::Kind::Error,
                        QStringLiteral("%1: %2").arg(QFileInfo(path).fileName(), written.error().message), path);
}

} // namespace ws
