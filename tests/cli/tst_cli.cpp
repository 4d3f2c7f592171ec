#include "paths.h"
#include "tests/cli/cliprocess.h"

#include <QProcess>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include <sys/wait.h>

namespace tst_cli {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

const char *const trace = R"({"schemaVersion":1,"baseTimeNanoseconds":1000,"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"python"}},
{"ph":"X","cat":"python_function","name":"nn.Module: Net_0","pid":1,"tid":1,"ts":100,"dur":50,"args":{"Python id":1}},
{"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":1,"tid":1,"ts":101,"dur":40,"args":{"Python id":2,"Python parent id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":102,"dur":20,"args":{"External id":5}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":103,"dur":2,"args":{"correlation":9,"External id":5}},
{"ph":"s","cat":"ac2g","id":9,"name":"ac2g","pid":1,"tid":1,"ts":103},
{"ph":"f","cat":"ac2g","id":9,"name":"ac2g","pid":0,"tid":7,"ts":110},
{"ph":"X","cat":"kernel","name":"gemm, \"big\"","pid":0,"tid":7,"ts":110,"dur":10,"args":{"device":0,"stream":7,"correlation":9,"External id":5}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":9,"ts":115,"dur":15,"args":{"device":0,"stream":9,"correlation":77}},
{"ph":"X","cat":"gpu_user_annotation","name":"step","pid":0,"tid":7,"ts":110,"dur":20},
{"ph":"C","name":"queue","pid":1,"ts":120,"args":{"length":3}}
]})";

std::vector<std::string> keysOf(const Json &object)
{
    std::vector<std::string> keys;
    for (const auto &[key, value] : object.items())
        keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    return keys;
}

void expectKeys(const Json &object, std::vector<std::string> keys)
{
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(keysOf(object), keys);
}

std::ptrdiff_t lines(const std::string &text)
{
    return std::count(text.begin(), text.end(), '\n');
}

} // namespace

TEST(Cli, helpAndVersionGoToStdoutAndSucceed)
{
    const CliOutput help = cli({"--help"});
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_NE(help.out.find("summary FILE"), std::string::npos);
    EXPECT_NE(help.out.find("kernels FILE"), std::string::npos);
    EXPECT_TRUE(help.err.empty());
    const CliOutput version = cli({"--version"});
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.out, "warpscope-cli " WARPSCOPE_VERSION "\n");
    EXPECT_EQ(cli({"kernels", "--help"}).exitCode, 0);
}

TEST(Cli, wrongUsageIsExitTwoWithAMessage)
{
    for (const std::vector<std::string> &arguments : std::vector<std::vector<std::string>>{
             {}, {"nonsense"}, {"--nonsense"}, {"summary"}, {"kernels", "a", "b"}, {"kernels", "--nonsense", "a"}}) {
        const CliOutput result = cli(arguments);
        EXPECT_EQ(result.exitCode, 2) << testing::PrintToString(arguments);
        EXPECT_TRUE(result.out.empty());
        EXPECT_FALSE(result.err.empty());
    }
}

TEST_F(CliTest, aFileThatIsNotThereIsExitOneInOneLine)
{
    const CliOutput result = cli({"summary", path("missing.json")});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_TRUE(result.out.empty());
    EXPECT_EQ(lines(result.err), 1);
    EXPECT_NE(result.err.find("missing.json"), std::string::npos);
}

TEST_F(CliTest, whatIsNoTraceIsRefusedInOneLine)
{
    using namespace std::string_view_literals;
    for (const std::string_view content : {""sv, "hello\n"sv, "{\"a\":1}"sv, "\0\1\2\xff"sv, "\x1f\x8b"sv, "PK\3\4"sv,
                                           "[[[[[["sv, "{\"traceEvents\":7}"sv}) {
        const CliOutput result = cli({"summary", "--json", file("x", content)});
        EXPECT_EQ(result.exitCode, 1) << content;
        EXPECT_TRUE(result.out.empty());
        EXPECT_EQ(lines(result.err), 1) << result.err;
    }
    EXPECT_EQ(cli({"summary", path("")}).exitCode, 1) << "a folder";
}

