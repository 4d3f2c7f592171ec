#include "core/readers/chrome/jsonscan.h"

#include <gtest/gtest.h>

using namespace ws::json;

namespace {

/// -1: not a time.
int64_t ns(std::string_view text)
{
    int64_t value = 0;
    return microsToNs(text, value) ? value : -1;
}

/// Length of the value at the beginning of `text`; -1: more is needed; -2: bad.
int64_t valueLength(std::string text)
{
    const size_t size = text.size();
    text.append(scanPadding, '\0');
    bool bad = false;
    const char *end = skipValue(text.data(), text.data() + size, bad);
    return end ? end - text.data() : bad ? -2 : -1;
}

} // namespace

TEST(JsonScan, microsecondsBecomeExactNanoseconds)
{
    EXPECT_EQ(ns("0"), 0);
    EXPECT_EQ(ns("12"), 12'000);
    EXPECT_EQ(ns("12.3"), 12'300);
    EXPECT_EQ(ns("1712195495406752.797"), 1712195495406752797);
    EXPECT_EQ(ns("9007199254740993.001"), 9007199254740993001) << "a double would lose the last digit";
    EXPECT_EQ(ns("0.0004"), 0);
    EXPECT_EQ(ns("0.0005"), 1);
    EXPECT_EQ(ns("0.99999"), 1000);
    EXPECT_EQ(ns("1.5e3"), 1'500'000);
    EXPECT_EQ(ns("2E-3"), 2);
    int64_t value = 0;
    EXPECT_TRUE(microsToNs("-3.25", value));
    EXPECT_EQ(value, -3250);
}

TEST(JsonScan, whatIsNoTimeIsRefused)
{
    for (const char *text :
         {"", "abc", "12abc", "1.2.3", "-", ".5", "1e", "nan", "9223372036854775807", "1e30", "0x12", "--1"})
        EXPECT_EQ(ns(text), -1) << text;
}

TEST(JsonScan, valuesAreSkippedWholeAtAnyLength)
{
    EXPECT_EQ(valueLength("12,"), 2);
    EXPECT_EQ(valueLength("\"a\\\"b\",x"), 6);
    EXPECT_EQ(valueLength("[1,[2,{\"a\":\"]}\"}]] "), 18);
    for (size_t pad = 0; pad < 40; ++pad) {
        const std::string text = "{\"" + std::string(pad, 'k') + "\":[\"" + std::string(pad, '}') + "\", \"\\\\\"]}";
        EXPECT_EQ(valueLength(text + ","), static_cast<int64_t>(text.size())) << pad;
        for (size_t cut = 1; cut < text.size(); ++cut)
            EXPECT_EQ(valueLength(text.substr(0, cut)), -1) << pad << " cut at " << cut;
    }
    EXPECT_EQ(valueLength("{\"a\":\"b\" \"c\":1}"), -2) << "a string is followed by : , ] or }";
}

TEST(JsonScan, escapesAreResolvedAndUnknownOnesKept)
{
    EXPECT_EQ(unescape(R"(a\n\t\"\\\/b)"), "a\n\t\"\\/b");
    EXPECT_EQ(unescape(R"(\u4e2d\u00e9\ud83d\ude00)"), "中é😀");
    EXPECT_EQ(unescape(R"(\ud83d x)"), "\xEF\xBF\xBD x");
    EXPECT_EQ(unescape(R"(C:\dir\q\uZZ)"), "C:\\dir\\q\\uZZ");
    EXPECT_EQ(unescape("end\\"), "end\\");
}

TEST(JsonScan, membersAreVisitedInOrder)
{
    std::string seen;
    std::string text = R"({"a": 1, "b c":"x\"y" ,"d":{"e":[1]}, })";
    const size_t size = text.size();
    text.append(scanPadding, '\0');
    forEachMember(std::string_view(text.data(), size),
                  [&](const Member &m) { seen.append(m.key).append("=").append(m.token()).append(";"); });
    EXPECT_EQ(seen, R"(a=1;b c=x\"y;d={"e":[1]};)");
}
