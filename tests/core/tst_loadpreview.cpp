#include "core/base/loadpreview.h"

#include "core/model/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace ws {
namespace {

struct PreviewSlice
{
    int64_t start, duration;
};

/// One after another, with gaps: their summed durations are the time that they cover.
std::vector<PreviewSlice> slicesInARow(size_t count, int64_t from, int64_t longest, std::mt19937 &random)
{
    std::uniform_int_distribution<int64_t> length(1, longest);
    std::vector<PreviewSlice> slices;
    for (int64_t at = from; slices.size() < count; at += slices.back().duration + length(random))
        slices.push_back({at, length(random)});
    return slices;
}

void add(LoadPreview &preview, const std::vector<PreviewSlice> &slices)
{
    LoadPreview::Writer writer(preview);
    writer.addRow();
    for (const PreviewSlice &slice : slices)
        writer.add(writer.rowCount() - 1, slice.start, slice.duration);
}

double coveredNs(const std::vector<PreviewSlice> &slices, TimeRange range)
{
    double sum = 0;
    for (const PreviewSlice &slice : slices)
        sum += double(std::max<int64_t>(0, std::min(slice.start + slice.duration, range.end) -
                                               std::max(slice.start, range.begin)));
    return sum;
}

TEST(LoadPreview, nothingHasComeYet)
{
    LoadPreview preview;
    EXPECT_EQ(preview.span().length(), 0);
    EXPECT_TRUE(preview.rows().empty());
    EXPECT_EQ(preview.densities({0, 7}, {0, 100}, 4), (std::vector<LoadPreview::Density>(2, {0, 0, 0, 0})));
}

TEST(LoadPreview, densityIsTheShareThatIsBusyInWhateverOrderSlicesCome)
{
    std::mt19937 random(7);
    const std::vector<PreviewSlice> inOrder = slicesInARow(20'000, 1'700'000'000'000'000'000, 3'000, random);
    for (int order = 0; order < 4; ++order) {
        std::vector<PreviewSlice> slices = inOrder;
        if (order == 1)
            std::ranges::reverse(slices);
        else if (order == 2)
            std::ranges::shuffle(slices, random);
        else if (order == 3) // from the middle to both sides in turns
            for (size_t i = 0; i < slices.size(); ++i)
                slices[i] = inOrder[i % 2 ? slices.size() / 2 + i / 2 : slices.size() / 2 - 1 - i / 2];
        LoadPreview preview;
        add(preview, slices);
        const TimeRange span = preview.span();
        EXPECT_EQ(span, (TimeRange{inOrder.front().start, inOrder.back().start + inOrder.back().duration}));
        constexpr size_t parts = 50;
        const LoadPreview::Density density = preview.densities({0}, span, parts)[0];
        const double perPart = double(span.length()) / parts;
        for (size_t part = 0; part < parts; ++part) {
            const TimeRange range{span.begin + std::llround(double(part) * perPart),
                                  span.begin + std::llround(double(part + 1) * perPart)};
            EXPECT_NEAR(density[part], coveredNs(inOrder, range) / perPart, 0.02) << order << ' ' << part;
        }
    }
}

TEST(LoadPreview, aShortSliceAloneIsSeenWhereItIs)
{
    LoadPreview preview;
    add(preview, {{0, 10}, {1'000'000'000, 1'000'000}, {2'000'000'000, 10}});
    const LoadPreview::Density density = preview.densities({0}, {0, 2'000'000'010}, 20)[0];
    for (size_t part = 0; part < density.size(); ++part)
        EXPECT_EQ(density[part] > 0, part == 0 || part == 9 || part == 10 || part == 19)
            << part << ' ' << density[part];
    EXPECT_NEAR(std::accumulate(density.begin(), density.end(), 0.0), 0.01, 1e-4);
}

TEST(LoadPreview, slicesOverOneAnotherAreCounted)
{
    LoadPreview preview;
    add(preview, std::vector<PreviewSlice>(7, {0, 1'000'000}));
    const auto within = preview.densities({0}, {0, 1'000'000}, 10),
               behind = preview.densities({0}, {2'000'000, 3'000'000}, 10);
    for (const float part : within[0])
        EXPECT_NEAR(part, 7, 0.01);
    for (const float part : behind[0])
        EXPECT_FLOAT_EQ(part, 0);
}

TEST(LoadPreview, theFarthestTimesFit)
{
    LoadPreview preview;
    add(preview, std::vector<PreviewSlice>(10'000, {-farthestNs, farthestNs}));
    add(preview, {{farthestNs, 0}, {0, farthestNs}});
    const TimeRange span = preview.span();
    const auto densities = preview.densities({0, 1, 2}, {span.begin / 2, span.end / 2}, 2);
    EXPECT_NEAR(densities[0][0], LoadPreview::mostSlices, 0.1);
    EXPECT_NEAR(densities[0][1], 0, 0.01);
    EXPECT_NEAR(densities[1][0], 0, 0.01);
    EXPECT_NEAR(densities[1][1], 1, 0.01);
    EXPECT_EQ(densities[2], LoadPreview::Density(2, 0)) << "there is no such row";
}

TEST(LoadPreview, isWrittenAtIntervals)
{
    LoadPreview often{std::chrono::milliseconds(0)}, rarely{std::chrono::hours(1)};
    EXPECT_TRUE(often.isDue() && often.isDue());
    EXPECT_TRUE(rarely.isDue());
    EXPECT_FALSE(rarely.isDue());
}

} // namespace
} // namespace ws
