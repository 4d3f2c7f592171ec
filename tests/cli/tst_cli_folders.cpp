// Folders in place of a FILE: the stages of a service, each with a trace or a table of its own.

#include "tests/cli/cliprocess.h"

#include <QDir>

using namespace ws::test;

namespace {

class CliFolders : public CliTest
{
protected:
    /// A folder with a file in a folder of its own for each.
    std::string stages(const std::vector<std::string> &contents, const std::string &name = "trace.json") const
    {
        for (size_t k = 0; k < contents.size(); ++k) {
            const std::string folder = "perf/stage_" + std::to_string(k);
            EXPECT_TRUE(QDir(m_folder.path()).mkpath(QString::fromStdString(folder)));
            file(folder + '/' + name, contents[k]);
        }
        return path("perf");
    }
};

std::string kernels(const std::string &name, int count, int us)
{
    std::string events;
    for (int k = 0; k < count; ++k)
        events += (k ? "," : "") + std::string(R"({"ph":"X","cat":"kernel","name":")") + name +
                  R"(","pid":0,"tid":7,"ts":)" + std::to_string(1000 * k) + R"(,"dur":)" + std::to_string(us) +
                  R"(,"args":{"device":0,"stream":7,"correlation":)" + std::to_string(k + 1) + "}}";
    return R"({"schemaVersion":1,"traceEvents":[)" + events + "]}";
}

const std::string kernelSum =
    "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n";