TEST_F(CliTest, summaryHoldsEveryKeyOfTheSchema)
{
    const Json s = cli({"summary", file("t.json", trace), "--json"}).json();
    ASSERT_TRUE(s.is_object());
    expectKeys(s, {"schema", "file", "format", "container", "complete", "facts", "fit", "events", "time", "gpu",
                   "launches", "modules", "flows", "counters", "kernels", "stages", "tables", "phases", "diagnostics"});
    expectKeys(s["events"], {"total", "byPhase", "slices"});
    expectKeys(s["time"], {"originNs", "spanNs", "baseTimeNs"});
    expectKeys(s["gpu"], {"activities", "durationNs", "spanNs", "busyNs", "idleNs", "userAnnotations", "computeNs",
                          "exposedCommNs", "exposedMemcpyNs", "devices"});
    expectKeys(s["gpu"]["devices"][0], {"device", "activities", "durationNs", "spanNs", "busyNs", "idleNs", "computeNs",
                                        "exposedCommNs", "exposedMemcpyNs", "streams"});
    expectKeys(s["gpu"]["devices"][0]["streams"][0],
               {"stream", "activities", "durationNs", "busyNs", "firstNs", "lastEndNs"});
    expectKeys(s["launches"], {"linked", "withOperator", "unlinked"});
    expectKeys(s["modules"], {"calls", "distinct", "maxDepth", "attributedNs", "unattributedNs"});
    expectKeys(s["flows"], {"starts", "steps", "ends"});
    expectKeys(s["counters"], {"events", "series"});
    expectKeys(s["stages"][0], {"mapping", "sweep", "rows"});
    expectKeys(s["stages"][0]["rows"][0], {"stage", "substage", "count", "totalNs", "elapsedNs"});
    expectKeys(s["kernels"][0], {"name", "count", "totalNs", "elapsedNs", "minNs", "maxNs"});
}

TEST_F(CliTest, summaryNamesNoIdleTimeThatItsOwnVerdictWithholds)
{
    const std::string line = "Dispatch_ID(1), GPU_ID(1), Queue_ID(3), Kernel_Name(\"mul(float*)\"), "
                             "Begin_Timestamp(400), End_Timestamp(450), Correlation_ID(5)",
                      other = "Dispatch_ID(2), GPU_ID(1), Queue_ID(3), Kernel_Name(\"mul(float*)\"), "
                              "Begin_Timestamp(500), End_Timestamp(550), Correlation_ID(6)";
    const std::string counter = ", GRBM_COUNT(4.0)\n";
    const std::string withheld =
        cli({"--lang", "en", "summary", file("counted.txt", line + counter + other + counter)}).out;
    EXPECT_NE(withheld.find("how much of it is idle is not known"), std::string::npos) << withheld;
    EXPECT_EQ(withheld.find("(of the span)"), std::string::npos);
    EXPECT_NE(cli({"--lang", "en", "summary", file("plain.txt", line + '\n' + other + '\n')}).out.find("(of the span)"),
              std::string::npos);
}

