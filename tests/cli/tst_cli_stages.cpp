#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tst_cli_stages {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

const char *const trace = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"ampere_sgemm","pid":0,"tid":7,"ts":0,"dur":100,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":9,"ts":50,"dur":100,"args":{"device":0,"stream":9}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":1,"tid":7,"ts":50,"dur":100,"args":{"device":1,"stream":7}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pageable -> Device)","pid":0,"tid":7,"ts":300,"dur":10,"args":{"device":0,"stream":7}}
]})json";
const char *const mapping =
    R"json({"my": {"net": {"gemm": "gemm", "flash": "attn", ".*": "misc"}, "b(": {"gemm(": "x"}}})json";

Json rowOf(const Json &run, const char *substage)
{
    for (const Json &row : run["rows"])
        if (row["substage"] == substage)
            return row;
    return {};
}

class CliStages : public CliTest
{
};

} // namespace

TEST_F(CliStages, jsonHoldsWhatTheManualSays)
{
    const CliOutput result = cli({"stages", file("t.json", trace), "--mapping", file("m.json", mapping) + "#my/net",
                                  "--sweep", "whole", "--label", "first", "--total-sec", "0.001", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json json = result.json();
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["mapping"], "my/net");
    EXPECT_EQ(json["sweep"], "whole");
    const Json run = json["runs"][0];
    EXPECT_EQ(run["label"], "first");
    EXPECT_EQ(run["gpuNs"], 160'000);
    EXPECT_EQ(run["nonGpuNs"], 840'000);
    EXPECT_EQ(rowOf(run, "attn")["count"], 2);
    EXPECT_EQ(rowOf(run, "attn")["totalNs"], 200'000);
    EXPECT_EQ(rowOf(run, "attn")["elapsedNs"], 50'000);
    EXPECT_EQ(rowOf(run, "attn")["stage"], "gpu");
}

TEST_F(CliStages, withSeveralDevicesEachCountsByItselfUnlessAskedOtherwise)
{
    const Json json = cli({"stages", file("t.json", trace), "--mapping", "vllm/llama", "--json"}).json();
    EXPECT_EQ(json["sweep"], "device");
    EXPECT_EQ(json["runs"][0]["gpuNs"], 260'000);
    EXPECT_EQ(json["runs"][0]["anyGpuBusyNs"], 160'000);
    EXPECT_TRUE(json["runs"][0]["nonGpuNs"].is_null());
    EXPECT_EQ(rowOf(json["runs"][0], "non-gpu-H_D_memops")["count"], 1);
}

TEST_F(CliStages, withoutAMappingTheBuiltInOneIsUsed)
{
    const CliOutput result = cli({"stages", file("t.json", trace)});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("default/any"), std::string::npos);
    EXPECT_NE(result.out.find("flash_attention"), std::string::npos);
    EXPECT_NE(result.out.find("memcpy_h2d"), std::string::npos);
}

TEST_F(CliStages, twoRunsGiveGputrc2graphsTables)
{
    const std::string one = file("one.json", trace), two = file("two.json", trace);
    const CliOutput pivot =
        cli({"stages", one, two, "--mapping", "vllm/llama", "--sweep", "whole", "--total-sec", "0.3", "--pivot"});
    EXPECT_EQ(pivot.out, "Substage,llama_vllm_one.json_0,llama_vllm_two.json_1\n"
                         "CPU(non-GPU),0.29984,\n"
                         "attn,0.00005,0.00005\n"
                         "gemm,0.0001,0.0001\n"
                         "non-gpu-H_D_memops,0.00001,0.00001\n"
                         "total_elapsed_sec,0.3,0.00016\n");
    const CliOutput csv = cli({"stages", one, "--mapping", "vllm/llama", "--sweep", "whole", "--csv"});
    EXPECT_EQ(csv.out.substr(0, csv.out.find('\n')), "Model_Engine,Substage,Instances,Name,Elapsed Time (sec)");
    EXPECT_NE(csv.out.find("llama_vllm_one.json_0,attn,2,flash_fwd,0.00005\n"), std::string::npos);
}

TEST_F(CliStages, aTotalThatIsMissingOrTooSmallIsSaid)
{
    const std::string one = file("one.json", trace), two = file("two.json", trace);
    const CliOutput missing = cli({"stages", one, two, "--total-sec", "0.3", "--pivot"});
    EXPECT_EQ(missing.exitCode, 0);
    EXPECT_EQ(missing.err.find("one.json"), std::string::npos) << missing.err;
    EXPECT_NE(missing.err.find("two.json: no --total-sec"), std::string::npos) << missing.err;
    const CliOutput small = cli({"stages", one, "--total-sec", "0.0001"});
    EXPECT_EQ(small.exitCode, 0);
    EXPECT_NE(small.err.find("less than"), std::string::npos) << small.err;
    EXPECT_EQ(cli({"stages", one, "--total-sec", "0"}).err, "") << "the script's way to have none";
    EXPECT_EQ(cli({"stages", one, "--total-sec", "span"}).err, "");
}

TEST_F(CliStages, aTotalIsAWholeRunsNotOfItsParts)
{
    const char *const layerwise = R"json({"context":{},
        "prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[{"entry":{"name":"gemm_a","cuda_time_us":20,
            "pct_cuda_time":100,"invocations":1},"children":[]}],"model_stats":[]},
        "decode_1":{"metadata":{"num_running_seqs":1},"summary_stats":[{"entry":{"name":"gemm_a","cuda_time_us":5,
            "pct_cuda_time":100,"invocations":1},"children":[]}],"model_stats":[]}})json";
    const std::string profile = file("p.json", layerwise);
    const CliOutput all = cli({"stages", profile, "--total-sec", "1", "--json"});
    EXPECT_EQ(all.exitCode, 2);
    EXPECT_NE(all.err.find("2 parts"), std::string::npos) << all.err;
    const CliOutput one = cli({"stages", profile + "#decode_1", "--total-sec", "1", "--json"});
    ASSERT_EQ(one.exitCode, 0) << one.err;
    EXPECT_EQ(one.json()["runs"].size(), 1u);
    EXPECT_EQ(one.json()["runs"][0]["nonGpuNs"], 999'995'000);
}

TEST_F(CliStages, filesOfOneNameHaveDifferentLabels)
{
    for (const char *folder : {"run1", "run2"})
        std::filesystem::create_directory(path(folder));
    const std::string one = file("run1/report1.json", trace), two = file("run2/report1.json", trace);
    const Json json = cli({"stages", one, two, "--json"}).json();
    EXPECT_EQ(json["runs"][0]["label"], "run1/report1.json");
    EXPECT_EQ(json["runs"][1]["label"], "run2/report1.json");
    EXPECT_EQ(cli({"stages", one, two, "--json", "--label", "a"}).json()["runs"][0]["label"], "a");
    EXPECT_NE(cli({"stages", one, two, "--pivot"}).out.find("any_default_report1.json_0,any_default_report1.json_1"),
              std::string::npos)
        << "the tables keep the script's names";
}

TEST_F(CliStages, tablesGiveTotalsAsElapsedAndSaySo)
{
    const char *const kernels =
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
        "60.0,600,2,300.0,300.0,300,300,0.0,ampere_sgemm\n"
        "40.0,400,1,400.0,400.0,400,400,0.0,flash_fwd\n";
    const Json json =
        cli({"stages", file("k_cuda_gpu_kern_sum.csv", kernels), "--mapping", "vllm/llama", "--json"}).json();
    ASSERT_TRUE(json.is_object());
    const Json run = json["runs"][0];
    EXPECT_EQ(run["overlapKnown"], false);
    EXPECT_EQ(rowOf(run, "gemm")["count"], 2);
    EXPECT_EQ(rowOf(run, "gemm")["elapsedNs"], 600);
    EXPECT_EQ(run["gpuNs"], 1000);
}

TEST_F(CliStages, anExistingOutputIsReplacedOnlyWithForce)
{
    const std::string in = file("t.json", trace), out = path("out.csv");
    EXPECT_EQ(cli({"stages", in, "--csv", "-o", out}).exitCode, 0);
    const CliOutput refused = cli({"stages", in, "--pivot", "-o", out});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_NE(refused.err.find(out), std::string::npos);
    EXPECT_NE(refused.err.find("--force"), std::string::npos);
    EXPECT_EQ(cli({"stages", in, "--pivot", "-o", out, "--force"}).exitCode, 0);
    std::ostringstream text;
    text << std::ifstream(out).rdbuf();
    EXPECT_EQ(text.str().substr(0, 9), "Substage,");
}

TEST_F(CliStages, wrongUseIsTwoAndABadFileIsOne)
{
    const std::string in = file("t.json", trace);
    EXPECT_EQ(cli({"stages"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", in, "--mapping", "no/such"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", in, "--mapping", path("missing.json") + "#a/b"}).exitCode, 1);
    EXPECT_EQ(cli({"stages", in, "--sweep", "half"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", in, "--total-sec", "soon"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", in, "--csv", "--json"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", in, "--label", "a", "--label", "b"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", path("missing.json")}).exitCode, 1);
}

TEST_F(CliStages, rulesThatDoNotWorkStopAndAreNamedOnStderr)
{
    const CliOutput result = cli({"stages", file("t.json", trace), "--mapping", file("m.json", mapping) + "#my/b("});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.err.find("gemm("), std::string::npos);
    EXPECT_EQ(result.out, "") << "never “unmatched” for all";
}

