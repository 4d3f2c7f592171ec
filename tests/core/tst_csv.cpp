#include "core/report/csv.h"

#include <gtest/gtest.h>

#include <cmath>

using ws::CsvStyle;
using ws::CsvWriter;

namespace {

template <class... Fields> std::string row(const Fields &...fields)
{
    std::string out;
    CsvWriter csv(out);
    (csv << ... << fields);
    csv.endRow();
    return out;
}

} // namespace

TEST(Csv, forSpreadsheetsWhatTheyWouldRunGetsAnApostropheAndNumbersStay)
{
    const auto line = [](CsvStyle style) {
        std::string out;
        CsvWriter csv(out, style);
        csv << "=1+1"
            << "+a"
            << "-b"
            << "@c"
            << "\td"
            << "\re"
            << "=f,\"g\""
            << "a=b"
            << "" << -5 << -0.5;
        return out;
    };
    EXPECT_EQ(line(CsvStyle::Raw), "=1+1,+a,-b,@c,\td,\"\re\",\"=f,\"\"g\"\"\",a=b,,-5,-0.5");
    EXPECT_EQ(line(CsvStyle::ForSpreadsheets), "'=1+1,'+a,'-b,'@c,'\td,\"'\re\",\"'=f,\"\"g\"\"\",a=b,,-5,-0.5");
}

TEST(Csv, plainFieldsStandAsTheyAre)
{
    EXPECT_EQ(row("a", std::string("b"), std::string_view("c d")), "a,b,c d\n");
    EXPECT_EQ(row(QStringLiteral("Stufe µs")), "Stufe µs\n");
}

TEST(Csv, commasQuotesAndLineBreaksAreQuoted)
{
    EXPECT_EQ(row("a,b"), "\"a,b\"\n");
    EXPECT_EQ(row("say \"x\""), "\"say \"\"x\"\"\"\n");
    EXPECT_EQ(row("two\nlines", "cr\r"), "\"two\nlines\",\"cr\r\"\n");
}

TEST(Csv, numbersAreRaw)
{
    EXPECT_EQ(row(int64_t(-1234567), uint64_t(18446744073709551615u), 0.1, 1e300),
              "-1234567,18446744073709551615,0.1,1e+300\n");
    EXPECT_EQ(row(1.0 / 3), "0.3333333333333333\n");
}

TEST(Csv, whatIsNoNumberIsBlank)
{
    EXPECT_EQ(row(std::nan(""), HUGE_VAL, 1), ",,1\n");
    std::string out;
    CsvWriter csv(out);
    csv.blank() << "x";
    csv.blank();
    csv.endRow();
    EXPECT_EQ(out, ",x,\n");
}

TEST(Csv, anEmptyFirstFieldStillSeparates)
{
    EXPECT_EQ(row("", "b"), ",b\n");
}
