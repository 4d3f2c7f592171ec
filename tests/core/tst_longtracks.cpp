// Tracks so long that several threads fill their lanes.

#include "core/model/timelinebuilder.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace ws;

namespace {

struct LongSlice
{
    int64_t start, duration;
    bool operator==(const LongSlice &) const = default;
};

/// The slices of a track by the place of their text, which is their number; nothing overlaps in a lane.
std::map<uint64_t, LongSlice> slicesOf(const Timeline &timeline, const Track &track)
{
    std::map<uint64_t, LongSlice> slices;
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
        const Lane &lane = timeline.lanes[l];
        for (size_t i = 0; i < lane.size(); ++i) {
            EXPECT_TRUE(i == 0 || lane.start[i] >= lane.endOf(i - 1));
            EXPECT_EQ(lane.name[i], 1 + lane.textOf(i) % 7);
            slices[lane.textOf(i)] = {lane.start[i], lane.durationOf(i)};
        }
    }
    return slices;
}

} // namespace

TEST(LongTracks, everySliceIsInALaneOfItsTrack)
{
    constexpr uint64_t count = 400'000;
    for (const bool isSorted : {true, false}) {
        ws::Run run;
        for (const char *name : {"a", "b", "c", "d", "e", "f", "g", "process"})
            run.strings.intern(name);
        std::mt19937_64 random(isSorted ? 1 : 2);
        TimelineBuilder builder(run);
        const uint32_t tracks[] = {builder.cpuTrack(8, 1), builder.track(TrackKind::GpuStream, 8, 2)};
        std::map<uint64_t, LongSlice> expected[2];
        for (uint64_t i = 0; i < count; ++i) {
            const auto place = static_cast<int64_t>(isSorted ? i : random() % count);
            // groups of three, the first around the two others; some around very many
            LongSlice slice{place * 10, place % 3 == 0 ? 29 : 9};
            if (place % 50'000 == 0)
                slice.duration = 5'000'000'000;
            const size_t where = i % 16 == 0;
            builder.addSlice(tracks[where], slice.start + 77, slice.duration, 1 + i % 7, 0, i);
            expected[where][i] = slice;
        }
        builder.see(77);
        Progress progress;
        ASSERT_TRUE(builder.finish(progress));
        EXPECT_EQ(run.timeline.originNs, 77);
        for (const size_t where : {0, 1})
            EXPECT_EQ(slicesOf(run.timeline, run.timeline.tracks[tracks[where]]), expected[where]) << isSorted;
    }
}
