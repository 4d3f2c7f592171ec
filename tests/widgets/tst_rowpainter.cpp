#include "widgets/timeline/rowpainter.h"

#include "tests/widgets/timelinewindow.h"
#include "widgets/timeline/framepainter.h"

#include <QBackingStore>
#include <QPainter>

#include <gtest/gtest.h>

#include <random>

using namespace ws;
using namespace ws::test;

namespace {

constexpr QRgb background = 0xff102030;

QImage noise(QSize size, QImage::Format format, uint32_t seed)
{
    std::mt19937 random(seed);
    QImage image(size, QImage::Format_ARGB32);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, random() % 3 ? random() : random() % 2 ? random() | 0xff000000 : 0);
    return image.convertToFormat(format);
}

struct Boxes
{
    explicit Boxes(int stream = 7)
    {
        maker.kernel(std::to_string(stream), 0, 100, "a");
        data = maker.data();
        colours = ColourTable(data->run, palette, {}, {});
        name = data->run->timeline.lanes[0].name[0];
        category = data->run->timeline.lanes[0].category[0];
    }
    Mark mark(int x, int width, int fill = 255) const
    {
        return {uint16_t(x), uint16_t(width), category, uint8_t(fill), false, name, 0, false};
    }
    /// Coloured lines of a pixel column, from the top: "..##".
    std::string column(const QImage &image, int x) const
    {
        std::string lines;
        for (int y = 0; y < image.height(); ++y)
            lines += image.pixel(x, y) == background ? '.' : '#';
        return lines;
    }

    RunMaker maker;
    TimelineDataPtr data;
    Palette palette{false};
    ColourTable colours;
    StringId name = 0;
    uint16_t category = 0;
};

} // namespace

TEST(ColourTable, aStepAmongTheOperatorsIsALabelOverThem)
{
    RunMaker maker;
    maker.op("1", 0, 100, "ProfilerStep#3");
    maker.op("1", 10, 20, "ProfilerStepper");
    const TimelineDataPtr data = maker.data();
    const Timeline &timeline = data->run->timeline;
    const ColourTable colours(data->run, Palette(false), {}, {});
    const auto isOutlined = [&](EventRef slice) {
        return colours.isOutlined(timeline.name(slice), timeline.lanes[slice.lane].category[slice.index]);
    };
    EXPECT_TRUE(isOutlined({0, 0}));
    EXPECT_FALSE(isOutlined({1, 0}));
    const auto colourOf = [&](EventRef slice) {
        return colours.of(timeline.name(slice), timeline.lanes[slice.lane].category[slice.index]);
    };
    EXPECT_EQ(colourOf({0, 0}), Palette(false).slice({}, CategoryKind::UserAnnotation));
    EXPECT_EQ(colourOf({1, 0}), Palette(false).slice({}, CategoryKind::CpuOp));
}

TEST(RowPainter, blendedImagesHaveThePixelsOfDrawnOnes)
{
    const Boxes boxes;
    const QImage over = noise({37, 11}, QImage::Format_ARGB32_Premultiplied, 1);
    for (const QPoint at : {QPoint(5, 4), QPoint(-9, -3), QPoint(40, 13), QPoint(-50, 0), QPoint(0, 60)}) {
        QImage drawn = noise({61, 19}, QImage::Format_RGB32, 2), blended = drawn.copy();
        QPainter painter(&drawn);
        painter.setClipRect(0, 3, drawn.width(), 12);
        painter.drawImage(at, over);
        painter.end();
        RowPainter(blended, boxes.colours, boxes.palette).blend(over, at.x(), at.y(), 3, 15);
        EXPECT_EQ(blended, drawn) << at.x() << ' ' << at.y();
    }
}

TEST(RowPainter, bandsHaveThePixelsOfFilledAndHatchedOnes)
{
    const Boxes boxes;
    const std::vector<std::pair<int, int>> columns{{-20, 7}, {10, 12}, {30, 33}, {33, 60}, {90, 200}, {300, 310}};
    constexpr RowPainter::Band colours{0xff101010, 0xff202020, 0xff303030};
    for (const auto &[y, height, ratio] : {std::tuple(0, 150, 1.0), std::tuple(3, 100, 1.5), std::tuple(-5, 9, 2.0),
                                           std::tuple(149, 5, 1.0), std::tuple(0, 150, 3.0)}) {
        QImage drawn = noise({100, 150}, QImage::Format_RGB32, 4), banded = drawn.copy();
        RowPainter each(drawn, boxes.colours, boxes.palette, ratio);
        for (const auto &[left, right] : columns) {
            each.fill(left, right, y, height, colours.area);
            each.hatch(left, right, y, height, colours.hatch);
            each.fill(left, left + 1, y, height, colours.edge);
            each.fill(right - 1, right, y, height, colours.edge);
        }
        RowPainter(banded, boxes.colours, boxes.palette, ratio).bands(columns, y, height, colours);
        EXPECT_EQ(banded, drawn) << y << ' ' << height;
    }
}

