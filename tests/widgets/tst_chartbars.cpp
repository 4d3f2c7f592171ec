#include "widgets/stages/chartexport.h"
#include "widgets/stages/chartscene.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/runsdialog.h"
#include "widgets/stages/stagespanel.h"

#include "timelineruns.h"

#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <numeric>

using namespace ws;
using test::RunMaker;

namespace {

/// `count` decode steps, each with a gemm of 10 µs and an attention of its number of µs; a copy outside.
RunPtr runOfSteps(int count, int rank = -1)
{
    RunMaker maker;
    for (int k = 1; k <= count; ++k) {
        const int64_t at = k * 200'000;
        const auto correlation = static_cast<uint64_t>(2 * k);
        maker.builder.addSlice(maker.builder.cpuTrack(maker.id("10"), maker.id("1")), at, 100'000,
                               maker.id("step[DECODE bs=" + std::to_string(k) + "]"),
                               maker.builder.category("user_annotation"), 0);
        maker.launch("1", at + 1000, 100, correlation);
        maker.launch("1", at + 2000, 100, correlation + 1);
        maker.kernel("7", at + 50'000, 10'000, "gemm_a", correlation);
        maker.kernel("7", at + 70'000, k * 1000, "attn_fwd", correlation + 1);
    }
    maker.kernel("7", 0, 5'000, "copy");
    if (rank >= 0)
        (*maker.run->info.header)["distributedInfo"]["rank"] = rank;
    return maker.finish();
}

class ChartBarsTest : public testing::Test
{
protected:
    ChartBarsTest() : controller(&session, MappingLibrary(folder.path()))
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{
            {"gemm", "linear", "cublas"}, {"attn", "attention", "forward"}, {".*", "other", "rest"}});
        controller.document()->load(mapping);
        controller.chooseRuns(StageRuns::All);
    }
    void open(RunPtr run)
    {
        session.add(std::move(run));
        settle();
    }
    void choose(BarsBy by, size_t max = 60)
    {
        controller.setBars({by, BarPick::Costliest, max});
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); }));
        QCoreApplication::processEvents();
    }
    ChartData data(ChartOptions options = {}) const
    {
        options.bars = controller.bars().by;
        return chartData(chartSources(controller), options);
    }
    /// "one | two"
    std::string labels() const
    {
        QStringList all;
        for (const ChartBar &bar : data().bars)
            all << bar.label;
        return all.join(QStringLiteral(" | ")).toStdString();
    }

    QTemporaryDir folder;
    Session session;
    StageController controller;
};

/// The texts below `top`; they are in one line.
bool overlap(const std::vector<ChartText> &texts, const QFont &font, double top)
{
    std::vector<std::pair<double, double>> spans;
    for (const ChartText &text : texts) {
        if (text.box.top() < top)
            continue;
        QFont drawn = font;
        drawn.setPixelSize(text.pixelSize);
        const double half = QFontMetricsF(drawn).horizontalAdvance(text.text) / 2;
        spans.emplace_back(text.box.center().x() - half, text.box.center().x() + half);
    }
    std::sort(spans.begin(), spans.end());
    for (size_t i = 1; i < spans.size(); ++i)
        if (spans[i].first < spans[i - 1].second)
            return true;
    return false;
}

} // namespace

