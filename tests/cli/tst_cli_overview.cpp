#include "tests/cli/cliprocess.h"

#include <nlohmann/json.hpp>

#include <string>

namespace tst_cli_overview {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

class CliOverview : public CliTest
{
protected:
    /// A step of two kernels of 1 µs, 2 µs apart, the second of which is launched late. Times in µs.
    std::string traceFile() const
    {
        return file("t.json", R"json({"distributedInfo":{"rank":3,"world_size":8},"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":9,"tid":1,"ts":0,"dur":5},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":0.5,"dur":0.1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":3.5,"dur":0.1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":4,"dur":1,"args":{"device":0,"stream":7,"correlation":2}}
]})json");
    }
};

TEST_F(CliOverview, jsonHoldsWhatTheManualSays)
{
    const CliOutput result = cli({"overview", traceFile(), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json json = result.json();
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["run"]["rank"], 3);
    EXPECT_EQ(json["run"]["worldSize"], 8);
    EXPECT_EQ(json["budget"]["of"], "step");
    EXPECT_EQ(json["budget"]["wallNs"], 4000);
    EXPECT_EQ(json["budget"]["computeNs"], 2000);
    EXPECT_EQ(json["budget"]["idle"], (Json{{"blocking", 0}, {"late", 2000}, {"before", 0}, {"unknown", 0}}));
    EXPECT_EQ(json["budget"]["cpuNs"], 5000);
    ASSERT_EQ(json["findings"].size(), 1U);
    const Json &finding = json["findings"][0];
    EXPECT_EQ(finding["id"], "cpu-pause");
    EXPECT_EQ(finding["ns"], 2000);
    EXPECT_EQ(finding["share"], 0.5);
    EXPECT_EQ(finding["evidence"][0], (Json{{"atNs", 2000}, {"durationNs", 2000}, {"name", "cudaLaunchKernel"}}));
    EXPECT_FALSE(finding["try"].get<std::string>().empty());
}

TEST_F(CliOverview, textAndMarkdownSayTheSame)
{
    const std::string file = traceFile();
    const CliOutput text = cli({"--lang", "en", "overview", file}),
                    markdown = cli({"--lang", "en", "overview", file, "--md"});
    ASSERT_EQ(text.exitCode, 0) << text.err;
    ASSERT_EQ(markdown.exitCode, 0) << markdown.err;
    const std::string headline =
        "Computation takes 50.0\xE2\x80\xAF% of this step of 4.000\xE2\x80\xAFµs; 50.0\xE2\x80\xAF% is idle time "
        "before late launches.";
    const std::string fit = "The recording can be relied on.\n";
    EXPECT_TRUE(text.out.starts_with(fit + headline)) << text.out;
    EXPECT_TRUE(markdown.out.starts_with(fit + "\n# " + headline)) << markdown.out;
    EXPECT_NE(text.out.find("rank 3 of 8"), std::string::npos);
}

TEST_F(CliOverview, aFindingOfATableHasNoDevice)
{
    const std::string path = file("table.txt", R"(----------------------------------  --------------  --------------  --------------  --------------  --------------  --------------
                              Name      Self CPU %        Self CPU     CPU total %       CPU total    CPU time avg      # of Calls
----------------------------------  --------------  --------------  --------------  --------------  --------------  --------------
  Runtime Triggered Module Loading          60.00%       600.000us          60.00%       600.000us       600.000us               1
                          aten::mm          40.00%       400.000us          40.00%       400.000us       400.000us               1
----------------------------------  --------------  --------------  --------------  --------------  --------------  --------------
Self CPU time total: 1.000ms
)");
    const nlohmann::json json = cli({"overview", path, "--json"}).json();
    ASSERT_EQ(json["findings"].size(), 1u);
    EXPECT_EQ(json["findings"][0]["id"], "table-one-time-costs");
    EXPECT_EQ(json["findings"][0]["device"], nullptr);
}

TEST_F(CliOverview, refusesTwoFormsAtOnce)
{
    EXPECT_EQ(cli({"overview", traceFile(), "--json", "--md"}).exitCode, 2);
    EXPECT_EQ(cli({"overview", path("missing.json")}).exitCode, 1);
}

} // namespace

} // namespace tst_cli_overview
