#include "app/window/commandpalette.h"
#include "app/window/mainwindow.h"
#include "app/window/workspace.h"
#include "tests/support/mainwindowtest.h"
#include "tests/support/windowwalk.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QListView>
#include <QTableView>
#include <QTest>

namespace ws {
namespace {

Command command(const char *title, const char *words = "")
{
    return {QString::fromUtf8(title), {}, {}, QString::fromUtf8(words), [] {}};
}

TEST(CommandFit, allWordsHaveToBeThereInAnyOrderAndCase)
{
    EXPECT_GT(fitOf(QStringLiteral("gap next"), command("Timeline › Next gap")), 0);
    EXPECT_EQ(fitOf(QStringLiteral("gap previous"), command("Timeline › Next gap")), 0);
    EXPECT_GT(fitOf(QString(), command("anything")), 0);
    EXPECT_GT(fitOf(QStringLiteral("cutlass"), command("gemm", "void cutlass::gemm<float>()")), 0);
}

TEST(CommandFit, theBeginningOfTheTitleCountsMostThenOfAWordThenOfAnythingElse)
{
    const QString query = QStringLiteral("moe");
    const int fits[] = {fitOf(query, command("moe")), fitOf(query, command("fused_moe")),
                        fitOf(query, command("dynamoelse")), fitOf(query, command("gemm", "moe_gemm"))};
    EXPECT_GT(fits[0], fits[1]);
    EXPECT_GT(fits[1], fits[2]);
    EXPECT_GT(fits[2], fits[3]);
    EXPECT_GT(fits[3], 0);
}

TEST(CommandFit, aTitleThatIsAllThatWasTypedComesFirst)
{
    CommandModel model;
    model.find(QStringLiteral("file"));
    model.add({command("File › Open…", "file"), command("Files of the run"), command("File")});
    EXPECT_EQ(model.at(0).title, QStringLiteral("File"));
    model.find(QStringLiteral("settings"));
    model.add({command("Settings of this"), command("Settings…")});
    EXPECT_EQ(model.at(0).title, QStringLiteral("Settings…")) << "the dots are not of the name";
}

TEST(CommandModel, listsTheBestFirstAndThoseThatFitAlikeInTheirOrder)
{
    CommandModel model;
    model.find(QStringLiteral("b"));
    model.add({command("a b"), command("b second"), command("none"), command("b third")});
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.at(0).title, QStringLiteral("b second"));
    EXPECT_EQ(model.at(1).title, QStringLiteral("b third"));
    EXPECT_EQ(model.at(2).title, QStringLiteral("a b"));
    model.find(QStringLiteral("xyz"));
    EXPECT_EQ(model.rowCount(), 0);
}

class Palette : public test::MainWindowTest
{
protected:
    void open(const QString &query)
    {
        QTest::keyClick(window.windowHandle(), Qt::Key_K, Qt::ControlModifier);
        ASSERT_TRUE(QTest::qWaitFor([this] { return palette() != nullptr; }));
        QTest::keyClicks(field(), query);
    }
    /// Finds a row with this kind, once its commands are known.
    bool hasFirst(const char *title, const char *kind)
    {
        return QTest::qWaitFor([&] {
            const QModelIndex first = list()->model()->index(0, 0);
            return first.data().toString() == QString::fromUtf8(title) &&
                   first.data(CommandModel::KindRole).toString() == QString::fromUtf8(kind);
        });
    }
    CommandPalette *palette() { return window.findChild<CommandPalette *>(); }
    QLineEdit *field() { return palette()->findChild<QLineEdit *>(); }
    QListView *list() { return palette()->findChild<QListView *>(); }
    void enter()
    {
        QTest::keyClick(field(), Qt::Key_Return);
        ASSERT_TRUE(QTest::qWaitFor([this] { return palette() == nullptr; }));
        QTest::qWait(1);
    }

