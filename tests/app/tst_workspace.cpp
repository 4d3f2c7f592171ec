#include "app/workspace.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace ws
