// mcp on recordings that lack something: the answer to the naive question holds `cannot_answer`, or claims nothing,
// where a tool that fills in would claim. Beside each the same recording with the thing in it, which is answered.

#include "tests/cli/mcpclient.h"
#include "tests/support/corpus.h"
#include "tests/support/jobgen.h"

#include <QDir>

#include <algorithm>

namespace tst_cli_absences {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

/// A time as JSON, whatever the locale.
std::string us(double time)
{
    return QByteArray::number(time, 'f', 3).toStdString();
}

/// A loop on one thread and one stream. `work` kernels, one launch and one operator each.
struct Loop
{
    int work = 80;
    double periodUs = 100, kernelUs = 60, leadUs = 10; ///< lead: from the launch to the kernel; the clocks may differ
    int stepOf = 10;                                   ///< launches in a step; 0: no steps
    const char *launch = "cudaLaunchKernel";           ///< empty: no calls and no operators
    bool hasKernels = true, hasShapes = false, hasModules = false, hasStacks = false, hasCounter = false;
    const char *device = "";              ///< its name in the header
    std::function<bool(int)> isLost = {}; ///< the kernel's record was dropped
    const char *kernel = "gemm";          ///< of eight names that begin so
    const char *kernelArguments = "";     ///< more of them
    bool isRegular = true;                ///< names repeat
    double slower = 1;

    std::string json() const
    {
        std::string events;
        const auto add = [&](const char *category, const std::string &name, int row, double ts, double dur,
                             const std::string &arguments) {
            events += std::string(events.empty() ? "" : ",\n") + R"({"ph":"X","cat":")" + category + R"(","name":")" +
                      name + R"(","pid":)" + (row == 7 ? "0" : "1") + R"(,"tid":)" + std::to_string(row) + R"(,"ts":)" +
                      us(ts) + R"(,"dur":)" + us(dur) + R"(,"args":{)" + arguments + "}}";
        };
        for (int k = 0; stepOf > 0 && k < work; k += stepOf)
            add("user_annotation", "ProfilerStep#" + std::to_string(k / stepOf), 1, 1000 + k * periodUs,
                stepOf * periodUs - 1, "");
        for (int k = 0; k < work; ++k) {
            const double t = 1000 + k * periodUs;
            const std::string id = std::to_string(k + 1), name = std::to_string(isRegular ? k % 8 : k * k % 71);
            if (hasModules)
                add("python_function", "nn.Module: Linear_" + std::to_string(k % 4), 1, t + 1, 40,
                    R"("Python id":)" + std::to_string(2 * k + 1) + R"(,"Python module id":)" + std::to_string(k % 4));
            if (hasStacks)
                add("python_function", "train.py(9): forward", 1, t + 1.5, 35,
                    R"("Python id":)" + std::to_string(2 * k + 2));
            if (*launch) {
                add("cpu_op", "aten::mm", 1, t + 2, 20,
                    R"("External id":)" + id +
                        (hasShapes ? R"(,"Input Dims":[[1024,1024],[1024,1024]],"Input type":["c10::BFloat16",)"
                                     R"("c10::BFloat16"])"
                                   : ""));
                add("cuda_runtime", launch, 1, t + 4, 3, R"("correlation":)" + id + R"(,"External id":)" + id);
            }
            if (hasKernels && !(isLost && isLost(k)))
                add("kernel", kernel + name, 7, t + 4 + leadUs, kernelUs * slower,
                    R"("device":0,"stream":7,"correlation":)" + id + R"(,"External id":)" + id + kernelArguments);
            if (hasCounter)
                events += R"(,{"ph":"C","name":"memory","pid":1,"tid":1,"ts":)" + us(t) +
                          R"(,"args":{"allocated":)" + std::to_string(k) + "}}";
        }
        return R"({"schemaVersion":1,)" +
               (*device ? R"("deviceProperties":[{"id":0,"name":")" + std::string(device) + R"(","numSms":132}],)"
                        : "") +
               R"("traceEvents":[)" + events + "]}";
    }
};

