// Limits of work without an operator of its own in the trace: replays of graphs by their capture, and attention by the
// lengths in names of steps.

#include "core/analysis/limits/furtherowners.h"
#include "core/analysis/modules/capturematch.h"
#include "core/report/limitsreport.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace ws;
using namespace ws::test;

namespace {

using Rows = std::vector<std::string>;

std::string inputs(const std::string &dims, const std::string &types, const std::string &texts = {})
{
    return R"("Input Dims":)" + dims + R"(,"Input type":)" + types +
           (texts.empty() ? "" : R"(,"Concrete Inputs":)" + texts);
}

std::string matrices(int rows)
{
    return inputs("[[" + std::to_string(rows) + ",8],[8,4]]", R"(["c10::BFloat16","c10::BFloat16"])");
}

const std::string relu = inputs("[[8]]", R"(["float"])");
const std::string copied = inputs("[[8],[8]]", R"(["float","float"])");

struct Op
{
    std::string name, args; ///< without a name: launched outside of any operator
    std::vector<std::string> kernels;
};
using Ops = std::vector<Op>;

/// Eight kernels of four names; products of so many rows.
Ops opsOf(int rows)
{
    Ops ops;
    for (int layer = 0; layer < 2; ++layer) {
        ops.push_back({"aten::mm", matrices(rows), {"gemm"}});
        ops.push_back({"aten::relu", relu, {"relu"}});
        ops.push_back({"", "", {"fused"}});
        ops.push_back({"aten::copy_", copied, {"copy"}});
    }
    return ops;
}

void addCapture(TraceText &t, const Ops &ops, const std::string &label, int64_t begin, int correlation,
                bool names = true)
{
    int64_t at = begin;
    t.launch(1, at, correlation++, "hipStreamBeginCapture");
    for (const Op &op : ops) {
        at += 10;
        if (!op.name.empty())
            t.op(op.name, 1, at, 8, op.args);
        for (const std::string &kernel : op.kernels)
            t.launch(1, ++at, correlation++, "hipLaunchKernel", 1,
                     names ? R"("kernel":")" + kernel + '"' : std::string());
    }
    t.launch(1, at + 20, correlation++, "hipStreamEndCapture");
    if (!label.empty())
        t.annotation(label, 1, begin - 5, at + 40 - begin);
}

Capture capturedOps(const TraceText &trace)
{
    const auto run = runFromJson(trace.json());
    Capture capture = *Capture::of(*run);
    ownOperators(capture, *run);
    return capture;
}

Capture capturedOps(const Ops &ops, const std::string &label = {})
{
    TraceText t;
    addCapture(t, ops, label, 1000, 1);
    return capturedOps(t);
}

std::shared_ptr<const Capture> joined(Capture a, std::optional<Capture> b = {})
{
    std::vector<std::pair<std::string, Capture>> files;
    files.emplace_back("a.json", std::move(a));
    if (b)
        files.emplace_back("b.json", std::move(*b));
    return std::make_shared<const Capture>(Capture::joined(std::move(files)));
}

/// A launch of the graph, each kernel 10 µs.
void addReplay(TraceText &t, const Ops &ops, int64_t at, int correlation, const std::string &step = {},
               bool nodes = false)
{
    int node = 100;
    if (!step.empty())
        t.annotation(step, 1, at - 5, 50);
    t.launch(1, at, correlation, "hipGraphLaunch");
    for (const Op &op : ops)
        for (const std::string &kernel : op.kernels)
            t.kernel(correlation, at += 10, 10, kernel,
                     nodes ? R"("graph node id":)" + std::to_string((uint64_t(7) << 32) + uint64_t(node++)) : "");
}

struct Found
{
    RunResult run;
    Limits limits;
    nlohmann::ordered_json json;
    std::string notes;
    bool showsNotes = false; ///< the column of notes without asking for it

