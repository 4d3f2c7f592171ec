// Which part of the window a key reaches, with real events through the window.
#include "app/window/mainwindow.h"
#include "app/window/workspace.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <QWindow>

namespace ws {
namespace {

class Keys : public test::MainWindowTest
{
protected:
    void SetUp() override
    {
        openIn(window, {write(smallTrace)});
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        ASSERT_TRUE(QTest::qWaitFor([&] { return span() > 0; }, 60'000));
        key(Qt::Key_0); // the whole run, so that zooming in is possible
        window.timeline()->fitAll();
    }
    /// As the window system delivers it: to the window, which knows who has the focus.
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.windowHandle(), key, modifiers);
        QCoreApplication::processEvents();
    }
    int64_t span() { return window.timeline()->visibleRange().length(); }
    /// Focuses the table of the Kernels panel as a click on a row does.
    void clickTable()
    {
        window.showPanel(QStringLiteral("kernels"));
        QDockWidget *dock = panel("kernels");
        ASSERT_TRUE(QTest::qWaitFor([&] { return dock->findChild<QTableView *>()->model()->rowCount() > 0; }, 60'000));
        auto *table = dock->findChild<QTableView *>();
        table->setFocus(Qt::MouseFocusReason);
        table->selectRow(0);
        ASSERT_EQ(QApplication::focusWidget(), table);
    }
    QDockWidget *panel(const char *id)
    {
        for (QDockWidget *dock : window.workspace()->panels())
            if (dock->objectName() == QLatin1String(id))
                return dock;
        return nullptr;
    }
    QString inFront() { return window.workspace()->raisedPanel()->parentWidget()->objectName(); }

    MainWindow window;
};

TEST_F(Keys, theTimelinesKeysReachItAfterAClickOnATablesRow)
{
    clickTable();
    const int64_t whole = span();
    key(Qt::Key_W);
    EXPECT_LT(span(), whole);
    key(Qt::Key_0);
    EXPECT_EQ(span(), whole);
    window.session()->pane()->context().select(sliceNamed(*window.session()->pane()->run(), "launch"));
    clickTable();
    key(Qt::Key_BracketRight);
    EXPECT_EQ(window.session()->pane()->context().selection(), sliceNamed(*window.session()->pane()->run(), "gemm"));
}

TEST_F(Keys, homeAndEndGoToTheFirstAndTheLastRowOfATableAndZoomOnlyInTheTimeline)
{
    clickTable();
    const auto *table = qobject_cast<QTableView *>(QApplication::focusWidget());
    key(Qt::Key_W);
    const int64_t part = span();
    key(Qt::Key_End);
    EXPECT_EQ(table->currentIndex().row(), table->model()->rowCount() - 1);
    key(Qt::Key_Home);
    EXPECT_EQ(table->currentIndex().row(), 0);
    EXPECT_EQ(span(), part);
    window.timeline()->canvas()->setFocus();
    key(Qt::Key_Home);
    EXPECT_GT(span(), part);
}

TEST_F(Keys, showEverythingAgainBringsBackHiddenRowsWhichTheToolBarNames)
{
    TimelineState &state = *window.timeline()->state();
    const auto *chip = window.findChild<QToolButton *>(QStringLiteral("rows"));
    ASSERT_TRUE(chip);
    EXPECT_TRUE(chip->isHidden());
    LayoutChoices choices = state.choices();
    choices.hidden.insert(state.layout().sections[0].id.key());
    state.setChoices(choices);
    EXPECT_EQ(state.layout().hiddenCount, 1u);
    EXPECT_FALSE(chip->isHidden());
    EXPECT_TRUE(chip->accessibleName().startsWith(QStringLiteral("1 row")));
    key(Qt::Key_Escape, Qt::ShiftModifier);
    EXPECT_EQ(state.layout().hiddenCount, 0u);
    EXPECT_TRUE(chip->isHidden());
}

TEST_F(Keys, theTimelinesKeysReachItAfterAClickOnALink)
{
    window.session()->pane()->context().select(sliceNamed(*window.session()->pane()->run(), "launch"));
    window.showPanel(QStringLiteral("selection"));
    auto *text = panel("selection")->findChild<QTextBrowser *>();
    ASSERT_TRUE(text);
    ASSERT_TRUE(QTest::qWaitFor([&] { return text->isVisible(); }, 60'000));
    text->setFocus(Qt::MouseFocusReason);
    ASSERT_EQ(QApplication::focusWidget(), text);
    key(Qt::Key_BracketRight);
    EXPECT_EQ(window.session()->pane()->context().selection(), sliceNamed(*window.session()->pane()->run(), "gemm"));
}

TEST_F(Keys, aTableKeepsTheKeysThatMoveInIt)
{
    clickTable();
    const auto *table = panel("kernels")->findChild<QTableView *>();
    const int row = table->currentIndex().row();
    key(Qt::Key_Down);
    EXPECT_EQ(table->currentIndex().row(), row + 1);
}

TEST_F(Keys, whatIsTypedIntoAFieldStaysThere)
{
    auto *field = window.findChild<SearchBar *>()->findChild<QLineEdit *>();
    field->setFocus();
    const int64_t whole = span();
    key(Qt::Key_W);
    EXPECT_EQ(field->text(), QStringLiteral("w"));
    EXPECT_EQ(span(), whole);
}

TEST_F(Keys, anOpenMenuKeepsAllKeys)
{
    window.timeline()->canvas()->setFocus();
    const int64_t whole = span();
    key(Qt::Key_W);
    ASSERT_LT(span(), whole) << "the key works without a menu";
    window.timeline()->fitAll();
    QMenu *menu = window.menuBar()->actions().at(1)->menu(); // View has no entry with the letter W
    menu->popup(window.mapToGlobal(QPoint(40, 40)));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(menu));
    QTest::keyClick(menu, Qt::Key_W);
    EXPECT_EQ(span(), whole);
    menu->close();
}

TEST_F(Keys, enterTakesTheChoiceOfAnOpenListAndEscapeClosesIt)
{
    window.showPanel(QStringLiteral("kernels"));
    auto *box = panel("kernels")->findChild<QComboBox *>();
    ASSERT_TRUE(box);
    for (const auto &[end, wanted] : {std::pair(Qt::Key_Return, 1), std::pair(Qt::Key_Escape, 1)}) {
        box->setFocus();
        box->showPopup();
        ASSERT_TRUE(QTest::qWaitFor([] { return QApplication::activePopupWidget() != nullptr; }, 60'000));
        QWidget *list = box->view();
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list->window()->windowHandle(), end); // with its ShortcutOverride
        EXPECT_TRUE(QTest::qWaitFor([] { return QApplication::activePopupWidget() == nullptr; }, 60'000));
        EXPECT_EQ(box->currentIndex(), wanted);
    }
}

TEST_F(Keys, controlTabAndPageKeysGoFromPanelToPanel)
{
    window.workspace()->resetLayout();
    window.showPanel(QStringLiteral("kernels"));
    QCoreApplication::processEvents();
    ASSERT_EQ(inFront(), QStringLiteral("kernels"));
    key(Qt::Key_Tab, Qt::ControlModifier);
    EXPECT_EQ(inFront(), QStringLiteral("modules"));
    key(Qt::Key_PageUp, Qt::ControlModifier);
    EXPECT_EQ(inFront(), QStringLiteral("kernels"));
    key(Qt::Key_PageDown, Qt::ControlModifier);
    EXPECT_EQ(inFront(), QStringLiteral("modules"));
    key(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(inFront(), QStringLiteral("kernels"));
}

TEST_F(Keys, altAndADigitShowThatPanel)
{
    window.workspace()->resetLayout();
    QCoreApplication::processEvents();
    key(Qt::Key_4, Qt::AltModifier);
    EXPECT_EQ(inFront(), QStringLiteral("modules")) << "Compare and Operators have nothing to show, and no tab";
    key(Qt::Key_3, Qt::AltModifier);
    EXPECT_EQ(inFront(), QStringLiteral("kernels"));
    EXPECT_TRUE(QTest::qWaitFor([] { return qobject_cast<QTableView *>(QApplication::focusWidget()); }, 60'000))
        << "its table has the keys once there is one";
    key(Qt::Key_2, Qt::AltModifier);
    EXPECT_EQ(inFront(), QStringLiteral("selection"));
    panel("selection")->close();
    key(Qt::Key_2, Qt::AltModifier);
    EXPECT_EQ(inFront(), QStringLiteral("kernels")) << "closed panels do not count";
}

TEST_F(Keys, undoAndRedoStayWhereTheyAreWhateverIsUndone)
{
    const auto button = [&]() -> QToolButton * {
        for (auto *each : panel("mapping")->findChildren<QToolButton *>())
            if (each->text() == QStringLiteral("Undo"))
                return each;
        return nullptr;
    }();
    ASSERT_TRUE(button);
    const int width = button->sizeHint().width();
    window.stages()->document()->undoStack()->push(new QUndoCommand(QStringLiteral("a very long name of an edit")));
    EXPECT_EQ(button->text(), QStringLiteral("Undo"));
    EXPECT_EQ(button->sizeHint().width(), width);
    EXPECT_TRUE(button->toolTip().contains(QStringLiteral("a very long name")));
}

TEST_F(Keys, f6GoesRoundToolBarTimelineAndPanelInBothDirections)
{
    window.showPanel(QStringLiteral("kernels"));
    const auto place = [this] {
        const QWidget *focus = QApplication::focusWidget();
        return !focus                                                   ? QStringLiteral("nowhere")
               : window.timeline()->isAncestorOf(focus)                 ? QStringLiteral("timeline")
               : window.workspace()->raisedPanel()->isAncestorOf(focus) ? QStringLiteral("panel")
               : window.findChild<QToolBar *>()->isAncestorOf(focus)    ? QStringLiteral("tools")
                                                                        : QStringLiteral("elsewhere");
    };
    window.timeline()->canvas()->setFocus();
    QStringList forward, back;
    for (int i = 0; i < 3; ++i) {
        key(Qt::Key_F6);
        forward << place();
    }
    for (int i = 0; i < 3; ++i) {
        key(Qt::Key_F6, Qt::ShiftModifier);
        back << place();
    }
    EXPECT_EQ(forward.join(u' '), QStringLiteral("panel tools timeline"));
    EXPECT_EQ(back.join(u' '), QStringLiteral("tools panel timeline"));
}

TEST_F(Keys, aPanelIsMaximisedAndComesBackToItsHeight)
{
    clickTable(); // its rows have come, so its height is the last one
    QTest::qWait(20);
    const int height = panel("kernels")->height();
    key(Qt::Key_F11, Qt::ShiftModifier);
    QTest::qWait(20);
    EXPECT_FALSE(window.timeline()->isVisible());
    EXPECT_GT(panel("kernels")->height(), height + 100);
    window.showPanel(QStringLiteral("gaps")); // another tab in the same room
    key(Qt::Key_F11, Qt::ShiftModifier);
    QTest::qWait(20);
    EXPECT_TRUE(window.timeline()->isVisible());
    EXPECT_TRUE(window.workspace()->raisedPanel()->parent() == panel("gaps"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel("gaps")->height() == height; })) << panel("gaps")->height();
}

TEST_F(Keys, aDoubleClickOnATabMaximisesItsPanelAndBack)
{
    QTest::qWait(20);
    auto *tabs = window.workspace()->findChild<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_TRUE(tabs);
    for (const bool isAlone : {true, false}) {
        QTest::mouseDClick(tabs, Qt::LeftButton, {}, tabs->tabRect(2).center());
        EXPECT_TRUE(QTest::qWaitFor([&] { return window.workspace()->isPanelMaximised() == isAlone; }, 2'000));
        EXPECT_EQ(window.timeline()->isVisible(), !isAlone);
    }
    QTest::mouseRelease(tabs, Qt::LeftButton); // or the tests behind this one run with a button that is held down
}

TEST_F(Keys, aMaximisedPanelIsSmallAgainAfterTheLayoutIsReset)
{
    key(Qt::Key_F11, Qt::ShiftModifier);
    ASSERT_TRUE(window.workspace()->isPanelMaximised());
    window.workspace()->resetLayout();
    EXPECT_FALSE(window.workspace()->isPanelMaximised());
    EXPECT_TRUE(window.timeline()->isVisible());
}

} // namespace
} // namespace ws
