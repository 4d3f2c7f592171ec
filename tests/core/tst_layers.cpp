#include "core/analysis/layers/layers.h"
#include "core/report/layerreport.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ws {
namespace {

using Numbers = std::vector<uint32_t>;

/// "abc" is {'a', 'b', 'c'}.
Numbers sequence(const std::string &text)
{
    return Numbers(text.begin(), text.end());
}
std::string repeated(const std::string &text, int times)
{
    std::string all;
    while (times-- > 0)
        all += text;
    return all;
}
Periods periodsOf(const std::string &text)
{
    return longestRepetition(sequence(text));
}

TEST(Repetition, comparesWithOneChange)
{
    const auto like = [](const std::string &a, const std::string &b) {
        return differByAtMostOne(sequence(a), sequence(b)) && differByAtMostOne(sequence(b), sequence(a));
    };
    for (const auto &[a, b] : std::vector<std::pair<std::string, std::string>>{
             {"", ""}, {"", "a"}, {"abc", "abc"}, {"abc", "abd"}, {"abc", "xbc"}, {"abc", "abxc"}, {"abc", "ab"}})
        EXPECT_TRUE(like(a, b)) << a << ' ' << b;
    for (const auto &[a, b] : std::vector<std::pair<std::string, std::string>>{
             {"", "ab"}, {"abc", "acb"}, {"abc", "xby"}, {"abc", "abxyc"}, {"abcd", "acbd"}, {"abc", "bca"}})
        EXPECT_FALSE(like(a, b)) << a << ' ' << b;
}

TEST(Repetition, isFoundBetweenWhatComesBeforeAndAfter)
{
    EXPECT_EQ(periodsOf("xy" + repeated("abcd", 4) + "zzz"), (Periods{2, 6, 10, 14, 18}));
    EXPECT_EQ(periodsOf(repeated("abcd", 3)), (Periods{0, 4, 8, 12}));
}

TEST(Repetition, namesThatOccurTwiceInAPeriodDoNotCutIt)
{
    EXPECT_EQ(periodsOf("s" + repeated("afghfgi", 5) + "e"), (Periods{1, 8, 15, 22, 29, 36}));
}

TEST(Repetition, aPeriodMayDifferByOne)
{
    EXPECT_EQ(periodsOf("abcde"
                        "abxcde"
                        "abcde"
                        "acde"
                        "abcde"
                        "aBcde"
                        "abcde")
                  .size(),
              8U);
    EXPECT_EQ(periodsOf("abcde"
                        "abcde"
                        "abcde"
                        "aBCde"
                        "abcde"
                        "abcde"),
              (Periods{0, 5, 10, 15}))
        << "two changes end the stretch";
}

TEST(Repetition, ofTwoKindsOfLayersInTurnTheSingleOneIsFound)
{
    EXPECT_EQ(periodsOf(repeated("abcdeabcfe", 6)).size(), 13U);
}

TEST(Repetition, thatIsTooShortOrTooRareIsNone)
{
    EXPECT_TRUE(periodsOf("").empty());
    EXPECT_TRUE(periodsOf("a").empty());
    EXPECT_TRUE(periodsOf(repeated("a", 50)).empty());
    EXPECT_TRUE(periodsOf(repeated("ab", 50)).empty()) << "two kernels are no layer";
    EXPECT_TRUE(periodsOf("abcdabcd").empty()) << "twice is no repetition";
    EXPECT_TRUE(periodsOf("abcdefghijklmnop").empty());
    EXPECT_TRUE(periodsOf("qaebwjnxckdyfhzgagqmbxcnd").empty());
}

TEST(Repetition, theLargestStretchWinsOverAShorterPeriodInside)
{
    const std::string layer = "a" + repeated("xyz", 4) + "bc";
    EXPECT_EQ(periodsOf(repeated(layer, 4)), (Periods{0, 15, 30, 45, 60}));
}

std::shared_ptr<const Run> runOfNames(const std::string &names)
{
    std::vector<test::Work> work;
    std::vector<std::string> texts(names.size());
    for (size_t i = 0; i < names.size(); ++i)
        texts[i] = names[i];
    for (size_t i = 0; i < names.size(); ++i)
        work.push_back({"0", "7", int64_t(i) * 10, 5, texts[i].c_str()});
    return test::runOfWork(work);
}

TEST(Layers, prologueEpilogueAndLayersAreAllOfTheWork)
{
    const auto run = runOfNames("xy" + repeated("abcd", 4) + "z");
    const Steps steps = *findSteps(*run);
    const Layers layers = *findLayers(*run, steps);
    ASSERT_EQ(layers.layers.size(), 4U);
    EXPECT_EQ(layers.layers[3].index, 3U);
    EXPECT_EQ(layers.layers[3].workCount, 4U);
    EXPECT_EQ(layers.layers[3].totalNs, 20);
    EXPECT_EQ(run->text(run->gpu.name[layers.work[layers.layers[3].firstWork]]), "a");
    EXPECT_EQ(layers.prologueNs, 10);
    EXPECT_EQ(layers.epilogueNs, 5);
    EXPECT_EQ(layers.outsideNs, 0);
    EXPECT_DOUBLE_EQ(layers.coverage, 80.0 / 95);
    const auto json = layersJson(*run, layers);
    EXPECT_EQ(json["layers"].size(), 4U);
    EXPECT_TRUE(json["layers"][0]["step"].is_null());
}

TEST(Layers, ofWorkWithoutRepetitionNothingIsClaimed)
{
    const auto run = runOfNames("qwertzuiop");
    const Layers layers = *findLayers(*run, *findSteps(*run));
    EXPECT_TRUE(layers.layers.empty());
    EXPECT_EQ(layers.outsideNs, 50);
    EXPECT_EQ(layers.coverage, 0);
}

} // namespace
} // namespace ws