    explicit Found(const TraceText &trace, const std::shared_ptr<const Capture> &capture = nullptr,
                   const std::string &device = {})
        : run(runFromJson(R"({"deviceProperties":[)" + device + R"(],"traceEvents":)" + trace.json() + "}"))
    {
        std::optional<CaptureMatch> match;
        LimitOptions options;
        if (capture) {
            match = CaptureMatch::make(*run, capture);
            options.capture = &*match;
        }
        const auto shared = std::make_shared<const Limits>(*limitsOf(*run, options));
        limits = *shared;
        const ReportTable table = limitsReport(run.run, shared);
        json = limitsJson(*run, table, limits, nullptr);
        showsNotes = !std::ranges::find(table.columns, "note", &ReportColumn::id)->optional;
        notes = table.notes.join(QLatin1Char('\n')).toStdString();
    }
    bool says(const char *words) const { return notes.find(words) != notes.npos; }

    /// "aten::mm bf16[2,8] bf16[8,4]: 2 × 128 112, 20 µs", then "covered 60 of 80"; rows by step's names with "?".
    Rows rows() const
    {
        Rows lines;
        for (const LimitRow &row : limits.rows)
            lines.push_back((row.basis == LimitBasis::Shapes ? "" : "? ") + std::string(row.nameIn(*run)) + ' ' +
                            row.shape + ": " + std::to_string(row.calls) + " × " + std::to_string(row.work.flop) + ' ' +
                            std::to_string(row.work.bytes) + ", " + std::to_string(row.gpuNs / 1000) + " µs");
        lines.push_back("covered " + std::to_string(limits.sum.coveredNs / 1000) + " of " +
                        std::to_string(limits.sum.ofNs / 1000));
        return lines;
    }
};

std::string productRow(int rows, int calls)
{
    return "aten::mm bf16[" + std::to_string(rows) + ",8] bf16[8,4]: " + std::to_string(calls) + " × " +
           std::to_string(64 * rows) + ' ' + std::to_string(2 * (8 * rows + 32 + 4 * rows)) + ", " +
           std::to_string(10 * calls) + " µs";
}

} // namespace

TEST(CapturedLimits, workOfAGraphBelongsToTheOperatorThatLaunchedItDuringTheCapture)
{
    TraceText t;
    addReplay(t, opsOf(2), 1000, 1);
    addReplay(t, opsOf(2), 2000, 2);
    const Found found(t, joined(capturedOps(opsOf(2))));
    EXPECT_EQ(found.rows(), (Rows{productRow(2, 4), "aten::relu f32[8]: 4 × 8 64, 40 µs",
                                  "aten::copy_ f32[8] f32[8]: 4 × 0 64, 40 µs", "covered 120 of 160"}));
    EXPECT_EQ(found.json["graphs"]["capturedNs"], 120000);
    EXPECT_EQ(found.json["graphs"]["withoutNumbersNs"], 40000);
    EXPECT_TRUE(found.says("120.000 µs of the covered time are of graphs"));
    EXPECT_TRUE(found.says("No rows for 40.000 µs of graphs: the captured operators have no numbers."));
}

TEST(CapturedLimits, withoutACaptureGraphsAreNotCoveredAndNothingIsSaidOfOne)
{
    TraceText t;
    addReplay(t, opsOf(2), 1000, 1);
    const Found found(t);
    EXPECT_EQ(found.rows(), (Rows{"covered 0 of 80"}));
    EXPECT_TRUE(found.json["graphs"].is_null());
    EXPECT_FALSE(found.says("graphs"));
}

TEST(CapturedLimits, rowsOfTheCaptureAndOfTheTraceAreOne)
{
    TraceText t;
    addReplay(t, opsOf(2), 1000, 1);
    t.op("aten::mm", 1, 3000, 10, matrices(2)).launch(1, 3001, 9).kernel(9, 3020, 10, "gemm");
    const Found found(t, joined(capturedOps(opsOf(2))));
    EXPECT_EQ(found.rows()[0], productRow(2, 3));
    EXPECT_EQ(found.json["graphs"]["capturedNs"], 60000);
    EXPECT_EQ(found.limits.rows[0].printedName, "");
}

