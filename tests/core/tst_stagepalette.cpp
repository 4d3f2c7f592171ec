#include "core/analysis/stages/stagepalette.h"

#include "core/analysis/stages/distinctcolours.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "stagefixture.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace ws;
using namespace ws::test;

namespace {

StageMapping joinedMapping()
{
    StageMapping mapping;
    mapping.setJoined(std::vector<StageRule>{{"flash", "attention", "flash_attention"},
                                             {"rope", "attention", "rope"},
                                             {"gemm", "linear", "gemm"},
                                             {".*", "mine", "all"}});
    return mapping;
}

using Legend = std::map<std::string, uint32_t>;

/// What a chart shows whatever the mapping, in the light theme and in the dark one.
Legend beside(bool dark)
{
    const auto of = [dark](ThemedColour colour) { return dark ? colour.dark : colour.light; };
    return {{"CPU(non-GPU)", of(nonGpuColour)}, {"smaller", of(smallPartsColour)}, {"idle", of(chartBackground)}};
}

void expectToldApart(const Legend &labels, const std::string &what)
{
    for (const bool dark : {false, true}) {
        Legend shown = beside(dark);
        for (const auto &[label, colour] : labels)
            shown.emplace(label, dark ? onDark(colour) : colour);
        for (auto a = shown.begin(); a != shown.end(); ++a)
            for (auto b = shown.begin(); b != a; ++b)
                EXPECT_GE(colourDifference(a->second, b->second), DistinctColours::least)
                    << what << (dark ? ", dark: " : ", light: ") << a->first << " and " << b->first;
    }
}

} // namespace

TEST(StagePalette, knownStagesAndTheColoursOfNamesAreToldApart)
{
    Legend labels;
    for (const std::string_view stage : knownStages())
        labels.emplace(stage, stageColour(stage));
    for (size_t i = 0; i < 12; ++i)
        labels.emplace("name " + std::to_string(i), nameColour(i));
    EXPECT_EQ(labels.size(), 26u);
    expectToldApart(labels, "palette");
    EXPECT_EQ(nameColour(12), nameColour(0));
}

TEST(StagePalette, labelsOfOneLegendAreToldApart)
{
    const MappingLibrary library{QString()};
    for (const KnownMapping &known : library.all()) {
        const StageColours colours(known.mapping);
        Legend stages, substages;
        for (size_t i = 0; i < known.mapping.stages.size(); ++i) {
            const std::string &stage = known.mapping.stages[i].label;
            stages.emplace(stage, colours.stage(stage));
            if (!known.mapping.isJoined())
                continue;
            const std::string &substage = known.mapping.substages[i].label;
            substages.emplace(stage + " " + substage, colours.substage(stage, substage));
        }
        if (!known.mapping.isJoined())
            for (const LabelRule &rule : known.mapping.substages)
                substages.emplace(rule.label, colours.substage("layer", rule.label));
        stages.emplace("unmatched", colours.stage("unmatched"));
        expectToldApart(stages, known.mapping.name() + " stages");
        expectToldApart(substages, known.mapping.name() + " substages");
    }
}

TEST(StagePalette, aLabelOfOnesOwnNeverLooksLikeAStage)
{
    StageMapping mapping{"e", "m", MappingForm::Flat, {}, {}};
    for (int i = 0; i < 20; ++i) {
        mapping.stages.push_back({"r" + std::to_string(i), "gpu"});
        mapping.substages.push_back({"r" + std::to_string(i), "label " + std::to_string(i)});
    }
    const StageColours colours(mapping);
    Legend labels;
    for (const LabelRule &rule : mapping.substages)
        labels.emplace(rule.label, colours.substage("gpu", rule.label));
    for (const std::string_view stage : knownStages())
        labels.emplace(stage, stageColour(stage));
    expectToldApart(labels, "own");
}

