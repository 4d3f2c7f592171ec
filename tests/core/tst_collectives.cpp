#include "core/analysis/collectives/collectives.h"
#include "core/analysis/stages/communication.h"
#include "core/report/collectivereport.h"
#include "tests/core/stepfixture.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

using namespace ws;
using namespace ws::test;

namespace {

std::string args(const char *collective, int64_t in, int64_t out, const char *dtype = "Float", int ranks = 4)
{
    return std::string(R"(,"Collective name":")") + collective + R"(","In msg nelems":)" + std::to_string(in) +
           R"(,"Out msg nelems":)" + std::to_string(out) + R"(,"dtype":")" + dtype + R"(","Group size":)" +
           std::to_string(ranks) + R"(,"Process Group Name":"3","Process Group Ranks":"[0, 1, 2, 3]")";
}

struct CollectiveTrace : StepTrace
{
    CollectiveTrace &nccl(const std::string &name, int start, int duration, const std::string &more = {},
                          int correlation = 0)
    {
        slice("kernel", name, "0", "7", start, duration,
              R"("device":0,"stream":7)" +
                  (correlation ? R"(,"correlation":)" + std::to_string(correlation) : std::string()) + more);
        return *this;
    }
    /// Of a file, because the arguments are read again.
    std::vector<CollectiveRow> rows() const
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("t.json"));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(("{\"traceEvents\":[" + events + "]}").c_str());
        file.close();
        Progress progress;
        const RunPtr run = *loadRun(path, progress);
        return *collectives(*run, defaultCommunication(run->gpu, run->strings));
    }
};

double bus(const char *collective, int64_t in, int64_t out, int ranks = 4)
{
    CollectiveTrace t;
    t.nccl("ncclDevKernel_Generic", 0, 10, args(collective, in, out, "Float", ranks));
    return t.rows().at(0).busBandwidth().value_or(-1);
}

} // namespace

TEST(Collectives, bandwidthsAreThoseOfNcclTests)
{
    // 4,000 bytes in 10 µs are 0.4 GB/s for the algorithm
    EXPECT_DOUBLE_EQ(bus("allreduce", 1000, 1000), 0.4 * 2 * 3 / 4);
    EXPECT_DOUBLE_EQ(bus("_allgather_base", 250, 1000), 0.4 * 3 / 4);
    EXPECT_DOUBLE_EQ(bus("_reduce_scatter_base", 1000, 250), 0.4 * 3 / 4);
    EXPECT_DOUBLE_EQ(bus("all_to_allv", 1000, 1000), 0.4 * 3 / 4);
    EXPECT_DOUBLE_EQ(bus("broadcast", 1000, 1000), 0.4);
    EXPECT_DOUBLE_EQ(bus("send", 1000, 1000), 0.4);
    EXPECT_DOUBLE_EQ(bus("allreduce", 1000, 1000, 1), 0.0) << "one rank sends nothing";
    EXPECT_DOUBLE_EQ(bus("barrier", 1000, 1000), -1) << "nobody knows its factor";
}

