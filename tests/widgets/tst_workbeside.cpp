#include "widgets/timeline/overviewstrip.h"
#include "widgets/timeline/workbeside.h"

#include "tests/widgets/timelinewindow.h"

namespace ws::test {
namespace {

/// A thread with two calls, Python around the first, and a stream.
TimelineDataPtr apart()
{
    RunMaker maker;
    maker.op("1", 100, 50, "outer");
    maker.op("1", 110, 20, "inner");
    maker.op("1", 9'000, 100, "late");
    maker.python("2", 0, 500, "main.py(1): main");
    maker.op("2", 200, 100, "aten::mm");
    maker.kernel("7", 5'000, 100, "gemm");
    return maker.data();
}

LayoutRow firstRowOf(const TimelineData &data, const RowLayout &layout, const char *title)
{
    for (const LayoutSection &section : layout.sections)
        if (sectionTitle(*data.run, section.id) == QLatin1String(title))
            return layout.rows[section.firstRow];
    ADD_FAILURE() << title;
    return {};
}

TEST(WorkBeside, saysWhereTheWorkOfAnEmptyRowLiesOnBothSides)
{
    const auto data = apart();
    const RowLayout layout = layoutRows(*data, {});
    const WorkBeside work = workBeside(*data, firstRowOf(*data, layout, "thread 1"), {4'000, 6'000});
    ASSERT_TRUE(work.before && work.after);
    EXPECT_EQ(work.before->begin, 100);
    EXPECT_EQ(work.before->end, 150);
    EXPECT_EQ(work.after->begin, 9'000);
    EXPECT_EQ(work.after->end, 9'100);
}

TEST(WorkBeside, saysNothingWhereAnyRowOfTheSectionShowsASlice)
{
    const auto data = apart();
    const RowLayout layout = layoutRows(*data, {});
    const LayoutRow thread = firstRowOf(*data, layout, "thread 1"), stream = firstRowOf(*data, layout, "stream 7");
    EXPECT_EQ(workBeside(*data, thread, {149, 200}), WorkBeside());
    EXPECT_NE(workBeside(*data, thread, {150, 200}), WorkBeside()) << "it ends where the view begins";
    EXPECT_EQ(workBeside(*data, thread, {112, 113}), WorkBeside());
    EXPECT_EQ(workBeside(*data, stream, {5'050, 5'060}), WorkBeside());
    EXPECT_EQ(workBeside(*data, stream, {0, 10'000}), WorkBeside());
}

/// What is folded away is not promised.
TEST(WorkBeside, countsOnlyTheRowsThatAreShown)
{
    const auto data = apart();
    const RowLayout layout = layoutRows(*data, {});
    const LayoutRow thread = firstRowOf(*data, layout, "thread 2");
    ASSERT_EQ(thread.kind, LayoutRow::Folded);
    const WorkBeside work = workBeside(*data, thread, {400, 450});
    ASSERT_TRUE(work.before);
    EXPECT_EQ(work.before->begin, 200) << "main.py is not shown";
    EXPECT_FALSE(work.after);
    LayoutChoices all;
    all.python = true;
    const RowLayout withPython = layoutRows(*data, all);
    EXPECT_EQ(workBeside(*data, firstRowOf(*data, withPython, "thread 2"), {400, 450}), WorkBeside());
}

TEST_F(TimelineGestures, theOverviewHasTheAxisOfTheRowsWhenTheWholeRunIsShown)
{
    view.fitAll();
    auto *strip = view.findChild<OverviewStrip *>();
    EXPECT_EQ(strip->mapToGlobal(QPoint()).x(), canvas().mapToGlobal(QPoint()).x());
    EXPECT_EQ(strip->width(), canvas().width());
    const auto edgeOf = [](const QImage &image, int y, bool fromLeft) { // of the coloured part
        const QRgb empty = image.pixel(0, y);
        for (int i = 0; i < image.width(); ++i)
            if (const int x = fromLeft ? i : image.width() - 1 - i; image.pixel(x, y) != empty)
                return x;
        return -1;
    };
    const QImage density = strip->grab().toImage();
    const double firstKernel = canvas().scale().x(100 * us), lastEnd = canvas().scale().x(700 * us);
    const int bottom = density.height() - 6; // within the bars, above the frame
    const QImage inner = density.copy(3, 0, density.width() - 6, density.height());
    EXPECT_NEAR(edgeOf(inner, bottom, true) + 3, firstKernel, 2);
    EXPECT_NEAR(edgeOf(inner, bottom, false) + 3, lastEnd, 2);
}

TEST_F(TimelineGestures, theFirstViewIsTheWholeRunWhereGpuWorkFillsAThirdOfIt)
{
    EXPECT_LE(view.visibleRange().begin, 0);
    EXPECT_GE(view.visibleRange().end, 1000 * us) << "600 of 1000 us";
    RunMaker sparse;
    sparse.op("1", 0, 10'000 * us, "model");
    sparse.kernel("7", 9'000 * us, 100 * us, "gemm");
    session.add(sparse.finish());
    QApplication::processEvents();
    EXPECT_GT(view.visibleRange().begin, 8'000 * us);
    EXPECT_LT(view.visibleRange().end, 9'200 * us);
}

} // namespace
} // namespace ws::test
