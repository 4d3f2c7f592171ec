// Layerwise profiles are counted as vLLM's visualize_layerwise_profile.py counts them, where it is asked for.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stagestate.h"
#include "core/model/phases.h"
#include "core/readers/torch/layerwise.h"
#include "tests/support/corpus.h"
#include "tests/support/layerwisescript.h"

#include <gtest/gtest.h>

#include <QFile>

#include <random>

using namespace ws;
using Script = ws::test::LayerwiseScript;
using Json = Script::Json;

namespace {

using Sums = std::map<std::string, double>; ///< µs

const std::set<std::string> usual{"Sampler", "LogitsProcessor"}; ///< what the script folds unless asked otherwise

RunPtr runOf(const Json &profile)
{
    Diagnostics diagnostics;
    auto content = parseLayerwise(profile.dump(), diagnostics);
    auto run = std::make_shared<ws::Run>();
    if (!content) {
        ADD_FAILURE() << content.error().text().toStdString();
        return run;
    }
    run->layerwise = std::move(content->trees);
    *run->info.header = std::move(content->context);
    return run;
}

Json corpusProfile(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return Json::parse(file.readAll().toStdString());
}

TreeChoice choiceOf(TreeParts parts, const std::set<std::string> &folded, const std::string &phase)
{
    return {parts, std::vector<std::string>(folded.begin(), folded.end()), phase};
}

/// As `stages --mapping vllm/operations` has it.
Sums operations(const RunPtr &run, const std::set<std::string> &folded, const std::string &phase)
{
    StageRequest request;
    static const StageMapping mapping = MappingLibrary{QString()}.find("vllm/operations")->mapping;
    request.mapping = mapping;
    request.trees = choiceOf(TreeParts::Kernels, folded, phase);
    const StageState state = stageState(run, nullptr, request);
    Sums sums;
    for (const StageRow &row : stageRowsWithNames(*state.classes, *state.sums, 0))
        sums[row.substage] += double(row.sum.totalNs) / 1e3;
    return sums;
}

Sums operationsOfScript(const Script &script, const std::string &phase)
{
    Sums sums;
    for (const Script::Entry &entry : script.entries(phase, Script::Kernels))
        sums[Script::operationOf(entry.name)] += entry.us;
    return sums;
}

/// As `stages --parts modules` has it, with the script's sign between a module and the ones around it.
Sums modules(const RunPtr &run, const std::set<std::string> &folded, const std::string &phase)
{
    Sums sums;
    const auto works = workWithoutTimeline(*run, -1, -1, choiceOf(TreeParts::Modules, folded, phase));
    for (size_t i = 0; i < works.at(0).names->size(); ++i) {
        QString name = QString::fromUtf8(works[0].names->text(i).data(), qsizetype(works[0].names->text(i).size()));
        sums[name.replace(QStringLiteral(" ‹ "), QStringLiteral(" <- ")).toStdString()] +=
            double(works[0].sums.names[i].totalNs) / 1e3;
    }
    return sums;
}

Sums sumsOf(const std::vector<Script::Entry> &entries)
{
    Sums sums;
    for (const Script::Entry &entry : entries)
        if (entry.us > 0)
            sums[entry.name] += entry.us;
    return sums;
}

Sums modulesOfScript(const Script &script, const std::string &phase)
{
    std::vector<Script::Entry> entries = script.entries(phase, Script::Modules);
    Script::distinguish(entries);
    return sumsOf(entries);
}

/// Each kernel's time is rounded to nanoseconds here.
void expectEqual(const Sums &ours, const Sums &scripts, const std::string &what)
{
    EXPECT_EQ(ours.size(), scripts.size()) << what;
    for (const auto &[name, us] : scripts) {
        const auto found = ours.find(name);
        ASSERT_NE(found, ours.end()) << what << ": " << name;
        EXPECT_NEAR(found->second, us, 0.05) << what << ": " << name;
    }
}

Json node(const std::string &name, double us, Json children = Json::array())
{
    for (const Json &child : children)
        us += child["entry"]["cuda_time_us"].get<double>();
    return {{"entry", {{"name", name}, {"cuda_time_us", us}, {"pct_cuda_time", us / 10}, {"invocations", 2}}},
            {"children", std::move(children)}};
}

/// Kernels lie in modules without modules of their own, as in a profile of a real model.
Json randomModule(std::mt19937 &random, int depth)
{
    const std::vector<std::string> kernels{"sm90_xmma_gemm_f32_tn",
                                           "void cutlass::device_kernel<flash_fwd>",
                                           "void cutlass::Kernel2<tile>",
                                           "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                                           "ncclDevKernel_AllGather_RING_LL",
                                           "ncclDevKernel_Broadcast",
                                           "ncclDevKernel_SendRecv",
                                           "Memcpy HtoD (Pinned -> Device)",
                                           "Memset (Device)",
                                           "vllm::rms_norm_kernel<float>",
                                           "vllm::act_and_mul_kernel(float*, int)",
                                           "at::vectorized_elementwise_kernel<4>",
                                           "at::reduce_kernel<512, 1>",
                                           "cross_device_reduce_1stage<2>",
                                           "cross_device_reduce_2stage<2>",
                                           "scaled_fp8_quant_kernel_xmma_gemm",
                                           "_C_custom_ar::all_reduce",
                                           "odd one",
                                           "splitKreduce_kernel",
                                           "gemv2T_kernel_val",
                                           "VocabParallelEmbed_copy"};
    const std::vector<std::string> names{"Linear", "Sampler", "LogitsProcessor",
                                         "MLP",    "Norm",    "VocabParallelEmbedding"};
    Json children = Json::array();
    const int count = 1 + int(random() % 4);
    for (int i = 0; i < count; ++i)
        children.push_back(depth == 0 ? node(kernels[random() % kernels.size()], double(random() % 100'000) / 1e3)
                                      : randomModule(random, depth - 1));
    return node(names[random() % names.size()], 0, children);
}

Json randomProfile(unsigned seed)
{
    std::mt19937 random(seed);
    Json profile = {{"context", Json::object()}};
    for (const char *phase : {"prefill", "decode_1", "decode_2", "decode_3", "decode_4", "decode_5", "decode_6"}) {
        Json roots = Json::array();
        for (unsigned i = 0; i < 1 + random() % 4; ++i)
            roots.push_back(randomModule(random, int(random() % 3)));
        profile[phase] = {
            {"metadata", {{"num_running_seqs", 3}}}, {"summary_stats", roots}, {"model_stats", Json::array()}};
    }
    return profile;
}

/// Without the modules around each.
Sums byOwnName(const Sums &sums)
{
    Sums merged;
    for (const auto &[name, us] : sums)
        merged[name.substr(0, name.find(" <- "))] += us;
    return merged;
}

} // namespace

TEST(LayerwiseScript, operationsOfRandomProfilesAreTheScripts)
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        const Json profile = randomProfile(seed);
        const RunPtr run = runOf(profile);
        for (const std::set<std::string> &folded :
             {std::set<std::string>(), usual, std::set<std::string>{"MLP", "Norm"}})
            for (const char *phase : {"prefill", "decode_3"})
                expectEqual(operations(run, folded, phase), operationsOfScript(Script(profile, folded), phase),
                            "seed " + std::to_string(seed) + ' ' + phase);
    }
}