constexpr const char *kernelSums =
    "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
    "60.0,600,3,200.0,200.0,100,300,10.0,gemm\n40.0,400,4,100.0,100.0,50,150,10.0,add\n";
constexpr const char *kernelTrace =
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),"
    "Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n"
    "100,50,1,1,1,1,32,1,1,16,0,0,,,,,NVIDIA A100 (0),1,7,gemm\n300,50,2,1,1,1,32,1,1,16,0,0,,,,,NVIDIA A100 "
    "(0),1,7,add\n";
constexpr const char *ncuDetails =
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\","
    "\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"1\",\"a\",\"h\",\"gemm\",\"1\",\"7\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"0\",\"9.0\",\"GPU Speed Of Light "
    "Throughput\",\"Duration\",\"us\",\"3.2\"\n";
constexpr const char *layerwise =
    R"({"context":{"batch_size":4},"prefill":{"metadata":{"num_running_seqs":4},"summary_stats":[{"entry":{"name":)"
    R"("Llama","cuda_time_us":9,"pct_cuda_time":100,"invocations":1},"children":[{"entry":{"name":"my_gemm",)"
    R"("cuda_time_us":9,"pct_cuda_time":100,"invocations":1},"children":[]}]}],"model_stats":[{"entry":{"name":"Llama",)"
    R"("cpu_time_us":90,"cuda_time_us":9,"pct_cuda_time":100,"trace":""},"children":[]}]}})";
constexpr const char *torchTable = R"(-------  ----------  ----------  ----------  ----------  ----------
   Name  Self CUDA   Self CUDA %  CUDA total  CUDA time avg  # of Calls
-------  ----------  ----------  ----------  ----------  ----------
   gemm     1.260ms     100.00%     1.260ms     31.502us          40
-------  ----------  ----------  ----------  ----------  ----------
Self CUDA time total: 1.260ms
)";

std::string cutAt(const std::string &text, double share)
{
    return text.substr(0, size_t(double(text.size()) * share));
}

struct Content
{
    const char *name;
    std::string text;
};

struct Absence
{
    const char *what;
    Content lacking, having;
    const char *tool;
    Json arguments; ///< but the file
    const char *of; ///< in `cannot_answer` of the one, not of the other; empty: only `silentAt` tells
    const char *silentAt =
        ""; ///< what a naive tool claims: nothing, null or an empty list in the one, else in the other
};

Json query(const char *sql)
{
    return {{"query", sql}};
}

Content trace(const Loop &of)
{
    return {"trace.json", of.json()};
}

std::vector<Absence> absencesOfTime()
{
    const Content steady = trace({});
    return {
        {"a GPU that computes all the time waits for nothing", trace({.kernelUs = 99, .leadUs = 200}),
         trace({.kernelUs = 20}), "findings", Json::object(), "", "/findings"},
        {"a table of torch without the CPU's times",
         {"table.txt", torchTable},
         steady,
         "gaps",
         Json::object(),
         "gap-causes",
         "/devices"},
        {"a table of kernels without times",
         {"sum.csv", kernelSums},
         {"trace.csv", kernelTrace},
         "sql",
         query("SELECT busy(start_ns, end_ns) AS busy_ns FROM gpu"),
         "gpu-idle",
         "/rows/0/busy_ns"},
        {"a table of kernels has no order of them",
         {"sum.csv", kernelSums},
         {"trace.csv", kernelTrace},
         "sql",
         query("SELECT name FROM gpu ORDER BY start_ns"),
         "gpu",
         "/rows"},
        {"launches of graphs without their kernels",
         trace({.launch = "cudaGraphLaunch", .isLost = [](int k) { return k % 10 != 0; }}),
         trace({.launch = "cudaGraphLaunch"}), "gaps", Json::object(), "gpu-idle", "/devices/0/idleNs"},
        {"… nor is one of its gaps idle time",
         trace({.launch = "cudaGraphLaunch", .isLost = [](int k) { return k % 10 != 0; }}),
         trace({.launch = "cudaGraphLaunch"}), "gaps", Json::object(), "gpu-idle", "/devices/0/rows/0/durationNs"},
        {"… nor is an empty list of findings a good sign",
         trace({.launch = "cudaGraphLaunch", .isLost = [](int k) { return k % 10 != 0; }}), trace({.kernelUs = 20}),
         "sql", query("SELECT text FROM finding"), "gpu-idle", "/rows"},
        {"GPU work without launches", trace({.launch = ""}), steady, "gaps", Json::object(), "gap-causes",
         "/devices/0/rows/0/launcher"},
        {"… what the GPU waits for", trace({.launch = ""}), trace({.kernelUs = 20}), "findings", Json::object(),
         "gap-causes", "/findings"},
    };
}

