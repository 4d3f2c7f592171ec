// Numbers in files: independent of the locale, never out of range.

#include "core/readers/chrome/jsonscan.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

namespace tst_numbers {

using namespace ws;
using namespace ws::test;

namespace {

/// A locale that writes 1,5 for one and a half.
class CommaLocale
{
public:
    CommaLocale() : m_before(std::setlocale(LC_ALL, nullptr))
    {
        for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
            if (std::setlocale(LC_ALL, name) && *std::localeconv()->decimal_point == ',')
                m_isSet = true;
    }
    ~CommaLocale() { std::setlocale(LC_ALL, m_before.c_str()); }
    bool isSet() const { return m_isSet; }

private:
    std::string m_before;
    bool m_isSet = false;
};

std::string event(const std::string &rest)
{
    return R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,)" + rest + "}";
}

} // namespace

TEST(Numbers, ofATraceAreTheSameUnderALocaleWithADecimalComma)
{
    const CommaLocale comma;
    if (!comma.isSet()) {
        ASSERT_FALSE(qEnvironmentVariableIsSet("WARPSCOPE_REQUIRE_LOCALE")) << "de_DE.UTF-8 is not installed";
        GTEST_SKIP() << "de_DE.UTF-8 is not installed";
    }
    const auto run =
        runFromJson("[" + event(R"("ts":1.5e3,"dur":2.5E0)") + "," + event(R"("ts":1712195495406752797.0e-3,"dur":1)") +
                    R"(,{"ph":"C","name":"c","pid":0,"ts":1500,"args":{"v":2.25}}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->diagnostics.find("no-time"), nullptr);
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->timeline.originNs, 1'500'000);
    EXPECT_EQ(run->gpu.duration[0], 2'500);
    ASSERT_EQ(run->timeline.counters.size(), 1u);
    EXPECT_DOUBLE_EQ(run->timeline.counters[0].max, 2.25);
}

TEST(Numbers, thatAreNoneOrAbsurdAreFindings)
{
    const auto run =
        runFromJson("[" + event(R"("ts":NaN,"dur":1)") + "," + event(R"("ts":Infinity,"dur":1)") + "," +
                    event(R"("ts":1e400,"dur":1)") + "," +
                    event(R"("ts":1,"dur":nan,"args":{"est. achieved occupancy %":1e300,"blocks per SM":inf})") +
                    R"(,{"ph":"C","name":"c","pid":0,"ts":1,"args":{"a":NaN,"b":-Infinity,"c":1e308,"d":3}}
           ,{"ph":"M","name":"process_sort_index","pid":0,"args":{"sort_index":NaN}}
           ,{"ph":"M","name":"thread_sort_index","pid":0,"tid":7,"args":{"sort_index":1e30}}
           ,{"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":"-3"}}])");
    ASSERT_TRUE(run);
    const auto count = [&](const char *kind) {
        const Diagnostic *found = run->diagnostics.find(kind);
        return found ? found->count : 0;
    };
    EXPECT_EQ(count("no-time"), 3u);
    EXPECT_EQ(count("bad-duration"), 1u);
    EXPECT_EQ(count("bad-counter"), 3u);
    EXPECT_EQ(count("bad-sort-index"), 2u);
    ASSERT_EQ(run->timeline.counters.size(), 1u);
    EXPECT_EQ(run->timeline.counters[0].max, 3);
    ASSERT_EQ(run->gpu.size(), 1u);
    for (const float value : run->gpu.occupancy)
        EXPECT_TRUE(std::isnan(value));
    for (const Process &process : run->timeline.processes)
        EXPECT_EQ(process.sortIndex, run->text(process.pid) == "1" ? -3 : 0);
}

TEST(Numbers, aHeaderOfHostileShapeIsBoundedAndSaidSo)
{
    std::string keys;
    for (int i = 0; i < 20'000; ++i)
        keys += "\"k" + std::to_string(i) + "\":1,";
    const auto many = runFromJson("{" + keys + R"("traceEvents":[)" + event(R"("ts":1,"dur":1)") + "]}");
    ASSERT_TRUE(many);
    EXPECT_EQ(many->gpu.size(), 1u);
    EXPECT_NE(many->diagnostics.find("large-header"), nullptr);
    const auto deep = runFromJson(R"({"deviceProperties":)" + std::string(30'000, '[') + std::string(30'000, ']') +
                                  R"(,"traceEvents":[)" + event(R"("ts":1,"dur":1)") + "]}");
    ASSERT_TRUE(deep);
    EXPECT_NE(deep->diagnostics.find("large-header"), nullptr);
}

} // namespace tst_numbers
