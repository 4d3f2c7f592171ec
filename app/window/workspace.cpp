#include "app/window/workspace.h"

#include "app/window/panelheights.h"
#include "widgets/toolkit/focusin.h"
#include "widgets/toolkit/tabfade.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QDockWidget>
#include <QMouseEvent>
#include <QSettings>
#include <QShortcut>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace ws {
namespace {
constexpr const char *firstShown = "overview"; ///< the answer first
constexpr const char *lastPanel = "file";      ///< every run has it
constexpr int layoutVersion = 2;
const QString layoutKey = QStringLiteral("window/layout");
} // namespace

Workspace::Workspace(QWidget *parent)
    : QMainWindow(parent, Qt::Widget), m_heights(new PanelHeights(this, [this]() -> QDockWidget * {
          QDockWidget *shown = raisedDock(); // one that is hidden takes no height
          return !shown || shown->isFloating() || isPanelMaximised() ? nullptr : shown;
      }))
{
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setDocumentMode(true);
    setContextMenuPolicy(Qt::PreventContextMenu);
    for (int number = 1; number <= 9; ++number) {
        const QKeySequence key(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number));
        connect(new QShortcut(key, this), &QShortcut::activated, this, [this, number] { showPanelNumber(number); });
    }
}

Workspace::~Workspace()
{
    letGo();
    for (QDockWidget *dock : m_docks)
        dock->disconnect(this); // they hide when this is no Workspace any more
}

/// Ends the drag of a panel: Qt never frees the state of one that does not end, nor the layout of before when a layout
/// is restored in its middle.
void Workspace::letGo()
{
    for (QDockWidget *dock : m_docks) {
        QMouseEvent release(QEvent::MouseButtonRelease, {}, dock->mapToGlobal(QPoint()), Qt::LeftButton, Qt::NoButton,
                            Qt::NoModifier);
        QCoreApplication::sendEvent(dock, &release);
    }
}

QDockWidget *Workspace::addPanel(QWidget *panel, const QString &id, const QString &title)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(id);
    dock->setWidget(panel);
    for (QAbstractScrollArea *page : panel->findChildren<QAbstractScrollArea *>()) // one that is the panel itself
        if (page->focusPolicy() != Qt::NoFocus && page->accessibleName().isEmpty())
            page->setAccessibleName(title);
    if (m_docks.isEmpty())
        addDockWidget(Qt::BottomDockWidgetArea, dock);
    else // at once: side by side with the others it would widen the window
        tabifyDockWidget(m_docks.last(), dock);
    m_docks << dock;
    keepLast();
    dock->installEventFilter(this);
    // The state is only known once the event that changes it has been handled.
    const auto later = [this] { QTimer::singleShot(0, this, &Workspace::tidyTitles); };
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, id, later](bool isInFront) {
        later();
        emit inFrontChanged(id, isInFront);
    });
    return dock;
}

/// Qt 6.4 scrolls the tabs by the place of the last one, and a hidden one has none: its neighbours would stand at the
/// right edge with nothing before them. So one that is never hidden stands last.
void Workspace::keepLast()
{
    const auto last = std::find_if(m_docks.begin(), m_docks.end(), [](const QDockWidget *dock) {
        return dock->objectName() == QLatin1String(lastPanel);
    });
    if (last == m_docks.end() || last + 1 == m_docks.end())
        return;
    QDockWidget *dock = *last;
    std::rotate(last, last + 1, m_docks.end());
    removeDockWidget(dock);
    tabifyDockWidget(m_docks.at(m_docks.size() - 2), dock);
    dock->show();
}

/// The tab shows the title already; a title bar above it would repeat it.
void Workspace::tidyTitles()
{
    for (QDockWidget *dock : m_docks) {
        const bool inTabs = !dock->isFloating() && !tabifiedDockWidgets(dock).isEmpty();
        const bool bare = dock->titleBarWidget() != nullptr;
        if (inTabs == bare)
            continue;
        QWidget *old = dock->titleBarWidget();
        dock->setTitleBarWidget(inTabs ? new QWidget(dock) : nullptr);
        delete old;
    }
    tidyTabs();
}

void Workspace::setHasContent(const QString &id, bool has)
{
    if (has == !m_withoutContent.contains(id))
        return;
    has ? (void)m_withoutContent.remove(id) : (void)m_withoutContent.insert(id);
    tidyTabs();
}

