#include "tests/cli/cliprocess.h"

#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>

namespace tst_cli_compare {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

/// `steps` decode steps of one kernel, times in µs.
std::string trace(int steps, int kernelUs, const std::string &kernel = "gemm")
{
    std::string events;
    int at = 0;
    for (int k = 0; k < steps; ++k) {
        const std::string id = std::to_string(k + 1), us = std::to_string(kernelUs + k % 3);
        if (k)
            events += ",\n";
        events += R"json({"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_8(8)",)json"
                  R"json("pid":9,"tid":1,"ts":)json" +
                  std::to_string(at) + R"json(,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":)json" +
                  std::to_string(at + 1) + R"json(,"dur":1,"args":{"correlation":)json" + id + R"json(}},
{"ph":"X","cat":"kernel","name":")json" +
                  kernel + R"json(","pid":0,"tid":7,"ts":)json" + std::to_string(at + 3) + R"json(,"dur":)json" + us +
                  R"json(,"args":{"device":0,"stream":7,"correlation":)json" + id + "}}";
        at += kernelUs + 20;
    }
    return "{\"traceEvents\":[\n" + events + "\n]}";
}

class CliCompare : public CliTest
{
protected:
    std::string a() const { return file("a.json", trace(20, 100)); }
    std::string slower() const { return file("b.json", trace(20, 130)); }
};

} // namespace

TEST_F(CliCompare, aSlowerRunFailsAboveItsLimit)
{
    EXPECT_EQ(cli({"compare", a(), slower()}).exitCode, 0);
    EXPECT_EQ(cli({"compare", a(), slower(), "--fail-above", "10"}).exitCode, 3);
    EXPECT_EQ(cli({"compare", a(), slower(), "--fail-above", "40"}).exitCode, 0);
    EXPECT_EQ(cli({"compare", slower(), a(), "--fail-above", "10"}).exitCode, 0);
    EXPECT_EQ(cli({"compare", a(), a(), "--fail-above", "0"}).exitCode, 0);
}

TEST_F(CliCompare, whatIsNotFitToConcludeFromIsNeitherSlowerNorFast)
{
    // an NPU whose own sum of its computation is far from that of its kernels
    const auto npu = [&](const char *name, const std::string &us, const char *computing) {
        std::string text = R"json([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Ascend Hardware"}},
            {"ph":"M","name":"process_name","pid":2,"args":{"name":"Overlap Analysis"}},)json";
        for (const char *at : {"10.000", "200.000"})
            text += R"json({"ph":"X","name":"MatMul","pid":1,"tid":7,"ts":")json" + std::string(at) +
                    R"json(","dur":)json" + us + R"json(,"args":{"Task Type":"AI_CORE"}},)json";
        text += R"json({"ph":"X","name":"Computing","pid":2,"tid":0,"ts":"10.000","dur":)json" +
                std::string(computing) +
                R"json(},{"ph":"X","name":"Computing","pid":2,"tid":0,"ts":"200.000","dur":)json" + us + "}]";
        return file(name, text);
    };
    const std::string right = npu("npu.json", "100", "100"), wrong = npu("other.json", "102", "190");
    EXPECT_EQ(cli({"compare", right, wrong, "--fail-above", "10"}).exitCode, 4);
    EXPECT_EQ(cli({"compare", wrong, right, "--fail-above", "10"}).exitCode, 4);
    const Json json = cli({"compare", right, wrong, "--json"}).json();
    EXPECT_EQ(json["verdict"], "inconclusive");
    EXPECT_EQ(json["comparability"]["ok"], false) << json["comparability"];
    const Json again = cli({"compare", right, npu("again.json", "101", "101"), "--json"}).json();
    EXPECT_EQ(again["comparability"]["ok"], true) << "fit, if too short to judge";
}

TEST_F(CliCompare, tooFewStepsAreInconclusive)
{
    const std::string few = file("few.json", trace(4, 130));
    EXPECT_EQ(cli({"compare", a(), few, "--fail-above", "10"}).exitCode, 4);
    EXPECT_EQ(cli({"compare", a(), few}).exitCode, 0);
    EXPECT_EQ(cli({"compare", a(), few, "--json"}).json()["verdict"], "inconclusive");
}

