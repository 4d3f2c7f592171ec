#include "tests/support/replaysimulator.h"
#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "widgets/panels/overview/overviewpage.h"
#include "widgets/panels/overview/overviewpanel.h"
#include "widgets/panels/overview/overviewtexts.h"
#include "widgets/session/session.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/sharebar.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

namespace ws {
namespace {

/// Launched late: 20 kernels of 10 µs, one launch in 100 µs.
RunPtr launchBound()
{
    std::string json = R"({"traceEvents":[)";
    for (int i = 0; i < 20; ++i) {
        const std::string n = std::to_string(i + 1), at = std::to_string(i * 100);
        json += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + at +
                R"(,"dur":5,"args":{"correlation":)" + n + "}},";
        json += R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + std::to_string(i * 100 + 10) +
                R"(,"dur":10,"args":{"device":0,"stream":7,"correlation":)" + n + "}},";
    }
    json.back() = ']';
    return test::runFromJson(json + "}").run;
}

std::shared_ptr<Overview> wordy()
{
    auto overview = std::make_shared<Overview>();
    overview->headline = QStringLiteral("The GPU works 12 % of this step; it waits.");
    overview->facts = {QStringLiteral("model"), QStringLiteral("rank 0 of 8")};
    OverviewBar bar;
    bar.device = QStringLiteral("GPU 0");
    bar.isMain = true;
    bar.budget.wallNs = 100;
    bar.budget.computeNs = 30;
    bar.budget.idle[1] = 70;
    bar.range = {1000, 1100};
    overview->bars.push_back(bar);
    OverviewFinding finding;
    finding.text = QStringLiteral("A sentence with evidence that takes several lines in a column. ").repeated(5);
    finding.advice = QStringLiteral("Try something that takes more than one line in a narrow column, too.");
    finding.finding.ns = 70;
    finding.finding.share = 0.7;
    finding.finding.places = {{{}, {1030, 1060}}, {{}, {1070, 1100}}};
    overview->findings = {finding, finding};
    OverviewList list{"kernels", QStringLiteral("Kernels, of 30 ns"), 30, {}};
    list.rows.push_back({QStringLiteral("gemm"), 20, 0.66, 3, 6, 7, 9, 0, 0, {}});
    overview->lists.push_back(list);
    overview->trust = {QStringLiteral("What may not be trusted takes more than one line, as a rule. ").repeated(3),
                       QStringLiteral("Another sentence of this kind, which is not short either.")};
    return overview;
}

class OverviewWindow : public testing::Test
{
protected:
    Session session;
    OverviewPanel panel{session.pane()};
};

TEST(OverviewPage, everyTextHasTheHeightThatItNeeds)
{
    OverviewPage page;
    page.resize(1600, 500);
    page.show();
    page.setOverview(wordy(), {});
    for (const int width : {1600, 1000, 700, 1310, 400}) {
        page.resize(width, 500);
        QTest::qWait(20);
        for (const LinkText *text : page.findChildren<LinkText *>())
            EXPECT_EQ(text->height(), text->heightForWidth(text->width()))
                << width << ": " << text->text().left(30).toStdString();
    }
}

TEST(OverviewPage, theVerdictOnTheRecordingStandsAboveTheFirstSentence)
{
    const auto linesOf = [](const std::shared_ptr<Overview> &overview) {
        OverviewPage page;
        page.setOverview(overview, {});
        QStringList lines;
        for (const LinkText *text : page.findChildren<LinkText *>())
            lines << text->text();
        return lines;
    };
    const auto overview = wordy();
    EXPECT_EQ(linesOf(overview).value(0), QStringLiteral("The recording can be relied on."));
    TrustFinding reason;
    reason.id = "no-gpu-work";
    overview->fit.reasons.assign(9, reason);
    overview->fit.verdict = FitVerdict::No;
    const QStringList lines = linesOf(overview);
    EXPECT_EQ(lines.value(0), QStringLiteral("The recording cannot be relied on:"));
    EXPECT_TRUE(lines.value(1).startsWith(QStringLiteral("– "))) << lines.value(1).toStdString();
    EXPECT_FALSE(lines.filter(QStringLiteral("more, below under")).isEmpty()) << "nine are too many to stand above";
}

TEST(OverviewTexts, timesBesideEachOtherHaveOneUnitAndNoneIsAZeroThatIsNone)
{
    const auto plain = [](QString text) { return text.replace(QChar(0x202f), u' ').toStdString(); };
    EXPECT_EQ(plain(durationAndShare(77'400, int64_t(156'466'000))), "0.077 ms · < 0.1 %");
    EXPECT_EQ(plain(durationAndShare(342, int64_t(121'267'000))), "< 0.001 ms · < 0.1 %");
    EXPECT_EQ(plain(durationAndShare(573'000, 0.004, 122'532'000)), "0.573 ms · 0.4 %");
    EXPECT_EQ(plain(durationAndShare(0, 0.25, 122'532'000)), "25.0 %");
}

TEST(OverviewPage, linesBreakBetweenFactsAndBetweenEntriesOfTheLegend)
{
    OverviewPage page;
    const auto overview = wordy();
    const QString step = QStringLiteral("execute_32_context_0(sq0sk0)_generation_32(sq32sk32785), batch 32, 32 tokens");
    overview->facts = {step, QStringLiteral("秩 0 / 8")};
    page.setOverview(overview, {});
    QStringList texts;
    for (const LinkText *text : page.findChildren<LinkText *>())
        texts << text->text();
    const QString facts = QStringLiteral("execute_32_context_0(sq0sk0)_generation_32(sq32sk32785), batch\u00a032, "
                                         "32\u00a0tokens\u00a0· 秩\u2060\u00a00\u00a0/\u00a08");
    EXPECT_TRUE(texts.contains(facts)) << texts.join(u'\n').toStdString();
    const auto legend = std::ranges::find_if(texts, [](const QString &text) { return text.startsWith(u'■'); });
    ASSERT_NE(legend, texts.end());
    for (const QString &entry : legend->split(QStringLiteral("   "), Qt::SkipEmptyParts))
        EXPECT_FALSE(entry.contains(u' ')) << entry.toStdString();
}

TEST(OverviewPage, linksAndBarsLeadToTheirPlaces)
{
    OverviewPage page;
    page.resize(1600, 500);
    page.setOverview(wordy(), {});
    QSignalSpy places(&page, &OverviewPage::placeActivated);
    for (LinkText *text : page.findChildren<LinkText *>())
        for (int link = 0; link < 4; ++link)
            if (text->text().contains(QStringLiteral("evidence")))
                emit text->linkActivated(link);
    ASSERT_GE(places.size(), 4);
    EXPECT_EQ(places[1][0].value<FindingPlace>().range, (TimeRange{1070, 1100}));
    places.clear();
    emit page.findChild<ShareBar *>()->activated(0);
    ASSERT_EQ(places.size(), 1);
    EXPECT_EQ(places[0][0].value<FindingPlace>().range, (TimeRange{1000, 1100}));
}

TEST_F(OverviewWindow, aRunIsShownOnceItsMappingIsAppliedAndGoesWithItsRun)
{
    EXPECT_EQ(panel.page()->shown(), nullptr);
    const RunPtr run = launchBound();
    ASSERT_TRUE(run);
    RunContext *context = session.add(run);
    panel.show();
    EXPECT_EQ(panel.page()->shown(), nullptr) << "what is communication is not known yet";
    context->setClasses({}, std::make_shared<const std::vector<uint8_t>>(run->strings.size()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown() != nullptr; }, 60'000));
    const Overview &overview = *panel.page()->shown();
    EXPECT_EQ(overview.run, run);
    ASSERT_EQ(overview.bars.size(), 1U);
    const WallBudget &budget = overview.bars[0].budget;
    EXPECT_EQ(budget.busyNs() + budget.idleNs(), budget.wallNs);
    session.close(context);
    EXPECT_EQ(panel.page()->shown(), nullptr);
    EXPECT_TRUE(panel.page()->findChildren<LinkText *>().isEmpty());
}

TEST_F(OverviewWindow, aMappingThatFailsIsNamedAboveTheRest)
{
    RunContext *context = session.add(launchBound());
    panel.show();
    EXPECT_EQ(panel.page()->shown(), nullptr);
    context->setClassesError(Error{ErrorKind::Malformed, QStringLiteral("the rules are too large"), {}, -1});
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown() != nullptr; }, 60'000));
    EXPECT_EQ(panel.page()->shown()->bars.size(), 1U);
    const auto says = [&](const QString &part) {
        return std::ranges::any_of(panel.page()->findChildren<LinkText *>(),
                                   [&](const LinkText *text) { return text->text().contains(part); });
    };
    EXPECT_TRUE(says(QStringLiteral("the rules are too large")));
    context->setClasses({}, std::make_shared<const std::vector<uint8_t>>(context->run()->strings.size()));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !says(QStringLiteral("the rules are too large")); }, 60'000))
        << "the mapping has been applied since";
}

TEST_F(OverviewWindow, aFileWithoutGpuWorkSaysSo)
{
    session.add(test::runFromJson(R"({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":1,"dur":2}]})")
                    .run);
    panel.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown() != nullptr; }, 60'000));
    EXPECT_TRUE(panel.page()->shown()->bars.empty());
    EXPECT_FALSE(panel.page()->shown()->headline.isEmpty());
    EXPECT_TRUE(panel.page()->findChildren<ShareBar *>().isEmpty());
}

TEST(OverviewPanel, saysThatARangeDoesNotCountHereAndClearsIt)
{
    Session session;
    OverviewPanel panel(session.pane());
    panel.resize(900, 500);
    panel.show();
    session.add(launchBound());
    auto *page = panel.findChild<OverviewPage *>();
    StageController controller(&session);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->shown() != nullptr; }, 10'000));
    const auto note = [&]() -> LinkText * {
        for (LinkText *text : page->findChildren<LinkText *>())
            if (text->isVisibleTo(page) && text->accessibleName().contains(QStringLiteral("not of the range")))
                return text;
        return nullptr;
    };
    EXPECT_EQ(note(), nullptr);
    session.pane()->context().setRange(TimeRange{100'000, 300'000});
    ASSERT_TRUE(QTest::qWaitFor([&] { return note() != nullptr; }, 60'000));
    EXPECT_TRUE(note()->accessibleName().contains(QStringLiteral("200")));
    emit note()->linkActivated(0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !session.pane()->context().range(); }, 60'000));
    EXPECT_TRUE(QTest::qWaitFor([&] { return note() == nullptr; }, 60'000));
}

/// What the page says of the replay, once nothing works any more.
QStringList replayedTexts(const std::string &json)
{
    Session session;
    OverviewPanel panel(session.pane());
    panel.resize(1000, 600);
    panel.show();
    session.add(test::runFromJson(json).run);
    StageController controller(&session);
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown() != nullptr; }, 10'000));
    test::untilNothingWorks();
    QStringList texts;
    for (const LinkText *text : panel.findChildren<LinkText *>())
        if (text->isVisibleTo(&panel) && text->text().startsWith(QLatin1String("Replayed")))
            texts << text->text();
    return texts;
}

TEST(OverviewPanel, aFindingHasItsReplayedWinWhereTheReplayHolds)
{
    std::vector<test::SimulatedOp> step;
    for (int i = 0; i < 30; ++i) {
        step.push_back({test::SimulatedOp::Cpu, 60});
        step.push_back({test::SimulatedOp::Launch, 20, 7, 1});
    }
    const QStringList texts = replayedTexts(test::ReplaySimulator(step, 4, {}, 1).json());
    ASSERT_FALSE(texts.isEmpty());
    EXPECT_TRUE(texts.join(u'\n').contains(QStringLiteral("All launches as one graph")));
    step.resize(30); // too little to prove anything
    EXPECT_EQ(replayedTexts(test::ReplaySimulator(step, 1, {}, 1).json()), QStringList());
}

} // namespace
} // namespace ws
