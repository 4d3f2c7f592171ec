#include "core/report/kernelreport.h"
#include "widgets/panels/ranks/heatmappage.h"
#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/panels/ranks/rankscale.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QTest>

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

TEST(RankHeatmap, stepsAreNamedAtEvenDistances)
{
    const auto named = [](const RankHeatmap &heatmap) {
        QList<int> steps;
        const QStringList labels = heatmap.headerLabels();
        for (int step = 0; step < labels.size(); ++step)
            if (!labels[step].isEmpty())
                steps << step;
        return steps;
    };
    RankHeatmap heatmap;
    EXPECT_TRUE(heatmap.headerLabels().isEmpty()) << "no job";
    heatmap.setJob(waits(60'000'000));
    heatmap.resize(8'000, 200);
    heatmap.grab(); // lays out
    EXPECT_EQ(heatmap.headerLabels().at(49), QStringLiteral("step 49"));
    EXPECT_EQ(named(heatmap).size(), 50);
    heatmap.resize(1'700, 200);
    heatmap.grab();
    EXPECT_EQ(heatmap.headerLabels().at(49), QStringLiteral("49")) << "what differs";
    EXPECT_EQ(named(heatmap).size(), 50);
    heatmap.resize(400, 200);
    heatmap.grab();
    const QList<int> few = named(heatmap);
    ASSERT_GT(few.size(), 2);
    for (int i = 1; i < few.size(); ++i)
        EXPECT_EQ(few[i] - few[i - 1], few[1]);
}

TEST(HeatmapPage, becomesLowAgainInOneStep)
{
    auto job = waits(60'000'000);
    for (int rank = 2; rank < 16; ++rank) {
        job->labels << QStringLiteral("rank %1").arg(rank);
        job->ranks.push_back(job->ranks[0]);
        job->steps.insert(job->steps.end(), job->steps.begin(), job->steps.begin() + 50);
    }
    auto *heatmap = new RankHeatmap;
    heatmap->setJob(job);
    HeatmapPage page(heatmap);
    auto *table = new TablePane(new ReportModel(kernelReport(nullptr, nullptr)), QStringLiteral("ranks"));
    page.setTable(table);
    page.resize(900, 1'200);
    page.show();
    const int whole = heatmap->heightOf(RankHeatmap::maxRow);
    EXPECT_TRUE(QTest::qWaitFor([&] { return heatmap->height() == whole && table->height() == 1'200 - whole; }));
    const int readable = heatmap->heightOf(24);
    page.resize(900, readable + 200);
    EXPECT_TRUE(QTest::qWaitFor([&] { return table->isVisible() && heatmap->height() == readable; }))
        << heatmap->height() << ": the table has what the numbers leave";
    table->layout()->setContentsMargins(0, 0, 0, 200);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !table->isVisible(); })) << "the table needs more than that now";
    table->layout()->setContentsMargins(0, 0, 0, 0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return table->isVisible(); }));
    page.resize(900, 500);
    EXPECT_EQ(page.height(), 500);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !table->isVisible() && heatmap->height() == 500; })) << "too low for both";
}

TEST(RankHeatmap, theSmallestValueIsNotTheBackground)
{
    const RankHeatmap heatmap;
    EXPECT_GT(distance(heatmap.colourOf(0), Palette::current().base), 40);
    EXPECT_GT(distance(heatmap.colourOf(1), heatmap.colourOf(0)), 80);
}

TEST(RankHeatmap, valuesCanBeReadOnEveryColour)
{
    const RankHeatmap heatmap;
    for (const double share : {0.0, 0.3, 0.5, 0.7, 0.9, 1.0}) {
        const QRgb cell = heatmap.colourOf(share);
        EXPECT_GE(Palette::contrast(heatmap.textColourOn(cell), cell), 4.5) << share;
    }
}

} // namespace
} // namespace ws
