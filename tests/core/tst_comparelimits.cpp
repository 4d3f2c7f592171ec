// Whether the work of a row changed, its device, or how near to the limit it runs.

#include "core/analysis/compare/compareruns.h"
#include "core/analysis/compare/differences.h"
#include "core/report/comparereport.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace ws;
using namespace ws::test;

namespace {

const std::string a100Text = R"({"id":0,"name":"NVIDIA A100-SXM4-80GB","numSms":108,"totalGlobalMem":85e9})";
const std::string h100Text = R"({"id":0,"name":"NVIDIA H100 80GB HBM3","numSms":132,"totalGlobalMem":85e9})";

std::string productOf(int64_t m, int64_t n, int64_t k)
{
    const auto size = [](int64_t a, int64_t b) { return "[" + std::to_string(a) + "," + std::to_string(b) + "]"; };
    return R"("Input Dims":[)" + size(m, k) + "," + size(k, n) + R"(],"Input type":["c10::BFloat16","c10::BFloat16"])";
}

/// A product of matrices, m × 4096 × 4096, and work of which nothing is known.
struct Job
{
    int64_t m = 4096, us = 1000, unknownUs = 0;
    std::string device = a100Text;
    bool hasInputs = true;
    int64_t copyUs = 0; ///< of a second kernel of the same call

    std::shared_ptr<const ComparedRun> run(const char *label) const
    {
        TraceText t;
        t.op("aten::mm", 1, 0, 10, hasInputs ? productOf(m, 4096, 4096) : std::string());
        t.launch(1, 2, 1).kernel(1, 20, us, "gemm");
        int64_t end = 20 + us;
        if (copyUs) {
            t.launch(1, 4, 2).kernel(2, end, copyUs, "transpose");
            end += copyUs;
        }
        if (unknownUs)
            t.launch(1, 50, 3).kernel(3, end, unknownUs, "unknown");
        const RunResult run = runFromJson(R"({"deviceProperties":[)" + device + R"(],"traceEvents":)" + t.json() + "}");
        return comparedRun({run.run, -1, {}, QString::fromLatin1(label)});
    }
};

struct Compared
{
    Comparison comparison;
    std::shared_ptr<const DiffTable> table;

    const DiffRow *row(std::string_view key) const
    {
        for (const DiffRow &row : table->rows)
            if (row.key == key)
                return &row;
        return nullptr;
    }
};

Compared compareJobs(const Job &a, const Job &b, DiffBy by = DiffBy::Kernel)
{
    const auto pair = compareRuns(a.run("a"), b.run("b"));
    const PairLimits limits{std::make_shared<const Limits>(*limitsOf(pair->a->run())),
                            std::make_shared<const Limits>(*limitsOf(pair->b->run()))};
    auto table = differences(*pair->a, *pair->b, pair->comparison, by, nullptr, limits);
    return {pair->comparison, std::make_shared<const DiffTable>(std::move(*table))};
}

std::string notesOf(const Compared &compared)
{
    return workChangeNotes(*compared.table).join(u' ').replace(u'\u202f', u' ').toStdString();
}

void expectAddsUp(const DiffRow &row)
{
    ASSERT_TRUE(row.change);
    EXPECT_NEAR(row.change->workNs + row.change->deviceNs + row.change->efficiencyNs, double(row.deltaNs()), 1);
}

} // namespace

