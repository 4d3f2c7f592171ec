#include "core/analysis/steps/phasetimes.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

Step step(const char *phase, TimeRange wall, int64_t gpuStartNs, int64_t gpuEndNs)
{
    Step made;
    made.phase = phase;
    made.wall = wall;
    made.gpuStartNs = gpuStartNs;
    made.gpuEndNs = gpuEndNs;
    return made;
}

} // namespace

TEST(PhaseTimes, aStepLastsAsItsSliceAndWithoutOneAsItsWorkOnTheGpu)
{
    Steps steps;
    steps.steps = {step("decode", {0, 100}, 40, 45), step("decode", {200, 500}, 210, 215),
                   step("prefill", {0, 0}, 1'000, 1'700)};
    const auto times = phaseTimes(steps);
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[0].phase, "prefill");
    EXPECT_EQ(times[0].wallP50Ns, 700);
    EXPECT_EQ(times[1].phase, "decode");
    EXPECT_EQ(times[1].steps, 2U);
    EXPECT_EQ(times[1].wallP50Ns, 200) << "of two their mean";
    EXPECT_EQ(times[1].wallP95Ns, 300);
}
