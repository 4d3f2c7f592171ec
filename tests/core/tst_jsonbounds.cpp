#include "core/base/jsonbounds.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace ws;
using Json = nlohmann::ordered_json;

TEST(JsonBounds, whatKeepsToThemIsUnchanged)
{
    bool isCut = true;
    for (const std::string text : {R"({"a": [1, "}]{[\"\\", {"b": null}], "c": {}})", "[]", "7", "\"x", "]]", "{\"a"}) {
        EXPECT_EQ(boundedJson(text, {.depth = 3, .members = 2}, &isCut), text);
        EXPECT_FALSE(isCut) << text;
    }
}

TEST(JsonBounds, deepValuesBecomeOneStringEach)
{
    bool isCut = false;
    const Json json =
        Json::parse(boundedJson(R"({"a":[1,[2,{"x":"]"}],3,[4]],"b":5})", {.depth = 2, .members = 9}, &isCut));
    EXPECT_TRUE(isCut);
    ASSERT_EQ(json["a"].size(), 4u);
    EXPECT_TRUE(json["a"][1].get<std::string>().find("2 levels") != std::string::npos);
    EXPECT_EQ(json["a"][2], 3);
    EXPECT_TRUE(json["a"][3].is_string());
    EXPECT_EQ(json["b"], 5);
}

TEST(JsonBounds, membersBeyondTheBoundAreCounted)
{
    const Json json = Json::parse(
        boundedJson(R"({"o":{"a":1,"b":{"x":1,"y":2},"c":[{}],"d":"}"},"l":[1,2,3,4]})", {.depth = 9, .members = 2}));
    EXPECT_EQ(json["o"].dump(), R"({"a":1,"b":{"x":1,"y":2},"…":"2 more members"})");
    EXPECT_EQ(json["l"].size(), 4u) << "lists are not cut";
}

TEST(JsonBounds, aMillionLevelsAreFreedCopiedAndPrinted)
{
    const std::string text = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    const Json json = Json::parse(boundedJson(text));
    const Json copy = json;
    EXPECT_LT(copy.dump(2).size(), 20'000u);
}
