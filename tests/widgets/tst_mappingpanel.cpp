// The Mapping tab with real events: keys, mouse, drops and dialogs.
#include "widgets/mapping/mappingpanel.h"

#include "tests/support/dialogs.h"
#include "timelineruns.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/mapping/mappingmodel.h"
#include "widgets/stages/chartdata.h"
#include "widgets/stages/chartsources.h"

#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace ws;
using test::Dialogs;
using test::RunMaker;

namespace {

RunPtr smallRun(const std::string &extra = "copy")
{
    RunMaker maker;
    maker.kernel("7", 0, 60'000, "gemm_a");
    maker.kernel("7", 60'000, 20'000, "attn_fwd");
    maker.kernel("7", 140'000, 10'000, extra.c_str());
    return maker.finish();
}

class MappingPanelTest : public testing::Test
{
protected:
    MappingPanelTest() : controller(&session, MappingLibrary(folder.path()))
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{
            {"gemm", "linear", "cublas"}, {"attn", "attention", "flash"}, {".*", "other", "rest"}});
        controller.document()->load(mapping);
        EXPECT_TRUE(controller.saveMapping("own", "test", false));
        panel = std::make_unique<MappingPanel>(&controller);
        panel->resize(1000, 500);
        panel->show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(panel.get()));
        panel->view()->setFocus();
    }
    void open(RunPtr run)
    {
        session.add(std::move(run));
        settle();
    }
    void settle()
    {
        QCoreApplication::processEvents(); // editors commit the typed text in a turn of their own
        ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); }, 20'000));
        QCoreApplication::processEvents();
    }
    std::string regexes() const
    {
        std::string text;
        for (int row = 0; row < panel->model()->rowCount(); ++row)
            text += panel->model()->rule(row).regex + ' ';
        return text;
    }
    QModelIndex cell(int row, MappingModel::Column column) const { return panel->model()->index(row, column); }
    QString shown(int row, MappingModel::Column column) const { return cell(row, column).data().toString(); }
    void select(int row) { panel->view()->setCurrentIndex(cell(row, MappingModel::Stage)); }
    /// As a window manager does after a dialog.
    void activate()
    {
        panel->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(panel.get()));
        panel->view()->setFocus();
    }
    void key(const QKeySequence &keys)
    {
        activate();
        QTest::keySequence(panel->view(), keys);
    }
    static QLineEdit *editor() { return qobject_cast<QLineEdit *>(QApplication::focusWidget()); }
    /// Double-click into a cell, type, Enter.
    void type(int row, MappingModel::Column column, const QString &text)
    {
        activate();
        QTableView *view = panel->view();
        view->setCurrentIndex(cell(row, column));
        QTest::keyClick(view, Qt::Key_F2);
        ASSERT_TRUE(editor()) << "no editor in row " << row;
        editor()->selectAll();
        QTest::keyClicks(editor(), text);
        QTest::keyClick(editor(), Qt::Key_Return);
        settle();
    }
    QLineEdit *field(const char *name) const
    {
        for (auto *line : panel->findChildren<QLineEdit *>())
            if (line->accessibleName() == QLatin1String(name))
                return line;
        return nullptr;
    }
    bool says(const char *text) const
    {
        for (const QLabel *label : panel->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(QLatin1String(text)))
                return true;
        return false;
    }
    QString write(const char *name, std::string_view text) const
    {
        const QString path = elsewhere.filePath(QString::fromLatin1(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qsizetype>(text.size()));
        return path;
    }
    /// False: no widget there accepts it.
    bool drop(const QString &path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QWidget *under = panel->view()->viewport();
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(under, &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(under, &event);
        return event.isAccepted();
    }
    std::string stageOf(const char *name) const
    {
        const Classification &classes = *controller.current()->state->classes;
        return classes.groups[classes.group[classes.names->indexOf(session.pane()->run()->strings.find(name))]].stage;
    }

    QTemporaryDir folder, elsewhere;
    Session session;
    StageController controller;
    std::unique_ptr<MappingPanel> panel;
};

constexpr std::string_view oneMapping = R"({"mine": {"one": {"flash": "attn", ".*": "misc"}}})";

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
    open(smallRun());
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
    open(smallRun());
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
    open(smallRun(name));
    type(0, MappingModel::Regex, QStringLiteral("(a+)+$"));
    EXPECT_TRUE(shown(0, MappingModel::Notes).contains(QLatin1String("given up")))
        << shown(0, MappingModel::Notes).toStdString();
    EXPECT_EQ(stageOf("attn_fwd"), "attention");
}