TEST(CapturedLimits, aFileThatHoldsTheCaptureOfItsGraphsIsItsOwn)
{
    TraceText t;
    addCapture(t, opsOf(2), {}, 1000, 1);
    addReplay(t, opsOf(2), 3000, 100);
    EXPECT_EQ(Found(t, joined(capturedOps(t))).rows()[0], productRow(2, 2));
}

TEST(CapturedLimits, theOutermostOperatorOfTheCaptureWithNumbersOwns)
{
    Ops ops = opsOf(2);
    ops[0].kernels = {"gemm", "gemm_reduce"}; // one call of two kernels
    TraceText capture, t;
    addCapture(capture, ops, {}, 1000, 1);
    capture.op("aten::copy_", 1, 1012, 1, copied); // within the first product, around its second kernel
    capture.op("vllm::moe_forward", 1, 1001, 200, relu);
    addReplay(t, ops, 1000, 1);
    const Found found(t, joined(capturedOps(capture)));
    EXPECT_EQ(found.limits.rows[0].calls, 2U);
    EXPECT_EQ(found.limits.rows[0].gpuNs, 30000);
    EXPECT_EQ(found.limits.sum.coveredNs, 70000);
}

TEST(CapturedLimits, capturesThatFitAlikeWithUnlikeShapesTellNothing)
{
    TraceText t;
    addReplay(t, opsOf(2), 1000, 1);
    const Found found(t, joined(capturedOps(opsOf(2)), capturedOps(opsOf(4))));
    EXPECT_EQ(found.rows(), (Rows{"aten::relu f32[8]: 2 × 8 64, 20 µs", "aten::copy_ f32[8] f32[8]: 2 × 0 64, 20 µs",
                                  "covered 40 of 80"}));
    EXPECT_EQ(found.json["graphs"]["ambiguousNs"], 20000);
    EXPECT_TRUE(found.says("No rows for 20.000 µs of graphs: places of the capture with unlike shapes fit."));
    const Found alike(t, joined(capturedOps(opsOf(2)), capturedOps(opsOf(2))));
    EXPECT_EQ(alike.rows().back(), "covered 60 of 80");
}

TEST(CapturedLimits, graphsOfOneFileWithoutLabelsMayBeOfSeveralSizes)
{
    TraceText capture, t;
    addCapture(capture, opsOf(2), {}, 1000, 1);
    addCapture(capture, opsOf(4), {}, 3000, 100);
    addReplay(t, opsOf(4), 1000, 1); // in the order of the graphs, but both are of the larger one
    addReplay(t, opsOf(4), 2000, 2);
    EXPECT_EQ(Found(t, joined(capturedOps(capture))).json["graphs"]["ambiguousNs"], 40000);
}

TEST(CapturedLimits, theSmallestCaptureIntoWhichTheTokensOfTheStepFitIsTheOne)
{
    const auto capture = joined(capturedOps(opsOf(32), "capture_32_FULL"), capturedOps(opsOf(64), "capture_64_FULL"));
    const auto rowOf = [&](const std::string &tokens) {
        TraceText t;
        addReplay(t, opsOf(1), 1000, 1, "execute_context_0(0)_generation_" + tokens + "(" + tokens + ")");
        return Found(t, capture).rows()[0];
    };
    EXPECT_EQ(rowOf("32"), productRow(32, 2));
    EXPECT_EQ(rowOf("20"), productRow(32, 2));
    EXPECT_EQ(rowOf("33"), productRow(64, 2));
    TraceText t;
    addReplay(t, opsOf(1), 1000, 1, "execute_context_0(0)_generation_65(65)");
    const Found found(t, capture);
    EXPECT_EQ(found.rows(), (Rows{"covered 0 of 80"}));
    EXPECT_TRUE(found.says("No rows for 80.000 µs of graphs: what fits was captured for fewer tokens"));
}

