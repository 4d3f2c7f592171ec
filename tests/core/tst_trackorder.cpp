// Slices of a track in order of start, longest first, stable; few runs, many runs, unsorted.

#include "core/model/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace ws;

namespace {

struct TrackSlice
{
    int64_t start, duration;
};

RawTrack trackOf(const std::vector<TrackSlice> &slices)
{
    RawTrack track;
    for (const TrackSlice &slice : slices)
        track.add(slice.start, slice.duration, 0, 0, 0, 0);
    return track;
}

bool isBefore(const TrackSlice &a, const TrackSlice &b)
{
    return a.start != b.start ? a.start < b.start : a.duration > b.duration;
}

void expectSorted(const std::vector<TrackSlice> &slices)
{
    std::vector<uint32_t> expected(slices.size());
    std::iota(expected.begin(), expected.end(), 0u);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](uint32_t a, uint32_t b) { return isBefore(slices[a], slices[b]); });
    const RawTrack track = trackOf(slices);
    EXPECT_EQ(sortedOrder(track), expected);
}

/// Few distinct starts and durations, some of them longer than 32 bits hold.
std::vector<TrackSlice> randomSlices(std::mt19937 &random, size_t count)
{
    std::vector<TrackSlice> slices;
    for (; count; --count)
        slices.push_back({static_cast<int64_t>(random() % 300) - 100,
                          static_cast<int64_t>(random() % 4) * (random() % 3 ? 1 : 3'000'000'000)});
    return slices;
}

} // namespace

TEST(TrackOrder, fewRunsAreMerged)
{
    std::mt19937 random(1);
    for (size_t runs = 1; runs <= RawTrack::maxRuns; ++runs) {
        std::vector<TrackSlice> slices;
        for (size_t run = 0; run < runs; ++run) {
            std::vector<TrackSlice> part = randomSlices(random, random() % 500 + 1);
            std::stable_sort(part.begin(), part.end(), isBefore);
            slices.insert(slices.end(), part.begin(), part.end());
        }
        EXPECT_LE(trackOf(slices).runs().size(), runs);
        expectSorted(slices);
    }
}

TEST(TrackOrder, disorderIsSorted)
{
    std::mt19937 random(2);
    for (size_t count : {2, 3, 100, 4000}) {
        const std::vector<TrackSlice> slices = randomSlices(random, count);
        expectSorted(slices);
    }
    EXPECT_GT(trackOf(randomSlices(random, 4000)).runs().size(), RawTrack::maxRuns);
}

TEST(TrackOrder, hundredsOfRunsAreSorted)
{
    std::mt19937 random(3);
    std::vector<TrackSlice> slices;
    for (int run = 0; run < 300; ++run) {
        std::vector<TrackSlice> part = randomSlices(random, 40);
        std::stable_sort(part.begin(), part.end(), isBefore);
        slices.insert(slices.end(), part.begin(), part.end());
    }
    expectSorted(slices);
}

TEST(TrackOrder, longTracksAreSortedInParts)
{
    std::mt19937 random(4);
    std::vector<TrackSlice> slices;
    for (int64_t run = 0; run < 3; ++run)
        for (int64_t i = 0; i < 150'000; ++i)
            slices.push_back({i / 3 * 5 + run, 9'000'000'000 - i % 3 * 4'000'000'000});
    EXPECT_LE(trackOf(slices).runs().size(), RawTrack::maxRuns);
    expectSorted(slices);
    std::shuffle(slices.begin(), slices.end(), random);
    EXPECT_GT(trackOf(slices).runs().size(), RawTrack::maxRuns);
    expectSorted(slices);
    std::fill(slices.begin(), slices.end() - 7, TrackSlice{5, 1}); // nothing to divide
    expectSorted(slices);
}

TEST(TrackOrder, whatCameInOrderIsKnownToBe)
{
    EXPECT_TRUE(trackOf({{0, 9}, {0, 5}, {0, 5}, {3, 1}}).isSorted());
    EXPECT_FALSE(trackOf({{0, 5}, {0, 9}}).isSorted());
    EXPECT_FALSE(trackOf({{5, 1}, {0, 9}}).isSorted());
    EXPECT_TRUE(trackOf({}).isSorted());
}
