// replay and path: the answer of one trace and of a job in all forms, refusals, and edits that mean nothing.

#include "tests/cli/cliprocess.h"

#include <algorithm>

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

/// Twelve steps of a GPU that is never waited for: ten kernels each, add of 30 µs and gemm by turns.
std::string busyTrace(double gemmUs, int seed, const char *gpu = "NVIDIA A100")
{
    std::string events;
    int correlation = 0;
    const auto slice = [&](const char *category, const std::string &name, int pid, int tid, double ts, double dur) {
        const std::string times = R"("ts":)" + QByteArray::number(ts, 'f', 3).toStdString() + R"(,"dur":)" +
                                  QByteArray::number(dur, 'f', 3).toStdString(); // whatever the locale
        events += std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
                  std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + ',' + times +
                  R"(,"args":{"device":0,"stream":7,"correlation":)" + std::to_string(correlation) + "}},";
    };
    double now = 100;
    for (int step = 0; step < 12; ++step) {
        const double begin = now;
        double free = begin + 8;
        for (int i = 0; i < 10; ++i) {
            ++correlation;
            const double call = begin + i * 10, start = std::max(free, call + 8);
            const double length = (i % 2 ? gemmUs : 30) + ((step * 7 + i * 3 + seed) % 5) * 0.1;
            slice("cuda_runtime", "cudaLaunchKernel", 1, 1, call, 5);
            slice("kernel", i % 2 ? "gemm" : "add", 0, 7, start, length);
            free = start + length + 1;
        }
        ++correlation;
        slice("cuda_runtime", "cudaDeviceSynchronize", 1, 1, begin + 100, free + 5 - begin - 100);
        now = free + 15;
        slice("user_annotation", "ProfilerStep#" + std::to_string(step), 1, 1, begin, now - begin - 1);
    }
    events.pop_back();
    return R"({"deviceProperties":[{"id":0,"name":")" + std::string(gpu) + R"("}],"traceEvents":[)" + events + "]}";
}

} // namespace

using CliReplay = CliTest;
using CliForetold = CliTest;

TEST_F(CliForetold, whatCameIsHeldAgainstWhatWasPredicted)
{
    const std::string a = file("a.json", busyTrace(60, 0)), b = file("b.json", busyTrace(30, 1));
    const nlohmann::json json = cli({"compare", a, b, "--edit", "kernel:gemm*0.5", "--json"}).json()["predictions"];
    EXPECT_TRUE(json["why"].is_null()) << json.dump();
    ASSERT_EQ(json["outcomes"].size(), 1U);
    const nlohmann::json &outcome = json["outcomes"][0];
    EXPECT_EQ(outcome["came"], "as-predicted") << json.dump();
    EXPECT_NEAR(outcome["predictedNs"].get<double>(), -150'000, 3'000);
    EXPECT_NEAR(outcome["predicted"]["computeNs"].get<double>(), -150'000, 3'000);
    EXPECT_NEAR(json["measured"]["computeNs"].get<double>(), -150'000, 3'000);
    const std::string text = cli({"compare", a, b, "--edit", "kernel:gemm*0.5"}).out;
    EXPECT_NE(text.find("Predicted and measured\n"), std::string::npos);
    EXPECT_NE(text.find("it came as predicted"), std::string::npos) << text;
    EXPECT_FALSE(cli({"compare", a, b, "--json"}).json().contains("predictions")) << "nothing was asked";
}

TEST_F(CliForetold, aPartOfItAndNothingOfItAreSaidAsSuch)
{
    const std::string a = file("a.json", busyTrace(60, 0));
    const auto came = [&](const std::string &b, const char *edit) {
        return cli({"compare", a, b, "--edit", edit, "--json"}).json()["predictions"]["outcomes"][0];
    };
    const nlohmann::json half = came(file("half.json", busyTrace(45, 1)), "kernel:gemm*0.5");
    EXPECT_EQ(half["came"], "less") << half.dump();
    EXPECT_NEAR(half["share"].get<double>(), 0.5, 0.03);
    EXPECT_EQ(came(file("same.json", busyTrace(60, 2)), "kernel:gemm*0.5")["came"], "nothing");
    EXPECT_EQ(came(file("slow.json", busyTrace(80, 2)), "kernel:gemm*0.5")["came"], "opposite");
    EXPECT_EQ(came(file("fast.json", busyTrace(10, 2)), "kernel:gemm*0.5")["came"], "more");
}

