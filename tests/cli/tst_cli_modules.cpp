#include "tests/cli/cliprocess.h"

#include "tests/core/capturefixture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tst_cli_modules {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

/// A forward kernel in Net/Linear, a backward one on another thread, one outside.
std::string training()
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Linear_3", 1, 10, 20);
    t.op("aten::linear", 1, 12, 10, R"("Sequence number":5,"Fwd thread id":0,"Input Dims":[[2,3]])");
    t.op("AddmmBackward0", 2, 200, 50, R"("Sequence number":5,"Fwd thread id":1)");
    t.launch(1, 15, 1).launch(2, 215, 2).launch(1, 400, 3);
    return t.kernel(1, 500, 10, "forward").kernel(2, 600, 20, "backward").kernel(3, 700, 5, "copy").json();
}

constexpr std::string_view profile = R"({"context":{"engine_args":{"model":"tiny"}},
"prefill":{"metadata":{"num_running_seqs":4},
 "summary_stats":[{"entry":{"name":"Model","cuda_time_us":30,"pct_cuda_time":100,"invocations":1},"children":[
   {"entry":{"name":"gemm","cuda_time_us":30,"pct_cuda_time":100,"invocations":2},"children":[]}]}],
 "model_stats":[{"entry":{"name":"Model","cpu_time_us":5,"cuda_time_us":30,"pct_cuda_time":100,"trace":"x"},"children":[]}]},
"decode_1":{"metadata":{"num_running_seqs":4},
 "summary_stats":[{"entry":{"name":"Other","cuda_time_us":7,"pct_cuda_time":100,"invocations":1},"children":[]}]}})";

const Json *rowOf(const Json &phase, const char *name)
{
    const auto found =
        std::find_if(phase["rows"].begin(), phase["rows"].end(), [&](const Json &row) { return row["name"] == name; });
    return found == phase["rows"].end() ? nullptr : &*found;
}

class CliModules : public CliTest
{
protected:
    Json modules(const std::vector<std::string> &options, std::string_view content, const char *part = "")
    {
        std::vector<std::string> arguments{"modules", file("in.json", content) + part, "--json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const CliOutput output = cli(arguments);
        EXPECT_EQ(output.exitCode, 0) << output.err;
        return output.json();
    }
    Json trace(const std::vector<std::string> &options) { return modules(options, training())["phases"][0]; }
};

class CliOperators : public CliTest
{
};

} // namespace

