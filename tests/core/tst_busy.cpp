#include "core/analysis/busy/busy.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <random>

using namespace ws;
using ws::test::runOfWork;
using ws::test::Work;

namespace {

/// In place of a mapping: kernels that begin with "nccl".
std::vector<uint8_t> communicationIn(const Run &run)
{
    std::vector<uint8_t> isCommunication(run.strings.size());
    for (size_t i = 0; i < run.gpu.size(); ++i)
        isCommunication[run.gpu.nameForRules(i)] = run.text(run.gpu.name[i]).starts_with("nccl");
    return isCommunication;
}

Busy split(const Run &run, std::optional<TimeRange> range = {})
{
    return *busySplit(run.gpu, communicationIn(run), range);
}

void expectIdentity(const BusySplit &s)
{
    EXPECT_EQ(s.computeNs + s.exposedCommNs + s.exposedCopyNs + s.idleNs, s.spanNs);
    EXPECT_EQ(s.busyNs + s.idleNs, s.spanNs);
}

/// The same numbers from a map of every nanosecond.
BusySplit bruteForce(const std::vector<Work> &work, int64_t begin, int64_t end)
{
    std::vector<int> best(static_cast<size_t>(end - begin), 3); // 0 compute, 1 communication, 2 copy, 3 idle
    BusySplit s;
    for (const Work &w : work) {
        const std::string name(w.name);
        const int rank = name.starts_with("Memcpy") ? 2 : name.starts_with("nccl") ? 1 : 0;
        for (int64_t t = std::max(w.start, begin); t < std::min(w.start + w.duration, end); ++t)
            best[static_cast<size_t>(t - begin)] = std::min(best[static_cast<size_t>(t - begin)], rank);
    }
    int64_t sums[4] = {};
    for (int rank : best)
        ++sums[rank];
    s.spanNs = end - begin;
    s.computeNs = sums[0];
    s.exposedCommNs = sums[1];
    s.exposedCopyNs = sums[2];
    s.idleNs = sums[3];
    return s;
}

} // namespace

TEST(Busy, aRunWithoutGpuWorkHasNoTimeAtAll)
{
    const auto run = runOfWork({});
    const Busy busy = split(*run);
    EXPECT_EQ(busy.whole, BusySplit());
    EXPECT_TRUE(busy.devices.empty());
}

TEST(Busy, communicationIsExposedOnlyWhereNothingComputes)
{
    // compute 0–100 and 150–200, communication 80–160, copy 190–230
    const auto run = runOfWork({{"0", "7", 0, 100, "gemm"},
                                {"0", "9", 80, 80, "ncclDevKernel_AllReduce"},
                                {"0", "7", 150, 50, "gemm"},
                                {"0", "11", 190, 40, "Memcpy HtoD"}});
    const BusySplit s = split(*run).whole;
    EXPECT_EQ(s.activities, 4u);
    EXPECT_EQ(s.durationNs, 270);
    EXPECT_EQ(s.spanNs, 230);
    EXPECT_EQ(s.computeNs, 150);
    EXPECT_EQ(s.exposedCommNs, 50);
    EXPECT_EQ(s.exposedCopyNs, 30);
    EXPECT_EQ(s.idleNs, 0);
    EXPECT_EQ(s.busyNs, 230);
    expectIdentity(s);
}

TEST(Busy, aCopyUnderCommunicationIsNotExposed)
{
    const auto run = runOfWork({{"0", "7", 0, 100, "nccl_x"}, {"0", "9", 50, 100, "Memcpy DtoH"}});
    const BusySplit s = split(*run).whole;
    EXPECT_EQ(s.exposedCommNs, 100);
    EXPECT_EQ(s.exposedCopyNs, 50);
    expectIdentity(s);
}

TEST(Busy, memsetCountsAsComputation)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "Memset (Device)"}});
    EXPECT_EQ(split(*run).whole.computeNs, 10);
}

TEST(Busy, everyDeviceAndStreamHasItsOwnSplit)
{
    const auto run = runOfWork({{"0", "7", 0, 100, "gemm"},
                                {"1", "7", 50, 100, "gemm"},
                                {"1", "9", 60, 20, "nccl_x"},
                                {"0", "9", 400, 100, "nccl_x"}});
    const Busy busy = split(*run);
    ASSERT_EQ(busy.devices.size(), 2u);
    EXPECT_EQ(busy.devices[0].spanNs, 500);
    EXPECT_EQ(busy.devices[0].computeNs, 100);
    EXPECT_EQ(busy.devices[0].exposedCommNs, 100);
    EXPECT_EQ(busy.devices[0].idleNs, 300);
    EXPECT_EQ(busy.devices[1].firstNs, 50);
    EXPECT_EQ(busy.devices[1].spanNs, 100);
    EXPECT_EQ(busy.devices[1].exposedCommNs, 0);
    EXPECT_EQ(busy.whole.busyNs, 250) << "any GPU busy: 0–150 and 400–500";
    EXPECT_EQ(busy.whole.spanNs, 500);
    ASSERT_EQ(busy.streams.size(), 4u);
    for (const BusySplit &s : busy.streams) {
        EXPECT_EQ(s.activities, 1u);
        EXPECT_EQ(s.idleNs, 0);
    }
    EXPECT_EQ(busy.streams[3].firstNs, 400);
    EXPECT_EQ(busy.streams[3].lastEndNs, 500);
}