TEST(ComparedLimits, theSameWorkThatTakesLongerIsLessEfficientAndNoOtherWork)
{
    const Compared compared = compareJobs({.us = 1000}, {.us = 1500});
    const DiffRow *row = compared.row("gemm");
    ASSERT_TRUE(row && row->change);
    expectAddsUp(*row);
    EXPECT_NEAR(row->change->workNs, 0, 1e-3);
    EXPECT_NEAR(row->change->deviceNs, 0, 1e-3);
    EXPECT_NEAR(row->change->efficiencyNs, 500'000, 1e-3);
    // 2 × 4096³ FLOP at 312 TFLOP/s are 440.5 µs.
    EXPECT_NEAR(*row->a.work.limit.share(), 0.4405, 0.0001);
    EXPECT_NEAR(*row->b.work.limit.share(), 0.2937, 0.0001);
    EXPECT_EQ(notesOf(compared),
              "GPU work whose need is known (A 100.0 %, B 100.0 % of what is no communication) takes "
              "1.000 ms in A and 1.500 ms in B: the work needs the same, 0.500 ms farther from "
              "the device's limit.");
}

TEST(ComparedLimits, twiceTheWorkAtTheSameRateIsNoLossOfEfficiency)
{
    const Compared compared = compareJobs({.m = 4096, .us = 1000}, {.m = 8192, .us = 2000});
    const DiffRow *row = compared.row("gemm");
    ASSERT_TRUE(row && row->change);
    EXPECT_NEAR(row->change->workNs, 1'000'000, 1);
    EXPECT_NEAR(row->change->efficiencyNs, 0, 1);
    EXPECT_NE(notesOf(compared).find("1.000 ms by more work, it runs as near to the device's limit"), std::string::npos)
        << notesOf(compared);
}

TEST(ComparedLimits, workAndEfficiencyAddUpToTheChangeAndTurnAroundWithTheSides)
{
    const Job less{.m = 4096, .us = 1000}, more{.m = 8192, .us = 1500};
    const Compared there = compareJobs(less, more), back = compareJobs(more, less);
    const DiffRow *row = there.row("gemm"), *turned = back.row("gemm");
    ASSERT_TRUE(row && row->change && turned && turned->change);
    expectAddsUp(*row);
    // The limit doubles, 440.5 → 881.0 µs; 2.270 × → 1.703 × as long: + 440.5 × 1.986, − 0.568 × 660.8 µs.
    EXPECT_NEAR(row->change->workNs, 875'000, 500);
    EXPECT_NEAR(row->change->efficiencyNs, -375'000, 500);
    EXPECT_NEAR(turned->change->workNs, -row->change->workNs, 1e-3);
    EXPECT_NEAR(turned->change->efficiencyNs, -row->change->efficiencyNs, 1e-3);
}

TEST(ComparedLimits, aFasterDeviceIsToldFromEfficiency)
{
    const Compared compared = compareJobs({.us = 1000}, {.us = 700, .device = h100Text});
    const DiffRow *row = compared.row("gemm");
    ASSERT_TRUE(row && row->change);
    expectAddsUp(*row);
    EXPECT_NEAR(row->change->workNs, 0, 1e-3);
    // 2 × 4096³ FLOP take 440.5 and 138.9 µs: 2.270 × and 5.039 × as long.
    EXPECT_NEAR(row->change->deviceNs, (138.91 - 440.51) * (2.270 + 5.039) / 2 * 1000, 1500);
    EXPECT_GT(row->change->efficiencyNs, 0);
    EXPECT_NE(notesOf(compared).find("by the other device"), std::string::npos) << notesOf(compared);
}

TEST(ComparedLimits, anUnknownDeviceOrMissingInputsAreSaidAndNothingElse)
{
    const std::string unknown = R"({"id":0,"name":"Accelerator 9","numSms":10,"totalGlobalMem":1e9})";
    const Compared noDevice = compareJobs({.us = 1000}, {.us = 700, .device = unknown});
    ASSERT_TRUE(noDevice.row("gemm"));
    EXPECT_FALSE(noDevice.row("gemm")->change);
    EXPECT_NE(notesOf(noDevice).find("the limit of the device of B is not"), std::string::npos) << notesOf(noDevice);
    EXPECT_GT(noDevice.row("gemm")->b.work.limit.flop, 0);

    const Compared noInputs = compareJobs({.us = 1000, .hasInputs = false}, {.us = 700});
    EXPECT_FALSE(noInputs.row("gemm")->change);
    EXPECT_NE(notesOf(noInputs).find("A has no inputs of operators"), std::string::npos) << notesOf(noInputs);
}

TEST(ComparedLimits, theWholeIsSilentWhereMuchOfTheTimeIsOfWorkThatIsNotKnown)
{
    const Compared some = compareJobs({.us = 1000, .unknownUs = 100}, {.us = 1500, .unknownUs = 100});
    EXPECT_TRUE(workChange(*some.table));
    const Compared much = compareJobs({.us = 1000, .unknownUs = 400}, {.us = 1500, .unknownUs = 400});
    EXPECT_FALSE(workChange(*much.table));
    EXPECT_TRUE(much.row("gemm")->change); // which is known by itself
    EXPECT_FALSE(much.row("unknown")->change);
    EXPECT_NE(notesOf(much).find("too little to say of the whole"), std::string::npos) << notesOf(much);
}

TEST(ComparedLimits, aKernelOfACallWithOthersSaysNothingOfWhyItChangedButItsOperatorDoes)
{
    // The call's need is divided by times: a slower transposition takes need from the product.
    const Job a{.us = 1000, .copyUs = 500}, b{.us = 1000, .copyUs = 900};
    const Compared byKernel = compareJobs(a, b), byOperator = compareJobs(a, b, DiffBy::Operator);
    EXPECT_FALSE(byKernel.row("gemm")->change);
    EXPECT_FALSE(byKernel.row("transpose")->change);
    ASSERT_TRUE(byOperator.row("aten::mm"));
    ASSERT_TRUE(byOperator.row("aten::mm")->change);
    EXPECT_NEAR(byOperator.row("aten::mm")->change->workNs, 0, 1e-3);
    EXPECT_NEAR(byOperator.row("aten::mm")->change->efficiencyNs, 400'000, 1e-3);
    EXPECT_TRUE(workChange(*byKernel.table)); // all rows together hold whole calls
}

TEST(ComparedLimits, filesHaveThePartsAndWithoutAskingNoneOfThem)
{
    const Compared compared = compareJobs({.us = 1000}, {.us = 1500});
    const auto json = comparisonJson(compared.comparison, *compared.table);
    const auto &row = json.at("rows").at(0);
    EXPECT_NEAR(row.at("change").at("efficiencyNs").get<double>(), 500'000, 1e-3);
    EXPECT_NEAR(row.at("a").at("ofLimit").get<double>(), 0.4405, 1e-4);
    EXPECT_NEAR(json.at("change").at("workNs").get<double>(), 0, 1e-3);

    const auto pair = compareRuns(Job{}.run("a"), Job{.us = 1500}.run("b"));
    const auto plain = comparisonJson(pair->comparison, pair->kernels);
    EXPECT_FALSE(plain.contains("change"));
    EXPECT_FALSE(plain.at("rows").at(0).contains("change"));
    EXPECT_FALSE(plain.at("rows").at(0).at("a").contains("ofLimit"));
}
