#include "core/analysis/busy/busy.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/trust/trust.h"
#include "core/model/timelinebuilder.h"
#include "core/report/summary.h"
#include "core/report/trustreport.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace ws;

namespace {

constexpr int64_t us = 1000, ms = 1'000'000, second = 1'000'000'000, hour = 3600 * second;
constexpr int64_t epoch = 1'700'000'000 * second;

/// Kernels of 40 µs, 100 µs apart.
std::vector<test::Work> kernelsFrom(int64_t start, int count)
{
    std::vector<test::Work> work;
    for (int i = 0; i < count; ++i)
        work.push_back({"0", "7", start + i * 100 * us, 40 * us, "gemm"});
    return work;
}

std::shared_ptr<const Run> withWork(std::vector<test::Work> work, const std::vector<test::Work> &more)
{
    work.insert(work.end(), more.begin(), more.end());
    return test::runOfWork(work);
}

BusySplit splitOf(const Run &run)
{
    return busySplit(run.gpu, std::vector<uint8_t>(run.strings.size()))->whole;
}

uint64_t diagnosed(const Run &run, const char *kind)
{
    const Diagnostic *line = run.diagnostics.find(kind);
    return line ? line->count : 0;
}

std::string eventOf(const char *phase, const char *category, const std::string &name, int64_t tsUs, int64_t durationUs,
                    const std::string &more = {})
{
    return std::string(R"({"ph":")") + phase + R"(","cat":")" + category + R"(","name":")" + name +
           R"(","pid":9,"tid":1,"ts":)" + std::to_string(tsUs) +
           (*phase == 'X' ? R"(,"dur":)" + std::to_string(durationUs) : std::string()) + more + "},";
}

/// Launches and their kernels at `us`, in one step each.
std::string stepsAt(int64_t us, int steps, int64_t zeroFrom = INT64_MAX)
{
    std::string events;
    for (int s = 0; s < steps; ++s) {
        const int64_t at = us + s * 1000;
        events += eventOf("X", "user_annotation", "ProfilerStep#" + std::to_string(s), at, 900);
        for (int k = 0; k < 4; ++k) {
            const std::string link = R"(,"args":{"correlation":)" + std::to_string(100 * s + k + 1) + "}";
            events += eventOf("X", "cuda_runtime", "cudaLaunchKernel", at + k * 200, 5, link);
            const bool isZero = s >= zeroFrom;
            events += eventOf("X", "kernel", "k", isZero ? 0 : at + k * 200 + 20, isZero ? 0 : 100, link);
        }
    }
    return events;
}

test::RunResult runOfEvents(std::string events)
{
    events.back() = ']';
    return test::runFromJson("[" + events);
}

} // namespace

TEST(Untimed, workFromZeroToZeroIsCountedAndMeasuredInNothing)
{
    for (const int64_t start : {900 * ms, epoch, 5 * ms}) { // since the session, since 1970
        const auto run = withWork(kernelsFrom(start, 5), {{"0", "7", 0, 0, "gemm"}, {"0", "7", 0, 0, "lost"}});
        const BusySplit split = splitOf(*run);
        EXPECT_EQ(run->timeline.originNs, start);
        EXPECT_EQ(run->timeline.spanNs, 440 * us);
        EXPECT_EQ(split.spanNs, 440 * us);
        EXPECT_EQ(split.idleNs, 240 * us);
        EXPECT_EQ(run->gpu.size(), 5U);
        EXPECT_EQ(run->gpu.untimed.size(), 2U);
        EXPECT_EQ(diagnosed(*run, "zero-time-work"), 2U);
        const KernelTable table = *kernelTable(*run);
        ASSERT_EQ(table.rows.size(), 2U);
        EXPECT_EQ(table.rows[0].count + table.rows[0].untimed, 6U);
        EXPECT_EQ(table.rows[0].meanNs, 40.0 * us);
        EXPECT_EQ(table.rows[1].count, 0U);
        EXPECT_EQ(table.rows[1].untimed, 1U);
        EXPECT_EQ((*summaryJson(*run))["gpu"]["activities"], 7);
    }
}

TEST(Untimed, workThatBeginsAtZeroWithALengthHasNoTimeEither)
{
    const auto run = withWork(kernelsFrom(epoch, 5), {{"0", "7", 0, 40 * us, "a"}, {"1", "9", 0, epoch + ms, "b"}});
    EXPECT_EQ(run->timeline.spanNs, 440 * us);
    EXPECT_EQ(run->gpu.untimed.size(), 2U);
}