TEST(CapturedLimits, withoutNamesOfKernelsTheSizeMustBeStated)
{
    Ops ops;
    for (int k = 0; k < 4; ++k)
        std::ranges::copy(opsOf(32), std::back_inserter(ops)); // order alone needs 32 kernels
    const auto coveredUs = [&](const std::string &label, const std::string &step) {
        TraceText capture, t;
        addCapture(capture, ops, label, 1000, 1, false);
        addReplay(t, ops, 1000, 1, step, true);
        return Found(t, joined(capturedOps(capture))).limits.sum.coveredNs / 1000;
    };
    const std::string step = "execute_context_0(0)_generation_30(30)";
    EXPECT_EQ(coveredUs("capture_32_FULL", step), 240);
    EXPECT_EQ(coveredUs("", step), 0);
    EXPECT_EQ(coveredUs("capture_32_FULL", ""), 0);
}

TEST(CapturedLimits, aKernelThatMayStemFromEitherOfTwoProductsHasNoRow)
{
    Ops captured = opsOf(2);
    captured.insert(captured.begin() + 1, Op{"aten::mm", matrices(4), {"gemm"}}); // two in a row
    TraceText t;
    addReplay(t, opsOf(2), 1000, 1); // one of the two is missing
    const Found found(t, joined(capturedOps(captured)));
    EXPECT_EQ(found.json["graphs"]["ambiguousNs"], 10000);
    EXPECT_EQ(found.rows()[2], productRow(2, 1));
}

TEST(CapturedLimits, aCaptureOfAnotherModelTellsNothing)
{
    Ops other = opsOf(2);
    for (Op &op : other)
        op.kernels.front() += "_of_another";
    TraceText t;
    addReplay(t, opsOf(2), 1000, 1);
    const Found found(t, joined(capturedOps(other)));
    EXPECT_EQ(found.rows(), (Rows{"covered 0 of 80"}));
    EXPECT_TRUE(found.says("No rows for 80.000 µs of graphs: they are not in the capture."));
}

TEST(StepLengths, areReadInAllSpellings)
{
    // one prompt of 3 after 2 tokens: 3 + 4 + 5 pairs; one request that generates with 7 keys
    const char *const same[] = {
        "execute_4_context_1(sq3sk5sqsq9sqsk15)_generation_1(sq1sk7sqsq1sqsk7)",
        "step[MIXED bs=2 c=1 g=1 c_sq=3 c_sk=5 c_sqsq=9 c_sqsk=15 g_sq=1 g_sk=7 g_sqsq=1 g_sqsk=7]",
        "decode[bs=2/4 tok=4 p=1 d=1 sqsq=10 sqsk=22 sk=12]",
        "prefill[bs=2 tok=4 ctx=[3, 1] sqsq=10 sqsk=22 sk=12]",
    };
    for (const char *name : same) {
        const auto lengths = stepLengths(name);
        ASSERT_TRUE(lengths) << name;
        EXPECT_EQ(lengths->queries, 4) << name;
        EXPECT_EQ(lengths->keys, 12) << name;
        EXPECT_EQ(int64_t(lengths->pairs), 19) << name;
        EXPECT_FALSE(lengths->isSpeculative) << name;
    }
    EXPECT_EQ(stepLengths("step[EXTEND bs=1 toks=3 c_sqsq=9 c_sqsk=15 c_sk=5]")->queries, 3);
    EXPECT_EQ(int64_t(stepLengths("step[EXTEND bs=1 toks=3 c_sq=3 c_sqsq=9 c_sqsk=9 c_sk=3]")->pairs), 6);
    EXPECT_EQ(stepLengths("step[DECODE bs=2 g_sqsq=2 g_sqsk=9 g_sk=9]")->queries, 2);
    EXPECT_TRUE(stepLengths("step[DECODE bs=2 g_sq=8 g_sqsq=32 g_sqsk=400 g_sk=100]")->isSpeculative);
    EXPECT_TRUE(stepLengths("decode[bs=2 tok=8 d=2 spec=3 sqsq=32 sqsk=400 sk=100]")->isSpeculative);
}

