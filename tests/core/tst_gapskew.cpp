// Clocks of CPU and GPU that differ by some µs say nothing of pauses of that length, but leave the cause of far longer
// ones as it is.

#include "core/report/trustreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace gapskew {
namespace {

using namespace test;

/// Ten kernels of 500 µs in a row whose launches come `lead` µs after they begin, with a pause before each but the
/// first; `longPause` stands before the sixth.
FindingTrace trace(int lead, int pause, int longPause)
{
    FindingTrace trace;
    trace.step(0, 5000 + 9 * pause + longPause + 1000);
    int at = 100;
    for (int k = 0; k < 10; ++k) {
        at += k == 0 ? 0 : k == 5 ? longPause : pause;
        trace.work("gemm", at, 500, at + lead);
        at += 500;
    }
    return trace;
}

std::vector<TrustFinding> trustOf(const FindingTrace &trace)
{
    const auto run = runFromJson(trace.text()).run;
    return *trustFindings(*run, *findSteps(*run));
}

int64_t idleOf(const FindingTrace &trace, GapCause cause)
{
    return findShownGaps(*runFromJson(trace.text()).run)->devices[0].byCause[size_t(cause)];
}

} // namespace

TEST(GapsOfDifferingClocks, thatAreFarLongerThanTheDifferenceKeepTheirCause)
{
    const FindingTrace skewed = trace(40, 20, 500'000);
    EXPECT_EQ(idleOf(skewed, GapCause::Late), 500'000'000);
    EXPECT_EQ(idleOf(skewed, GapCause::Unknown), 8 * 20'000) << "of 20 µs nothing tells";
    const std::vector<TrustFinding> trust = trustOf(skewed);
    EXPECT_FALSE(isWithheld(&trust, GapCauses));
    EXPECT_TRUE(isWithheld(&trust, LaunchDelays));
    EXPECT_TRUE(findTrust(trust, "before-launch")->marks & GapCauses);
    const Overview overview = overviewOf(skewed);
    const QString text = overview.headline + overview.leftOut;
    EXPECT_TRUE(text.startsWith(QStringLiteral("The GPU waits for launches"))) << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral("cannot be said"))) << text.toStdString();
    EXPECT_TRUE(overview.leftOut.isEmpty());
}

TEST(GapsOfDifferingClocks, thatAreNotMuchLongerHaveNone)
{
    for (const FindingTrace &skewed : {trace(40, 20, 3'000),      // 75 times as long
                                       trace(40, 600, 20'000)}) { // a fifth of the idle time is in short ones
        const std::vector<TrustFinding> trust = trustOf(skewed);
        EXPECT_TRUE(isWithheld(&trust, GapCauses));
        EXPECT_EQ(idleOf(skewed, GapCause::Late), 0);
        EXPECT_FALSE(overviewOf(skewed).leftOut.isEmpty());
    }
    const FindingTrace sound = trace(-2, 20, 3'000);
    EXPECT_EQ(idleOf(sound, GapCause::Late), 3'000'000 + 8 * 20'000);
    EXPECT_EQ(findTrust(trustOf(sound), "before-launch"), nullptr);
}

} // namespace gapskew
} // namespace ws
