#include "core/modulesummary.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using ws::test::runFromJson;

namespace {

std::string module(const char *name, int tid, int ts, int dur)
{
    return R"({"ph":"X","cat":"python_function","name":")" + std::string(name) + R"(","pid":1,"tid":)" +
           std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "}";
}

ModuleCounts counts(const std::vector<std::string> &events)
{
    std::string json = "[";
    for (const std::string &event : events)
        json += (json.size() > 1 ? "," : "") + event;
    const auto run = runFromJson(json + "]");
    return run ? countModules(run->timeline) : ModuleCounts();
}

} // namespace

TEST(ModuleSummary, countsCallsAndDistinctNames)
{
    const ModuleCounts c = counts({module("nn.Module: A_0", 1, 0, 10), module("nn.Module: A_0", 1, 20, 10),
                                   module("nn.Module: A_1", 2, 0, 10), module("nn_forward", 1, 40, 5)});
    EXPECT_EQ(c.calls, 3u);
    EXPECT_EQ(c.distinct, 2u);
    EXPECT_EQ(c.maxDepth, 1u);
}

TEST(ModuleSummary, depthCountsModulesOnlyAndPerThread)
{
    const ModuleCounts c =
        counts({module("nn.Module: A_0", 1, 0, 100), module("forward", 1, 1, 98), module("nn.Module: B_0", 1, 2, 50),
                module("nn.Module: C_0", 1, 10, 5), module("nn.Module: D_0", 2, 10, 5)});
    EXPECT_EQ(c.maxDepth, 3u);
}

TEST(ModuleSummary, aCallThatBeginsWhereAnotherEndsIsNotInsideIt)
{
    EXPECT_EQ(counts({module("nn.Module: A_0", 1, 0, 10), module("nn.Module: B_0", 1, 10, 10)}).maxDepth, 1u);
}

TEST(ModuleSummary, equalCallsNest)
{
    EXPECT_EQ(counts({module("nn.Module: A_0", 1, 0, 10), module("nn.Module: B_0", 1, 0, 10)}).maxDepth, 2u);
}

TEST(ModuleSummary, aTraceWithoutModulesHasNone)
{
    EXPECT_EQ(counts({module("f", 1, 0, 10)}).calls, 0u);
    EXPECT_EQ(counts({module("f", 1, 0, 10)}).maxDepth, 0u);
}