TEST(StepLengths, areNotReadWhereTheNameLacksThemOrContradictsItself)
{
    for (const char *name :
         {"execute_context_2(14721)_generation_0(0)", "step[DECODE bs=64]", "execute_new_1_cached_2", "execute_",
          "step[TARGET_VERIFY bs=2 c_sq=8 c_sqsq=32 c_sqsk=400 c_sk=100]", "step[EXTEND]", "step[", "]sqsk=",
          "execute_5_context_1(sq3sk5sqsq9sqsk15)_generation_1(sq1sk7sqsq1sqsk7)",   // tokens are not 4
          "execute_3_context_1(sq3sk2sqsq9sqsk15)_generation_0(sq0sk0sqsq0sqsk0)",   // fewer keys than queries
          "execute_3_context_1(sq3sk5sqsq9sqsk8)_generation_0(sq0sk0sqsq0sqsk0)",    // fewer products than squares
          "execute_3_context_0(sq3sk5sqsq9sqsk15)_generation_0(sq0sk0sqsq0sqsk0)",   // of no request
          "execute_3_context_1(sq3sk5sqsq9sqsk15)_generation_0(sq0sk0sqsq0sqsk0) 2", // more follows
          "execute_3_context_1(sq3sk5sqsq9sqsk99999999999999999999)_generation_0(sq0sk0sqsq0sqsk0)",
          "execute_0_context_0(sq0sk0sqsq0sqsk0)_generation_0(sq0sk0sqsq0sqsk0)",
          "step[MIXED bs=2 c=1 c_sq=3 c_sk=5 c_sqsq=9 c_sqsk=15]", "decode[bs=2 tok=4 sqsk=22 sk=12]"})
        EXPECT_FALSE(stepLengths(name)) << name;
}

namespace {

const std::string lengths = "execute_4_context_1(sq3sk5sqsq9sqsk15)_generation_1(sq1sk7sqsq1sqsk7)";
const std::string unified =
    inputs("[[4,4,8],[4,2,8],[4,2,8],[4,4,8]]", R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"])");
const std::string store = inputs("[[4,2,8],[4,2,8],[64,16,2,8],[64,16,2,8],[4]]",
                                 R"(["c10::BFloat16","c10::BFloat16","unsigned char","unsigned char","long int"])");
const char *const unifiedName = "vllm::unified_attention_with_output";

/// A step with a store into the cache and calls of attention that take so many µs.
TraceText attention(const std::vector<int64_t> &us, const std::string &step = lengths,
                    const std::string &args = unified, const std::string &name = unifiedName,
                    const std::string &stored = store)
{
    TraceText t;
    t.annotation(step, 1, 0, 1000);
    if (!stored.empty())
        t.op("_C_cache_ops::reshape_and_cache_flash", 1, 1, 5, stored).launch(1, 2, 1).kernel(1, 2000, 1, "store");
    int correlation = 2;
    for (const int64_t dur : us) {
        const int64_t at = 10 * correlation;
        t.op(name, 1, at, 8, args).launch(1, at + 1, correlation);
        t.kernel(correlation, 2000 + 100 * correlation, dur, "attention");
        ++correlation;
    }
    return t;
}

std::string reasonOf(const TraceText &trace)
{
    const Found found(trace);
    return found.json["byStepName"].empty() && !found.limits.withheldAttention.empty() ? found.notes : "a row";
}

} // namespace