TEST(Collectives, equalOnesAreOneRowAndOthersTheirOwn)
{
    CollectiveTrace t;
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 0, 10, args("allreduce", 1000, 1000));
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 20, 30, args("allreduce", 1000, 1000));
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 60, 10, args("allreduce", 2000, 2000));
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 80, 5, args("allreduce", 1000, 1000, "BFloat16"));
    t.nccl("gemm", 90, 500);
    const auto rows = t.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].count, 2U);
    EXPECT_EQ(rows[0].totalNs, 40'000);
    EXPECT_EQ(rows[0].minNs, 10'000);
    EXPECT_EQ(rows[0].bytes, 4000);
    EXPECT_EQ(rows[0].groupSize, 4);
    EXPECT_EQ(rows[0].collective, "allreduce");
    EXPECT_EQ(rows[0].algorithm, "RING_LL");
    EXPECT_DOUBLE_EQ(*rows[0].algorithmBandwidth(), 8000.0 / 40'000);
    EXPECT_EQ(rows[0].activities, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(rows[1].bytes, 8000);
    EXPECT_EQ(rows[2].bytes, 2000);
}

TEST(Collectives, ofARangeAreThoseThatReachIntoIt)
{
    CollectiveTrace t;
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 0, 10, args("allreduce", 1000, 1000));
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 20, 30, args("allreduce", 1000, 1000));
    const auto run = runFromJson("{\"traceEvents\":[" + t.events + "]}");
    const auto communication = defaultCommunication(run->gpu, run->strings);
    const auto rows = *collectives(*run, communication, nullptr, TimeRange{30'000, 40'000});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].count, 1U);
    EXPECT_EQ(rows[0].totalNs, 30'000) << "whole: its bandwidth rests on it";
    EXPECT_TRUE(collectives(*run, communication, nullptr, TimeRange{11'000, 19'000})->empty());
    const ActivitySet first = *ActivitySet::ofRows(*run, std::vector<uint32_t>{0, 1}, {1, 0});
    EXPECT_EQ(collectives(*run, communication, nullptr, {}, &first)->front().totalNs, 10'000);
}

TEST(Collectives, whatTheFileDoesNotSayIsBlank)
{
    CollectiveTrace t;
    t.nccl("ncclDevKernel_AllReduce_Sum_f32_TREE_LL128(x)", 0, 10);
    t.nccl("void vllm::cross_device_reduce_1stage<bf16>", 20, 5);
    t.nccl("ncclDevKernel_Generic", 30, 3, args("allreduce", 10, 10, "Quantised"));
    const auto rows = t.rows();
    ASSERT_EQ(rows.size(), 3U);
    for (const CollectiveRow &row : rows) {
        EXPECT_FALSE(row.bytes);
        EXPECT_FALSE(row.algorithmBandwidth());
        EXPECT_FALSE(row.busBandwidth());
    }
    EXPECT_EQ(rows[0].collective, "") << "not guessed from the name";
    EXPECT_EQ(rows[0].algorithm, "TREE_LL128");
    EXPECT_EQ(rows[2].collective, "allreduce");
}

TEST(Collectives, theOperatorAroundTheLaunchSaysWhatTheKernelDoesNot)
{
    CollectiveTrace t;
    t.slice("cpu_op", "record_param_comms", "10", "1", 0, 50, args("allreduce", 1000, 1000).substr(1));
    t.slice("cpu_op", "inner", "10", "1", 5, 10).launch(1, 6).launch(2, 70);
    t.nccl("ncclKernel_AllReduce_RING_LL_Sum_float", 100, 10, {}, 1);
    t.nccl("ncclKernel_AllReduce_RING_LL_Sum_float", 200, 10, {}, 2);
    const auto rows = t.rows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].bytes, 4000);
    EXPECT_EQ(rows[0].collective, "allreduce");
    EXPECT_FALSE(rows[1].bytes);
}

TEST(Collectives, rangesOfNcclAroundTheLaunchNameTheCollective)
{
    CollectiveTrace t;
    t.slice("user_annotation", "nccl:all_to_all, op_id = 9", "10", "1", 0, 50);
    t.slice("user_annotation", "ncclGroupEnd", "10", "1", 10, 10).launch(1, 12);
    t.slice("user_annotation", "all_to_all of mine", "10", "1", 60, 10).launch(2, 62);
    t.nccl("ncclDevKernel_SendRecv(x)", 100, 10, {}, 1);
    t.nccl("ncclDevKernel_SendRecv(x)", 200, 5, {}, 2);
    const auto rows = t.rows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].collective, "alltoall");
    EXPECT_EQ(rows[1].collective, "") << "no word of NCCL's";
}

