// Which call launched GPU work, and for which operator: files of several processes, other vendors' categories, files
// without correlations, shared correlations, clocks that disagree.

#include "core/model/launchprocesses.h"
#include "core/model/timelinebuilder.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace tst_launchlinks {

using namespace ws;
using namespace ws::test;

namespace {

/// Events of a Kineto trace; times in µs, process numbers as JSON: `83` or `"[TP00] 83"`.
class Events
{
public:
    Events &op(const std::string &pid, const std::string &name, const std::string &ts, const std::string &dur,
               const std::string &args = {})
    {
        return add("cpu_op", pid, "1", name, ts, dur, args);
    }
    Events &call(const std::string &pid, const std::string &ts, const std::string &dur, const std::string &args,
                 const std::string &name = "cudaLaunchKernel", const std::string &category = "cuda_runtime",
                 const std::string &tid = "1")
    {
        return add(category, pid, tid, name, ts, dur, args);
    }
    Events &kernel(const std::string &pid, int device, const std::string &name, const std::string &ts,
                   const std::string &args, const std::string &stream = "7")
    {
        const std::string place = "\"device\":" + std::to_string(device) + ",\"stream\":" + stream;
        return add("kernel", pid, stream, name, ts, "40", args.empty() ? place : place + ',' + args);
    }
    Events &raw(const std::string &event)
    {
        m_text += (m_text.empty() ? "" : ",\n") + event;
        return *this;
    }
    /// An operator with one call and its kernel, `lag` µs behind.
    Events &work(const std::string &host, const std::string &gpu, int device, const std::string &name, int64_t ts,
                 int correlation, int64_t lag = 20)
    {
        const std::string id = "\"correlation\":" + std::to_string(correlation);
        op(host, "aten::" + name, std::to_string(ts), "10");
        call(host, std::to_string(ts + 2), "5", id);
        return kernel(gpu, device, name, std::to_string(ts + 2 + lag), id);
    }
    RunResult run() const { return runFromJson("{\"schemaVersion\":1,\"traceEvents\":[" + m_text + "]}"); }

private:
    Events &add(const std::string &category, const std::string &pid, const std::string &tid, const std::string &name,
                const std::string &ts, const std::string &dur, const std::string &args)
    {
        return raw(R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":)" + pid +
                   ",\"tid\":" + tid + ",\"ts\":" + ts + ",\"dur\":" + dur + ",\"args\":{" + args + "}}");
    }

    std::string m_text;
};

/// "kernel < operator" of each activity, in order of the names; "?": no launch, "-": no operator.
std::vector<std::string> links(const ws::Run &run)
{
    std::vector<std::string> texts;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        std::string text(run.text(run.gpu.name[i]));
        text += run.gpu.launch[i] == noLaunch ? " ? " : " < ";
        text += run.gpu.op[i].valid() ? run.text(run.timeline.name(run.gpu.op[i])) : "-";
        texts.push_back(text);
    }
    std::ranges::sort(texts);
    return texts;
}

std::vector<std::string> devices(const ws::Run &run)
{
    std::vector<std::string> names;
    for (size_t d = 0; d < run.gpu.devices.size(); ++d)
        names.push_back(std::string(run.text(run.gpu.devices[d])) + " | " +
                        (run.gpu.ranks.empty() ? "" : std::string(run.text(run.gpu.ranks[d]))));
    return names;
}

uint64_t ambiguous(const ws::Run &run)
{
    const Diagnostic *said = run.diagnostics.find("ambiguous-launches");
    return said ? said->count : 0;
}

using Texts = std::vector<std::string>;

} // namespace

TEST(LaunchLinks, wordsForRanksAreReadFromNumbersNamesAndLabels)
{
    EXPECT_EQ(rankWords("[TP00-DP01] 83"), "TP00-DP01");
    EXPECT_EQ(rankWords("RANK 3 - GPU"), "rank 3");
    EXPECT_EQ(rankWords("python3 (rank=12)"), "rank 12");
    EXPECT_EQ(rankWords("[worker-a] 7"), "worker-a");
    for (const char *none : {"83", "", "[Unknown] 83", "python3", "GPU 0", "step 3", "crank 4", "rank", "[]"})
        EXPECT_EQ(rankWords(none), "") << none;
}

