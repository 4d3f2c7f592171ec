// The Mapping tab with real events: keys and mouse.
#include "mappingpaneltest.h"
#include "widgets/stages/chartdata.h"
#include "widgets/stages/chartsources.h"

#include <QHeaderView>
#include <QSignalSpy>
#include <QToolButton>

using namespace ws;
using namespace ws::test;

namespace {

TEST_F(MappingPanelTest, keysAddDuplicateMoveDeleteUndoAndRedo)
{
    select(1);
    key(Qt::Key_Insert);
    EXPECT_EQ(panel->model()->rowCount(), 4);
    EXPECT_EQ(panel->view()->currentIndex().row(), 1) << "the new rule is the current one";
    ASSERT_TRUE(editor());
    QTest::keyClick(editor(), Qt::Key_Escape);
    key(QKeySequence::Undo);
    EXPECT_EQ(regexes(), "gemm attn .* ");

    select(0);
    key(Qt::CTRL | Qt::Key_D);
    EXPECT_EQ(regexes(), "gemm gemm attn .* ");
    key(Qt::ALT | Qt::Key_Down);
    EXPECT_EQ(regexes(), "gemm attn gemm .* ");
    EXPECT_EQ(panel->view()->currentIndex().row(), 2) << "the moved rule stays the current one";
    key(Qt::ALT | Qt::Key_Up);
    key(Qt::ALT | Qt::Key_Up);
    key(Qt::ALT | Qt::Key_Up);
    EXPECT_EQ(panel->view()->currentIndex().row(), 0) << "the first stays the first";
    key(QKeySequence::Delete);
    EXPECT_EQ(regexes(), "gemm attn .* ");

    while (controller.document()->undoStack()->canUndo())
        key(QKeySequence::Undo);
    EXPECT_FALSE(controller.document()->isModified());
    while (controller.document()->undoStack()->canRedo())
        key(QKeySequence::Redo);
    EXPECT_EQ(regexes(), "gemm attn .* ");
}

TEST_F(MappingPanelTest, undoSaysWhatItTookBackAndShowsTheRule)
{
    QSignalSpy told(panel.get(), &MappingPanel::told);
    select(1);
    key(QKeySequence::Delete);
    EXPECT_EQ(told.count(), 0) << "an edit is seen where it is made";
    select(0);
    key(QKeySequence::Undo);
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(told.takeFirst().front().toString(), QStringLiteral("Undone: Delete rule"));
    EXPECT_EQ(panel->view()->currentIndex().row(), 1);
    key(QKeySequence::Redo);
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(told.takeFirst().front().toString(), QStringLiteral("Done again: Delete rule"));
    key(QKeySequence::Redo);
    EXPECT_EQ(told.count(), 0) << "nothing is left to be done again";
}

TEST_F(MappingPanelTest, undoOfTheOtherListSelectsNoRuleOfThisOne)
{
    MappingDocument &document = *controller.document();
    const auto editStages = [&] {
        StageMapping mapping = document.draft();
        mapping.stages.front().label += 's';
        mapping.stages.front().regex += 's';
        document.edit(mapping, QStringLiteral("Edit"));
        settle();
    };
    editStages();
    ASSERT_FALSE(panel->model()->isJoined());
    QSignalSpy told(panel.get(), &MappingPanel::told);
    for (const bool isUndone : {false, true}) { // an edit of this list before, and the undo of one
        panel->view()->setCurrentIndex(cell(0, MappingModel::Substage));
        key(QKeySequence::Delete);
        if (isUndone)
            key(QKeySequence::Undo);
        editStages();
        panel->view()->setCurrentIndex(cell(1, MappingModel::Substage));
        key(QKeySequence::Undo);
        EXPECT_EQ(told.back().front().toString(), QStringLiteral("Undone: Edit"));
        EXPECT_EQ(panel->view()->currentIndex().row(), 1);
    }
}

TEST_F(MappingPanelTest, aRuleIsSwitchedWithAClickAnywhereInItsBox)
{
    const QTableView *view = panel->view();
    const QRect shown = view->visualRect(cell(0, MappingModel::Enabled));
    const QImage image = view->viewport()->grab(shown).toImage();
    const QRgb background = image.pixel(1, 1);
    int right = image.width() - 1; // of the box, without the line between columns
    const auto isPainted = [&](int x) { return image.pixel(x, image.height() / 2) != background; };
    while (right > image.width() / 2 && isPainted(right))
        --right;
    while (right > 0 && !isPainted(right))
        --right;
    ASSERT_GT(right, 8);
    for (const bool isOn : {false, true}) {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          shown.topLeft() + QPoint(right - 2, image.height() / 2));
        settle();
        EXPECT_EQ(panel->model()->rule(0).enabled, isOn) << right;
    }
}

