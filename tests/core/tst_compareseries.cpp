#include "core/report/seriesreport.h"
#include "tests/core/comparefixture.h"

#include <nlohmann/json.hpp>

namespace ws::test {
namespace {

std::shared_ptr<const ComparedRun> runOf(const std::string &label, int64_t attention, const std::string &extra = {})
{
    Recording recording;
    for (int unit = 0; unit < 12; ++unit) {
        recording.kernel("embed", 20'000 + unit % 5 * 20);
        for (int layer = 0; layer < 5; ++layer)
            recording.kernel("attention", attention + unit % 4 * 10).kernel("mlp", 80'000);
        if (!extra.empty())
            recording.kernel(extra, 9000);
        recording.kernel("head", 30'000).pause(10'000);
    }
    return recording.run(label);
}

std::string line(int64_t medianNs, const std::string &unit = "decode")
{
    return R"({"schema":1,"label":"n","unit":{"kind":"step","name":")" + unit + R"(","count":20},"medianNs":)" +
           std::to_string(medianNs) + R"(,"computeNs":900,"exposedCommNs":0,"exposedMemcpyNs":0,"idleNs":100})" + "\n";
}

std::vector<HistoryRow> historyOf(const std::string &text)
{
    size_t bad = 0;
    return historyRows(readHistory(text, bad));
}

} // namespace

TEST(CompareSeries, eachRunStandsBesideTheBaseline)
{
    const auto series = runSeries({runOf("batch1", 50'000), runOf("batch2", 60'000), runOf("batch4", 70'000, "bias")},
                                  0, DiffBy::Kernel);
    ASSERT_TRUE(series);
    ASSERT_EQ(series->runs.size(), 3u);
    EXPECT_EQ(series->runs[1].verdict, Verdict::Slower);
    EXPECT_EQ(series->rows.front().key, "attention");
    ASSERT_TRUE(series->rows.front().cells[0] && series->rows.front().cells[2]);
    EXPECT_NEAR(series->rows.front().cells[1]->deltaNs, 50'000, 1);
    EXPECT_NEAR(series->rows.front().cells[2]->deltaNs, 100'000, 1);
    const auto bias =
        std::find_if(series->rows.begin(), series->rows.end(), [](const SeriesRow &row) { return row.key == "bias"; });
    ASSERT_NE(bias, series->rows.end());
    EXPECT_FALSE(bias->cells[0]);
    EXPECT_FALSE(bias->cells[1]);
    EXPECT_TRUE(bias->cells[2]);
    const auto table = seriesReport(std::make_shared<const RunSeries>(*series));
    EXPECT_EQ(table.columns.size(), 6u); // name, three runs, two differences
    const auto last = std::make_shared<RunSeries>(*series);
    last->baseline = 2;
    const ReportTable fromLast = seriesReport(last);
    const auto row = size_t(bias - series->rows.begin()) + 1; // behind the unit
    const size_t gone = size_t(fromLast.columnOf("run1_delta_ns"));
    ASSERT_EQ(textOf(fromLast.cell(row, 0)), QStringLiteral("bias"));
    ASSERT_EQ(fromLast.cell(row, gone).index(), ReportCell(int64_t(0)).index()) << "a difference";
    EXPECT_LT(std::get<int64_t>(fromLast.cell(row, gone)), 0) << "it is gone, and takes nothing";
    for (size_t column = 2; column < table.columns.size(); ++column)
        EXPECT_EQ(table.columns[column].unit, table.columns[1].unit) << column;
    EXPECT_EQ(seriesJson(*series)["rows"].size(), series->rows.size());
}

TEST(CompareSeries, columnsAreNamedByWhatDiffersInTheFilesNames)
{
    const auto titles = [](const QStringList &labels) {
        RunSeries series;
        for (const QString &label : labels)
            series.runs.emplace_back().label = label;
        QStringList all;
        for (const ReportColumn &column : seriesReport(std::make_shared<const RunSeries>(series)).columns)
            if (column.id.starts_with("run") && !column.id.ends_with("_delta_ns"))
                all << column.title;
        return all.join(u'|').toStdString();
    };
    EXPECT_EQ(titles({QStringLiteral("ocr_sam_kern_sum.csv"), QStringLiteral("ocr_clip_kern_sum.csv")}),
              "ocr_sam|ocr_clip");
    EXPECT_EQ(titles({QStringLiteral("batch8.json"), QStringLiteral("batch18.json")}), "batch8|batch18")
        << "words stay whole";
    EXPECT_EQ(titles({QStringLiteral("a.json"), QStringLiteral("b.csv")}), "a.json|b.csv");
    EXPECT_EQ(titles({QStringLiteral("a.json"), QStringLiteral("old.a.json")}), "a|old.a");
    EXPECT_EQ(titles({QStringLiteral(".json"), QStringLiteral("a.json")}), ".json|a.json") << "one would have no name";
    EXPECT_EQ(titles({QStringLiteral("a.json")}), "a.json");
}

TEST(CompareSeries, runsAreOrderedByTheNumberBehindAWord)
{
    EXPECT_EQ(numberBehind(QStringLiteral("run_batch32.json"), QStringLiteral("batch")), 32);
    EXPECT_EQ(numberBehind(QStringLiteral("Batch=1.5"), QStringLiteral("batch")), 1.5);
    EXPECT_FALSE(numberBehind(QStringLiteral("b32"), QStringLiteral("batch")));
    EXPECT_EQ(orderByKey(QStringLiteral("batch16 none batch2 batch8").split(u' '), QStringLiteral("batch")),
              (std::vector<size_t>{2, 3, 0, 1}));
}

TEST(CompareSeries, aLineOfHistoryIsReadAgain)
{
    const auto run = runOf("nightly", 50'000);
    size_t bad = 0;
    const auto entries = readHistory(historyLine(*run).dump() + "\n{ \"cut", bad);
    ASSERT_EQ(entries.size(), 1u);
    EXPECT_EQ(bad, 1u);
    EXPECT_EQ(entries[0].label, QStringLiteral("nightly"));
    const ComparedPair self = compared(run, run);
    EXPECT_EQ(entries[0].medianNs, self.comparison.unit.a.wall.medianNs);
    EXPECT_EQ(entries[0].mean.computeNs, self.comparison.explanation.a.computeNs);
}

TEST(CompareSeries, whatLeavesTheBandOfTheLastTwentyIsMarked)
{
    std::string text;
    for (int k = 0; k < 25; ++k)
        text += line(100'000 + k % 5 * 100);
    std::vector<HistoryRow> rows = historyOf(text + line(104'000) + line(96'000) + line(100'200));
    EXPECT_EQ(rows[7].state, HistoryRow::TooFew);
    EXPECT_EQ(rows[8].state, HistoryRow::Inside);
    EXPECT_EQ(rows[25].state, HistoryRow::Above);
    EXPECT_EQ(rows[26].state, HistoryRow::Below);
    EXPECT_EQ(rows[27].state, HistoryRow::Inside);
}

TEST(CompareSeries, onlyEntriesOfTheSameUnitMakeTheBand)
{
    std::string text;
    for (int k = 0; k < 20; ++k)
        text += line(100'000, k < 15 ? "prefill" : "decode");
    EXPECT_EQ(historyOf(text + line(200'000, "decode")).back().state, HistoryRow::TooFew);
    EXPECT_EQ(historyOf(text + line(200'000, "prefill")).back().state, HistoryRow::Above);
}

TEST(CompareSeries, anOldLevelIsForgottenAfterTwentyRuns)
{
    std::string text;
    for (int k = 0; k < 10; ++k)
        text += line(100'000);
    for (int k = 0; k < 21; ++k)
        text += line(200'000);
    const std::vector<HistoryRow> rows = historyOf(text);
    EXPECT_EQ(rows[10].state, HistoryRow::Above);
    EXPECT_EQ(rows.back().state, HistoryRow::Inside);
}

} // namespace ws::test
