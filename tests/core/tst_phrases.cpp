#include "core/base/phrases.h"

#include <gtest/gtest.h>

using namespace ws;

TEST(Phrases, sentencesAreApartExceptBehindAFullWidthMark)
{
    EXPECT_EQ(sentences({u"One."_qs, u"Two."_qs}), u"One. Two."_qs);
    EXPECT_EQ(sentences({u"一。"_qs, u"二。"_qs}), u"一。二。"_qs);
    EXPECT_EQ(sentences({u"One."_qs, {}, u"Three."_qs}), u"One. Three."_qs);
    EXPECT_EQ(sentences({}), QString());
}

TEST(Phrases, listsAndLabelsHaveTheMarksOfEnglishWithoutATranslation)
{
    EXPECT_EQ(listed({u"a"_qs, u"b"_qs}), u"a, b"_qs);
    EXPECT_EQ(listed({}), QString());
    EXPECT_EQ(labelled(u"GPU %1"_qs, u"100 %2"_qs), u"GPU %1: 100 %2"_qs);
}
