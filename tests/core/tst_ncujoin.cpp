// Rows of ncu and the kernels of a timeline: paired by name and order of launch.

#include "core/analysis/ncu/ncujoin.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <sstream>

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
    EXPECT_EQ(joinNcu(tableOf({{"f<int>(T1)"}, {"f<double>(T1)"}}), *run).activityOfRow, (Pairs{0, NcuJoin::alone}))
        << "f<float> is another kernel";
}

TEST(NcuJoin, unlikeKernelsOfOneCommonNameAreNotJoined)
{
    const std::string returned = "std::enable_if<(((int)1)>((int)0)), void>::type ";
    const std::string own = returned + "a::kernel<int>(float *)", other = returned + "b::kernel<float>(float *)";
    const auto run = runOfWork({{"0", "7", 0, 1, own.c_str()}});
    EXPECT_EQ(joinNcu(tableOf({{own, "0"}}), *run).joined, 1u);
    EXPECT_EQ(joinNcu(tableOf({{"kernel<int>(float *)", "0"}}), *run).joined, 1u) << "ncu leaves out the namespace";
    EXPECT_EQ(joinNcu(tableOf({{"kernel", "0"}}), *run).joined, 1u);
    EXPECT_EQ(joinNcu(tableOf({{other, "0"}}), *run).joined, 0u);
    EXPECT_EQ(joinNcu(tableOf({{"kernel<float>(float *)", "0"}}), *run).joined, 0u);
    EXPECT_EQ(joinNcu(tableOf({{"b::kernel", "0"}}), *run).joined, 0u);
}

TEST(NcuJoin, unlikeKernelsOfOneCommonNameAreToldApartWhereEachHasItsRow)
{
    const auto run = runOfWork({{"0", "7", 0, 50, "void ns::r<int, f()::{lambda(int)#1}>(int)"},
                                {"0", "7", 100, 7, "void ns::r<float, f()::{lambda(int)#1}>(int)"}});
    EXPECT_EQ(
        joinNcu(tableOf({{"r<float, [lambda(int) (instance 1)]>(T1)"}, {"r<int, [lambda(int) (instance 1)]>(T1)"}}),
                *run)
            .activityOfRow,
        (Pairs{1, 0}));
}

TEST(NcuJoin, theTypeOfAConstantIsWrittenBeforeOrBehindIt)
{
    const auto run =
        runOfWork({{"0", "7", 0, 1, "void at::fill<4, at::F<float>, std::array<char*, 1ul> >(int)"},
                   {"0", "7", 10, 1, "void fused<float, 128, true, false, (at::native::MODE)1>(float*)"},
                   {"0", "7", 20, 1, "void fused<float, 128, false, false, (at::native::MODE)1>(float*)"}});
    EXPECT_EQ(joinNcu(tableOf({{"void at::fill<(int)4, at::F<float>, std::array<char *, (unsigned long)1>>(int)"},
                               {"void fused<float, (int)128, (bool)0, (bool)0, (at::native::MODE)1>(float *)"},
                               {"void fused<float, (int)128, (bool)1, (bool)0, (at::native::MODE)1>(float *)"}}),
                      *run)
                  .activityOfRow,
              (Pairs{0, 2, 1}));
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
    EXPECT_TRUE(joinNcu(table, *run).isOfOneProgram());
    EXPECT_FALSE(joinNcu(tableOf({{"k", "0", "(5, 1, 1)", "(64, 1, 1)"}}), *run).isOfOneProgram()) << "no grid agrees";
    EXPECT_FALSE(joinNcu(tableOf({{"other", "0"}}), *run).isOfOneProgram());
    EXPECT_TRUE(joinNcu(tableOf({{"k", "0"}, {"other", "0"}}), *run).isOfOneProgram()) << "half of the rows";
    EXPECT_FALSE(joinNcu(tableOf({{"k", "0"}, {"other", "0"}, {"more", "0"}}), *run).isOfOneProgram())
        << "a common name of two programs";
    EXPECT_TRUE(joinNcu(tableOf({{"k", "0"}}), *run).isOfOneProgram()) << "a table without grids";
}

TEST(NcuJoin, emptyTablesAndRunsPairNothing)
{
    EXPECT_EQ(joinNcu(tableOf({}), *runOfWork({})).joined, 0U);
    EXPECT_EQ(joinNcu(Table(), *runOfWork({{"0", "7", 0, 1, "k"}})).kernelsAlone, 1U);
    EXPECT_EQ(joinNcu(tableOf({{""}, {"k"}}), *runOfWork({})).rowsAlone, 2U);
}

namespace {

/// "a b a" as launches, one after the other; "a:8" with a grid of 8 blocks.
std::string traceOf(const std::string &launches)
{
    std::string json = "[";
    int64_t at = 0;
    std::istringstream words(launches);
    for (std::string word; words >> word; at += 10) {
        const size_t colon = word.find(':');
        const std::string grid =
            colon == std::string::npos ? "" : R"(,"grid":[)" + word.substr(colon + 1) + R"(,1,1],"block":[64,1,1])";
        json += (json.size() > 1 ? ",\n" : "");
        json += R"({"ph":"X","cat":"kernel","name":")";
        json += word.substr(0, colon);
        json += R"(","pid":0,"tid":7,"dur":1,"ts":)";
        json += std::to_string(at);
        json += R"(,"args":{"device":0,"stream":7)";
        json += grid;
        json += "}}";
    }
    return json + "]";
}

