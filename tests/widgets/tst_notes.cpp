// Notes at slices and times: written in the Notes tab, drawn as flags at the ruler, kept over a reload.

#include "tests/support/modeltester.h"
#include "tests/widgets/timelinewindow.h"
#include "widgets/panels/notes/notesmodel.h"
#include "widgets/panels/notes/notespanel.h"
#include "widgets/timeline/noteflags.h"
#include "widgets/timeline/timeruler.h"

#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>

namespace ws::test {
namespace {

TEST(NoteFlags, standAtTheirTimesAndCloseOnesShareOne)
{
    const std::vector<Note> notes{{QStringLiteral("a"), {100, 100}},
                                  {QStringLiteral("b"), {104, 200}},
                                  {QStringLiteral("c"), {500, 500}},
                                  {QStringLiteral("d"), {5000, 5000}}};
    const TimeScale scale({0, 1000}, 1000); // a pixel per ns
    const auto flags = noteFlags(notes, scale, 1000);
    ASSERT_EQ(flags.size(), 2u) << "the last lies outside of the view";
    EXPECT_NEAR(flags[0].x, 100, 1);
    EXPECT_EQ(flags[0].notes, (std::vector<size_t>{0, 1}));
    EXPECT_EQ(noteFlagText(notes, flags[0]), QStringLiteral("a\nb"));
    EXPECT_EQ(flags[1].notes, (std::vector<size_t>{2}));
}

TEST(NoteFlags, ofAThousandNotesAtOnePlaceHaveAShortText)
{
    const std::vector<Note> notes(1000, {QStringLiteral("x"), {5, 5}});
    const auto flags = noteFlags(notes, TimeScale({0, 1000}, 1000), 1000);
    ASSERT_EQ(flags.size(), 1u);
    EXPECT_TRUE(noteFlagText(notes, flags[0]).endsWith(QStringLiteral("…")));
}

class NotesTest : public TimelineGestures
{
protected:
    NotesTest() : panel(session.pane()), tester(panel.model())
    {
        QObject::connect(session.pane(), &Pane::noteRequested, &panel, [this](const Note &note) { panel.edit(note); });
        panel.resize(800, 300);
        panel.show();
        activate(view);
        view.setFocus();
    }
    static void activate(QWidget &window)
    {
        window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    }
    RunContext &context() { return session.pane()->context(); }
    /// Types into the open editor, then Enter.
    void type(const QString &text)
    {
        auto *editor = panel.view()->findChild<QLineEdit *>();
        ASSERT_TRUE(editor);
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QTest::qWait(1); // the editor's end is queued
    }