    MainWindow window;
};

TEST_F(Palette, findsAPanelAndRaisesIt)
{
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    open(QStringLiteral("stages"));
    ASSERT_TRUE(hasFirst("Stages", "Panel"));
    enter();
    EXPECT_TRUE(window.workspace()->raisedPanel()->inherits("ws::StagesPanel"));
}

TEST_F(Palette, isAsHighAsWhatWasFound)
{
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    open(QString());
    ASSERT_GT(list()->model()->rowCount(), 20);
    const int before = palette()->height();
    QTest::keyClicks(field(), QStringLiteral("zzz"));
    ASSERT_EQ(list()->model()->rowCount(), 0);
    const int none = palette()->height();
    EXPECT_LT(none, before);
    field()->setText(QStringLiteral("next gap by"));
    ASSERT_EQ(list()->model()->rowCount(), 2);
    QTest::qWait(10);
    EXPECT_NEAR(list()->viewport()->height(), 2 * list()->sizeHintForRow(0), 2) << "with the lines around";
    EXPECT_GT(palette()->height(), none);
    EXPECT_LT(palette()->height(), before);
    field()->clear();
    EXPECT_EQ(palette()->height(), before);
}

TEST_F(Palette, opensFromATextFieldTooAndLeavesItsText)
{
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    auto *search = window.findChild<SearchBar *>()->findChild<QLineEdit *>();
    search->setFocus();
    search->setText(QStringLiteral("gemm"));
    search->home(false); // on some desktops Ctrl+K deletes from here to the end
    open(QString());
    EXPECT_TRUE(palette());
    EXPECT_EQ(search->text(), QStringLiteral("gemm"));
}

TEST_F(Palette, findsAnActionByTheWordsOfItsMenusAndTriggersIt)
{
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    open(QStringLiteral("maximise view"));
    ASSERT_TRUE(hasFirst("View › Maximise Panel", "Action"));
    EXPECT_EQ(list()->model()->index(0, 0).data(CommandModel::KeyRole).toString(), QStringLiteral("Shift+F11"));
    enter();
    EXPECT_TRUE(window.workspace()->isPanelMaximised());
}

TEST_F(Palette, inChineseFindsEnglishWordsToo)
{
    openIn(window, {write(smallTrace)});
    QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("zh_CN"));
    window.changeLanguage();
    test::settleAll(window);
    window.activateWindow();
    window.timeline()->canvas()->setFocus();
    open(QStringLiteral("maximise view"));
    EXPECT_TRUE(hasFirst("视图 › 最大化面板", "操作")) << list()->model()->index(0, 0).data().toString().toStdString();
    field()->setText(QStringLiteral("stages prefill"));
    EXPECT_EQ(list()->model()->rowCount(), 1);
    field()->setText(QStringLiteral("unheard-of"));
    EXPECT_EQ(list()->model()->rowCount(), 0);
    QSettings().clear();
    window.changeLanguage();
    test::backToEnglish();
}

TEST_F(Palette, findsAKernelAndListsItsInstances)
{
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    const RunPtr run = window.session()->pane()->run();
    const std::string name(run->text(run->gpu.name[0]));
    open(QString::fromStdString(name));
    ASSERT_TRUE(hasFirst(name.c_str(), "Kernel"));
    enter();
    EXPECT_TRUE(
        window.workspace()->raisedPanel()->isAncestorOf(window.findChild<QWidget *>(QStringLiteral("instances"))) ||
        window.workspace()->raisedPanel()->parent()->objectName() == QStringLiteral("instances"));
}

TEST_F(Palette, findsASubstageAndMarksItsRow)
{
    openIn(window, {write(smallTrace)});
    test::settleAll(window);
    window.activateWindow();
    auto *panel = window.findChild<StagesPanel *>();
    ASSERT_TRUE(panel);
    ChartOptions options = panel->options();
    options.level = ChartLevel::Stages;
    panel->setOptions(options);
    window.showPanel(QStringLiteral("stages"));
    const StageRun *run = nullptr;
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return (run = window.stages()->current()) && run->state && run->state->classes; }));
    window.showPanel(QStringLiteral("kernels"));
    const StageGroup group = run->state->classes->groups[run->state->classes->group[0]];
    ASSERT_FALSE(group.substage.empty());
    open(QString::fromStdString(group.stage + " · " + group.substage));
    ASSERT_TRUE(hasFirst((group.stage + " · " + group.substage).c_str(), "Substage"));
    enter();
    EXPECT_EQ(panel->options().level, ChartLevel::Substages);
    ASSERT_TRUE(QTest::qWaitFor([panel] { return panel->table()->currentRow() >= 0; }));
    const QModelIndex current = panel->table()->view()->currentIndex();
    EXPECT_EQ(current.siblingAtColumn(PivotModel::Label).data().toString().toStdString(), group.substage);
}

TEST_F(Palette, findsWhatAPanelOffersInAMenuOfItsOwn)
{
    openIn(window, {write(smallTrace)});
    test::settleAll(window);
    window.activateWindow();
    open(QStringLiteral("pivot"));
    EXPECT_TRUE(hasFirst("Stages › Pivot as CSV…", "Action"));
}

TEST_F(Palette, whatCannotBeDoneIsNotListedAndNothingIsChosenThen)
{
    window.show();
    window.activateWindow();
    open(QStringLiteral("reload"));
    EXPECT_EQ(list()->model()->rowCount(), 0) << "no run is open";
    QTest::keyClick(field(), Qt::Key_Return);
    EXPECT_TRUE(palette());
    QTest::keyClick(field(), Qt::Key_Escape);
    EXPECT_TRUE(QTest::qWaitFor([this] { return palette() == nullptr; }));
}

TEST_F(Palette, aRunThatIsClosedMeanwhileLeavesItsCommandsWithoutEffect)
{
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    const RunPtr run = window.session()->pane()->run();
    const std::string name(run->text(run->gpu.name[0]));
    open(QString::fromStdString(name));
    ASSERT_TRUE(hasFirst(name.c_str(), "Kernel"));
    window.closeRun();
    enter();
    EXPECT_FALSE(window.session()->active());
}

} // namespace
} // namespace ws