TEST_F(MappingPanelTest, labelsRegexesAndNotesFitIntoAWideWindow)
{
    panel->resize(1'900, 400);
    const QTableView *view = panel->view();
    const QAbstractItemView *cells = view;
    ASSERT_TRUE(QTest::qWaitFor([&] { return view->horizontalHeader()->length() <= view->viewport()->width(); }));
    for (const int column : {MappingModel::Stage, MappingModel::Substage, MappingModel::Regex, MappingModel::Notes})
        EXPECT_GE(view->columnWidth(column), cells->sizeHintForColumn(column)) << column;
}

TEST_F(MappingPanelTest, substagesAreWholeInANarrowWindow)
{
    panel->model()->setData(cell(0, MappingModel::Substage), QStringLiteral("memcpy_htod"));
    settle();
    panel->resize(700, 400);
    const QTableView *view = panel->view();
    const QAbstractItemView *cells = view;
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return view->columnWidth(MappingModel::Substage) >= cells->sizeHintForColumn(MappingModel::Substage); }));
}

TEST_F(MappingPanelTest, severalSelectedRulesAreDeletedInOneStep)
{
    select(0);
    QTest::keyClick(panel->view(), Qt::Key_Down, Qt::ShiftModifier);
    key(QKeySequence::Delete);
    EXPECT_EQ(regexes(), ".* ");
    key(QKeySequence::Undo);
    EXPECT_EQ(regexes(), "gemm attn .* ");
}

TEST_F(MappingPanelTest, spaceSwitchesARuleOff)
{
    open(mappedRun());
    panel->view()->setCurrentIndex(cell(0, MappingModel::Enabled));
    QTest::keyClick(panel->view(), Qt::Key_Space);
    settle();
    EXPECT_FALSE(panel->model()->rule(0).enabled);
    EXPECT_EQ(stageOf("gemm_a"), "other");
}

TEST_F(MappingPanelTest, aRulesColourCanBeGivenBackToItsStage)
{
    panel->model()->setData(cell(1, MappingModel::Colour), QColor(0x123456));
    ASSERT_EQ(panel->model()->rule(1).colour, 0x123456u);
    select(1);
    for (QAction *action : panel->view()->actions())
        if (action->text() == QLatin1String("Colour by name"))
            action->trigger();
    EXPECT_EQ(panel->model()->rule(1).colour, noColour);
}

