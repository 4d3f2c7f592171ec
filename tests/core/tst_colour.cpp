#include "core/analysis/stages/distinctcolours.h"
#include "core/base/colour.h"

#include <gtest/gtest.h>

#include <vector>

using namespace ws;

TEST(Colour, labOfKnownColours)
{
    EXPECT_NEAR(labOf(0xFFFFFF).l, 100, 0.01);
    EXPECT_NEAR(labOf(0x000000).l, 0, 0.01);
    const Lab red = labOf(0xFF0000); // Lindbloom's calculator: 53.24, 80.09, 67.20
    EXPECT_NEAR(red.l, 53.24, 0.02);
    EXPECT_NEAR(red.a, 80.09, 0.05);
    EXPECT_NEAR(red.b, 67.20, 0.05);
    EXPECT_NEAR(colourDifference(0xFFFFFF, 0x000000), 100, 0.01);
}

TEST(Colour, labAndBackIsTheSameColour)
{
    for (const uint32_t colour : {0x4477AAU, 0x117733U, 0xDDDDDDU, 0x010203U, 0xFF00FFU})
        EXPECT_EQ(colourOf(labOf(colour)), colour);
    EXPECT_FALSE(colourOf({50, 120, 0})) << "no screen shows it";
}

TEST(Colour, contrastIsThatOfWcag)
{
    EXPECT_NEAR(contrast(0x000000, 0xFFFFFF), 21, 1e-9);
    EXPECT_NEAR(contrast(0x777777, 0xFFFFFF), 4.48, 0.01);
    EXPECT_EQ(textColourOn(0x332288), 0xFFFFFFU);
    EXPECT_EQ(textColourOn(0xCC6677), 0x000000U);
    for (uint32_t grey = 0; grey < 256; ++grey)
        EXPECT_GE(contrast(grey * 0x010101, textColourOn(grey * 0x010101)), 4.5) << grey;
}

TEST(DistinctColours, aWishThatIsFreeIsGranted)
{
    DistinctColours colours;
    EXPECT_EQ(colours.take(0x4477AA), 0x4477AAU);
    EXPECT_FALSE(colours.isFree(0x4578A9));
    EXPECT_TRUE(colours.isFree(0xCC6677));
}

TEST(DistinctColours, manyWishesOfOneColourDifferInBothThemes)
{
    for (const uint32_t wish : {0x4477AAU, 0xAAAAAAU, 0x332288U}) {
        DistinctColours colours;
        std::vector<uint32_t> taken;
        for (int i = 0; i < 25; ++i)
            taken.push_back(colours.take(wish));
        for (size_t i = 0; i < taken.size(); ++i)
            for (size_t k = 0; k < i; ++k) {
                EXPECT_GE(colourDifference(taken[i], taken[k]), DistinctColours::least);
                EXPECT_GE(colourDifference(onDark(taken[i]), onDark(taken[k])), DistinctColours::least);
            }
    }
}

TEST(DistinctColours, moreColoursThanCanBeToldApartStillCome)
{
    DistinctColours colours;
    for (int i = 0; i < 400; ++i)
        colours.take(0x4477AA);
    EXPECT_FALSE(colours.isFree(colours.take(0x4477AA)));
}