TEST_F(ChartBarsTest, stepsAddUpToTheRunsBar)
{
    open(runOfSteps(3));
    const int64_t whole = data().bars[0].wholeNs;
    choose(BarsBy::Step);
    EXPECT_EQ(labels(), "1 decode 1 | 2 decode 2 | 3 decode 3 | outside any step");
    const ChartData chart = data();
    const int64_t sum = std::accumulate(chart.bars.begin(), chart.bars.end(), int64_t(0),
                                        [](int64_t ns, const ChartBar &bar) { return ns + bar.wholeNs; });
    EXPECT_EQ(sum, whole);
    EXPECT_EQ(chart.bars[1].wholeNs, 12'000);
    EXPECT_TRUE(chart.title.contains(QLatin1String("step"))) << chart.title.toStdString();
}

TEST_F(ChartBarsTest, theRangeCutsStepsToo)
{
    open(runOfSteps(3));
    choose(BarsBy::Step);
    session.pane()->context().setRange(TimeRange{455'000, 480'000});
    QTest::qWait(60);
    settle();
    EXPECT_EQ(labels(), "2 decode 2");
    EXPECT_EQ(data().bars[0].wholeNs, 7'000);
    EXPECT_TRUE(data().subtitle.contains(QLatin1String("range")));
}

TEST_F(ChartBarsTest, ofTooManyStepsTheLineBelowTheTitleSaysWhichAreShown)
{
    open(runOfSteps(9));
    choose(BarsBy::Step, 2);
    EXPECT_EQ(labels(), "8 decode 8 | 9 decode 9 | outside any step");
    EXPECT_TRUE(data().subtitle.contains(QLatin1String("2 costliest of 9 steps"))) << data().subtitle.toStdString();
}

TEST_F(ChartBarsTest, phasesOfSeveralRunsStandSideBySide)
{
    open(runOfSteps(2));
    open(runOfSteps(3));
    const auto runs = controller.runs();
    controller.setLabel(runs[0]->run, QStringLiteral("A"));
    controller.setLabel(runs[1]->run, QStringLiteral("B"));
    choose(BarsBy::Phase);
    EXPECT_EQ(labels(), "decode, A | decode, B | outside any step, A | outside any step, B");
    EXPECT_EQ(data().bars[0].shortLabel, QLatin1String("decode"));
}

TEST_F(ChartBarsTest, ranksAreInOrderAndNamedByTheirRank)
{
    open(runOfSteps(2, 1));
    open(runOfSteps(2, 0));
    choose(BarsBy::Rank);
    EXPECT_EQ(labels(), "rank 0 | rank 1");
}

TEST_F(ChartBarsTest, theDevicesOfOneFileAreBars)
{
    RunMaker maker;
    maker.kernel("7", 0, 10'000, "gemm_a", 0, "0");
    maker.kernel("7", 0, 20'000, "gemm_a", 0, "1");
    open(maker.finish());
    choose(BarsBy::Rank);
    EXPECT_EQ(labels(), "GPU 0 | GPU 1");
    EXPECT_EQ(data().bars[1].wholeNs, 20'000);
}

TEST_F(ChartBarsTest, withoutStepsTheChartSaysSo)
{
    RunMaker maker;
    maker.kernel("7", 0, 10'000, "gemm_a");
    open(maker.finish());
    choose(BarsBy::Step);
    EXPECT_EQ(labels(), "outside any step");
    EXPECT_TRUE(data().subtitle.contains(QLatin1String("no annotation of a step")));
}

TEST_F(ChartBarsTest, namesBelowManyBarsNeverOverlap)
{
    for (int count : {5, 20, 64, 150}) {
        session.add(runOfSteps(count));
        settle();
        for (const StageRun *run : controller.runs())
            controller.setShown(run->run, run->run == session.pane()->run());
        choose(BarsBy::Step, 150);
        const ChartData chart = data();
        ASSERT_EQ(chart.bars.size(), static_cast<size_t>(count) + 1);
        for (const QSizeF size : {QSizeF(480, 320), QSizeF(760, 400), QSizeF(2200, 900)}) {
            const ChartLayout layout = chartLayout(chart, size, QFont());
            EXPECT_FALSE(overlap(layout.texts, QFont(), layout.plot.bottom())) << count << " at " << size.width();
            EXPECT_TRUE(std::any_of(layout.texts.begin(), layout.texts.end(), [&](const ChartText &text) {
                return text.box.top() > layout.plot.bottom() && text.text.startsWith(QLatin1String("outside"));
            })) << count;
        }
    }
}

TEST_F(ChartBarsTest, pivotAndPicturesHoldTheSameBars)
{
    open(runOfSteps(3));
    choose(BarsBy::Step);
    PivotModel pivot;
    pivot.setData(data());
    EXPECT_EQ(pivot.columnCount(), PivotModel::FirstBar + 4);
    EXPECT_EQ(pivot.headerData(PivotModel::FirstBar + 1, Qt::Horizontal).toString().section(u' ', 0, 2),
              QLatin1String("2 decode 2"));
    EXPECT_TRUE(chartSvg(data(), {}).contains("2 decode 2"));
    EXPECT_FALSE(chartPdf(data(), {}).isEmpty());
}

TEST_F(ChartBarsTest, thePanelChoosesBars)
{
    open(runOfSteps(14));
    StagesPanel panel(&controller);
    panel.resize(1000, 500);
    panel.show();
    const auto boxes = panel.findChildren<QComboBox *>();
    const auto bars = std::find_if(boxes.begin(), boxes.end(), [](const QComboBox *box) {
        return box->accessibleName() == QLatin1String("What a bar stands for");
    });
    ASSERT_NE(bars, boxes.end());
    (*bars)->setCurrentIndex(static_cast<int>(BarsBy::Phase));
    emit(*bars)->activated(static_cast<int>(BarsBy::Phase));
    settle();
    EXPECT_EQ(controller.bars().by, BarsBy::Phase);
    EXPECT_EQ(labels(), "decode | outside any step");
}

TEST_F(ChartBarsTest, secondsTypedInTheRunsDialogAreTakenWithoutAnotherChoice)
{
    open(runOfSteps(1));
    QWidget window;
    window.show();
    showRunsDialog(&controller, &window);
    const auto *dialog = window.findChild<QDialog *>();
    ASSERT_TRUE(dialog);
    auto *seconds = dialog->findChild<QDoubleSpinBox *>();
    ASSERT_TRUE(seconds);
    ASSERT_TRUE(seconds->isEnabled());
    ASSERT_EQ(controller.runs().front()->total.from, NonGpu::None);
    seconds->setFocus();
    seconds->selectAll();
    QTest::keyClicks(seconds, QStringLiteral("2"));
    EXPECT_EQ(controller.runs().front()->total.from, NonGpu::Given);
    EXPECT_EQ(controller.runs().front()->total.givenNs, 2'000'000'000);
}
