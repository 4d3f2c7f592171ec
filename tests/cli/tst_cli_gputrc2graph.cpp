#include "tests/cli/cliprocess.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <regex>

#include <sqlite3.h>

namespace tst_cli_gputrc2graph {

using namespace ws::test;

namespace {

/// RFC 4180.
std::vector<std::vector<std::string>> csvRows(const std::string &text)
{
    std::vector<std::vector<std::string>> rows(1);
    std::string field;
    bool quoted = false;
    for (size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        if (quoted && c == '"' && k + 1 < text.size() && text[k + 1] == '"') {
            field += text[++k];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == ',' || c == '\n')) {
            rows.back().push_back(std::move(field));
            field.clear();
            if (c == '\n')
                rows.emplace_back();
        } else if (quoted || c != '\r') {
            field += c;
        }
    }
    if (rows.back().empty())
        rows.pop_back();
    return rows;
}

size_t columnOf(const std::vector<std::string> &head, const std::string &name)
{
    return size_t(std::find(head.begin(), head.end(), name) - head.begin());
}

const char *const trace = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"ampere_sgemm","pid":0,"tid":7,"ts":0,"dur":100000,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":9,"ts":50000,"dur":100000,"args":{"device":0,"stream":9}},
{"ph":"X","cat":"kernel","name":"=cmd|' /C calc'!A0","pid":1,"tid":7,"ts":300000,"dur":100000,"args":{"device":1,"stream":7}}
]})json";

class CliGputrc2graph : public CliTest
{
};