std::vector<Absence> absencesOfContent()
{
    const std::string whole = Loop().json();
    constexpr const char *h100 = "NVIDIA H100 80GB HBM3";
    const Content steady = trace({});
    return {
        {"no call stacks", steady, trace({.hasStacks = true}), "sql", query("SELECT function FROM frame LIMIT 3"),
         "frame", "/rows"},
        {"no steps", trace({.stepOf = 0, .isRegular = false}), steady, "steps", Json::object(), "", "/rows"},
        {"no modules", steady, trace({.hasModules = true}), "modules", Json::object(), "modules"},
        {"no modules to sum over", steady, trace({.hasModules = true}), "sql",
         query("SELECT class FROM module LIMIT 1"), "module", "/rows"},
        {"a recording that was cut off has no whole last step",
         {"cut.json", cutAt(whole, 0.56)},
         {"cut.json", whole},
         "sql",
         query("SELECT id FROM step WHERE is_cut = 0 AND name = 'ProfilerStep#4'"),
         "",
         "/rows"},
        {"records that the profiler dropped", trace({.isLost = [](int k) { return k % 3 == 1; }}), steady, "gaps",
         Json::object(), "gpu-idle", "/devices/0/idleNs"},
        {"… and what a replay of the rest predicts",
         trace({.isLost = [](int k) { return k % 3 == 1; }}),
         steady,
         "replay",
         {{"edits", {"kernel:gemm*0.5"}}},
         "gpu-idle",
         "/predictedNs"},
        {"clocks that disagree", trace({.leadUs = -300}), steady, "gaps", Json::object(), "gap-causes",
         "/devices/0/byCause"},
        {"… how long work waits in the queue", trace({.leadUs = -300}), steady, "sql",
         query("SELECT avg(delay_ns) FROM gpu"), "launch-delays"},
        {"a device that is not known", trace({.hasShapes = true}), trace({.hasShapes = true, .device = h100}), "limits",
         Json::object(), "ofLimit", "/rows/0/ofLimit"},
        {"shapes that were not recorded", trace({.device = h100}), trace({.hasShapes = true, .device = h100}), "limits",
         Json::object(), "sum", "/sum"},
        {"a report of Nsight Compute alone",
         {"details.csv", ncuDetails},
         {"sum.csv", kernelSums},
         "kernels",
         Json::object(),
         "",
         "/rows"},
        {"a layerwise profile has no idle time",
         {"profile.json", layerwise},
         steady,
         "overview",
         Json::object(),
         "gpu-idle",
         "/budget"},
        {"launches, and nothing that ran", trace({.hasKernels = false, .device = h100}), steady, "overview",
         Json::object(), "gpu-times", "/budget"},
        {"the CPU's operators alone",
         {"cpu.json", Loop{.launch = "", .hasKernels = false, .hasModules = true}.json()},
         steady,
         "kernels",
         Json::object(),
         "gpu-counts",
         "/rows"},
        {"a replay without launches",
         trace({.launch = ""}),
         steady,
         "replay",
         {{"edits", {"kernel:gemm*0.5"}}},
         "predictedNs",
         "/predictedNs"},
        {"no counter of memory", steady, trace({.hasCounter = true}), "sql",
         query("SELECT max(value) AS peak FROM counter"), "counter", "/rows/0/peak"},
        {"a collective without its size", trace({.kernel = "ncclDevKernel_AllReduce_Sum_f32_RING_LL"}),
         trace({.kernel = "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                .kernelArguments = R"(,"Collective name":"allreduce","dtype":"Float","In msg nelems":4096,)"
                                   R"("Out msg nelems":4096,"Group size":2)"}),
         "sql", query("SELECT max(bus_bandwidth) AS gb FROM collective"), "", "/rows/0/gb"},
    };
}