TEST_F(CliStages, mappingsAreListedShownAndChecked)
{
    EXPECT_NE(cli({"mapping", "list"}).out.find("vllm/gpt-oss"), std::string::npos);
    const Json shown = cli({"mapping", "show", "vllm/ds"}).json();
    EXPECT_EQ(shown["vllm"]["ds"]["layer_anno"]["Stage"], Json({{".*", "layer"}}));
    const std::string path = file("m.json", mapping);
    const CliOutput checked = cli({"mapping", "check", path});
    EXPECT_EQ(checked.exitCode, 1);
    EXPECT_NE(checked.out.find("my/net: 3 rules"), std::string::npos);
    EXPECT_NE(checked.out.find("mapping-invalid-regex"), std::string::npos);
    EXPECT_EQ(cli({"mapping", "check", file("good.json", R"({"e": {"m": {"a": "b"}}})")}).exitCode, 0);
    EXPECT_EQ(cli({"mapping", "what"}).exitCode, 2);
}

/// Two GPUs that work from 0 to 80 and from 40 to 120 ms.
constexpr const char *twoDevices = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"my_gemm","pid":0,"tid":7,"ts":0,"dur":80000,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"my_norm","pid":1,"tid":7,"ts":40000,"dur":80000,"args":{"device":1,"stream":7}}]})json";

