// A slice is found again by its row, its begin, its name and, of several alike, its duration.

#include "core/model/sliceaddress.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace ws::test {
namespace {

/// Times in µs. The recursion of f: three slices with one begin on one thread; a second thread, a stream, an async row.
RunResult recursion()
{
    return runFromJson(R"([{"ph":"X","name":"f","pid":9,"tid":1,"ts":11,"dur":5},
        {"ph":"X","name":"f","pid":9,"tid":1,"ts":11,"dur":20},
        {"ph":"X","name":"f","pid":9,"tid":1,"ts":11,"dur":10},
        {"ph":"X","name":"forward","pid":9,"tid":1,"ts":11,"dur":3},
        {"ph":"X","name":"f","pid":9,"tid":1,"ts":40,"dur":10},
        {"ph":"X","name":"f","pid":9,"tid":2,"ts":11,"dur":7},
        {"ph":"X","name":"f","pid":8,"tid":1,"ts":11,"dur":8},
        {"ph":"X","cat":"kernel","name":"f","pid":9,"tid":1,"ts":11,"dur":9,"args":{"device":9,"stream":1}},
        {"ph":"b","cat":"c","id":1,"name":"f","pid":9,"tid":1,"ts":11},
        {"ph":"e","cat":"c","id":1,"name":"f","pid":9,"tid":1,"ts":16},
        {"ph":"X","name":"first","pid":9,"tid":1,"ts":1,"dur":1}])");
}

SliceAddress address(int64_t durationNs, const char *name = "f")
{
    return {TrackKind::CpuThread, "9", "1", 10'000, durationNs, name, false};
}

TEST(SliceAddress, everySliceIsFoundByItsOwn)
{
    const RunResult run = recursion();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    size_t slices = 0;
    for (uint32_t lane = 0; lane < run->timeline.lanes.size(); ++lane)
        for (uint32_t i = 0; i < run->timeline.lanes[lane].size(); ++i, ++slices)
            EXPECT_EQ(findSlice(*run, addressOf(*run, {lane, i})), (EventRef{lane, i})) << lane << ' ' << i;
    EXPECT_EQ(slices, 10u);
}

TEST(SliceAddress, ofSeveralAlikeTheDurationTells)
{
    const RunResult run = recursion();
    ASSERT_TRUE(run);
    for (const int64_t ns : {5'000, 10'000, 20'000}) {
        const EventRef found = findSlice(*run, address(ns));
        ASSERT_TRUE(found.valid()) << ns;
        EXPECT_EQ(run->timeline.duration(found), ns);
    }
}

TEST(SliceAddress, withoutADurationOrWithAnotherOneTheOutermostIsFound)
{
    const RunResult run = recursion();
    ASSERT_TRUE(run);
    for (const int64_t ns : {-1, 0, 12'345}) {
        const EventRef found = findSlice(*run, address(ns));
        ASSERT_TRUE(found.valid()) << ns;
        EXPECT_EQ(run->timeline.duration(found), 20'000) << ns;
    }
}

TEST(SliceAddress, rowBeginAndNameMustBeTheSame)
{
    const RunResult run = recursion();
    ASSERT_TRUE(run);
    const auto durationAt = [&](const SliceAddress &wanted, int64_t shiftNs = 0) {
        const EventRef found = findSlice(*run, wanted, shiftNs);
        return found.valid() ? run->timeline.duration(found) : -1;
    };
    SliceAddress other = address(-1);
    other.thread = "2";
    EXPECT_EQ(durationAt(other), 7'000);
    other.thread = "3";
    EXPECT_EQ(durationAt(other), -1);
    other = address(-1);
    other.process = "8";
    EXPECT_EQ(durationAt(other), 8'000);
    other = address(-1);
    other.kind = TrackKind::GpuStream;
    EXPECT_EQ(durationAt(other), 9'000);
    other.kind = TrackKind::GpuAnnotation;
    EXPECT_EQ(durationAt(other), -1);
    other = address(-1);
    for (const int64_t start : {9'999, 10'001})
        EXPECT_EQ(durationAt((other.startNs = start, other)), -1) << start;
    other.startNs = 39'000;
    EXPECT_EQ(durationAt(other), 10'000);
    other.startNs = 39'500;
    EXPECT_EQ(durationAt(other, -500), 10'000) << "the difference of the origins is added";
    EXPECT_EQ(durationAt(address(-1, "forwar")), -1);
    EXPECT_EQ(durationAt(address(-1, "")), -1);
}

TEST(SliceAddress, aCutNameIsTheBeginOfTheSlices)
{
    const RunResult run = recursion();
    ASSERT_TRUE(run);
    SliceAddress cut = address(-1, "forwar");
    cut.isNameCut = true;
    EXPECT_EQ(run->timeline.duration(findSlice(*run, cut)), 3'000);
    cut.name = "forward again";
    EXPECT_FALSE(findSlice(*run, cut).valid());
    cut.name = "f";
    cut.durationNs = 3'000;
    EXPECT_EQ(run->timeline.duration(findSlice(*run, cut)), 3'000) << "the duration tells here too";
}

TEST(SliceAddress, everyKindOfRowHasAWord)
{
    for (const TrackKind kind :
         {TrackKind::GpuStream, TrackKind::GpuAnnotation, TrackKind::CpuThread, TrackKind::Async}) {
        TrackKind read = kind == TrackKind::Async ? TrackKind::CpuThread : TrackKind::Async;
        EXPECT_TRUE(trackKindOf(trackKindWord(kind), read)) << trackKindWord(kind);
        EXPECT_EQ(read, kind) << trackKindWord(kind);
    }
    TrackKind kept = TrackKind::Async;
    EXPECT_FALSE(trackKindOf("sky", kept));
    EXPECT_EQ(kept, TrackKind::Async);
}

} // namespace
} // namespace ws::test