TEST_F(CliTest, summaryCountsWhatTheTraceHolds)
{
    const Json s = cli({"summary", file("t.json", trace), "--json"}).json();
    EXPECT_EQ(s["schema"], 1);
    EXPECT_EQ(s["complete"], true);
    EXPECT_EQ(s["container"], "plain");
    EXPECT_EQ(s["events"]["total"], 11);
    EXPECT_EQ(s["events"]["byPhase"], Json::parse(R"({"C":1,"M":1,"X":7,"f":1,"s":1})"));
    EXPECT_EQ(s["events"]["slices"], 7);
    EXPECT_EQ(s["time"]["originNs"], 100'000);
    EXPECT_EQ(s["time"]["spanNs"], 50'000);
    EXPECT_EQ(s["time"]["baseTimeNs"], 1000);
    EXPECT_EQ(s["gpu"]["activities"], 2);
    EXPECT_EQ(s["gpu"]["spanNs"], 20'000);
    EXPECT_EQ(s["gpu"]["computeNs"], 10'000);
    EXPECT_EQ(s["gpu"]["exposedCommNs"], 10'000);
    EXPECT_EQ(s["gpu"]["userAnnotations"], 1);
    EXPECT_EQ(s["launches"], Json::parse(R"({"linked":1,"unlinked":1,"withOperator":1})"));
    EXPECT_EQ(s["modules"]["calls"], 2);
    EXPECT_EQ(s["modules"]["maxDepth"], 2);
    EXPECT_EQ(s["modules"]["attributedNs"], 10'000);
    EXPECT_EQ(s["flows"], Json::parse(R"({"ends":1,"starts":1,"steps":0})"));
    EXPECT_EQ(s["counters"], Json::parse(R"({"events":1,"series":1})"));
    EXPECT_EQ(s["kernels"][0]["name"], "ncclDevKernel_AllReduce");
    EXPECT_EQ(s["kernels"][0]["elapsedNs"], 10'000);
}

TEST_F(CliTest, severalFilesGiveAnArray)
{
    const std::string path = file("t.json", trace);
    const Json s = cli({"summary", "--json", path, path}).json();
    ASSERT_TRUE(s.is_array());
    EXPECT_EQ(s.size(), 2u);
}

TEST_F(CliTest, summaryForPeopleNamesTheNumbers)
{
    const CliOutput result = cli({"summary", file("t.json", trace)});
    EXPECT_EQ(result.exitCode, 0);
    for (const char *text : {"t.json", "kineto", "ncclDevKernel_AllReduce", "exposed communication"})
        EXPECT_NE(result.out.find(text), std::string::npos) << text;
    EXPECT_TRUE(result.err.empty()) << "no progress when stderr is no terminal";
}

TEST_F(CliTest, summaryOfSeveralDevicesSaysThatAnyOfThemIsBusy)
{
    const auto gpuLine = [&](const char *device) {
        const std::string out =
            cli({"summary",
                 file("d.json",
                      std::string(R"([{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":2},)") +
                          R"({"ph":"X","cat":"kernel","name":"k","pid":)" + device + R"(,"tid":7,"ts":2,"dur":2}])")})
                .out;
        const size_t at = out.find("2 activities in"); // not those of the verdict
        return out.substr(out.rfind('\n', at) + 1, 14);
    };
    EXPECT_EQ(gpuLine("0"), "GPU           ");
    EXPECT_EQ(gpuLine("1"), "any GPU       ");
}

TEST_F(CliTest, invalidTextInNamesStillGivesUtf8Json)
{
    const std::string bad =
        "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\xff\xfe\\ud800\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":1}]";
    const Json s = cli({"summary", "--json", file("bad.json", bad)}).json();
    ASSERT_TRUE(s.is_object());
    EXPECT_EQ(s["kernels"].size(), 1u);
}

TEST_F(CliTest, aCutTraceIsReadAndSaidToBeCut)
{
    const CliOutput result = cli({"summary", "--json", file("cut.json", std::string_view(trace).substr(0, 900))});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.json()["complete"], false);
    EXPECT_FALSE(result.json()["diagnostics"].empty());
}

TEST_F(CliTest, kernelsAsCsvAreRawNumbers)
{
    const CliOutput result = cli({"kernels", file("t.json", trace), "--csv"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.out, "name,count,total_ns,elapsed_ns,share,min_ns,p50_ns,p95_ns,max_ns,mean_ns\n"
                          "ncclDevKernel_AllReduce,1,15000,10000,0.5,15000,15000,15000,15000,15000\n"
                          "\"gemm, \"\"big\"\"\",1,10000,10000,0.5,10000,10000,10000,10000,10000\n");
}

TEST_F(CliTest, kernelsTablesAndModulesHaveAllForms)
{
    const std::string path = file("t.json", trace);
    const Json kernels = cli({"kernels", path, "--json"}).json();
    ASSERT_EQ(kernels["rows"].size(), 2u);
    EXPECT_EQ(kernels["rows"][0]["totalNs"], 15'000);
    EXPECT_EQ(kernels["rows"][1]["name"], "gemm, \"big\"");
    EXPECT_NE(cli({"kernels", path, "--md"}).out.find("| gemm, \"big\" |"), std::string::npos);
    const std::string table =
        file("t.txt", "-----  --------  --------\n Name  Self CPU  CPU total\n-----  --------  --------\n"
                      "   mm    10.0us    20.0us\n-----  --------  --------\n");
    const CliOutput json = cli({"table", table, "--json"});
    ASSERT_EQ(json.json()["tables"].size(), 1u) << json.err;
    EXPECT_EQ(json.json()["tables"][0]["rows"].size(), 1u);
    EXPECT_NE(cli({"table", table, "--md"}).out.find("| mm |"), std::string::npos) << cli({"table", table, "--md"}).out;
    const CliOutput modules = cli({"modules", path, "--md"});
    EXPECT_EQ(modules.exitCode, 0) << modules.err;
    EXPECT_NE(modules.out.find("| Module"), std::string::npos) << modules.out;
    for (const char *command : {"kernels", "table", "modules"})
        EXPECT_EQ(cli({command, path, "--md", "--json"}).exitCode, 2) << command;
}

TEST_F(CliTest, aSummaryShowsTheTimeThatItsSharesAreMadeOf)
{
    const CliOutput result = cli({"summary", file("t.json", trace)});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("elapsed (µs)  % of busy"), std::string::npos) << result.out;
}

TEST_F(CliTest, whatAFileDoesNotHoldEndsWithOneAndAnEmptyOutput)
{
    const std::string noGpu = file("cpu.json", R"([{"ph":"X","name":"a","ts":1,"dur":2}])");
    for (const char *command : {"kernels", "operators", "steps", "table", "stages"}) {
        const CliOutput result = cli({command, noGpu});
        EXPECT_EQ(result.exitCode, 1) << command;
        EXPECT_EQ(result.out, "") << command;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
}

TEST_F(CliTest, kernelsForPeopleLineUp)
{
    const CliOutput result = cli({"kernels", file("t.json", trace)});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("GPU busy (%)"), std::string::npos);
    EXPECT_EQ(lines(result.out), 3);
}

TEST_F(CliTest, kernelsOfALayerwiseProfileAreListedByPhase)
{
    const std::string path =
        file("profile.json", R"({"prefill":{"summary_stats":[{"entry":{"name":"Llama","cuda_time_us":30},
        "children":[{"entry":{"name":"small","cuda_time_us":10,"invocations":5},"children":[]},
        {"entry":{"name":"big","cuda_time_us":20,"invocations":2},"children":[]}]}]}})");
    const CliOutput csv = cli({"kernels", path, "--csv"});
    EXPECT_EQ(csv.exitCode, 0);
    EXPECT_EQ(csv.out, "name,part,count,total_ns,share,mean_ns,stage\n"
                       "big,prefill,2,20000,0.6666666666666666,10000,other\n"
                       "small,prefill,5,10000,0.3333333333333333,2000,other\n");
    const CliOutput text = cli({"kernels", path});
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_NE(text.out.find("prefill"), std::string::npos);
    EXPECT_LT(text.out.find("big"), text.out.find("small"));
}

