#include "tests/cli/cliprocess.h"

#include "tests/support/corpus.h"

#include <QDir>

#include <nlohmann/json.hpp>

namespace tst_cli_steps {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

/// Two steps on two devices; one kernel is launched after them. Times in µs.
const char *const trace = R"json({"distributedInfo":{"rank":3},"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_1(8)_generation_0(0)","pid":9,"tid":1,"ts":0,"dur":20},
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_2(2)","pid":9,"tid":1,"ts":30,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":35,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":60,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"ampere_sgemm","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":7,"ts":105,"dur":10,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":1,"tid":7,"ts":110,"dur":40,"args":{"device":1,"stream":7,"correlation":3}}
]})json";

class CliSteps : public CliTest
{
protected:
    /// "label: elapsed µs", one per bar.
    std::vector<std::string> bars(const std::string &by, const std::vector<std::string> &more = {}) const
    {
        std::vector<std::string> arguments{"stages", file("t.json", trace), "--label", "A", "--by", by, "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        std::vector<std::string> lines;
        const Json json = cli(arguments).json();
        for (const Json &run : json["runs"])
            lines.push_back(run["label"].get<std::string>() + ": " +
                            std::to_string(run["gpuNs"].get<int64_t>() / 1000));
        return lines;
    }
};

} // namespace

