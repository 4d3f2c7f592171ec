// Each rule about GPU work: a trace where it is right, and traces where it must be silent.

#include "core/analysis/findings/framearound.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using test::FindingTrace;
using test::FoundFindings;

constexpr const char *allReduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";

TEST(Findings, smallCollectivesThatTakeLongWaitAndDoNotTransfer)
{
    // eight all-gathers of 128 bytes between two ranks, each of `us` after the first, whose launch may connect them
    const auto found = [](int us, int elements, int ranks = 2) {
        FindingTrace trace = FindingTrace().step(0, 8000);
        trace.work("gemm", 100, 1000, 10);
        for (int i = 0; i < 8; ++i)
            trace.work("ncclDevKernel_AllGather_RING_LL", 1100 + i * 600, us, 20 + i,
                       {{"Collective name", "_allgather_base"},
                        {"dtype", "Float"},
                        {"In msg nelems", elements / 2},
                        {"Out msg nelems", elements},
                        {"Group size", ranks}});
        const FoundFindings findings(trace);
        const Finding *finding = findings.find("exposed-communication");
        return finding ? std::pair(finding->small, finding->ns) : std::pair(SmallCollectives(), int64_t(0));
    };
    const auto [small, ns] = found(420, 32);
    EXPECT_EQ(ns, 8 * 420'000);
    EXPECT_EQ(small.count, 7u);
    EXPECT_EQ(small.of, 7u);
    EXPECT_EQ(small.bytes, 128);
    EXPECT_EQ(small.medianNs, 420'000);
    EXPECT_EQ(small.waitsNs, 7 * 300'000) << "beyond 100 µs and 10 µs for each of two ranks";
    EXPECT_EQ(found(420, 1 << 20).first.count, 0u) << "4 MiB may take as long";
    EXPECT_EQ(found(130, 32).first.count, 0u) << "a fourteenth of their time is too little to be told";
    EXPECT_EQ(found(420, 32, 64).first.count, 0u) << "so many ranks may take as long";
}

TEST(FindExposedCommunication, countsOnlyWhatNoComputationHides)
{
    const FoundFindings found(FindingTrace()
                                  .step(0, 100)
                                  .work("gemm", 200, 500, 10)
                                  .work(allReduce, 600, 300, 11, {}, 8)
                                  .work("gemm", 900, 100, 12));
    const Finding *finding = found.find("exposed-communication");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 200'000);
    EXPECT_EQ(finding->winNs, 200'000);
    EXPECT_EQ(finding->count, 1U);
    EXPECT_EQ(finding->maxNs, 300'000);
    EXPECT_EQ(finding->name, allReduce);
    EXPECT_FALSE(
        FoundFindings(FindingTrace().step(0, 100).work("gemm", 200, 800, 10).work(allReduce, 600, 300, 11, {}, 8))
            .find("exposed-communication"));
}

TEST(FindExposedCommunication, isOverlappedWithComputationOnlyWhereThereIsAny)
{
    const auto advice = [](int computeUs) {
        const Overview overview = overviewOf(FindingTrace()
                                                 .step(0, 1000)
                                                 .work("gemm", 10, computeUs, 1)
                                                 .work("ncclDevKernel_AllReduce_Sum_f32", 10 + computeUs, 800, 2));
        const auto found = std::ranges::find_if(overview.findings, [](const OverviewFinding &shown) {
            return shown.finding.id == "exposed-communication";
        });
        return found == overview.findings.end() ? std::string() : found->advice.toStdString();
    };
    EXPECT_EQ(advice(10), "Try: compare the ranks to see who waits for whom.");
    EXPECT_EQ(advice(100), "Try: overlap it with computation; compare the ranks to see who waits for whom.");
}

TEST(FindExposedCommunication, isHiddenWhereTheNextLaunchIsLate)
{
    const auto unseen = [](int launch) {
        return FindingTrace()
            .step(0, 5000)
            .work("gemm", 200, 500, 10)
            .work(allReduce, 700, 300, 11)
            .work("gemm", 2000, 100, launch);
    };
    const auto trace = [&](int launch) { // as above, by a profiler that records calls that wait
        return unseen(launch).slice("cuda_runtime", "cudaStreamSynchronize", 4000, 5);
    };
    EXPECT_FALSE(FoundFindings(unseen(1990)).find("exposed-communication")->isHidden())
        << "the CPU may have waited for the GPU in a call that is not recorded";
    EXPECT_TRUE(
        FoundFindings(unseen(1990).slice("cpu_op", "aten::add", 850, 50)).find("exposed-communication")->isHidden())
        << "it had not: it worked";
    const FoundFindings late(trace(1990));
    EXPECT_TRUE(late.find("exposed-communication")->isHidden()) << "a shorter all-reduce only makes the gap longer";
    EXPECT_FALSE(FoundFindings(trace(12)).find("exposed-communication")->isHidden());
    FindingTrace waiting = trace(1990);
    waiting.slice("cuda_runtime", "cudaStreamSynchronize", 100, 910);
    EXPECT_FALSE(FoundFindings(waiting).find("exposed-communication")->isHidden())
        << "the CPU waits for the GPU: it launches earlier when that ends earlier";
    EXPECT_EQ(late.all.front().id, "cpu-pause") << "what can be won comes first";
    FindingTrace loading = trace(1990);
    loading.slice("cuda_runtime", "cudaFuncSetAttribute", 100, 1880);
    EXPECT_FALSE(FoundFindings(loading).find("exposed-communication")->isHidden())
        << "a call that ran long before the GPU was idle may have waited for it";
    FindingTrace brief = trace(1990);
    brief.slice("cuda_runtime", "cudaFuncSetAttribute", 950, 1030);
    EXPECT_TRUE(FoundFindings(brief).find("exposed-communication")->isHidden()) << "it had not run for long";
}

/// All-reduce, a gap of 10 µs before work that was launched long before, then a launch at `launch` into a longer gap.
FindingTrace beforeThenLate(int launch)
{
    return FindingTrace()
        .step(0, 5000)
        .work("gemm", 200, 500, 10)
        .work(allReduce, 700, 300, 11)
        .work("norm", 1010, 100, 12)
        .work("gemm", 2000, 100, launch)
        .slice("cuda_runtime", "cudaStreamSynchronize", 4000, 5);
}

TEST(FindExposedCommunication, isHiddenAlsoBehindGapsOfWorkLaunchedBefore)
{
    EXPECT_TRUE(FoundFindings(beforeThenLate(1990)).find("exposed-communication")->isHidden())
        << "what is saved makes the next late gap longer";
    EXPECT_FALSE(FoundFindings(beforeThenLate(13)).find("exposed-communication")->isHidden()) << "all was queued";
    FindingTrace waiting = beforeThenLate(1990);
    waiting.slice("cuda_runtime", "cudaStreamSynchronize", 100, 905);
    EXPECT_FALSE(FoundFindings(waiting).find("exposed-communication")->isHidden())
        << "the CPU waits in the short gap already";
    FindingTrace between = beforeThenLate(1990);
    between.slice("cuda_runtime", "cudaStreamSynchronize", 1020, 60);
    EXPECT_FALSE(FoundFindings(between).find("exposed-communication")->isHidden())
        << "the CPU waits between its end and the long gap, while the GPU works";
    FindingTrace earlier = beforeThenLate(1990);
    earlier.slice("cuda_runtime", "cudaStreamSynchronize", 720, 60);
    EXPECT_TRUE(FoundFindings(earlier).find("exposed-communication")->isHidden()) << "it waited for something before";
    FindingTrace late = beforeThenLate(1990);
    late.slice("cuda_runtime", "cudaDeviceSynchronize", 100, 1890);
    EXPECT_FALSE(FoundFindings(late).find("exposed-communication")->isHidden()) << "the long gap is a waiting call's";
}

TEST(FindExposedCopies, readBytesAndBandwidth)
{
    const FoundFindings found(FindingTrace()
                                  .step(0, 100)
                                  .work("gemm", 200, 500, 10)
                                  .work("Memcpy HtoD (Pageable -> Device)", 700, 100, 11, {{"bytes", 1'000'000}})
                                  .work("Memcpy HtoD (Pageable -> Device)", 800, 100, 12, {{"bytes", 3'000'000}})
                                  .work("gemm", 900, 100, 13));
    const Finding *finding = found.find("exposed-copies");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 200'000);
    EXPECT_EQ(finding->bytes, 4'000'000);
    EXPECT_EQ(finding->bytesNs, 200'000);
    EXPECT_EQ(finding->bytesOf, 2U);
    EXPECT_FALSE(FoundFindings(FindingTrace()
                                   .step(0, 100)
                                   .work("gemm", 200, 500, 10)
                                   .work("Memcpy HtoD (Pinned -> Device)", 300, 200, 11, {}, 9))
                     .find("exposed-copies"))
        << "hidden by computation";
}

TEST(FindExposedCopies, withoutBytesInTheFileClaimNone)
{
    const Finding finding = *FoundFindings(FindingTrace()
                                               .step(0, 100)
                                               .work("gemm", 200, 500, 10)
                                               .work("Memcpy DtoH (Device -> Pinned)", 700, 100, 11))
                                 .find("exposed-copies");
    EXPECT_EQ(finding.bytesOf, 0U);
    const Finding ofShorter =
        *FoundFindings(FindingTrace()
                           .step(0, 100)
                           .work("gemm", 100, 100, 10)
                           .work("Memcpy HtoD (Pageable -> Device)", 200, 500, 11)
                           .work("Memcpy HtoD (Pageable -> Device)", 700, 100, 12, {{"bytes", 1'000'000}}))
             .find("exposed-copies");
    EXPECT_EQ(ofShorter.bytesOf, 0U) << "the longest one has no size, so what is said would be of another";
}

TEST(FindExposedCopies, nameThoseThatNothingHides)
{
    const Finding finding =
        *FoundFindings(FindingTrace()
                           .step(0, 100)
                           .work("gemm", 200, 500, 10)
                           .work("Memcpy HtoD (Pinned -> Device)", 210, 400, 11, {{"bytes", 10}}, 9)
                           .work("Memcpy DtoH (Device -> Pinned)", 700, 100, 12, {{"bytes", 500}}, 9))
             .find("exposed-copies");
    EXPECT_EQ(finding.name, "Memcpy DtoH (Device -> Pinned)") << "the other one is longer, and under the kernel";
    EXPECT_EQ(finding.nameNs, 100'000);
    EXPECT_EQ(finding.bytes, 500);
}

/// Ten kernels, four of them `name`, that follow one another.
FindingTrace fourOfTen(const std::string &name, const std::vector<int> &durations)
{
    FindingTrace trace = FindingTrace().step(0, 100);
    int at = 200;
    for (int i = 0; i < 10; ++i) {
        const int duration = i < 4 ? durations[size_t(i)] : 100;
        trace.work(i < 4 ? name : "other" + std::to_string(i), at, duration, 10 + i);
        at += duration;
    }
    return trace;
}

TEST(FindOneKernel, takesAThirdOfTheBusyTime)
{
    const FoundFindings found(fourOfTen("big", {100, 100, 100, 100}));
    const Finding *finding = found.find("one-kernel");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->name, "big");
    EXPECT_EQ(finding->ns, 400'000);
    EXPECT_EQ(finding->count, 4U);
    EXPECT_FALSE(FoundFindings(fourOfTen("big", {60, 60, 60, 60})).find("one-kernel")) << "240 of 840 µs";
}

TEST(FindOneKernel, isSilentForNamesThatManyKernelsShare)
{
    for (const char *name : {"triton_", "triton__0d1d2d3de"})
        EXPECT_FALSE(FoundFindings(fourOfTen(name, {100, 100, 100, 100})).find("one-kernel")) << name;
    EXPECT_TRUE(FoundFindings(fourOfTen("triton_poi_fused_add_0", {100, 100, 100, 100})).find("one-kernel"));
}

TEST(FindOneKernel, isSilentWhereOneSlowInstanceMakesTheTime)
{
    EXPECT_FALSE(FoundFindings(fourOfTen("big", {1000, 5, 5, 5})).find("one-kernel"))
        << "a mean of 254 µs says nothing of a kernel of 5 µs";
}

TEST(FindOneKernel, ofFewActivitiesMustTakeNearlyAll)
{
    const auto trace = [](int big, int small) {
        return FindingTrace().work("big", 100, big, 10).work("small", 100 + big, small, 20);
    };
    EXPECT_TRUE(FoundFindings(trace(700, 50)).find("one-kernel"));
    EXPECT_FALSE(FoundFindings(trace(500, 250)).find("one-kernel"));
    EXPECT_FALSE(FoundFindings(trace(700, 50).step(0, 900)).find("one-kernel")) << "a step of few activities";
    EXPECT_FALSE(FoundFindings(FindingTrace().work("big", 100, 700, 10)).find("one-kernel"))
        << "the headline says that it is the only one";
}

/// Three steps of six all-reduces; the first of each lasts as long as `longest` says.
FindingTrace stepsWithLong(const std::array<int, 3> &longest)
{
    FindingTrace trace;
    for (int s = 0; s < 3; ++s) {
        const int begin = s * 10'000;
        trace.step(begin, 9'000, "ProfilerStep#" + std::to_string(s + 1));
        for (int i = 0; i < 6; ++i)
            trace.work(allReduce, begin + 100 + i * 1300, i ? 10 : longest[size_t(s)], begin + 10 + i, {}, 8);
        trace.work("gemm", begin + 8'000, 100, begin + 30);
    }
    return trace;
}

TEST(FindOutlierCall, isSilentWhereEachStepHasSuchACall)
{
    EXPECT_FALSE(FoundFindings(stepsWithLong({1200, 1190, 1210})).find("outlier-call"));
    EXPECT_FALSE(FoundFindings(stepsWithLong({1200, 700, 10})).find("outlier-call")) << "half of the others";
    const FoundFindings once(stepsWithLong({1200, 10, 10}));
    EXPECT_TRUE(once.find("outlier-call")) << once.ids();
}

TEST(FindOutlierCall, ofThreeLastsAHundredTimesAsLongAndIsNotOfOtherRules)
{
    const auto found = [](int longest) {
        FindingTrace trace = FindingTrace().device({{"id", 0}, {"name", "NVIDIA A100-SXM4-80GB"}, {"numSms", 108}});
        trace.step(0, 100).work("other", 200, 200, 10);
        for (int i = 0; i < 3; ++i)
            trace.work("ampere_sgemm_128x128_tn", 400 + 10 * i, i == 2 ? longest : 10, 11 + i);
        return FoundFindings(trace);
    };
    const FoundFindings once = found(3000);
    const Finding *finding = once.find("outlier-call");
    ASSERT_TRUE(finding) << once.ids();
    EXPECT_EQ(finding->of, 3U);
    EXPECT_EQ(finding->maxNs, 3'000'000);
    EXPECT_FALSE(once.find("plain-fp32")) << "the two others take 20 µs";
    const FoundFindings shorter = found(900);
    EXPECT_FALSE(shorter.find("outlier-call")) << "90 times";
    EXPECT_TRUE(shorter.find("plain-fp32")) << shorter.ids();
}

TEST(FindOneKernel, leavesCommunicationToItsOwnRule)
{
    EXPECT_FALSE(FoundFindings(fourOfTen(allReduce, {100, 100, 100, 100})).find("one-kernel"));
}

TEST(FindTinyKernels, areThousandsUnderTenMicroseconds)
{
    const auto trace = [](int count, int duration) {
        return FindingTrace().step(0, 30'000).series("k", count, 10'000, duration, duration + 1, 9'000);
    };
    const FoundFindings found(trace(1000, 5));
    const Finding *finding = found.find("tiny-kernels");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->count, 1000U);
    EXPECT_EQ(finding->ns, 5'000'000);
    EXPECT_FALSE(FoundFindings(trace(999, 5)).find("tiny-kernels"));
    EXPECT_FALSE(FoundFindings(trace(1000, 10)).find("tiny-kernels"));
}

TEST(FindSmallGrids, areKernelsThatLeaveHalfOfTheProcessorsIdle)
{
    const auto trace = [](double blocksPerSm, int otherStart, const char *name = "small") {
        return FindingTrace()
            .step(0, 100)
            .work(name, 200, 100, 10, {{"blocks per SM", blocksPerSm}})
            .work("large", otherStart, 100, 11, {{"blocks per SM", 8.0}}, 8);
    };
    const FoundFindings found(trace(0.25, 300));
    const Finding *finding = found.find("small-grid");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 100'000);
    EXPECT_EQ(finding->winNs, 75'000) << "at most what the idle three quarters would take over";
    EXPECT_EQ(finding->name, "small");
    EXPECT_FALSE(FoundFindings(trace(0.75, 300)).find("small-grid"));
    EXPECT_FALSE(FoundFindings(trace(0.25, 250)).find("small-grid")) << "other work runs beside it";
    EXPECT_FALSE(FoundFindings(trace(0.25, 300, allReduce)).find("small-grid")) << "it uses few on purpose";
    const auto withPages = [&](int moveNs) {
        return FoundFindings(trace(0.25, 300).work("Memcpy Unified Host-to-Device", 220, moveNs, 12, {}, 9));
    };
    EXPECT_TRUE(withPages(15).find("small-grid"));
    EXPECT_FALSE(withPages(30).find("small-grid")) << "it waits for pages of unified memory";
}

TEST(FindSmallBlocks, fillAPartOfTheirWarps)
{
    const auto found = [](int blocks, int threads, const char *device = "NVIDIA A100-SXM4-80GB") {
        return FoundFindings(FindingTrace()
                                 .device({{"id", 0}, {"name", device}, {"numSms", 108}})
                                 .step(0, 100)
                                 .work("insert", 200, 100, 10, {{"grid", {blocks, 1, 1}}, {"block", {threads, 1, 1}}})
                                 .work("large", 300, 100, 11, {{"grid", {5000, 1, 1}}, {"block", {64, 1, 1}}}, 8));
    };
    const FoundFindings four = found(4'194'304, 4);
    const Finding *finding = four.find("small-block");
    ASSERT_TRUE(finding) << four.ids();
    EXPECT_EQ(finding->of, 4U);
    EXPECT_EQ(finding->ns, 100'000);
    EXPECT_EQ(finding->winNs, 87'500) << "28 of 32 lanes idle";
    EXPECT_FALSE(found(5000, 32).find("small-block"));
    EXPECT_FALSE(found(5000, 4, "AMD Instinct MI300X").find("small-block"));
    const FoundFindings one = found(1, 1);
    EXPECT_FALSE(one.find("small-block")) << "a single block is the other rule's";
    ASSERT_TRUE(one.find("small-grid")) << one.ids();
    EXPECT_TRUE(one.find("small-grid")->isOneThread);
    const FoundFindings warp = found(1, 32);
    ASSERT_TRUE(warp.find("small-grid"));
    EXPECT_FALSE(warp.find("small-grid")->isOneThread);
}

TEST(FindSmallGrids, areKnownByGridAndMultiprocessorsWhereTheProfilerHasNoNumber)
{
    const auto idsWith = [](int blocks, nlohmann::json device) {
        return FoundFindings(FindingTrace()
                                 .device(device)
                                 .step(0, 100)
                                 .work("small", 200, 100, 10, {{"grid", {blocks, 1, 1}}, {"block", {1, 1, 1}}})
                                 .work("large", 300, 100, 11, {{"grid", {5000, 1, 1}}, {"block", {64, 1, 1}}}, 8))
            .find("small-grid");
    };
    EXPECT_TRUE(idsWith(1, {{"id", 0}, {"numSms", 108}}));
    EXPECT_TRUE(idsWith(54, {{"id", 0}, {"numSms", 108}}));
    EXPECT_FALSE(idsWith(55, {{"id", 0}, {"numSms", 108}}));
    EXPECT_FALSE(idsWith(1, {{"id", 0}})) << "how many there are is not known";
    EXPECT_FALSE(idsWith(1, {{"id", 1}, {"numSms", 108}})) << "another device";
}

FindingTrace onDevice(const std::string &kernel, int major, int warp = 32)
{
    return FindingTrace()
        .device({{"id", 0}, {"computeMajor", major}, {"computeMinor", 0}, {"warpSize", warp}})
        .step(0, 100)
        .work(kernel, 200, 100, 10)
        .work("other", 300, 100, 11);
}

TEST(FindOldKernels, areBuiltForAnOlderArchitecture)
{
    const std::string gemm = "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize64x64x8_stage3";
    const FoundFindings found(onDevice(gemm, 9));
    const Finding *finding = found.find("old-architecture");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->built, "sm80");
    EXPECT_EQ(finding->architecture, "sm90");
    EXPECT_EQ(finding->ns, 100'000);
    EXPECT_TRUE(FoundFindings(onDevice("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm>(x)", 9))
                    .find("old-architecture"));
    EXPECT_TRUE(FoundFindings(onDevice("ampere_bf16_s16816gemm_bf16_64x64", 9)).find("old-architecture"));
}

TEST(FindOldKernels, areSilentOnTheirOwnArchitectureAndWithoutAName)
{
    EXPECT_FALSE(FoundFindings(onDevice("sm80_xmma_gemm_f32f32", 8)).find("old-architecture"));
    EXPECT_FALSE(FoundFindings(onDevice("sm90_xmma_gemm_bf16bf16", 9)).find("old-architecture"));
    EXPECT_FALSE(FoundFindings(onDevice("nvjet_tst_64x64_sm", 9)).find("old-architecture"));
    EXPECT_FALSE(FoundFindings(onDevice("bmm_Bfloat16_sm100f", 10)).find("old-architecture"));
    EXPECT_FALSE(FoundFindings(onDevice("sm80_xmma_gemm_f32f32", 9, 64)).find("old-architecture"))
        << "no NVIDIA device";
    EXPECT_FALSE(
        FoundFindings(FindingTrace().step(0, 100).work("sm80_xmma_gemm_f32f32", 200, 100, 10)).find("old-architecture"))
        << "the device is not in the file";
}

TEST(FindSinglePrecision, isAProductInFp32BesideWorkIn16Bit)
{
    const auto trace = [](const char *gemm, const char *other) {
        return FindingTrace().step(0, 100).work(gemm, 200, 100, 10).work(other, 300, 200, 11);
    };
    const char *single = "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n", *half = "nvjet_bf16_gemm";
    const FoundFindings found(trace(single, half));
    ASSERT_TRUE(found.find("single-precision")) << found.ids();
    EXPECT_EQ(found.find("single-precision")->ns, 100'000);
    EXPECT_FALSE(FoundFindings(trace(single, "other")).find("single-precision")) << "a model of FP32";
    EXPECT_FALSE(FoundFindings(trace("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n", half)).find("single-precision"));
}

TEST(FindPlainFp32, isSaidOnlyOfDevicesWithAFasterType)
{
    const auto found = [](const char *gemm, const char *device, int units, int dur, int idle = 0) {
        return FoundFindings(FindingTrace()
                                 .device({{"id", 0}, {"name", device}, {"numSms", units}})
                                 .step(0, 100 + idle)
                                 .work(gemm, 200, dur, 10)
                                 .work("other", 200 + dur + idle, 200, 11 + idle));
    };
    const FoundFindings plain = found("ampere_sgemm_128x128_tn", "NVIDIA A100-SXM4-80GB", 108, 400);
    const Finding *finding = plain.find("plain-fp32");
    ASSERT_TRUE(finding) << plain.ids();
    EXPECT_NEAR(finding->rate, 8, 0.1);
    EXPECT_NEAR(double(finding->winNs), 350'000, 1000);
    EXPECT_FALSE(found("ampere_sgemm_128x128_tn", "NVIDIA A100-SXM4-80GB", 108, 20).find("plain-fp32"))
        << "9 % of the busy time";
    const FoundFindings idle = found("ampere_sgemm_128x128_tn", "NVIDIA A100-SXM4-80GB", 108, 400, 5000);
    EXPECT_TRUE(idle.find("plain-fp32")) << idle.ids();
    EXPECT_FALSE(found("ampere_sgemm_128x128_tn", "Tesla T4", 40, 400).find("plain-fp32")) << "it has no TF32";
    EXPECT_FALSE(found("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n", "NVIDIA A100-SXM4-80GB", 108, 400).find("plain-fp32"));
}

TEST(FindElementwise, isWorkThatFusionWouldSave)
{
    const auto trace = [](const std::string &name, int count) {
        FindingTrace all = FindingTrace().step(0, 1000).work("gemm", 200, 1000, 10);
        return all.series(name, count, 1200, 30, 30, 1190);
    };
    const std::string add =
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)";
    const FoundFindings found(trace(add, 10));
    const Finding *finding = found.find("elementwise");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 300'000);
    EXPECT_EQ(finding->count, 10U);
    EXPECT_FALSE(FoundFindings(trace(add, 5)).find("elementwise")) << "13 % of the busy time";
    for (const char *fused : {"triton_poi_fused_add_mul_0", "fused_force_kernel"})
        EXPECT_FALSE(FoundFindings(trace(fused, 20)).find("elementwise")) << "it is fused";
    EXPECT_FALSE(FoundFindings(trace("nvjet_gemm", 20)).find("elementwise"));
}

TEST(OwnFrame, isTheUsersOwnCode)
{
    EXPECT_TRUE(isOwnFrame("vllm/model_executor/layers/linear.py(120): forward"));
    EXPECT_TRUE(isOwnFrame("/opt/lib/python3.10/site-packages/transformers/modeling.py(4): f"));
    EXPECT_FALSE(isOwnFrame("torch/nn/modules/module.py(1): _call_impl"));
    EXPECT_FALSE(isOwnFrame("/usr/lib/python3.10/asyncio/events.py(80): _run"));
    EXPECT_FALSE(isOwnFrame("threading.py(973): _bootstrap"));
    EXPECT_FALSE(isOwnFrame("<built-in method acquire of _thread.lock object>"));
    EXPECT_FALSE(isOwnFrame("nn.Module: Linear_3"));
    EXPECT_FALSE(isOwnFrame("/tmp/torchinductor_root/ab/cd.py(30): call"));
}

} // namespace
} // namespace ws