TEST(RowPainter, hatchingIsAsDenseOnEveryScreen)
{
    const Boxes boxes;
    for (const double ratio : {1.0, 1.5, 2.0, 3.0}) {
        QImage image(240, 24, QImage::Format_RGB32);
        image.fill(background);
        RowPainter(image, boxes.colours, boxes.palette, ratio).hatch(0, image.width(), 0, image.height(), 0xffffffff);
        int coloured = 0, lines = 0;
        for (int x = 0; x < image.width(); ++x) {
            coloured += image.pixel(x, 7) != background;
            lines += x > 0 && image.pixel(x, 7) != background && image.pixel(x - 1, 7) == background;
        }
        EXPECT_NEAR(coloured, image.width() / 8.0, image.width() / 20.0) << ratio;
        EXPECT_NEAR(lines, image.width() / 8.0 / ratio, 1) << ratio;
    }
}

TEST(RowPainter, aStepIsOutlinedWhateverItsSliceIs)
{
    const Boxes boxes;
    QImage work(12, 12, QImage::Format_RGB32), step = work;
    RowPainter(work, boxes.colours, boxes.palette).boxes({boxes.mark(2, 8)}, 0, 12, background);
    RowPainter(step, boxes.colours, boxes.palette).labels({boxes.mark(2, 8)}, 0, 12, background);
    EXPECT_EQ(work.pixel(5, 0), work.pixel(5, 6)) << "a kernel is filled";
    EXPECT_NE(step.pixel(5, 0), step.pixel(5, 6));
    EXPECT_NE(step.pixel(5, 0), work.pixel(5, 0));
}

TEST(RowPainter, manyAnnotationsInAPixelAreAColumnAndOneIsALine)
{
    RunMaker maker;
    maker.label("7", 0, 100, "step");
    const auto data = maker.data();
    const Palette palette(false);
    const ColourTable colours(data->run, palette, {}, {});
    const Lane &lane = data->run->timeline.lanes[0];
    const Mark one{1, 1, lane.category[0], 60, true, lane.name[0], 0, false};
    const Mark many{3, 1, lane.category[0], 60, true, lane.name[0], mergedMark, false};
    QImage image(6, 12, QImage::Format_RGB32);
    RowPainter(image, colours, palette).boxes({one, many}, 0, 12, background);
    EXPECT_NE(image.pixel(1, 0), background);
    EXPECT_EQ(image.pixel(3, 0), background);
    EXPECT_NE(image.pixel(3, 11), background);
    EXPECT_NE(image.pixel(3, 11), image.pixel(1, 11)) << "calmer than an outline";
}

TEST(RowPainter, aColumnIsAsHighAsItsShareOfTheRow)
{
    const Boxes boxes;
    QImage image = noise({8, 12}, QImage::Format_RGB32, 3);
    RowPainter(image, boxes.colours, boxes.palette)
        .boxes({boxes.mark(1, 1, 128), boxes.mark(2, 1, 255), boxes.mark(3, 1, 1), boxes.mark(4, 3)}, 0, 12,
               background);
    EXPECT_EQ(boxes.column(image, 0), "............");
    EXPECT_EQ(boxes.column(image, 1), "......######");
    EXPECT_EQ(boxes.column(image, 2), "############");
    EXPECT_EQ(boxes.column(image, 3), "..........##");
    EXPECT_EQ(boxes.column(image, 6), "############");
    EXPECT_EQ(boxes.column(image, 7), "............");
}

TEST(RowPainter, whatComesLaterLiesOnTop)
{
    const Boxes boxes;
    QImage image(8, 12, QImage::Format_RGB32);
    RowPainter(image, boxes.colours, boxes.palette)
        .boxes({boxes.mark(0, 4), boxes.mark(3, 1, 128), boxes.mark(5, 1, 128), boxes.mark(5, 2)}, 0, 12, background);
    EXPECT_EQ(boxes.column(image, 2), "############");
    EXPECT_EQ(boxes.column(image, 3), "......######");
    EXPECT_EQ(boxes.column(image, 5), "############");
}

TEST(RowPainter, aRowThatIsPartlyOutsideIsCut)
{
    const Boxes boxes;
    for (int y : {-9, -6, -3, 0, 3}) {
        QImage image(3, 6, QImage::Format_RGB32);
        image.fill(background);
        RowPainter(image, boxes.colours, boxes.palette).boxes({boxes.mark(1, 1, 128)}, y, 12, background);
        const std::string all = "........."
                                "......######"
                                ".........";
        EXPECT_EQ(boxes.column(image, 1), all.substr(static_cast<size_t>(9 - y), 6)) << y;
    }
}

