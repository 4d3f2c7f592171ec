// Columns that most files lack, and how GPU work finds its launch and its operator.

#include "core/base/idcolumn.h"
#include "core/model/timelinebuilder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ws {
namespace {

class Links : public testing::Test
{
protected:
    StringId id(std::string_view text) { return m_run.strings.intern(text); }
    void launch(int64_t start, uint64_t correlation, std::string_view kernel = {})
    {
        m_builder.addLaunch(m_builder.cpuTrack(id("9"), id("1")), start, 5, id("hipLaunchKernel"),
                            m_builder.category("cuda_runtime"), 0, correlation, kernel.empty() ? 0 : id(kernel));
    }
    void work(int64_t start, const GpuDetail &detail)
    {
        m_builder.addGpuWork(m_builder.track(TrackKind::GpuStream, id("0"), id("7")), start, 5, id("gemm"),
                             m_builder.category("kernel"), 0, detail);
    }
    void op(int64_t start, int64_t duration, const OpDetail &detail)
    {
        m_builder.addOp(m_builder.cpuTrack(id("9"), id("1")), start, duration, id("aten::mm"),
                        m_builder.category("cpu_op"), 0, detail);
    }
    void finish()
    {
        Progress progress;
        ASSERT_TRUE(m_builder.finish(progress));
    }
    /// What files without occupancies give.
    static GpuDetail plain()
    {
        GpuDetail detail;
        detail.occupancy = detail.blocksPerSm = NAN;
        return detail;
    }
    GpuDetail full()
    {
        GpuDetail detail;
        detail.grid = id("grid [8,1,1] block [128,1,1]");
        detail.occupancy = 50;
        detail.blocksPerSm = 2;
        detail.graphNode = 77;
        detail.matchName = id("gemm|collective=allreduce");
        detail.collective = {id("{}"), 4};
        return detail;
    }
    static std::vector<int> numbersOf(std::span<const float> values)
    {
        std::vector<int> numbers;
        for (const float value : values)
            numbers.push_back(std::isnan(value) ? -1 : int(value));
        return numbers;
    }