TEST(LaunchLinks, ranksWithPrefixesEachHaveTheirOwnCalls)
{
    Events e;
    for (int rank = 0; rank < 3; ++rank) {
        const std::string prefix = "\"[TP0" + std::to_string(rank) + "-DP00] ";
        for (int k = 0; k < 2; ++k)
            e.work(prefix + "83\"", prefix + "0\"", 0, "r" + std::to_string(rank), 100 * k + 3 * rank, 10 + k);
    }
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"r0 < aten::r0", "r0 < aten::r0", "r1 < aten::r1", "r1 < aten::r1", "r2 < aten::r2",
                                  "r2 < aten::r2"}));
    EXPECT_EQ(devices(*run),
              (Texts{"0 (TP00-DP00) | TP00-DP00", "0 (TP01-DP00) | TP01-DP00", "0 (TP02-DP00) | TP02-DP00"}));
    EXPECT_EQ(run->gpu.streams.size(), 3u) << "a row for each process, device and stream";
    EXPECT_EQ(ambiguous(*run), 0u);
}

TEST(LaunchLinks, devicesOfDifferentNumbersKeepTheirNames)
{
    Events e;
    e.work("\"[TP00] 83\"", "\"[TP00] 0\"", 0, "a", 0, 1).work("\"[TP01] 83\"", "\"[TP01] 1\"", 1, "b", 3, 1);
    e.raw(R"({"ph":"M","name":"process_labels","pid":"[TP01] 1","tid":0,"args":{"labels":"GPU 1"}})");
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < aten::a", "b < aten::b"}));
    EXPECT_EQ(devices(*run), (Texts{"0 | TP00", "1 | TP01"}));
    const auto &all = run->timeline.processes;
    const auto process = std::ranges::find_if(all, [&](const Process &p) { return run->text(p.pid) == "1"; });
    ASSERT_NE(process, all.end());
    EXPECT_EQ(run->text(process->labels), "GPU 1") << "the words for the process are those of its device";
}

TEST(LaunchLinks, namesOfThreadsAndArrowsFindTheRowsOfRanks)
{
    Events e;
    for (const char *rank : {"[TP00] ", "[TP01] "}) {
        const std::string prefix = std::string("\"") + rank;
        e.work(prefix + "83\"", prefix + "0\"", 0, rank[4] == '0' ? "a" : "b", 0, 1);
        e.raw(R"({"ph":"M","name":"thread_name","pid":)" + prefix + R"(0","tid":7,"args":{"name":"stream )" + rank[4] +
              "\"}}");
        e.raw(R"({"ph":"f","id":1,"cat":"ac2g","name":"ac2g","pid":)" + prefix + R"(0","tid":7,"ts":22,"bp":"e"})");
    }
    const auto run = e.run();
    for (const GpuStream &stream : run->gpu.streams)
        EXPECT_NE(run->text(run->timeline.tracks[stream.track].label), "");
    ASSERT_EQ(run->timeline.flows.size(), 2u);
    EXPECT_NE(run->timeline.flows.track[0], run->timeline.flows.track[1]);
    EXPECT_EQ(run->timeline.tracks[run->timeline.flows.track[1]].kind, TrackKind::GpuStream);
}

TEST(LaunchLinks, numberedRanksArePairedByTheirTimes)
{
    Events e;
    for (int rank = 0; rank < 3; ++rank)
        for (int k = 1; k < 4; ++k)
            e.work(std::to_string(rank * 1000 + 500), std::to_string(rank * 1000), 0, "r" + std::to_string(rank),
                   100 * k + 7 * rank, k);
    const auto run = e.run();
    for (const std::string &link : links(*run))
        EXPECT_EQ(link.substr(0, 2), link.substr(link.size() - 2)) << link;
    EXPECT_EQ(devices(*run), (Texts{"0 (rank 0) | rank 0", "0 (rank 1) | rank 1", "0 (rank 2) | rank 2"}));
}

