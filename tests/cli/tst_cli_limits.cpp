// limits: the table of one trace, in all forms, with the user's figures, and of a packed trace.

#include "tests/cli/cliprocess.h"
#include "tests/core/modulefixture.h"

namespace tst_cli_limits {

using namespace ws::test;

namespace {

constexpr std::string_view trace =
    R"({"deviceProperties":[{"id":0,"name":"NVIDIA A100-SXM4-80GB","numSms":108}],"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"External id":1,
 "Concrete Inputs":["",""],"Input type":["c10::BFloat16","c10::BFloat16"],"Input Strides":[[1024,1],[0,1]],"Input Dims":[[1024,1024],[1024,1024]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":7}}]})";

} // namespace

using CliLimits = CliTest;

TEST_F(CliLimits, areSaidInAllForms)
{
    const std::string path = file("a.json", trace);
    const nlohmann::json json = cli({"limits", path, "--json"}).json();
    EXPECT_EQ(json["rows"][0]["flop"], 2147483648);
    EXPECT_EQ(json["rows"][0]["bytes"], 4196352); // of the expanded operand one row
    EXPECT_EQ(json["rows"][0]["peak"], "bf16");
    EXPECT_EQ(json["device"]["bandwidth"], 2039);
    EXPECT_NE(cli({"limits", path}).out.find("68.8"), std::string::npos);
    EXPECT_NE(cli({"limits", path, "--md"}).out.find("NVIDIA A100 data sheet"), std::string::npos);
    EXPECT_TRUE(cli({"limits", path, "--csv"}).out.starts_with("operator,shape,class,calls,gpu_ns,"));
}

TEST_F(CliLimits, areColumnsOfKernelsAndOperatorsOnRequest)
{
    const std::string path = file("a.json", trace);
    for (const char *command : {"kernels", "operators"}) {
        const nlohmann::json row = cli({command, path, "--limits", "--json"}).json()["rows"][0];
        EXPECT_NEAR(row["tflops"].get<double>(), 214.7, 0.1) << command;
        EXPECT_EQ(row["boundBy"], "compute") << command;
        EXPECT_NE(cli({command, path, "--limits"}).out.find("68.8"), std::string::npos) << command;
        EXPECT_EQ(cli({command, path, "--csv"}).out.find("tflops"), std::string::npos) << command;
    }
}

TEST_F(CliLimits, takesTheUsersFigures)
{
    const std::string path = file("a.json", trace);
    const nlohmann::json json = cli({"limits", path, "--json", "--peak", "bf16=1000", "--bandwidth", "1000"}).json();
    EXPECT_EQ(json["rows"][0]["limitNs"], 4196);
    EXPECT_EQ(json["rows"][0]["boundBy"], "memory");
    EXPECT_EQ(json["device"]["byUser"], true);
    for (const std::vector<std::string> &wrong : {std::vector<std::string>{"--peak", "bf16"}, {"--bandwidth", "x"}}) {
        const CliOutput output = cli({"limits", path, wrong[0], wrong[1]});
        EXPECT_EQ(output.exitCode, 2);
        EXPECT_EQ(output.out, "");
    }
}

TEST_F(CliLimits, ofAPackedTraceAreTheSame)
{
    const std::string path = file("a.json", trace);
    ASSERT_EQ(cli({"pack", path, "-o", this->path("a.wsp")}).exitCode, 0);
    EXPECT_EQ(cli({"limits", this->path("a.wsp"), "--json"}).out, cli({"limits", path, "--json"}).out);
}

TEST_F(CliLimits, needATimeline)
{
    const CliOutput output = cli({"limits", file("a.csv", "Time (%),Total Time (ns),Instances,Name\n100.0,10,1,k\n")});
    EXPECT_EQ(output.exitCode, 1);
    EXPECT_EQ(output.out, "");
}

namespace {

/// Eight kernels of four names, as the capture of a graph or, `replay`, its launch; each second one is a product.
std::string graphOfProducts(bool replay)
{
    TraceText t;
    t.launch(1, 0, 1, replay ? "hipGraphLaunch" : "hipStreamBeginCapture");
    for (int k = 0; k < 8; ++k) {
        const std::string name = k % 2 ? "gemm" : "other" + std::to_string(k % 3);
        if (replay) {
            t.kernel(1, 1000 + 20 * k, 10, name);
            continue;
        }
        t.op(k % 2 ? "aten::mm" : "aten::cat", 1, 10 + 10 * k, 8,
             R"("Input Dims":[[2,8],[8,4]],"Input type":["c10::Half","c10::Half"])");
        t.launch(1, 11 + 10 * k, 2 + k, "hipLaunchKernel", 1, R"("kernel":")" + name + '"');
    }
    return replay ? t.json() : t.launch(1, 200, 99, "hipStreamEndCapture").json();
}

} // namespace

TEST_F(CliLimits, takeTheShapesOfGraphsFromACapture)
{
    const std::string replay = file("replay.json", graphOfProducts(true));
    const std::string capture = file("capture.json", graphOfProducts(false));
    const nlohmann::json json = cli({"limits", replay, "--capture", capture, "--json"}).json();
    EXPECT_EQ(json["rows"].size(), 1U);
    EXPECT_EQ(json["rows"][0]["operator"], "aten::mm");
    EXPECT_EQ(json["rows"][0]["calls"], 4);
    EXPECT_EQ(json["rows"][0]["flop"], 128);
    EXPECT_EQ(json["covered"]["gpuNs"], 40000);
    EXPECT_EQ(json["graphs"]["withoutNumbersNs"], 40000);
    EXPECT_NE(cli({"limits", replay, "--capture", capture}).out.find("with the shapes of their capture"),
              std::string::npos);
    EXPECT_TRUE(cli({"limits", replay, "--json"}).json()["rows"].empty());
    const CliOutput none = cli({"limits", replay, "--capture", replay});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_EQ(none.out, "");
    EXPECT_NE(none.err.find("holds no launches of a graph's capture"), std::string::npos);
}

} // namespace tst_cli_limits