bool Workspace::hasContent(const QDockWidget *dock) const
{
    return !m_withoutContent.contains(dock->objectName());
}

/// Qt moves tabs without asking, so this follows each change of the layout.
void Workspace::tidyTabs()
{
    for (QTabBar *tabs : findChildren<QTabBar *>(Qt::FindDirectChildrenOnly))
        for (int i = 0; i < tabs->count(); ++i)
            for (const QDockWidget *dock : m_docks) {
                const bool shows = i == tabs->currentIndex() || hasContent(dock);
                if (dock->windowTitle() != tabs->tabText(i) || tabs->isTabVisible(i) == shows)
                    continue;
                tabs->setTabVisible(i, shows);
                tabs->setTabText(i, tabs->tabText(i)); // or the others would keep their places around the hole
            }
}

void Workspace::showPanel(const QString &id)
{
    for (QDockWidget *dock : m_docks)
        if (dock->objectName() == id) {
            dock->show();
            dock->raise();
        }
}

QDockWidget *Workspace::raisedDock() const
{
    for (const QWidget *widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        for (QDockWidget *dock : m_docks)
            if (widget == dock && !dock->visibleRegion().isEmpty())
                return dock;
    for (QDockWidget *dock : m_docks)
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            return dock;
    return nullptr;
}

QWidget *Workspace::raisedPanel() const
{
    const QDockWidget *dock = raisedDock();
    return dock ? dock->widget() : nullptr;
}

QList<QDockWidget *> Workspace::openDocks() const
{
    QList<QDockWidget *> open;
    const QDockWidget *raised = raisedDock();
    for (QDockWidget *dock : m_docks)
        if (dock->toggleViewAction()->isChecked() && (hasContent(dock) || dock == raised))
            open << dock;
    return open;
}

/// It gets the keyboard focus, so that keys move through its table at once.
void Workspace::enter(QDockWidget *dock)
{
    dock->raise();
    if (dock->isFloating())
        dock->activateWindow();
    if (!focusViewIn(dock->widget()))
        dock->widget()->setFocus(Qt::TabFocusReason); // an empty panel with its reason
}

QString Workspace::raisedPanelId() const
{
    const QDockWidget *dock = raisedDock();
    return dock ? dock->objectName() : QString();
}

void Workspace::stepPanel(int by)
{
    const QList<QDockWidget *> open = openDocks();
    if (open.isEmpty())
        return;
    const qsizetype count = open.size(), now = open.indexOf(raisedDock());
    enter(open[now < 0 ? 0 : (now + by + count) % count]);
}

void Workspace::showPanelNumber(int number)
{
    const QList<QDockWidget *> open = openDocks();
    if (number >= 1 && number <= open.size())
        enter(open[number - 1]);
}

bool Workspace::isInPanel(const QWidget *widget) const
{
    return widget && std::any_of(m_docks.begin(), m_docks.end(),
                                 [widget](const QDockWidget *dock) { return dock->isAncestorOf(widget); });
}

void Workspace::enterPanel(const QString &id)
{
    for (QDockWidget *dock : m_docks)
        if (dock->objectName() == id && dock->toggleViewAction()->isChecked())
            enter(dock);
}

void Workspace::enterPanel()
{
    if (QDockWidget *dock = raisedDock())
        enter(dock);
}

void Workspace::setPanelMaximised(bool maximised)
{
    if (maximised == isPanelMaximised())
        return;
    QDockWidget *front = raisedDock();
    if (maximised && (!front || front->isFloating() || !centralWidget()->isVisible()))
        return;
    m_tabsChanged = true;
    letGo();
    if (maximised) {
        m_beforeMaximised = saveState(layoutVersion);
        const QList<QDockWidget *> beside = tabifiedDockWidgets(front);
        for (QDockWidget *dock : m_docks)
            if (dock != front && !dock->isFloating() && !beside.contains(dock))
                dock->hide();
        centralWidget()->hide();
    } else {
        centralWidget()->show();
        restoreState(std::exchange(m_beforeMaximised, {}), layoutVersion);
        if (front)
            front->raise();
        tidyTitles();
    }
    emit maximisedChanged(maximised);
}

void Workspace::setCentreOnly(bool only, const QStringList &kept)
{
    setPanelMaximised(false);
    m_tabsChanged = true;
    letGo();
    if (!only) {
        if (!m_layoutBefore.isEmpty())
            restoreState(std::exchange(m_layoutBefore, {}), layoutVersion);
        return;
    }
    if (m_layoutBefore.isEmpty()) {
        m_layoutBefore = saveState(layoutVersion);
        m_heights->forgetCentreNeed(); // tables have use for all there is
    }
    m_heights->applyLater(); // Qt gives panels that come what they would like
    for (QDockWidget *dock : m_docks)
        dock->setVisible(kept.contains(dock->objectName()));
    if (!kept.isEmpty())
        showPanel(kept.front());
}

void Workspace::resetLayout()
{
    setPanelMaximised(false);
    m_tabsChanged = true;
    letGo();
    for (QDockWidget *dock : m_docks) {
        dock->setFloating(false);
        removeDockWidget(dock); // never two side by side, not even for a moment
    }
    for (QDockWidget *dock : m_docks) {
        if (dock == m_docks.first())
            addDockWidget(Qt::BottomDockWidgetArea, dock);
        else
            tabifyDockWidget(m_docks.first(), dock);
        dock->show();
    }
    showPanel(QLatin1String(firstShown));
    m_heights->reset();
    tidyTitles();
}

void Workspace::saveLayout() const
{
    m_heights->save();
    if (m_sized)
        QSettings().setValue(layoutKey, !m_layoutBefore.isEmpty() ? m_layoutBefore
                                        : isPanelMaximised()      ? m_beforeMaximised
                                                                  : saveState(layoutVersion));
}

void Workspace::restoreLayout()
{
    m_sized = restoreState(QSettings().value(layoutKey).toByteArray(), layoutVersion);
    if (!m_sized)
        showPanel(QLatin1String(firstShown));
    m_heights->restore();
    tidyTitles();
}

bool Workspace::event(QEvent *event)
{
    if (event->type() == QEvent::ChildPolished) // Qt creates tab bars on demand
        if (auto *tabs = qobject_cast<QTabBar *>(static_cast<QChildEvent *>(event)->child())) {
            tabs->installEventFilter(this);
            tabs->setElideMode(Qt::ElideNone); // "Ke…" names nothing
            tabs->setUsesScrollButtons(true);
            new TabFade(tabs);
        }
    if (event->type() == QEvent::MouseButtonPress)
        m_heights->edgePressed();
    if (event->type() == QEvent::MouseButtonRelease)
        m_heights->edgeReleased();
    if (event->type() == QEvent::Resize)
        m_heights->windowResized();
    return QMainWindow::event(event);
}

/// Tabs may change places only while each panel has one: Qt numbers the closed and the floating panels, too.
bool Workspace::canMoveTabs() const
{
    const auto hasTab = [](QDockWidget *dock) { return !dock->isFloating() && dock->toggleViewAction()->isChecked(); };
    return !m_docks.isEmpty() && std::all_of(m_docks.begin(), m_docks.end(), hasTab) &&
           tabifiedDockWidgets(m_docks.first()).size() + 1 == m_docks.size();
}

/// A tab that is dragged while panels are added or removed would move in a bar that the layout no longer has, which Qt
/// does not check. So the drag ends here.
bool Workspace::eventFilter(QObject *object, QEvent *event)
{
    const bool isTabs = qobject_cast<QTabBar *>(object);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        m_tabsChanged &= !isTabs;
        if (auto *tabs = qobject_cast<QTabBar *>(object))
            tabs->setMovable(canMoveTabs());
        break;
    case QEvent::MouseButtonDblClick: // once the tab bar is done with it
        if (isTabs)
            QTimer::singleShot(0, this, [this] { setPanelMaximised(!isPanelMaximised()); });
        break;
    case QEvent::MouseMove:
        return isTabs && m_tabsChanged && static_cast<QMouseEvent *>(event)->buttons() != Qt::NoButton;
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
    case QEvent::ParentChange:
    case QEvent::WindowStateChange:
        m_tabsChanged |= !isTabs;
        break;
    default:
        break;
    }
    return QMainWindow::eventFilter(object, event);
}

void Workspace::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    m_sized = true;
    m_heights->windowShown();
}

} // namespace ws
