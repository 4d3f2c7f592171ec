// What stands in front of a finding, which findings are one entry, and which units count.

#include "core/report/overviewreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using namespace test;

bool holds(const QString &text, const char *part)
{
    return QString(text).replace(QChar(0x202f), u' ').contains(QString::fromUtf8(part));
}

TEST(OverviewFindings, aLastStepThatDoesNotCountIsSaidAndIsInNoDistribution)
{
    const auto of = [](int steps) { // of 100 µs on the GPU each, the last one of 50
        FindingTrace trace;
        for (int i = 0; i < steps; ++i)
            trace.step(i * 100, 90, "ProfilerStep#" + std::to_string(i)).work("gemm", i * 100 + 20, 50, i * 100 + 10);
        return overviewOf(trace);
    };
    const Overview three = of(3), two = of(2);
    EXPECT_TRUE(holds(three.unitText, "The last step does not count in this: no next step ends it."))
        << three.unitText.toStdString();
    EXPECT_EQ(three.units.stats.count, 2U);
    EXPECT_EQ(three.units.walls.size(), 3U) << "there they are";
    EXPECT_EQ(three.units.stats.p50Ns, three.bars.front().budget.wallNs) << "one median";
    EXPECT_FALSE(holds(two.unitText, "does not count"));
    EXPECT_EQ(two.units.stats.count, 2U);
}

TEST(OverviewFindings, aFindingBeginsWithWhatCouldBeWonWhereTheTitlePromisesThat)
{
    Overview overview;
    overview.of = BudgetOf::Step;
    OverviewFinding shown;
    shown.text = QStringLiteral("One kernel.");
    shown.limit = QStringLiteral("At most 500 ns of it can be won.");
    shown.finding.id = "one-kernel";
    shown.finding.ns = 1000;
    shown.finding.winNs = 500;
    shown.finding.share = 0.2;
    const FindingSize won = findingSize(overview, shown);
    EXPECT_EQ(won.ns, 500);
    EXPECT_NEAR(won.share, 0.1, 1e-9);
    EXPECT_TRUE(holds(won.more, "It takes 1.000 µs (20.0 %) in all; this is the most that could be won of it."))
        << won.more.toStdString();
    overview.of = BudgetOf::Span;
    EXPECT_EQ(findingSize(overview, shown).ns, 1000) << "“What takes time”";
    EXPECT_EQ(findingSize(overview, shown).more, shown.limit);
    overview.of = BudgetOf::Step;
    shown.finding.winNs = 0;
    EXPECT_EQ(findingSize(overview, shown).ns, 1000) << "hidden by the launch limit";
}

TEST(OverviewFindings, longPausesThatNoFindingNamesAreCounted)
{
    const auto rest = [](int pause) {
        FindingTrace trace;
        int at = 100;
        for (int i = 0; i < 400; ++i, at += i % 14 ? 25 : pause)
            trace.work("k" + std::to_string(i), at, 10, at - 5);
        for (const OverviewRest &part : overviewOf(trace).rests)
            if (part.part == BudgetPart::IdleLate)
                return part.text;
        return QString();
    };
    EXPECT_TRUE(holds(rest(2600), "in gaps that no rule names. In all: 28 ×, the longest 2.590 ms"))
        << rest(2600).toStdString();
    EXPECT_TRUE(rest(400).isEmpty()) << "the launches' finding names them all";
}

TEST(OverviewFindings, twoFindingsOfOneWorkAreOneEntry)
{
    Overview overview;
    overview.of = BudgetOf::Step;
    const auto add = [&overview](const char *id, int64_t ns, uint32_t slice) {
        OverviewFinding &shown = overview.findings.emplace_back();
        shown.text = QString::fromLatin1(id) + u'.';
        shown.advice = QStringLiteral("Try: ") + QString::fromLatin1(id) + u'.';
        shown.finding.id = id;
        shown.finding.ns = shown.finding.winNs = ns;
        shown.finding.places = {{{0, slice}, {}}};
    };
    add("one-kernel", 1000, 3);
    add("far-from-limit", 1000, 3);
    add("skinny-products", 1000, 4);
    add("small-grid", 900, 3);
    const std::vector<OverviewFinding> once = findingsByWork(overview);
    ASSERT_EQ(once.size(), 3U);
    EXPECT_EQ(once[0].text, QStringLiteral("one-kernel. far-from-limit."));
    EXPECT_EQ(once[0].advice, QStringLiteral("Try: one-kernel. Try: far-from-limit."));
    EXPECT_EQ(once[1].text, QStringLiteral("skinny-products.")) << "other activities";
    EXPECT_EQ(once[2].text, QStringLiteral("small-grid.")) << "another time";
}

} // namespace
} // namespace ws