TEST_F(CliStages, partsOfSeveralDevicesAddUpToATotalOfWallTime)
{
    const std::string path = file("two.json", twoDevices);
    const auto run = cli({"stages", path, "--total-sec", "2", "--json"}).json()["runs"][0];
    EXPECT_EQ(run["sweep"], "whole");
    EXPECT_EQ(run["nonGpuNs"], 1'880'000'000);
    EXPECT_EQ(int64_t(run["gpuNs"]) + int64_t(run["nonGpuNs"]), 2'000'000'000);
    EXPECT_TRUE(cli({"stages", path, "--total-sec", "2", "--pivot"}).out.ends_with("\ntotal_elapsed_sec,2\n"));
    const std::string text = cli({"--lang", "en", "stages", path, "--total-sec", "2"}).out;
    EXPECT_NE(text.find("elapsed over all devices together"), text.npos) << text;
    const auto alone = cli({"stages", path, "--json"}).json()["runs"][0];
    EXPECT_EQ(alone["sweep"], "device") << "without a total as before";
    EXPECT_EQ(alone["gpuNs"], 160'000'000);
    EXPECT_EQ(cli({"stages", path, "--total-sec", "2", "--sweep", "device"}).exitCode, 2);
}

TEST_F(CliStages, aFolderIsRefusedWithTheWayOut)
{
    std::filesystem::create_directory(path("job"));
    file("job/rank_0.json", twoDevices);
    file("job/rank_1.json", twoDevices);
    for (const char *command : {"export", "compare"}) {
        std::vector<std::string> arguments{"--lang", "en", command, path("job")};
        if (std::string_view(command) == "compare")
            arguments.push_back(path("job"));
        else
            arguments.insert(arguments.end(), {"-o", path("out.sqlite")});
        const CliOutput result = cli(arguments);
        EXPECT_EQ(result.exitCode, 1) << command;
        EXPECT_NE(result.err.find("`warpscope-cli ranks '" + path("job") + "'`"), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("rank_0.json, rank_1.json"), std::string::npos) << result.err;
    }
    std::filesystem::create_directory(path("one"));
    file("one/a.sqlite", "x");
    const CliOutput one = cli({"--lang", "en", "overview", path("one")});
    EXPECT_NE(one.err.find("it holds: a.sqlite. Name the one that is meant"), std::string::npos) << one.err;
}

TEST_F(CliStages, kernelsOfALayerwiseProfileThatNoOperationTakesHaveTheirNames)
{
    CORPUS_FILE(profile, "layerwise/vllm_layerwise_r1_distill_llama8b.json");
    const CliOutput text =
        cli({"--lang", "en", "stages", profile.toStdString() + "#prefill", "--mapping", "vllm/operations"});
    ASSERT_EQ(text.exitCode, 0) << text.err;
    const auto line = [&](const char *word) {
        const size_t at = text.out.find(word);
        const size_t begin = text.out.rfind('\n', at);
        return at == text.out.npos ? std::string() : text.out.substr(begin + 1, text.out.find('\n', at) - begin - 1);
    };
    EXPECT_NE(line("act_and_mul").find(" 2.845 "), std::string::npos) << text.out;
    EXPECT_NE(line("rotary").find(" 0.816 "), std::string::npos) << text.out;
}

TEST_F(CliStages, ofATableThatIsCutPercentagesAreSaidToBeOfItsRows)
{
    const std::string rows = "-----------------------------  ------------  ------------  ------------  ------------  "
                             "------------  ------------\n"
                             "                         Name      Self CPU     CPU total     Self CUDA   Self CUDA %    "
                             "CUDA total    # of Calls\n"
                             "-----------------------------  ------------  ------------  ------------  ------------  "
                             "------------  ------------\n"
                             "                     aten::mm     100.000us     100.000us      40.000ms        40.00%    "
                             "  40.000ms           100\n"
                             "        volta_sgemm_128x64_nn       0.000us       0.000us      40.000ms        40.00%    "
                             "  40.000ms           100\n"
                             "-----------------------------  ------------  ------------  ------------  ------------  "
                             "------------  ------------\n"
                             "Self CPU time total: 200.000ms\n";
    file("cut.txt", rows + "Self CUDA time total: 100.000ms\n");
    file("whole.txt", rows + "Self CUDA time total: 40.000ms\n");
    const std::string said = "the rows hold 40.0";
    const auto says = [&](const char *command, const char *name) {
        const CliOutput result = cli({"--lang", "en", command, path(name)});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_NE(result.out.find("100"), std::string::npos) << result.out;
        return (result.out + result.err).find(said) != std::string::npos;
    };
    for (const char *command : {"kernels", "stages"}) {
        EXPECT_TRUE(says(command, "cut.txt")) << command;
        EXPECT_FALSE(says(command, "whole.txt")) << command;
    }
}

} // namespace tst_cli_stages