TEST(StagePalette, knownStagesHaveTheirColourAndOthersAlwaysTheSame)
{
    EXPECT_EQ(stageColour("attention"), 0x4477AAu);
    EXPECT_EQ(stageColour("other"), 0xD8D8D8u);
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

TEST(StagePalette, labelsOfOneMappingHaveDifferentColours)
{
    const MappingLibrary library{QString()};
    for (const KnownMapping &known : library.all()) {
        const StageColours colours(known.mapping);
        std::map<uint32_t, std::string> seen;
        std::set<std::string> labels;
        for (const LabelRule &rule : known.mapping.stages)
            labels.insert(rule.label);
        for (const std::string &label : labels) {
            const auto [place, isNew] = seen.emplace(colours.stage(label), label);
            EXPECT_TRUE(isNew) << known.mapping.name() << ": " << label << " looks like " << place->second;
        }
    }
}

TEST(StagePalette, substagesOfOneMappingHaveDifferentColours)
{
    const MappingLibrary library{QString()};
    for (const KnownMapping &known : library.all()) {
        const StageColours colours(known.mapping);
        std::map<uint32_t, std::string> seen;
        std::set<std::pair<std::string, std::string>> labels;
        for (size_t i = 0; i < known.mapping.substages.size(); ++i)
            labels.emplace(known.mapping.isJoined() ? known.mapping.stages[i].label : std::string("layer"),
                           known.mapping.substages[i].label);
        for (const auto &[stage, label] : labels) {
            const auto [place, isNew] = seen.emplace(colours.substage(stage, label), label);
            EXPECT_TRUE(isNew) << known.mapping.name() << ": " << label << " looks like " << place->second;
        }
    }
}

TEST(StagePalette, aLabelWithoutTextHasAColourAsAnyOther)
{
    const StageColours colours(flatMapping({{"a", ""}, {"b", "moe"}}));
    EXPECT_NE(colours.substage("gpu", ""), colours.substage("gpu", "moe"));
    EXPECT_EQ(colours.substage("gpu", "moe"), stageColour("moe"));
}

TEST(StagePalette, aStageHasItsColourWhateverElseMeansIt)
{
    const StageColours colours(flatMapping({{"a", "moe_gemm"}, {"b", "moe"}, {"c", "reduce"}, {"d", "elementwise"}}));
    EXPECT_EQ(colours.substage("gpu", "moe"), stageColour("moe"));
    EXPECT_EQ(colours.substage("gpu", "elementwise"), stageColour("elementwise"));
    EXPECT_NE(colours.substage("gpu", "moe_gemm"), stageColour("moe"));
    EXPECT_NE(colours.substage("gpu", "reduce"), stageColour("elementwise"));
}

TEST(StagePalette, coloursKeptOfOtherMappingsAreNotTaken)
{
    const auto coloursOf = [](const std::vector<std::string> &labels) {
        StageMapping mapping{"e", "m", MappingForm::Flat, {}, {}};
        for (const std::string &label : labels) {
            mapping.stages.push_back({"r", "gpu"});
            mapping.substages.push_back({"r", label});
        }
        const StageColours colours(mapping);
        std::vector<uint32_t> all;
        for (const std::string &label : labels)
            all.push_back(colours.substage("gpu", label));
        return all;
    };
    const std::vector<uint32_t> first = coloursOf({"one", "two", "moe"});
    std::set<std::vector<uint32_t>> others;
    for (int i = 0; i < 30; ++i) { // more than are kept
        others.insert(coloursOf({"one" + std::to_string(i), "moe"}));
        EXPECT_EQ(coloursOf({"one", "moe", "two"}), (std::vector<uint32_t>{first[0], first[2], first[1]}));
    }
    EXPECT_GT(others.size(), 5u);
    EXPECT_EQ(coloursOf({"one", "two", "moe"}), first);
}

TEST(StagePalette, aRuleThatIsAddedLeavesTheColoursOfTheOthers)
{
    const StageMapping &before = defaultMapping();
    std::vector<StageRule> rules = before.joined();
    rules.insert(rules.begin(), {"mine", "my stage", "my substage", true, noColour});
    rules.insert(rules.begin(), {"mine too", "moe", "my experts", true, noColour});
    rules.insert(rules.begin(), {"another", "another stage", "another", true, noColour});
    rules.insert(rules.begin(), {"256", "gemm", "big256", true, noColour}); // vLLM's word for "linear"
    StageMapping after = before;
    after.setJoined(rules);
    const StageColours old(before), now(after);
    std::set<uint32_t> known;
    for (const StageRule &rule : before.joined()) {
        EXPECT_EQ(now.substage(rule.stage, rule.substage), old.substage(rule.stage, rule.substage)) << rule.substage;
        known.insert(now.substage(rule.stage, rule.substage));
    }
    EXPECT_FALSE(known.contains(now.substage("my stage", "my substage")));
    EXPECT_FALSE(known.contains(now.substage("moe", "my experts")));
    EXPECT_FALSE(known.contains(now.substage("another stage", "another")));
    EXPECT_FALSE(known.contains(now.substage("gemm", "big256")));
}

TEST(StagePalette, manyUnknownLabelsAreToldApartAsFarAsThePaletteGoes)
{
    StageMapping mapping{"e", "m", MappingForm::Flat, {}, {}};
    for (int i = 0; i < 60; ++i) {
        mapping.stages.push_back({"r" + std::to_string(i), "gpu"});
        mapping.substages.push_back({"r" + std::to_string(i), "label " + std::to_string(i)});
    }
    const StageColours colours(mapping);
    std::set<uint32_t> all;
    for (const LabelRule &rule : mapping.substages)
        all.insert(colours.substage("gpu", rule.label));
    EXPECT_EQ(all.size(), 60u);
}