TEST(LaunchLinks, processesWithoutAnyWordsArePairedByTheCallsThatCanBeTheirs)
{
    // the calls of 84 come after the work of GPU 0; those of 83 long before the work of both
    Events e;
    for (int k = 1; k < 5; ++k) {
        e.work("83", "0", 0, "a", 100 * k, k);
        e.work("84", "1", 1, "b", 100 * k + 50, k);
    }
    const auto run = e.run();
    for (const std::string &link : links(*run))
        EXPECT_TRUE(link == "a < aten::a" || link == "b < aten::b") << link;
    EXPECT_EQ(devices(*run), (Texts{"0 | pid 83", "1 | pid 84"}));
    EXPECT_EQ(ambiguous(*run), 0u);
}

TEST(LaunchLinks, whatSeveralProcessesMayHaveLaunchedIsCountedAndNotGuessed)
{
    Events e; // both have called before either GPU began: nothing tells which is whose
    for (int k = 1; k < 5; ++k)
        for (const char *host : {"83", "84"})
            e.call(host, std::to_string(10 * k), "5", "\"correlation\":" + std::to_string(k));
    for (int k = 1; k < 5; ++k) {
        e.kernel("0", 0, "a", std::to_string(500 + 100 * k), "\"correlation\":" + std::to_string(k));
        e.kernel("1", 1, "b", std::to_string(500 + 100 * k), "\"correlation\":" + std::to_string(k));
    }
    const auto run = e.run();
    EXPECT_EQ(ambiguous(*run), 8u);
    for (const std::string &link : links(*run))
        EXPECT_NE(link.find('?'), link.npos) << link;
}

TEST(LaunchLinks, processesWithIdsOfTheirOwnAreLinkedAsEver)
{
    Events e;
    e.work("83", "0", 0, "a", 100, 1).work("84", "0", 0, "b", 200, 2).work("83", "1", 1, "c", 300, 3);
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < aten::a", "b < aten::b", "c < aten::c"}));
    EXPECT_EQ(devices(*run), (Texts{"0 | ", "1 | "}));
}

TEST(LaunchLinks, oneProcessWithItsGpusIsOneRank)
{
    Events e;
    e.work("83", "0", 0, "a", 100, 1).work("83", "1", 1, "b", 200, 2);
    e.op("90", "aten::worker", "100", "50"); // a DataLoader's, without calls
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < aten::a", "b < aten::b"}));
    EXPECT_EQ(devices(*run), (Texts{"0 | ", "1 | "}));
    EXPECT_TRUE(run->diagnostics.empty());
}

TEST(LaunchLinks, aProcessThatIsNotCalledLikeItsDeviceIsNoRank)
{
    Events e;
    e.work("83", "\"GPU 0\"", 0, "a", 100, 1).work("83", "\"GPU 1\"", 1, "b", 200, 2);
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < aten::a", "b < aten::b"}));
    EXPECT_EQ(devices(*run), (Texts{"0 | ", "1 | "}));
}

TEST(LaunchLinks, aRankWithoutKernelsAndOneWithoutCallsTakeNothingFromOthers)
{
    Events e;
    e.work("\"[TP00] 83\"", "\"[TP00] 0\"", 0, "a", 0, 1);
    e.call("\"[TP01] 83\"", "5", "5", "\"correlation\":1");
    e.kernel("\"[TP02] 0\"", 0, "c", "60", "\"correlation\":1");
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < aten::a", "c ? -"}));
    EXPECT_EQ(ambiguous(*run), 0u) << "the calls of TP02 are not in the file";
}

TEST(LaunchLinks, numberedRanksOfWhichOneHasNoCallsAreToldApart)
{
    Events e;
    for (int k = 1; k < 4; ++k) {
        e.work("500", "0", 0, "a", 100 * k, k);
        e.kernel("1000", 0, "b", std::to_string(100 * k + 60), "\"correlation\":" + std::to_string(k));
    }
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < aten::a", "a < aten::a", "a < aten::a", "b ? -", "b ? -", "b ? -"}));
    EXPECT_EQ(devices(*run), (Texts{"0 (rank 0) | rank 0", "0 (rank 1) | rank 1"}));
}

TEST(LaunchLinks, twoRanksOnOneGpuRowAreToldApartWhereTheirOrderDoes)
{
    Events e;
    for (int k = 1; k < 4; ++k)
        e.work("83", "0", 0, "a", 1000 * k, k).work("84", "0", 0, "b", 1000 * k + 500, k);
    const auto run = e.run();
    for (const std::string &link : links(*run))
        EXPECT_TRUE(link == "a < aten::a" || link == "b < aten::b") << link;
}

