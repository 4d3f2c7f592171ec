#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace tst_cli_report {

using namespace ws::test;

namespace {

const char *const trace = R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":9,"tid":1,"ts":0,"dur":5},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":0.5,"dur":0.1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":3.5,"dur":0.1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"sgemm<script>","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":7,"ts":4,"dur":1.5,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":7,"ts":9,"dur":2,"args":{"device":0,"stream":7}}
]})json";

/// The raw values of a column of the page's table of that title, top to bottom.
std::vector<std::string> column(const std::string &page, const std::string &title, const std::string &id)
{
    std::vector<std::string> values;
    const size_t head = page.find("<h4>" + title + "</h4>");
    if (head == page.npos)
        return values;
    const std::string table = page.substr(head, page.find("</table>", head) - head);
    const std::string thead = table.substr(0, table.find("</thead>"));
    const std::regex heads("data-c=\"([^\"]*)\"");
    std::vector<std::string> ids;
    for (std::sregex_iterator it(thead.begin(), thead.end(), heads), end; it != end; ++it)
        ids.push_back((*it)[1]);
    const auto wanted = std::find(ids.begin(), ids.end(), id) - ids.begin();
    for (size_t row = table.find("<tr", table.find("<tbody>")); row != table.npos; row = table.find("<tr", row + 1)) {
        const std::string text = table.substr(row, table.find("</tr>", row) - row);
        const std::regex cells("<td[^>]*?(?:data-v=\"([^\"]*)\")?>");
        long k = 0;
        for (std::sregex_iterator it(text.begin(), text.end(), cells), end; it != end; ++it, ++k)
            if (k == wanted)
                values.push_back((*it)[1]);
    }
    return values;
}

class CliReport : public CliTest
{
protected:
    std::string traceFile() const { return file("t.json", trace); }
    std::string page(std::vector<std::string> arguments) const
    {
        const std::string out = path("out.html");
        arguments.insert(arguments.begin(), {"--lang", "en", "report"});
        arguments.insert(arguments.end(), {"-o", out, "--force"});
        const CliOutput result = cli(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find("written: " + out), std::string::npos) << result.err;
        return readAll(out);
    }
};

TEST_F(CliReport, valuesEqualTheCsvOfTheSameCommands)
{
    const std::string file = traceFile(), html = page({file});
    const std::string csv = cli({"kernels", file, "--csv"}).out;
    std::istringstream lines(csv);
    std::string line;
    std::vector<std::string> totals, means;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream fields(line);
        std::string field;
        for (int k = 0; std::getline(fields, field, ','); ++k) {
            if (k == 2)
                totals.push_back(field);
            if (k == 9)
                means.push_back(field);
        }
    }
    ASSERT_EQ(totals.size(), 2u) << csv;
    EXPECT_EQ(column(html, "Kernels", "total_ns"), totals);
    EXPECT_EQ(column(html, "Kernels", "mean_ns"), means);
    std::vector<std::string> elapsed;
    const auto stages = cli({"stages", file, "--json"}).json();
    for (const auto &row : stages["runs"][0]["rows"])
        elapsed.push_back(std::to_string(row["elapsedNs"].get<int64_t>()));
    elapsed.push_back("4500"); // the sum
    std::vector<std::string> shown = column(html, "Stages", "elapsed_ns");
    std::sort(elapsed.begin(), elapsed.end());
    std::sort(shown.begin(), shown.end());
    EXPECT_EQ(shown, elapsed);
    const auto overview = cli({"--lang", "en", "overview", file, "--json"}).json();
    EXPECT_NE(html.find(overview["headline"].get<std::string>()), std::string::npos);
    EXPECT_NE(html.find(overview["findings"][0]["text"].get<std::string>()), std::string::npos);
}

TEST_F(CliReport, aStepIsTheWorkThatItLaunched)
{
    const std::string html = page({traceFile(), "--step", "1"});
    EXPECT_EQ(column(html, "Kernels", "total_ns"), (std::vector<std::string>{"1500", "1000"}));
    EXPECT_NE(html.find("Only step 1 of 1: ProfilerStep#7."), std::string::npos);
    EXPECT_EQ(cli({"report", traceFile(), "-o", path("n.html"), "--step", "2"}).exitCode, 1);
    EXPECT_FALSE(std::filesystem::exists(path("n.html")));
}

TEST_F(CliReport, aRangeBehindTheEndIsAnErrorAndNotTheWholeRecording)
{
    const CliOutput result = cli({"report", traceFile(), "-o", path("n.html"), "--range", "10s.."});
    EXPECT_EQ(result.exitCode, 1) << result.err;
    EXPECT_FALSE(std::filesystem::exists(path("n.html")));
    const std::string html = page({traceFile(), "--range", "4us.."});
    EXPECT_EQ(column(html, "Kernels", "total_ns"), (std::vector<std::string>{"3500"}));
}

