#include "widgets/toolkit/palette.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace ws;

namespace {

constexpr const char *stages[] = {"attention",     "moe",      "linear",      "norm",      "activation",
                                  "communication", "memory",   "sampling",    "embedding", "conv",
                                  "quantize",      "training", "elementwise", "other"};

} // namespace

TEST(Palette, labelsAreReadableOnEveryColour)
{
    for (bool dark : {false, true}) {
        const Palette palette(dark);
        for (uint16_t stage = 0; stage < 40; ++stage)
            EXPECT_GE(Palette::contrast(palette.stage(stage), Palette::textOn(palette.stage(stage))), 4.5) << stage;
        for (int kind = 0; kind <= int(CategoryKind::Overhead); ++kind) {
            const QRgb colour = palette.slice("name", CategoryKind(kind));
            EXPECT_GE(Palette::contrast(colour, Palette::textOn(colour)), 4.5) << kind;
        }
        for (QRgb background : {palette.base, palette.alternate, palette.window}) {
            EXPECT_GE(Palette::contrast(palette.text, background), 7);
            EXPECT_GE(Palette::contrast(palette.muted, background), 4.5);
        }
        EXPECT_GE(Palette::contrast(palette.highlight, palette.highlightText), 4.5);
    }
}

TEST(Palette, everyKnownStageHasItsOwnColourInBothThemes)
{
    for (bool dark : {false, true}) {
        const Palette palette(dark);
        std::set<QRgb> colours;
        for (const char *name : stages)
            colours.insert(palette.stage(name));
        EXPECT_EQ(colours.size(), std::size(stages));
    }
    EXPECT_EQ(Palette(false).stage("attention"), 0xff4477aa);
}

TEST(Palette, unknownStagesAreStableAndNeverTakeAKnownIndex)
{
    EXPECT_EQ(Palette::stageIndex("my stage"), Palette::stageIndex("my stage"));
    EXPECT_GE(Palette::stageIndex("my stage"), std::size(stages));
}

TEST(Palette, kernelsOfOneFamilyShareAColour)
{
    const Palette palette(false);
    EXPECT_EQ(palette.kernel("Cijk_Alik_Bljk_BBS_MT64x64x64", CategoryKind::Kernel),
              palette.kernel("Cijk_Alik_Bljk_HHS_MT16x16x16", CategoryKind::Kernel));
    EXPECT_EQ(palette.kernel("ncclDevKernel_AllReduce", CategoryKind::Kernel), palette.stage("communication"));
    EXPECT_EQ(palette.kernel("Memcpy HtoD", CategoryKind::Memcpy), palette.stage("memory"));
}
