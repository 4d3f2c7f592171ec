#include "tests/cli/cliprocess.h"

#include <nlohmann/json.hpp>

#include <string>

namespace tst_cli_gaps {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

class CliGaps : public CliTest
{
protected:
    /// Three layers of three kernels, 1 µs each, a kernel every 2 µs; one is launched while nothing runs. Times in µs.
    std::string traceFile() const
    {
        std::string events = R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":11.5,)"
                             R"("dur":0.1,"args":{"correlation":6}})";
        for (int i = 0; i < 9; ++i)
            events += R"(,{"ph":"X","cat":"kernel","name":"k)" + std::to_string(i % 3) + R"(","pid":0,"tid":7,"ts":)" +
                      std::to_string(2 * i) + R"(,"dur":1,"args":{"device":0,"stream":7)" +
                      (i == 6 ? R"(,"correlation":6)" : "") + "}}";
        return file("t.json", R"({"traceEvents":[)" + events + "]}");
    }
};

TEST_F(CliGaps, jsonHoldsWhatTheManualSays)
{
    const CliOutput result = cli({"gaps", traceFile(), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json device = result.json()["devices"][0];
    EXPECT_EQ(device["device"], "0");
    EXPECT_EQ(device["idleNs"], 8000);
    EXPECT_EQ(device["byCause"], (Json{{"blocking", 0}, {"late", 1000}, {"before", 0}, {"unknown", 7000}}));
    ASSERT_EQ(device["rows"].size(), 8U);
    for (const Json &row : device["rows"])
        if (row["cause"] == "late") {
            EXPECT_EQ(row["startNs"], 11000);
            EXPECT_TRUE(row["evidence"].is_null()) << "0.1 of 1 µs";
            EXPECT_EQ(row["launcher"], "cudaLaunchKernel");
            EXPECT_EQ(row["unrecordedNs"], 900);
            EXPECT_EQ(row["madeOf"], Json::array({Json{{"name", "cudaLaunchKernel"}, {"ns", 100}, {"count", 1}}}));
            EXPECT_FALSE(row.contains("queued"));
            EXPECT_EQ(row["next"], "k0");
        }
}

TEST_F(CliGaps, csvHasRawNumbersAndTheIdsOfCauses)
{
    const CliOutput result = cli({"gaps", traceFile(), "--csv"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with("start_ns,duration_ns,device,cause,evidence,line,made_of,launcher,next,share\n"))
        << result.out;
    EXPECT_NE(result.out.find("11000,1000,0,late,,,100 ns in 1: cudaLaunchKernel,cudaLaunchKernel,k0,0.125\n"),
              std::string::npos)
        << result.out;
}

TEST_F(CliGaps, markdownHasTheCausesAboveTheGaps)
{
    const CliOutput result = cli({"gaps", traceFile(), "--md"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const size_t causes = result.out.find("| Device | Cause |"), gaps = result.out.find("| Start ");
    ASSERT_NE(causes, std::string::npos) << result.out;
    ASSERT_NE(gaps, std::string::npos) << result.out;
    EXPECT_LT(causes, gaps);
}

TEST_F(CliGaps, idleTimeThatGraphsMayHideIsWithheld)
{
    const std::string graph = file("g.json", R"json({"traceEvents":[
{"ph":"X","cat":"cuda_graph","name":"[CUDA graph 1]","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":5,"args":{"device":0,"stream":7}}
]})json");
    const Json json = cli({"gaps", graph, "--json"}).json();
    EXPECT_EQ(json["withheld"], (Json::array({{{"number", "gpu-idle"}, {"because", "whole-graphs"}}})));
    EXPECT_EQ(json["devices"][0]["withinGraphsNs"], 10'000);
    EXPECT_EQ(json["devices"][0]["idleNs"], 10'000);
    EXPECT_NE(cli({"gaps", graph}).out.find("within such graphs"), std::string::npos);
    const Json other = cli({"gaps", traceFile(), "--json"}).json();
    EXPECT_FALSE(other.contains("withheld"));
    EXPECT_FALSE(other["devices"][0].contains("withinGraphsNs"));
    EXPECT_EQ(cli({"gaps", traceFile()}).out.find("graphs"), std::string::npos);
}

TEST_F(CliGaps, layersAreFoundByNames)
{
    const CliOutput result = cli({"layers", traceFile(), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json json = result.json();
    ASSERT_EQ(json["layers"].size(), 3U);
    EXPECT_EQ(json["layers"][2],
              (Json{{"index", 2}, {"kernels", 3}, {"totalNs", 3000}, {"step", nullptr}, {"device", "0"}}));
    EXPECT_EQ(json["coverage"], 1);
}

TEST_F(CliGaps, waitsCountNestedCallsOnce)
{
    const std::string trace = file("w.json", R"json({"traceEvents":[
{"ph":"M","name":"thread_name","pid":9,"tid":1,"args":{"name":"thread 1 (python)"}},
{"ph":"X","cat":"python_function","name":"queue.py(154): get","pid":9,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"python_function","name":"<built-in method acquire of _thread.lock object at 0x7f>","pid":9,"tid":1,"ts":10,"dur":80},
{"ph":"X","cat":"python_function","name":"<built-in method get of dict object at 0x7f>","pid":9,"tid":1,"ts":200,"dur":1},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":300,"dur":50},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":310,"dur":20},
{"ph":"X","cat":"cuda_driver","name":"cuCtxSynchronize","pid":9,"tid":1,"ts":312,"dur":8}
]})json");
    const CliOutput result = cli({"waits", trace, "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    std::string rows;
    const Json json = result.json();
    for (const Json &row : json["rows"]) {
        EXPECT_EQ(row["thread"], "thread 1 (python)");
        rows += row["name"].get<std::string>().substr(0, 24) + ' ' + row["kind"].get<std::string>() + ' ' +
                std::to_string(row["calls"].get<int>()) + ' ' + std::to_string(row["selfNs"].get<int>()) + ' ' +
                std::to_string(row["totalNs"].get<int>()) + '\n';
    }
    EXPECT_EQ(rows, "<built-in method acquire wait 1 80000 80000\n"
                    "queue.py(154): get wait 1 20000 100000\n"
                    "cudaLaunchKernel work 1 12000 20000\n"
                    "cuCtxSynchronize wait 1 8000 8000\n");
}

TEST_F(CliGaps, withoutGpuWorkThereIsAnErrorAndNoTable)
{
    const std::string empty =
        file("e.json", R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]})");
    for (const char *command : {"gaps", "layers", "waits"}) {
        const CliOutput result = cli({command, empty});
        EXPECT_EQ(result.exitCode, 1) << command;
        EXPECT_TRUE(result.out.empty()) << command;
        EXPECT_FALSE(result.err.empty()) << command;
    }
    EXPECT_EQ(cli({"gaps", traceFile(), "--csv", "--json"}).exitCode, 2);
    EXPECT_EQ(cli({"layers", traceFile(), "--md", "--json"}).exitCode, 2);
}

} // namespace

} // namespace tst_cli_gaps