Table rowsOf(const std::string &rows)
{
    std::vector<Row> list;
    std::istringstream words(rows);
    for (std::string word; words >> word;) {
        const size_t colon = word.find(':');
        if (colon == std::string::npos)
            list.push_back({word});
        else
            list.push_back({word.substr(0, colon), "0", "(" + word.substr(colon + 1) + ", 1, 1)", "(64, 1, 1)"});
    }
    return tableOf(list);
}

NcuJoin joinOf(const std::string &rows, const std::string &launches)
{
    const auto run = runFromJson(traceOf(launches));
    EXPECT_TRUE(run);
    return joinNcu(rowsOf(rows), *run);
}

} // namespace

TEST(NcuJoin, skippedLaunchesAreFoundOut)
{
    const NcuJoin join = joinOf("gemm norm gemm softmax", "gemm gemm norm norm gemm norm gemm softmax gemm norm");
    EXPECT_EQ(join.activityOfRow, (Pairs{4, 5, 6, 7}));
    EXPECT_TRUE(join.placed);
    EXPECT_EQ(join.places, 1U);
    EXPECT_EQ(join.launchesBefore, 4U);
    EXPECT_EQ(join.kernelsAlone, 6U);
}

TEST(NcuJoin, ofAFilterByNameOnlyLaunchesOfThoseNamesCount)
{
    const NcuJoin join = joinOf("gemm gemv gemv", "gemm x gemv y gemm z z gemv x gemv y gemm x");
    EXPECT_EQ(join.activityOfRow, (Pairs{4, 7, 9}));
    EXPECT_EQ(join.launchesBefore, 2U) << "of the names that have rows";
    EXPECT_EQ(join.places, 1U);
}

TEST(NcuJoin, aLoopFitsAtEveryTurn)
{
    const NcuJoin join = joinOf("a b c", "x a b c a b c a b c");
    EXPECT_EQ(join.activityOfRow, (Pairs{1, 2, 3}));
    EXPECT_TRUE(join.placed);
    EXPECT_EQ(join.places, 3U);
    EXPECT_EQ(join.launchesBefore, 0U);
}

TEST(NcuJoin, gridsTellTheTurnsOfALoopApart)
{
    const NcuJoin join = joinOf("a:4 b:6 c:4", "a:4 b:5 c:4 a:4 b:6 c:4 a:4 b:7 c:4");
    EXPECT_EQ(join.activityOfRow, (Pairs{3, 4, 5}));
    EXPECT_EQ(join.places, 1U);
    EXPECT_EQ(join.gridsDiffer, 0U);
}

TEST(NcuJoin, namesAloneDecideWhereNoGridFits)
{
    const NcuJoin join = joinOf("a:1 b:1 c:1 c:1", "b:2 a:2 c:2 a:2 b:2 c:2 c:2 a:2");
    EXPECT_EQ(join.activityOfRow, (Pairs{3, 4, 5, 6}));
    EXPECT_EQ(join.places, 1U);
    EXPECT_EQ(join.gridsDiffer, 4U);
    EXPECT_EQ(joinOf("a:1 b:1 c:1", "c a b c").activityOfRow, (Pairs{1, 2, 3})) << "no grids in the timeline";
}

TEST(NcuJoin, rowsInNoOrderOfTheTimelineTakeTheFirstLaunchOfTheirNameAndGrid)
{
    const NcuJoin join = joinOf("c:9 a:5 b:1", "a:4 b:1 a:5 c:8 b:1 c:9 a:5");
    EXPECT_EQ(join.activityOfRow, (Pairs{5, 2, 1}));
    EXPECT_FALSE(join.placed);
    EXPECT_EQ(join.launchesBefore, 0U);
}

TEST(NcuJoin, aTimelineOfAPartTakesTheRowsOfThatPart)
{
    const NcuJoin join = joinOf("x a b a a c b x", "a a c b");
    EXPECT_EQ(join.activityOfRow, (Pairs{alone, alone, alone, 0, 1, 2, 3, alone}));
    EXPECT_EQ(join.places, 1U);
    EXPECT_EQ(join.launchesBefore, 0U);
}

TEST(NcuJoin, aLaunchMoreInOneOfTheFilesDoesNotMoveTheOtherNames)
{
    const NcuJoin join = joinOf("a b c d e f g h i k a b", "x a b z c d e f g h i k extra a b a");
    EXPECT_EQ(join.activityOfRow, (Pairs{1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14}));
}

TEST(NcuJoin, streamsDoNotDisturbTheOrderOfLaunches)
{
    const auto run = runFromJson(R"([
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":0,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":4,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":6,"dur":1,"args":{"correlation":4}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":10,"dur":1,"args":{"device":0,"stream":8,"correlation":2}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":20,"dur":1,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":30,"dur":1,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":40,"dur":1,"args":{"device":0,"stream":8,"correlation":4}}])");
    ASSERT_TRUE(run);
    const NcuJoin join = joinNcu(rowsOf("a b"), *run);
    EXPECT_EQ(join.activityOfRow, (Pairs{1, 0}));
    EXPECT_EQ(join.places, 2U);
}
