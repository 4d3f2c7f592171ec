#include "widgets/toolkit/linelabel.h"

#include <gtest/gtest.h>

#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

namespace ws {
namespace {

void askToolTip(LineLabel &label)
{
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, {3, 3}, label.mapToGlobal(QPoint(3, 3)));
    QCoreApplication::sendEvent(&label, &help);
}

TEST(LineLabels, aNarrowOneEndsInAnEllipsisAndTellsTheWhole)
{
    const QString text = QStringLiteral("39 rows, 1092 activities, <b>18 ms</b> together");
    LineLabel label(text);
    label.resize(600, 20);
    label.show();
    EXPECT_EQ(label.shownText(), text);
    const QImage wide = label.grab().toImage();
    label.resize(100, 20);
    EXPECT_TRUE(label.shownText().endsWith(u'…')) << label.shownText().toStdString();
    EXPECT_LE(label.fontMetrics().horizontalAdvance(label.shownText()), 100);
    EXPECT_FALSE(label.grab().toImage() == wide.copy(0, 0, 100, 20));
    askToolTip(label);
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("&lt;b&gt;"))) << QToolTip::text().toStdString();
}

} // namespace
} // namespace ws
