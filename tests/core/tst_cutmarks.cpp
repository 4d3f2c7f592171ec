// Numbers that a cut step makes false are marked wherever they stand.

#include "core/analysis/compare/compareruns.h"
#include "core/analysis/compare/differences.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/trust/checks.h"
#include "core/analysis/trust/trust.h"
#include "core/report/comparereport.h"
#include "core/report/stepreport.h"
#include "core/report/tablewriters.h"
#include "core/report/trustreport.h"
#include "tests/core/stepfixture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace ws;
using namespace ws::test;

namespace {

/// Three steps; the work of the last one's second launch is missing.
StepTrace threeSteps()
{
    StepTrace t;
    for (int i = 0; i < 3; ++i)
        t.step("step[DECODE bs=4 toks=4]", 100 * i, 90).launch(i + 1, 100 * i + 5).kernel(i + 1, 100 * i + 10, 20);
    return t;
}

StepTrace cutAtEnd()
{
    return threeSteps().launch(9, 250);
}

ReportTable tableOf(const StepTrace &trace, const StepSource &source = {})
{
    const auto run = trace.run();
    const auto steps = std::make_shared<const Steps>(*findSteps(*run, source));
    ReportTable table = stepReport(run.run, steps);
    addCutColumn(table, cutSteps(*run, *steps));
    addSplitColumns(table, *stepSplits(run->gpu, *steps, defaultCommunication(run->gpu, run->strings)));
    return table;
}

/// Ids of the marked columns of a row.
std::string marked(const ReportTable &table, size_t row)
{
    std::string ids;
    for (const ReportColumn &column : table.columns)
        if (table.isMarked(row, column))
            ids.append(column.id).append(" ");
    return ids;
}

} // namespace

TEST(CutMarks, theWorkOfACutStepIsMarkedAndItsCpuTimeIsNot)
{
    const ReportTable table = tableOf(cutAtEnd());
    EXPECT_EQ(marked(table, 2), "gpu_end_ns gpu_ns gpu_busy_ns share activities tokens_per_s us_per_token compute_ns "
                                "exposed_comm_ns exposed_memcpy_ns idle_ns ");
    EXPECT_EQ(marked(table, 1), "");
    EXPECT_EQ(marked(table, 0), "wall_ns tokens_per_s us_per_token idle_ns ") << "the first one";
    EXPECT_EQ(marked(table, 3), "") << "what is outside any step";
    EXPECT_EQ(table.notes.size(), 1);
}

TEST(CutMarks, workThatGoesOnInTheNextStepsTimeIsSaid)
{
    const auto notes = [](int dur) {
        StepTrace t;
        for (int i = 0; i < 3; ++i)
            t.step("step[DECODE bs=4 toks=4]", 100 * i, 90).launch(i + 1, 100 * i + 5).kernel(i + 1, 100 * i + 10, dur);
        return tableOf(t).notes.join(u'\n').toStdString();
    };
    EXPECT_NE(notes(130).find("a step's own work, which in 2 step(s) goes on after that of the next one has begun"),
              std::string::npos)
        << notes(130);
    EXPECT_EQ(notes(90).find("own work"), std::string::npos);
}

TEST(CutMarks, aWholeStepIsNot)
{
    const ReportTable table = tableOf(threeSteps());
    EXPECT_EQ(marked(table, 1), "");
    EXPECT_EQ(marked(table, 2), "");
    StepTrace one;
    one.step("step[DECODE bs=4 toks=4]", 0, 90).launch(1, 5).kernel(1, 10, 20);
    EXPECT_EQ(marked(tableOf(one), 0), "") << "nothing to compare it with";
    EXPECT_TRUE(tableOf(one).notes.isEmpty());
}

TEST(CutMarks, anAnnotationThatIsCutHasAFalseCpuTime)
{
    StepTrace t = threeSteps();
    t.events += R"(,{"ph":"i","name":"Record Window End","pid":10,"tid":1,"s":"g","ts":250})";
    EXPECT_NE(marked(tableOf(t), 2).find("wall_ns"), std::string::npos);
}

TEST(CutMarks, theLastPeriodOfAnAnchorIsCut)
{
    const ReportTable table = tableOf(threeSteps(), {StepSource::Anchor, QStringLiteral("k")});
    EXPECT_EQ(marked(table, 0), "") << "periods have no first one";
    EXPECT_NE(marked(table, 2).find("wall_ns"), std::string::npos);
}

TEST(CutMarks, textsHaveThemBehindTheNumberAndFilesInAColumn)
{
    const ReportTable table = tableOf(cutAtEnd());
    const std::string text = tableTerminalText(wholeTable(table));
    const QString markdown = tableMarkdown(wholeTable(table));
    EXPECT_EQ(std::count(text.begin(), text.end(), '*'), 11 + 4 + 1) << "and the note\n" << text;
    EXPECT_EQ(markdown.count(u'*'), 11 + 4) << markdown.toStdString();
    const std::string csv = tableCsv(wholeTable(table));
    EXPECT_EQ(csv.find('*'), std::string::npos);
    EXPECT_NE(csv.find(",end,"), std::string::npos);
    EXPECT_NE(csv.find(",first,"), std::string::npos);
    const auto rows = std::make_shared<const std::vector<uint32_t>>(std::vector<uint32_t>{2});
    EXPECT_EQ(marked(withRows(table, rows), 0), marked(table, 2));
}