TEST(Busy, zeroLengthKernelsCountAndTakeNoTime)
{
    const auto run = runOfWork({{"0", "7", 10, 0, "a"}, {"0", "7", 30, 0, "a"}});
    const BusySplit s = split(*run).whole;
    EXPECT_EQ(s.activities, 2u);
    EXPECT_EQ(s.busyNs, 0);
    EXPECT_EQ(s.spanNs, 20);
    EXPECT_EQ(s.idleNs, 20);
}

TEST(Busy, overARangeTimesAreClippedAndTheSpanIsTheRange)
{
    const auto run =
        runOfWork({{"0", "7", 0, 100, "gemm"}, {"0", "7", 200, 100, "nccl_x"}, {"0", "7", 900, 5, "gemm"}});
    const BusySplit s = split(*run, TimeRange{50, 250}).whole;
    EXPECT_EQ(s.activities, 2u);
    EXPECT_EQ(s.durationNs, 100);
    EXPECT_EQ(s.spanNs, 200);
    EXPECT_EQ(s.computeNs, 50);
    EXPECT_EQ(s.exposedCommNs, 50);
    EXPECT_EQ(s.idleNs, 100);
}

TEST(Busy, neighbouringRangesAddUpToTheWhole)
{
    const auto run = runOfWork({{"0", "7", 0, 100, "gemm"},
                                {"0", "9", 30, 100, "nccl_x"},
                                {"0", "7", 100, 0, "zero"},
                                {"0", "7", 150, 50, "Memcpy x"}});
    const BusySplit whole = split(*run, TimeRange{0, 300}).whole;
    BusySplit sum;
    uint64_t zeros = 0;
    for (int64_t at = 0; at < 300; at += 20) {
        const BusySplit s = split(*run, TimeRange{at, at + 20}).whole;
        sum.computeNs += s.computeNs;
        sum.exposedCommNs += s.exposedCommNs;
        sum.exposedCopyNs += s.exposedCopyNs;
        sum.idleNs += s.idleNs;
        zeros += at >= 80 && at < 120 ? s.activities : 0;
    }
    EXPECT_EQ(sum.computeNs, whole.computeNs);
    EXPECT_EQ(sum.exposedCommNs, whole.exposedCommNs);
    EXPECT_EQ(sum.exposedCopyNs, whole.exposedCopyNs);
    EXPECT_EQ(sum.idleNs, whole.idleNs);
    EXPECT_EQ(zeros, 2u + 2u) << "80–100: gemm, nccl; 100–120: nccl and the zero-length one, once";
}

TEST(Busy, agreesWithAMapOfEveryNanosecond)
{
    std::mt19937 random(7);
    const char *names[] = {"gemm", "nccl_x", "Memcpy HtoD", "Memset (Device)"};
    const char *streams[] = {"7", "9", "11"};
    for (int round = 0; round < 200; ++round) {
        std::vector<Work> work;
        for (int i = 0; i < 12; ++i)
            work.push_back(
                {"0", streams[random() % 3], 1 + int64_t(random() % 150), int64_t(random() % 40), names[random() % 4]});
        work.push_back({"0", "7", 0, 1, "gemm"}); // makes 0 the origin
        const auto run = runOfWork(work);
        const TimeRange range{int64_t(random() % 60), 60 + int64_t(random() % 140)};
        for (const auto &[got, want] :
             {std::pair{split(*run).whole, bruteForce(work, 0, split(*run).whole.lastEndNs)},
              std::pair{split(*run, range).whole, bruteForce(work, range.begin, range.end)}}) {
            EXPECT_EQ(got.computeNs, want.computeNs);
            EXPECT_EQ(got.exposedCommNs, want.exposedCommNs);
            EXPECT_EQ(got.exposedCopyNs, want.exposedCopyNs);
            EXPECT_EQ(got.idleNs, want.idleNs);
            expectIdentity(got);
        }
    }
}

TEST(Busy, durationsOfYearsAreSetAside)
{
    const int64_t max = INT64_MAX / 2;
    const auto run = runOfWork(
        {{"0", "7", 0, max, "a"}, {"0", "8", 1, max, "a"}, {"0", "9", 2, max, "nccl"}, {"0", "7", 3, 4, "b"}});
    const BusySplit s = split(*run).whole;
    EXPECT_EQ(s.durationNs, 4);
    expectIdentity(s);
}

TEST(Busy, aCancelledSplitIsNoSplit)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "a"}});
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(busySplit(run->gpu, communicationIn(*run), {}, &progress));
}