TEST_F(MappingPanelTest, theTestFieldSaysWhichRuleTakesANameAndWhichWouldToo)
{
    open(smallRun());
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
    open(smallRun());
    QCoreApplication::processEvents();
    EXPECT_LT(panel->view()->width(), panel->width());
    EXPECT_FALSE(says("A rule matches every kernel name."));
    open(smallRun("attn_bwd"));
    EXPECT_TRUE(QTest::qWaitFor([this] { return panel->view()->width() == panel->width(); }));
    EXPECT_TRUE(says("A rule matches every kernel name."));
}

TEST_F(MappingPanelTest, aNameOfTheCatchAllBecomesARuleBeforeIt)
{
    open(smallRun());
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
    open(smallRun());
    controller.setOwnMapping(session.pane()->run(),
                             StageMapping{"own", "flat", MappingForm::Flat, {{".*", "gpu"}}, {{".*", "all"}}});
    settle();
    EXPECT_TRUE(says("own/flat"));
    EXPECT_TRUE(shown(0, MappingModel::Names).isEmpty()) << "no counts of rules that are not in force";
    EXPECT_TRUE(chartData(chartSources(controller), {}).bars[0].note.contains(QLatin1String("own/flat")));
}

TEST_F(MappingPanelTest, aBarSaysThatItsMappingIsChanged)
{
    open(smallRun());
    EXPECT_EQ(chartSources(controller)[0].mapping, QLatin1String("own/test"));
    panel->view()->selectRow(0);
    QTest::keyClick(panel->view(), Qt::Key_Space);
    settle();
    EXPECT_EQ(chartSources(controller)[0].mapping, QLatin1String("own/test (changed)"));
    ASSERT_TRUE(controller.saveMapping("own", "test", true));
    settle();
    EXPECT_EQ(chartSources(controller)[0].mapping, QLatin1String("own/test"));
}

TEST_F(MappingPanelTest, aDroppedMappingBecomesTheDraftAndUndoTakesItBack)
{
    EXPECT_TRUE(drop(write("one.json", oneMapping)));
    EXPECT_EQ(regexes(), "flash .* ");
    EXPECT_EQ(controller.document()->draft().name(), "mine/one");
    EXPECT_TRUE(controller.document()->isModified());
    key(QKeySequence::Undo);
    EXPECT_EQ(regexes(), "gemm attn .* ");
    EXPECT_EQ(controller.document()->draft().name(), "own/test");
}

TEST_F(MappingPanelTest, ofAFileWithSeveralMappingsTheUserChooses)
{
    const QString path = write("two.json", R"({"a": {"x": {"k": "1"}, "y": {"l": "2"}}})");
    {
        Dialogs dialogs;
        dialogs.choose(QStringLiteral("a/y"));
        EXPECT_TRUE(drop(path));
        EXPECT_EQ(regexes(), "l ");
    }
    key(QKeySequence::Undo);
    Dialogs dialogs;
    dialogs.escape();
    drop(path);
    EXPECT_EQ(regexes(), "gemm attn .* ") << "cancelled";
}

TEST_F(MappingPanelTest, whatIsNoMappingIsLeftToTheWindow)
{
    EXPECT_FALSE(drop(write("trace.json", R"({"traceEvents": []})")));
    EXPECT_FALSE(drop(write("broken.json", "{")));
    EXPECT_FALSE(drop(write("note.txt", oneMapping)));
    EXPECT_EQ(controller.document()->undoStack()->count(), 0);
}

