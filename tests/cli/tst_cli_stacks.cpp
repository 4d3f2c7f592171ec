#include "tests/cli/cliprocess.h"

#include <nlohmann/json.hpp>

namespace tst_cli_stacks {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

/// A kernel below an own frame, one below torch alone, one without a frame, one without a launch; a collective.
const char *const trace = R"json({"traceEvents":[
{"ph":"X","cat":"python_function","name":"app/model.py(7): forward","pid":9,"tid":1,"ts":0,"dur":50},
{"ph":"X","cat":"python_function","name":"nn.Module: Net_0","pid":9,"tid":1,"ts":5,"dur":40},
{"ph":"X","cat":"python_function","name":"torch/nn.py(2): mm","pid":9,"tid":1,"ts":10,"dur":10},
{"ph":"X","cat":"python_function","name":"torch/nn.py(2): mm","pid":9,"tid":1,"ts":60,"dur":10},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":11,"dur":5},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":12,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":62,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":90,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":120,"dur":20,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":150,"dur":40,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllGather_RING_LL(x)","pid":0,"tid":8,"ts":200,"dur":80,"args":{"device":0,
"stream":8,"Collective name":"_allgather_base","In msg nelems":1000,"Out msg nelems":4000,"dtype":"Half","Group size":4,
"Process Group Name":"3"}}
]})json";

class CliStacks : public CliTest
{
protected:
    CliOutput run(std::vector<std::string> more, const char *command = "stacks") const
    {
        more.insert(more.begin(), {command, file("t.json", trace)});
        return cli(more);
    }
};

} // namespace

TEST_F(CliStacks, linesHoldWhatTheManualSays)
{
    const Json expected = {{"schema", 1},
                           {"by", "line"},
                           {"rows", {{{"frames", {"app/model.py(7): forward"}}, {"gpuNs", 10'000}, {"activities", 1}}}},
                           {"noOwnFrameNs", 60'000},
                           {"noStackNs", 40'000},
                           {"unlinkedNs", 80'000}};
    EXPECT_EQ(run({"--json"}).json(), expected);
    EXPECT_EQ(run({"--by", "line", "--json"}).json(), expected);
}

TEST_F(CliStacks, stacksHaveTheirFramesFromTheOutside)
{
    const Json rows = run({"--by", "stack", "--json"}).json()["rows"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["frames"], Json{"torch/nn.py(2): mm"});
    EXPECT_EQ(rows[1]["frames"], (Json{"app/model.py(7): forward", "nn.Module: Net_0", "torch/nn.py(2): mm"}));
    EXPECT_EQ(rows[1]["gpuNs"], 10'000);
}

TEST_F(CliStacks, foldedStacksAreForFlameGraphTools)
{
    const std::string folded = "torch/nn.py(2): mm 20000\n"
                               "app/model.py(7): forward;nn.Module: Net_0;torch/nn.py(2): mm 10000\n"
                               "(no stack recorded) 40000\n(launch not in the file) 80000\n";
    EXPECT_EQ(run({"--folded"}).out, folded);
    EXPECT_EQ(run({"--folded", "--by", "line"}).out,
              "app/model.py(7): forward 10000\n(no own frame) 20000\n(no stack recorded) 40000\n"
              "(launch not in the file) 80000\n");
}

TEST_F(CliStacks, operatorsAreAThirdWay)
{
    const std::string csv = run({"--by", "operator", "--csv"}).out;
    EXPECT_NE(csv.find("operator,gpu_ns,share,activities\naten::mm,10000,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\n(no operator),60000,"), std::string::npos) << csv;
}

TEST_F(CliStacks, wrongOptionsAreRefused)
{
    EXPECT_EQ(run({"--by", "name"}).exitCode, 2);
    EXPECT_EQ(run({"--folded", "--json"}).exitCode, 2);
    const CliOutput none = cli({"stacks", file("n.json", R"([{"ph":"X","name":"a","ts":1,"dur":2}])")});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.err.find("not known to be a GPU"), std::string::npos);
}

TEST_F(CliStacks, collectivesHoldWhatTheManualSays)
{
    const CliOutput result = run({"--json"}, "collectives");
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json rows = result.json()["rows"];
    ASSERT_EQ(rows.size(), 1U);
    const Json &row = rows[0];
    EXPECT_EQ(row["name"], "ncclDevKernel_AllGather_RING_LL(x)");
    EXPECT_EQ(row["collective"], "allgather");
    EXPECT_EQ(row["group"], "3");
    EXPECT_EQ(row["groupSize"], 4);
    EXPECT_EQ(row["bytes"], 8000);
    EXPECT_EQ(row["dtype"], "Half");
    EXPECT_EQ(row["algorithm"], "RING_LL");
    EXPECT_EQ(row["count"], 1);
    EXPECT_EQ(row["totalNs"], 80'000);
    EXPECT_DOUBLE_EQ(row["algorithmBandwidthGBs"].get<double>(), 0.1);
    EXPECT_DOUBLE_EQ(row["busBandwidthGBs"].get<double>(), 0.075);
    const CliOutput none = cli({"collectives", file("n.json", R"([{"ph":"X","name":"a","ts":1,"dur":2}])")});
    EXPECT_EQ(none.exitCode, 1);
}

TEST_F(CliStacks, theCallsOfAModuleAreInstancesToo)
{
    const Json json = run({"--module", "Net", "--json"}, "instances").json();
    ASSERT_EQ(json["rows"].size(), 1U);
    const Json &row = json["rows"][0];
    EXPECT_EQ(row["name"], "Net_0");
    EXPECT_EQ(row["startNs"], 5'000);
    EXPECT_EQ(row["durationNs"], 40'000);
    EXPECT_EQ(row["gpuNs"], 10'000);
    EXPECT_EQ(row["gpuStartNs"], 100'000);
    EXPECT_EQ(row["step"], Json());
    EXPECT_EQ(row["path"], "Net");
    EXPECT_EQ(json["stats"]["maxNs"], 10'000);
    const CliOutput none = run({"--module", "Nothing"}, "instances");
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.err.find("“Nothing”"), std::string::npos);
    EXPECT_EQ(run({"--module", "Net", "--name", "gemm"}, "instances").exitCode, 2);
    EXPECT_EQ(run({"--module", ""}, "instances").exitCode, 2);
}

} // namespace tst_cli_stacks
