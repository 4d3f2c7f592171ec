#include "tests/support/modeltester.h"
#include "tests/support/support.h"
#include "widgets/panels/kernels/kernelmodel.h"
#include "widgets/toolkit/celldelegate.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

std::shared_ptr<const Run> threeKernels()
{
    return test::runOfWork({{"0", "7", 0, 20'000'000, "gemm"},
                            {"0", "7", 20'000'000, 40'000'000, "gemm"},
                            {"0", "7", 60'000'000, 15'000, "a_rather_small_kernel"}});
}

void fill(KernelModel &model, const std::shared_ptr<const Run> &run, const KernelTableOptions &options = {})
{
    model.setTable(run, std::make_shared<const KernelTable>(*kernelTable(*run, options)), options,
                   shortNamesOfWork(*run));
}

QVariant header(const KernelModel &model, int column, int role)
{
    return model.headerData(column, Qt::Horizontal, role);
}

TEST(KernelModel, behavesAsAModelThroughFillingAndEmptying)
{
    KernelModel model;
    test::ModelTester tester(&model);
    fill(model, threeKernels());
    EXPECT_EQ(model.rowCount(), 2);
    fill(model, test::runOfWork({{"0", "7", 0, 10, "other"}}));
    EXPECT_EQ(model.rowCount(), 1);
    model.setTable(nullptr, nullptr, {});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(KernelModel, cellsHoldRawNumbersAndTheDelegateMakesTheText)
{
    KernelModel model;
    fill(model, threeKernels());
    const QModelIndex total = model.index(0, KernelModel::Total);
    EXPECT_EQ(total.data().toLongLong(), 60'000'000);
    EXPECT_EQ(cellText(total), QStringLiteral("60.000"));
    EXPECT_EQ(header(model, KernelModel::Total, Qt::DisplayRole).toString(), QStringLiteral("Total (ms)"));
}

TEST(KernelModel, aTimeColumnHasOneUnitForAllRows)
{
    KernelModel model;
    fill(model, threeKernels());
    EXPECT_EQ(cellText(model.index(1, KernelModel::Total)), QStringLiteral("0.015")); // 15 µs, in ms like the rest
}

TEST(KernelModel, timesOfOneInstanceShareAUnit)
{
    KernelModel model;
    fill(model, test::runOfWork({{"0", "7", 0, 15'000, "gemm"}, {"0", "7", 1'000'000, 40'000'000, "gemm"}}));
    for (const int column : {KernelModel::Min, KernelModel::P50, KernelModel::Max, KernelModel::Mean})
        EXPECT_TRUE(header(model, column, Qt::DisplayRole).toString().endsWith(QStringLiteral("(µs)"))) << column;
    EXPECT_EQ(header(model, KernelModel::Total, Qt::DisplayRole).toString(), QStringLiteral("Total (ms)"));
}

TEST(KernelModel, shareSaysOfWhatInItsToolTipAndAddsUpToOne)
{
    KernelModel model;
    fill(model, threeKernels());
    double sum = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        sum += model.index(row, KernelModel::Share).data().toDouble();
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_FALSE(header(model, KernelModel::Share, Qt::ToolTipRole).toString().isEmpty());
}

TEST(KernelModel, numbersAreRightAlignedAndNamesLeft)
{
    KernelModel model;
    fill(model, threeKernels());
    EXPECT_TRUE(model.index(0, KernelModel::Count).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    EXPECT_TRUE(model.index(0, KernelModel::Name).data(Qt::TextAlignmentRole).toInt() & Qt::AlignLeft);
}

TEST(KernelModel, detailColumnsAreUnknownUntilTheyAreComputed)
{
    KernelModel model;
    fill(model, threeKernels());
    EXPECT_FALSE(model.index(0, KernelModel::IdleBefore).data().isValid());
    KernelTableOptions options;
    options.details = true;
    fill(model, threeKernels(), options);
    EXPECT_TRUE(model.index(0, KernelModel::IdleBefore).data().isValid());
    EXPECT_FALSE(model.index(0, KernelModel::Occupancy).data().isValid()) << "not in the file";
    EXPECT_FALSE(model.index(0, KernelModel::DelayP50).data().isValid()) << "no launches in the file";
}

TEST(KernelModel, longNamesAreShownShortAndKeptWhole)
{
    const std::string name =
        "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<c10::BFloat16>, "
        "std::array<char*, 1ul> >(int, at::native::FillFunctor<c10::BFloat16>, "
        "std::array<char*, 1ul>)";
    KernelModel model;
    fill(model, test::runOfWork({{"0", "7", 0, 10, name.c_str()}}));
    const QModelIndex cell = model.index(0, KernelModel::Name);
    EXPECT_EQ(cell.data().toString().toStdString(), name);
    EXPECT_EQ(cell.data(Qt::ToolTipRole).toString().toStdString(), name);
    EXPECT_LT(cell.data(ColumnModel::ShortRole).toString().size(), 100);
}

} // namespace
} // namespace ws
