#include "app/appearance.h"
#include "app/runviews.h"
#include "core/base/texts.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

namespace ws {
namespace {

class Languages : public testing::Test
{
protected:
    ~Languages() override
    {
        for (QTranslator *translator : QCoreApplication::instance()->findChildren<QTranslator *>())
            delete translator;
    }
};

TEST_F(Languages, textsWithoutATranslationStayEnglish)
{
    applyLanguage(QStringLiteral("zh_CN"));
    EXPECT_EQ(Core::tr("no such text"), QStringLiteral("no such text"));
}

TEST_F(Languages, englishNeedsNoTranslation)
{
    applyLanguage(QStringLiteral("en"));
    EXPECT_EQ(RunViews::tr("Selection"), QStringLiteral("Selection"));
}

TEST_F(Languages, anUnknownThemeIsRefused)
{
    EXPECT_FALSE(applyTheme(QStringLiteral("purple")));
    EXPECT_TRUE(applyTheme(QStringLiteral("system")));
}

} // namespace
} // namespace ws
