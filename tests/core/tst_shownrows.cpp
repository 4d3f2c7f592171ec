// What a view sees of the rows of a file that is being read: their names, and each slice once.

#include "core/base/loadpreview.h"
#include "core/model/timelinebuilder.h"

#include <gtest/gtest.h>

#include <chrono>

namespace ws {
namespace {

using Rows = std::vector<LoadPreview::RowName>;

class ShownRowsTest : public testing::Test
{
protected:
    StringId id(std::string_view text) { return m_run.strings.intern(text); }
    uint32_t track(TrackKind kind, std::string_view pid, std::string_view tid)
    {
        return m_builder.track(kind, id(pid), id(tid));
    }
    void slice(uint32_t track, int64_t start, int64_t duration = 100)
    {
        m_builder.addSlice(track, start, duration, id("a"), 0, 0);
    }
    static Progress &seen(Progress &progress, std::chrono::milliseconds interval = std::chrono::milliseconds(0))
    {
        progress.preview = std::make_shared<LoadPreview>(interval);
        return progress;
    }
    /// How many slices lie over one another between two times, on average.
    static double density(const Progress &progress, size_t row, TimeRange range)
    {
        return double(progress.preview->densities({row}, range, 1)[0][0]);
    }

    ws::Run m_run;
    TimelineBuilder m_builder{m_run};
};

TEST_F(ShownRowsTest, rowsOfGpusAreThoseOfStreamsAndTheirLabels)
{
    for (const auto &[kind, pid, tid] : {std::tuple(TrackKind::GpuStream, "0", "7"),
                                         {TrackKind::GpuAnnotation, "0", "8"},
                                         {TrackKind::CpuThread, "42", "43"},
                                         {TrackKind::Async, "42", "request"}})
        slice(track(kind, pid, tid), 0);
    Progress progress;
    m_builder.show(seen(progress));
    EXPECT_EQ(progress.preview->rows(),
              (Rows{{"0", "7", true}, {"0", "8", true}, {"42", "43", false}, {"42", "request", false}}));
}

TEST_F(ShownRowsTest, aRowIsThereFromItsFirstSliceOnAndGetsItsNameWhenThatIsRead)
{
    const uint32_t late = track(TrackKind::CpuThread, "42", "43"), first = track(TrackKind::CpuThread, "42", "44");
    slice(first, 0);
    Progress progress;
    m_builder.show(seen(progress));
    EXPECT_EQ(progress.preview->rows(), (Rows{{"42", "44", false}}));
    m_builder.nameThread(id("42"), id("44"), id("main"));
    m_builder.nameThread(id("42"), id("43"), 0);
    m_builder.nameThread(id("41"), id("44"), id("another process"));
    slice(late, 0);
    m_builder.show(progress);
    EXPECT_EQ(progress.preview->rows(), (Rows{{"42", "main", false}, {"42", "43", false}}));
}

TEST_F(ShownRowsTest, namesAreCutAtTwoHundredBytes)
{
    const std::string longest(200, 'p'), label(200, 'l');
    slice(track(TrackKind::CpuThread, longest + "pp", "43"), 0);
    m_builder.nameThread(id(longest + "pp"), id("43"), id(label + "l"));
    Progress progress;
    m_builder.show(seen(progress));
    EXPECT_EQ(progress.preview->rows(), (Rows{{longest, label, false}}));
}

TEST_F(ShownRowsTest, everySliceIsGivenOnce)
{
    const uint32_t a = track(TrackKind::CpuThread, "42", "43"), b = track(TrackKind::CpuThread, "42", "44");
    Progress progress;
    slice(a, 0, 1024);
    slice(b, 0, 1024);
    m_builder.show(seen(progress));
    slice(a, 2048, 1024);
    m_builder.show(progress);
    m_builder.show(progress);
    EXPECT_NEAR(density(progress, 0, {0, 1024}), 1, 0.01);
    EXPECT_NEAR(density(progress, 0, {2048, 3072}), 1, 0.01);
    EXPECT_NEAR(density(progress, 1, {0, 1024}), 1, 0.01);
    EXPECT_NEAR(density(progress, 1, {2048, 3072}), 0, 0.01);
    EXPECT_EQ(progress.preview->span(), (TimeRange{0, 3072}));
}

TEST_F(ShownRowsTest, rowsBeyondTheMostAreLeftOutAndTheOthersGoOn)
{
    std::vector<uint32_t> tracks;
    for (size_t i = 0; i < LoadPreview::maxRows + 3; ++i)
        tracks.push_back(track(TrackKind::CpuThread, "42", std::to_string(i)));
    for (const uint32_t one : tracks)
        slice(one, 0, 1024);
    Progress progress;
    m_builder.show(seen(progress));
    slice(tracks.back(), 4096, 1024);
    slice(tracks[LoadPreview::maxRows - 1], 2048, 1024);
    m_builder.show(progress);
    const Rows rows = progress.preview->rows();
    ASSERT_EQ(rows.size(), LoadPreview::maxRows);
    EXPECT_EQ(rows.back().label, std::to_string(LoadPreview::maxRows - 1));
    EXPECT_NEAR(density(progress, rows.size() - 1, {2048, 3072}), 1, 0.01);
    EXPECT_EQ(progress.preview->span(), (TimeRange{0, 3072}));
}

TEST_F(ShownRowsTest, nothingIsGivenWhereItIsTooSoonOrNobodyLooks)
{
    const uint32_t a = track(TrackKind::CpuThread, "42", "43");
    slice(a, 0, 1024);
    Progress progress;
    m_builder.show(progress);
    m_builder.show(seen(progress, std::chrono::hours(1)));
    slice(a, 2048, 1024);
    m_builder.show(progress);
    EXPECT_EQ(progress.preview->span(), (TimeRange{0, 1024}));
}

} // namespace
} // namespace ws