TEST_F(CliTest, kernelsOfAFileWithoutAnyIsAnErrorInsteadOfABareHeader)
{
    const CliOutput result = cli({"kernels", file("cpu.json", R"([{"ph":"X","name":"a","ts":1,"dur":1}])"), "--csv"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.find("no GPU work"), std::string::npos) << "that is not known";
    EXPECT_NE(result.err.find("not known to be a GPU"), std::string::npos) << result.err;
}

TEST_F(CliTest, rowsThatTheUserCallsAGpusAreOne)
{
    const std::string path =
        file("npu.json", R"([{"ph":"M","name":"thread_name","pid":5,"tid":9,"args":{"name":"core 0"}},)"
                         R"({"ph":"X","name":"matmul","pid":5,"tid":9,"ts":10,"dur":4},)"
                         R"({"ph":"B","name":"relu","pid":5,"tid":9,"ts":20},{"ph":"E","pid":5,"tid":9,"ts":23},)"
                         R"({"ph":"X","name":"main","pid":5,"tid":5,"ts":1,"dur":40}])");
    for (const char *name : {"core 0", "9"}) {
        const CliOutput result = cli({"kernels", path, "--csv", "--gpu-row", name});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_NE(result.out.find("matmul,1,4000,"), std::string::npos) << result.out;
        EXPECT_NE(result.out.find("relu,1,3000,"), std::string::npos) << result.out;
        EXPECT_EQ(result.out.find("main"), std::string::npos);
    }
    const CliOutput asked = cli({"kernels", path});
    EXPECT_EQ(asked.exitCode, 1);
    EXPECT_NE(asked.err.find("--gpu-row NAME (rows: core 0, 5)"), std::string::npos) << asked.err;
    EXPECT_NE(cli({"summary", "--gpu-row=core 1", path}).out.find("core 1"), std::string::npos)
        << "it is not in the file";
    const std::string kineto = file("kineto.json", trace);
    const CliOutput known = cli({"kernels", kineto, "--csv"});
    for (const char *name : {"1", "core 0"})
        EXPECT_EQ(cli({"kernels", kineto, "--csv", "--gpu-row", name}).out, known.out)
            << "where GPU work is known, a row of that name is none";
}

TEST_F(CliTest, tablesWithoutKernelsSayWhatToAskInstead)
{
    const std::string apis = file("api.txt", "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n"
                                             "60.0,600,3,200.0,cudaFree\n40.0,400,2,200.0,cudaMalloc\n");
    const CliOutput result = cli({"kernels", apis});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("`table` shows them"), std::string::npos) << result.err;
}