TEST(Untimed, idleTimeIsWithheldWhereADeviceHasNoOtherWork)
{
    const auto withholds = [](const char *device) {
        const auto run = withWork(kernelsFrom(epoch, 5), {{device, "9", 0, 0, "lost"}});
        const auto findings = *trustFindings(*run, Steps());
        return isWithheld(&findings, GpuIdle);
    };
    EXPECT_TRUE(withholds("1"));
    EXPECT_FALSE(withholds("0"));
}

TEST(Untimed, rowsOfATableWithoutUsableTimesAreSaid)
{
    const auto left = [](const char *time) {
        const auto run = test::runFromJson("Start (ns),Duration (ns),Device,Strm,Name\n1000,10,A (0),7,k\n" +
                                           std::string(time) + ",10,A (0),7,k\n3000,10,A (0),7,k\n");
        const auto findings = *trustFindings(*run, Steps());
        const TrustFinding *found = findTrust(findings, "bad-row");
        return found ? int(found->marks) : 0;
    };
    EXPECT_EQ(left("soon"), GpuCounts | GpuTimes);
    EXPECT_EQ(left("2e3"), 0);
}

TEST(Untimed, aRecordingThatBeginsAtZeroKeepsItsFirstWork)
{
    const auto early = withWork(kernelsFrom(0, 5), kernelsFrom(2 * ms, 5));
    EXPECT_EQ(early->gpu.size(), 10U);
    EXPECT_EQ(early->gpu.untimed.size(), 0U);
    EXPECT_TRUE(early->diagnostics.empty());
    const auto waited = withWork(kernelsFrom(0, 1), kernelsFrom(6 * second, 20));
    EXPECT_EQ(waited->gpu.untimed.size(), 0U) << "the first event may be the file's time 0";
    const auto bursts = withWork(kernelsFrom(0, 1), kernelsFrom(2 * second, 200'000)); // 2 s before 20 s of work
    EXPECT_EQ(bursts->gpu.untimed.size(), 0U);
}

TEST(Untimed, aLoneKernelHoursAwayIsNoPartOfTheSpan)
{
    for (const int64_t away : {-3 * hour, 3 * hour}) {
        const auto run = withWork(kernelsFrom(epoch, 50), {{"0", "7", epoch + away, 5 * us, "init_kernel"}});
        EXPECT_EQ(run->timeline.spanNs, 4940 * us);
        EXPECT_EQ(splitOf(*run).spanNs, 4940 * us);
        EXPECT_EQ(diagnosed(*run, "far-time-work"), 1U);
        EXPECT_TRUE(run->diagnostics.find("far-time-work")->message.contains(QStringLiteral("init_kernel")));
        const auto findings = *trustFindings(*run, Steps());
        ASSERT_TRUE(findTrust(findings, "far-time-work"));
    }
}

TEST(Untimed, anHourBetweenTwoBurstsIsReal)
{
    const auto bursts = withWork(kernelsFrom(epoch, 50), kernelsFrom(epoch + hour, 50));
    EXPECT_EQ(bursts->gpu.untimed.size(), 0U);
    EXPECT_GT(bursts->timeline.spanNs, hour);
    const auto near = withWork(kernelsFrom(epoch, 50), {{"0", "7", epoch - 60 * second, 5 * us, "warm_up"}});
    EXPECT_EQ(near->gpu.untimed.size(), 0U) << "a minute is no hour";
    std::vector<test::Work> all = kernelsFrom(epoch, 50);
    for (int i = 1; i < 6; ++i)
        all.push_back({"0", "7", epoch + i * hour, 5 * us, "every hour"});
    EXPECT_EQ(test::runOfWork(all)->gpu.untimed.size(), 0U) << "the rest lasts for hours itself";
}

TEST(Untimed, callsThatFillTheHoursDoNotHoldTheLoneKernel)
{
    std::string events = eventOf("X", "python_function", "main", 1'000'000, 3 * 3600 * int64_t(1'000'000)) +
                         eventOf("X", "kernel", "init", 1'000'010, 5);
    for (int i = 0; i < 20; ++i)
        events += eventOf("X", "kernel", "k", 3 * 3600 * int64_t(1'000'000) + i * 100, 40);
    const auto run = runOfEvents(events);
    ASSERT_TRUE(run);
    EXPECT_EQ(splitOf(*run).spanNs, 1940 * us);
    EXPECT_EQ(run->timeline.originNs, second) << "what the calls say stays";
    EXPECT_EQ(run->gpu.untimed.size(), 1U);
}

TEST(Untimed, marksAtZeroDoNotStretchARecording)
{
    const std::string steps = stepsAt(1'700'000'000'000'000, 2);
    const int64_t span = runOfEvents(steps)->timeline.spanNs;
    for (const std::string &mark :
         {eventOf("f", "ac2g", "ac2g", 0, 0, R"(,"id":7)"), eventOf("i", "x", "mark", 0, 0, R"(,"s":"t")"),
          eventOf("C", "x", "memory", 0, 0, R"(,"args":{"bytes":1})"), eventOf("B", "x", "range", 0, 0),
          eventOf("b", "x", "async", 0, 0, R"(,"id":7)"), eventOf("X", "cpu_op", "aten::mm", 0, 5),
          eventOf("X", "cuda_runtime", "cudaLaunchKernel", 0, 5, R"(,"args":{"correlation":5})")}) {
        const auto run = runOfEvents(mark + steps);
        ASSERT_TRUE(run);
        EXPECT_EQ(run->timeline.spanNs, span) << mark;
        EXPECT_EQ(diagnosed(*run, "zero-time"), 1U) << mark;
        EXPECT_EQ(run->gpu.size(), 8U);
    }
    const auto seen = runOfEvents(eventOf("N", "x", "object", 0, 0) + steps);
    EXPECT_EQ(seen->timeline.spanNs, span) << "of which nothing is kept";
}

TEST(Untimed, launchesAndOperatorsWithoutATimeTakeNoOthersPlace)
{
    const auto run = runOfEvents(
        eventOf("X", "cpu_op", "aten::lost", 0, 5) +
        eventOf("X", "cuda_runtime", "cudaLost", 0, 5, R"(,"args":{"correlation":77})") +
        eventOf("X", "cpu_op", "aten::mm", 1'700'000'000'000'000, 50) +
        eventOf("X", "cuda_runtime", "cudaLaunchKernel", 1'700'000'000'000'010, 5, R"(,"args":{"correlation":78})") +
        eventOf("X", "kernel", "k", 1'700'000'000'000'030, 5, R"(,"args":{"correlation":78})") +
        eventOf("X", "kernel", "l", 1'700'000'000'000'040, 5, R"(,"args":{"correlation":77})"));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->launches.size(), 1U);
    ASSERT_EQ(run->gpu.launch[0], 0U);
    EXPECT_EQ(run->text(run->timeline.name(run->launches.slice[0])), "cudaLaunchKernel");
    EXPECT_EQ(run->text(run->timeline.name(run->gpu.op[0])), "aten::mm");
    EXPECT_EQ(run->gpu.launch[1], noLaunch);
    EXPECT_EQ(run->ops.size(), 1U);
}

TEST(Untimed, stepsWithSuchWorkAreDoubtfulAndTheOthersKeepTheirLengths)
{
    const auto run = runOfEvents(stepsAt(1'700'000'000'000'000, 6, 4));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 16U);
    EXPECT_EQ(run->gpu.untimed.size(), 8U);
    const Steps steps = *findSteps(*run);
    const auto cuts = cutSteps(*run, steps);
    ASSERT_EQ(cuts.size(), 6U);
    EXPECT_FALSE(cuts[3]);
    EXPECT_TRUE(cuts[4].isDoubtful);
    EXPECT_FALSE(cuts[4].isCut());
    EXPECT_EQ(steps.steps[3].activities, 4U);
    EXPECT_LE(steps.steps[3].gpuEndNs, run->timeline.spanNs);
}

namespace {

/// Steps of one kernel a 100 µs on one stream; one of them lasts `longNs`.
std::shared_ptr<const Run> serialWith(int64_t longNs, const char *name = "add", int at = 20)
{
    std::vector<test::Work> work;
    for (int i = 0; i < 96; ++i)
        work.push_back({"0", "7", epoch + i * 100 * us, i == at ? longNs : 80 * us,
                        i == at ? name
                        : i % 4 ? "gemm"
                                : "add"});
    return test::runOfWork(work);
}

} // namespace

TEST(ImpossibleDuration, theCulpritIsCountedAndEndsWhereTheNextBegins)
{
    const auto run = serialWith(3 * second);
    EXPECT_EQ(run->gpu.duration[20], 100 * us);
    EXPECT_EQ(run->timeline.duration(run->gpu.slice[20]), 3 * second) << "the box keeps what the file says";
    EXPECT_EQ(splitOf(*run).idleNs, 94 * 20 * us);
    const auto findings = *trustFindings(*run, Steps());
    const TrustFinding *culprit = findTrust(findings, "impossible-duration");
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->count, 1U);
    EXPECT_EQ(culprit->ns, 3 * second - 100 * us);
    EXPECT_FALSE(findTrust(findings, "stream-overlap")) << "the innocent are not blamed";
    EXPECT_TRUE(trustExtent(*culprit).contains(QStringLiteral("“add”")));
}

TEST(ImpossibleDuration, aNameThatIsThereOnceNeedsMore)
{
    EXPECT_TRUE(serialWith(3 * second, "once")->diagnostics.find("impossible-duration"));
    EXPECT_FALSE(serialWith(1500 * us, "once")->diagnostics.find("impossible-duration")) << "over 14 later starts";
    EXPECT_FALSE(serialWith(3 * second, "ncclDevKernel_AllReduce")->diagnostics.find("impossible-duration"));
}

TEST(ImpossibleDuration, aLongOneThatDelaysTheRestIsRight)
{
    EXPECT_FALSE(serialWith(3 * second, "add", 95)->diagnostics.find("impossible-duration")) << "nothing begins later";
    EXPECT_FALSE(serialWith(250 * us)->diagnostics.find("impossible-duration")) << "two neighbours: dependent launch";
}

TEST(ImpossibleDuration, workThatRunsSideBySideOnOneRowIsNoCulprit)
{
    std::vector<test::Work> work; // three long ones beside many short ones: branches of a graph
    for (int i = 0; i < 3; ++i)
        work.push_back({"0", "7", epoch + i * 4000 * us, 3900 * us, "long"});
    for (int i = 0; i < 120; ++i)
        work.push_back({"0", "7", epoch + i * 100 * us + 10 * us, 80 * us, i % 2 ? "short" : "long"});
    std::ranges::stable_sort(work, {}, &test::Work::start);
    EXPECT_FALSE(test::runOfWork(work)->diagnostics.find("impossible-duration"));
}

TEST(ImpossibleDuration, aDurationThatUnderflowsOnAnotherStreamLeavesTheOthersAlone)
{
    std::vector<test::Work> work;
    for (int i = 0; i < 96; ++i) {
        work.push_back({"0", "7", epoch + i * 100 * us, 80 * us, "gemm"});
        work.push_back({"0", "8", epoch + i * 100 * us, i == 10 ? hour : 60 * us, "copy"});
    }
    const auto run = test::runOfWork(work);
    EXPECT_EQ(diagnosed(*run, "impossible-duration"), 1U);
    EXPECT_LT(run->timeline.spanNs, 10 * ms);
    EXPECT_LT(splitOf(*run).spanNs, 10 * ms) << "spans end where work can end";
}

namespace {

/// As serialWith(); each of `at` is a long one of a name that is otherwise short.
std::shared_ptr<const Run> serialWithLong(const std::vector<int> &at, const char *name = "add")
{
    std::vector<test::Work> work;
    for (int i = 0; i < 96; ++i) {
        const bool isLong = std::ranges::find(at, i) != at.end();
        work.push_back({"0", "7", epoch + i * 100 * us, isLong ? 5 * second + i * us : 80 * us, i % 4 ? "gemm" : name});
    }
    return test::runOfWork(work);
}

} // namespace

TEST(ImpossibleDuration, anyNumberOfThemAreFoundWhereTheirNameIsShortElsewhere)
{
    for (const std::vector<int> &at : {std::vector<int>{20, 40, 60}, {20, 24, 28, 32, 36}, {20, 92}, {88}}) {
        const auto run = serialWithLong(at);
        EXPECT_EQ(diagnosed(*run, "impossible-duration"), at.size());
        EXPECT_LT(run->timeline.spanNs, 10 * ms);
        EXPECT_EQ(splitOf(*run).idleNs, (95 - int64_t(at.size())) * 20 * us);
    }
    EXPECT_FALSE(serialWithLong({20, 40, 60}, "ncclDevKernel_AllReduce")->diagnostics.find("impossible-duration"));
}

TEST(ImpossibleDuration, theLastOneOfAStreamIsLeftAndSaid)
{
    const auto run = serialWithLong({92});
    EXPECT_EQ(diagnosed(*run, "impossible-duration"), 1U) << "three begin later";
    for (const auto &[name, isSaid] : {std::pair("add", true), std::pair("rccl_add", false)}) {
        std::vector<test::Work> work = kernelsFrom(epoch, 20);
        for (int i = 0; i < 12; ++i)
            work.push_back({"0", "8", epoch + i * 200 * us, i == 11 ? 5 * second : 100 * us, name});
        const auto last = test::runOfWork(work);
        EXPECT_FALSE(last->diagnostics.find("impossible-duration"));
        const auto findings = *trustFindings(*last, Steps());
        const TrustFinding *said = findTrust(findings, "long-end");
        ASSERT_EQ(said != nullptr, isSaid) << name;
        if (!said)
            continue;
        EXPECT_EQ(fitOf(*last, findings).verdict, FitVerdict::Limits);
        EXPECT_TRUE(trustExtent(*said).contains(QStringLiteral("“add”")));
    }
    const auto once = withWork(kernelsFrom(epoch, 20), {{"0", "7", epoch + 3 * ms, 5 * second, "once"}});
    EXPECT_FALSE(findTrust(*trustFindings(*once, Steps()), "long-end")) << "its name may take so long";
}

TEST(EndlessDuration, workOfYearsHasNoTime)
{
    const int64_t years = 54 * 365 * 24 * hour;
    for (const int64_t at : {450 * us, 3 * ms, int64_t(0)}) { // in the middle, behind all, first
        const auto run = withWork(kernelsFrom(epoch + us, 20), {{"0", "7", epoch + at, years, "late"}});
        EXPECT_LT(run->timeline.spanNs, second);
        EXPECT_EQ(run->gpu.size(), 20U);
        EXPECT_EQ(run->gpu.untimed.size(), 1U);
        EXPECT_EQ(diagnosed(*run, "endless-work"), 1U);
        const auto findings = *trustFindings(*run, Steps());
        EXPECT_EQ(fitOf(*run, findings).verdict, FitVerdict::Limits);
    }
}

TEST(EndlessDuration, anythingElseIsDrawnToTheEndOfTheRecording)
{
    const std::string steps = stepsAt(1'700'000'000'000'000, 2);
    for (const char *category : {"cpu_op", "user_annotation", "python_function", "gpu_user_annotation", "foo"}) {
        const auto run = runOfEvents(
            eventOf("X", category, "open", 1'700'000'000'000'010, 1'700'000'000'000'000, R"(,"args":{"x":1})") + steps);
        ASSERT_TRUE(run);
        EXPECT_EQ(run->timeline.spanNs, 1900 * us) << category;
        EXPECT_EQ(diagnosed(*run, "endless"), 1U) << category;
        EXPECT_EQ(run->gpu.size(), 8U);
    }
}

TEST(EndlessDuration, aRecordingOfWeeksMayHaveWorkOfDays)
{
    const int64_t day = 24 * hour;
    const auto run = withWork(kernelsFrom(epoch, 20), {{"0", "7", epoch + day, 11 * day, "long"},
                                                       {"0", "7", epoch + 12 * day, day, "next"},
                                                       {"0", "7", epoch + 13 * day, day, "next"}});
    EXPECT_EQ(diagnosed(*run, "endless-work"), 0U);
}

namespace {

/// Calls with their kernels, 100 µs apart; `other` of them have kernels that count from `from` µs.
std::string callsWithClock(int count, int other, int64_t from, int64_t callsAt = 1'700'000'000'000'000)
{
    std::string events;
    for (int i = 0; i < count; ++i) {
        const std::string link = R"(,"args":{"correlation":)" + std::to_string(i + 1) + "}";
        events += eventOf("X", "cuda_runtime", "cudaLaunchKernel", callsAt + 100 * i, 5, link);
        const bool isOther = i >= count - other;
        events += eventOf("X", "kernel", isOther ? "late" : "k", isOther ? from + 10 * i : callsAt + 100 * i + 20,
                          isOther ? 5 : 40, link);
    }
    return events;
}

} // namespace

TEST(OtherClock, workHoursFromItsOwnCallHasNoTime)
{
    for (const auto &[count, other] : {std::pair(70, 20), std::pair(25, 20), std::pair(30, 3)})
        for (const int64_t from : {int64_t(0), int64_t(1'000'000'000), int64_t(1'800'000'000'000'000)}) {
            const auto run = runOfEvents(callsWithClock(count, other, from));
            ASSERT_TRUE(run);
            EXPECT_EQ(run->gpu.size(), size_t(count - other)) << from;
            EXPECT_EQ(run->gpu.untimed.size(), size_t(other)) << from;
            EXPECT_LT(run->timeline.spanNs, second) << from;
            EXPECT_EQ(diagnosed(*run, "other-clock-work"), uint64_t(other)) << from;
        }
}

TEST(OtherClock, sessionsOfOneFileKeepTheirWork)
{
    const int64_t hours = 3 * 3600 * int64_t(1'000'000);
    const auto run = runOfEvents(callsWithClock(40, 0, 0) + callsWithClock(40, 0, 0, 1'700'000'000'000'000 + hours));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 80U) << "with the same ids in both";
    const auto all = runOfEvents(callsWithClock(40, 40, 0));
    EXPECT_EQ(all->gpu.size(), 40U) << "where none is near its call, its own clock still tells how long it took";
}
