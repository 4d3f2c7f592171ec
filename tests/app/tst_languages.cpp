#include "app/appearance.h"

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
    static QString translated(const char *context, const char *text)
    {
        return QCoreApplication::translate(context, text);
    }
};

TEST_F(Languages, chineseIsCarriedByTheProgramForClassesAndFreeFunctions)
{
    applyLanguage(QStringLiteral("zh_CN"));
    EXPECT_EQ(translated("ws::MainWindow", "Selection"), QStringLiteral("选择"));
    EXPECT_EQ(translated("core", "there is no such file"), QStringLiteral("没有此文件"));
    EXPECT_EQ(translated("SliceText", "Queue delay"), QStringLiteral("排队延迟"));
}

TEST_F(Languages, textsWithoutATranslationStayEnglish)
{
    applyLanguage(QStringLiteral("zh_CN"));
    EXPECT_EQ(translated("core", "no such text"), QStringLiteral("no such text"));
}

TEST_F(Languages, englishNeedsNoTranslation)
{
    applyLanguage(QStringLiteral("en"));
    EXPECT_EQ(translated("ws::MainWindow", "Selection"), QStringLiteral("Selection"));
}

TEST_F(Languages, anUnknownThemeIsRefused)
{
    EXPECT_FALSE(applyTheme(QStringLiteral("purple")));
    EXPECT_TRUE(applyTheme(QStringLiteral("system")));
}

} // namespace
} // namespace ws
