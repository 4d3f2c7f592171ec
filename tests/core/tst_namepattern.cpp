#include "core/base/namepattern.h"

#include <gtest/gtest.h>

using namespace ws;
using Answer = NamePattern::Answer;

TEST(NamePattern, textIsFoundAnywhereWhateverItsCase)
{
    const NamePattern pattern(QStringLiteral("gemm(a"), false);
    EXPECT_EQ(pattern.match(QStringLiteral("x GEMM(A)")), Answer::Yes);
    EXPECT_EQ(pattern.match(QStringLiteral("gemm")), Answer::No);
    EXPECT_TRUE(pattern.error().isEmpty());
}

TEST(NamePattern, anEmptyOneMatchesEveryName)
{
    EXPECT_EQ(NamePattern().match(QStringLiteral("a")), Answer::Yes);
    EXPECT_EQ(NamePattern({}, true).match(QStringLiteral("a")), Answer::Yes);
}

TEST(NamePattern, whatIsNoRegularExpressionSaysWhyAndMatchesNothing)
{
    const NamePattern pattern(QStringLiteral("(a"), true);
    EXPECT_FALSE(pattern.error().isEmpty());
    EXPECT_EQ(pattern.match(QStringLiteral("(a")), Answer::No);
}

TEST(NamePattern, aRegexThatNeedsTooManyStepsGivesUp)
{
    const NamePattern pattern(QStringLiteral("(a+)+[bc]"), true);
    EXPECT_EQ(pattern.match(QString(70'000, u'a')), Answer::GaveUp);
    EXPECT_EQ(pattern.match(QStringLiteral("aab")), Answer::Yes);
}

TEST(NameMatcher, countsTheNamesOnWhichItGaveUp)
{
    NameMatcher matcher(NamePattern(QStringLiteral("(a+)+[bc]"), true));
    EXPECT_TRUE(matcher.matches(QStringLiteral("ab")));
    EXPECT_TRUE(matcher.problem().isEmpty());
    EXPECT_FALSE(matcher.matches(QString(100, u'a')));
    EXPECT_FALSE(matcher.matches(QString(70'000, u'a')));
    EXPECT_TRUE(matcher.problem().contains(u'2')) << matcher.problem().toStdString();
}

TEST(NameMatcher, withoutPatienceNoNameIsTried)
{
    NameMatcher matcher(NamePattern(QStringLiteral("a"), true), std::chrono::milliseconds(0));
    EXPECT_FALSE(matcher.matches(QStringLiteral("a")));
    EXPECT_FALSE(matcher.problem().isEmpty());
    NameMatcher text(NamePattern(QStringLiteral("a"), false), std::chrono::milliseconds(0));
    EXPECT_TRUE(text.matches(QStringLiteral("a"))) << "text needs none";
}