    NotesPanel panel;
    ModelTester tester;
};

TEST_F(NotesTest, shiftMAndAFewWordsMakeANoteAtTheSelectedSlice)
{
    context().select(kernel(0));
    QTest::keyClick(&view, Qt::Key_M, Qt::ShiftModifier);
    type(QStringLiteral("slow here"));
    ASSERT_EQ(context().notes().size(), 1u);
    EXPECT_EQ(context().notes()[0].text, QStringLiteral("slow here"));
    EXPECT_EQ(context().notes()[0].slice, kernel(0));
    EXPECT_EQ(context().notes()[0].time, (TimeRange{100 * us, 200 * us}));
    EXPECT_EQ(panel.model()->index(0, NotesModel::Slice).data().toString(), QStringLiteral("gemm"));
}

TEST_F(NotesTest, withoutASelectionItIsOfTheRange)
{
    context().setRange(TimeRange{10 * us, 60 * us});
    QTest::keyClick(&view, Qt::Key_M, Qt::ShiftModifier);
    type(QStringLiteral("launch"));
    ASSERT_EQ(context().notes().size(), 1u);
    EXPECT_FALSE(context().notes()[0].slice.valid());
    EXPECT_EQ(context().notes()[0].time, (TimeRange{10 * us, 60 * us}));
}

TEST_F(NotesTest, aNoteWithoutATextIsNone)
{
    context().select(kernel(0));
    QTest::keyClick(&view, Qt::Key_M, Qt::ShiftModifier);
    auto *editor = panel.view()->findChild<QLineEdit *>();
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_Escape);
    EXPECT_TRUE(QTest::qWaitFor([&] { return context().notes().empty(); }));
}

TEST_F(NotesTest, standInTheOrderOfTimeAndLeadToTheirPlaces)
{
    context().setNotes({{QStringLiteral("late"), {600 * us, 650 * us}, {}},
                        {QStringLiteral("slice"), {250 * us, 300 * us}, kernel(1)},
                        {QStringLiteral("moment"), {5 * us, 5 * us}, {}}});
    ASSERT_EQ(panel.model()->rowCount(), 3);
    EXPECT_EQ(panel.model()->note(0).text, QStringLiteral("moment"));
    EXPECT_EQ(panel.model()->note(2).text, QStringLiteral("late"));
    EXPECT_EQ(panel.model()->headerData(NotesModel::Time, Qt::Horizontal).toString(), QStringLiteral("Time (µs)"));
    EXPECT_EQ(panel.model()->index(2, NotesModel::Time).data().toString(), QStringLiteral("600.000"));
    activate(panel);
    panel.view()->setFocus();
    panel.view()->selectRow(1);
    QTest::keyClick(panel.view(), Qt::Key_Return);
    EXPECT_EQ(context().selection(), kernel(1));
    panel.view()->selectRow(2);
    QTest::keyClick(panel.view(), Qt::Key_Return);
    EXPECT_EQ(context().range(), (TimeRange{600 * us, 650 * us}));
    EXPECT_LE(view.visibleRange().begin, 600 * us);
    EXPECT_GE(view.visibleRange().end, 650 * us);
}

TEST_F(NotesTest, areEditedInPlaceAndDeletedByKey)
{
    context().setNotes({{QStringLiteral("a"), {1, 1}, {}}, {QStringLiteral("b"), {2, 2}, {}}});
    EXPECT_TRUE(panel.model()->setData(panel.model()->index(0, NotesModel::Text), QStringLiteral(" new ")));
    EXPECT_EQ(context().notes()[0].text, QStringLiteral("new"));
    EXPECT_FALSE(panel.model()->setData(panel.model()->index(0, NotesModel::Time), QStringLiteral("7")));
    activate(panel);
    panel.view()->setFocus();
    panel.view()->selectRow(0);
    QTest::keyClick(panel.view(), Qt::Key_Delete);
    ASSERT_EQ(context().notes().size(), 1u);
    EXPECT_EQ(context().notes()[0].text, QStringLiteral("b"));
}

TEST_F(NotesTest, aClickOnAFlagGoesToItsNoteAndDraggingFromItSelectsARange)
{
    context().setNotes({{QStringLiteral("x"), {250 * us, 300 * us}, kernel(1)}});
    auto *ruler = view.findChild<TimeRuler *>();
    ASSERT_TRUE(ruler);
    const auto flags = noteFlags(context().notes(), view.state()->scale(ruler->width()), ruler->width());
    ASSERT_EQ(flags.size(), 1u);
    const QPoint at = flags[0].box().center().toPoint();
    QTest::mouseClick(ruler, Qt::LeftButton, {}, at);
    EXPECT_EQ(context().selection(), kernel(1));
    context().select({});
    QTest::mousePress(ruler, Qt::LeftButton, {}, at);
    QMouseEvent move(QEvent::MouseMove, at + QPoint(80, 0), ruler->mapToGlobal(at + QPoint(80, 0)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(ruler, &move);
    QTest::mouseRelease(ruler, Qt::LeftButton, {}, at + QPoint(80, 0));
    EXPECT_FALSE(context().selection().valid());
    EXPECT_TRUE(context().range());
}

TEST_F(NotesTest, stayWithTheirSlicesWhenTheFileIsReadAgain)
{
    context().setNotes({{QStringLiteral("x"), {250 * us, 300 * us}, kernel(1)}});
    RunContext *now = session.replace(session.active(), smallRun());
    ASSERT_EQ(now->notes().size(), 1u);
    EXPECT_EQ(now->notes()[0].slice, now->run()->gpu.slice[1]);
    EXPECT_EQ(panel.model()->rowCount(), 1);
}

TEST_F(NotesTest, ofAHostileTextAreShownAsTheyAre)
{
    context().setNotes({{QStringLiteral("<img src='/dev/zero'>") + QString(70'000, u'x'), {1, 1}, {}}});
    const QString tip = panel.model()->index(0, NotesModel::Text).data(Qt::ToolTipRole).toString();
    EXPECT_FALSE(tip.contains(QStringLiteral("<img")));
}

} // namespace
} // namespace ws::test
