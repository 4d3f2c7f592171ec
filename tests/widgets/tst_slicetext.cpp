#include "core/analysis/slicecontext.h"
#include "tests/support/support.h"
#include "widgets/session/facttable.h"
#include "widgets/session/slicetext.h"

#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextTable>

#include <string>

namespace ws {
namespace {

TEST(SliceText, ofANameOfAMillionLettersTheBeginIsLaidOut)
{
    const std::string name(1'000'000, 'x');
    const auto run = test::runOfWork({{"0", "7", 0, 3'000, name.c_str()}});
    const EventRef slice = run->gpu.slice[0];
    const QString html = sliceFactsHtml(*run, slice, sliceContext(*run, slice), QStringLiteral("#888888"));
    EXPECT_LT(html.size(), 20'000);
    EXPECT_TRUE(html.contains(QString(1'000, u'x') + QString(100, u'x')));
    EXPECT_TRUE(html.contains(u'…'));
}

TEST(SliceText, ofAGraphEachNameStandsOnceTheOneWithMostTimeFirst)
{
    std::vector<test::Work> kernels;
    for (int i = 0; i < 60; ++i)
        kernels.push_back({"0", "7", i * 1'000, i % 6 == 5 ? 900 : 10, i % 6 == 5 ? "gemm" : "norm"});
    std::vector<std::string> names;
    for (int i = 0; i < 9; ++i)
        names.push_back("once" + std::to_string(i));
    for (int i = 0; i < 9; ++i)
        kernels.push_back({"0", "7", 100'000 + i * 1'000, 1, names[size_t(i)].c_str()});
    const auto run = test::runOfWork(kernels);
    SliceContext context;
    context.work.assign(run->gpu.slice.begin(), run->gpu.slice.end());
    const QString html = sliceFactsHtml(*run, run->gpu.slice[0], context, QStringLiteral("#888888"));
    const qsizetype gemm = html.indexOf(QStringLiteral(">gemm</a> × 10<br>"));
    const qsizetype norm = html.indexOf(QStringLiteral(">norm</a> × 50<br>"));
    EXPECT_GE(gemm, 0) << html.toStdString();
    EXPECT_GT(norm, gemm);
    EXPECT_EQ(html.count(QStringLiteral(">once")), 6);
    EXPECT_TRUE(html.contains(QStringLiteral(">once5</a><br>and 3 more"))) << html.toStdString();
}

TEST(SliceText, ofAGraphOfTwoNamesTheOneWithMostTimeIsFirst)
{
    constexpr int64_t days = int64_t(1) << 49;
    const auto run = test::runOfWork({{"0", "7", 0, 100, "norm"},
                                      {"0", "7", 1'000, days, "gemm"},
                                      {"0", "8", 1'000, days, "gemm"},
                                      {"0", "9", 1'000, days, "gemm"},
                                      {"0", "10", 1'000, days, "gemm"}});
    SliceContext context;
    context.work.assign(run->gpu.slice.begin(), run->gpu.slice.end());
    const QString html = sliceFactsHtml(*run, run->gpu.slice[0], context, QStringLiteral("#888888"));
    const qsizetype gemm = html.indexOf(QStringLiteral(">gemm</a> × 4<br>"));
    EXPECT_GE(gemm, 0) << html.toStdString();
    EXPECT_GT(html.indexOf(QStringLiteral(">norm</a>"), gemm), gemm);
}

TEST(FactTable, namesAndValuesStandOnOneLineWhateverTheirGlyphs)
{
    FactTable facts(QStringLiteral("#888888"));
    facts.add(QStringLiteral("类别"), QStringLiteral("kernel"));
    facts.add(QStringLiteral("File"), QStringLiteral("<b>类别.json</b>"));
    facts.add(QStringLiteral("Category"), QStringLiteral("kernel"));
    QTextDocument document;
    document.setHtml(facts.html());
    document.setTextWidth(400);
    const QAbstractTextDocumentLayout *layout = document.documentLayout();
    ASSERT_GT(layout->documentSize().height(), 0); // it is laid out now
    const auto *table = qobject_cast<QTextTable *>(document.rootFrame()->childFrames().value(0));
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows(), 3);
    const auto baseline = [&](int row, int column) {
        const QTextBlock block = table->cellAt(row, column).firstCursorPosition().block();
        const QTextLine line = block.layout()->lineAt(0);
        return layout->blockBoundingRect(block).top() + line.y() + line.ascent();
    };
    for (int row = 0; row < 3; ++row)
        EXPECT_NEAR(baseline(row, 0), baseline(row, 1), 0.5) << row;
}

} // namespace
} // namespace ws
