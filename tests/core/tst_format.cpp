#include "core/base/format.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

/// Thin spaces as '_', minus as '-': readable in a test.
std::string plain(QString text)
{
    text.replace(QChar(0x202F), QLatin1Char('_'));
    text.replace(QChar(0x2212), QLatin1Char('-'));
    return text.toStdString();
}

} // namespace

TEST(Format, countsAreGroupedByThrees)
{
    EXPECT_EQ(plain(formatCount(0)), "0");
    EXPECT_EQ(plain(formatCount(999)), "999");
    EXPECT_EQ(plain(formatCount(1000)), "1_000");
    EXPECT_EQ(plain(formatCount(1234567)), "1_234_567");
    EXPECT_EQ(plain(formatCount(-1234)), "-1_234");
    EXPECT_EQ(plain(formatCount(INT64_MIN)), "-9_223_372_036_854_775_808");
}

TEST(Format, aTimeKeepsTheColumnsUnit)
{
    EXPECT_EQ(plain(formatTime(999, TimeUnit::Nanoseconds)), "999");
    EXPECT_EQ(plain(formatTime(999, TimeUnit::Microseconds)), "0.999");
    EXPECT_EQ(plain(formatTime(1'234'567, TimeUnit::Microseconds)), "1_234.567");
    EXPECT_EQ(plain(formatTime(1'234'567, TimeUnit::Milliseconds)), "1.235");
    EXPECT_EQ(plain(formatTime(43'000'000'000, TimeUnit::Seconds)), "43.000");
}

TEST(Format, timesRoundHalfAwayFromZero)
{
    EXPECT_EQ(plain(formatTime(1'499, TimeUnit::Milliseconds)), "0.001");
    EXPECT_EQ(plain(formatTime(1'500, TimeUnit::Milliseconds)), "0.002");
    EXPECT_EQ(plain(formatTime(-1'500, TimeUnit::Milliseconds)), "-0.002");
    EXPECT_EQ(plain(formatTime(-1, TimeUnit::Milliseconds)), "0.000") << "no minus before nothing";
    EXPECT_EQ(plain(formatTime(999'999'999, TimeUnit::Milliseconds)), "1_000.000");
    EXPECT_EQ(plain(formatTime(INT64_MAX, TimeUnit::Nanoseconds)), "9_223_372_036_854_775_807");
    EXPECT_EQ(plain(formatTime(INT64_MIN, TimeUnit::Microseconds)), "-9_223_372_036_854_775.808");
}

TEST(Format, theUnitFollowsTheLargestValue)
{
    EXPECT_EQ(timeUnitFor(0), TimeUnit::Nanoseconds);
    EXPECT_EQ(timeUnitFor(999), TimeUnit::Nanoseconds);
    EXPECT_EQ(timeUnitFor(1'000), TimeUnit::Microseconds);
    EXPECT_EQ(timeUnitFor(9'999'999), TimeUnit::Microseconds);
    EXPECT_EQ(timeUnitFor(10'000'000), TimeUnit::Milliseconds);
    EXPECT_EQ(timeUnitFor(-10'000'000), TimeUnit::Milliseconds);
    EXPECT_EQ(timeUnitFor(100'000'000'000), TimeUnit::Seconds);
}

TEST(Format, timesOfALineHaveOneUnitAsFarAsItLeavesThemDigits)
{
    EXPECT_EQ(plain(formatDurationIn(1'678'087, timeUnitFor(99'937'000))), "1.678_ms");
    EXPECT_EQ(plain(formatDurationIn(100'000, TimeUnit::Milliseconds)), "0.100_ms");
    EXPECT_EQ(plain(formatDurationIn(99'999, TimeUnit::Milliseconds)), "99.999_µs");
    EXPECT_EQ(plain(formatDurationIn(103'457'123, TimeUnit::Microseconds)), "103_457.123_µs");
    EXPECT_EQ(plain(formatDurationIn(-1'678'087, TimeUnit::Milliseconds)), "-1.678_ms");
    EXPECT_EQ(plain(formatDurationIn(0, TimeUnit::Milliseconds)), "0_ns");
    EXPECT_EQ(plain(formatDurationIn(7, TimeUnit::Nanoseconds)), "7_ns");
    EXPECT_EQ(rulerUnitFor(999'999), TimeUnit::Microseconds);
    EXPECT_EQ(rulerUnitFor(1'000'000), TimeUnit::Milliseconds);
    EXPECT_EQ(rulerUnitFor(100'000'000'000), TimeUnit::Seconds);
}

TEST(Format, aRoundedTimeHasAboutFourDigitsInTheUnitOfItsSize)
{
    const auto text = [](int64_t ns) {
        return formatRounded(ns).replace(QChar(0x2009), u' ').replace(QChar(0x202f), u' ');
    };
    EXPECT_EQ(text(0), QStringLiteral("0 ns"));
    EXPECT_EQ(text(17), QStringLiteral("17 ns"));
    EXPECT_EQ(text(5'146'906), QStringLiteral("5.147 ms"));
    EXPECT_EQ(text(122'532'000), QStringLiteral("122.5 ms"));
    EXPECT_EQ(text(9'999'600), QStringLiteral("10.00 ms"));
    EXPECT_EQ(text(999'960), QStringLiteral("1.000 ms"));
    EXPECT_EQ(text(-1'500), QStringLiteral("\u22121.500 µs"));
    EXPECT_EQ(text(43'210'000'000), QStringLiteral("43.21 s"));
    EXPECT_EQ(text(INT64_MIN), formatDuration(INT64_MIN).replace(QChar(0x2009), u' ').replace(QChar(0x202f), u' '));
}

TEST(Format, timesOfOneSentenceHaveTheUnitOfTheLargest)
{
    EXPECT_EQ(plain(formatBeside(336'333, 2'032'385)), "0.336_ms");
    EXPECT_EQ(plain(formatBeside(2'032'385, 336'333)), "2.032_ms");
    EXPECT_EQ(plain(formatBeside(-336'333, -2'032'385)), "-0.336_ms");
    EXPECT_EQ(plain(formatBeside(17, 999'960)), "< 0.001_ms") << "not nothing";
    EXPECT_EQ(plain(formatBeside(-17, 999'960)), "> -0.001_ms");
    EXPECT_EQ(plain(formatBeside(0, 999'960)), "0.000_ms");
    EXPECT_EQ(plain(formatBeside(17, 20)), "17_ns");
}

TEST(Format, aDurationNamesItsUnit)
{
    EXPECT_EQ(plain(formatDuration(12'345)), "12.345_µs");
    EXPECT_EQ(plain(formatDuration(0)), "0_ns");
    EXPECT_EQ(plain(formatDuration(43'000'000'000)), "43.000_s");
}

TEST(Format, aDurationFromAThousandOnHasTheNextUnit)
{
    EXPECT_EQ(plain(formatDuration(999'999)), "999.999_µs");
    EXPECT_EQ(plain(formatDuration(7'618'681)), "7.619_ms") << "as beside 7.323 ms";
    EXPECT_EQ(plain(formatDuration(-7'618'681)), "-7.619_ms");
    EXPECT_EQ(unitOf(999), TimeUnit::Nanoseconds);
    EXPECT_EQ(unitOf(1'000'000'000), TimeUnit::Seconds);
    EXPECT_EQ(timeUnitFor(7'618'681), TimeUnit::Microseconds) << "a column has smaller values, too";
}

TEST(Format, whatIsExactHasAllDigits)
{
    EXPECT_EQ(plain(formatExactly(6'692'957)), "6.692957_ms");
    EXPECT_EQ(plain(formatExactly(6'000'000)), "6.000_ms");
    EXPECT_EQ(plain(formatExactly(1'234'567'890)), "1.23456789_s");
    EXPECT_EQ(plain(formatExactly(-1'234)), "-1.234_µs");
}

TEST(Format, aPlaceInTheRecordingIsNotRoundedToMilliseconds)
{
    EXPECT_EQ(plain(formatMoment(43'000'001'000)), "43_000.001_ms");
    EXPECT_EQ(plain(formatMoment(7'618'681)), "7.619_ms");
    EXPECT_EQ(plain(formatMoment(12)), "12_ns");
}

TEST(Format, percentagesHaveOneDecimal)
{
    EXPECT_EQ(plain(formatPercent(0.7134)), "71.3_%");
    EXPECT_EQ(plain(formatPercent(0)), "0.0_%");
    EXPECT_EQ(plain(formatPercent(1)), "100.0_%");
    EXPECT_EQ(plain(formatPercent(-0.25)), "-25.0_%");
}

TEST(Format, aSmallShareIsNotShownAsNothing)
{
    EXPECT_EQ(plain(formatPercent(0.0004)), "< 0.1_%");
    EXPECT_EQ(plain(formatPercent(-0.0004)), "> -0.1_%");
    EXPECT_EQ(plain(formatPercent(0.0006)), "0.1_%");
}

TEST(Format, decimalsDoNotTakeTheSeparatorsAway)
{
    EXPECT_EQ(plain(formatFixed(3297.94, 1)), "3_297.9");
    EXPECT_EQ(plain(formatFixed(-1234567.5, 0)), "-1_234_568");
    EXPECT_EQ(plain(formatFixed(999.4, 0)), "999");
    EXPECT_EQ(plain(formatPercent(32.9794)), "3_297.9_%");
    EXPECT_EQ(plain(formatRounded(1'234'000'000'000)), "1_234_s");
    EXPECT_EQ(plain(formatBytes(1'000 * int64_t(1'024))), "1_000.0_KiB");
}

TEST(Format, noNumberIsADash)
{
    EXPECT_EQ(plain(formatPercentNumber(0.0 / 0.0)), "–");
}

TEST(Format, bytesAreBinary)
{
    EXPECT_EQ(plain(formatBytes(1023)), "1_023_B");
    EXPECT_EQ(plain(formatBytes(1536)), "1.5_KiB");
    EXPECT_EQ(plain(formatBytes(int64_t(3) << 30)), "3.0_GiB");
}
