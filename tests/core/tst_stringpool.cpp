#include "core/base/stringpool.h"

#include <gtest/gtest.h>

using namespace ws;

TEST(StringPool, equalTextsShareAnIdAndTheEmptyTextIsZero)
{
    StringPool pool;
    EXPECT_EQ(pool.intern(""), 0u);
    const StringId a = pool.intern("kernel");
    EXPECT_EQ(pool.intern(std::string("ker") + "nel"), a);
    EXPECT_NE(pool.intern("kernel2"), a);
    EXPECT_EQ(pool.view(a), "kernel");
    EXPECT_EQ(pool.find("kernel"), a);
    EXPECT_EQ(pool.find("other"), UINT32_MAX);
    EXPECT_EQ(pool.size(), 3u);
}

TEST(StringPool, viewsStayValidWhileItGrowsAndWhenItMoves)
{
    StringPool pool;
    const std::string_view first = pool.view(pool.intern("the first text"));
    for (int i = 0; i < 100'000; ++i)
        ASSERT_EQ(pool.intern("name " + std::to_string(i)), StringId(i + 2));
    const StringPool moved = std::move(pool);
    EXPECT_EQ(moved.view(1).data(), first.data());
    for (int i = 0; i < 100'000; i += 997)
        EXPECT_EQ(moved.view(moved.find("name " + std::to_string(i))), "name " + std::to_string(i));
}

TEST(StringPool, textsWithNulsAndOfAnyLengthAreKept)
{
    StringPool pool;
    const std::string nul("a\0b", 3), longText(1'000'000, 'x');
    EXPECT_NE(pool.intern(nul), pool.intern("a"));
    EXPECT_EQ(pool.view(pool.intern(nul)), nul);
    EXPECT_EQ(pool.view(pool.intern(longText)), longText);
}
