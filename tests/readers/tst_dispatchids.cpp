// rocprofv3 numbers the dispatches of a process one after the other: numbers that are not in the file are kernels that
// are not in it.

#include "core/analysis/trust/trust.h"
#include "core/report/trustreport.h"
#include "tests/support/database.h"
#include "tests/support/rocpdgen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <functional>

namespace tst_dispatchids {

using namespace ws;
using namespace ws::test;

namespace {

using Keep = std::function<bool(int)>;

bool all(int)
{
    return true;
}

/// Kernels 1 to 200 of which some are in the file, over two agents; `process`: a column "Process_Id" that they get.
std::string rows(const Keep &keep, int first = 1, int last = 200, const std::string &process = {})
{
    std::string text;
    for (int id = first; id <= last; ++id)
        if (keep(id))
            text += "\"KERNEL_DISPATCH\",\"Agent " + std::to_string(id % 2 + 1) + "\",1," + std::to_string(id) +
                    ",\"gemm\"," + std::to_string(1000 * id) + ',' + std::to_string(1000 * id + 100) +
                    (process.empty() ? "" : ',' + process) + '\n';
    return text;
}

std::string header(const std::string &more = {})
{
    return "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Dispatch_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\"" +
           more + '\n';
}

const Diagnostic *found(const RunResult &run)
{
    return run->diagnostics.find("missing-dispatches");
}

const Diagnostic *foundIn(const std::string &csv)
{
    static RunResult run;
    run = runFromJson(csv);
    EXPECT_TRUE(run);
    return found(run);
}

} // namespace

TEST(DispatchIds, missingOnesTakeIdleTimeItsCausesAndCountsAway)
{
    const RunResult run = runFromJson(header() + rows([](int id) { return id == 4 || id % 40 == 0; }));
    ASSERT_TRUE(run);
    ASSERT_TRUE(found(run));
    const auto findings = *trustFindings(*run, Steps());
    const TrustFinding *finding = findTrust(findings, "missing-dispatches");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->count, 191u);
    EXPECT_EQ(finding->of, 197u) << "from the first number in the file to the last";
    EXPECT_TRUE(isWithheld(&findings, GpuIdle) && isWithheld(&findings, GapCauses) && isWithheld(&findings, GpuCounts));
    EXPECT_EQ(trustExtent(*finding), QStringLiteral("That is so for 191 of 197 dispatches."));
    EXPECT_EQ(fitOf(*run, findings).verdict, FitVerdict::No);
}

TEST(DispatchIds, aFileWithAllOfThemSaysNothing)
{
    EXPECT_FALSE(foundIn(header() + rows(all)));
    EXPECT_FALSE(foundIn(header() + rows(all, 4673, 5800))) << "what ran before is not of the recording";
    EXPECT_FALSE(foundIn(header() + rows([](int id) { return id % 2; }, 1, 40))) << "19 of 39: few";
    EXPECT_FALSE(foundIn(header() + rows([](int id) { return id % 60; }, 1, 2000))) << "a sixtieth";
    EXPECT_TRUE(foundIn(header() + rows([](int id) { return id % 40; }, 1, 2000))) << "a fortieth";
    EXPECT_FALSE(foundIn("\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\"\n"
                         "\"KERNEL_DISPATCH\",1,\"a\",10,20\n\"KERNEL_DISPATCH\",1,\"b\",3000,4000\n"))
        << "no numbers";
}

TEST(DispatchIds, eachProcessHasNumbersOfItsOwn)
{
    const auto half = [](int id) { return id > 100; };
    const std::string processes = header(",\"Process_Id\"");
    EXPECT_FALSE(foundIn(processes + rows(all, 1, 200, "7") + rows(all, 5000, 5200, "8")));
    EXPECT_TRUE(
        foundIn(processes + rows(all, 1, 2000, "7") + rows([](int id) { return id > 75 || id < 50; }, 1, 100, "8")))
        << "a process with few dispatches is not lost among others";
    EXPECT_FALSE(foundIn(header() + rows(half) + rows(half) + rows(all, 700, 701)))
        << "numbers come twice: rows of several processes that the file does not tell apart";
}

TEST(DispatchIds, aRowWithoutATimeIsThere)
{
    std::string text = header() + rows([](int id) { return id < 80 || id > 120; });
    for (int id = 80; id <= 120; ++id)
        text += "\"KERNEL_DISPATCH\",\"Agent 1\",1," + std::to_string(id) + ",\"gemm\",,\n";
    EXPECT_FALSE(foundIn(text));
}

TEST(DispatchIds, thoseOfJsonAreLookedAtToo)
{
    const auto json = [](const Keep &keep) {
        std::string records;
        for (int id = 1; id <= 200; ++id)
            if (keep(id))
                records += std::string(records.empty() ? "" : ",") + R"({"start_timestamp":)" +
                           std::to_string(1000 * id) + R"(,"end_timestamp":)" + std::to_string(1000 * id + 100) +
                           R"(,"dispatch_info":{"kernel_id":7,"dispatch_id":)" + std::to_string(id) + "}}";
        return R"({"rocprofiler-sdk-tool":[{"metadata":{"pid":1},"kernel_symbols":[{"kernel_id":7,)"
               R"("formatted_kernel_name":"gemm"}],"buffer_records":{"kernel_dispatch":[)" +
               records + "]}}]}";
    };
    const RunResult whole = runFromJson(json(all)), part = runFromJson(json([](int id) { return id % 3 == 1; }));
    ASSERT_TRUE(whole && part);
    EXPECT_EQ(part->gpu.size(), 67u);
    EXPECT_FALSE(found(whole));
    ASSERT_TRUE(found(part));
    EXPECT_EQ(found(part)->count, 132u);
    EXPECT_EQ(found(part)->of, 199u);
}

TEST(DispatchIds, thoseOfDatabasesAreLookedAtToo)
{
    RocpdProcess process;
    for (int i = 0; i < 200; ++i)
        process.kernels.push_back({1000 * i, 1000 * i + 100, 0, "gemm"});
    const std::string table = "rocpd_kernel_dispatch" + process.uuid;
    for (const RocpdSchema schema : {RocpdSchema::V3, RocpdSchema::V4}) {
        const std::string sql = rocpdSql(process, schema);
        const QString name = QStringLiteral("1_results.db");
        const RunResult whole = Database(sql, name).load();
        const RunResult part =
            Database(sql + "DELETE FROM \"" + table + "\" WHERE dispatch_id BETWEEN 50 AND 99;", name).load();
        ASSERT_TRUE(whole && part);
        EXPECT_FALSE(found(whole));
        ASSERT_TRUE(found(part));
        EXPECT_EQ(found(part)->count, 50u);
    }
}

} // namespace tst_dispatchids
