#include "core/report/texttable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace ws {
namespace {

TextTable kernels()
{
    TextTable table;
    table.addColumn(QStringLiteral("Total"));
    table.addColumn(QStringLiteral("Name"), TextTable::Left);
    table.addRow(
        {QStringLiteral("12"), QStringLiteral("void cutlass::Kernel2<cutlass_80_tensorop_s16816gemm_128x64>")});
    table.addRow({QStringLiteral("7"), QStringLiteral("void cutlass::Kernel2<cutlass_80_tensorop_s16816gemm_256x64>")});
    table.addRow({QStringLiteral("3"), QStringLiteral("Memset")});
    return table;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

TEST(TextTable, fitsItsLinesAndKeepsDifferentNamesDifferent)
{
    const auto lines = linesOf(kernels().text(40));
    ASSERT_EQ(lines.size(), 4U);
    for (const std::string &line : lines)
        EXPECT_LE(QString::fromStdString(line).size(), 40) << line;
    EXPECT_NE(lines[1].substr(7), lines[2].substr(7));
    EXPECT_NE(lines[1].find("128x64"), lines[1].npos) << lines[1] << ": what differs stays";
    EXPECT_EQ(lines[3], "    3  Memset");
}

TEST(TextTable, withoutAWidthNamesAreWhole)
{
    EXPECT_EQ(linesOf(kernels().text())[1], "   12  void cutlass::Kernel2<cutlass_80_tensorop_s16816gemm_128x64>");
}

TEST(TextTable, namesAreNotShortenedBelowALegibleLength)
{
    const auto lines = linesOf(kernels().text(5));
    EXPECT_GE(QString::fromStdString(lines[1]).size(), 7 + 10);
    EXPECT_NE(lines[1].substr(7), lines[2].substr(7));
}

TEST(TextTable, aLongNamePushesNothingAway)
{
    TextTable table;
    for (const char *title : {"Kind", "Name", "Name in B"})
        table.addColumn(QString::fromLatin1(title), TextTable::Left);
    const QString longName(700, QLatin1Char('k'));
    table.addRow({QStringLiteral("a"), longName, {}});
    table.addRow({QStringLiteral("b"), QStringLiteral("gemm"), QStringLiteral("matmul")});
    const auto lines = linesOf(table.text());
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[1], "a     " + longName.toStdString()) << "no blanks for a name that is not there";
    EXPECT_EQ(lines[2], "b     gemm" + std::string(TextTable::maxPadding - 4, ' ') + "  matmul");
    EXPECT_EQ(lines[0].find("Name in B"), lines[2].find("matmul"));
}

TEST(TextTable, numbersBehindATextStayBelowEachOther)
{
    TextTable table;
    table.addColumn(QStringLiteral("Name"), TextTable::Left);
    table.addColumn(QStringLiteral("n"));
    table.addRow({QString(60, QLatin1Char('k')), QStringLiteral("1")});
    table.addRow({QStringLiteral("gemm"), QStringLiteral("2")});
    const auto lines = linesOf(table.text());
    EXPECT_EQ(lines[1].size(), 63U);
    EXPECT_EQ(lines[2].size(), 63U);
}

TEST(TextTable, chineseCharactersAreTwoColumnsWide)
{
    TextTable table;
    table.addColumn(QStringLiteral("名称"), TextTable::Left);
    table.addColumn(QStringLiteral("n"));
    table.addRow({QStringLiteral("abcd"), QStringLiteral("1")});
    table.addRow({QStringLiteral("内核x"), QStringLiteral("2")});
    EXPECT_EQ(linesOf(table.text()), (std::vector<std::string>{"名称   n", "abcd   1", "内核x  2"}));
}

} // namespace
} // namespace ws