TEST_F(CliCompare, aRowHasItsOwnLimit)
{
    EXPECT_EQ(cli({"compare", a(), slower(), "--of", "gemm", "--fail-above", "10"}).exitCode, 3);
    EXPECT_EQ(cli({"compare", a(), slower(), "--of", "gemm", "--fail-above", "50"}).exitCode, 0);
    const CliOutput missing = cli({"compare", a(), slower(), "--of", "attention"});
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_NE(missing.err.find("attention"), std::string::npos);
}

TEST_F(CliCompare, jsonFollowsTheSchema)
{
    const Json json = cli({"compare", a(), slower(), "--json"}).json();
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["by"], "kernel");
    EXPECT_EQ(json["verdict"], "regression");
    EXPECT_EQ(json["unit"]["kind"], "step");
    EXPECT_EQ(json["rows"][0]["key"], "gemm");
    EXPECT_EQ(json["rows"][0]["a"]["count"], 20);
    EXPECT_EQ(json["rows"][0]["deltaNs"], json["totalDeltaNs"]);
    EXPECT_EQ(json["totalDeltaNs"], 20 * 30 * 1000);
}

TEST_F(CliCompare, saysWhatBothOverviewsSay)
{
    const Json findings = cli({"compare", a(), slower(), "--json"}).json()["findings"];
    ASSERT_TRUE(findings.is_object());
    EXPECT_TRUE(findings["unknown"].is_null()) << findings["unknown"];
    EXPECT_TRUE(findings["a"].is_string());
    for (const auto &change : findings["changes"])
        EXPECT_NE(change["state"], nullptr);
    const auto says = [&](const char *option) {
        const CliOutput output = option ? cli({"compare", a(), slower(), option, "--lang", "en"})
                                        : cli({"compare", a(), slower(), "--lang", "en"});
        const size_t line = output.out.find("A: ");
        return line != std::string::npos && output.out.find(" of this step of ", line) != std::string::npos;
    };
    EXPECT_TRUE(says(nullptr));
    EXPECT_TRUE(says("--md"));
    EXPECT_FALSE(says("--csv"));
}

TEST_F(CliCompare, aFileWithItselfIsTheSame)
{
    const Json json = cli({"compare", a(), a(), "--json"}).json();
    EXPECT_EQ(json["verdict"], "same");
    EXPECT_EQ(json["totalDeltaNs"], 0);
}

TEST_F(CliCompare, aKernelOfTablesMayBeTheUnit)
{
    const auto tables = [&](const char *name, int tokens, int ns) {
        const std::string calls = std::to_string(tokens), time = std::to_string(tokens * ns);
        return file(name, "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
                          "90.0," +
                              time + "," + std::to_string(32 * tokens) +
                              ",1,1,1,1,0,gemm\n"
                              "10.0,100," +
                              calls + ",1,1,1,1,0,softmax\n");
    };
    const std::string a = tables("a_cuda_gpu_kern_sum.csv", 10, 4000), b = tables("b_cuda_gpu_kern_sum.csv", 20, 1000);
    const CliOutput text = cli({"compare", a, b, "--unit", "kernel:softmax", "--lang", "en"});
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_NE(text.out.find("per call of softmax (calls: 10 in A, 20 in B): 74.9"), std::string::npos) << text.out;
    const Json unit = cli({"compare", a, b, "--unit", "kernel:softmax", "--json"}).json()["unit"];
    EXPECT_EQ(unit["kind"], "calls");
    EXPECT_EQ(unit["name"], "softmax");
    EXPECT_NEAR(unit["aMeanNs"].get<double>(), 4010, 0.01);
    EXPECT_EQ(cli({"compare", a, b, "--unit", "kernel:attention"}).exitCode, 1);
    EXPECT_EQ(cli({"compare", a, b, "--unit", "softmax"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", a, b, a, "--unit", "kernel:softmax"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", this->a(), slower(), "--unit", "kernel:gemm"}).exitCode, 1) << "a timeline has steps";
}

