#include "core/report/diagnosticreport.h"
#include "core/report/rangereport.h"
#include "tests/support/modeltester.h"
#include "tests/support/support.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/reportmodel.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

TEST(RangeReport, behavesAsAModelAndSharesAreOfTheSum)
{
    const auto run = test::runOfWork({{"0", "7", 0, 30, "a"}, {"0", "7", 30, 10, "b"}});
    const uint32_t track = run->gpu.streams.front().track;
    const auto stats = std::make_shared<const RangeStats>(
        *rangeStats(run->timeline, lanesOf(run->timeline, std::span(&track, 1)), {0, 40}));
    ReportModel model(rangeReport(nullptr, nullptr));
    test::ModelTester tester(&model);
    model.setTable(rangeReport(run, stats));
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_DOUBLE_EQ(model.index(0, model.columnOf("share")).data().toDouble(), 0.75);
    EXPECT_EQ(cellText(model.index(0, model.columnOf("share"))), QStringLiteral("75.0"));
    model.setTable(rangeReport(nullptr, nullptr));
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(DiagnosticReport, showsKindCountPlaceAndMessage)
{
    const auto run = test::runFromJson(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2,"args":{"device":0,"stream":7}},
        {"ph":"X","name":"no time","pid":0,"tid":7},
        {"ph":"X","cat":"kernel","name":"cut)");
    ASSERT_TRUE(run);
    ASSERT_FALSE(run->diagnostics.empty());
    ReportModel model(diagnosticReport(nullptr));
    test::ModelTester tester(&model);
    model.setTable(diagnosticReport(run.run));
    ASSERT_EQ(model.rowCount(), static_cast<int>(run->diagnostics.all().size()));
    for (int row = 0; row < model.rowCount(); ++row) {
        const Diagnostic &line = run->diagnostics.all()[static_cast<size_t>(row)];
        EXPECT_EQ(model.index(row, model.columnOf("kind")).data().toString().toStdString(), line.kind);
        EXPECT_EQ(model.index(row, model.columnOf("count")).data().toULongLong(), line.count);
        EXPECT_EQ(model.index(row, model.columnOf("first_byte")).data().isValid(), line.firstOffset >= 0);
        EXPECT_FALSE(model.index(row, model.columnOf("message")).data().toString().isEmpty());
    }
    model.setTable(diagnosticReport(nullptr));
    EXPECT_EQ(model.rowCount(), 0);
}

} // namespace
} // namespace ws
