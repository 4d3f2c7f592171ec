#include "core/base/quantity.h"
#include "tests/support/plaintext.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace ws;
using ws::test::plain;

TEST(Quantity, numbersHaveThreeDigits)
{
    EXPECT_EQ(plain(roundedNumber(2.6214400000000001)), "2.62");
    EXPECT_EQ(plain(roundedNumber(0.037128)), "0.0371");
    EXPECT_EQ(plain(roundedNumber(31)), "31");
    EXPECT_EQ(plain(roundedNumber(0)), "0");
    EXPECT_EQ(plain(roundedNumber(-12.345)), "-12.3");
    EXPECT_EQ(plain(roundedNumber(1234.56)), "1 235");
    EXPECT_EQ(plain(roundedNumber(1e300)), "1e+300");
    EXPECT_EQ(plain(roundedNumber(std::nan(""))), "nan");
}

TEST(Quantity, bytesHaveAPrefix)
{
    const QString bytes = QStringLiteral("B");
    EXPECT_EQ(plain(withPrefix(1'000'341'504, bytes)), "1.00 GB");
    EXPECT_EQ(plain(withPrefix(512, bytes)), "512 B");
    EXPECT_EQ(plain(withPrefix(999'999, bytes)), "1.00 MB");
    EXPECT_EQ(plain(withPrefix(123'400, bytes)), "123 kB");
    EXPECT_EQ(plain(withPrefix(0, bytes)), "0 B");
    EXPECT_EQ(plain(withPrefix(-2'500'000, {})), "-2.50 M");
    EXPECT_EQ(plain(withPrefix(INFINITY, bytes)), "inf B");
}

TEST(Quantity, theUnitStandsInTheName)
{
    EXPECT_EQ(unitInName("memory bandwidth (GB/s)"), QStringLiteral("GB/s"));
    EXPECT_EQ(unitInName("est. achieved occupancy %"), QStringLiteral("%"));
    EXPECT_EQ(unitInName("Duration (us)"), QStringLiteral("µs"));
    EXPECT_EQ(unitInName("bytes"), QStringLiteral("B"));
    EXPECT_EQ(unitInName("Total Bytes"), QStringLiteral("B"));
    EXPECT_EQ(unitInName("kilobytes"), QString());
    EXPECT_EQ(unitInName("memory (as the driver sees it)"), QString());
    EXPECT_EQ(unitInName("Total Allocated (CPU)"), QString());
    EXPECT_EQ(unitInName("clock (MHz)"), QStringLiteral("MHz"));
    EXPECT_EQ(unitInName("rate (TFLOP/s)"), QStringLiteral("TFLOP/s"));
    EXPECT_EQ(unitInName("power (W)"), QStringLiteral("W"));
    EXPECT_EQ(unitInName("stream"), QString());
    EXPECT_EQ(unitInName(""), QString());
    EXPECT_EQ(unitInName(")"), QString());
}

TEST(Quantity, aUnitWithAPrefixKeepsIt)
{
    EXPECT_EQ(plain(quantity(2.62144, QStringLiteral("GB/s"))), "2.62 GB/s");
    EXPECT_EQ(plain(quantity(4096, QStringLiteral("B"))), "4.10 kB");
    EXPECT_EQ(plain(quantity(58'491, QStringLiteral("MB"))), "58.5 GB");
    EXPECT_EQ(plain(quantity(999, QStringLiteral("MB"))), "999 MB");
    EXPECT_EQ(plain(quantity(-1500, QStringLiteral("kB"))), "-1.50 MB");
    EXPECT_EQ(plain(quantity(2048, QStringLiteral("MiB"))), "2.00 GiB");
    EXPECT_EQ(plain(quantity(3e7, QStringLiteral("KiB"))), "28.6 GiB");
    EXPECT_TRUE(quantity(12'000, QStringLiteral("MB/s")).endsWith(QStringLiteral("000\u00a0MB/s"))) << "no size";
    EXPECT_TRUE(quantity(12'000, QStringLiteral("%")).endsWith(QStringLiteral("000\u00a0%")));
    EXPECT_EQ(plain(quantity(7, {})), "7");
}
