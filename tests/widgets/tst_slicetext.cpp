#include "core/analysis/slicecontext.h"
#include "tests/support/support.h"
#include "widgets/session/slicetext.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace ws
