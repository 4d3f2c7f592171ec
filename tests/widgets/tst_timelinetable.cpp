// The timeline as screen readers see it.
#include "core/base/format.h"
#include "tests/widgets/timelinewindow.h"
#include "widgets/timeline/overviewstrip.h"
#include "widgets/timeline/timelinetable.h"
#include "widgets/toolkit/paintedtable.h"

#include <QAccessible>
#include <QSignalSpy>

namespace ws::test {
namespace {

class TimelineTable : public TimelineGestures
{
protected:
    ~TimelineTable() override { QAccessible::setActive(false); }
    QAccessibleInterface *access() { return QAccessible::queryAccessibleInterface(&canvas()); }
    QAccessibleTableInterface *table() { return access()->tableInterface(); }
    int rowNamed(const QString &name)
    {
        for (int row = 0; row < table()->rowCount(); ++row)
            if (table()->rowDescription(row) == name)
                return row;
        return -1;
    }
    QStringList namesOf(int row)
    {
        QStringList names;
        for (int column = 1; table()->cellAt(row, column); ++column)
            names << table()->cellAt(row, column)->text(QAccessible::Name);
        return names;
    }
    QAccessibleInterface *cellNamed(const QString &name, int nth = 0)
    {
        for (int i = 0; i < access()->childCount(); ++i)
            if (access()->child(i)->role() == QAccessible::Cell &&
                access()->child(i)->text(QAccessible::Name) == name && nth-- == 0)
                return access()->child(i);
        return nullptr;
    }
};

TEST_F(TimelineTable, hasTheShownRowsWithTheirSlices)
{
    view.fitAll();
    EXPECT_EQ(access()->role(), QAccessible::Table);
    EXPECT_FALSE(access()->text(QAccessible::Name).isEmpty());
    EXPECT_EQ(size_t(table()->rowCount()), view.state()->layout().rows.size());
    const int stream = rowNamed(QStringLiteral("stream 7"));
    ASSERT_GE(stream, 0);
    EXPECT_EQ(namesOf(stream), QStringList({QStringLiteral("gemm"), QStringLiteral("norm"), QStringLiteral("gemm")}));
    EXPECT_EQ(namesOf(rowNamed(QStringLiteral("stream 20"))), QStringList(QStringLiteral("nccl")));
    EXPECT_GE(rowNamed(QStringLiteral("GPU 0")), 0);
    const QAccessibleInterface *header = table()->cellAt(stream, 0);
    EXPECT_EQ(header->role(), QAccessible::RowHeader);
    EXPECT_TRUE(header->text(QAccessible::Value).contains(formatPercent(250.0 / 600))) // 250 of 600 µs
        << header->text(QAccessible::Value).toStdString();
}

TEST_F(TimelineTable, cellsTellTheirTimesAndWhereTheyAre)
{
    view.fitAll();
    QAccessibleInterface *cell = cellNamed(QStringLiteral("norm"));
    ASSERT_TRUE(cell);
    const QString value = cell->text(QAccessible::Value);
    EXPECT_TRUE(value.contains(formatDuration(50 * us))) << value.toStdString();
    EXPECT_TRUE(value.contains(QStringLiteral("stream 7"))) << value.toStdString();
    EXPECT_FALSE(value.contains(QStringLiteral("norm")));
    const QRect box = canvas().boxOf(kernel(1)).toRect().translated(canvas().mapToGlobal(QPoint()));
    EXPECT_EQ(cell->rect().center(), box.center());
    EXPECT_EQ(access()->childAt(box.center().x(), box.center().y()), cell);
    EXPECT_EQ(cell->tableCellInterface()->columnIndex(), 2);
    EXPECT_EQ(cell->tableCellInterface()->rowHeaderCells().value(0)->text(QAccessible::Name),
              QStringLiteral("stream 7"));
    EXPECT_EQ(cell->parent(), access());
    EXPECT_EQ(access()->child(access()->indexOfChild(cell)), cell);
}

TEST_F(TimelineTable, onlyWhatIsInTheVisibleTimeIsListed)
{
    view.showRange({240 * us, 310 * us});
    EXPECT_EQ(namesOf(rowNamed(QStringLiteral("stream 7"))), QStringList(QStringLiteral("norm")));
    EXPECT_TRUE(namesOf(rowNamed(QStringLiteral("stream 20"))).isEmpty());
}

TEST_F(TimelineTable, pressingACellSelectsIt)
{
    view.fitAll();
    QAccessibleInterface *cell = cellNamed(QStringLiteral("norm"));
    EXPECT_FALSE(cell->state().selected);
    ASSERT_TRUE(cell->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_EQ(view.state()->context().selection(), kernel(1));
    EXPECT_TRUE(cell->state().selected);
    EXPECT_TRUE(cell->state().focused);
    EXPECT_EQ(table()->selectedCells(), QList<QAccessibleInterface *>{cell});
    EXPECT_EQ(access()->focusChild(), cell);
    EXPECT_FALSE(cellNamed(QStringLiteral("gemm"))->state().selected);
}

TEST_F(TimelineTable, aSelectionIsToldWhileSomebodyListens)
{
    view.fitAll();
    QSignalSpy told(canvas().findChild<PaintedTable *>(), &PaintedTable::told);
    const auto last = [&] { return table()->cellAt(told.last()[0].toInt(), told.last()[1].toInt()); };
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middleOf(kernel(1)));
    EXPECT_EQ(told.count(), 0);
    QAccessible::setActive(true);
    key(Qt::Key_Period); // the next one of the row
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(last()->text(QAccessible::Name), QStringLiteral("gemm"));
    EXPECT_TRUE(last()->state().focused);
    view.showRange({500 * us, 900 * us}); // told once for several changes
    view.showRange({550 * us, 900 * us});
    ASSERT_TRUE(QTest::qWaitFor([&] { return told.count() == 2; }));
    EXPECT_EQ(last()->text(QAccessible::Name), QStringLiteral("gemm"));
    EXPECT_EQ(last()->tableCellInterface()->columnIndex(), 1);
}

TEST_F(TimelineTable, stepsAndGapsAreCells)
{
    RunMaker maker;
    maker.op("1", 0, 10 * us, "aten::mm");
    maker.kernel("7", 0, 100 * us, "gemm");
    maker.kernel("7", 400 * us, 100 * us, "gemm");
    session.add(maker.finish());
    ASSERT_TRUE(QTest::qWaitFor([&] { return rowNamed(QStringLiteral("idle")) >= 0; }, 60'000));
    view.fitAll();
    const QStringList gaps = namesOf(rowNamed(QStringLiteral("idle")));
    ASSERT_EQ(gaps.size(), 1);
    EXPECT_TRUE(gaps[0].startsWith(formatDuration(300 * us))) << gaps[0].toStdString();
}

TEST_F(TimelineTable, aRowOfAMillionSlicesListsTheFirstAndSaysSo)
{
    RunMaker maker;
    for (int i = 0; i < 5'000; ++i)
        maker.kernel("7", i * 2 * us, us, "k");
    session.add(maker.finish());
    view.fitAll();
    const int row = rowNamed(QStringLiteral("stream 7"));
    ASSERT_GE(row, 0);
    EXPECT_TRUE(table()->cellAt(row, maxRowBoxes));
    EXPECT_FALSE(table()->cellAt(row, maxRowBoxes + 1));
    const QString note = table()->cellAt(row, 0)->text(QAccessible::Description);
    EXPECT_TRUE(note.contains(formatCount(5'000))) << note.toStdString();
}

TEST_F(TimelineTable, cellsOfAClosedOrReloadedRunAreInvalidAndHarmless)
{
    view.fitAll();
    QAccessibleInterface *held = cellNamed(QStringLiteral("norm"));
    ASSERT_TRUE(held->isValid());
    const auto askEverything = [&] {
        EXPECT_FALSE(held->isValid());
        EXPECT_TRUE(held->text(QAccessible::Name).isEmpty());
        EXPECT_TRUE(held->rect().isEmpty());
        EXPECT_TRUE(held->state().invalid);
        EXPECT_FALSE(held->parent());
        EXPECT_TRUE(held->tableCellInterface()->rowHeaderCells().isEmpty());
        held->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    };
    const auto before = session.active();
    session.add(runOfFile()); // another run in front
    askEverything();
    EXPECT_FALSE(view.state()->context().selection().valid());
    const QAccessible::Id id = QAccessible::uniqueId(held);
    EXPECT_EQ(namesOf(rowNamed(QStringLiteral("stream 7"))), QStringList(QStringLiteral("gemm"))); // of the new run
    EXPECT_FALSE(QAccessible::accessibleInterface(id));                                            // forgotten

    held = cellNamed(QStringLiteral("gemm"));
    session.close(session.active());
    session.close(before);
    askEverything();
    EXPECT_EQ(table()->rowCount(), 0);
    EXPECT_EQ(access()->childCount(), 0);
    EXPECT_FALSE(table()->cellAt(0, 0));
}

TEST_F(TimelineTable, ofAClosedViewIsForgotten)
{
    QAccessible::Id table = 0, cell = 0;
    {
        Session other;
        TimelineView short_(other.pane());
        other.add(smallRun());
        QAccessibleInterface *of = QAccessible::queryAccessibleInterface(short_.canvas());
        table = QAccessible::uniqueId(of);
        ASSERT_GT(of->childCount(), 0);
        cell = QAccessible::uniqueId(of->child(0));
        EXPECT_TRUE(QAccessible::accessibleInterface(cell));
    }
    EXPECT_FALSE(QAccessible::accessibleInterface(table));
    EXPECT_FALSE(QAccessible::accessibleInterface(cell));
}

TEST_F(TimelineTable, theOverviewTellsItsTimes)
{
    auto *strip = view.findChild<OverviewStrip *>();
    QAccessibleTableInterface *times = QAccessible::queryAccessibleInterface(strip)->tableInterface();
    ASSERT_TRUE(times);
    ASSERT_EQ(times->rowCount(), 2);
    EXPECT_EQ(times->cellAt(0, 0)->text(QAccessible::Name), QStringLiteral("Whole run"));
    EXPECT_EQ(times->cellAt(0, 1)->text(QAccessible::Value), formatDuration(1000 * us));
    view.state()->context().setRange(TimeRange{100 * us, 200 * us});
    ASSERT_TRUE(QTest::qWaitFor([&] { return times->rowCount() == 3; }));
    EXPECT_EQ(times->cellAt(2, 1)->text(QAccessible::Name),
              QStringLiteral("%1 from %1 on").arg(formatDuration(100 * us)));
}

} // namespace
} // namespace ws::test