TEST(LaunchLinks, ranksOfTwoVendorsEachLinkByWhatTheyHave)
{
    Events e; // ids of calls and work of one are correlations of the other
    e.op("\"[TP00] 83\"", "aten::a", "0", "20")
        .call("\"[TP00] 83\"", "5", "5", "\"External id\":25", "hipLaunchKernel");
    e.kernel("\"[TP00] 0\"", 0, "a", "40", "\"External id\":25");
    e.work("\"[TP01] 83\"", "\"[TP01] 0\"", 0, "b", 0, 25);
    EXPECT_EQ(links(*e.run()), (Texts{"a < aten::a", "b < aten::b"}));
}

TEST(LaunchLinks, ranksMayHaveOperatorsOfBeginAndEndEventsAndThreadsAsText)
{
    Events e;
    for (const char *rank : {"[TP00]", "[TP01]"}) {
        const std::string host = R"(,"pid":")" + std::string(rank) + R"( 83","tid":"main")", name(1, rank[4]);
        e.raw(R"({"ph":"B","cat":"cpu_op","name":"aten::op)" + name + R"(","ts":0)" + host + "}");
        e.raw(R"({"ph":"E","ts":20)" + host + "}");
        e.call("\"" + std::string(rank) + " 83\"", "5", "5", "\"correlation\":1", "cudaLaunchKernel", "cuda_runtime",
               "\"main\"");
        e.kernel("\"" + std::string(rank) + " 0\"", 0, "k" + name, "40", "\"correlation\":1");
    }
    EXPECT_EQ(links(*e.run()), (Texts{"k0 < aten::op0", "k1 < aten::op1"}));
}

TEST(LaunchLinks, anArrowStaysWithinItsRank)
{
    Events e;
    for (const char *rank : {"[TP00] ", "[TP01] "}) {
        const std::string prefix = std::string("\"") + rank, name = rank[4] == '0' ? "a" : "b";
        const std::string at = rank[4] == '0' ? "2" : "5";
        e.op(prefix + "83\"", "aten::" + name, "0", "20").call(prefix + "83\"", at, "5", {});
        e.kernel(prefix + "0\"", 0, name, "40", {});
        e.raw(R"({"ph":"s","id":1,"cat":"ac2g","name":"ac2g","pid":)" + prefix + R"(83","tid":1,"ts":)" + at + "}");
        e.raw(R"({"ph":"f","id":1,"cat":"ac2g","name":"ac2g","pid":)" + prefix + R"(0","tid":7,"ts":40,"bp":"e"})");
    }
    EXPECT_EQ(links(*e.run()), (Texts{"a < aten::a", "b < aten::b"}));
}

TEST(LaunchLinks, callsOfEveryBackendLaunch)
{
    for (const std::string backend : {"cuda", "hip", "xpu", "mtia", "musa", "privateuse1"})
        for (const std::string kind : {"_runtime", "_driver"}) {
            Events e;
            e.op("83", "aten::mm", "0", "50").call("83", "10", "5", "\"correlation\":3", "launch", backend + kind);
            const auto run = e.kernel("0", 0, "k", "30", "\"correlation\":3").run();
            EXPECT_EQ(links(*run), (Texts{"k < aten::mm"})) << backend << kind;
        }
    for (const char *none : {"cuda_sync", "cuda_profiler_range", "mtia_ccp_events", "mtia_counters", "xpu_sync"})
        EXPECT_EQ(kindOfCategory(none), CategoryKind::Other) << none;
}

TEST(LaunchLinks, equalExternalIdsLinkWhereThereIsNoCorrelation)
{
    Events e;
    e.op("83", "aten::mm", "0", "50", "\"External id\":513").call("83", "10", "5", "\"External id\":25");
    e.kernel("0", 0, "k", "40", "\"External id\":25").kernel("0", 0, "other", "90", "\"External id\":26");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mm", "other ? -"}));
}

