// Mappings that come from files and go there, in the Mapping tab: drops, imports, saving, switching.
#include "mappingpaneltest.h"

#include <QSignalSpy>
#include <QToolButton>

using namespace ws;
using namespace ws::test;

namespace {

constexpr std::string_view oneMapping = R"({"mine": {"one": {"flash": "attn", ".*": "misc"}}})";

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
