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

TEST(Phrases, aNoteBecomesASentence)
{
    EXPECT_EQ(asSentence(u"rows without a time; they were left out"_qs),
              u"Rows without a time; they were left out."_qs);
    EXPECT_EQ(asSentence(u"cudaFree is missing"_qs), u"cudaFree is missing."_qs);
    EXPECT_EQ(asSentence(u"nsys-rep was cut."_qs), u"nsys-rep was cut."_qs);
    EXPECT_EQ(asSentence(u"时长为负，按 0 处理"_qs), u"时长为负，按 0 处理。"_qs);
    EXPECT_EQ(asSentence({}), QString());
}

TEST(Phrases, listsAndLabelsHaveTheMarksOfEnglishWithoutATranslation)
{
    EXPECT_EQ(listed({u"a"_qs, u"b"_qs}), u"a, b"_qs);
    EXPECT_EQ(listed({}), QString());
    EXPECT_EQ(labelled(u"GPU %1"_qs, u"100 %2"_qs), u"GPU %1: 100 %2"_qs);
}