TEST_F(CliReport, aComparisonOfPartsOfTimelinesIsRefused)
{
    const std::string a = traceFile(), b = file("b.json", trace);
    for (const char *option : {"--range", "--step", "--phase"}) {
        const std::string value = option == std::string("--range") ? "0..1us" : "1";
        const CliOutput result = cli({"--lang", "en", "report", a, b, "-o", path("n.html"), option, value});
        EXPECT_EQ(result.exitCode, 2) << option;
        EXPECT_NE(result.err.find("a comparison is of whole runs"), std::string::npos) << result.err;
    }
    EXPECT_FALSE(std::filesystem::exists(path("n.html")));
}

TEST_F(CliReport, namesOfFilesAndKernelsAreNoMarkup)
{
    const std::string html = page({file("<b>t.json", trace), "--title", "</title><script>x"});
    EXPECT_EQ(html.find("sgemm<script>"), std::string::npos);
    EXPECT_NE(html.find("sgemm&lt;script&gt;"), std::string::npos);
    EXPECT_EQ(html.find("<b>t.json"), std::string::npos);
    EXPECT_NE(html.find("<title>&lt;/title&gt;&lt;script&gt;x</title>"), std::string::npos);
}

TEST_F(CliReport, provenanceNamesTheFileByItsHash)
{
    const std::string html =
        page({file("k_cuda_gpu_kern_sum.csv",
                   "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
                   "100.0,600,2,300.0,300.0,300,300,0.0,ampere_sgemm\n")});
    EXPECT_NE(html.find("5adbd4cc506eee947e51745868f5aab9"), std::string::npos) << "sha256sum of the file begins so";
    EXPECT_NE(html.find("SHA-256 of the mapping"), std::string::npos);
    std::filesystem::last_write_time(
        path("k_cuda_gpu_kern_sum.csv"),
        std::chrono::file_clock::from_sys(std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000))));
    EXPECT_NE(page({path("k_cuda_gpu_kern_sum.csv")}).find("2023-11-14 22:13:20 UTC"), std::string::npos);
    EXPECT_NE(html.find("default/any"), std::string::npos);
}

TEST_F(CliReport, bothLanguagesAreOneFile)
{
    const std::string out = path("both.html");
    const CliOutput result = cli({"report", traceFile(), "-o", out, "--lang", "both"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string html = readAll(out);
    const size_t english = html.find("<article lang=\"en\""), chinese = html.find("<article lang=\"zh-CN\"");
    ASSERT_NE(english, std::string::npos);
    ASSERT_NE(chinese, std::string::npos);
    EXPECT_LT(html.find(" of this step of "), chinese);
    EXPECT_EQ(html.find(" of this step of ", chinese), std::string::npos) << "a sentence in the wrong language";
    EXPECT_EQ(html.substr(english, chinese - english).find("。"), std::string::npos);
}

TEST_F(CliReport, markdownHasAFolderOfPictures)
{
    const std::string out = path("out.md");
    const CliOutput result = cli({"--lang", "en", "report", traceFile(), "-o", out});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string text = readAll(out);
    const std::regex pictures(R"(\]\((out_files/[^)]+)\))");
    int count = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), pictures), end; it != end; ++it, ++count)
        EXPECT_TRUE(readAll(path((*it)[1])).starts_with("<svg ")) << (*it)[1];
    EXPECT_EQ(count, 2) << "budget and stages";
    EXPECT_EQ(cli({"report", traceFile(), "-o", out}).exitCode, 1) << "an existing file stays";
    EXPECT_EQ(cli({"report", traceFile(), "-o", out, "--force"}).exitCode, 0);
}