bool holds(const Json &cannot, const std::string &of)
{
    if (!cannot.is_object())
        return false;
    for (const Json &one : cannot["of"])
        if (one == of)
            return true;
    return false;
}

bool isSilent(const Json &answer, const std::string &at)
{
    const Json::json_pointer pointer(at);
    return !answer.contains(pointer) || answer[pointer].is_null() || answer[pointer].empty();
}

} // namespace

class CliAbsences : public CliTest
{
protected:
    QStringList root() const { return {QStringLiteral("--root"), m_folder.path()}; }
    Json ask(McpClient &server, const Content &content, const char *tool, Json arguments)
    {
        const std::string path = file(content.name, content.text);
        if (tool == std::string("sql"))
            arguments["files"] = {path};
        else
            arguments["file"] = path;
        return server.answerOf(tool, arguments);
    }
    void writeJob(const char *folder, const JobOptions &options)
    {
        EXPECT_TRUE(QDir(m_folder.path()).mkpath(QString::fromLatin1(folder)));
        int rank = 0;
        for (const std::string &trace : JobGenerator(options).traces())
            file(std::string(folder) + "/rank-" + std::to_string(rank++) + ".json", trace);
    }
};

TEST_F(CliAbsences, whatARecordingLacksIsNotClaimedAndWhatItHoldsIsAnswered)
{
    std::vector<Absence> all = absencesOfTime();
    std::ranges::move(absencesOfContent(), std::back_inserter(all));
    ASSERT_GE(all.size(), 20u);
    McpClient server(root());
    for (const Absence &absence : all) {
        SCOPED_TRACE(absence.what);
        const Json lacking = ask(server, absence.lacking, absence.tool, absence.arguments);
        if (*absence.of) {
            EXPECT_TRUE(holds(lacking["cannot_answer"], absence.of)) << lacking["cannot_answer"].dump();
            EXPECT_FALSE(lacking["cannot_answer"].value("reason", "").empty());
            EXPECT_FALSE(lacking["cannot_answer"].value("needs", "").empty());
        }
        const Json having = ask(server, absence.having, absence.tool, absence.arguments);
        EXPECT_FALSE(*absence.of && holds(having["cannot_answer"], absence.of)) << having["cannot_answer"].dump();
        if (!*absence.silentAt)
            continue;
        EXPECT_TRUE(isSilent(lacking["answer"], absence.silentAt)) << lacking["answer"].dump().substr(0, 2000);
        EXPECT_FALSE(isSilent(having["answer"], absence.silentAt)) << having["answer"].dump().substr(0, 2000);
    }
}

TEST_F(CliAbsences, oneRankAloneHoldsNobodyUpAndAJobTellsWhoDoes)
{
    writeJob("job", {.ranks = 4, .steps = 8, .layers = 3, .slow = JobOptions::Slow::Kernel, .slowRank = 1});
    writeJob("even", {.ranks = 4, .steps = 8, .layers = 3});
    McpClient server(root());
    const Json alone = server.answerOf("ranks", {{"files", {"job/rank-1.json"}}});
    EXPECT_TRUE(holds(alone["cannot_answer"], "verdict"));
    EXPECT_TRUE(isSilent(alone["answer"], "/verdict/stragglers"));
    const Json job = server.answerOf("ranks", {{"files", {"job"}}});
    EXPECT_EQ(job["cannot_answer"], nullptr) << job["cannot_answer"].dump();
    EXPECT_EQ(job["answer"]["verdict"]["stragglers"][0]["rank"], "rank 1");
    const Json even = server.answerOf("ranks", {{"files", {"even"}}});
    EXPECT_EQ(even["cannot_answer"], nullptr);
    EXPECT_TRUE(isSilent(even["answer"], "/verdict/stragglers")) << even["answer"]["verdict"].dump();
}

