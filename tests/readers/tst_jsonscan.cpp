#include "core/readers/chrome/jsonscan.h"

#include <gtest/gtest.h>

#include <random>

namespace tst_jsonscan {

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

/// The same for an object or array, character by character.
int64_t containerLength(std::string_view text)
{
    int depth = 0;
    bool inString = false, behindString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            behindString = c == '"';
            inString = !behindString;
            continue;
        }
        const bool close = c == ']' || c == '}';
        if (behindString && !isBlank(c) && c != ':' && c != ',' && !close)
            return -2;
        behindString = behindString && isBlank(c);
        inString = c == '"';
        depth += c == '[' || c == '{' ? 1 : close ? -1 : 0;
        if (depth == 0)
            return static_cast<int64_t>(i) + 1;
    }
    return -1;
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

TEST(JsonScan, blanksOfAnyLengthAreSkippedAndNothingElse)
{
    const std::string blanks = " \n\r\t";
    for (size_t length = 0; length < 70; ++length) {
        std::string text;
        for (size_t i = 0; i < length; ++i)
            text += blanks[(i * 7 + length) % blanks.size()];
        for (const char behind : {'"', 'a', '\0', '\1', '\v', '\x1f', '\x80', '\xff'}) {
            std::string padded = text + behind + blanks;
            padded.append(scanPadding, ' ');
            const auto skipped = [begin = padded.data()](size_t end) {
                return static_cast<size_t>(skipBlanks(begin, begin + end) - begin);
            };
            EXPECT_EQ(skipped(length + 1), length) << int(behind);
            EXPECT_EQ(skipped(length), length) << "what lies behind the end does not count";
            EXPECT_EQ(skipped(length / 2), length / 2);
        }
    }
}

TEST(JsonScan, containersEndWhereACharacterAtATimeSays)
{
    std::mt19937 random(4);
    const std::vector<std::string> sane{"\"key\":",  "\"a value\"", "1,", "[1,2]",
                                        "{\"k\":1}", "\"[}\"",      ", ", "123456"};
    const std::vector<std::string> odd{"\"", "{", "}", "[", "]", "\\", "\\\"", " ", "\n", ":", "x"};
    int ended = 0, bad = 0, open = 0;
    for (int round = 0; round < 30'000; ++round) {
        std::string text = random() % 2 ? "{" : "[";
        for (size_t k = random() % 40; k > 0; --k)
            text += random() % 40 ? sane[random() % sane.size()] : odd[random() % odd.size()];
        if (random() % 4)
            text += "}, {\"the next\": 1}";
        const int64_t expected = containerLength(text);
        (expected == -1 ? open : expected == -2 ? bad : ended) += 1;
        ASSERT_EQ(valueLength(text), expected) << text;
    }
    EXPECT_GT(std::min({ended, bad, open}), 500);
}

TEST(JsonScan, timesOfAnyLengthAreRead)
{
    std::mt19937_64 random(6);
    for (int digits = 1; digits <= 15; ++digits) {
        uint64_t whole = random();
        for (uint64_t limit = 1, i = 0; i <= 15; ++i, limit *= 10)
            if (static_cast<int>(i) == digits)
                whole = limit / 10 + whole % (limit - limit / 10);
        EXPECT_EQ(ns(std::to_string(whole) + ".25"), static_cast<int64_t>(whole) * 1000 + 250);
        for (char c : {'/', ':', ' ', 'a', '\x80'})
            EXPECT_EQ(ns(std::to_string(whole) + c), -1);
    }
    EXPECT_EQ(ns("1234567/9"), -1);
    EXPECT_EQ(ns("123:5678"), -1);
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

} // namespace tst_jsonscan
