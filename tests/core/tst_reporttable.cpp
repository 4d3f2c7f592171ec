#include "core/report/kernelreport.h"
#include "core/report/printedreport.h"
#include "core/report/stepreport.h"
#include "core/report/tablewriters.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace ws;

namespace {

struct Row
{
    std::string name;
    int64_t ns;
    double share;
};

ReportTable table(std::vector<Row> rows)
{
    ReportTable table{QStringLiteral("t"), QStringLiteral("T")};
    setRows<Row>(
        table,
        {{{"name", QStringLiteral("Name"), CellKind::Name}, [](const Row &r) { return std::string_view(r.name); }},
         {{"total_ns", QStringLiteral("Total"), CellKind::Time},
          [](const Row &r) { return r.ns < 0 ? ReportCell() : ReportCell(r.ns); }},
         {{"share", QStringLiteral("Share"), CellKind::Share}, [](const Row &r) { return r.share; }},
         {{"extra", QStringLiteral("Extra"), CellKind::Count, {}, true}, [](const Row &) { return ReportCell(); }}},
        std::make_shared<const std::vector<Row>>(std::move(rows)));
    chooseUnits(table);
    return table;
}

std::shared_ptr<const KernelTable> kernelsOf(const Run &run)
{
    return std::make_shared<const KernelTable>(*kernelTable(run));
}

} // namespace

TEST(ReportTable, csvCarriesRawNumbersUnderIdsAndLeavesOutOptionalColumnsThatNothingIsKnownOf)
{
    EXPECT_EQ(tableCsv(wholeTable(table({{"a,b", 1'500'000, 0.25}, {"c", -1, 1.0 / 3}}))),
              "name,total_ns,share\n\"a,b\",1500000,0.25\nc,,0.3333333333333333\n");
}

TEST(ReportTable, jsonHasTheSameColumnsInItsOwnSpelling)
{
    const auto rows = tableRowsJson(table({{"a", 7, 0.5}, {"b", -1, 0}}));
    EXPECT_EQ(rows.dump(), R"([{"name":"a","totalNs":7,"share":0.5},{"name":"b","totalNs":null,"share":0.0}])");
}

