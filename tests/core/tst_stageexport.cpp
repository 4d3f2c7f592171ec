#include "core/io/wholefile.h"
#include "core/report/stageexport.h"
#include "stagefixture.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cmath>
#include <map>
#include <random>
#include <sstream>

using namespace ws;
using namespace ws::test;

namespace {

StageExportRun exported(const StageFixture &run, const StageMapping &mapping, std::string label, double totalSec)
{
    StageClassifier classifier(run.names);
    StageExportRun result{std::move(label), classifier.classify(mapping), run.sums(), {}};
    result.nonGpu = nonGpuOf(result.sums, NonGpu::Given, std::llround(totalSec * 1e9));
    return result;
}

std::vector<std::vector<std::string>> cells(const std::string &csv)
{
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        rows.emplace_back();
        for (std::string field; std::getline(fields, field, ',');)
            rows.back().push_back(field);
    }
    return rows;
}

// The script's output for a run, computed in the simplest way: seconds per label, from a union swept as events.
std::map<std::string, double>
referencePivot(const StageFixture &run, const std::vector<std::pair<std::string, std::string>> &rules, double totalSec)
{
    std::map<std::string, double> seconds;
    double all = 0;
    int64_t reached = INT64_MIN;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        const std::string name(run.pool->view(run.gpu.name[i]));
        std::string label;
        for (const auto &[text, value] : rules)
            if (label.empty() && name.find(text) != std::string::npos)
                label = value;
        const int64_t visible = std::max<int64_t>(0, run.gpu.end(i) - std::max(run.gpu.start[i], reached));
        reached = std::max(reached, run.gpu.end(i));
        seconds[label] += static_cast<double>(visible) / 1e9;
        all += static_cast<double>(visible) / 1e9;
    }
    const double gpu = std::round(all * 10) / 10;
    seconds["CPU(non-GPU)"] = std::max(0.0, std::round(totalSec * 10) / 10 - gpu);
    for (auto &[label, value] : seconds)
        value = std::round(value * 100) / 100;
    double total = 0;
    for (auto &[label, value] : seconds)
        total += value;
    seconds["total_elapsed_sec"] = total;
    return seconds;
}

} // namespace

