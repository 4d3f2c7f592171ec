#include "widgets/toolkit/tabfade.h"

#include <gtest/gtest.h>

#include <QTest>

namespace ws {
namespace {

TEST(TabFade, aTabThatIsCutFadesBeforeTheButtonsThatScroll)
{
    QTabBar tabs;
    tabs.setUsesScrollButtons(true);
    tabs.setElideMode(Qt::ElideNone);
    for (int i = 0; i < 8; ++i)
        tabs.addTab(QStringLiteral("MMMMMMMM"));
    auto *fade = new TabFade(&tabs);
    tabs.resize(2000, tabs.sizeHint().height());
    tabs.show();
    QTest::qWait(1);
    EXPECT_FALSE(fade->isCutting());
    EXPECT_TRUE(fade->isHidden()) << "nothing scrolls";
    const QColor background = tabs.palette().color(QPalette::Window);
    int cut = 0;
    for (int width = 200; width < 400; width += 7) {
        tabs.resize(width, tabs.height());
        QTest::qWait(1);
        const QImage picture = tabs.grab().toImage();
        ASSERT_FALSE(fade->isHidden());
        if (!fade->isCutting())
            continue;
        ++cut;
        const int right = fade->geometry().right();
        EXPECT_LT(right, width - 10) << "beside the buttons";
        for (int y = 0; y < picture.height(); ++y)
            EXPECT_EQ(picture.pixelColor(right, y), background) << width << ' ' << y;
    }
    EXPECT_GT(cut, 10);
}

} // namespace
} // namespace ws