TEST(CutMarks, aCutStepHasNoPartnerInAComparisonAndItsTimesAreMarked)
{
    StepTrace other; // another recording, not the same one
    for (int i = 0; i < 3; ++i)
        other.step("step[DECODE bs=4 toks=4]", 100 * i, 90).launch(i + 1, 100 * i + 5).kernel(i + 1, 100 * i + 10, 22);
    const auto whole = comparedRun({other.run().run}), cut = comparedRun({cutAtEnd().run().run});
    const ComparedPair pair = *compareRuns(whole, cut);
    const auto table = std::make_shared<const DiffTable>(*differences(*whole, *cut, pair.comparison, DiffBy::Step));
    const ReportTable report = differenceReport(pair.comparison, table);
    size_t marks = 0;
    for (size_t row = 0; row < table->rows.size(); ++row) {
        const DiffRow &step = table->rows[row];
        const std::string ids = marked(report, row);
        EXPECT_EQ(ids.empty(), !step.cutB) << step.key << ": " << ids;
        EXPECT_FALSE(step.cutA);
        if (!step.cutB)
            continue;
        ++marks;
        EXPECT_EQ(step.status, DiffRow::Added);
        EXPECT_NE(ids.find("b_total_ns"), ids.npos) << ids;
        EXPECT_NE(ids.find("delta_ns"), ids.npos) << ids;
        EXPECT_EQ(ids.find("a_total_ns"), ids.npos) << ids;
    }
    EXPECT_EQ(marks, 1U);
    EXPECT_NE(comparisonJson(pair.comparison, *table).dump().find(R"json("cut":"b")json"), std::string::npos);
    EXPECT_NE(tableTerminalText(wholeTable(report)).find("The recording cuts"), std::string::npos);
    const ReportTable kernels = differenceReport(pair.comparison, std::make_shared<const DiffTable>(pair.kernels));
    for (size_t row = 0; row < kernels.rowCount; ++row)
        EXPECT_EQ(marked(kernels, row), "");
}

TEST(StepReport, numbersItsRowsAndHasOneUnitForPlacesAndOneForLengths)
{
    StepTrace trace;
    for (int i = 0; i < 3; ++i) // launched far before it runs
        trace.step("step[DECODE bs=4 toks=4]", 100 * i, 90)
            .launch(i + 1, 100 * i + 5)
            .kernel(i + 1, 20'000 + 100 * i, 20);
    const ReportTable table = tableOf(trace);
    const auto column = [&](const char *id) -> const ReportColumn & {
        return table.columns[size_t(table.columnOf(id))];
    };
    EXPECT_EQ(table.columns.front().id, "number");
    EXPECT_EQ(std::get<int64_t>(table.cell(0, 0)), 1);
    EXPECT_EQ(std::get<int64_t>(table.cell(2, 0)), 3);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.cell(3, 0))) << "what is outside any step";
    EXPECT_EQ(column("start_ns").unit, TimeUnit::Milliseconds);
    EXPECT_EQ(column("gpu_start_ns").unit, TimeUnit::Milliseconds);
    EXPECT_EQ(column("gpu_end_ns").unit, TimeUnit::Milliseconds);
    EXPECT_EQ(column("wall_ns").unit, TimeUnit::Microseconds);
    EXPECT_EQ(column("idle_ns").unit, TimeUnit::Microseconds);
}

namespace {

/// A call each 20 µs; `hasWork` says which of them have a kernel.
std::string callsNamed(const std::string &name, int count, bool (*hasWork)(int))
{
    std::string events;
    for (int i = 0; i < count; ++i) {
        const std::string end = R"(,"args":{"correlation":)" + std::to_string(i + 1) + "}}";
        events += R"({"ph":"X","cat":"foo_runtime","name":")" + name + R"(","pid":9,"tid":1,"dur":5,"ts":)" +
                  std::to_string(20 * i) + end + ',';
        if (hasWork(i))
            events += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"dur":9,"ts":)" +
                      std::to_string(20 * i + 8) + end + ',';
    }
    return events;
}

/// The launches of which there are some, and those before the first work: "50 12".
std::string lostHead(std::string events)
{
    events.back() = ']';
    const auto run = runFromJson("[" + events);
    const LostLaunches lost = lostLaunches(*run.run);
    return std::to_string(lost.launches) + ' ' + std::to_string(lost.before.size());
}

} // namespace

TEST(LostLaunches, aHeadWithoutWorkIsLostWhateverAVendorCallsItsLaunches)
{
    const auto fromTwelve = [](int i) { return i >= 12; };
    for (const char *name : {"cudaLaunchKernel", "launchKernel", "runFunction", "cnInvokeKernel", "cnInvokeKernelEx",
                             "topsLaunchKernel", "aclrtLaunchKernelWithConfig", "rtKernelLaunch", "mcLaunchKernel",
                             "clEnqueueNDRangeKernel", "a vendor's own word"})
        EXPECT_EQ(lostHead(callsNamed(name, 50, fromTwelve)), "50 12") << name;
}

TEST(LostLaunches, aCallThatOftenHasNoKernelIsNoLaunch)
{
    const auto fromTwelveEachThird = [](int i) { return i >= 12 && i % 3; };
    EXPECT_EQ(lostHead(callsNamed("a vendor's own word", 50, fromTwelveEachThird)), "0 0");
    EXPECT_EQ(lostHead(callsNamed("cudaMemsetAsync", 50, [](int i) { return i >= 12; })), "0 0");
    EXPECT_EQ(lostHead(callsNamed("few", 16, [](int i) { return i >= 12; })), "0 0") << "four tell nothing";
}