TEST_F(CliCompare, waitsReadsTheApiTablesOfDocuments)
{
    const std::string api =
        file("run_cuda_api_sum.csv", "Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),"
                                     "StdDev (ns),Name\n60.0,600,3,200,200,1,1,0,cudaStreamSynchronize\n"
                                     "40.0,400,4,100,100,1,1,0,cudaLaunchKernel\n");
    const Json rows = cli({"waits", api, "--json"}).json()["rows"];
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0]["name"], "cudaStreamSynchronize");
    EXPECT_EQ(rows[0]["kind"], "wait");
    EXPECT_EQ(rows[0]["totalNs"], 600);
    EXPECT_EQ(rows[1]["kind"], "work");
    const std::string kernels = file("run_cuda_gpu_kern_sum.csv",
                                     "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev "
                                     "(ns),Name\n100.0,600,3,200,200,1,1,0,gemm\n");
    EXPECT_EQ(cli({"waits", kernels}).exitCode, 1) << "kernels are no calls";
}

TEST_F(CliCompare, kernelsOfNsightComputeStandSideBySide)
{
    const auto ncu = [&](const char *name, const char *us, const char *l2) {
        const std::string row = "\"0\",\"1\",\"a.out\",\"host\",\"gemm\",\"1\",\"7\",\"(8, 1, 1)\",\"(1, 1, 1)\",\"0\","
                                "\"9.0\",";
        return file(name, "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\","
                          "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\","
                          "\"Metric Unit\",\"Metric Value\"\n" +
                              row + "\"GPU Speed Of Light Throughput\",\"Duration\",\"usecond\",\"" + us + "\"\n" +
                              row + "\"Memory Workload Analysis\",\"L2 Hit Rate\",\"%\",\"" + l2 + "\"\n");
    };
    const std::string a = ncu("a.csv", "12", "40"), b = ncu("b.csv", "6", "80");
    const Json json = cli({"compare", a, b, "--json"}).json();
    ASSERT_EQ(json["ncu"].size(), 1u) << json;
    EXPECT_EQ(json["ncu"][0]["aCallNs"], 12000);
    EXPECT_NEAR(json["ncu"][0]["bL2HitShare"].get<double>(), 0.8, 1e-9);
    EXPECT_EQ(json["ncu"][0]["findingsA"], "low L2 hit rate");
    EXPECT_NE(json["headline"].get<std::string>().find("only in A: low L2 hit rate"), std::string::npos);
    EXPECT_FALSE(cli({"compare", this->a(), slower(), "--json"}).json().contains("ncu"));
    QDir().mkdir(QString::fromStdString(path("before")));
    QDir().mkdir(QString::fromStdString(path("after")));
    QFile::copy(QString::fromStdString(a), QString::fromStdString(path("before/k1.csv")));
    QFile::copy(QString::fromStdString(b), QString::fromStdString(path("after/k1.csv")));
    EXPECT_EQ(cli({"compare", path("before"), path("after"), "--json"}).json()["ncu"], json["ncu"]);
}

TEST_F(CliCompare, eventsAreListedWithTheirBytes)
{
    const std::string
        one =
            R"json({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2,"args":{"a":"}\""}})json",
        flow = R"json({"ph":"s","id":1,"cat":"ac2g","name":"ac2g","pid":1,"tid":1,"ts":1})json",
        other =
            R"json({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":3,"dur":1,"args":{"device":0,"stream":7}})json";
    const std::string trace = file("events.json", "[" + one + ",\n" + flow + ", " + other + "," + one + "]");
    const Json json = cli({"events", trace, "--json"}).json();
    ASSERT_EQ(json["rows"].size(), 2u) << json;
    EXPECT_EQ(json["rows"][0]["name"], "aten::mm");
    EXPECT_EQ(json["rows"][0]["events"], 2);
    EXPECT_EQ(json["rows"][0]["bytes"], 2 * one.size());
    EXPECT_EQ(json["rows"][1]["bytes"], other.size());
    EXPECT_EQ(json["otherBytes"], flow.size() + 7);
    const std::string table =
        file("t_cuda_gpu_kern_sum.csv", "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min "
                                        "(ns),Max (ns),StdDev (ns),Name\n100.0,1,1,1,1,1,1,0,k\n");
    EXPECT_EQ(cli({"events", table}).exitCode, 1);
}