TEST(RowPainter, aFrameLeavesNothingOfTheOneBefore)
{
    RunMaker maker;
    for (int i = 0; i < 40; ++i) {
        maker.kernel(std::to_string(i % 3), i * 1000, 700, "kernel");
        maker.op(std::to_string(20 + i % 4), i * 1000, 900, "aten::mm");
    }
    const auto data = maker.data();
    LayoutChoices choices;
    choices.pinned.push_back(layoutRows(*data, {}).sections.front().id.key());
    const Palette palette(false);
    const ColourTable colours(data->run, palette, {}, {});
    LabelCache labels;
    labels.setUp(data, QFont(), 1);
    FramePainter painter;
    for (const RowLayout &layout : {layoutRows(*data, {}), layoutRows(*data, choices)})
        for (int scroll : {0, 7, 31}) {
            MarksCache marks;
            marks.reset(data.get(), &layout, TimeScale(data->whole(), 500));
            QImage fresh(500, 300, QImage::Format_RGB32), used = noise(fresh.size(), QImage::Format_RGB32, 5);
            fresh.fill(Qt::black);
            for (QImage *image : {&fresh, &used})
                painter.paint(*image, {data.get(), &layout, &colours, &palette, {scroll, 300}, 1}, marks, labels);
            EXPECT_EQ(fresh, used) << scroll;
        }
}

TEST(RowPainter, marksOfAFormerViewDoNotShowInTheNext)
{
    RunMaker maker;
    for (int i = 0; i < 40; ++i)
        maker.kernel("7", i * 1000, 700, "kernel");
    const auto data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    MarksCache marks;
    for (const TimeRange range : {data->whole(), TimeRange{5000, 5300}, data->whole(), TimeRange{100'000, 200'000}}) {
        const TimeScale scale(range, 500);
        marks.reset(data.get(), &layout, scale);
        marks.expect(0, layout.rows.size());
        for (size_t row = 0; row < layout.rows.size(); ++row) {
            const RowMarks wanted = marksOf(*data, layout.rows[row], scale);
            EXPECT_EQ(marks.of(row).marks.size(), wanted.marks.size());
            EXPECT_EQ(marks.of(row).curve.size(), wanted.curve.size());
        }
    }
}

namespace {

/// 30 rows of 20 slices: enough for all cores.
RunPtr manyRows()
{
    RunMaker maker;
    for (int row = 0; row < 30; ++row)
        for (int i = 0; i < 20; ++i)
            maker.kernel(std::to_string(row), i * 1000, 1000,
                         "kernel_with_a_name_that_fits_nowhere_" + std::to_string(100 * row + i));
    return maker.finish();
}

} // namespace

TEST(RowPainter, rowsOfAllCoresAreThoseOfOne)
{
    const TimelineDataPtr data = makeTimelineData(manyRows());
    const RowLayout layout = layoutRows(*data, {});
    std::vector<uint8_t> highlight(data->run->strings.size());
    for (size_t name = 0; name < highlight.size(); name += 3)
        highlight[name] = 1;
    const Palette palette(false);
    for (const TimeRange range : {data->whole(), TimeRange{0, 3000}}) {
        const TimeScale scale(range, 900);
        QImage image(900, layout.height, QImage::Format_RGB32);
        const auto paint = [&](QImage &to, int from, int bottom) {
            MarksCache marks;
            marks.reset(data.get(), &layout, scale);
            marks.setHighlight(highlight);
            LabelCache labels;
            labels.setUp(data, QGuiApplication::font(), 1);
            const ColourTable colours(data->run, palette, {}, highlight);
            FramePainter().paint(to, {data.get(), &layout, &colours, &palette, {from, bottom - from}, 1}, marks,
                                 labels);
        };
        paint(image, 0, layout.height);
        for (const LayoutRow &row : layout.rows) { // each is too little work to be divided
            QImage lines(900, row.height, QImage::Format_RGB32);
            paint(lines, row.y, row.y + row.height);
            EXPECT_EQ(image.copy(0, row.y, 900, row.height), lines) << row.y;
        }
    }
}

TEST(RowPainter, theScreenHasInTheEndWhatAPictureHasAtOnce)
{
    Session session;
    TimelineView view(session.pane());
    session.add(manyRows());
    view.resize(1800, 1000);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    EXPECT_TRUE(QTest::qWaitFor([&] { return view.state()->data() != nullptr; }));
    const TimelineCanvas &canvas = *view.canvas();
    const auto onScreen = [&] {
        const auto &all = *static_cast<const QImage *>(view.backingStore()->paintDevice());
        return all.copy({canvas.mapTo(&view, QPoint()), canvas.size()});
    };
    const TimeRange whole = view.state()->data()->whole();
    view.state()->setVisible({whole.begin, whole.begin + whole.length() / 2});
    view.canvas()->repaint();
    const QImage first = onScreen(), picture = view.canvas()->grab().toImage().convertToFormat(first.format());
    EXPECT_NE(first, picture) << "300 names: not all are painted at once";
    EXPECT_TRUE(QTest::qWaitFor([&] { return onScreen() == picture; }));
}
