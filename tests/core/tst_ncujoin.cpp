// Rows of ncu and the kernels of a timeline: paired by name and order of launch.

#include "core/tables/ncujoin.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using ws::test::runFromJson;
using ws::test::runOfWork;

namespace {

struct Row
{
    std::string name, device = "0", grid = {}, block = {};
};

Table tableOf(const std::vector<Row> &rows)
{
    Table table;
    table.kind = "ncu-kernels";
    table.columns = {{"ID", Unit::Text},
                     {"Kernel", Unit::Text},
                     {"Grid", Unit::Text},
                     {"Block", Unit::Text},
                     {"Device", Unit::Text}};
    for (const Row &row : rows)
        table.rows.push_back({std::to_string(table.rows.size()), row.name, row.grid, row.block, row.device});
    return table;
}

constexpr uint32_t alone = NcuJoin::alone;
using Pairs = std::vector<uint32_t>;

} // namespace

TEST(NcuJoin, theKthRowOfANameIsTheKthLaunchOfThatName)
{
    const auto run = runOfWork(
        {{"0", "7", 0, 1, "gemm"}, {"0", "7", 10, 1, "norm"}, {"0", "8", 20, 1, "gemm"}, {"0", "7", 30, 1, "gemm"}});
    const NcuJoin join = joinNcu(tableOf({{"gemm"}, {"gemm"}, {"norm"}, {"norm"}, {"softmax"}}), *run);
    EXPECT_EQ(join.activityOfRow, (Pairs{0, 2, 1, alone, alone}));
    EXPECT_EQ(join.joined, 3U);
    EXPECT_EQ(join.rowsAlone, 2U);
    EXPECT_EQ(join.kernelsAlone, 1U);
    EXPECT_EQ(join.rowOf(2), 1U);
    EXPECT_EQ(join.rowOf(3), std::nullopt);
}

TEST(NcuJoin, aBareFunctionNameFindsTheSignature)
{
    const auto run =
        runOfWork({{"0", "7", 0, 1, "void at::native::(anonymous namespace)::fill<4, float>(int, float *)"},
                   {"0", "7", 10, 1, "void vllm::norm<c10::Half>(c10::Half*)"}});
    EXPECT_EQ(joinNcu(tableOf({{"norm"}, {"fill"}}), *run).activityOfRow, (Pairs{1, 0}));
}

TEST(NcuJoin, aSignatureFindsABareName)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "fill"}, {"0", "7", 10, 1, "fill"}});
    EXPECT_EQ(joinNcu(tableOf({{"void ns::fill<4>(int)"}, {"void ns::fill<8>(int)"}}), *run).activityOfRow,
              (Pairs{0, 1}));
}

TEST(NcuJoin, templateArgumentsTellKernelsApartWhereBothFilesHaveThem)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "void f<int>(int)"},
                                {"0", "7", 10, 1, "void f<float>(float)"},
                                {"0", "7", 20, 1, "void f<int>(int)"}});
    EXPECT_EQ(joinNcu(tableOf({{"f<float>(T1)"}, {"f< int >(T1)"}, {"f<int>(T1)"}}), *run).activityOfRow,
              (Pairs{1, 0, 2}));
    EXPECT_EQ(joinNcu(tableOf({{"f<int>(T1)"}, {"f<double>(T1)"}}), *run).activityOfRow, (Pairs{0, 1}))
        << "a signature that is nowhere takes a launch of the name that no row claims";
}

TEST(NcuJoin, ncuLeavesNamespacesAndCastsOut)
{
    const auto run = runOfWork(
        {{"0", "7", 0, 1,
          "std::enable_if<!T7, void>::type internal::gemvx::kernel<int, x::P<y::Q>, (bool)0, (int)-9>(T13)"},
         {"0", "7", 10, 1,
          "std::enable_if<!T7, void>::type internal::gemvx::kernel<int, x::P<y::Q>, (bool)1, (int)7>(T13)"},
         {"0", "7", 20, 1,
          "void at::native::vectorized_elementwise_kernel<(int)4, at::f(at::I &)::[lambda() (instance 1)]>(int)"}});
    EXPECT_EQ(
        joinNcu(
            tableOf(
                {{"enable_if<!T7, void>::type kernel<int, P<Q>, 1, 7>(T13)"},
                 {"enable_if<!T7, void>::type kernel<int, P<Q>, 0, -9>(T13)"},
                 {"void vectorized_elementwise_kernel<4, unnamed>::silu(I &)::[lambda() (instance 1)]::operator ()() "
                  "lambda() (instance 6)], array<char *, 2>>(int)"}}),
            *run)
            .activityOfRow,
        (Pairs{1, 0, 2}));
}

TEST(NcuJoin, copiesAreNoKernels)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "Memcpy HtoD"}, {"0", "7", 10, 1, "k"}});
    const NcuJoin join = joinNcu(tableOf({{"Memcpy HtoD"}, {"k"}}), *run);
    EXPECT_EQ(join.activityOfRow, (Pairs{alone, 1}));
    EXPECT_EQ(join.kernelsAlone, 0U);
}

TEST(NcuJoin, devicesAreKeptApartWhenEveryRowNamesOne)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "k"}, {"1", "7", 5, 1, "k"}, {"0", "7", 10, 1, "k"}});
    EXPECT_EQ(joinNcu(tableOf({{"k", "1"}, {"k", "0"}, {"k", "0"}}), *run).activityOfRow, (Pairs{1, 0, 2}));
    EXPECT_EQ(joinNcu(tableOf({{"k", "9"}, {"k", "0"}}), *run).activityOfRow, (Pairs{0, 1}));
}

TEST(NcuJoin, countsPairsWhoseGridsDiffer)
{
    const auto run = runFromJson(R"([
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":1,"args":{"device":0,"stream":7,"grid":[8,1,1],"block":[64,1,1]}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":1,"args":{"device":0,"stream":7,"grid":[9,1,1],"block":[64,1,1]}}])");
    ASSERT_TRUE(run);
    const Table table = tableOf({{"k", "0", "(8, 1, 1)", "(64, 1, 1)"}, {"k", "0", "(8, 1, 1)", "(64, 1, 1)"}});
    EXPECT_EQ(joinNcu(table, *run).gridsDiffer, 1U);
}

TEST(NcuJoin, emptyTablesAndRunsPairNothing)
{
    EXPECT_EQ(joinNcu(tableOf({}), *runOfWork({})).joined, 0U);
    EXPECT_EQ(joinNcu(Table(), *runOfWork({{"0", "7", 0, 1, "k"}})).kernelsAlone, 1U);
    EXPECT_EQ(joinNcu(tableOf({{""}, {"k"}}), *runOfWork({})).rowsAlone, 2U);
}