TEST_F(CliSteps, jsonHoldsWhatTheManualSays)
{
    const CliOutput result = cli({"steps", file("t.json", trace), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json json = result.json();
    EXPECT_EQ(json["schema"], 1);
    ASSERT_EQ(json["rows"].size(), 2u);
    EXPECT_EQ(json["outsideNs"], 40'000);
    const Json step = json["rows"][1];
    EXPECT_EQ(step["name"], "execute_context_0(0)_generation_2(2)");
    EXPECT_EQ(step["phase"], "decode");
    EXPECT_EQ(step["batch"], 2);
    EXPECT_EQ(step["tokens"], 2);
    EXPECT_EQ(step["startNs"], 30'000);
    EXPECT_EQ(step["wallNs"], 20'000);
    EXPECT_EQ(step["gpuStartNs"], 105'000);
    EXPECT_EQ(step["gpuEndNs"], 115'000);
    EXPECT_EQ(step["gpuNs"], 10'000);
    EXPECT_EQ(step["activities"], 1);
}

TEST_F(CliSteps, csvEndsWithWhatIsOutside)
{
    const std::string out = cli({"steps", file("t.json", trace), "--csv"}).out;
    EXPECT_NE(
        out.find("number,name,phase,batch,tokens,start_ns,wall_ns,gpu_start_ns,gpu_end_ns,gpu_ns,gpu_busy_ns,share,"
                 "activities,tokens_per_s,us_per_token,cut,compute_ns,exposed_comm_ns,exposed_memcpy_ns,idle_ns,gpu_"
                 "extent_ns\n"),
        std::string::npos);
    EXPECT_NE(out.find("\n1,execute_context_1(8)_generation_0(0),prefill,1,8,0,20000,100000,110000,10000,10000,"),
              std::string::npos);
    EXPECT_NE(out.find("\n,(outside any step),,,,,,,,40000,,"), std::string::npos);
}

TEST_F(CliSteps, eachStepsTimeDividesOnItsDevices)
{
    const Json row = cli({"steps", file("t.json", trace), "--json"}).json()["rows"][0];
    ASSERT_EQ(row["devices"].size(), 1U);
    const Json &split = row["devices"][0];
    EXPECT_EQ(split["computeNs"].get<int64_t>() + split["exposedCommNs"].get<int64_t>() +
                  split["exposedMemcpyNs"].get<int64_t>() + split["idleNs"].get<int64_t>(),
              row["gpuEndNs"].get<int64_t>() - row["gpuStartNs"].get<int64_t>());
    EXPECT_DOUBLE_EQ(row["tokensPerS"].get<double>(), 8 / 20e-6); // 8 tokens, 20 µs on the CPU, 10 on the GPU
    EXPECT_DOUBLE_EQ(row["usPerToken"].get<double>(), 2.5);
}

TEST_F(CliSteps, aFileWithoutStepsSaysSo)
{
    const CliOutput result = cli({"steps", file("t.json", R"([{"ph":"X","name":"a","ts":1,"dur":2}])")});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("no annotation of a step"), std::string::npos);
}

TEST_F(CliSteps, withoutStepsTheRegularRepetitionIsTheUnit)
{
    const auto traceOf = [&](int steps) {
        std::string events;
        for (int i = 0; i < 4 * steps; ++i) {
            const char *names[] = {"embed", "attention", "mlp", "head"};
            events += std::string(R"json(,{"ph":"X","cat":"kernel","pid":0,"tid":7,"name":")json") + names[i % 4] +
                      R"json(","ts":)json" + std::to_string(10 * i) + R"json(,"dur":)json" + (i % 4 == 1 ? "8" : "4") +
                      R"json(,"args":{"device":0,"stream":7}})json";
        }
        return file("u.json", R"json({"traceEvents":[)json" + events.substr(1) + "]}");
    };
    const std::string path = traceOf(6);
    const Json json = cli({"steps", path, "--json"}).json();
    EXPECT_EQ(json["unit"], (Json{{"kind", "repetition"},
                                  {"name", "attention"},
                                  {"count", 6},
                                  {"medianNs", 40'000},
                                  {"meanNs", 40'000},
                                  {"spreadNs", 0}}));
    ASSERT_EQ(json["rows"].size(), 6u);
    EXPECT_EQ(json["rows"][0]["phase"], "repetition");
    EXPECT_EQ(json["rows"][0]["wallNs"], 40'000);
    EXPECT_EQ(json["rows"][0]["device"], "0");
    EXPECT_EQ(json["outsideNs"], 4'000);
    EXPECT_NE(cli({"steps", path}).out.find("inferred"), std::string::npos);
    EXPECT_NE(cli({"steps", path, "--md"}).out.find("inferred"), std::string::npos);
    const CliOutput two = cli({"steps", traceOf(2)});
    EXPECT_EQ(two.exitCode, 1);
    EXPECT_NE(two.err.find("none can be inferred from kernels that repeat"), std::string::npos);
    EXPECT_EQ(cli({"steps", file("t.json", trace), "--json"}).json()["unit"]["kind"], "step");
}

TEST_F(CliSteps, aStepThatTheRecordingCutsIsMarked)
{
    const std::string cut = file("c.json", R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":20},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":9,"tid":1,"ts":30,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":35,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":45,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":10,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":40,"dur":10,"args":{"device":0,"stream":7,"correlation":2}}
]})json");
    const Json json = cli({"steps", cut, "--json"}).json();
    EXPECT_EQ(json["rows"][0]["cut"], "first");
    EXPECT_EQ(json["rows"][1]["cut"], "end");
    EXPECT_EQ(cli({"steps", file("t.json", trace), "--json"}).json()["rows"][1]["cut"], Json()) << "known to be whole";
    EXPECT_NE(cli({"steps", cut}).out.find("10.000* "), std::string::npos) << "the work of the second step";
    EXPECT_NE(cli({"steps", cut, "--csv"}).out.find(",us_per_token,cut,compute_ns,"), std::string::npos);
}

TEST_F(CliSteps, stagesPerStepPhaseAndDeviceAddUpToTheRun)
{
    EXPECT_EQ(bars("run", {"--sweep", "whole"}), (std::vector<std::string>{"A: 50"}));
    EXPECT_EQ(bars("step", {"--sweep", "whole"}),
              (std::vector<std::string>{"A#1 prefill 1: 10", "A#2 decode 2: 5", "A#outside any step: 35"}));
    EXPECT_EQ(bars("phase"), (std::vector<std::string>{"A#prefill: 10", "A#decode: 5", "A#outside any step: 40"}));
    EXPECT_EQ(bars("rank"), (std::vector<std::string>{"A#rank 3 GPU 0: 15", "A#rank 3 GPU 1: 40"}));
}

TEST_F(CliSteps, thePivotHasAColumnAStep)
{
    const std::string out = cli({"stages", file("t.json", trace), "--label", "A", "--by", "step", "--pivot"}).out;
    EXPECT_EQ(out.substr(0, out.find('\n')), "Substage,A#1 prefill 1,A#2 decode 2,A#outside any step");
}

TEST_F(CliSteps, wrongChoicesAreRefused)
{
    EXPECT_EQ(cli({"stages", file("t.json", trace), "--by", "layer"}).exitCode, 2);
    EXPECT_EQ(cli({"stages", file("t.json", trace), "--by", "step", "--total-sec", "1"}).exitCode, 2);
    EXPECT_EQ(cli({"steps", file("t.json", trace), "--csv", "--json"}).exitCode, 2);
}

TEST_F(CliSteps, barsAddUpInRealTraces)
{
    CORPUS_FILE(path, "kineto/hta_ns_resolution_rank-0.pt.trace.json.gz");
    const auto sum = [&](const char *by) {
        int64_t ns = 0;
        const Json json = cli({"stages", path.toStdString(), "--by", by, "--json"}).json();
        for (const Json &run : json["runs"])
            ns += run["gpuNs"].get<int64_t>();
        return ns;
    };
    const int64_t whole = sum("run");
    EXPECT_GT(whole, 0);
    EXPECT_EQ(sum("step"), whole);
    EXPECT_EQ(sum("phase"), whole);
    EXPECT_EQ(sum("rank"), whole);
}

TEST_F(CliSteps, stepsCanBeChosenByARegexOrAnAnchor)
{
    const std::string path = file("t.json", trace);
    Json json = cli({"steps", path, "--pattern", "generation_(?P<batch>2)", "--json"}).json();
    ASSERT_EQ(json["rows"].size(), 1u);
    EXPECT_EQ(json["rows"][0]["batch"], 2);
    EXPECT_EQ(json["outsideNs"], 50'000);
    EXPECT_EQ(json["unit"]["kind"], "step");
    json = cli({"steps", path, "--anchor", "flash_fwd", "--json"}).json();
    ASSERT_EQ(json["rows"].size(), 2u);
    EXPECT_EQ(json["rows"][1]["device"], "1");
    EXPECT_EQ(json["rows"][1]["wallNs"], 40'000);
    EXPECT_EQ(json["rows"][1]["cut"], "end");
    EXPECT_EQ(json["outsideNs"], 10'000);
}

TEST_F(CliSteps, aChoiceThatCannotBeOrFindsNothingIsAnError)
{
    const std::string path = file("t.json", trace);
    const auto outcome = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"steps", path});
        return cli(more);
    };
    EXPECT_EQ(outcome({"--pattern", "("}).exitCode, 2);
    EXPECT_NE(outcome({"--pattern", "("}).err.find("--pattern: “(” is no regular expression"), std::string::npos);
    EXPECT_EQ(outcome({"--pattern", "a", "--anchor", "b"}).exitCode, 2);
    EXPECT_EQ(outcome({"--anchor", ""}).exitCode, 2);
    const CliOutput none = outcome({"--pattern", "nowhere", "--json"});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_EQ(none.out, "");
    EXPECT_NE(none.err.find("“nowhere”"), std::string::npos);
    EXPECT_EQ(outcome({"--anchor", "nowhere"}).exitCode, 1);
}

TEST_F(CliSteps, everyCommandOfStepsTakesTheChoice)
{
    const std::string path = file("t.json", trace);
    const Json rows = cli({"instances", path, "--name", "flash", "--anchor", "sgemm", "--json"}).json()["rows"];
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0]["step"], 1);
    EXPECT_EQ(rows[1]["step"], Json()) << "the other device has no such kernel";
    EXPECT_EQ(bars("step", {"--anchor", "flash_fwd"}).size(), 3u);
    EXPECT_EQ(bars("phase", {"--pattern", "generation_2"}),
              (std::vector<std::string>{"A#decode: 5", "A#outside any step: 50"}));
    EXPECT_EQ(cli({"stages", path, "--anchor", "flash_fwd"}).exitCode, 2) << "without --by step it changes nothing";
    EXPECT_EQ(cli({"layers", path, "--anchor", "nowhere"}).exitCode, 1);
    EXPECT_NE(cli({"layers", path, "--anchor", "nowhere"}).err.find("“nowhere”"), std::string::npos);
}

} // namespace tst_cli_steps
