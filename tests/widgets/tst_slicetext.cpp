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