TEST_F(CliModules, jsonAddsUpToTheGpuWork)
{
    const Json json = modules({}, training());
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["source"], "kineto");
    const Json &phase = json["phases"][0];
    EXPECT_EQ(phase["totalNs"], 35'000);
    EXPECT_EQ(phase["view"], "summary");
    int64_t sum = 0;
    for (const Json &row : phase["rows"]) {
        if (row["kind"] == "module")
            sum += row["selfNs"].get<int64_t>();
        if (row["kind"] == "unattributed")
            sum += row["totalNs"].get<int64_t>();
    }
    EXPECT_EQ(sum, 35'000);
}

TEST_F(CliModules, allAddsBackwardWorkToStack)
{
    const Json all = trace({}), stack = trace({"--attribution", "stack"});
    EXPECT_EQ((*rowOf(all, "Linear"))["selfNs"], 30'000);
    EXPECT_EQ((*rowOf(all, "Linear"))["attribution"], "inferred");
    EXPECT_EQ((*rowOf(stack, "Linear"))["selfNs"], 10'000);
    EXPECT_EQ((*rowOf(stack, "Linear"))["attribution"], "exact");
}

TEST_F(CliModules, pathsAreClassesAlsoWhenInstancesAreListed)
{
    const Json merged = trace({}), listed = trace({"--instances"});
    EXPECT_EQ((*rowOf(merged, "Linear"))["path"], (Json{"Net", "Linear"}));
    ASSERT_NE(rowOf(listed, "Linear_3"), nullptr);
    EXPECT_EQ((*rowOf(listed, "Linear_3"))["path"], (Json{"Net", "Linear"}));
    EXPECT_EQ(listed["view"], "model");
    EXPECT_EQ(trace({"--view", "model"}), listed);
}

TEST_F(CliModules, layerwiseProfilesGiveTheirPhasesAndViews)
{
    EXPECT_EQ(modules({}, profile)["phases"].size(), 3u);
    const Json prefill = modules({"--phase", "prefill", "--view", "summary"}, profile);
    EXPECT_EQ(prefill["source"], "layerwise");
    ASSERT_EQ(prefill["phases"].size(), 1u);
    EXPECT_EQ(prefill["phases"][0]["rows"].size(), 2u);
    EXPECT_TRUE(prefill["phases"][0]["rows"][0]["cpuNs"].is_null());
    const Json model = modules({"--phase", "1", "--view", "model"}, profile);
    EXPECT_EQ(model["phases"][0]["rows"][0]["cpuNs"], 5'000);
    EXPECT_EQ(model["phases"][0]["rows"][0]["trace"], "x");
    EXPECT_EQ(modules({}, profile, "#decode_1")["phases"][0]["totalNs"], 7'000);
}

TEST_F(CliModules, textIsIndentedAndCsvHasARowPerNode)
{
    const std::string path = file("in.json", training());
    EXPECT_NE(cli({"modules", path}).out.find("|- Linear ~\n"), std::string::npos) << cli({"modules", path}).out;
    const std::string csv = cli({"modules", path, "--csv"}).out;
    EXPECT_EQ(csv.substr(0, 24), "phase,view,depth,path,na");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
}

TEST_F(CliModules, aCaptureTellsTheModulesOfAReplay)
{
    const std::string replay = file("replay.json", ReplayText().launch(model(3)).text.json());
    const std::string capture = file("capture.json", CaptureText().graph(model(3)).text.json());
    const std::string other = file("other.json", CaptureText().graph(model(3, "half_")).text.json());
    const Json json = cli({"modules", replay, "--capture", capture, "--json"}).json();
    EXPECT_EQ(json["capture"]["inferred"], 26);
    const Json *layers = rowOf(json["phases"][0], "Layer");
    ASSERT_NE(layers, nullptr);
    EXPECT_EQ((*layers)["totalNs"], 24'000);
    EXPECT_EQ((*layers)["calls"], 3);
    EXPECT_EQ((*layers)["attribution"], "inferred");
    EXPECT_TRUE((*layers)["cpuNs"].is_null());
    EXPECT_NE(cli({"modules", replay, "--capture", capture}).err.find("26 of 26 activities"), std::string::npos);
    const CliOutput wrong = cli({"modules", replay, "--capture", other, "--csv"});
    EXPECT_EQ(wrong.exitCode, 0);
    EXPECT_NE(wrong.err.find("number 3 of graph launch 1: qkv"), std::string::npos) << wrong.err;
    EXPECT_EQ(wrong.out.find("Layer"), std::string::npos);
}

TEST_F(CliModules, aFileWithoutACaptureIsRefused)
{
    const std::string replay = file("replay.json", ReplayText().launch(model(3)).text.json());
    const CliOutput none = cli({"modules", replay, "--capture", replay});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.err.find("holds no launches of a graph's capture"), std::string::npos) << none.err;
    EXPECT_EQ(cli({"modules", replay, "--capture", path("missing.json")}).exitCode, 1);
    EXPECT_EQ(cli({"modules", file("layers.json", profile), "--capture", replay}).exitCode, 1);
    EXPECT_EQ(none.out, "");
}

TEST_F(CliModules, whatCannotBeAnsweredIsRefused)
{
    const std::string path = file("in.json", training());
    EXPECT_EQ(cli({"modules", path, "--view", "tree"}).exitCode, 2);
    EXPECT_EQ(cli({"modules", path, "--attribution", "some"}).exitCode, 2);
    EXPECT_EQ(cli({"modules", path, "--csv", "--json"}).exitCode, 2);
    EXPECT_EQ(cli({"modules", path, "--phase", "prefill"}).exitCode, 1);
    EXPECT_EQ(cli({"modules", file("layers.json", profile), "--phase", "none"}).exitCode, 1);
}

TEST_F(CliOperators, jsonAddsUpToTheGpuWork)
{
    const Json json = cli({"operators", file("in.json", training()), "--json"}).json();
    ASSERT_EQ(json["rows"].size(), 2u);
    EXPECT_EQ(json["rows"][0]["name"], "AddmmBackward0");
    EXPECT_EQ(json["rows"][0]["selfDeviceNs"], 20'000);
    EXPECT_EQ(json["rows"][1]["selfCpuNs"], 9'000);
    EXPECT_EQ(json["outsideNs"], 5'000);
    EXPECT_FALSE(json["rows"][0].contains("shape"));
}

TEST_F(CliOperators, splitByShapeOnRequest)
{
    const std::string path = file("in.json", training());
    const Json json = cli({"operators", path, "--by-shape", "--json"}).json();
    EXPECT_TRUE(json["rows"][0]["shape"].is_null());
    EXPECT_EQ(json["rows"][1]["shape"], "[[2,3]]");
    EXPECT_NE(cli({"operators", path, "--by-shape", "--csv"}).out.find("aten::linear,\"[[2,3]]\",1,"),
              std::string::npos);
    EXPECT_NE(cli({"operators", path}).out.find("GPU work without a known operator: "), std::string::npos);
}

TEST_F(CliOperators, aFileWithoutOperatorsIsRefused)
{
    EXPECT_EQ(cli({"operators", file("in.json", TraceText().kernel(1, 0, 5).json())}).exitCode, 1);
}

} // namespace tst_cli_modules
