// Comparisons of real recordings.

#include "core/analysis/compare/differences.h"
#include "core/analysis/compare/moduledeltas.h"
#include "core/model/parts.h"
#include "tests/core/comparefixture.h"
#include "tests/support/corpus.h"

#include <cmath>
#include <set>

namespace ws::test {
namespace {

/// FILE or FILE#PART; null: the corpus lacks it.
std::shared_ptr<const ComparedRun> corpusSide(const std::string &name)
{
    const PartName part = splitPart(QString::fromStdString(name));
    const QString path = corpusPath(part.file.toUtf8().constData());
    if (path.isEmpty())
        return nullptr;
    const auto run = corpusRun(path);
    const Result<Selected> selected = selectPart(run, {path, part.part});
    ComparedPart side{run, selected ? selected->phase : -1, {}, {}};
    if (selected && selected->table >= 0)
        side.tables = {selected->table};
    return comparedRun(std::move(side));
}

struct PairNames
{
    const char *a, *b;
};

constexpr PairNames pairs[] = {
    {"nsys/nsysai_mfu_2gpu_before.sqlite", "nsys/nsysai_mfu_2gpu_after.sqlite"},
    {"kineto/hta_trace_diff_control.json.gz", "kineto/hta_trace_diff_test.json.gz"},
    {"kineto/kineto2021_v100_resnet50_workers0.pt.trace.json.gz",
     "kineto/kineto2021_autograd_api_resnet50.pt.trace.json.gz"},
    {"kineto/tl_h100_bert-small.json.gz", "kineto/tl_mi300_bert-small.json.gz"},
    {"kineto/tl_h100_Falconsai_nsfw.json.gz", "kineto/tl_mi300_Falconsai_nsfw.json.gz"},
    {"kineto/tl_h100_owlv2-large.json.gz", "kineto/tl_h100_Falconsai_nsfw.json.gz"},
    {"layerwise/vllm_layerwise_r1_distill_llama8b.json#prefill",
     "layerwise/vllm_layerwise_r1_distill_llama8b.json#decode_1"},
    {"nsys/nsys_stats_jetson.txt", "nsys/nsys_stats_3090.txt"},
    {"torch_table/profiler_out_0.txt", "torch_table/vllm_enginecore_prefixed.log"},
    {"ascend/level1/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
     "ascend/level1/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"},
    {"kineto/kineto2021_v100_resnet50_workers0.pt.trace.json.gz", "kineto/hta_nccl_data.json.gz"},
};

int64_t sumOfOwnDeltas(const ModuleDeltas &deltas)
{
    int64_t sum = 0;
    for (const ModuleDelta &row : deltas.rows)
        if (row.kind != ModuleNode::Kernel || row.parent == UINT32_MAX)
            sum += row.b.ownNs - row.a.ownNs;
    return sum;
}

double perCallRatio(const DiffTable &table, const char *key)
{
    const DiffRow *row = rowOf(table, key);
    return row ? 1 / row->ratio().value_or(0) : 0;
}

} // namespace

TEST(CompareCorpus, everyTableOfEveryPairAddsUp)
{
    for (const PairNames &names : pairs) {
        SCOPED_TRACE(std::string(names.a) + " | " + names.b);
        const auto a = corpusSide(names.a), b = corpusSide(names.b);
        SKIP_WITHOUT_CORPUS(!a || !b);
        const ComparedPair pair = compared(a, b);
        const ModuleDeltas modules = *moduleDeltas(*a, *b, pair.comparison.unit);
        EXPECT_EQ(sumOfOwnDeltas(modules), modules.b.totalNs - modules.a.totalNs);
        int64_t gpuNs = 0;
        for (const DiffBy by : pair.comparison.tables) {
            const DiffTable table = *differences(*a, *b, pair.comparison, by);
            SCOPED_TRACE(std::string(diffById(by)) + ' ' + table.missing.toStdString());
            EXPECT_EQ(sumOfDeltas(table), table.deltaNs());
            EXPECT_EQ(table.rows.empty(), !table.missing.isEmpty());
            if (by == DiffBy::Kernel) {
                gpuNs = table.deltaNs();
            } else if (table.missing.isEmpty() && a->hasTimeline() && by != DiffBy::Api) {
                EXPECT_EQ(table.deltaNs(), gpuNs); // every grouping of the same work
            }
        }
        const Explanation &why = pair.comparison.explanation;
        EXPECT_EQ(partsOf(why.delta), why.delta.wallNs);
        EXPECT_EQ(why.wholeA.wallNs, partsOf(why.wholeA));
        EXPECT_EQ(why.wholeB.wallNs, partsOf(why.wholeB));
    }
}

TEST(CompareCorpus, everyFileIsTheSameAsItself)
{
    for (const PairNames &names : pairs) {
        SCOPED_TRACE(names.a);
        const auto a = corpusSide(names.a), again = corpusSide(names.a);
        SKIP_WITHOUT_CORPUS(!a || !again);
        const ComparedPair pair = compared(a, again);
        EXPECT_EQ(pair.comparison.verdict, Verdict::SameFile);
        for (const DiffBy by : pair.comparison.tables) {
            const DiffTable table = *differences(*a, *again, pair.comparison, by);
            for (const DiffRow &row : table.rows) {
                EXPECT_EQ(row.deltaNs(), 0) << row.key;
                EXPECT_EQ(row.status, DiffRow::Same) << row.key;
            }
        }
        EXPECT_EQ(pair.comparison.explanation.delta, WallBudget{});
    }
}

TEST(CompareCorpus, exchangingTheSidesNegatesEveryTotal)
{
    for (const PairNames &names : pairs) {
        SCOPED_TRACE(std::string(names.a) + " | " + names.b);
        const auto a = corpusSide(names.a), b = corpusSide(names.b);
        SKIP_WITHOUT_CORPUS(!a || !b);
        const ComparedPair forward = compared(a, b), back = compared(b, a);
        EXPECT_EQ(forward.kernels.deltaNs(), -back.kernels.deltaNs());
        EXPECT_EQ(forward.kernels.rows.size(), back.kernels.rows.size());
        EXPECT_EQ(forward.comparison.alignment.byOrder, back.comparison.alignment.byOrder);
        EXPECT_EQ(forward.comparison.unit.wall.deltaNs, -back.comparison.unit.wall.deltaNs);
        std::multiset<int64_t> there, andBack;
        for (const DiffRow &row : forward.kernels.rows)
            there.insert(row.deltaNs());
        for (const DiffRow &row : back.kernels.rows)
            andBack.insert(-row.deltaNs());
        EXPECT_EQ(there, andBack);
        const WallBudget &x = forward.comparison.explanation.delta, &y = back.comparison.explanation.delta;
        EXPECT_EQ(x.computeNs, -y.computeNs);
        EXPECT_EQ(x.exposedCommNs, -y.exposedCommNs);
        EXPECT_EQ(x.idleNs(), -y.idleNs());
    }
}

TEST(CompareCorpus, twoRecordingsOf300MillisecondsDifferByTheirRepetitions)
{
    const auto a = corpusSide(pairs[0].a), b = corpusSide(pairs[0].b);
    SKIP_WITHOUT_CORPUS(!a || !b);
    const ComparedPair pair = compared(a, b);
    const Explanation &why = pair.comparison.explanation;
    EXPECT_EQ(why.wholeB.computeNs - why.wholeA.computeNs, -54'719'136);
    EXPECT_EQ(why.wholeB.exposedCommNs - why.wholeA.exposedCommNs, 8'340'349);
    EXPECT_NEAR(double(why.wholeA.idleNs()), 57.42e6, 5e3);
    EXPECT_NEAR(double(why.wholeB.idleNs()), 104.41e6, 5e3);
    EXPECT_NEAR(double(why.wholeA.wallNs), 598.510e6, 1e3);
    EXPECT_NEAR(double(why.wholeB.wallNs), 598.521e6, 1e3);
    int64_t flash = 0, reduce = 0;
    uint64_t flashA = 0, flashB = 0;
    for (const DiffRow &row : pair.kernels.rows) {
        if (row.key.find("flash_fwd") != std::string::npos) {
            flash += row.deltaNs();
            flashA += row.a.count;
            flashB += row.b.count;
            EXPECT_NEAR(row.a.call.meanNs, 4.00e6, 0.01e6);
            EXPECT_NEAR(row.b.call.meanNs, 4.01e6, 0.01e6);
        }
        if (row.key.find("SendRecv") != std::string::npos) {
            reduce += row.deltaNs();
            EXPECT_FALSE(row.call.outsideNoise);
            EXPECT_TRUE(row.notable);
        }
    }
    EXPECT_EQ(flashA, 68u);
    EXPECT_EQ(flashB, 60u);
    EXPECT_NEAR(double(flash), -31.56e6, 5e3);
    EXPECT_NEAR(double(reduce), 8.34e6, 5e3);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Slower);
    EXPECT_EQ(pair.comparison.unit.a.found, 17u);
    EXPECT_EQ(pair.comparison.unit.b.found, 15u);
    EXPECT_NEAR(pair.comparison.unit.a.wall.meanNs, 17.53e6, 0.01e6);
    EXPECT_NEAR(pair.comparison.unit.b.wall.meanNs, 19.95e6, 0.01e6);
    EXPECT_GT(why.delta.idleNs(), 1'700'000);
    EXPECT_GT(why.delta.exposedCommNs, 300'000);
    EXPECT_LT(std::abs(why.delta.computeNs), 100'000);
    EXPECT_TRUE(hasReading(pair.comparison, "waits"));
    EXPECT_TRUE(hasReading(pair.comparison, "idle"));
    EXPECT_FALSE(hasReading(pair.comparison, "all-slower"));
}

TEST(CompareCorpus, aModelOnAnotherVendorsGpuMatchesByOrder)
{
    const auto a = corpusSide(pairs[3].a), b = corpusSide(pairs[3].b);
    SKIP_WITHOUT_CORPUS(!a || !b);
    const ComparedPair pair = compared(a, b);
    EXPECT_EQ(pair.comparison.alignment.a, 61u);
    EXPECT_EQ(pair.comparison.alignment.b, 61u);
    EXPECT_EQ(pair.comparison.alignment.byOrder, 61u);
    EXPECT_EQ(pair.comparison.alignment.byName, 14u);
    EXPECT_EQ(pair.kernels.unmatchedA.totalNs, 0);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive);
}

TEST(CompareCorpus, anotherModelOnAnotherGpuIsInconclusive)
{
    const auto a = corpusSide(pairs[10].a), b = corpusSide(pairs[10].b);
    SKIP_WITHOUT_CORPUS(!a || !b);
    const Comparison comparison = compared(a, b).comparison;
    EXPECT_EQ(verdictId(comparison.verdict), "inconclusive");
    EXPECT_GE(comparison.reasons.size(), 2);
    EXPECT_FALSE(comparison.change());
}

TEST(CompareCorpus, twoRunsOfOneDocumentPairTableByTable)
{
    const auto document = corpusSide("report/seed002_mlc_nsys.md");
    SKIP_WITHOUT_CORPUS(!document);
    std::vector<ComparedPart> parts = twoPartsOf(document->part.run);
    ASSERT_EQ(parts.size(), 2u);
    const auto jetson = comparedRun(parts[0]), gpu = comparedRun(parts[1]);
    const ComparedPair pair = compared(jetson, gpu);
    EXPECT_NE(pair.comparison.labelA, pair.comparison.labelB);
    EXPECT_TRUE(pair.comparison.labelB.contains(QLatin1String("3090")));
    const DiffTable table = *differences(*jetson, *gpu, pair.comparison, DiffBy::Row);
    EXPECT_NEAR(perCallRatio(table, "fused_fused_dequantize3_NT_matmul12_kernel"), 8.02, 0.005);
    double least = 100, most = 0;
    for (const char *name : {"fused_fused_dequantize3_NT_matmul12_kernel", "fused_fused_dequantize1_NT_matmul10_kernel",
                             "fused_fused_dequantize4_NT_matmul13_kernel", "fused_fused_dequantize2_NT_matmul11_kernel",
                             "fused_fused_dequantize_fused_NT_matmul14_cast1_kernel"}) {
        least = std::min(least, perCallRatio(table, name));
        most = std::max(most, perCallRatio(table, name));
    }
    EXPECT_NEAR(least, 6.27, 0.01);
    EXPECT_NEAR(most, 8.24, 0.01);
    const DiffRow *free = rowOf(table, "cudaFree");
    ASSERT_NE(free, nullptr);
    EXPECT_NEAR(double(free->a.totalNs), 11.83e9, 0.005e9);
    EXPECT_NEAR(double(free->b.totalNs), 1.56e9, 0.005e9);
    EXPECT_EQ(free->status, DiffRow::Faster);
    const DiffRow *copy = rowOf(table, "[CUDA memcpy Host-to-Device]");
    ASSERT_NE(copy, nullptr);
    EXPECT_NEAR(copy->bandwidthA.value_or(0), 8.36, 0.005);
    EXPECT_NEAR(copy->bandwidthB.value_or(0), 8.08, 0.005);
}

} // namespace ws::test