TEST(Collectives, wordsOfTorchAndNcclAreOne)
{
    for (const char *word :
         {"allgather", "_allgather_base", "nccl:all_gather", "ncclAllGather", "all_gather_coalesced"})
        EXPECT_EQ(collectiveWord(word), "allgather") << word;
    EXPECT_EQ(collectiveWord("reduce_scatter_tensor"), "reducescatter");
    EXPECT_EQ(collectiveWord("reduce"), "reduce");
    EXPECT_EQ(collectiveWord("wait"), "wait");
    EXPECT_EQ(collectiveWord("wait", true), "");
    EXPECT_EQ(collectiveWord("ncclGroupEnd", true), "");
    EXPECT_EQ(elementBytes("Half"), 2);
    EXPECT_EQ(elementBytes("Float8_e4m3fn"), 1);
    EXPECT_EQ(elementBytes("nothing"), 0);
    EXPECT_EQ(ncclAlgorithm("ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*)"), "RING_LL");
    EXPECT_EQ(ncclAlgorithm("ncclDevKernel_AllReduce_Sum_bf16_NVLS_TREE_SIMPLE"), "NVLS_TREE_SIMPLE");
    EXPECT_EQ(ncclAlgorithm("my_RING_LL"), "");
    for (const char *same :
         {"ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*)", "ncclKernel_AllReduce_TREE_LL128_Sum_float",
          "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<(unsigned long)4096>)",
          "ncclDevKernel_AllReduce_Sum_f32_NVLS_TREE_SIMPLE"})
        EXPECT_EQ(ncclOperation(same), "AllReduce sum f32") << same;
    EXPECT_EQ(ncclOperation("ncclKernel_ReduceScatter_RING_LL_Sum___nv_bfloat16(ncclDevComm*)"),
              "ReduceScatter sum bf16");
    EXPECT_EQ(ncclOperation("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL"), "ReduceScatter sum bf16");
    EXPECT_EQ(ncclOperation("ncclKernel_AllGather_RING_LL_Sum_int8_t"), "AllGather");
    EXPECT_EQ(ncclOperation("ncclDevKernel_AllGather_RING_SIMPLE(x)"), "AllGather");
    EXPECT_EQ(ncclOperation("ncclDevKernel_AllReduce_Max_f32_RING_LL"), "AllReduce max f32");
    for (const char *other :
         {"ncclDevKernel_Generic_4(x)", "ncclKernel_AllReduce_RING_LL", "my_AllReduce_Sum_f32", "gemm"})
        EXPECT_EQ(ncclOperation(other), "") << other;
}

TEST(Collectives, sizesThatDoNotFitAreNotKnown)
{
    CollectiveTrace t;
    t.nccl("ncclDevKernel_Generic", 0, 10, args("allreduce", INT64_MAX, 1));
    EXPECT_FALSE(t.rows().at(0).bytes);
    CollectiveTrace none;
    none.nccl("ncclDevKernel_Generic", 0, 0, args("allreduce", 10, 10));
    EXPECT_FALSE(none.rows().at(0).algorithmBandwidth()) << "no time";
}

TEST(CorpusCollectives, torchsArgumentsGiveSizeAndBandwidth)
{
    CORPUS_FILE(path, "kineto/hta_nccl_data.json.gz");
    const auto run = corpusRun(path);
    const auto rows = *collectives(*run, defaultCommunication(run->gpu, run->strings));
    uint64_t count = 0;
    bool found = false;
    for (const CollectiveRow &row : rows) {
        count += row.count;
        if (row.bytes != 6637568 * 4)
            continue;
        found = true;
        EXPECT_EQ(row.collective, "allreduce");
        EXPECT_EQ(row.args.ranks, "[0, 1]");
        EXPECT_DOUBLE_EQ(*row.busBandwidth(), *row.algorithmBandwidth()) << "2(n−1)/n of two ranks is 1";
    }
    EXPECT_TRUE(found);
    EXPECT_EQ(count, 21U);
}