TEST_F(CliForetold, ofSeveralEditsOnlyAllTogetherAreHeldAgainstIt)
{
    const std::string a = file("a.json", busyTrace(60, 0)), b = file("b.json", busyTrace(30, 1));
    const nlohmann::json outcomes =
        cli({"compare", a, b, "--edit", "kernel:gemm*0.5", "--edit", "kernel:add*0.5", "--json"})
            .json()["predictions"]["outcomes"];
    ASSERT_EQ(outcomes.size(), 3U);
    EXPECT_EQ(outcomes[0]["came"], "unsaid");
    EXPECT_LT(outcomes[0]["predictedNs"], -100'000);
    EXPECT_EQ(outcomes[2]["edits"].size(), 2U);
    EXPECT_EQ(outcomes[2]["came"], "less") << outcomes.dump();
}

TEST_F(CliForetold, whatCannotBeSaidSaysWhy)
{
    const std::string a = file("a.json", busyTrace(60, 0));
    const std::string other = file("h100.json", busyTrace(30, 1, "NVIDIA H100"));
    const nlohmann::json hardware =
        cli({"compare", a, other, "--edit", "kernel:gemm*0.5", "--json"}).json()["predictions"];
    EXPECT_NE(hardware["why"].get<std::string>().find("hardware"), std::string::npos) << hardware.dump();
    EXPECT_TRUE(hardware["outcomes"][0]["predictedNs"].is_null());
    const std::string b = file("b.json", busyTrace(30, 1));
    const std::string again = file("a2.json", busyTrace(60, 2));
    const nlohmann::json small =
        cli({"compare", a, again, "--edit", "kernel:gemm*0.992", "--json"}).json()["predictions"]["outcomes"][0];
    EXPECT_EQ(small["came"], "unsaid") << "2.4 of 485 µs: " << small.dump();
    EXPECT_NE(small["why"].get<std::string>().find("so small"), std::string::npos);
    const nlohmann::json none =
        cli({"compare", a, b, "--edit", "kernel:nothing_of_this*0.5", "--json"}).json()["predictions"]["outcomes"][0];
    EXPECT_EQ(none["came"], "unsaid");
    EXPECT_FALSE(none["why"].is_null());
    EXPECT_EQ(cli({"compare", a, b, "--edit", "kernels"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", a, b, "--edit", "gaps=0", "--tree"}).exitCode, 2);
}

TEST_F(CliForetold, aSessionGivenAsAHasItsEditsHeldAgainstB)
{
    file("a.json", busyTrace(60, 0));
    const std::string b = file("b.json", busyTrace(30, 1));
    const std::string session =
        file("a.warpscope", R"({"warpscopeSession":1,"runs":[{"file":{"relative":"a.json"},"edits":[)"
                            R"({"edit":"kernel:gemm*0.5"},{"edit":"gaps=0","off":true}]}]})");
    const nlohmann::json json = cli({"compare", session, b, "--json"}).json()["predictions"];
    ASSERT_EQ(json["outcomes"].size(), 1U) << "the other one is switched off";
    EXPECT_EQ(json["outcomes"][0]["edits"][0], "kernel:gemm*0.5");
    EXPECT_EQ(json["outcomes"][0]["came"], "as-predicted");
    const std::string both =
        file("both.warpscope", R"({"warpscopeSession":1,"runs":[{"file":{"relative":"b.json"}},)"
                               R"({"file":{"relative":"a.json"},"edits":[{"edit":"kernel:gemm*0.5"}]}],)"
                               R"("pair":{"runs":[1,0]}})");
    EXPECT_EQ(cli({"compare", both, "--json"}).json()["predictions"]["outcomes"][0]["came"], "as-predicted");
    EXPECT_EQ(cli({"compare", both, b}).exitCode, 1);
}

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