TEST_F(CliCompare, aFolderOfStagesIsItsFilesOneByOne)
{
    QDir().mkpath(QString::fromStdString(path("service/stage_0")));
    QDir().mkpath(QString::fromStdString(path("service/stage_1")));
    QFile::copy(QString::fromStdString(a()), QString::fromStdString(path("service/stage_0/trace.json")));
    QFile::copy(QString::fromStdString(slower()), QString::fromStdString(path("service/stage_1/trace.json")));
    const CliOutput stages = cli({"stages", path("service"), "--json"});
    EXPECT_EQ(stages.exitCode, 0) << stages.err;
    EXPECT_NE(stages.out.find("stage_0"), std::string::npos) << stages.out;
    EXPECT_NE(stages.out.find("stage_1"), std::string::npos) << "names tell the stages apart";
    EXPECT_NE(stages.err.find("ranks"), std::string::npos) << stages.err;
    EXPECT_EQ(cli({"overview", path("service"), "--json"}).json().size(), 2u);
    EXPECT_EQ(cli({"summary", path("service"), "--json"}).json().size(), 2u);
    EXPECT_TRUE(cli({"overview", a(), "--json"}).json().is_object()) << "a file alone is no list";
}

TEST_F(CliCompare, wrongOptionsAreRefused)
{
    EXPECT_EQ(cli({"compare", a(), slower(), "--by", "colour"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", a(), slower(), "--fail-above", "much"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", a(), slower(), "--json", "--csv"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", a(), slower(), slower(), "--fail-above", "3"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", a()}).exitCode, 1);
    EXPECT_EQ(cli({"compare", a(), slower(), "--by", "module"}).exitCode, 1); // the files have none
    EXPECT_EQ(cli({"compare", a(), path("none.json")}).exitCode, 1);
}

TEST_F(CliCompare, everyFormIsPrinted)
{
    EXPECT_NE(cli({"compare", a(), slower(), "--lang", "en"}).out.find("The median step takes "), std::string::npos);
    EXPECT_EQ(cli({"compare", a(), slower(), "--csv"}).out.rfind("name,status,match,", 0), 0u);
    const std::string markdown = cli({"compare", a(), slower(), "--md", "--lang", "en"}).out;
    const size_t fit = markdown.find("can be relied on"), verdict = markdown.find("\n### The median step takes ");
    EXPECT_LT(fit, verdict) << markdown;
    EXPECT_NE(verdict, std::string::npos);
}

TEST_F(CliCompare, moreThanTwoFilesAreRowsAndRuns)
{
    const std::string third = file("c_batch2.json", trace(20, 160));
    const CliOutput csv = cli({"compare", a(), slower(), third, "--csv"});
    EXPECT_EQ(csv.exitCode, 0);
    EXPECT_EQ(csv.out.rfind("name,run1_ns,run2_ns,run2_delta_ns,run3_ns,run3_delta_ns\n", 0), 0u) << csv.out;
    const Json json = cli({"compare", a(), slower(), third, "--json"}).json();
    EXPECT_EQ(json["runs"].size(), 3u);
    EXPECT_EQ(json["rows"][0]["key"], "gemm");
}

TEST_F(CliCompare, aHistoryGrowsAndMarksWhatLeavesItsBand)
{
    const std::string history = path("nightly.jsonl");
    for (int night = 0; night < 10; ++night)
        ASSERT_EQ(cli({"compare", file("n.json", trace(20, 100 + night % 2)), slower(), "--append", history}).exitCode,
                  0);
    const CliOutput rows = cli({"history", history, "--json"});
    EXPECT_EQ(rows.exitCode, 0);
    ASSERT_EQ(rows.json()["rows"].size(), 20u);
    EXPECT_EQ(rows.json()["rows"][0]["state"], "too-few");
    EXPECT_EQ(cli({"history", path("none.jsonl")}).exitCode, 1);
    EXPECT_EQ(cli({"history", file("bad.jsonl", "{}\n")}).exitCode, 1);
}

TEST_F(CliCompare, anotherModelIsInconclusiveWithReasons)
{
    CORPUS_FILE(a, "kineto/kineto2021_v100_resnet50_workers0.pt.trace.json.gz");
    CORPUS_FILE(b, "kineto/hta_nccl_data.json.gz");
    const CliOutput output = cli({"compare", a.toStdString(), b.toStdString(), "--fail-above", "5", "--json"});
    EXPECT_EQ(output.exitCode, 4);
    EXPECT_EQ(output.json()["verdict"], "inconclusive");
    EXPECT_GE(output.json()["comparability"]["reasons"].size(), 2u);
}