TEST(ReportTable, theTextsForPeopleHaveOneUnitPerColumn)
{
    const ReportTable two = table({{"a|<b>", 15'000'000, 0.25}, {"c", 10'000, 0}});
    EXPECT_EQ(tableMarkdown({two, {0, 1}, {0, 1}}),
              QStringLiteral("| Name | Total (ms) |\n| --- | ---: |\n| a\\|\\<b> | 15.000 |\n| c | 0.010 |\n"));
    EXPECT_EQ(tableTerminalText({two, {0}, {0, 1}}), "Total (ms)  Name\n    15.000  a|<b>\n") << "names stand last";
    ReportTable other = two;
    other.columns[0].kind = CellKind::Text;
    EXPECT_EQ(tableTerminalText({other, {0}, {0, 1}}), "Name   Total (ms)\na|<b>      15.000\n") << "words stay";
}

TEST(ReportTable, aNarrowTerminalLosesTheColumnsThatSayLeastAndIsTold)
{
    ReportTable wide = table({{"a_kernel_of_a_long_name_that_is_shortened", 15'000'000, 0.25}, {"c", 10'000, 0.75}});
    wide.columns[1].summable = true; // the total; the share is not
    const auto longestLine = [](const std::string &text) {
        qsizetype longest = 0;
        for (const QString &line : QString::fromStdString(text).split(u'\n'))
            longest = std::max(longest, line.startsWith(QLatin1String("Left out")) ? 0 : line.size());
        return longest;
    };
    const std::string all = tableTerminalText(wholeTable(wide), 60), few = tableTerminalText(wholeTable(wide), 30);
    EXPECT_LE(longestLine(all), 60);
    EXPECT_NE(all.find("Share"), std::string::npos);
    EXPECT_EQ(all.find("Left out"), std::string::npos);
    EXPECT_LE(longestLine(few), 30) << few;
    EXPECT_NE(few.find("Total (ms)"), std::string::npos);
    EXPECT_NE(few.find("Left out, because the terminal is narrow: Share."), std::string::npos) << few;
    EXPECT_EQ(tableTerminalText(wholeTable(wide)).find("Left out"), std::string::npos) << "a file has any width";
}

TEST(ReportTable, whatIsNoRowStaysOutOfTheRowsOfJson)
{
    const auto run = test::runOfWork({{"0", "7", 0, 3'000, "gemm"}});
    const ReportTable steps = stepReport(run, std::make_shared<const Steps>(*findSteps(*run)));
    EXPECT_TRUE(tableRowsJson(steps).empty());
    EXPECT_NE(tableCsv(wholeTable(steps)).find("\n,(outside any step),"), std::string::npos);
}

TEST(ReportTable, holdsOnToTheRunThatItsNamesComeFrom)
{
    auto run = test::runOfWork({{"0", "7", 0, 3'000, "gemm"}});
    const std::weak_ptr<const ws::Run> watch = run;
    ReportTable kernels = kernelReport(run, kernelsOf(*run));
    run.reset();
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(textOf(kernels.cell(0, 0)), QLatin1String("gemm"));
    kernels = {};
    EXPECT_TRUE(watch.expired()) << "and lets go of it";
}

TEST(ReportTable, aPrintedTableShowsReadableNamesAndGivesFilesItsOwn)
{
    auto run = std::make_shared<ws::Run>();
    Table table;
    table.kind = "nsys";
    table.columns = {{"Name", Unit::Text}};
    table.rows = {{std::string("_Z4gemmPf")}, {std::string("plain")}};
    run->tables.push_back(table);
    const ReportTable report = printedReport(run, 0, {0, 1}, {});
    EXPECT_EQ(std::get<std::string_view>(report.cell(0, 0)), "gemm(float*)");
    EXPECT_EQ(std::get<std::string_view>(report.forFile(0, 0)), "_Z4gemmPf");
    EXPECT_EQ(std::get<std::string_view>(report.cell(1, 0)), "plain");
}

TEST(ReportTable, aNumberBeyondAllBoundsIsShownAsALargeOne)
{
    const ReportColumn time{"t", QStringLiteral("T"), CellKind::Time};
    EXPECT_FALSE(cellText(time, ReportCell(1e300)).isEmpty());
    EXPECT_EQ(cellText(time, ReportCell(std::nan(""))), cellText(time, ReportCell(int64_t(0))));
}

TEST(ReportTable, aTimeThatItsColumnsUnitWouldRoundToNothingKeepsTheUnitOfTheTitle)
{
    const auto text = [](const ReportCell &cell, TimeUnit unit) {
        return cellText({"t", QStringLiteral("T"), CellKind::Time, {}, false, false, unit}, cell).toStdString();
    };
    EXPECT_EQ(text(int64_t(45), TimeUnit::Milliseconds), "0.000045");
    EXPECT_EQ(text(45.9, TimeUnit::Milliseconds), "0.0000459");
    EXPECT_EQ(text(0.25, TimeUnit::Nanoseconds), "0.25");
    EXPECT_EQ(text(int64_t(120'000), TimeUnit::Seconds), "0.00012");
    EXPECT_EQ(text(int64_t(-5'000), TimeUnit::Seconds), "\u22120.000005");
    EXPECT_EQ(text(int64_t(0), TimeUnit::Milliseconds), "0.000") << "nothing is nothing";
    EXPECT_EQ(text(int64_t(500), TimeUnit::Milliseconds), "0.001");
}

TEST(ReportTable, aCellThatIsNoNumberIsShownAsItIs)
{
    for (const CellKind kind : {CellKind::Number, CellKind::Share, CellKind::Time, CellKind::Count, CellKind::Bytes})
        EXPECT_EQ(cellText({"x", {}, kind}, std::string_view("57.5m")).toStdString(), "57.5m");
    EXPECT_EQ(cellText({"x", {}, CellKind::Number}, 3.0).toStdString(), "3");
}

TEST(ReportTable, timesOfOneQuantityHaveTheUnitOfTheLargest)
{
    std::vector<ReportColumn> columns{{"a_ns", QStringLiteral("A"), CellKind::Time},
                                      {"b_ns", QStringLiteral("B"), CellKind::Time},
                                      {"calls", QStringLiteral("Calls"), CellKind::Count},
                                      {"start_ns", QStringLiteral("Start"), CellKind::Time}};
    columns[0].unit = TimeUnit::Milliseconds;
    columns[3].unit = TimeUnit::Seconds;
    shareLargestUnit(columns, {"a_ns", "b_ns", "missing_ns"});
    EXPECT_EQ(columns[1].unit, TimeUnit::Milliseconds);
    EXPECT_EQ(columns[3].unit, TimeUnit::Seconds) << "another quantity";
}

TEST(ReportTable, largeSharesAndSizesHaveSeparators)
{
    ReportColumn column{"share", {}, CellKind::Share};
    EXPECT_EQ(cellText(column, 32.979).toStdString(), "3\u202f297.9");
    column.decimals = 2;
    EXPECT_EQ(cellText(column, -32.97912).toStdString(), "\u22123\u202f297.91");
    column.kind = CellKind::Real;
    EXPECT_EQ(cellText(column, 12345.67).toStdString(), "12\u202f345.7");
}