TEST_F(MappingPanelTest, whatAnImportedFileHasWrongIsSaid)
{
    Dialogs dialogs;
    dialogs.press(QMessageBox::Ok);
    EXPECT_TRUE(panel->importFile(write("bad.json", R"({"e": {"m": {"gemm(": "a", "b": 7, "c": "d"}}})")));
    EXPECT_EQ(regexes(), "gemm( c ");
    EXPECT_TRUE(dialogs.said.join(u' ').contains(QLatin1String("gemm("))) << dialogs.said.join(u' ').toStdString();
    dialogs.press(QMessageBox::Ok);
    EXPECT_FALSE(panel->importFile(write("none.json", "{}")));
    EXPECT_EQ(regexes(), "gemm( c ");
}

TEST_F(MappingPanelTest, savingUnderANameNeverReplacesWithoutAQuestion)
{
    type(0, MappingModel::Stage, QStringLiteral("matrix"));
    const auto savedStage = [this](const char *name) {
        const MappingLibrary library(folder.path());
        const KnownMapping *known = library.find(name);
        return known ? known->mapping.stages[0].label : std::string();
    };
    {
        Dialogs dialogs;
        dialogs.type(QStringLiteral("own/test")).press(QMessageBox::No);
        key(QKeySequence::Save);
        EXPECT_EQ(dialogs.said.front(), QLatin1String("own/test")) << "proposes the name it has";
    }
    EXPECT_EQ(savedStage("own/test"), "linear");
    EXPECT_TRUE(controller.document()->isModified());
    {
        Dialogs dialogs;
        dialogs.type(QStringLiteral("own/second"));
        key(QKeySequence::Save);
    }
    EXPECT_EQ(savedStage("own/second"), "matrix");
    EXPECT_FALSE(controller.document()->isModified());
    {
        Dialogs dialogs;
        dialogs.type(QStringLiteral("vllm/llama")).press(QMessageBox::No);
        key(QKeySequence::Save);
        EXPECT_TRUE(dialogs.said.back().contains(QLatin1String("built in")));
    }
    {
        Dialogs dialogs;
        dialogs.type(QStringLiteral("own/test")).press(QMessageBox::Yes);
        key(QKeySequence::Save);
    }
    EXPECT_EQ(savedStage("own/test"), "matrix");
}

TEST_F(MappingPanelTest, aNameWithoutAModelIsRefused)
{
    Dialogs dialogs;
    dialogs.type(QStringLiteral("own/")).press(QMessageBox::Ok);
    key(QKeySequence::Save);
    EXPECT_EQ(MappingLibrary(folder.path()).all().size(), 6u) << "five built in, own/test";
}

TEST_F(MappingPanelTest, switchingAsksAboutUnsavedChanges)
{
    MappingCombo combo(&controller);
    combo.show();
    const auto choose = [&combo](const char *name) {
        combo.setFocus();
        const int wanted = combo.findData(QString::fromLatin1(name));
        QTest::keyClick(&combo, Qt::Key_Home);
        while (combo.currentIndex() < wanted)
            QTest::keyClick(&combo, Qt::Key_Down);
    };
    type(0, MappingModel::Stage, QStringLiteral("matrix"));
    EXPECT_TRUE(combo.currentText().contains(QLatin1String("changed")));
    {
        Dialogs dialogs;
        dialogs.press(QMessageBox::Cancel);
        QTest::keyClick(&combo, Qt::Key_Home);
    }
    EXPECT_EQ(controller.document()->draft().name(), "own/test");
    EXPECT_EQ(combo.currentData().toString(), QLatin1String("own/test"));
    {
        Dialogs dialogs;
        dialogs.press(QMessageBox::Save).type(QStringLiteral("own/kept"));
        QTest::keyClick(&combo, Qt::Key_Home);
    }
    EXPECT_EQ(controller.document()->draft().name(), "default/any");
    EXPECT_TRUE(MappingLibrary(folder.path()).find("own/kept"));
    choose("own/test");
    EXPECT_EQ(controller.document()->draft().name(), "own/test") << "no question without changes";
    EXPECT_EQ(panel->model()->rule(0).stage, "linear");
    type(0, MappingModel::Stage, QStringLiteral("matrix"));
    Dialogs dialogs;
    dialogs.press(QMessageBox::Discard);
    QTest::keyClick(&combo, Qt::Key_Home);
    EXPECT_EQ(controller.document()->draft().name(), "default/any");
}

} // namespace