size_t countOf(const std::string &text, const std::string &part)
{
    size_t count = 0;
    for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

TEST_F(CliFolders, kernelsOfAFolderAreThoseOfEachStageUnderItsName)
{
    const std::string folder = stages({kernels("gemm_a", 2, 10), kernels("gemm_b", 3, 20)});
    const CliOutput text = cli({"kernels", folder});
    EXPECT_EQ(text.exitCode, 0) << text.err;
    EXPECT_NE(text.out.find("stage_0\n\n"), text.out.npos) << text.out;
    EXPECT_LT(text.out.find("gemm_a"), text.out.find("stage_1\n\n"));
    EXPECT_GT(text.out.find("gemm_b"), text.out.find("stage_1\n\n"));
    EXPECT_NE(text.err.find("`warpscope-cli ranks"), text.err.npos) << "another way to read them";
    const auto json = cli({"kernels", folder, "--json"}).json();
    ASSERT_EQ(json.size(), 2);
    EXPECT_EQ(json[1]["rows"][0]["name"], "gemm_b");
    EXPECT_EQ(json[1]["rows"][0]["count"], 3);
    EXPECT_EQ(json[1]["file"], folder + "/stage_1/trace.json");
    const std::string csv = cli({"kernels", folder, "--csv"}).out;
    EXPECT_EQ(csv.rfind("file,name,count", 0), 0) << csv;
    EXPECT_EQ(countOf(csv, "file,"), 1) << "one header";
    EXPECT_NE(csv.find("\nstage_1,gemm_b,3,"), csv.npos) << csv;
    EXPECT_EQ(countOf(cli({"steps", folder, "--md"}).err, "stage_"), 0) << "what no file has is no file's fault";
}

TEST_F(CliFolders, aFileThatCannotBeReadIsSaidAndTheOthersAnswered)
{
    const std::string folder = stages({kernels("gemm_a", 2, 10), "{\"config\": 1}", kernels("gemm_c", 1, 5)});
    for (const char *command : {"kernels", "overview", "summary", "stages", "modules", "gaps"}) {
        const CliOutput result = cli({command, folder});
        EXPECT_EQ(result.exitCode, 0) << command << result.err;
        EXPECT_NE(result.err.find("stage_1/trace.json"), result.err.npos) << command;
        EXPECT_FALSE(result.out.empty()) << command;
    }
    EXPECT_EQ(cli({"kernels", stages({"{}", "{}", "{}"})}).exitCode, 1) << "none";
}

TEST_F(CliFolders, oneFileOfAFolderIsAnsweredAsItself)
{
    const std::string folder = stages({kernels("gemm_a", 2, 10)});
    const CliOutput of = cli({"kernels", folder, "--json"}),
                    itself = cli({"kernels", folder + "/stage_0/trace.json", "--json"});
    EXPECT_EQ(of.out, itself.out);
    EXPECT_EQ(of.err, "");
}

TEST_F(CliFolders, tablesOfAFolderWithoutTracesAreItsFiles)
{
    QDir(m_folder.path()).mkpath(QStringLiteral("perf"));
    file("perf/sam_kern_sum.csv", kernelSum + "100.0,2000,2,1000.0,1000.0,1000,1000,0.0,gemm\n");
    file("perf/clip_kern_sum.csv", kernelSum + "100.0,500,1,500.0,500.0,500,500,0.0,softmax\n");
    file("perf/notes.md", "# what was done\n");
    const CliOutput all = cli({"kernels", path("perf"), "--csv"});
    EXPECT_EQ(all.exitCode, 0) << all.err;
    EXPECT_NE(all.out.find("clip_kern_sum.csv,"), all.out.npos) << all.out;
    EXPECT_NE(all.out.find("sam_kern_sum.csv,"), all.out.npos);
    EXPECT_EQ(all.err.find("ranks"), all.err.npos) << "which reads no tables";
    EXPECT_EQ(all.err.find("notes.md"), all.err.npos);
    const auto tables = cli({"table", path("perf"), "--json"}).json();
    EXPECT_EQ(tables.size(), 2);
}

TEST_F(CliFolders, aReportOfAFolderHasAChartATableAPivotAndASectionOfEachStage)
{
    const std::string folder =
                          stages({kernels("gemm_a", 2, 10), kernels("flash_fwd", 3, 200), kernels("softmax", 1, 5)},
                                 "host_4711.1700000000000.pt.trace.json"),
                      out = path("all.md");
    const CliOutput result = cli({"report", folder, "-o", out});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string page = readAll(out);
    EXPECT_NE(page.find("**stage\\_1 has most of the GPU time: 600.0"), page.npos) << page.substr(0, 800);
    EXPECT_EQ(countOf(page, "\n## stage\\_"), 3) << "a section each";
    EXPECT_NE(page.find("![Stages of all runs, each run as 100 %]"), page.npos);
    EXPECT_EQ(countOf(readAll(path("all_files/1-stages-all.svg")), "<title>stage_"), 3) << "one bar a run";
    EXPECT_NE(page.find(" | stage\\_0 (µs) | stage\\_1 (µs) | stage\\_2 (µs) |"), page.npos) << "the pivot";
    EXPECT_EQ(page.find("Verdict:"), page.npos) << "stages are no before and after";
}

TEST_F(CliFolders, ofRunsOfWhichOneIsMuchLongerTheChartHasSharesAndSaysSo)
{
    const auto report = [this](const std::vector<int> &lengths) {
        std::vector<std::string> arguments{"report"};
        for (size_t k = 0; k < lengths.size(); ++k)
            arguments.push_back(file("run" + std::to_string(k) + ".json", kernels("gemm_a", 1, lengths[k])));
        arguments.insert(arguments.end(), {"--side-by-side", "-o", path("r.md"), "--force"});
        const CliOutput result = cli(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return readAll(path("r.md"));
    };
    const char *shares = "Each bar is 100 % of its run's GPU time", *times = "All bars are on one scale of time.";
    const auto isOf = [&](const std::string &page, const char *said, const char *other) {
        return page.find(said) != page.npos && page.find(other) == page.npos;
    };
    EXPECT_TRUE(isOf(report({10, 10, 201}), shares, times));
    EXPECT_NE(readAll(path("r_files/1-stages-all.svg")).find(">100.0"), std::string::npos) << "of each bar's only part";
    EXPECT_TRUE(isOf(report({10, 10, 200}), times, shares)) << "twenty times is still to be read";
    EXPECT_TRUE(isOf(report({1, 150, 200}), times, shares)) << "one short one flattens nothing";
    EXPECT_TRUE(isOf(report({10, 250, 9, 240}), shares, times)) << "half of them";
    EXPECT_TRUE(isOf(report({1, 100}), shares, times)) << "of two the other is the median";
}

TEST_F(CliFolders, sharesOfAllRunsAreInOneOrder)
{
    const auto trace = [](int gemm, int flash, int softmax) {
        const auto event = [](const char *name, int at, int us) {
            return R"({"ph":"X","cat":"kernel","name":")" + std::string(name) + R"(","pid":0,"tid":7,"ts":)" +
                   std::to_string(at) + R"(,"dur":)" + std::to_string(us) + R"(,"args":{"device":0,"stream":7}},)";
        };
        std::string text =
            event("gemm_a", 0, gemm) + event("flash_fwd", 10'000, flash) + event("softmax", 20'000, softmax);
        text.back() = ']';
        return R"({"traceEvents":[)" + text + '}';
    };
    // The part "smaller ones" is the largest of no bar, and last in all.
    const std::vector<std::string> files{file("a.json", trace(1000, 9000, 90)), file("b.json", trace(60, 40, 0)),
                                         file("c.json", trace(60, 40, 1))};
    const CliOutput result = cli({"report", files[0], files[1], files[2], "-o", path("r.md")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string svg = readAll(path("r_files/1-stages-all.svg"));
    std::vector<std::vector<std::string>> bars;
    for (size_t at = svg.find("<g class=\""); at != svg.npos; at = svg.find("<g class=\"", at + 1))
        if (svg.compare(at, 15, "<g class=\"bar\" ") == 0) {
            bars.emplace_back();
        } else if (svg.compare(at, 16, "<g class=\"part\" ") == 0) {
            const size_t begin = svg.find("data-k=\"", at) + 8;
            bars.back().push_back(svg.substr(begin, svg.find('"', begin) - begin));
        }
    ASSERT_EQ(bars.size(), 3U);
    EXPECT_EQ(bars[0].size(), 3U);
    EXPECT_EQ(bars[0].back(), "smaller ones");
    for (const auto &bar : bars)
        for (size_t k = 0; k < bar.size(); ++k)
            EXPECT_EQ(bar[k], bars[0][k]);
    EXPECT_NE(bars[0][0].find("flash"), std::string::npos) << "1.7 of three bars are flash: " << bars[0][0];
}

TEST_F(CliFolders, twoStagesOfAFolderAreNoComparisonAndTwoFilesAre)
{
    const std::string folder = stages({kernels("gemm_a", 2, 10), kernels("gemm_a", 2, 20)}), out = path("r.md");
    ASSERT_EQ(cli({"report", folder, "-o", out}).exitCode, 0);
    EXPECT_EQ(readAll(out).find("Verdict:"), std::string::npos);
    ASSERT_EQ(
        cli({"report", folder + "/stage_0/trace.json", folder + "/stage_1/trace.json", "-o", out, "--force"}).exitCode,
        0);
    EXPECT_NE(readAll(out).find("Verdict:"), std::string::npos);
    ASSERT_EQ(cli({"report", folder + "/stage_0/trace.json", folder + "/stage_1/trace.json", "--side-by-side", "-o",
                   out, "--force"})
                  .exitCode,
              0);
    EXPECT_EQ(readAll(out).find("Verdict:"), std::string::npos);
    EXPECT_NE(readAll(out).find("Stages of all runs"), std::string::npos);
}

TEST_F(CliFolders, aRunThatMayHoldTheOthersIsNotAddedToThem)
{
    const auto sum = [](int gemm, int softmax) {
        const auto row = [](int count, const char *name) {
            return count ? "50.0," + std::to_string(1000 * count) + ',' + std::to_string(count) +
                               ",1000.0,1000.0,1000,1000,0.0," + name + '\n'
                         : std::string();
        };
        return kernelSum + row(gemm, "gemm") + row(softmax, "softmax");
    };
    QDir(m_folder.path()).mkpath(QStringLiteral("perf"));
    file("perf/sam.csv", sum(2, 0));
    file("perf/clip.csv", sum(1, 4));
    const auto report = [&](const std::string &third) {
        file("perf/third.csv", third);
        EXPECT_EQ(cli({"report", path("perf"), "-o", path("r.md"), "--force"}).exitCode, 0);
        return readAll(path("r.md"));
    };
    const std::string whole = report(sum(3, 4)), other = report(sum(2, 4));
    const char *said = "Each kernel of the others is in third.csv at least as often";
    EXPECT_NE(whole.find(said), whole.npos) << whole.substr(0, 1500);
    EXPECT_EQ(whole.find("has most of the GPU time"), whole.npos);
    EXPECT_EQ(other.find(said), other.npos) << "two gemm of three";
    EXPECT_NE(other.find("has most of the GPU time"), other.npos);
}