TEST_F(CliCompare, oneDocumentWithTwoRunsIsAComparison)
{
    CORPUS_FILE(document, "report/seed002_mlc_nsys.md");
    const Json json = cli({"compare", document.toStdString(), "--json"}).json();
    EXPECT_EQ(json["by"], "row");
    EXPECT_NE(json["b"].get<std::string>().find("3090"), std::string::npos);
}

TEST_F(CliCompare, tablesOfTorchStandBesideEachOtherWithTheTotalsOfTheirDocument)
{
    CORPUS_FILE(path, "report/seed003_vllm_omni_pr553.txt");
    const CliOutput text = cli({"compare", path.toStdString()});
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_NE(text.out.find("Self times, two sums that may overlap"), std::string::npos);
    EXPECT_EQ(text.out.find("The largest wait of B"), std::string::npos) << "the row limit cut off what it calls";
    const Json json = cli({"compare", path.toStdString(), "--json"}).json();
    ASSERT_EQ(json["balance"].size(), 3u);
    EXPECT_EQ(json["balance"][0]["cpuNs"], 201919000);
    EXPECT_EQ(json["balance"][0]["moduleLoadingNs"], 83744000);
    EXPECT_NEAR(json["balance"][1]["executionShare"].get<double>(), 0.024265, 1e-6);
    EXPECT_EQ(json["balance"][1]["call"], "aten::sort");
    EXPECT_EQ(json["balance"][1]["callKind"], "works-or-waits");
    EXPECT_EQ(json["balance"][2]["deviceNs"], 184041000);
}

TEST_F(CliCompare, aDocumentOfTwoMachinesIsReadAsItsAuthorDid)
{
    CORPUS_FILE(path, "report/seed002_mlc_nsys.md");
    const std::string out = cli({"compare", path.toStdString()}).out;
    EXPECT_NE(out.find("per call 6.3–8.2 × faster in B"), std::string::npos);
    EXPECT_NE(out.find("8.4 GB/s in A, 8.1 GB/s in B"), std::string::npos);
    EXPECT_NE(out.find("attention · paged_unified 5.6\u202f% against 6.3\u202f%"), std::string::npos);
    EXPECT_NE(cli({"kernels", path.toStdString()}).out.find("cuda_gpu_kern_sum + copies · jetson"), std::string::npos);
}

TEST_F(CliCompare, theModuleTreesOfTwoFilesAreOne)
{
    const auto withModules = [this](const char *name, int kernelUs) {
        const std::string module =
            R"json({"ph":"X","cat":"python_function","name":"nn.Module: Mlp_0","pid":9,"tid":1,"ts":)json";
        std::string events = trace(10, kernelUs);
        for (int step = 0; step < 10; ++step)
            events.insert(events.find('[') + 1,
                          module + std::to_string(step * (kernelUs + 20)) + R"json(,"dur":5},)json");
        return file(name, events);
    };
    const std::string fast = withModules("fast.json", 100), slow = withModules("slow.json", 130);
    const Json json = cli({"compare", fast, slow, "--tree", "--json"}).json();
    ASSERT_EQ(json["rows"].size(), 2U) << json.dump();
    EXPECT_EQ(json["perUnit"], true);
    EXPECT_EQ(json["rows"][0]["name"], "Mlp");
    EXPECT_EQ(json["rows"][1]["name"], "Mlp/gemm");
    EXPECT_NEAR(json["rows"][0]["deltaNs"].get<double>(), 30'000, 1'000);
    const std::string text = cli({"compare", fast, slow, "--tree"}).out;
    EXPECT_NE(text.find("  Mlp\n"), text.npos) << text;
    EXPECT_NE(text.find("   gemm\n"), text.npos) << "below its module\n" << text;
    const CliOutput none = cli({"compare", a(), slower(), "--tree"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_EQ(none.out, "");
    EXPECT_EQ(cli({"compare", fast, slow, "--tree", "--by", "stage"}).exitCode, 2);
    EXPECT_EQ(cli({"compare", fast, slow, fast, "--tree"}).exitCode, 2);
}

TEST_F(CliCompare, aRowIsASourceLine)
{
    const CliOutput none = cli({"compare", a(), slower(), "--by", "line"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.err.find("call stacks"), none.err.npos) << none.err;
}

} // namespace tst_cli_compare
