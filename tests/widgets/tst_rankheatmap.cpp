#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/panels/ranks/rankscale.h"
#include "widgets/toolkit/palette.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ws {
namespace {

int distance(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

/// Two ranks whose waits are 1 to 50 ms, a step each.
std::shared_ptr<RankJob> waits(int64_t longestNs)
{
    auto job = std::make_shared<RankJob>();
    job->labels = {QStringLiteral("work/folder/rank 0"), QStringLiteral("work/folder/rank 1")};
    for (int i = 0; i < 50; ++i)
        job->stepNames << QStringLiteral("step %1").arg(i);
    for (int rank = 0; rank < 2; ++rank) {
        job->ranks.push_back(std::make_shared<RankDigest>());
        for (int i = 0; i < 50; ++i) {
            RankStep step;
            step.step = uint32_t(i);
            step.waitNs = (i + 1) * 1'000'000;
            job->steps.push_back(step);
        }
    }
    job->steps.back().waitNs = longestNs;
    return job;
}

TEST(RankHeatmap, oneFarLongerStepLeavesTheOthersTheirColours)
{
    RankHeatmap heatmap;
    const RankScale scale(&heatmap);
    heatmap.setJob(waits(60'000'000));
    EXPECT_EQ(heatmap.maxNs(), 60'000'000);
    EXPECT_FALSE(heatmap.isClamped());
    heatmap.setJob(waits(9'000'000'000));
    EXPECT_LE(heatmap.maxNs(), 50'000'000);
    EXPECT_TRUE(heatmap.isClamped());
    EXPECT_TRUE(scale.text().contains(u'≥')) << scale.text().toStdString();
}

TEST(RankHeatmap, theSmallestValueIsNotTheBackground)
{
    const RankHeatmap heatmap;
    EXPECT_GT(distance(heatmap.colourOf(0), Palette::current().base), 40);
    EXPECT_GT(distance(heatmap.colourOf(1), heatmap.colourOf(0)), 80);
}

} // namespace
} // namespace ws
