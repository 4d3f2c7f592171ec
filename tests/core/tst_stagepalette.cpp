#include "core/analysis/stages/stagepalette.h"
#include "stagefixture.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

StageMapping joinedMapping()
{
    StageMapping mapping;
    mapping.setJoined(std::vector<StageRule>{{"flash", "attention", "flash"},
                                             {"rope", "attention", "rope"},
                                             {"gemm", "linear", "gemm"},
                                             {".*", "mine", "all"}});
    return mapping;
}

} // namespace

TEST(StagePalette, knownStagesHaveTheirColourAndOthersAlwaysTheSame)
{
    EXPECT_EQ(stageColour("attention"), 0x4477AAu);
    EXPECT_EQ(stageColour("other"), 0xDDDDDDu);
    EXPECT_EQ(stageColour("attn"), stageColour("attention"));
    EXPECT_EQ(stageColour("my own"), stageColour("my own"));
    EXPECT_NE(stageColour("my own"), stageColour("other"));
}

TEST(StagePalette, substagesAreShadesThatDoNotDependOnTheRun)
{
    const StageFixture both = StageFixture::ofNames({"flash", "rope", "gemm"});
    const StageFixture one = StageFixture::ofNames({"rope"});
    const auto all = groupColours(*StageClassifier(both.names).classify(joinedMapping()));
    const auto rope = groupColours(*StageClassifier(one.names).classify(joinedMapping()));
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0], stageColour("attention"));
    EXPECT_NE(all[1], all[0]);
    EXPECT_EQ(rope[0], all[1]);
    EXPECT_EQ(all[2], stageColour("linear"));
}

TEST(StagePalette, theMappingsOwnColourGoesFirst)
{
    StageMapping mapping = joinedMapping();
    auto rules = mapping.joined();
    rules[2].colour = 0x123456;
    mapping.setJoined(rules);
    const StageFixture run = StageFixture::ofNames({"gemm"});
    EXPECT_EQ(groupColours(*StageClassifier(run.names).classify(mapping)), (std::vector<uint32_t>{0x123456}));
}

TEST(StagePalette, aMappingWithOneStageIsColouredBySubstage)
{
    const StageFixture run = StageFixture::ofNames({"gemm", "flash"});
    const auto colours =
        groupColours(*StageClassifier(run.names).classify(flatMapping({{"gemm", "gemm"}, {"flash", "attn"}})));
    EXPECT_EQ(colours, (std::vector<uint32_t>{stageColour("linear"), stageColour("attention")}));
}
