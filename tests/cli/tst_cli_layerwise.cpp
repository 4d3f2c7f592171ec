// What vLLM's two scripts do with a layerwise profile: the rows of docs/layerwise.md.

#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tst_cli_layerwise {

using namespace ws::test;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

namespace {

/// A prefill, and `decodes` steps of which the n-th takes n µs more.
std::string profile(int decodes)
{
    const auto phase = [](const std::string &name, int us) {
        const std::string gemm = std::to_string(us), head = std::to_string(us + 7), all = std::to_string(2 * us + 12);
        return '"' + name + R"json(":{"metadata":{"num_running_seqs":4},"summary_stats":[
{"entry":{"name":"Llama","cuda_time_us":)json" +
               all + R"json(,"pct_cuda_time":50,"invocations":1},"children":[
 {"entry":{"name":"Linear(weight=f16[2, 3])","cuda_time_us":)json" +
               all + R"json(,"pct_cuda_time":50,"invocations":2},"children":[
  {"entry":{"name":"my_s16816gemm","cuda_time_us":)json" +
               gemm + R"json(,"pct_cuda_time":50,"invocations":2},"children":[]},
  {"entry":{"name":"act_and_mul_kernel","cuda_time_us":)json" +
               gemm + R"json(,"pct_cuda_time":50,"invocations":2},"children":[]},
  {"entry":{"name":"Memset (Device)","cuda_time_us":12,"pct_cuda_time":50,"invocations":2},"children":[]}]}]},
{"entry":{"name":"LogitsProcessor","cuda_time_us":)json" +
               head + R"json(,"pct_cuda_time":50,"invocations":1},"children":[
 {"entry":{"name":"my_s16816gemm","cuda_time_us":)json" +
               head + R"json(,"pct_cuda_time":50,"invocations":1},"children":[]}]}],
"model_stats":[{"entry":{"name":"Llama","cpu_time_us":90,"cuda_time_us":4,"pct_cuda_time":100,"trace":""},"children":[
 {"entry":{"name":"my_s16816gemm","cpu_time_us":0,"cuda_time_us":4,"pct_cuda_time":100,
  "trace":"mm(f16[2, 3]) <- linear(f16[2, 3])"},"children":[]}]}]})json";
    };
    std::string text = R"json({"context":{"engine_args":{"model":"my/Llama","tensor_parallel_size":1},"batch_size":4,
"prompt_len":512,"num_steps":3},)json" +
                       phase("prefill", 1000);
    for (int i = 1; i <= decodes; ++i)
        text += ',' + phase("decode_" + std::to_string(i), i);
    return text + '}';
}

Json rowOf(const Json &run, const std::string &substage)
{
    for (const Json &row : run["rows"])
        if (row["substage"] == substage)
            return row;
    return {};
}

std::vector<std::string> labelsOf(const Json &json)
{
    std::vector<std::string> labels;
    for (const Json &run : json["runs"])
        labels.push_back(std::string(run["label"]).substr(std::string(run["label"]).find('#') + 1));
    return labels;
}

class CliLayerwise : public CliTest
{
};

} // namespace

TEST_F(CliLayerwise, aFoldedModuleTakesItsKernelsFromTheirOperations)
{
    const std::string path = file("p.json", profile(1));
    const std::vector<std::string> plain{"stages", path + "#prefill", "--mapping", "vllm/operations", "--json"};
    EXPECT_EQ(rowOf(cli(plain).json()["runs"][0], "gemm")["totalNs"], 2'007'000);
    std::vector<std::string> folded = plain;
    folded.insert(folded.end(), {"--fold", "LogitsProcessor"});
    const Json run = cli(folded).json()["runs"][0];
    EXPECT_EQ(rowOf(run, "gemm")["totalNs"], 1'000'000);
    EXPECT_EQ(run["gpuNs"], 3'019'000) << "nothing is lost";
    const Json names = rowOf(run, "unmatched")["names"];
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names[0]["name"], "LogitsProcessor");
    EXPECT_EQ(names[0]["totalNs"], 1'007'000);
    EXPECT_EQ(names[1]["name"], "act_and_mul_kernel");
    folded.back() = "Linear";
    EXPECT_EQ(rowOf(cli(folded).json()["runs"][0], "unmatched")["names"][0]["name"], "Linear(weight=f16[2, 3])");
    folded.back() = "";
    EXPECT_EQ(cli(folded).json(), cli(plain).json()) << "an empty name folds nothing";
}

TEST_F(CliLayerwise, phasesAreChosenByKindAndEveryNth)
{
    const std::string path = file("p.json", profile(6));
    EXPECT_EQ(labelsOf(cli({"stages", path, "--every", "4", "--json"}).json()),
              (std::vector<std::string>{"prefill", "decode_1", "decode_5", "decode_6"}));
    EXPECT_EQ(labelsOf(cli({"stages", path, "--phase", "decode", "--every", "5", "--json"}).json()),
              (std::vector<std::string>{"decode_1", "decode_6"}));
    const Json modules =
        cli({"modules", path, "--phase", "decode", "--every", "3", "--view", "model", "--json"}).json();
    ASSERT_EQ(modules["phases"].size(), 3u);
    EXPECT_EQ(modules["phases"][1]["name"], "decode_4");
}