constexpr std::string_view flopsTable = "----  --------  ----------  ------------  ------------\n"
                                        "Name  Self CPU  CUDA total    # of Calls  Total GFLOPs\n"
                                        "----  --------  ----------  ------------  ------------\n"
                                        "aten::mm  9.000us    50.000us             1         5.000\n"
                                        "----  --------  ----------  ------------  ------------\n";

TEST_F(CliTest, flopsBecomeTflopPerSecondAndAShareOnlyOfTheNamedPeak)
{
    const std::string path = file("flops.txt", flopsTable);
    const CliOutput plain = cli({"table", path, "--csv"});
    EXPECT_EQ(plain.exitCode, 0);
    EXPECT_NE(plain.out.find(",tflop_per_s\n"), std::string::npos) << plain.out;
    EXPECT_NE(plain.out.find(",100\n"), std::string::npos) << plain.out;
    const CliOutput share = cli({"table", path, "--csv", "--peak", "400"});
    EXPECT_NE(share.out.find(",100,0.25\n"), std::string::npos) << share.out;
    for (const char *peak : {"0", "-3", "fast", "inf"})
        EXPECT_EQ(cli({"table", path, "--peak", peak}).exitCode, 2) << peak;
}

TEST_F(CliTest, identicalTablesOfADocumentAreNamed)
{
    const std::string twice = std::string(flopsTable) + "\n# Again\n\n" + std::string(flopsTable);
    EXPECT_NE(cli({"table", file("twice.txt", twice)}).out.find("Identical to table 1"), std::string::npos);
    EXPECT_NE(cli({"summary", file("twice.txt", twice)}).out.find(", identical to "), std::string::npos);
    const std::string other = std::string(flopsTable) + "\n# Again\n\n" +
                              std::string(flopsTable).replace(flopsTable.find("50.000us"), 8, "60.000us");
    EXPECT_EQ(cli({"table", file("other.txt", other)}).out.find("Identical"), std::string::npos);
}

TEST_F(CliTest, aFileWithAHashInItsNameIsTakenWhole)
{
    EXPECT_EQ(cli({"kernels", file("a#b.json", trace)}).exitCode, 0);
    const CliOutput part = cli({"kernels", file("t.json", trace) + "#decode_1"});
    EXPECT_EQ(part.exitCode, 1);
    EXPECT_NE(part.err.find("decode_1"), std::string::npos);
    EXPECT_EQ(lines(part.err), 1);
}

TEST_F(CliTest, aNameWithALineBreakStaysOneLineOnStderr)
{
    const CliOutput result = cli({"summary", path("two\nlines")});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(lines(result.err), 1);
}

TEST_F(CliTest, aFullDiskIsAnError)
{
    const std::string command =
        "\"" WARPSCOPE_BIN_DIR "/warpscope-cli\" kernels \"" + file("t.json", trace) + "\" >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(system(command.c_str())), 1);
}