TEST_F(MappingPanelTest, searchFindsTheNextRuleAndBeginsAgain)
{
    QLineEdit *search = field("Find rule");
    ASSERT_TRUE(search);
    select(1);
    QTest::keyClicks(search, QStringLiteral("LINEAR"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(panel->view()->currentIndex().row(), 0);
    search->clear();
    QTest::keyClicks(search, QStringLiteral("st"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(panel->view()->currentIndex().row(), 2);
}

TEST_F(MappingPanelTest, searchBeginsWithTheFirstRuleWhenNoneIsSelected)
{
    panel->view()->setCurrentIndex({});
    QTest::keyClicks(field("Find rule"), QStringLiteral("a"));
    QTest::keyClick(field("Find rule"), Qt::Key_Return);
    EXPECT_EQ(panel->view()->currentIndex().row(), 0);
}

TEST_F(MappingPanelTest, anInvalidRegexSaysSoAndKeepsTheLastGoodStateInForce)
{
    open(mappedRun());
    type(0, MappingModel::Regex, QStringLiteral("gemm("));
    EXPECT_TRUE(shown(0, MappingModel::Notes).contains(QLatin1String("character")))
        << shown(0, MappingModel::Notes).toStdString();
    EXPECT_EQ(stageOf("gemm_a"), "linear");
    type(0, MappingModel::Regex, QStringLiteral("gemm_b"));
    EXPECT_TRUE(shown(0, MappingModel::Notes).isEmpty());
    EXPECT_EQ(stageOf("gemm_a"), "other");
}

TEST_F(MappingPanelTest, aCatastrophicRegexIsAnErrorOfItsRowAndTheWindowGoesOn)
{
    std::string name(4000, 'a');
    name.push_back('!');
    open(mappedRun(name));
    type(0, MappingModel::Regex, QStringLiteral("(a+)+$"));
    EXPECT_TRUE(shown(0, MappingModel::Notes).contains(QLatin1String("given up")))
        << shown(0, MappingModel::Notes).toStdString();
    EXPECT_EQ(stageOf("attn_fwd"), "attention");
}

TEST_F(MappingPanelTest, theTestFieldSaysWhichRuleTakesANameAndWhichWouldToo)
{
    open(mappedRun());
    QTest::keyClicks(field("Kernel name to test"), QStringLiteral("attn_gemm"));
    QString text;
    EXPECT_TRUE(QTest::qWaitFor([&] { // from a job
        for (const QLabel *label : panel->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(QLatin1String("row 1")))
                text = label->text();
        return text.contains(QLatin1String("linear"));
    }));
    EXPECT_TRUE(text.contains(QLatin1String("linear"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QLatin1String("too: 2."))) << text.toStdString();
}

TEST_F(MappingPanelTest, withoutUnknownNamesTheRulesHaveTheWholeWidth)
{
    open(mappedRun());
    QCoreApplication::processEvents();
    EXPECT_LT(panel->view()->width(), panel->width());
    EXPECT_FALSE(says("Every kernel name is matched by a rule."));
    open(mappedRun("attn_bwd"));
    EXPECT_TRUE(QTest::qWaitFor([this] { return panel->view()->width() == panel->width(); }));
    EXPECT_TRUE(says("Every kernel name is matched by a rule."));
}

TEST_F(MappingPanelTest, aNameOfTheCatchAllBecomesARuleBeforeIt)
{
    open(mappedRun());
    for (auto *button : panel->findChildren<QToolButton *>())
        if (button->text() == QLatin1String("Make a rule"))
            QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(regexes(), "gemm attn .* ") << "nothing is selected yet";
    for (auto *view : panel->findChildren<QTableView *>())
        if (view->accessibleName() == QLatin1String("Names that no rule knows"))
            view->setCurrentIndex(view->model()->index(0, 0));
    for (auto *button : panel->findChildren<QToolButton *>())
        if (button->text() == QLatin1String("Make a rule"))
            QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(regexes(), "gemm attn copy .* ");
    ASSERT_TRUE(editor()) << "its stage can be typed at once";
    QTest::keyClicks(editor(), QStringLiteral("memory"));
    QTest::keyClick(editor(), Qt::Key_Return);
    settle();
    EXPECT_EQ(stageOf("copy"), "memory");
}

TEST_F(MappingPanelTest, aRunWithAMappingOfItsOwnSaysSoHereAndOnItsBar)
{
    open(mappedRun());
    controller.setOwnMapping(session.pane()->run(),
                             StageMapping{"own", "flat", MappingForm::Flat, {{".*", "gpu"}}, {{".*", "all"}}});
    settle();
    EXPECT_TRUE(says("own/flat"));
    EXPECT_TRUE(shown(0, MappingModel::Names).isEmpty()) << "no counts of rules that are not in force";
    EXPECT_TRUE(chartData(chartSources(controller), {}).bars[0].note.contains(QLatin1String("own/flat")));
}

TEST_F(MappingPanelTest, aBarSaysThatItsMappingIsChanged)
{
    open(mappedRun());
    EXPECT_EQ(chartSources(controller)[0].mapping, QLatin1String("own/test"));
    panel->view()->selectRow(0);
    QTest::keyClick(panel->view(), Qt::Key_Space);
    settle();
    EXPECT_EQ(chartSources(controller)[0].mapping, QLatin1String("own/test (changed)"));
    ASSERT_TRUE(controller.saveMapping("own", "test", true));
    settle();
    EXPECT_EQ(chartSources(controller)[0].mapping, QLatin1String("own/test"));
}

} // namespace