TEST_F(CliGputrc2graph, helpNamesEnginesAndModels)
{
    const CliOutput result = cli({"--lang", "en", "gputrc2graph", "--help"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.out.find("without --mapping_dir: default/any, vllm/llama, "), std::string::npos) << result.out;
}

TEST_F(CliGputrc2graph, takesTheScriptsArgumentsAndWritesItsFiles)
{
    const std::string one = file("one.json", trace), two = file("two.json", trace), out = path("new/folder");
    const CliOutput result = cli({"--lang", "en", "gputrc2graph", "--in_file", one + ",vllm,llama,1",
                                  two + ",vllm,gpt-oss,0", "--out_dir", out, "--title", "a <b> title"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::string csv = readAll(out + "/result.csv");
    EXPECT_TRUE(csv.starts_with("Model_Engine,Substage,Instances,Name,Elapsed Time (sec)\n"));
    EXPECT_NE(csv.find("llama_vllm_one.json_0,attn,1,flash_fwd,0.05\n"), csv.npos) << csv;
    EXPECT_NE(csv.find("llama_vllm_one.json_0,CPU(non-GPU),1,CPU(non-GPU),0.8\n"), csv.npos) << csv;
    EXPECT_NE(csv.find("'=cmd|' /C calc'!A0"), csv.npos) << "no formula for spreadsheets";
    EXPECT_EQ(readAll(out + "/pivot.csv"), result.out);
    EXPECT_TRUE(result.out.starts_with("Substage,llama_vllm_one.json_0,gpt-oss_vllm_two.json_1\n")) << result.out;
    const std::string html = readAll(out + "/result.html");
    EXPECT_NE(html.find("<title>a &lt;b&gt; title</title>"), html.npos);
    EXPECT_NE(html.find("class=\"key\" data-k=\"CPU(non-GPU)\""), html.npos) << "a label that can be hidden";
    EXPECT_NE(html.find("<title>attn: 50.000"), html.npos) << "the value on hover";
    EXPECT_NE(html.find("data-c=\"elapsed_ns\""), html.npos);
}

TEST_F(CliGputrc2graph, aFolderOfMappingsIsReadAsTheScriptReadsItsOwn)
{
    std::filesystem::create_directory(path("maps"));
    file("maps/a.json", R"json({"e":{"m":{"gemm":"old","flash":"old"}},"f":{"m":{"gemm":"kept"}}})json");
    file("maps/b.json", R"json({"e":{"m":{"gemm":"new"}}})json");
    const std::string one = file("one.json", trace);
    const CliOutput result = cli({"gputrc2graph", "--in_file", one + ",e,m,0", one + ",f,m,0", "--out_dir=" + path("o"),
                                  "--mapping_dir", path("maps")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("\nnew,"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("\nkept,"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("\nold,"), std::string::npos) << "the later file's engine replaces the earlier one's";
    const CliOutput unknown =
        cli({"--lang", "en", "gputrc2graph", "--in_file", one + ",vllm,llama,0", "--mapping_dir", path("maps")});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_NE(unknown.err.find("there are f/m, e/m"), std::string::npos) << unknown.err;
}

TEST_F(CliGputrc2graph, aRuleThatIsNoRegularExpressionIsNamedWithItsFileAndPlace)
{
    std::filesystem::create_directory(path("maps"));
    const std::string maps =
        file("maps/own.json", "{\"e\":{\"m\":{\n\"gemm\":\"gemm\",\n\"(flash\":\"attn\"},\"n\":{\"gemm\":\"g\"}}}");
    const std::string one = file("one.json", trace);
    for (const CliOutput &result :
         {cli({"--lang", "en", "gputrc2graph", "--in_file", one + ",e,m,1", "--mapping_dir", path("maps"), "--out_dir",
               path("o")}),
          cli({"--lang", "en", "stages", one, "--mapping", maps + "#e/m"}),
          cli({"--lang", "en", "report", one, "--mapping", maps + "#e/m", "-o", path("x.md")})}) {
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find(maps + ": line 3: e/m: rule 2, “(flash”, is no regular expression: at character 7"),
                  std::string::npos)
            << result.err;
    }
    EXPECT_FALSE(std::filesystem::exists(path("o")));
    EXPECT_EQ(cli({"stages", one, "--mapping", maps + "#e/n"}).exitCode, 0) << "the other mapping of the file is sound";
    EXPECT_EQ(cli({"mapping", "show", maps + "#e/m"}).exitCode, 0) << "it can be looked at";
}

TEST_F(CliGputrc2graph, theTableThatTheScriptKeepsOfATraceHasElapsedAndTotalTimes)
{
    const std::string kept =
        file("run_cuda_gpu_kernel_tracesum.csv", "Elapsed Time (sec),Total Time (sec),Instances,Name\n"
                                                 "0.12,0.25,60,flash_fwd\n"
                                                 "0.0,0.1,21,ampere_sgemm\n");
    const auto run = cli({"stages", kept, "--mapping", "vllm/llama", "--json"}).json()["runs"][0];
    EXPECT_EQ(run["gpuNs"], 120'000'000);
    EXPECT_EQ(run["overlapKnown"], true);
    for (const auto &row : run["rows"])
        if (row["substage"] == "attn") {
            EXPECT_EQ(row["elapsedNs"], 120'000'000);
            EXPECT_EQ(row["totalNs"], 250'000'000);
            EXPECT_EQ(row["count"], 60);
        }
    const CliOutput result = cli({"gputrc2graph", "--in_file", kept + ",vllm,llama,3", "--out_dir", path("o")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("CPU(non-GPU),2.9\n"), std::string::npos)
        << "3 − 0.1: elapsed, rounded as the script " << result.out;
    EXPECT_NE(readAll(path("o/result.csv")).find(",attn,60,flash_fwd,0.12\n"), std::string::npos);
}

TEST_F(CliGputrc2graph, anArchivedResultOpensAsTheRunsThatItIsOf)
{
    const std::string one = file("one.json", trace);
    ASSERT_EQ(cli({"gputrc2graph", "--in_file", one + ",vllm,llama,1", one + ",vllm,gpt-oss,1", "--out_dir", path("o")})
                  .exitCode,
              0);
    const auto runs = cli({"stages", path("o/result.csv"), "--mapping", "vllm/llama", "--json"}).json()["runs"];
    const auto direct = cli({"stages", one, "--mapping", "vllm/llama", "--sweep", "whole", "--json"}).json()["runs"][0];
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0]["gpuNs"], direct["gpuNs"]) << "without CPU(non-GPU)";
    const CliOutput part =
        cli({"stages", path("o/result.csv") + "#gpt-oss_vllm_one.json_1", "--total-sec", "1", "--json"});
    ASSERT_EQ(part.exitCode, 0) << part.err;
    EXPECT_EQ(int64_t(part.json()["runs"][0]["nonGpuNs"]), 1'000'000'000 - int64_t(direct["gpuNs"]));
    file("category.csv", "Model_Engine,Category,Instances,Name,Elapsed Time (sec)\na_0,gemm,1,my_gemm,0.5\n");
    EXPECT_EQ(cli({"stages", path("category.csv"), "--json"}).json()["runs"][0]["gpuNs"], 500'000'000)
        << "the script's newer name of the column";
}

TEST_F(CliGputrc2graph, wrongArgumentsAreRefused)
{
    const std::string one = file("one.json", trace);
    EXPECT_EQ(cli({"gputrc2graph"}).exitCode, 2);
    EXPECT_EQ(cli({"gputrc2graph", "--in_file"}).exitCode, 2);
    EXPECT_EQ(cli({"gputrc2graph", "--in_file", one}).exitCode, 2);
    EXPECT_EQ(cli({"gputrc2graph", "--in_file", one + ",vllm,llama,soon"}).exitCode, 2);
    EXPECT_EQ(cli({"gputrc2graph", "--in_file", one + ",vllm,llama,1", "--outdir", "x"}).exitCode, 2);
    EXPECT_EQ(cli({"gputrc2graph", "--in_file", path("none.json") + ",vllm,llama,1", "--out_dir", path("x")}).exitCode,
              1);
    EXPECT_FALSE(std::filesystem::exists(path("x")));
    EXPECT_EQ(cli({"gputrc2graph", "--help"}).exitCode, 0);
}

/// Elapsed time by the script's rule: rows by start; one that begins before the end of all earlier ones counts what
/// reaches beyond it.
std::map<std::string, std::pair<int64_t, uint64_t>> reference(const std::string &csv)
{
    const auto rows = csvRows(csv);
    const size_t start = columnOf(rows[0], "Start (ns)"), duration = columnOf(rows[0], "Duration (ns)"),
                 name = columnOf(rows[0], "Name");
    struct Row
    {
        int64_t start, end;
        const std::string *name;
    };
    std::vector<Row> sorted;
    for (size_t k = 1; k < rows.size(); ++k)
        sorted.push_back(
            {std::stoll(rows[k][start]), std::stoll(rows[k][start]) + std::stoll(rows[k][duration]), &rows[k][name]});
    std::stable_sort(sorted.begin(), sorted.end(), [](const Row &a, const Row &b) { return a.start < b.start; });
    std::map<std::string, std::pair<int64_t, uint64_t>> sums;
    int64_t end = INT64_MIN;
    for (const Row &row : sorted) {
        auto &[elapsed, count] = sums[*row.name];
        elapsed += std::max<int64_t>(0, row.end - std::max(row.start, end));
        ++count;
        end = std::max(end, row.end);
    }
    return sums;
}

TEST_F(CliGputrc2graph, aRealTraceHasTheNumbersOfTheRule)
{
    CORPUS_FILE(input, "nsys/derived_cloverleaf_cuda_gpu_trace.csv");
    const std::string file = input.toStdString();
    const CliOutput result = cli({"gputrc2graph", "--in_file", file + ",vllm,llama,100", "--out_dir", path("o")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto expected = reference(readAll(file));
    const auto rows = csvRows(readAll(path("o/result.csv")));
    size_t found = 0;
    double gpu = 0;
    for (size_t k = 1; k < rows.size(); ++k) {
        if (rows[k][1] == "CPU(non-GPU)")
            continue;
        const auto row = expected.find(rows[k][3]);
        ASSERT_NE(row, expected.end()) << rows[k][3];
        EXPECT_EQ(std::stoull(rows[k][2]), row->second.second) << rows[k][3];
        EXPECT_EQ(std::llround(toDouble(rows[k][4]) * 1e9), row->second.first) << rows[k][3];
        gpu += toDouble(rows[k][4]);
        ++found;
    }
    EXPECT_EQ(found, expected.size());
    const auto pivot = csvRows(result.out);
    const double rounded = std::nearbyint(gpu * 10) / 10;
    EXPECT_EQ(pivot[1][0], "CPU(non-GPU)");
    EXPECT_NEAR(toDouble(pivot[1][1]), 100 - rounded, 1e-9) << "seconds rounded as the script does";
}

TEST_F(CliGputrc2graph, aReportIsExportedOnceByTheNamedProgram)
{
    CORPUS_FILE(database, "nsys/nsysai_mfu_2gpu_before.sqlite");
    file("a.nsys-rep", std::string_view("\x01\x02\0binary\0", 10));
    const std::string nsys = file("my-nsys", "#!/bin/sh\necho call >> '" + path("calls") + "'\ncp '" +
                                                 database.toStdString() + "' \"$5\"\n");
    QFile(QString::fromStdString(nsys)).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    for (int k = 0; k < 2; ++k) {
        const CliOutput result = cli({"gputrc2graph", "--in_file", path("a.nsys-rep") + ",vllm,llama,1", "--out_dir",
                                      path("o"), "--nsys_cmd", nsys});
        ASSERT_EQ(result.exitCode, 0) << result.err;
        EXPECT_TRUE(result.out.starts_with("Substage,llama_vllm_a_0\n")) << result.out;
    }
    EXPECT_EQ(readAll(path("calls")), "call\n");
    const CliOutput direct =
        cli({"gputrc2graph", "--in_file", database.toStdString() + ",vllm,llama,1", "--out_dir", path("direct")});
    EXPECT_EQ(direct.out.substr(direct.out.find('\n')), readAll(path("o/pivot.csv")).substr(23));
}

/// What the script computes, from the database itself.
class ScriptReference
{
public:
    ScriptReference(const std::string &database, const nlohmann::ordered_json &rules)
    {
        sqlite3 *db = nullptr;
        EXPECT_EQ(sqlite3_open_v2(database.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
        add(db, "SELECT k.start, k.end, s.value FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = "
                "k.demangledName");
        add(db, "SELECT c.start, c.end, '[CUDA memcpy ' || e.label || ']' FROM CUPTI_ACTIVITY_KIND_MEMCPY c JOIN "
                "ENUM_CUDA_MEMCPY_OPER e ON e.id = c.copyKind");
        add(db, "SELECT start, end, '[CUDA memset]' FROM CUPTI_ACTIVITY_KIND_MEMSET");
        sqlite3_close(db);
        std::sort(m_rows.begin(), m_rows.end(), [](const Row &a, const Row &b) { return a.start < b.start; });
        int64_t end = 0;
        for (const Row &row : m_rows) {
            const int64_t elapsed = std::max<int64_t>(0, row.end - std::max(row.start, end));
            end = std::max(end, row.end);
            auto &[ns, count] = names[row.name];
            ns += elapsed;
            ++count;
            gpuNs += elapsed;
        }
        for (const auto &[name, sum] : names)
            for (const auto &[pattern, label] : rules.items())
                if (std::regex_search(name, std::regex(pattern))) {
                    category[name] = label;
                    pivot[label] += double(sum.first) / 1e9;
                    break;
                }
    }

    std::map<std::string, std::pair<int64_t, int>> names; ///< elapsed ns, instances
    std::map<std::string, std::string> category;
    std::map<std::string, double> pivot; ///< seconds
    int64_t gpuNs = 0;

private:
    struct Row
    {
        int64_t start, end;
        std::string name;
    };
    void add(sqlite3 *db, const char *sql)
    {
        sqlite3_stmt *statement = nullptr;
        ASSERT_EQ(sqlite3_prepare_v2(db, sql, -1, &statement, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
        while (sqlite3_step(statement) == SQLITE_ROW)
            m_rows.push_back({sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                              reinterpret_cast<const char *>(sqlite3_column_text(statement, 2))});
        sqlite3_finalize(statement);
    }
    std::vector<Row> m_rows;
};

TEST_F(CliGputrc2graph, twoDatabasesInOneCallHaveTheScriptsNumbers)
{
    CORPUS_FILE(before, "nsys/nsysai_mfu_2gpu_before.sqlite");
    CORPUS_FILE(after, "nsys/nsysai_mfu_2gpu_after.sqlite");
    CORPUS_FILE(mapping, "mapping/seed_nested.json");
    std::filesystem::create_directory(path("maps"));
    std::filesystem::copy_file(mapping.toStdString(), path("maps/vllm_engine_model.json"));
    const CliOutput result =
        cli({"gputrc2graph", "--in_file", before.toStdString() + ",vllm,ds,0.8", after.toStdString() + ",vllm,ds,1",
             "--out_dir", path("o"), "--title", "two runs", "--mapping_dir", path("maps")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto rules = nlohmann::ordered_json::parse(readAll(mapping.toStdString()))["vllm"]["ds"]["layer_anno"];
    const ScriptReference references[] = {{before.toStdString(), rules["Substage"]},
                                          {after.toStdString(), rules["Substage"]}};
    const double totals[] = {0.8, 1};
    const std::string labels[] = {"ds_vllm_nsysai_mfu_2gpu_before.sqlite_0", "ds_vllm_nsysai_mfu_2gpu_after.sqlite_1"};
    const auto rows = csvRows(readAll(path("o/result.csv")));
    const auto pivot = csvRows(readAll(path("o/pivot.csv")));
    ASSERT_EQ(pivot[0], (std::vector<std::string>{"Substage", labels[0], labels[1]}));
    size_t checked = 0;
    for (size_t k = 1; k < rows.size(); ++k) {
        const auto run = size_t(std::find(labels, labels + 2, rows[k][0]) - labels);
        ASSERT_LT(run, 2u) << rows[k][0];
        if (rows[k][1] == "CPU(non-GPU)")
            continue;
        const auto sum = references[run].names.find(rows[k][3]);
        ASSERT_NE(sum, references[run].names.end()) << rows[k][3];
        EXPECT_EQ(rows[k][1], references[run].category.at(rows[k][3])) << rows[k][3];
        EXPECT_EQ(std::stoi(rows[k][2]), sum->second.second) << rows[k][3];
        EXPECT_EQ(std::llround(toDouble(rows[k][4]) * 1e9), sum->second.first) << rows[k][3];
        ++checked;
    }
    EXPECT_EQ(checked, references[0].names.size() + references[1].names.size());
    std::vector<std::string> substages;
    for (size_t run = 0; run < 2; ++run) {
        const auto round = [](double value, double digits) { return std::nearbyint(value * digits) / digits; };
        auto expected = references[run].pivot;
        expected["CPU(non-GPU)"] =
            std::max(0.0, round(totals[run], 10) - round(double(references[run].gpuNs) / 1e9, 10));
        double sum = 0;
        for (size_t k = 1; k + 1 < pivot.size(); ++k) {
            EXPECT_NEAR(toDouble(pivot[k][run + 1]), round(expected[pivot[k][0]], 100), 1e-9) << pivot[k][0];
            sum += round(expected[pivot[k][0]], 100);
            expected.erase(pivot[k][0]);
        }
        EXPECT_TRUE(expected.empty()) << expected.begin()->first;
        EXPECT_NEAR(toDouble(pivot.back()[run + 1]), sum, 1e-9);
    }
    EXPECT_EQ(pivot.back()[0], "total_elapsed_sec");
    const std::string html = readAll(path("o/result.html"));
    for (const ScriptReference &reference : references)
        for (const auto &[name, sum] : reference.names)
            EXPECT_NE(html.find("data-v=\"" + std::to_string(sum.first) + '"'), html.npos) << name;
}

} // namespace

} // namespace tst_cli_gputrc2graph