TEST_F(CliTest, speaksTheLanguageOfTheEnvironmentButItsDataStaysTheSame)
{
    const std::string before = std::getenv("LC_ALL") ? std::getenv("LC_ALL") : "C.UTF-8";
    const std::string traceFile = file("t.json", trace);
    const CliOutput kernels = cli({"kernels", traceFile, "--csv"}), summary = cli({"summary", traceFile, "--json"});
    setenv("LC_ALL", "zh_CN.UTF-8", 1);
    const CliOutput help = cli({"--help"}), missing = cli({"summary", "/no/such/file"});
    const CliOutput chineseKernels = cli({"kernels", traceFile, "--csv"});
    const CliOutput chineseSummary = cli({"summary", traceFile, "--json"});
    setenv("LC_ALL", before.c_str(), 1);
    EXPECT_NE(help.out.find("用法"), std::string::npos) << help.out;
    EXPECT_NE(missing.err.find("文件"), std::string::npos) << missing.err;
    EXPECT_EQ(chineseKernels.out, kernels.out);
    EXPECT_EQ(chineseSummary.out, summary.out);
}

TEST_F(CliTest, whereMemoryEndsThereIsAMessageNotACrash)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizers reserve more address space than the limits under test";
#endif
    std::string text = "Start (ns),Duration (ns),Device,Strm,Name\n";
    for (int i = 0; i < 300'000; ++i)
        text += std::to_string(1000 + i * 100) + ",50,GPU (0)," + std::to_string(i % 4) + ",kernel_" +
                std::to_string(i % 700) + '\n';
    const std::string trace = file("trace.csv", text);
    int refused = 0, read = 0;
    for (const char *command : {"kernels", "stages"})
        for (int megabytes = 70; megabytes <= 400; megabytes += megabytes < 120 ? 2 : 40) {
            QProcess process;
            process.start(QStringLiteral("bash"),
                          {QStringLiteral("-c"),
                           QStringLiteral("ulimit -v %1; exec \"$0\" %2 \"$1\"")
                               .arg(megabytes * 1000)
                               .arg(QLatin1String(command)),
                           QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"), QString::fromStdString(trace)});
            ASSERT_TRUE(process.waitForFinished(120'000));
            ASSERT_EQ(process.exitStatus(), QProcess::NormalExit) << command << " with " << megabytes << " MB";
            const std::string said = process.readAllStandardError().toStdString();
            if (process.exitCode() == 0)
                ++read;
            else if (said.find("not enough memory") != said.npos)
                ++refused;
            else
                EXPECT_EQ(process.exitCode(), 127) << said; // the libraries themselves found no room
        }
    EXPECT_GT(refused, 0);
    EXPECT_GT(read, 0);
}

/// Whatever --help lists with --json; a command that is new is asked like the others.
TEST_F(CliTest, theJsonOfEveryCommandNamesItsSchema)
{
    const std::string sample = WARPSCOPE_SOURCE_DIR "/resources/sample/sample-decode.pt.trace.json.gz";
    const std::string table = file("table.csv", "Time (%),Total Time (ns),Instances,Name\n100.0,10,1,k\n");
    const std::string history = path("history.jsonl");
    ASSERT_EQ(cli({"compare", sample, sample, "--append", history}).exitCode, 0);
    const std::map<std::string, std::vector<std::string>> others{{"sql", {sample, "SELECT 1 AS one"}},
                                                                 {"instances", {sample, "--name", "moe"}},
                                                                 {"compare", {sample, sample}},
                                                                 {"table", {table}},
                                                                 {"history", {history}},
                                                                 {"schema", {"kernels"}}};
    std::istringstream help(cli({"--help"}).out);
    size_t asked = 0;
    for (std::string line; std::getline(help, line);) {
        const size_t end = line.find(' ', 2);
        if (!line.starts_with("  ") || line.starts_with("   ") || end == std::string::npos ||
            line.find("--json") == std::string::npos)
            continue;
        const std::string command = line.substr(2, end - 2);
        if (command == "ncu") // its files are not of a trace: see its own tests
            continue;
        const auto own = others.find(command);
        std::vector<std::string> arguments{command};
        const std::vector<std::string> given = own != others.end() ? own->second : std::vector{sample};
        arguments.insert(arguments.end(), given.begin(), given.end());
        arguments.emplace_back("--json");
        const CliOutput output = cli(arguments);
        EXPECT_EQ(output.exitCode, 0) << command << ": " << output.err;
        ASSERT_TRUE(output.json().is_object()) << command;
        EXPECT_EQ(output.json().value("schema", 0), 1) << command;
        ++asked;
    }
    EXPECT_GE(asked, 20u);
}

} // namespace tst_cli
