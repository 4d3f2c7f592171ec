#include "core/analysis/slicecontext.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

EventRef find(const Run &run, std::string_view name)
{
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l)
        for (uint32_t i = 0; i < run.timeline.lanes[l].size(); ++i)
            if (run.text(run.timeline.lanes[l].name[i]) == name)
                return {l, i};
    return {};
}

std::vector<std::string> names(const Run &run, const std::vector<EventRef> &slices)
{
    std::vector<std::string> texts;
    for (const EventRef slice : slices)
        texts.emplace_back(run.text(run.timeline.name(slice)));
    return texts;
}

constexpr std::string_view stackedTrace = R"([
{"ph":"X","cat":"python_function","name":"main.py(1): run","pid":1,"tid":1,"ts":0,"dur":100,"args":{}},
{"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":1,"tid":1,"ts":5,"dur":50,"args":{}},
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":10,"dur":30,"args":{"External id":7}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":4,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":9,"args":{"correlation":3,"device":0,"stream":7,"grid":[2,1,1],"block":[64,1,1]}},
{"ph":"X","cat":"python_function","name":"after.py(2): other","pid":1,"tid":1,"ts":110,"dur":5,"args":{}}
])";

TEST(SliceContext, aKernelKnowsItsLaunchDelayOperatorAndPythonStack)
{
    const auto run = test::runFromJson(stackedTrace);
    ASSERT_TRUE(run);
    const SliceContext context = sliceContext(*run, find(*run, "gemm"));
    EXPECT_EQ(context.launch, find(*run, "cudaLaunchKernel"));
    EXPECT_EQ(context.op, find(*run, "aten::linear"));
    EXPECT_EQ(context.queueDelayNs, 4'000);
    EXPECT_EQ(names(*run, context.python), (std::vector<std::string>{"main.py(1): run", "nn.Module: Linear_0"}));
    EXPECT_NE(run->text(context.grid).find("[2,1,1]"), std::string_view::npos);
}

TEST(SliceContext, aLaunchKnowsItsWork)
{
    const auto run = test::runFromJson(stackedTrace);
    const SliceContext context = sliceContext(*run, find(*run, "cudaLaunchKernel"));
    EXPECT_EQ(names(*run, context.work), std::vector<std::string>{"gemm"});
    EXPECT_FALSE(context.queueDelayNs);
    EXPECT_EQ(context.op, find(*run, "aten::linear"));
}

TEST(SliceContext, aCpuSliceHasOnlyWhatEnclosesIt)
{
    const auto run = test::runFromJson(stackedTrace);
    EXPECT_TRUE(sliceContext(*run, find(*run, "after.py(2): other")).python.empty());
    const SliceContext context = sliceContext(*run, find(*run, "aten::linear"));
    EXPECT_FALSE(context.op.valid());
    EXPECT_EQ(context.python.size(), 2U);
}

TEST(SliceContext, workWithoutALaunchHasNone)
{
    const auto run = test::runOfWork({{"0", "7", 10, 5, "lonely"}});
    const SliceContext context = sliceContext(*run, find(*run, "lonely"));
    EXPECT_FALSE(context.launch.valid());
    EXPECT_FALSE(context.queueDelayNs);
    EXPECT_EQ(gpuIndexOf(*run, find(*run, "lonely")), 0U);
}

} // namespace
} // namespace ws