TEST(LaunchLinks, ofSeveralCallsWithOneExternalIdTheOneThatLaunchesIsTaken)
{
    Events e;
    e.op("83", "aten::mm", "0", "50", "\"External id\":5").call("83", "5", "2", "\"External id\":5", "hipMalloc");
    e.call("83", "10", "5", "\"External id\":5", "hipLaunchKernel");
    e.kernel("0", 0, "k", "40", "\"External id\":5");
    const auto run = e.run();
    ASSERT_EQ(links(*run), (Texts{"k < aten::mm"}));
    EXPECT_EQ(run->text(run->timeline.name(run->launches.slice[run->gpu.launch[0]])), "hipLaunchKernel");
}

TEST(LaunchLinks, moreCallsThanWorkWithOneExternalIdAreAmbiguous)
{
    Events e;
    e.op("83", "aten::mm", "0", "50", "\"External id\":5");
    for (const char *ts : {"5", "15", "25"})
        e.call("83", ts, "5", "\"External id\":5", "hipLaunchKernel");
    e.kernel("0", 0, "k", "60", "\"External id\":5").kernel("0", 0, "k", "110", "\"External id\":5");
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"k ? aten::mm", "k ? aten::mm"})) << "the operator is known all the same";
    EXPECT_EQ(ambiguous(*run), 2u);
}

TEST(LaunchLinks, arrowsLinkWhereIdsAreMissing)
{
    for (const char *tid : {"7", "\"stream 7\""}) {
        Events e;
        e.op("83", "aten::outer", "0", "90").op("83", "aten::mm", "2", "50").call("83", "10", "5", {});
        e.kernel("0", 0, "k", "40", {}).kernel("0", 0, "other", "90", {});
        e.raw(R"({"ph":"s","id":25,"pid":83,"tid":1,"ts":10,"cat":"ac2g","name":"ac2g"})");
        e.raw(R"({"ph":"f","id":25,"pid":0,"tid":)" + std::string(tid) +
              R"(,"ts":40,"cat":"ac2g","name":"ac2g","bp":"e"})");
        EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mm", "other ? -"})) << tid;
    }
}

TEST(LaunchLinks, arrowsLinkWhereOnlyTheWorkHasACorrelation)
{
    Events e;
    e.op("83", "aten::mm", "2", "50").call("83", "10", "5", {}).kernel("0", 0, "k", "40", "\"correlation\":25");
    e.raw(R"({"ph":"s","id":25,"pid":83,"tid":1,"ts":10,"cat":"ac2g","name":"ac2g"})");
    e.raw(R"({"ph":"f","id":25,"pid":0,"tid":7,"ts":40,"cat":"ac2g","name":"ac2g","bp":"e"})");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mm"}));
}

namespace {

/// Two operators with one call each; both kernels carry the first call's correlation.
Events shared(const std::string &first, const std::string &second, const std::string &firstWork,
              const std::string &secondWork)
{
    Events e;
    e.op("83", "aten::a", "0", "20", "\"External id\":11");
    e.call("83", "5", "5", "\"correlation\":1" + first, "hipLaunchKernel");
    e.op("83", "aten::b", "30", "20", "\"External id\":12");
    e.call("83", "35", "5", "\"correlation\":2" + second, "hipLaunchKernel");
    e.kernel("0", 0, "k_a", "100", "\"correlation\":1" + firstWork);
    e.kernel("0", 0, "k_b", "150", "\"correlation\":1" + secondWork, "8");
    return e;
}

} // namespace

TEST(LaunchLinks, aSharedCorrelationBelongsToTheCallThatNamesTheKernel)
{
    const auto run = shared(R"(,"kernel":"k_a")", R"(,"kernel":"k_b")", {}, {}).run();
    EXPECT_EQ(links(*run), (Texts{"k_a < aten::a", "k_b < aten::b"}));
    EXPECT_EQ(ambiguous(*run), 0u);
}

TEST(LaunchLinks, aSharedCorrelationBelongsToTheCallThatNamesTheOperator)
{
    const auto run =
        shared(R"(,"External id":11)", R"(,"External id":12)", R"(,"External id":11)", R"(,"External id":12)").run();
    EXPECT_EQ(links(*run), (Texts{"k_a < aten::a", "k_b < aten::b"}));
}