TEST(AttentionLimits, pairsAndKeysOfTheStepsNameGiveFlopAndBytes)
{
    const Found found(attention({10, 11}));
    // 2 · 19 pairs · 4 heads · 16; queries and results 4 · 4 · 16 · 2 bytes, 12 keys · 2 heads · 16 of one byte each
    EXPECT_EQ(found.rows()[0],
              "? vllm::unified_attention_with_output bf16[4,4,8] bf16[4,2,8] bf16[4,2,8] bf16[4,4,8]: 2 × "
              "2432 896, 21 µs");
    EXPECT_EQ(found.rows().back(), "covered 1 of 22");
    EXPECT_EQ(found.json["rows"].size(), 1U);
    EXPECT_EQ(found.json["byStepName"][0]["note"],
              "at most, by the lengths in the step's name, without a sliding window");
    EXPECT_TRUE(found.showsNotes);
    EXPECT_FALSE(Found(attention({})).showsNotes);
    EXPECT_TRUE(found.says("in its rows alone, not in the sums: 21.000 µs"));
    EXPECT_TRUE(found.json["withheld"].empty() || !found.says("No rows for"));
}

TEST(AttentionLimits, rowsByNamesOfStepsAreInNoSumAndInNoConclusion)
{
    const Found found(attention({10, 11}), nullptr, R"({"id":0,"name":"NVIDIA A100-SXM4-80GB","numSms":108})");
    EXPECT_EQ(found.limits.sum.limitedNs, 1000);
    ASSERT_TRUE(found.limits.rows[0].share());
    EXPECT_EQ(found.limits.rowOf[1], 0U);
    EXPECT_EQ(found.limits.provenRowOf(1), noLimitRow);
    EXPECT_EQ(found.limits.kernels.size(), 1U);
    EXPECT_EQ(limitsByOperator(found.limits).size(), 1U);
}

TEST(AttentionLimits, aPagedCacheAmongTheArgumentsHasItsOwnTypes)
{
    const std::string types =
        R"(["c10::Half","unsigned char","c10::Half","c10::Float8_e4m3fnuz","c10::Float8_e4m3fnuz","int"])";
    const std::string paged = inputs("[[4,4,8],[64],[4,4,8],[99,1,2,8],[99,1,2,8],[5]]", types);
    for (const char *name : {"sglang_profiler::attention_paged_attention_ragged_100", "aiter::paged_attention_ragged"})
        EXPECT_NE(Found(attention({10}, lengths, paged, name, "")).rows()[0].find("1 × 2432 896, 10 µs"),
                  std::string::npos)
            << name;
    const std::string longPages = inputs("[[4,4,8],[64],[4,4,8],[99,4,2,8],[99,4,2,8],[5]]", types);
    EXPECT_NE(reasonOf(attention({10}, lengths, longPages, "aiter::paged_attention_ragged", "")).find("heads"),
              std::string::npos);
}

TEST(AttentionLimits, argumentsThatNameNoWindowLeaveNoAssumption)
{
    const auto prefill = [](const std::string &window) {
        return inputs("[[4,4,8],[99,2,8],[99,2,8],[3],[3],[9],[],[],[],[],[],[],[],[],[]]",
                      R"(["c10::Half","c10::Half","c10::Half","int","int","int","Scalar","Scalar","Scalar","Scalar",)"
                      R"("Scalar","Scalar","Scalar","Scalar","Scalar"])",
                      R"(["","","","","","","3","7","0.","1.","0.","False","True",")" + window + R"(","-1"])");
    };
    const Found found(attention({10, 90}, lengths, prefill("-1"), "aiter::mha_batch_prefill", ""));
    EXPECT_EQ(found.json["byStepName"][0]["note"], "at most, by the lengths in the step's name");
    EXPECT_EQ(found.json["byStepName"][0]["flop"], 2432);
    EXPECT_EQ(found.json["byStepName"][0]["bytes"], 512 + 768);
    EXPECT_NE(reasonOf(attention({10}, lengths, prefill("128"), "aiter::mha_batch_prefill", "")).find("name a window"),
              std::string::npos);
}

