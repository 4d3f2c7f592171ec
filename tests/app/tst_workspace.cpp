#include "app/window/workspace.h"

#include "app/window/panelheights.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QTabBar>
#include <QTest>

#include <functional>

namespace ws {
namespace {

/// A workspace with a few panels, whose first tab is dragged to the right, step by step.
class TabDrag
{
public:
    TabDrag()
    {
        QSettings().clear();
        m_workspace.setCentralWidget(new QLabel(QStringLiteral("centre")));
        for (const char *id : {"kernels", "operators", "stages", "file"})
            m_workspace.addPanel(new QLabel, QString::fromLatin1(id), QString::fromLatin1(id));
        m_workspace.resize(900, 600);
        m_workspace.show();
        QTest::qWait(1);
        m_bar = m_workspace.findChild<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    }
    void press() { QTest::mousePress(m_bar, Qt::LeftButton, {}, m_bar->tabRect(0).center()); }
    void moveTo(double tabs)
    {
        const int x = m_bar->tabRect(0).center().x() + int(tabs * m_bar->tabRect(0).width());
        QMouseEvent move(QEvent::MouseMove, QPointF(x, m_y), m_bar->mapToGlobal(QPointF(x, m_y)), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_bar, &move);
    }
    void release() { QTest::mouseRelease(m_bar, Qt::LeftButton, {}, QPoint(5, m_y)); }

