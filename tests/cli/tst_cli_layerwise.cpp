// What vLLM's two scripts do with a layerwise profile: the rows of docs/layerwise.md.

#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"
#include "tests/support/plaintext.h"
#include "tests/support/support.h"

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

/// A module tree whose Linear takes 3 and whose Norm takes 1 of 4 parts.
std::string phaseOf(const std::string &name, int us)
{
    const auto entry = [](const char *node, int time, const std::string &children) {
        return R"({"entry":{"name":")" + std::string(node) + R"(","cuda_time_us":)" + std::to_string(time) +
               R"(,"pct_cuda_time":1,"invocations":2},"children":[)" + children + "]}";
    };
    return '"' + name + R"(":{"metadata":{"num_running_seqs":4},"summary_stats":[)" +
           entry("Toy", us,
                 entry("Linear(weight=f16[2, 3])", us * 3 / 4, entry("my_gemm", us * 3 / 4, "")) + ',' +
                     entry("Norm", us / 4, entry("my_norm", us / 4, ""))) +
           R"(],"model_stats":[{"entry":{"name":"Toy","cpu_time_us":)" + std::to_string(2 * us) +
           R"(,"cuda_time_us":)" + std::to_string(us) + R"(,"pct_cuda_time":100,"trace":""},"children":[]}]})";
}

std::string steps(int prefillUs, const std::vector<int> &decodeUs)
{
    std::string text = R"({"context":{"batch_size":4,"prompt_len":512})";
    if (prefillUs)
        text += ',' + phaseOf("prefill", prefillUs);
    for (size_t k = 0; k < decodeUs.size(); ++k)
        text += ',' + phaseOf("decode_" + std::to_string(k + 1), decodeUs[k]);
    return text + '}';
}

std::map<std::string, int> statuses(const Json &comparison)
{
    std::map<std::string, int> found;
    for (const Json &row : comparison["rows"])
        ++found[row["status"]];
    return found;
}

class CliLayerwise : public CliTest
{
protected:
    Json compared(const std::string &a, const std::string &b, std::vector<std::string> more = {})
    {
        std::vector<std::string> arguments{"compare", file("a.json", a), file("b.json", b), "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CliOutput out = cli(arguments);
        EXPECT_EQ(out.exitCode, 0) << out.err;
        return out.json();
    }
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
        const Json json = cli(arguments).json();
        for (const Json &row : json["runs"][0]["rows"]) {
            EXPECT_EQ(row["stage"], "module");
            found[row["substage"]] = row["totalNs"];
        }
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

TEST_F(CliLayerwise, profilesWithOtherNumbersOfStepsAreComparedByTheirMeanStep)
{
    const std::string a = steps(2000, {400}), b = steps(1200, {200, 240, 280, 240});
    for (const char *by : {"module", "kernel", "row", "stage"}) {
        const Json json = compared(a, b, {"--by", by});
        const auto found = statuses(json);
        EXPECT_EQ(found.size(), 1u) << by << json["rows"].dump();
        EXPECT_TRUE(found.contains("faster")) << by << json["rows"].dump();
        EXPECT_EQ(json["totalDeltaNs"], -800'000 - 160'000) << "prefill, and the mean step " << by;
        for (const Json &row : json["rows"]) {
            EXPECT_TRUE(row["phase"] == "prefill" || row["phase"] == "decode") << row.dump();
            EXPECT_NEAR(double(row["ratio"]), 0.6, 1e-9) << row.dump();
        }
    }
    const Json json = compared(a, b);
    EXPECT_EQ(json["verdict"], "inconclusive") << "one step says nothing of the noise";
    EXPECT_THAT(std::string(json["headline"]), HasSubstr("less GPU time in every phase"));
    EXPECT_EQ(json["unit"]["name"], "decode");
    EXPECT_EQ(json["unit"]["aCount"], 1);
    EXPECT_EQ(json["unit"]["bCount"], 4);
    const Json back = compared(b, a);
    EXPECT_EQ(back["totalDeltaNs"], 960'000);
    EXPECT_TRUE(statuses(back).contains("slower"));
    EXPECT_THAT(std::string(back["headline"]), HasSubstr("more GPU time in every phase"));
    const Json mixed = compared(a, steps(2400, {200}));
    EXPECT_EQ(mixed["headline"], "Inconclusive.") << "prefill takes longer, decode less";
}

TEST_F(CliLayerwise, theSpreadOfTheStepsIsTheNoise)
{
    const std::vector<int> wide{380, 400, 420, 360, 440, 400, 384, 416, 400, 400};
    std::vector<int> near = wide, far = wide;
    for (int &us : near)
        us += 4;
    for (int &us : far)
        us -= 160;
    near.resize(9);
    const Json same = compared(steps(800, wide), steps(800, near), {"--by", "module"});
    EXPECT_EQ(same["verdict"], "neutral") << same["comparability"].dump();
    EXPECT_EQ(statuses(same), (std::map<std::string, int>{{"same", 4}})) << same["rows"].dump();
    EXPECT_FALSE(same["rows"][0]["noiseNs"].is_null() && same["rows"][1]["noiseNs"].is_null());
    const Json faster = compared(steps(800, wide), steps(800, far), {"--by", "module"});
    EXPECT_EQ(faster["verdict"], "improvement");
    EXPECT_THAT(plain(QString::fromStdString(faster["headline"])),
                HasSubstr("The median step (decode) takes 40.0 % less GPU time in B"));
    EXPECT_EQ(statuses(faster), (std::map<std::string, int>{{"same", 2}, {"faster", 2}})) << "prefill is the same";
}

TEST_F(CliLayerwise, aPhaseOrTheMeanStepOfAKindIsComparedAlone)
{
    const std::string a = file("a.json", steps(2000, {400})), b = file("b.json", steps(1200, {200, 240, 280, 240}));
    const Json json = cli({"compare", a, b, "--phase", "decode", "--json"}).json();
    EXPECT_EQ(json["totalDeltaNs"], -160'000);
    for (const Json &row : json["rows"])
        EXPECT_EQ(row["phase"], "decode");
    EXPECT_EQ(cli({"compare", a + "#decode", b + "#decode", "--json"}).json()["rows"], json["rows"]);
    EXPECT_EQ(cli({"compare", a, b + "#decode", "--json"}).json()["rows"], json["rows"]);
    EXPECT_EQ(cli({"compare", b + "#decode_1", b + "#decode_3", "--json"}).json()["totalDeltaNs"], 80'000);
    EXPECT_EQ(cli({"compare", a, b, "--phase", "prefill", "--json"}).json()["totalDeltaNs"], -800'000);
    const CliOutput none = cli({"compare", a, b, "--phase", "warmup"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_THAT(none.err, HasSubstr("no phase “warmup”"));
    const Json mean = cli({"stages", b + "#decode", "--parts", "modules", "--json"}).json()["runs"];
    ASSERT_EQ(mean.size(), 1u);
    EXPECT_EQ(mean[0]["gpuNs"], 240'000);
    EXPECT_EQ(cli({"modules", b + "#decode", "--view", "summary", "--json"}).json()["phases"][0]["totalNs"], 240'000);
}

TEST_F(CliLayerwise, aPhaseThatOnlyOneHasIsSaidAndNotAdded)
{
    const Json json = compared(steps(2000, {400}), steps(0, {400, 400}));
    EXPECT_EQ(statuses(json), (std::map<std::string, int>{{"same", 2}})) << json["rows"].dump();
    EXPECT_THAT(json["readings"].dump(), HasSubstr("prefill is only in A"));
    EXPECT_THAT(compared(steps(2000, {400}), steps(2000, {400, 400}))["readings"].dump(), Not(HasSubstr("only in")));
}

TEST_F(CliLayerwise, theModuleTreesOfTwoProfilesAreOfTheMeanStep)
{
    const std::string a = file("a.json", steps(2000, {400})), b = file("b.json", steps(1200, {200, 280}));
    const Json rows = cli({"compare", a, b, "--tree", "--json"}).json()["rows"];
    ASSERT_FALSE(rows.empty());
    EXPECT_THAT(rows.dump(), Not(HasSubstr("added")));
    EXPECT_THAT(cli({"compare", a, b, "--tree"}).out, HasSubstr("GPU time of one step of each phase"));
}

TEST_F(CliLayerwise, tablesOfModulesHaveARowForEach)
{
    const std::string path = file("a.json", steps(2000, {400}));
    const std::string pivot = cli({"stages", path, "--parts", "modules", "--pivot"}).out;
    EXPECT_THAT(pivot, HasSubstr("\n\"Linear(weight=f16[2, 3])\",0.0015,0.0003\n"));
    EXPECT_THAT(pivot, HasSubstr("\nNorm,0.0005,0.0001\n"));
    EXPECT_THAT(pivot, Not(HasSubstr("unmatched")));
    const std::string csv = cli({"stages", path, "--parts", "modules", "--csv"}).out;
    EXPECT_THAT(csv, HasSubstr(",Norm,2,Norm,0.0005\n"));
    EXPECT_THAT(csv, Not(HasSubstr("unmatched")));
    const std::string trace = file(
        "t.json",
        R"json({"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":9,"args":{"device":0,"stream":7}}]})json");
    const CliOutput kernels = cli({"stages", trace, "--parts", "modules"});
    EXPECT_EQ(kernels.exitCode, 1) << "its kernels are no modules";
    EXPECT_THAT(kernels.err, HasSubstr("for layerwise profiles"));
}

TEST_F(CliLayerwise, theOverviewNamesTheModulesAndTheTimeOnTheCpu)
{
    const std::string path = file("a.json", steps(2000, {200, 400}));
    const std::string out = plain(QString::fromStdString(cli({"--lang", "en", "overview", path}).out));
    EXPECT_THAT(out, HasSubstr("\n\nprefill: Linear takes 75.0 % of 2.000 ms of GPU time. decode (mean of 2 steps): "
                               "Linear takes 75.0 % of 300.0 µs of GPU time."));
    EXPECT_LT(out.find("modules, of"), out.find("my_gemm")) << "modules first";
    EXPECT_THAT(out, HasSubstr("4.000 ms in prefill, 600.0 µs in the mean of 2 steps of decode"));
    EXPECT_THAT(out, Not(HasSubstr("what the CPU did")));
    EXPECT_THAT(cli({"--lang", "en", "overview", path + "#decode"}).out, Not(HasSubstr("prefill")));
    std::string silent = steps(2000, {});
    silent.replace(silent.find("cpu_time_us"), 11, "unused_time");
    EXPECT_THAT(cli({"--lang", "en", "overview", file("s.json", silent)}).out, HasSubstr("or what the CPU did"));
}

TEST_F(CliLayerwise, aReportOfOnePhaseIsOfItOnEveryPage)
{
    const std::string a = file("a.json", steps(2000, {400})), b = file("b.json", steps(1200, {200, 240, 280}));
    ASSERT_EQ(cli({"report", a, b, "--phase", "decode", "-o", path("x.md")}).exitCode, 0);
    const std::string two = readAll(path("x.md"));
    EXPECT_THAT(two, Not(HasSubstr("prefill")));
    EXPECT_THAT(two, Not(HasSubstr("added")));
    ASSERT_EQ(cli({"report", b, "--phase", "decode", "-o", path("y.md")}).exitCode, 0);
    EXPECT_THAT(readAll(path("y.md")), Not(HasSubstr("prefill")));
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