    ws::Run m_run;
    TimelineBuilder m_builder{m_run};
};

TEST_F(Links, callsBeforeAndAfterTheOneThatNamesItsKernelNameNone)
{
    launch(10, 5);
    launch(20, 6);
    launch(30, 7, "gemm");
    launch(40, 8);
    finish();
    EXPECT_EQ(m_run.launches.kernel, (std::vector<StringId>{0, 0, id("gemm"), 0}));
}

TEST_F(Links, kernelsStayWithTheirCallsInTheOrderOfCorrelations)
{
    launch(10, 8, "last");
    launch(20, 5);
    launch(30, 6, "second");
    finish();
    EXPECT_EQ(m_run.launches.kernel, (std::vector<StringId>{0, id("second"), id("last")}));
    const std::vector<int64_t> starts{10, 20, 0}; // of 5, 6 and 8
    for (size_t i = 0; i < starts.size(); ++i)
        EXPECT_EQ(m_run.timeline.start(m_run.launches.slice[i]), starts[i]) << i;
}

TEST_F(Links, workAroundTheOneThatSaysMoreSaysNothing)
{
    work(40, plain());
    work(10, plain());
    work(30, full());
    work(20, plain());
    finish();
    const GpuWork &gpu = m_run.gpu;
    const StringId name = id("gemm");
    EXPECT_EQ(gpu.start, (std::vector<int64_t>{0, 10, 20, 30}));
    EXPECT_EQ(gpu.grid.wide(), (std::vector<StringId>{0, 0, id("grid [8,1,1] block [128,1,1]"), 0}));
    EXPECT_EQ(gpu.graphNode, (std::vector<uint64_t>{0, 0, 77, 0}));
    EXPECT_EQ(gpu.matchName, (std::vector<StringId>{name, name, id("gemm|collective=allreduce"), name}));
    EXPECT_EQ(gpu.collective, (std::vector<StringId>{0, 0, id("{}"), 0}));
    EXPECT_EQ(gpu.collectiveNumber, (std::vector<int64_t>{-1, -1, 4, -1}));
    EXPECT_EQ(numbersOf(gpu.occupancy), (std::vector<int>{-1, -1, 50, -1}));
    EXPECT_EQ(numbersOf(gpu.blocksPerSm), (std::vector<int>{-1, -1, 2, -1}));
}

TEST_F(Links, oneOfTheTwoOccupanciesMakesBothColumns)
{
    GpuDetail detail = plain();
    work(0, detail);
    detail.blocksPerSm = 3;
    work(10, detail);
    finish();
    EXPECT_EQ(numbersOf(m_run.gpu.occupancy), (std::vector<int>{-1, -1}));
    EXPECT_EQ(numbersOf(m_run.gpu.blocksPerSm), (std::vector<int>{-1, 3}));
}

TEST_F(Links, columnsWithoutAnyValueAreEmpty)
{
    launch(0, 5);
    op(1, 2, {});
    work(10, plain());
    work(20, plain());
    finish();
    EXPECT_TRUE(m_run.launches.kernel.empty());
    const GpuWork &gpu = m_run.gpu;
    EXPECT_EQ(gpu.size(), 2u);
    EXPECT_TRUE(gpu.grid.empty() && gpu.graphNode.empty() && gpu.matchName.empty() && gpu.collective.empty() &&
                gpu.collectiveNumber.empty() && gpu.occupancy.empty() && gpu.blocksPerSm.empty());
    EXPECT_EQ(gpu.nameForRules(1), id("gemm"));
    const CpuOps &ops = m_run.ops;
    EXPECT_EQ(ops.size(), 1u);
    EXPECT_TRUE(ops.callStack.empty() && ops.collective.empty() && ops.collectiveNumber.empty());
}

TEST_F(Links, operatorsBeforeAndAfterTheOneThatSaysMoreSayNothing)
{
    OpDetail detail;
    detail.callStack = id("a.py(1): f");
    detail.collective = {id("{}"), 0};
    op(0, 5, {});
    op(10, 5, detail);
    op(20, 5, {});
    finish();
    EXPECT_EQ(m_run.ops.callStack, (std::vector<StringId>{0, id("a.py(1): f"), 0}));
    EXPECT_EQ(m_run.ops.collective, (std::vector<StringId>{0, id("{}"), 0}));
    EXPECT_EQ(m_run.ops.collectiveNumber, (std::vector<int64_t>{-1, 0, -1})) << "collectives count from 0";
}

TEST_F(Links, theOperatorIsTheOneAroundTheLaunchAndWithoutALaunchTheOneWithTheExternalId)
{
    OpDetail around, other;
    around.externalId = 41;
    other.externalId = 42;
    op(0, 5000, around);
    op(10000, 5000, other); // farther from the first launch than rounding moves it
    launch(1000, 5);
    launch(8000, 6); // in no operator
    const auto linked = [](uint64_t correlation, uint64_t externalId) {
        GpuDetail detail = plain();
        detail.correlation = correlation;
        detail.externalId = externalId;
        return detail;
    };
    work(20000, linked(5, 42));
    work(21000, linked(6, 42));
    work(22000, linked(7, 42)); // its call is not in the file
    work(23000, linked(42, 42));
    work(24000, linked(7, 43));
    work(25000, linked(0, 41));
    work(26000, linked(5, 0));
    finish();
    const GpuWork &gpu = m_run.gpu;
    EXPECT_EQ(gpu.launch, (std::vector<uint32_t>{0, 1, noLaunch, noLaunch, noLaunch, noLaunch, 0}));
    const EventRef first = m_run.ops.slice[0], second = m_run.ops.slice[1], none;
    EXPECT_EQ(gpu.op[0], first) << "the launch is nearer than an id";
    EXPECT_EQ(gpu.op[1], second);
    EXPECT_EQ(gpu.op[2], second);
    EXPECT_EQ(gpu.op[3], none) << "this id only repeats the correlation";
    EXPECT_EQ(gpu.op[4], none) << "there is no such operator";
    EXPECT_EQ(gpu.op[5], first);
    EXPECT_EQ(gpu.op[6], first);
    EXPECT_EQ(gpu.copiedExternalIds, 1u);
}

TEST_F(Links, idsOfAnyWidthFindTheirLaunchesAndOperators)
{
    constexpr uint64_t wide = uint64_t(5) << 32, wider = UINT64_MAX;
    OpDetail around;
    around.externalId = wide | 41;
    op(0, 5, around);
    launch(10, 5);
    launch(20, wide | 5);
    launch(30, wider);
    const auto linked = [](uint64_t correlation, uint64_t externalId) {
        GpuDetail detail = plain();
        detail.correlation = correlation;
        detail.externalId = externalId;
        return detail;
    };
    work(200, linked(5, 0));
    work(210, linked(wide | 5, 0));
    work(220, linked(wider, 0));
    work(230, linked(wide | 6, 0));
    work(240, linked(0, wide | 41));
    work(250, linked(0, 41));
    finish();
    EXPECT_EQ(m_run.gpu.launch, (std::vector<uint32_t>{0, 1, 2, noLaunch, noLaunch, noLaunch}));
    EXPECT_EQ(m_run.gpu.op[4], m_run.ops.slice[0]);
    EXPECT_EQ(m_run.gpu.op[5], EventRef{}) << "its low half alone is another id";
}

TEST(IdColumn, keepsItsNumbersWhenOneNeedsMoreRoom)
{
    IdColumn ids;
    ids.reserve(100);
    ids.resize(2, 0);
    ids.push_back(UINT32_MAX);
    ids.push_back(uint64_t(UINT32_MAX) + 1);
    ids.push_back(7);
    ids.resize(6, 9);
    const std::vector<uint64_t> expected{0, 0, UINT32_MAX, uint64_t(UINT32_MAX) + 1, 7, 9};
    ASSERT_EQ(ids.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(ids[i], expected[i]) << i;
    ids.clear();
    EXPECT_TRUE(ids.empty());
}

TEST_F(Links, devicesAreInTheOrderOfTheirNumbers)
{
    int64_t start = 0;
    for (const char *device : {"10", "gfx", "2", "0"})
        m_builder.addGpuWork(m_builder.track(TrackKind::GpuStream, id(device), id("7")), start += 10, 5, id("gemm"),
                             m_builder.category("kernel"), 0, plain());
    finish();
    const GpuWork &gpu = m_run.gpu;
    std::vector<std::string> devices, ofWork;
    for (const StringId device : gpu.devices)
        devices.emplace_back(m_run.text(device));
    for (size_t i = 0; i < gpu.size(); ++i)
        ofWork.push_back(devices[gpu.device(i)]);
    EXPECT_EQ(devices, (std::vector<std::string>{"0", "2", "10", "gfx"}));
    EXPECT_EQ(ofWork, (std::vector<std::string>{"10", "gfx", "2", "0"}));
}

} // namespace
} // namespace ws
