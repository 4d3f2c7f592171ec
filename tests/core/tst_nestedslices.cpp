#include "core/model/nestedslices.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using ws::test::runFromJson;

namespace {

std::string_view nameOf(const Run &run, const NestedSlices &slices, uint32_t i)
{
    return i == noSlice ? "" : run.text(run.timeline.name(slices.slice(i)));
}

std::string op(const char *name, int thread, int ts, int dur)
{
    return std::string(R"({"ph":"X","cat":"cpu_op","name":")") + name + R"(","pid":1,"tid":)" + std::to_string(thread) +
           R"(,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + R"(,"args":{"External id":1}})";
}

std::string python(const char *name, int thread, int ts, int dur)
{
    return R"({"ph":"X","cat":"python_function","name":")" + std::string(name) + R"(","pid":1,"tid":)" +
           std::to_string(thread) + R"(,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "}";
}

ws::test::RunResult runOf(const std::vector<std::string> &events)
{
    std::string json;
    for (const std::string &event : events)
        json += (json.empty() ? "[" : ",") + event;
    return runFromJson(json + "]");
}

/// Which slice is innermost at a time, in µs, on the first track.
std::string_view at(const Run &run, const NestedSlices &slices, int64_t us)
{
    return nameOf(run, slices, slices.innermost(0, us * 1000));
}

} // namespace

TEST(NestedSlices, knowTheInnermostSliceAtAnyTime)
{
    const auto run = runOf({op("outer", 1, 0, 100), op("inner", 1, 10, 20), op("second", 1, 50, 10)});
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    ASSERT_EQ(slices.size(), 3u);
    EXPECT_EQ(at(*run, slices, 0), "outer");
    EXPECT_EQ(at(*run, slices, 10), "inner");
    EXPECT_EQ(at(*run, slices, 30), "outer") << "a slice does not contain its own end";
    EXPECT_EQ(at(*run, slices, 55), "second");
    EXPECT_EQ(at(*run, slices, 100), "");
    EXPECT_EQ(slices.innermost(77, 0), noSlice) << "no such track";
}

TEST(NestedSlices, aSliceThatCrossesAnotherIsBesideIt)
{
    const auto run = runOf({op("outer", 1, 0, 1000), op("a", 1, 10, 100), op("b", 1, 108, 100),
                            op("in both", 1, 109, 1), op("crosses both", 1, 109, 300), op("in the last", 1, 300, 50)});
    ASSERT_TRUE(run);
    const std::initializer_list<CategoryKind> ops{CategoryKind::CpuOp};
    const auto parents = [&](const NestedSlices &slices) {
        std::string text;
        for (uint32_t i = 0; i < slices.size(); ++i)
            text += std::string(nameOf(*run, slices, i)) + " < " + std::string(nameOf(*run, slices, slices.parent(i))) +
                    "; ";
        return text;
    };
    EXPECT_EQ(
        parents(NestedSlices(run->timeline, ops)),
        "outer < ; a < outer; b < outer; crosses both < outer; in both < crosses both; in the last < crosses both; ");
    EXPECT_EQ(parents(NestedSlices(run->timeline, ops, Crossing::Inside)),
              "outer < ; a < outer; b < a; crosses both < b; in both < crosses both; in the last < crosses both; ");
}

TEST(NestedSlices, aSliceThatCrossesItsParentsEndStaysOpen)
{
    const auto run = runOf({op("a", 1, 0, 10), op("b", 1, 5, 10), op("c", 1, 12, 1)});
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    EXPECT_EQ(at(*run, slices, 11), "b");
    EXPECT_EQ(at(*run, slices, 12), "c");
    EXPECT_EQ(at(*run, slices, 14), "b");
    EXPECT_EQ(at(*run, slices, 15), "");
    EXPECT_EQ(slices.maxDepth(), 2u);
}

TEST(NestedSlices, ofEqualStartsTheLongerOneIsOutside)
{
    const auto run = runOf({op("short", 1, 0, 10), op("long", 1, 0, 20)});
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    EXPECT_EQ(nameOf(*run, slices, 0), "long");
    EXPECT_EQ(slices.parent(1), 0u);
    EXPECT_EQ(at(*run, slices, 5), "short");
    EXPECT_EQ(at(*run, slices, 15), "long");
}

TEST(NestedSlices, threadsDoNotEncloseOneAnother)
{
    const auto run = runOf({op("one", 1, 0, 100), op("other", 2, 10, 20)});
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    for (uint32_t i = 0; i < slices.size(); ++i)
        EXPECT_EQ(slices.parent(i), noSlice);
}

TEST(NestedSlices, findsEverySliceAndNoOther)
{
    const auto run = runOf({op("a", 1, 0, 50), op("b", 1, 10, 5), op("a", 1, 60, 5), op("b", 2, 0, 5)});
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    for (uint32_t i = 0; i < slices.size(); ++i)
        EXPECT_EQ(slices.find(slices.slice(i)), i);
    EXPECT_EQ(slices.find({}), noSlice);
    EXPECT_EQ(slices.find({0, 99}), noSlice);
    EXPECT_EQ(NestedSlices(run->timeline, {CategoryKind::Module}).find(slices.slice(0)), noSlice);
    EXPECT_EQ(slices.distinctNames(run->timeline), 2u);
}