TEST_F(CliAbsences, runsThatDoOtherWorkHaveNoVerdictAndRunsOfTheSameWorkDo)
{
    const std::string before = file("before.json", Loop{.work = 200}.json());
    const std::string after = file("after.json", Loop{.work = 200, .slower = 1.4}.json());
    const std::string other = file("other.json", Loop{.work = 200, .stepOf = 0, .isRegular = false}.json());
    const std::string brief = file("brief.json", Loop{.work = 20, .slower = 1.4}.json());
    McpClient server(root());
    const auto compared = [&](const std::string &a, const std::string &b) {
        return server.answerOf("compare", {{"a", a}, {"b", b}, {"by", "kernel"}});
    };
    const Json same = compared(before, after);
    EXPECT_EQ(same["cannot_answer"], nullptr) << same["cannot_answer"].dump();
    for (const Json &answer : {compared(before, brief), compared(before, other)}) {
        EXPECT_TRUE(holds(answer["cannot_answer"], "verdict")) << answer["answer"]["headline"];
        EXPECT_NE(answer["answer"]["verdict"], "regression");
        EXPECT_NE(answer["answer"]["verdict"], "improvement");
    }
}

TEST_F(CliAbsences, realRecordingsWithAKnownAbsence)
{
    struct Known
    {
        const char *file, *tool;
        Json arguments;
        const char *of, *silentAt;
    };
    const Known all[] = {
        {"kineto/multirank_sampled/sampled_rank-0.json.gz", "gaps", Json::object(), "gap-causes", "/devices/0/byCause"},
        {"kineto/tl_sglang_Qwen3-8B_decode.json.gz",
         "replay",
         {{"edits", {"kernel:gemm*0.5"}}},
         "predictedNs",
         "/predictedNs"},
        {"kineto/tl_sglang_Qwen3-8B_decode.json.gz", "limits", Json::object(), "sum", "/sum"},
        {"nsys/dsocr_decode_cuda_gpu_kern_sum.csv", "gaps", Json::object(), "gpu-idle", "/devices"},
        {"ncu/dsocr_kernel_0001_details.csv", "replay", Json::object(), "", "/predictedNs"},
        {"layerwise/vllm_layerwise_r1_distill_llama8b.json", "overview", Json::object(), "gpu-idle", "/budget"},
        {"torch_table/profiler_out_0.txt", "findings", Json::object(), "gap-causes", "/budget"},
        {"kineto/hta_cupti_profiler_no_kernels.json.gz", "overview", Json::object(), "gpu-times", "/budget"},
        {"kineto/hta_cpu_only_rank-34.pt.trace.json.gz", "kernels", Json::object(), "gpu-counts", "/rows"},
    };
    McpClient server({QStringLiteral("--root"), corpusPath("")});
    for (const Known &known : all) {
        SCOPED_TRACE(known.file);
        CORPUS_FILE(path, known.file);
        Json arguments = known.arguments;
        arguments["file"] = path.toStdString();
        const Json answer = server.answerOf(known.tool, arguments);
        EXPECT_TRUE(answer["cannot_answer"].is_object());
        EXPECT_TRUE(!*known.of || holds(answer["cannot_answer"], known.of)) << answer["cannot_answer"].dump();
        EXPECT_TRUE(isSilent(answer["answer"], known.silentAt)) << answer["answer"].dump().substr(0, 1000);
    }
}

} // namespace tst_cli_absences
