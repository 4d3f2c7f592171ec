// replay and path: the answer of one trace and of a job in all forms, refusals, and edits that mean nothing.

#include "tests/cli/cliprocess.h"

namespace tst_cli_replay {

using namespace ws::test;

namespace {

/// Four steps: a launch every 100 µs, each kernel 80 µs, and a wait at the end.
std::string trace()
{
    std::string events;
    int correlation = 0;
    const auto slice = [&](const char *category, const std::string &name, int pid, int tid, int ts, int dur) {
        events += std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
                  std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) +
                  R"(,"dur":)" + std::to_string(dur) + R"(,"args":{"stream":7,"correlation":)" +
                  std::to_string(correlation) + "}},";
    };
    for (int step = 0; step < 4; ++step) {
        const int begin = step * 1100;
        slice("user_annotation", "ProfilerStep#" + std::to_string(step), 1, 1, begin, 1090);
        for (int i = 0; i < 10; ++i) {
            ++correlation;
            slice("cuda_runtime", "cudaLaunchKernel", 1, 1, begin + i * 100, 5);
            slice("kernel", i % 2 ? "gemm" : "add", 0, 7, begin + i * 100 + 8, 80);
        }
        ++correlation;
        slice("cuda_runtime", "cudaDeviceSynchronize", 1, 1, begin + 950, 42);
    }
    events.pop_back();
    return R"({"traceEvents":[)" + events + "]}";
}

} // namespace

using CliReplay = CliTest;

TEST_F(CliReplay, answersEditsWhereItHolds)
{
    const std::string path = file("a.json", trace());
    const nlohmann::json json =
        cli({"replay", path, "--edit", "kernel:gemm*0.5", "--edit", "cpu*0.5", "--json"}).json();
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["verdict"], "holds") << json.dump();
    EXPECT_EQ(json["steps"], 4);
    EXPECT_LT(json["predictedNs"], json["recordedNs"]);
    EXPECT_EQ(json["boundBy"], "compute");
    ASSERT_GE(json["wins"].size(), 2U);
    EXPECT_EQ(json["wins"][0]["edit"], "kernel:gemm*0.5");
    EXPECT_NE(cli({"replay", path, "--step", "2"}).out.find("The replay holds: the step"), std::string::npos);
    EXPECT_TRUE(cli({"path", path, "--csv"}).out.starts_with("kind,time_ns,share,count,name\n"));
    EXPECT_GT(cli({"path", path, "--json"}).json()["byKind"]["cpuNs"], 0);
}

TEST_F(CliReplay, saysWhatIsWrong)
{
    const std::string path = file("a.json", trace());
    EXPECT_EQ(cli({"replay", path, "--edit", "kernels"}).exitCode, 2);
    EXPECT_EQ(cli({"replay", path, "--step", "0"}).exitCode, 2);
    EXPECT_EQ(cli({"replay", path, "--step", "9"}).exitCode, 1);
    EXPECT_EQ(cli({"replay", path, "--edit", "kernel:nothing_of_this*0.5"}).exitCode, 1);
    EXPECT_EQ(cli({"replay", path, "--edit", "rank:*=alike"}).exitCode, 1);
    EXPECT_EQ(cli({"replay", file("b.csv", "Time (%),Total Time (ns),Instances,Name\n100.0,10,1,k\n")}).exitCode, 1);
}

} // namespace tst_cli_replay
