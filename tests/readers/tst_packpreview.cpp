// What stands in front of a packed run: shown as it was, and harmless whatever it says.

#include "core/io/pack/packcoding.h"
#include "core/readers/packed/packpreview.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace tst_packpreview {

using namespace ws;
using namespace ws::test;

namespace {

/// The section of that name, with this in it.
void show(const std::string &name, const std::string &text, LoadPreview &preview)
{
    const std::string coded = codedBytes(PackCoding::Bytes, text.data(), text.size(), 1);
    showFront({name, uint32_t(PackCoding::Bytes), 1, text.size(), std::as_bytes(std::span(coded.data(), coded.size()))},
              preview);
}

std::string rows(const std::string &begin, const std::string &length, const std::string &busy)
{
    return R"({"begin":)" + begin + R"(,"length":)" + length +
           R"(,"rows":[{"process":"0","label":"7","gpu":true,"busy":)" + busy + "}]}";
}

} // namespace

TEST(PackPreview, rowsAndTheirDensityAreThoseOfTheRun)
{
    const RunResult run = runFromJson(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1000,"dur":250,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":1750,"dur":250,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"cpu_op","name":"<b>op</b>","pid":1,"tid":1,"ts":1500,"dur":500}]})");
    ASSERT_TRUE(run);
    LoadPreview preview;
    const std::string digests("warpscope-digest\n\0\xff", 19);
    const PackFront front = packFront(*run, "Zeile 1\nline 2", digests);
    int calls = 0;
    preview.digestsCame = [&] { ++calls; };
    for (const PackSection &section : front.sections())
        showFront(section, preview);
    EXPECT_EQ(preview.overview(), "Zeile 1\nline 2");
    EXPECT_EQ(preview.digests(), digests);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(packFront(*run, "x", {}).sections().size(), 2u) << "nothing for a job in it";
    const auto names = preview.rows();
    ASSERT_EQ(names.size(), 2u);
    const size_t gpu = names[0].isGpu ? 0 : 1;
    EXPECT_TRUE(names[gpu].isGpu);
    EXPECT_FALSE(names[1 - gpu].isGpu);
    const TimeRange span = preview.span();
    EXPECT_NEAR(double(span.begin), double(run->timeline.originNs), 2000);
    const auto quarters = preview.densities({gpu, 1 - gpu}, {1'000'000, 2'000'000}, 4);
    for (const auto &[quarter, first, second] :
         {std::tuple{0, 1.0, 0.0}, {1, 0.0, 0.0}, {2, 0.0, 1.0}, {3, 1.0, 1.0}}) {
        EXPECT_NEAR(quarters[0][size_t(quarter)], first, 0.03) << quarter;
        EXPECT_NEAR(quarters[1][size_t(quarter)], second, 0.03) << quarter;
    }
}

TEST(PackPreview, whatSaysNonsenseShowsNothingAndEndsNothing)
{
    for (const std::string &text :
         {std::string("no json"), std::string(100'000, '['), std::string("[]"), rows("\"x\"", "1", "[1]"),
          rows("0", "0", "[1]"), rows("0", "-5", "[1]"), rows("-9223372036854775808", "5", "[1]"),
          rows("9223372036854775807", "9223372036854775807", "[1]"), rows("1e300", "1e300", "[1]"),
          rows("0", "1000", "{\"a\":[]}"), std::string(R"({"begin":0,"length":10,"rows":{"a":1}})")}) {
        LoadPreview preview;
        show("front.rows", text, preview);
        EXPECT_LE(preview.span().length(), 0) << text.substr(0, 80);
    }
    LoadPreview preview;
    show("front.rows", rows("0", "1024000", "[-7,9000000000000,500]"), preview);
    ASSERT_EQ(preview.rows().size(), 1u);
    EXPECT_NEAR(preview.densities({0}, {1000, 2000}, 1)[0][0], float(LoadPreview::mostSlices), 3);
    show("lane.start", "x", preview);
    EXPECT_EQ(preview.rows().size(), 1u);
    PackSection damaged{"front.overview", uint32_t(PackCoding::Bytes), 1, 1000, {}};
    showFront(damaged, preview);
    EXPECT_EQ(preview.overview(), "");
}

} // namespace tst_packpreview
