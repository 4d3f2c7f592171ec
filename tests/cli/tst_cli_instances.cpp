#include "tests/cli/cliprocess.h"

#include <nlohmann/json.hpp>

#include <string>

namespace tst_cli_instances {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

class CliInstances : public CliTest
{
protected:
    /// Two instances of a kernel, one with a launch. Times in µs.
    std::string traceFile() const
    {
        return file("t.json", R"json({"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"sgemm<a|b>","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"sgemm<a|b>","pid":0,"tid":7,"ts":120,"dur":30,"args":{"device":0,"stream":7}}
]})json");
    }
};

TEST_F(CliInstances, jsonHoldsWhatTheManualSays)
{
    const CliOutput result = cli({"instances", traceFile(), "--name", "SGEMM", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json json = result.json();
    EXPECT_EQ(json["schema"], 1);
    ASSERT_EQ(json["rows"].size(), 2U);
    EXPECT_EQ(json["rows"][0], (Json{{"name", "sgemm<a|b>"},
                                     {"startNs", 95'000},
                                     {"durationNs", 10'000},
                                     {"device", "0"},
                                     {"stream", "7"},
                                     {"step", nullptr},
                                     {"layer", nullptr},
                                     {"module", nullptr},
                                     {"shape", nullptr},
                                     {"launchDelayNs", 95'000}}));
    EXPECT_TRUE(json["rows"][1]["launchDelayNs"].is_null());
    EXPECT_EQ(json["stats"]["maxNs"], 30'000);
    EXPECT_EQ(json["stats"]["slowest"], 1);
}

TEST_F(CliInstances, csvHasOneLineAnInstance)
{
    const CliOutput result = cli({"instances", traceFile(), "--regex", "^sgemm<", "--csv"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out, "name,start_ns,duration_ns,device,stream,step,layer,module,shape,launch_delay_ns\n"
                          "sgemm<a|b>,95000,10000,0,7,,,,,95000\n"
                          "sgemm<a|b>,115000,30000,0,7,,,,,\n");
}

TEST_F(CliInstances, forPeopleTheDurationsComeFirst)
{
    const std::string text = cli({"instances", traceFile(), "--name", "sgemm"}).out;
    EXPECT_NE(text.find("Slowest at"), std::string::npos);
    EXPECT_LT(text.find("Slowest at"), text.find("Launch to start"));
    EXPECT_NE(cli({"instances", traceFile(), "--name", "sgemm", "--md"}).out.find("| sgemm\\<a\\|b> |"),
              std::string::npos);
}

TEST_F(CliInstances, aNameThatNothingHasIsAnError)
{
    const CliOutput result = cli({"instances", traceFile(), "--name", "flash"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_TRUE(result.out.empty());
    EXPECT_NE(result.err.find("no kernel and no operator"), std::string::npos);
}

TEST_F(CliInstances, wrongChoicesAreRefused)
{
    EXPECT_EQ(cli({"instances", traceFile()}).exitCode, 2);
    EXPECT_EQ(cli({"instances", traceFile(), "--name", "a", "--regex", "a"}).exitCode, 2);
    EXPECT_EQ(cli({"instances", traceFile(), "--name", ""}).exitCode, 2);
    EXPECT_EQ(cli({"instances", traceFile(), "--regex", "("}).exitCode, 2);
    EXPECT_EQ(cli({"instances", traceFile(), "--name", "a", "--csv", "--json"}).exitCode, 2);
}

} // namespace

} // namespace tst_cli_instances