TEST(LayerwiseScript, modulesOfRandomProfilesAreTheScripts)
{
    for (unsigned seed = 0; seed < 40; ++seed) {
        const Json profile = randomProfile(seed);
        expectEqual(byOwnName(modules(runOf(profile), {}, "prefill")),
                    byOwnName(modulesOfScript(Script(profile, {}), "prefill")), "seed " + std::to_string(seed));
    }
}

TEST(LayerwiseScript, everyNthStepIsTheScripts)
{
    for (unsigned seed = 0; seed < 3; ++seed) {
        const Json profile = randomProfile(seed);
        const RunPtr run = runOf(profile);
        for (uint32_t every : {1U, 2U, 3U, 4U, 5U, 6U, 50U})
            EXPECT_EQ(chosenPhases(run->layerwise, "decode", every), Script(profile, {}).decodes(every)) << every;
        EXPECT_EQ(chosenPhases(run->layerwise, {}, 4),
                  (std::vector<std::string>{"prefill", "decode_1", "decode_5", "decode_6"}));
    }
}

TEST(LayerwiseScript, whatTheScriptLosesIsCounted)
{
    // A kernel beside modules, and a folded module that is no root: the script draws neither by module.
    const Json profile = {
        {"context", Json::object()},
        {"prefill",
         {{"metadata", Json::object()},
          {"summary_stats",
           {node("Model", 0,
                 {node("gemm", 5), node("Attention", 0, {node("Linear", 0, {node("gemm", 3), node("memset", 1)})}),
                  node("Norm", 0, {node("norm_kernel", 2)})})}},
          {"model_stats", Json::array()}}}};
    EXPECT_EQ(modulesOfScript(Script(profile, {"Attention"}), "prefill"), (Sums{{"Norm", 2}}));
    EXPECT_EQ(modules(runOf(profile), {"Attention"}, "prefill"), (Sums{{"Model", 5}, {"Attention", 4}, {"Norm", 2}}));
}

TEST(LayerwiseScript, theCorpussProfileHasTheScriptsNumbers)
{
    CORPUS_FILE(path, "layerwise/vllm_layerwise_r1_distill_llama8b.json");
    const Json profile = corpusProfile(path);
    const auto run = test::corpusRun(path);
    ASSERT_TRUE(run);
    for (const char *phase : {"prefill", "decode_1"}) {
        for (const std::set<std::string> &folded : {std::set<std::string>(), usual, std::set<std::string>{"LlamaMLP"}})
            expectEqual(operations(run, folded, phase), operationsOfScript(Script(profile, folded), phase), phase);
        expectEqual(modules(run, usual, phase), modulesOfScript(Script(profile, usual), phase), phase);
    }
    EXPECT_NEAR(operations(run, usual, "prefill")["gemm"], 37548.6, 0.1);
    EXPECT_NEAR(operations(run, {}, "prefill")["gemm"], 37902.9, 0.1);
    EXPECT_EQ(chosenPhases(run->layerwise, "decode"), Script(profile, {}).decodes(1));
}

TEST(LayerwiseScript, sharesAreTheFilesPercentages)
{
    CORPUS_FILE(path, "layerwise/vllm_layerwise_r1_distill_llama8b.json");
    const auto run = test::corpusRun(path);
    ASSERT_TRUE(run);
    for (const Script::Entry &entry : Script(corpusProfile(path), usual).entries("prefill", Script::Modules)) {
        const auto &tree = run->layerwise.at(0);
        EXPECT_NEAR(entry.percent, 1e5 * entry.us / double(tree.totalNs), 1e-3) << entry.name;
    }
}