TEST(LaunchLinks, aSharedCorrelationThatNothingExplainsIsCounted)
{
    const auto run = shared({}, {}, {}, {}).run();
    EXPECT_EQ(links(*run), (Texts{"k_a < aten::a", "k_b ? -"}));
    EXPECT_EQ(ambiguous(*run), 1u);
}

TEST(LaunchLinks, aGraphsKernelsShareItsLaunch)
{
    Events e;
    e.call("83", "5", "5", "\"correlation\":1", "cudaGraphLaunch").call("83", "15", "5", "\"correlation\":2");
    e.kernel("0", 0, "a", "100", "\"correlation\":1").kernel("0", 0, "b", "150", "\"correlation\":1");
    const auto run = e.run();
    EXPECT_EQ(links(*run), (Texts{"a < -", "b < -"}));
    EXPECT_EQ(ambiguous(*run), 0u);
}

TEST(LaunchLinks, theOperatorIsTheOneThatTheExternalIdNames)
{
    Events e; // the call begins 0.2 µs before its operator
    e.op("83", "aten::outer", "0", "150", "\"External id\":10")
        .op("83", "aten::mul", "50.2", "20", "\"External id\":11");
    e.call("83", "50", "6", "\"External id\":11,\"correlation\":500");
    e.kernel("0", 0, "k", "60", "\"External id\":11,\"correlation\":500");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mul"}));
}

TEST(LaunchLinks, theOperatorThatTheExternalIdNamesMayBeginWithinTheCall)
{
    for (const char *begin : {"51.5", "55"}) {
        Events e;
        e.op("83", "aten::outer", "0", "150", "\"External id\":10")
            .op("83", "aten::mul", begin, "20", "\"External id\":11");
        e.call("83", "50", "6", "\"External id\":11,\"correlation\":500");
        e.kernel("0", 0, "k", "60", "\"External id\":11,\"correlation\":500");
        EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mul"})) << begin;
    }
    Events behind; // 11 begins behind the call: its number says nothing
    behind.op("83", "aten::outer", "0", "150", "\"External id\":10")
        .op("83", "aten::mul", "56.5", "20", "\"External id\":11");
    behind.call("83", "50", "6", "\"External id\":11,\"correlation\":500");
    behind.kernel("0", 0, "k", "60", "\"External id\":11,\"correlation\":500");
    EXPECT_EQ(links(*behind.run()), (Texts{"k < aten::outer"}));
}

TEST(LaunchLinks, aCallWithTheVeryTimesOfItsOperatorsIsTheInnermosts)
{
    const char *const call = R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":83,"tid":1,)"
                             R"("ts":50,"dur":10,"args":{"correlation":5}})";
    for (const bool isFirst : {true, false}) {
        Events e;
        e.op("83", "aten::around", "0", "100");
        if (isFirst)
            e.raw(call);
        e.op("83", "aten::outer", "50", "10").op("83", "aten::inner", "50", "10");
        if (!isFirst)
            e.raw(call);
        EXPECT_EQ(links(*e.kernel("0", 0, "k", "90", "\"correlation\":5").run()), (Texts{"k < aten::inner"}));
    }
    Events shorter; // one that ends before the call does not contain it
    shorter.op("83", "aten::around", "0", "100").raw(call).op("83", "aten::inner", "50", "7");
    EXPECT_EQ(links(*shorter.kernel("0", 0, "k", "90", "\"correlation\":5").run()), (Texts{"k < aten::around"}));
}

