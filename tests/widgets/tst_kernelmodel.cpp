#include "core/report/kernelreport.h"
#include "tests/support/modeltester.h"
#include "tests/support/support.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/shortnames.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

std::shared_ptr<const Run> threeKernels()
{
    return test::runOfWork({{"0", "7", 0, 20'000'000, "gemm"},
                            {"0", "7", 20'000'000, 40'000'000, "gemm"},
                            {"0", "7", 60'000'000, 15'000, "a_rather_small_kernel"}});
}

ReportTable kernels(const std::shared_ptr<const Run> &run, const KernelTableOptions &options = {})
{
    return kernelReport(run, std::make_shared<const KernelTable>(*kernelTable(*run, options)), options);
}

QModelIndex cell(const ReportModel &model, int row, std::string_view id)
{
    return model.index(row, model.columnOf(id));
}

QVariant header(const ReportModel &model, std::string_view id, int role)
{
    return model.headerData(model.columnOf(id), Qt::Horizontal, role);
}

TEST(KernelReport, behavesAsAModelThroughFillingAndEmptying)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    test::ModelTester tester(&model);
    model.setTable(kernels(threeKernels()));
    EXPECT_EQ(model.rowCount(), 2);
    model.setTable(kernels(test::runOfWork({{"0", "7", 0, 10, "other"}})));
    EXPECT_EQ(model.rowCount(), 1);
    model.setTable(kernelReport(nullptr, nullptr));
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(KernelReport, cellsHoldRawNumbersAndTheDelegateMakesTheText)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    model.setTable(kernels(threeKernels()));
    const QModelIndex total = cell(model, 0, "total_ns");
    EXPECT_EQ(total.data().toLongLong(), 60'000'000);
    EXPECT_EQ(cellText(total), QStringLiteral("60.000"));
    EXPECT_EQ(header(model, "total_ns", Qt::DisplayRole).toString(), QStringLiteral("Total (ms)"));
}

TEST(KernelReport, aTimeColumnHasOneUnitForAllRows)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    model.setTable(kernels(threeKernels()));
    EXPECT_EQ(cellText(cell(model, 1, "total_ns")), QStringLiteral("0.015")); // 15 µs, in ms like the rest
}

TEST(KernelReport, timesOfOneInstanceShareAUnit)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    model.setTable(
        kernels(test::runOfWork({{"0", "7", 0, 15'000, "gemm"}, {"0", "7", 1'000'000, 40'000'000, "gemm"}})));
    for (const char *column : {"min_ns", "p50_ns", "max_ns", "mean_ns"})
        EXPECT_TRUE(header(model, column, Qt::DisplayRole).toString().endsWith(QStringLiteral("(µs)"))) << column;
    EXPECT_EQ(header(model, "total_ns", Qt::DisplayRole).toString(), QStringLiteral("Total (ms)"));
}

TEST(KernelReport, shareSaysOfWhatInItsToolTipAndAddsUpToOne)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    model.setTable(kernels(threeKernels()));
    double sum = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        sum += cell(model, row, "share").data().toDouble();
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_FALSE(header(model, "share", Qt::ToolTipRole).toString().isEmpty());
}

TEST(KernelReport, numbersAreRightAlignedAndNamesLeft)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    model.setTable(kernels(threeKernels()));
    EXPECT_TRUE(cell(model, 0, "count").data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    EXPECT_TRUE(cell(model, 0, "name").data(Qt::TextAlignmentRole).toInt() & Qt::AlignLeft);
}

TEST(KernelReport, detailColumnsAreUnknownUntilTheyAreComputed)
{
    ReportModel model(kernelReport(nullptr, nullptr));
    model.setTable(kernels(threeKernels()));
    EXPECT_FALSE(cell(model, 0, "idle_before_ns").data().isValid());
    KernelTableOptions options;
    options.details = true;
    model.setTable(kernels(threeKernels(), options));
    EXPECT_TRUE(cell(model, 0, "idle_before_ns").data().isValid());
    EXPECT_FALSE(cell(model, 0, "achieved_occupancy").data().isValid()) << "not in the file";
    EXPECT_FALSE(cell(model, 0, "launch_delay_p50_ns").data().isValid()) << "no launches in the file";
}

TEST(KernelReport, longNamesAreShownShortAndKeptWhole)
{
    const std::string name =
        "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<c10::BFloat16>, "
        "std::array<char*, 1ul> >(int, at::native::FillFunctor<c10::BFloat16>, "
        "std::array<char*, 1ul>)";
    ReportModel model(kernelReport(nullptr, nullptr));
    const auto run = test::runOfWork({{"0", "7", 0, 10, name.c_str()}});
    ReportTable table = kernels(run);
    table.shortName = [run, names = shortNamesOfWork(*run)](size_t) { return names->value(run->gpu.name[0]); };
    model.setTable(std::move(table));
    const QModelIndex shown = cell(model, 0, "name");
    EXPECT_EQ(shown.data().toString().toStdString(), name);
    EXPECT_LT(shown.data(ReportModel::ShortRole).toString().size(), 100);
}

} // namespace
} // namespace ws
