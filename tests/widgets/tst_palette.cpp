#include "widgets/toolkit/palette.h"

#include "core/analysis/stages/stagepalette.h"
#include "core/base/colour.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

using namespace ws;

TEST(Palette, labelsAreReadableOnEveryColour)
{
    for (bool dark : {false, true}) {
        const Palette palette(dark);
        std::vector<QRgb> colours;
        for (const std::string_view stage : knownStages())
            colours.push_back(palette.stage(stage));
        for (size_t i = 0; i < 12; ++i)
            colours.push_back(palette.tuned(nameColour(i)));
        for (int kind = 0; kind <= int(CategoryKind::Overhead); ++kind)
            colours.push_back(palette.slice("name", CategoryKind(kind)));
        for (size_t cause = 0; cause < 4; ++cause)
            colours.push_back(palette.gapCause(cause));
        for (const ThemedColour &colour : {nonGpuColour, smallPartsColour})
            colours.push_back(dark ? colour.dark : colour.light);
        for (const QRgb colour : colours)
            EXPECT_GE(Palette::contrast(colour, Palette::textOn(colour)), 4.5) << std::hex << colour;
    }
}

TEST(Palette, textOfEveryRoleIsReadable)
{
    for (bool dark : {false, true}) {
        const Palette palette(dark);
        for (const QRgb background :
             {palette.base, palette.alternate, palette.window, palette.button, palette.tooltip}) {
            EXPECT_GE(Palette::contrast(palette.text, background), 7);
            EXPECT_GE(Palette::contrast(palette.muted, background), 4.5);
            EXPECT_GE(Palette::contrast(palette.highlight, background), 4.5) << "links";
            EXPECT_GE(Palette::contrast(palette.disabled, background), 3);
        }
        EXPECT_GE(Palette::contrast(palette.text, palette.hairline), 4.5) << "chips and buttons under the mouse";
        EXPECT_GE(Palette::contrast(palette.highlight, palette.highlightText), 4.5);
    }
}

TEST(Palette, everyKnownStageHasItsOwnColourInBothThemes)
{
    for (bool dark : {false, true}) {
        const Palette palette(dark);
        std::set<QRgb> colours;
        for (const std::string_view name : knownStages())
            colours.insert(palette.stage(name));
        EXPECT_EQ(colours.size(), knownStages().size());
    }
    EXPECT_EQ(Palette(false).stage("attention"), 0xff4477aa);
}

TEST(Palette, otherStagesAlwaysHaveTheSameColour)
{
    EXPECT_EQ(Palette(false).stage("my stage"), Palette(false).stage("my stage"));
    EXPECT_EQ(Palette(false).stage("my stage"), 0xff000000 | stageColour("my stage"));
}

TEST(Palette, workBesideTheGpuIsToldApartFromItAndFromEachOther)
{
    for (bool dark : {false, true}) {
        const Palette palette(dark);
        std::vector<QRgb> greys;
        for (const CategoryKind kind : {CategoryKind::CpuOp, CategoryKind::Launch, CategoryKind::Python,
                                        CategoryKind::Module, CategoryKind::UserAnnotation, CategoryKind::Overhead})
            greys.push_back(palette.slice("name", kind));
        greys.push_back(palette.systemCall());
        std::vector<QRgb> others{palette.base};
        for (const std::string_view stage : knownStages())
            others.push_back(palette.stage(stage));
        for (size_t i = 0; i < greys.size(); ++i) {
            for (size_t k = 0; k < i; ++k)
                EXPECT_GE(colourDifference(greys[i], greys[k]), 12) << i << " and " << k << (dark ? ", dark" : "");
            for (const QRgb other : others)
                EXPECT_GE(colourDifference(greys[i], other), 12) << i << (dark ? ", dark " : " ") << std::hex << other;
        }
    }
}

TEST(Palette, noFamilyOfKernelsHasTheColourOfAStage)
{
    const Palette palette(false);
    for (const char *name :
         {"Cijk_Alik_Bljk_BBS_MT64x64x64", "void at::native::fill_kernel<4>(int)", "my_gemm", "flash"})
        for (const std::string_view stage : knownStages())
            EXPECT_GE(colourDifference(palette.kernel(name, CategoryKind::Kernel), palette.stage(stage)), 12) << name;
}

TEST(Palette, kernelsOfOneFamilyShareAColour)
{
    const Palette palette(false);
    EXPECT_EQ(palette.kernel("Cijk_Alik_Bljk_BBS_MT64x64x64", CategoryKind::Kernel),
              palette.kernel("Cijk_Alik_Bljk_HHS_MT16x16x16", CategoryKind::Kernel));
    EXPECT_EQ(palette.kernel("ncclDevKernel_AllReduce", CategoryKind::Kernel), palette.stage("communication"));
    EXPECT_EQ(palette.kernel("Memcpy HtoD", CategoryKind::Memcpy), palette.stage("memory"));
}