    Workspace m_workspace;
    QTabBar *m_bar = nullptr;
    int m_y = 8;
};

TEST(Workspace, tabsBeginAtTheLeftThoughThePanelsThatCameLastAreHidden)
{
    QSettings().clear();
    Workspace workspace;
    workspace.setCentralWidget(new QLabel(QStringLiteral("centre")));
    for (const char *id : {"overview", "selection", "kernels", "operators", "collectives", "file", "folder", "ranks"})
        workspace.addPanel(new QLabel, QString::fromLatin1(id), QString::fromLatin1(id).repeated(2));
    workspace.setHasContent(QStringLiteral("folder"), false);
    workspace.setHasContent(QStringLiteral("ranks"), false);
    workspace.resize(500, 400);
    workspace.show();
    workspace.showPanel(QStringLiteral("selection"));
    QTest::qWait(1);
    const auto *bar = workspace.findChild<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_TRUE(bar);
    EXPECT_EQ(bar->tabText(bar->count() - 1), QStringLiteral("filefile"));
    EXPECT_EQ(bar->tabRect(0).left(), 0);
}

TEST(Workspace, aTabIsMovedByDragging)
{
    TabDrag drag;
    ASSERT_TRUE(drag.m_bar);
    const QString first = drag.m_bar->tabText(0);
    drag.press();
    for (const double tabs : {0.3, 0.6, 1.0, 1.4})
        drag.moveTo(tabs);
    drag.release();
    EXPECT_NE(drag.m_bar->tabText(0), first);
}

/// Qt would move the wrong tab, or one that the layout does not have.
TEST(Workspace, tabsKeepTheirPlacesWhileAPanelIsClosedOrFloats)
{
    TabDrag drag;
    const QList<QDockWidget *> docks = drag.m_workspace.findChildren<QDockWidget *>();
    for (const bool floats : {false, true}) {
        floats ? docks[1]->setFloating(true) : docks[1]->hide();
        QTest::qWait(1);
        const QString first = drag.m_bar->tabText(0);
        drag.press();
        for (const double tabs : {0.3, 0.6, 1.0, 1.4})
            drag.moveTo(tabs);
        drag.release();
        EXPECT_EQ(drag.m_bar->tabText(0), first);
        docks[1]->show();
    }
}

TEST(Workspace, aTabMayBeDraggedWhilePanelsComeAndGo)
{
    const std::vector<std::function<void(Workspace &)>> changes{
        [](Workspace &workspace) { workspace.setCentreOnly(true); },
        [](Workspace &workspace) { workspace.setCentreOnly(true, {QStringLiteral("file")}); },
        [](Workspace &workspace) {
            workspace.setCentreOnly(true);
            workspace.setCentreOnly(false);
        },
        [](Workspace &workspace) { workspace.resetLayout(); },
        [](Workspace &workspace) { workspace.panels()[0]->hide(); },
        [](Workspace &workspace) { workspace.panels()[0]->setFloating(true); },
        [](Workspace &workspace) {
            for (QDockWidget *dock : workspace.panels())
                dock->hide();
        },
    };
    for (const auto &change : changes) {
        TabDrag drag;
        ASSERT_TRUE(drag.m_bar);
        drag.press();
        for (const double tabs : {0.1, 0.2, 0.3})
            drag.moveTo(tabs);
        change(drag.m_workspace);
        for (const double tabs : {0.6, 1.0, 1.4, 2.4, 0.0})
            drag.moveTo(tabs);
        drag.release();
        drag.m_workspace.resetLayout();
        EXPECT_EQ(drag.m_workspace.panels().size(), 4);
    }
}

/// A panel that is dragged by its title when the layout changes: Qt would put back the layout of before the drag,
/// without the panels that have come since.
TEST(Workspace, aPanelMayBeDraggedByItsTitleWhileTheLayoutChanges)
{
    const std::vector<std::function<void(Workspace &)>> changes{
        [](Workspace &workspace) { workspace.resetLayout(); },
        [](Workspace &workspace) {
            workspace.setCentreOnly(true);
            workspace.setCentreOnly(false);
            workspace.resetLayout();
        },
        [](Workspace &workspace) {
            workspace.setPanelMaximised(true);
            workspace.setPanelMaximised(false);
            workspace.resetLayout();
        },
    };
    for (const auto &change : changes) {
        TabDrag window;
        QDockWidget *dock = window.m_workspace.panels()[0];
        window.m_workspace.addDockWidget(Qt::LeftDockWidgetArea, dock); // alone it has a title
        QTest::qWait(20);
        const auto mouse = [dock](QEvent::Type type, const QPoint &at) {
            QMouseEvent event(type, QPointF(at), dock->mapToGlobal(QPointF(at)), Qt::LeftButton,
                              type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
            QCoreApplication::sendEvent(dock, &event);
            QTest::qWait(5);
        };
        mouse(QEvent::MouseButtonPress, {20, 8});
        mouse(QEvent::MouseMove, {60, 40});
        mouse(QEvent::MouseMove, {200, 300});
        ASSERT_TRUE(dock->isFloating());
        change(window.m_workspace);
        mouse(QEvent::MouseMove, {300, 500});
        mouse(QEvent::MouseButtonRelease, {300, 900});
        QTest::qWait(20);
        EXPECT_EQ(window.m_workspace.tabifiedDockWidgets(dock).size(), window.m_workspace.panels().size() - 1);
    }
}

/// A window with a timeline and a panel; the timeline needs `need` px.
class Split
{
public:
    explicit Split(int need)
    {
        m_workspace.setCentralWidget(new QLabel(QStringLiteral("centre")));
        for (const char *id : {"overview", "kernels"})
            m_workspace.addPanel(new QLabel, QString::fromLatin1(id), QString::fromLatin1(id));
        m_workspace.resize(900, 600);
        m_workspace.restoreLayout();
        m_workspace.show();
        QTest::qWait(10);
        setNeed(need);
    }
    ~Split() { m_workspace.saveLayout(); }
    void setNeed(int need)
    {
        m_workspace.heights().setCentreNeed(need);
        QTest::qWait(10);
    }
    int centre() const { return m_workspace.centralWidget()->height(); }
    /// `amid`: what happens before the mouse button is released.
    void dragEdge(
        int by, const std::function<void()> &amid = [] {})
    {
        const QPoint edge(450, centre() + 2);
        for (const auto &[type, at] : {std::pair(QEvent::MouseButtonPress, edge),
                                       {QEvent::MouseMove, edge + QPoint(0, by)},
                                       {QEvent::MouseButtonRelease, edge + QPoint(0, by)}}) {
            if (type == QEvent::MouseButtonRelease)
                amid();
            QMouseEvent event(type, QPointF(at), m_workspace.mapToGlobal(QPointF(at)), Qt::LeftButton,
                              type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
            QCoreApplication::sendEvent(&m_workspace, &event);
            QTest::qWait(10);
        }
    }

    Workspace m_workspace;
};

TEST(Workspace, theCentreHasTheHeightItNeedsUntilTheEdgeIsMovedAndTheNextWindowToo)
{
    QSettings().clear();
    {
        Split split(200);
        EXPECT_NEAR(split.centre(), 200, 12);
        split.setNeed(300);
        EXPECT_NEAR(split.centre(), 300, 12);
        split.m_workspace.resize(900, 800);
        QTest::qWait(20);
        EXPECT_NEAR(split.centre(), 300, 12) << "a larger window gives the room to the panel";
    }
    {
        Split split(250);
        EXPECT_NEAR(split.centre(), 250, 12) << "nobody has moved the edge in the window before";
        split.dragEdge(-60);
        EXPECT_NEAR(split.centre(), 190, 12);
        split.setNeed(350);
        EXPECT_NEAR(split.centre(), 190, 12) << "the edge never moves by itself";
    }
    Split next(280);
    EXPECT_NEAR(next.centre(), 190, 12);
    next.m_workspace.resetLayout();
    QTest::qWait(20);
    EXPECT_NEAR(next.centre(), 280, 12);
}

TEST(Workspace, rowsThatArriveWhileTheEdgeIsDraggedDoNotMoveIt)
{
    QSettings().clear();
    Split split(250);
    split.dragEdge(0, [&] { split.setNeed(300); });
    QTest::qWait(10);
    EXPECT_NEAR(split.centre(), 300, 12) << "it was only pressed";
    split.dragEdge(-60, [&] { split.setNeed(350); });
    QTest::qWait(10);
    EXPECT_NEAR(split.centre(), 240, 12);
    split.setNeed(200);
    EXPECT_NEAR(split.centre(), 240, 12) << "it is where somebody has put it";
}

TEST(Workspace, theEdgeStandsStillWhicheverPanelComesToTheFront)
{
    QSettings().clear();
    Split split(400);
    const int before = split.centre();
    for (const char *id : {"kernels", "overview", "kernels"}) {
        split.m_workspace.showPanel(QString::fromLatin1(id));
        QTest::qWait(QApplication::doubleClickInterval() + 50);
        EXPECT_EQ(split.centre(), before) << id;
    }
    EXPECT_LE(before, 600 - 300 + 12) << "half of a low window is the panel's";
}

TEST(Workspace, theCentreGrowsWithItsRowsAndDoesNotShrinkWithThem)
{
    QSettings().clear();
    Split split(200);
    split.m_workspace.heights().growCentreNeed(300);
    QTest::qWait(10);
    EXPECT_NEAR(split.centre(), 300, 12);
    split.m_workspace.heights().growCentreNeed(150);
    QTest::qWait(10);
    EXPECT_NEAR(split.centre(), 300, 12);
    split.setNeed(150);
    EXPECT_NEAR(split.centre(), 150, 12) << "another run";
}

} // namespace
} // namespace ws