TEST(StageExport, resultCsvHasARowANameAndOneForTheCpu)
{
    const StageFixture run{
        {{0, 1'500'000'000, "gemm<a,b>"}, {2'000'000'000, 1, "flash"}, {2'500'000'000, 500'000'000, "gemm<a,b>"}}};
    const StageMapping mapping = flatMapping({{"flash", "attn"}, {"gemm", "gemm"}});
    const StageExportRun exportRun = exported(run, mapping, "model_test_a_0", 3);
    EXPECT_EQ(resultCsv({&exportRun, 1}), "Model_Engine,Substage,Instances,Name,Elapsed Time (sec)\n"
                                          "model_test_a_0,CPU(non-GPU),1,CPU(non-GPU),0.999999999\n"
                                          "model_test_a_0,attn,1,flash,0.000000001\n"
                                          "model_test_a_0,gemm,2,\"gemm<a,b>\",2\n");
    EXPECT_NE(resultCsv({&exportRun, 1}, Rounding::Original).find("CPU(non-GPU),1,CPU(non-GPU),1\n"),
              std::string::npos);
}

TEST(StageExport, pivotHasAColumnARunAndEndsWithTheSum)
{
    const StageFixture one{{{0, 1'250'000'000, "gemm"}, {2'000'000'000, 500'000'000, "flash"}}};
    const StageFixture two{{{0, 750'000'000, "gemm"}}};
    const StageMapping mapping = flatMapping({{"flash", "attn"}, {"gemm", "gemm"}});
    const std::vector<StageExportRun> runs{exported(one, mapping, "a_0", 2), exported(two, mapping, "b_1", 1)};
    EXPECT_EQ(pivotCsv(runs), "Substage,a_0,b_1\n"
                              "CPU(non-GPU),0.25,0.25\n"
                              "attn,0.5,0\n"
                              "gemm,1.25,0.75\n"
                              "total_elapsed_sec,2,1\n");
}

TEST(StageExport, withTheScriptsRoundingTheSumIsOfRoundedCells)
{
    const StageFixture run{{{0, 4'000'000, "a"}, {1'000'000'000, 4'000'000, "b"}, {2'000'000'000, 4'000'000, "c"}}};
    const StageMapping mapping = flatMapping({{"a", "a"}, {"b", "b"}, {"c", "c"}});
    const StageExportRun exportRun = exported(run, mapping, "x", 0.26);
    EXPECT_EQ(pivotCsv({&exportRun, 1}, Rounding::Original),
              "Substage,x\nCPU(non-GPU),0.3\na,0\nb,0\nc,0\ntotal_elapsed_sec,0.3\n");
    EXPECT_EQ(pivotCsv({&exportRun, 1}),
              "Substage,x\nCPU(non-GPU),0.248\na,0.004\nb,0.004\nc,0.004\ntotal_elapsed_sec,0.26\n");
}

TEST(StageExport, aTotalIsRoundedAsPythonRoundsOneNumber)
{
    const StageFixture run{{{0, 100'000'000, "a"}}};
    const StageExportRun exportRun = exported(run, flatMapping({{"a", "a"}}), "x", 5.55);
    EXPECT_EQ(cells(pivotCsv({&exportRun, 1}, Rounding::Original))[1],
              (std::vector<std::string>{"CPU(non-GPU)", "5.4"}));
}

TEST(StageExport, twoRunsAgreeWithThePublishedAlgorithmToItsRounding)
{
    const std::vector<std::pair<std::string, std::string>> rules{{"gemm", "gemm"}, {"flash", "attn"}, {"", "misc"}};
    const StageMapping mapping = flatMapping({{"gemm", "gemm"}, {"flash", "attn"}, {"", "misc"}});
    std::mt19937 random(11);
    for (size_t rows : {1u, 7u, 99u, 100u, 3000u}) {
        std::vector<StageFixture> fixtures;
        std::vector<StageExportRun> runs;
        std::vector<std::map<std::string, double>> expected;
        for (int r = 0; r < 2; ++r) {
            std::vector<Activity> activities;
            for (size_t k = 0; k < rows; ++k)
                activities.push_back(
                    {static_cast<int64_t>(random() % 40) * 250'000'000 + static_cast<int64_t>(random() % 2),
                     static_cast<int64_t>(random() % 300'000'000),
                     std::vector<std::string>{"gemm", "flash", "x", "gemm_flash"}[random() % 4]});
            fixtures.emplace_back(activities);
            const double total = r ? 12.34 : 0;
            expected.push_back(referencePivot(fixtures.back(), rules, total));
            runs.push_back(exported(fixtures.back(), mapping, "m_e_f_" + std::to_string(r), total));
        }
        const auto table = cells(pivotCsv(runs, Rounding::Original));
        ASSERT_EQ(table.front(), (std::vector<std::string>{"Substage", "m_e_f_0", "m_e_f_1"}));
        EXPECT_EQ(table.back().front(), "total_elapsed_sec");
        for (size_t i = 1; i < table.size(); ++i)
            for (size_t r = 0; r < 2; ++r)
                EXPECT_NEAR(toDouble(table[i][r + 1]), expected[r][table[i][0]], 1e-9) << rows << " " << table[i][0];
    }
}

// The rows of result.csv: instances and elapsed seconds of each name, swept in the simplest way. Starts on a coarse
// grid make ties and full covers; of a tie the first in the file gets the time.
TEST(StageExport, everyRowOfResultCsvIsWhatThePublishedAlgorithmCounts)
{
    const StageMapping mapping = flatMapping({{"gemm", "gemm"}, {".*", "misc"}});
    std::mt19937 random(4);
    for (size_t rows : {1u, 2u, 50u, 2000u}) {
        std::vector<Activity> activities;
        for (size_t k = 0; k < rows; ++k)
            activities.push_back({static_cast<int64_t>(random() % 300) * 1000, static_cast<int64_t>(random() % 4000),
                                  "gemm_" + std::to_string(random() % 9)});
        const StageFixture run(activities);
        std::map<std::string, std::pair<int, int64_t>> expected;
        int64_t reached = INT64_MIN;
        for (size_t i = 0; i < run.gpu.size(); ++i) {
            auto &[instances, elapsed] = expected[std::string(run.pool->view(run.gpu.name[i]))];
            ++instances;
            if (run.gpu.start[i] > reached)
                elapsed += run.gpu.duration[i];
            else if (run.gpu.end(i) > reached)
                elapsed += run.gpu.end(i) - reached;
            reached = std::max(reached, run.gpu.end(i));
        }
        const StageExportRun exportRun = exported(run, mapping, "x", 1);
        const auto table = cells(resultCsv({&exportRun, 1}));
        EXPECT_EQ(table.size(), expected.size() + 2) << "a header, the names, CPU(non-GPU)";
        for (size_t i = 1; i < table.size(); ++i) {
            if (table[i][1] == nonGpuLabel)
                continue;
            const auto &[instances, elapsed] = expected[table[i][3]];
            EXPECT_EQ(table[i][1], "gemm");
            EXPECT_EQ(std::stoi(table[i][2]), instances);
            EXPECT_EQ(std::llround(toDouble(table[i][4]) * 1e9), elapsed) << table[i][3];
        }
    }
}

TEST(StageExport, columnsFollowTheTextBehindTheLastUnderscoreAsInTheScript)
{
    const StageFixture run{{{0, 10, "a"}}};
    const StageMapping mapping = flatMapping({{"a", "a"}});
    std::vector<StageExportRun> runs;
    for (const char *label : {"x_2", "x_10", "x_1"})
        runs.push_back(exported(run, mapping, label, 0));
    EXPECT_EQ(cells(pivotCsv(runs, Rounding::Original))[0],
              (std::vector<std::string>{"Substage", "x_1", "x_10", "x_2"}));
    EXPECT_EQ(cells(pivotCsv(runs))[0], (std::vector<std::string>{"Substage", "x_2", "x_10", "x_1"}));
}

TEST(StageExport, barsAreNamedAsTheScriptNamesThem)
{
    EXPECT_EQ(originalLabel(flatMapping({}), "run.nsys-rep", 3), "model_test_run_3");
    EXPECT_EQ(originalLabel(flatMapping({}), "t.json.gz", 0), "model_test_t.json.gz_0");
}

TEST(StageExport, withoutATotalThereIsNoCpuRow)
{
    const StageFixture run{{{0, 10, "a"}}};
    StageClassifier classifier(run.names);
    const StageExportRun exportRun{"x", classifier.classify(flatMapping({{"a", "a"}})), run.sums(), {}};
    EXPECT_EQ(resultCsv({&exportRun, 1}).find("CPU"), std::string::npos);
}

TEST(WholeFile, anExistingFileIsReplacedOnlyOnRequest)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("out.csv"));
    ASSERT_TRUE(writeWholeFile(path, "one", Existing::Refuse).ok());
    EXPECT_FALSE(writeWholeFile(path, "two", Existing::Refuse).ok());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "one");
    file.close();
    ASSERT_TRUE(writeWholeFile(path, "two", Existing::Replace).ok());
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "two");
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1) << "no temporary file is left";
}

TEST(WholeFile, aFolderThatIsMissingIsAnErrorWithThePath)
{
    const Result<QString> result = writeWholeFile(QStringLiteral("/nonexistent/x/out.csv"), "x", Existing::Refuse);
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().text().contains(QStringLiteral("out.csv")));
}
