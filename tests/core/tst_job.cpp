#include "core/model/job.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

RunPtr at(const char *path)
{
    auto run = std::make_shared<ws::Run>();
    run->info.stamp.path = QString::fromUtf8(path);
    return run;
}

} // namespace

TEST(Job, membersOfOneNameAreToldApart)
{
    Job job;
    job.add(at("/a/rank0/trace.json"));
    job.add(at("/a/rank1/trace.json"));
    job.add(at("/a/other.json"), QStringLiteral("other.json#2"));
    EXPECT_EQ(labelsOf(job), (QStringList{QStringLiteral("rank0/trace.json"), QStringLiteral("rank1/trace.json"),
                                          QStringLiteral("other.json#2")}));
}

TEST(Job, aMemberHasTheRankThatItsFileNames)
{
    Job job;
    job.add(runFromJson(R"({"distributedInfo":{"rank":7},"traceEvents":[]})").run);
    job.add(runFromJson(R"({"traceEvents":[]})").run);
    EXPECT_EQ(job.members[0].rank, 7);
    EXPECT_FALSE(job.members[1].rank);
    EXPECT_FALSE(job.members[0].clock) << "nobody has compared the clocks";
}

TEST(Job, aRankThatIsNoneIsNotInTheFile)
{
    EXPECT_FALSE(rankOf(*runFromJson(R"({"distributedInfo":{"rank":"x"},"traceEvents":[]})")));
    EXPECT_FALSE(rankOf(*runFromJson(R"({"distributedInfo":{"rank":-1},"traceEvents":[]})")));
    EXPECT_FALSE(rankOf(*runFromJson(R"({"distributedInfo":[1],"traceEvents":[]})")));
}