TEST(AttentionLimits, whatIsNotStatedIsWithheldWithTheReason)
{
    const auto says = [](const TraceText &trace, const char *words) {
        return reasonOf(trace).find(words) != std::string::npos;
    };
    EXPECT_TRUE(says(attention({10}, "execute_context_1(3)_generation_1(1)"), "no step around it has a name"));
    EXPECT_TRUE(says(attention({10}, lengths, unified, unifiedName, ""), "the type of the cache"));
    const std::string flat = inputs("[[4,32],[4,16],[4,16]]", R"(["c10::Half","c10::Half","c10::Half"])");
    EXPECT_TRUE(says(attention({10}, lengths, flat), "do not tell heads"));
    const std::string types = R"(["c10::Half","c10::Half","c10::Half"])";
    for (const char *dims : {"[[3,4,8],[3,2,8],[3,2,8]]", "[[8,4,8],[8,2,8],[8,2,8]]"}) // fewer, twice as many
        EXPECT_TRUE(says(attention({10}, lengths, inputs(dims, types)), "other tokens than the step")) << dims;
    EXPECT_TRUE(says(attention({10}, "step[DECODE bs=1 g_sq=4 g_sqsq=16 g_sqsk=40 g_sk=10]"), "proposed or verified"));
}

TEST(AttentionLimits, layersThatTakeUnlikeTimesHaveNoRow)
{
    EXPECT_NE(reasonOf(attention({10, 30, 10, 30})).find("some layers may have a sliding window"), std::string::npos);
    EXPECT_EQ(reasonOf(attention({10, 12, 10, 11})), "a row");
    std::vector<int64_t> oneSlow(20, 10);
    oneSlow.front() = 90;
    EXPECT_EQ(reasonOf(attention(oneSlow)), "a row");
}

TEST(AttentionLimits, unlikeCachesOfOneFileTellNoType)
{
    TraceText t = attention({10});
    t.op("_C_cache_ops::reshape_and_cache_flash", 1, 800, 5,
         inputs("[[4,2,8],[4,2,8],[64,16,2,8],[64,16,2,8],[4]]",
                R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","long int"])"));
    EXPECT_NE(reasonOf(t).find("the type of the cache"), std::string::npos);
}

TEST(AttentionLimits, ofAGraphHasTheLengthsOfTheStepThatLaunchesIt)
{
    Ops ops = opsOf(4);
    ops.push_back({"_C_cache_ops::reshape_and_cache_flash", store, {"store"}});
    ops.push_back({unifiedName, unified, {"attention", "attention_reduce"}});
    TraceText t;
    addReplay(t, ops, 1000, 1, lengths);
    addReplay(t, ops, 3000, 2, "execute_3_context_1(sq3sk5sqsq9sqsk15)_generation_0(sq0sk0sqsq0sqsk0)");
    addReplay(t, ops, 5000, 3);
    const Found found(t, joined(capturedOps(ops)));
    ASSERT_EQ(found.json["byStepName"].size(), 2U);
    EXPECT_EQ(found.json["byStepName"][0]["calls"], 1);
    EXPECT_EQ(found.json["byStepName"][0]["flop"].get<int64_t>() + found.json["byStepName"][1]["flop"].get<int64_t>(),
              2432 + 2 * 12 * 4 * 16);
    EXPECT_EQ(found.json["byStepName"][0]["gpuNs"], 20000);
    EXPECT_TRUE(found.says("No rows for 20.000 µs of attention: no step around it"));
    EXPECT_EQ(found.json["graphs"]["gpuNs"], 330000);
    EXPECT_EQ(found.json["graphs"]["capturedNs"], 210000); // without attention and what has no operator
}