TEST_F(CliLayerwise, theSamplerAndTheLogitsProcessorAreOneModuleEachUnlessAskedOtherwise)
{
    const std::string path = file("p.json", profile(1)) + "#prefill";
    const auto names = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{"stages", path, "--parts", "modules", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        std::map<std::string, int64_t> found;
        const Json row = rowOf(cli(arguments).json()["runs"][0], "unmatched");
        for (const Json &name : row["names"])
            found[name["name"]] = name["totalNs"];
        return found;
    };
    const std::map<std::string, int64_t> usual{{"Linear(weight=f16[2, 3])", 2'012'000}, {"LogitsProcessor", 1'007'000}};
    EXPECT_EQ(names({}), usual);
    EXPECT_EQ(names({"--fold", "Llama"}),
              (std::map<std::string, int64_t>{{"Llama", 2'012'000}, {"LogitsProcessor", 1'007'000}}));
    EXPECT_THAT(cli({"stages", path, "--parts", "modules"}).out, HasSubstr("module        LogitsProcessor"));
    EXPECT_EQ(cli({"stages", path, "--parts", "modules", "--mapping", "vllm/llama"}).exitCode, 2);
}

TEST_F(CliLayerwise, theContextIsInTextAndJson)
{
    const std::string path = file("p.json", profile(1));
    const Json context = {{"model", "my/Llama"},     {"batchSize", 4}, {"promptLength", 512},
                          {"outputLength", {}},      {"steps", 3},     {"requestsPerStep", {}},
                          {"tensorParallelSize", 1}, {"sparsity", {}}};
    EXPECT_EQ(cli({"summary", path, "--json"}).json()["context"], context);
    EXPECT_EQ(cli({"stages", path, "--json"}).json()["runs"][1]["context"], context);
    EXPECT_EQ(cli({"modules", path, "--json"}).json()["context"], context);
    for (const char *command : {"stages", "modules"})
        EXPECT_THAT(cli({command, path}).out, HasSubstr("my/Llama, batch 4, prompt of 512 tokens")) << command;
}

TEST_F(CliLayerwise, theModelTableShowsTheTraceOfEachKernel)
{
    const std::string path = file("p.json", profile(1));
    const std::string model = cli({"modules", path, "--phase", "decode_1", "--view", "model"}).out;
    EXPECT_THAT(model, HasSubstr("  trace\n"));
    EXPECT_THAT(model, HasSubstr("|- my_s16816gemm  mm(f16[2, 3]) <- linear(f16[2, 3])\n"));
    EXPECT_THAT(cli({"modules", path, "--view", "summary"}).out, Not(HasSubstr("trace")));
}

TEST_F(CliLayerwise, aFoldedTreeEndsAtTheModule)
{
    const std::string path = file("p.json", profile(1));
    const Json rows = cli({"modules", path, "--phase", "prefill", "--view", "summary", "--fold", "Llama", "--json"})
                          .json()["phases"][0]["rows"];
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["name"], "Llama");
    EXPECT_EQ(rows[0]["selfNs"], 2'012'000);
    EXPECT_EQ(rows[1]["name"], "LogitsProcessor");
}

TEST_F(CliLayerwise, whatDoesNotFitIsAnErrorInOneLine)
{
    const std::string path = file("p.json", profile(2));
    const std::string trace = file(
        "t.json",
        R"json({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":9,"args":{"device":0,"stream":7}}]})json");
    const auto fails = [&](const std::vector<std::string> &arguments, int exitCode, const char *said) {
        const CliOutput result = cli(arguments);
        EXPECT_EQ(result.exitCode, exitCode) << said;
        EXPECT_EQ(result.out, "");
        EXPECT_THAT(result.err, HasSubstr(said));
    };
    fails({"stages", path, "--fold", "my_s16816gemm"}, 1, "no module is called");
    fails({"stages", path, "--phase", "warmup"}, 1, "no phase “warmup”");
    fails({"stages", trace, "--every", "2"}, 1, "for layerwise profiles");
    fails({"modules", trace, "--fold", "Linear"}, 1, "for layerwise profiles");
    fails({"stages", path, "--every", "0"}, 2, "--every takes");
    fails({"stages", path, "--every", "x"}, 2, "--every takes");
    fails({"modules", path, "--every", "-1"}, 2, "--every takes");
    fails({"stages", path, "--parts", "layers"}, 2, "--parts takes");
}

TEST_F(CliLayerwise, aComparisonNamesTheArgumentsThatDiffer)
{
    std::string other = profile(1);
    other.replace(other.find("my/Llama"), 8, "my/Mistral");
    EXPECT_THAT(cli({"compare", file("p.json", profile(1)), file("q.json", other), "--json"}).out,
                HasSubstr("model=my/Mistral"));
}

TEST_F(CliLayerwise, theCorpussGemmIsTheScripts)
{
    CORPUS_FILE(path, "layerwise/vllm_layerwise_r1_distill_llama8b.json");
    const CliOutput out = cli({"stages", path.toStdString(), "--phase", "prefill", "--mapping", "vllm/operations",
                               "--fold", "Sampler", "--fold", "LogitsProcessor"});
    EXPECT_EQ(out.exitCode, 0) << out.err;
    for (const char *row : {"gemm                             128      37.549", "2.845", "0.816", "LogitsProcessor"})
        EXPECT_THAT(out.out, HasSubstr(row));
}

} // namespace tst_cli_layerwise