TEST_F(CliReport, picturesOfOthersInAFolderOfThatNameStay)
{
    const std::string out = path("out.md");
    ASSERT_EQ(cli({"report", traceFile(), "-o", out}).exitCode, 0);
    EXPECT_EQ(cli({"report", traceFile(), "-o", out, "--force"}).exitCode, 0) << "its own are replaced";
    const std::string text = readAll(out), drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    std::string picture;
    for (const auto &entry : std::filesystem::directory_iterator(path("out_files")))
        picture = entry.path().string();
    ASSERT_FALSE(picture.empty());
    std::ofstream(picture) << drawing;
    const CliOutput refused =
        cli({"--lang", "en", "report", traceFile(), "-o", out, "--force", "--title", "another title"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_NE(refused.err.find("is no picture of a report"), std::string::npos) << refused.err;
    EXPECT_EQ(readAll(picture), drawing);
    EXPECT_EQ(readAll(out), text) << "nothing is half replaced";
}

TEST_F(CliReport, aRedactedReportIsWithoutTheHostAndProcessOfTorchsFileNames)
{
    const std::string a = file("gpubox_4711.1700000000000.pt.trace.json", trace);
    const std::string b = file("gpubox_4712.1700000000001.pt.trace.json", trace);
    const std::string secret = "gpubox|_471[12]";
    EXPECT_TRUE(std::regex_search(page({a, b}), std::regex(secret))) << "else the test proves nothing";
    for (const std::string &html : {page({a, "--redact"}), page({a, b, "--redact"})}) {
        EXPECT_FALSE(std::regex_search(html, std::regex(secret)));
        EXPECT_NE(html.find("1700000000000.pt.trace.json</h1>"), std::string::npos) << html.substr(0, 3000);
    }
}

TEST_F(CliReport, whatAFolderOfNcuFilesAlsoHoldsIsSaid)
{
    std::filesystem::create_directory(path("ncu"));
    file("ncu/k.csv", "\"ID\",\"Kernel Name\",\"Grid Size\",\"Block Size\",\"Section Name\",\"Metric Name\","
                      "\"Metric Unit\",\"Metric Value\"\n\"0\",\"sgemm\",\"(1, 1, 1)\",\"(32, 1, 1)\","
                      "\"GPU Speed Of Light Throughput\",\"Duration\",\"us\",\"3.5\"\n");
    file("ncu/notes.txt", "what was measured, and why\n");
    const CliOutput result = cli({"--lang", "en", "report", path("ncu"), "-o", path("out.html")});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.err.find("notes.txt: left out, "), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find("k.csv: left out"), std::string::npos) << result.err;
}

TEST_F(CliReport, wrongOptionsAreRefused)
{
    const std::string one = traceFile();
    EXPECT_EQ(cli({"report", one}).exitCode, 2) << "no -o";
    EXPECT_EQ(cli({"report", one, "-o", path("x.pdf")}).exitCode, 2);
    EXPECT_EQ(cli({"report", one, "-o", path("x.html"), "--step", "a"}).exitCode, 2);
    EXPECT_EQ(cli({"report", one, "-o", path("x.html"), "--step", "0"}).exitCode, 2) << "the first is 1";
    EXPECT_EQ(cli({"report", one, "-o", path("x.html"), "--step", "1", "--range", "0..1"}).exitCode, 2);
    EXPECT_EQ(cli({"report", one, "-o", path("x.html"), "--range", "3..1"}).exitCode, 2);
    EXPECT_EQ(cli({"report", one, "-o", path("x.html"), "--mapping", "no/such"}).exitCode, 2);
    EXPECT_EQ(cli({"report", path("missing.json"), "-o", path("x.html")}).exitCode, 1);
    EXPECT_FALSE(std::filesystem::exists(path("x.html")));
}

} // namespace

namespace {

TEST_F(CliReport, oneDocumentOfTwoMachinesIsAComparison)
{
    CORPUS_FILE(document, "report/seed002_mlc_nsys.md");
    const std::string html = page({document.toStdString()});
    const auto json = cli({"compare", document.toStdString(), "--json"}).json();
    EXPECT_NE(html.find(json["headline"].get<std::string>()), std::string::npos);
    std::vector<std::string> expected;
    for (const auto &row : json["rows"])
        expected.push_back(std::to_string(row["deltaNs"].get<int64_t>()));
    expected.resize(std::min<size_t>(expected.size(), 200));
    EXPECT_EQ(column(html, "Differences of the tables&#39; rows", "delta_ns"), expected);
}

TEST_F(CliReport, kernelTimesAndAFolderOfNcuFilesAreOneTable)
{
    CORPUS_FILE(times, "nsys/dsocr_decode_cuda_gpu_kern_sum.csv");
    CORPUS_FILE(folder, "ncu");
    const CliOutput table = cli({"ncu", times.toStdString(), folder.toStdString(), "--json"});
    ASSERT_EQ(table.exitCode, 0) << table.err;
    const auto json = table.json();
    int measured = 0;
    for (const auto &row : json["rows"])
        measured += row["ncuRows"] > 0;
    EXPECT_GE(measured, 3) << "the kernels of the folder are in the sums";
    const std::string html = page({times.toStdString(), folder.toStdString()});
    EXPECT_NE(html.find("What Nsight Compute says"), std::string::npos);
    std::vector<std::string> expected;
    for (const auto &row : json["rows"])
        expected.push_back(std::to_string(row["totalNs"].get<int64_t>()));
    EXPECT_EQ(column(html, "Kernels, and what Nsight Compute says of them", "total_ns"), expected);
    EXPECT_NE(html.find("dsocr_kernel_0010_details.csv"), std::string::npos) << "named where the numbers come from";
    EXPECT_EQ(cli({"ncu", times.toStdString()}).exitCode, 1);
    EXPECT_EQ(cli({"ncu", times.toStdString(), times.toStdString()}).exitCode, 2);
}

} // namespace

} // namespace tst_cli_report