TEST(LaunchLinks, beginAndEndEventsAreCallsAndWorkAsWell)
{
    Events e;
    const auto pair = [&](const char *phase, const char *category, const char *name, int pid, int ts,
                          const char *args = "") {
        e.raw(std::string(R"({"ph":")") + phase + R"(","cat":")" + category + R"(","name":")" + name + R"(","pid":)" +
              std::to_string(pid) + ",\"tid\":7,\"ts\":" + std::to_string(ts) + ",\"args\":{" + args + "}}");
    };
    pair("B", "cpu_op", "aten::outer", 83, 0, "\"External id\":1");
    pair("B", "cpu_op", "aten::inner", 83, 0, "\"External id\":2");
    pair("B", "cuda_runtime", "cudaLaunchKernel", 83, 3, "\"correlation\":9");
    pair("E", "cuda_runtime", "cudaLaunchKernel", 83, 5);
    pair("E", "cpu_op", "aten::inner", 83, 10);
    pair("E", "cpu_op", "aten::outer", 83, 12);
    pair("B", "kernel", "k", 0, 30, "\"device\":3,\"stream\":8,\"correlation\":9");
    pair("E", "kernel", "k", 0, 42);
    pair("B", "kernel", "never ends", 0, 50, "\"device\":3,\"stream\":8");
    const auto run = e.run();
    ASSERT_TRUE(run);
    EXPECT_EQ(links(*run), (Texts{"k < aten::inner", "never ends ? -"}));
    EXPECT_EQ(run->gpu.duration[0], 12'000);
    EXPECT_EQ(run->gpu.duration[1], 0) << "its end is not in the file";
    EXPECT_NE(run->diagnostics.find("bad-duration"), nullptr);
    EXPECT_NE(run->diagnostics.find("unclosed-begin"), nullptr);
    EXPECT_EQ(devices(*run), (Texts{"3 | "}));
    EXPECT_EQ(run->ops.size(), 2u);
    EXPECT_EQ(run->info.slices, 4u);
}

TEST(LaunchLinks, theOperatorOnAnotherThreadIsFoundByItsExternalId)
{
    Events e;
    e.op("83", "aten::mm", "0", "150", "\"External id\":10");
    e.call("83", "50", "6", "\"External id\":10,\"correlation\":500", "cudaLaunchKernel", "cuda_runtime", "2");
    e.kernel("0", 0, "k", "60", "\"External id\":10,\"correlation\":500");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mm"}));
}

TEST(LaunchLinks, theWorksExternalIdNamesTheOperatorWhereTheCallHasNone)
{
    Events e;
    e.op("83", "aten::outer", "0", "150", "\"External id\":10")
        .op("83", "aten::mul", "50.2", "20", "\"External id\":11");
    e.call("83", "50", "6", "\"correlation\":500");
    e.kernel("0", 0, "k", "60", "\"External id\":11,\"correlation\":500");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mul"}));
}

TEST(LaunchLinks, anExternalIdThatMeansAnOperatorFarAwayNamesNone)
{
    Events e; // ids of calls count on their own: 12 is also an operator, elsewhere
    e.op("83", "aten::mm", "0", "50", "\"External id\":11").op("83", "aten::far", "900", "50", "\"External id\":12");
    e.call("83", "10", "5", "\"External id\":12,\"correlation\":7");
    e.kernel("0", 0, "k", "60", "\"External id\":12,\"correlation\":7");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::mm"}));
}

TEST(LaunchLinks, theOperatorContainsTheWholeCall)
{
    Events e; // 0.15 µs before the end of the small one, and far longer
    e.op("83", "aten::norm", "0", "100").op("83", "aten::empty", "20", "30.15");
    e.call("83", "50", "7.78", "\"correlation\":500").kernel("0", 0, "k", "60", "\"correlation\":500");
    EXPECT_EQ(links(*e.run()), (Texts{"k < aten::norm"}));
}

TEST(LaunchLinks, anOperatorThatHardlyMissesTheCallIsItsOwn)
{
    Events late, early, none;
    late.op("83", "aten::mm", "20", "37.5").call("83", "50", "7.78", "\"correlation\":5");
    early.op("83", "aten::mm", "50.9", "20").call("83", "50", "6", "\"correlation\":5");
    none.op("83", "aten::mm", "51.1", "20").call("83", "50", "6", "\"correlation\":5");
    for (Events *e : {&late, &early})
        EXPECT_EQ(links(*e->kernel("0", 0, "k", "90", "\"correlation\":5").run()), (Texts{"k < aten::mm"}));
    EXPECT_EQ(links(*none.kernel("0", 0, "k", "90", "\"correlation\":5").run()), (Texts{"k < -"})) << "1.1 µs";
}

TEST(LaunchLinks, mergedCollectivesOfFourRealRanksAreFourRanks)
{
    CORPUS_FILE(path, "../corpus-more/kineto/tracelens_merged_4ranks_nccl_only.json.gz");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    EXPECT_EQ(devices(*run), (Texts{"2 | rank 0", "3 | rank 1", "4 | rank 2", "5 | rank 3"}));
}

} // namespace tst_launchlinks
