#include "core/analysis/job/namedranks.h"
#include "core/model/rankplace.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

std::string placed(const char *path)
{
    const RankPlace place = rankPlaceOf(QString::fromUtf8(path));
    return (place.rank ? std::to_string(*place.rank) : std::string("-")) + ' ' +
           (place.stage.empty() ? "-" : place.stage) + ' ' + (place.host.empty() ? "-" : place.host);
}

std::string coordinates(const char *text)
{
    std::string all, rest;
    for (const RankCoordinate &one : rankCoordinates(text, &rest))
        all += one.dimension + std::to_string(one.index) + ' ';
    return all + '/' + rest;
}

} // namespace

TEST(RankPlace, namesOfFilesAndFoldersTell)
{
    EXPECT_EQ(placed("/x/sampled_rank-1.json.gz"), "1 - -");
    EXPECT_EQ(placed("/x/rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"), "3 - -");
    EXPECT_EQ(placed("/x/1700000000.12-TP-7.trace.json.gz"), "7 - -");
    EXPECT_EQ(placed("/x/Rank_12.pt.trace.json"), "12 - -");
    EXPECT_EQ(placed("/x/stage_1/trace.json"), "- 1 -");
    EXPECT_EQ(placed("/x/node-04/rank 5.json"), "5 - node-04");
    EXPECT_EQ(placed("/rank-1/a/b/c/trace.json"), "- - -") << "too far away";
    EXPECT_EQ(placed("/x/frank3.json"), "- - -");
    EXPECT_EQ(placed("/x/rank99999999999.json"), "- - -");
    EXPECT_EQ(placed("trace.json"), "- - -");
}

TEST(RankPlace, namesOfThreadsTell)
{
    EXPECT_EQ(coordinates("DP rank [0]"), "DP0 /");
    EXPECT_EQ(coordinates("PP rank 1, TP rank 0, pp-comm"), "PP1 TP0 /pp-comm");
    EXPECT_EQ(coordinates("rank 12"), "12 /");
    EXPECT_EQ(coordinates("my rank: 3 compute"), "3 /compute");
    EXPECT_EQ(coordinates("ranking 3"), "/");
    EXPECT_EQ(coordinates("frank 3"), "/");
    EXPECT_EQ(coordinates("rank"), "/");
    EXPECT_EQ(coordinates("rank -3"), "3 /") << "a dash is a separator";
    EXPECT_EQ(coordinates(""), "/");
}