TEST(NestedSlices, takeAChoiceOfSlicesInAnyOrder)
{
    const auto run = runOf({op("a", 1, 0, 50), op("b", 1, 10, 20), op("c", 1, 15, 5)});
    ASSERT_TRUE(run);
    const NestedSlices all(run->timeline, {CategoryKind::CpuOp});
    const NestedSlices some(run->timeline, {all.slice(2), all.slice(0)});
    ASSERT_EQ(some.size(), 2u);
    EXPECT_EQ(at(*run, some, 12), "a");
    EXPECT_EQ(at(*run, some, 15), "c");
    EXPECT_EQ(some.find(all.slice(1)), noSlice);
}

TEST(NestedSlices, moduleCallsAreToldFromOtherPythonFrames)
{
    const auto run = runOf({python("nn.Module: A_0", 1, 0, 100), python("forward", 1, 1, 98),
                            python("nn.Module: B_0", 1, 2, 50), python("nn.Module: C_0", 1, 10, 5),
                            python("nn.Module: C_0", 2, 10, 5), python("nn_forward", 1, 200, 5)});
    ASSERT_TRUE(run);
    const NestedSlices modules(run->timeline, {CategoryKind::Module});
    EXPECT_EQ(modules.size(), 4u);
    EXPECT_EQ(modules.distinctNames(run->timeline), 3u);
    EXPECT_EQ(modules.maxDepth(), 3u);
}

TEST(NestedSlices, equalCallsNestAndNeighboursDoNot)
{
    const auto run = runOf({op("a", 1, 0, 10), op("b", 1, 0, 10), op("c", 1, 10, 10)});
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    EXPECT_EQ(slices.maxDepth(), 2u);
    EXPECT_EQ(slices.parent(2), noSlice);
}

TEST(NestedSlices, aTraceWithoutThemHasNone)
{
    const auto run = runOf({op("a", 1, 0, 10)});
    ASSERT_TRUE(run);
    const NestedSlices modules(run->timeline, {CategoryKind::Module});
    EXPECT_EQ(modules.size(), 0u);
    EXPECT_EQ(modules.maxDepth(), 0u);
}

TEST(NestedSlices, anOverlapByRoundingIsNoNesting)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":0,"dur":100.5},
        {"ph":"X","cat":"cpu_op","name":"first","pid":1,"tid":1,"ts":10,"dur":20.6},
        {"ph":"X","cat":"cpu_op","name":"second","pid":1,"tid":1,"ts":30,"dur":70.7},
        {"ph":"X","cat":"cpu_op","name":"next","pid":1,"tid":1,"ts":100,"dur":50},
        {"ph":"X","cat":"cpu_op","name":"tiny","pid":1,"tid":1,"ts":149.5,"dur":0.4}])");
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    const auto parent = [&](const char *name) {
        for (uint32_t i = 0; i < slices.size(); ++i)
            if (nameOf(*run, slices, i) == name)
                return nameOf(*run, slices, slices.parent(i));
        return std::string_view("?");
    };
    EXPECT_EQ(parent("first"), "outer");
    EXPECT_EQ(parent("second"), "outer") << "600 ns within the first";
    EXPECT_EQ(parent("next"), "") << "500 ns within the outer one, 700 ns within the second";
    EXPECT_EQ(parent("tiny"), "next") << "what ends before its parent is in it";
}

TEST(NestedSlices, whatOverlapsByMoreThanRoundingCrosses)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":0,"dur":100},
        {"ph":"X","cat":"cpu_op","name":"late","pid":1,"tid":1,"ts":98.5,"dur":50},
        {"ph":"X","cat":"cpu_op","name":"other","pid":1,"tid":2,"ts":0,"dur":100},
        {"ph":"X","cat":"cpu_op","name":"rounded end","pid":1,"tid":2,"ts":99.2,"dur":0.9}])");
    ASSERT_TRUE(run);
    const NestedSlices slices(run->timeline, {CategoryKind::CpuOp});
    ASSERT_EQ(slices.size(), 4u);
    EXPECT_EQ(slices.parent(1), noSlice);
    EXPECT_EQ(NestedSlices(run->timeline, {CategoryKind::CpuOp}, Crossing::Inside).parent(1), 0u);
    EXPECT_EQ(slices.parent(3), 2u) << "more of it is in the outer one than behind";
}

TEST(NestedSlices, aClockWithACoarseTickRoundsByThatTick)
{
    const auto parentsOf = [](int stepUs) {
        std::vector<std::string> events; // each begins a tick of 1 ms before the last one ends
        for (int i = 0; i < 12; ++i)
            events.push_back(op("a", 1, i * 10'000 + (i == 5 ? stepUs : 0), 11'000));
        for (int i = 0; i < 12; ++i)
            events.push_back(op("b", 2, i * 10'000, 9000));
        const auto run = runOf(events);
        const NestedSlices slices(run->timeline, {CategoryKind::CpuOp}, Crossing::Inside);
        int nested = 0;
        for (uint32_t i = 0; i < slices.size(); ++i)
            nested += slices.parent(i) != noSlice;
        return nested;
    };
    EXPECT_EQ(parentsOf(0), 0);
    EXPECT_EQ(parentsOf(7), 11) << "this clock tells microseconds";
}
