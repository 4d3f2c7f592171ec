// ranks and digest.

#include "tests/cli/cliprocess.h"
#include "tests/support/database.h"
#include "tests/support/jobgen.h"

#include <QDir>

namespace tst_cli_ranks {

using namespace ws::test;

namespace {

class CliRanks : public CliTest
{
protected:
    /// The traces of a job in a folder of their own.
    std::string job(const JobOptions &options)
    {
        const std::string folder = path("job");
        EXPECT_TRUE(QDir().mkpath(QString::fromStdString(folder)));
        int rank = 0;
        for (const std::string &trace : JobGenerator(options).traces())
            file("job/rank-" + std::to_string(rank++) + ".json", trace);
        return folder;
    }
};

TEST_F(CliRanks, aFolderIsAJob)
{
    const std::string folder = job({.steps = 6, .layers = 3, .slow = JobOptions::Slow::Kernel});
    file("job/broken.json", R"({"traceEvents":[{"ph":"X)");
    file("job/notes.txt", "hello");
    const CliOutput result = cli({"ranks", folder, "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto json = result.json();
    ASSERT_EQ(json["ranks"].size(), 8u);
    EXPECT_EQ(json["ranks"][5]["name"], "rank 5");
    EXPECT_EQ(json["verdict"]["stragglers"][0]["rank"], "rank 5");
    EXPECT_EQ(json["verdict"]["stragglers"][0]["kind"], "computes longer");
    EXPECT_EQ(json["steps"].size(), 6u * 8);
    EXPECT_EQ(json["collectives"].size(), 6u * (3 * 8 + 8 + 8));
    ASSERT_EQ(json["failures"].size(), 1u);
    EXPECT_NE(json["failures"][0]["file"].get<std::string>().find("broken.json"), std::string::npos);
    const CliOutput text = cli({"ranks", folder});
    EXPECT_EQ(text.out.find("rank 5 holds the others up"), 0u) << text.out;
    for (const char *form : {"--steps", "--collectives", "--stages"})
        EXPECT_EQ(cli({"ranks", folder, form, "--csv"}).exitCode, 0) << form;
}

TEST_F(CliRanks, databasesAreRanksWhereAFolderHasNothingElse)
{
    const std::string folder = path("exports");
    ASSERT_TRUE(QDir().mkpath(QString::fromStdString(folder)));
    const auto database = [&](const std::string &name) {
        const Database one("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
                           "INSERT INTO StringIds VALUES (1, 'gemm');"
                           "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, "
                           "streamId INTEGER, correlationId INTEGER, shortName INTEGER, demangledName INTEGER);"
                           "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1000, 3000, 0, 7, 1, 1, 1);");
        file("exports/" + name, one.bytes().toStdString());
    };
    database("host_11.sqlite");
    database("host_12.sqlite");
    file("exports/notes.db", "hello");
    const CliOutput found = cli({"ranks", folder, "--json"});
    ASSERT_EQ(found.exitCode, 0) << found.err;
    EXPECT_EQ(found.json()["ranks"].size(), 2u);
    EXPECT_TRUE(found.json()["failures"].empty()) << "what is no database is left aside";
    const std::string job = this->job({.steps = 6, .layers = 3});
    file("job/host_11.sqlite", "hello");
    EXPECT_EQ(cli({"ranks", job, "--json"}).json()["ranks"].size(), 8u) << "beside traces it is none";
}

TEST_F(CliRanks, aFileThatRanksWereMergedIntoIsAJob)
{
    std::string events;
    for (int rank = 0; rank < 3; ++rank)
        for (int step = 0; step < 4; ++step) {
            const std::string name = "[TP0" + std::to_string(rank) + "] ", begin = std::to_string(1000 * step);
            const auto add = [&](const char *category, const std::string &what, const std::string &pid, int at, int ns,
                                 const std::string &args) {
                events += std::string(events.empty() ? "" : ",") + R"({"ph":"X","cat":")" + category + R"(","name":")" +
                          what + R"(","pid":")" + name + pid + R"(","tid":7,"ts":)" + std::to_string(1000 * step + at) +
                          R"(,"dur":)" + std::to_string(ns) + R"(,"args":{)" + args + "}}";
            };
            const std::string id = R"("correlation":)" + std::to_string(step + 1);
            add("user_annotation", "ProfilerStep#" + std::to_string(step), "83", 0, 900, {});
            add("cuda_runtime", "cudaLaunchKernel", "83", 10 + rank, 5, id);
            add("kernel", "k", "0", 100, 100 * (rank + 1), R"("device":0,"stream":7,)" + id);
        }
    const CliOutput result = cli({"ranks", file("merged.json", R"({"traceEvents":[)" + events + "]}"), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto json = result.json();
    ASSERT_EQ(json["ranks"].size(), 3u) << json["ranks"].dump(1);
    EXPECT_EQ(json["steps"].size(), 3u * 4);
    for (size_t rank = 0; rank < 3; ++rank) {
        EXPECT_NE(json["ranks"][rank]["name"].get<std::string>().find("TP0" + std::to_string(rank)), std::string::npos)
            << json["ranks"][rank].dump();
    }
    EXPECT_TRUE(json["failures"].empty());
}

TEST_F(CliRanks, everyFileIsAccountedFor)
{
    const std::string folder = job({.ranks = 2, .steps = 2, .layers = 1});
    file("job/broken.json", R"({"traceEvents":[{"ph":"X)");
    file("job/notes.md", "hello");
    file("job/profiler_out_0.txt", "Name  Self CPU");
    const auto files = cli({"ranks", folder, "--json"}).json()["files"];
    std::map<std::string, std::string> holds;
    for (const auto &one : files)
        holds[one["file"]] = one["holds"];
    EXPECT_EQ(holds, (std::map<std::string, std::string>{{"rank-0.json", "rank"},
                                                         {"rank-1.json", "rank"},
                                                         {"broken.json", "no rank"},
                                                         {"profiler_out_0.txt", "table"},
                                                         {"notes.md", "left aside"}}));
    EXPECT_EQ(cli({"ranks", folder, "--files", "--csv"}).exitCode, 0);
}

TEST_F(CliRanks, twoJobsAreCompared)
{
    const std::string before = job({.ranks = 4, .layers = 3});
    ASSERT_TRUE(QDir().rename(QString::fromStdString(before), QString::fromStdString(path("before"))));
    const std::string now = job({.ranks = 4, .layers = 3, .slow = JobOptions::Slow::Kernel, .slowRank = 1, .seed = 2});
    const auto json = cli({"ranks", now, "--against", path("before"), "--json"}).json();
    EXPECT_EQ(json["verdict"], "regression");
    ASSERT_EQ(json["ranks"].size(), 4u);
    EXPECT_GT(json["ranks"][1]["computeDeltaNs"].get<int64_t>(), 80'000);
    EXPECT_EQ(cli({"ranks", path("before"), "--against", now, "--json"}).json()["verdict"], "improvement");
    EXPECT_EQ(cli({"ranks", now, "--against", now, "--json"}).json()["verdict"], "neutral");
    EXPECT_EQ(cli({"ranks", now, "--against", path("missing")}).exitCode, 1);
    EXPECT_EQ(cli({"ranks", now, "--against", now, "--steps"}).exitCode, 2);
    EXPECT_EQ(cli({"ranks", now, "--against", path("before")}).out.find("B takes longer"), 0u);
}

TEST_F(CliRanks, digestsSayWhatTheirTracesSay)
{
    const auto jobJson = [this](const std::string &folder) {
        auto json = cli({"ranks", folder, "--json"}).json();
        json.erase("files"); // sizes of traces, which may be gone
        return json;
    };
    const std::string folder =
        job({.ranks = 4, .steps = 6, .layers = 3, .slow = JobOptions::Slow::Host, .slowRank = 1});
    auto ofTraces = jobJson(folder);
    for (int rank = 0; rank < 4; ++rank) {
        const std::string name = folder + "/rank-" + std::to_string(rank);
        const CliOutput made = cli({"digest", name + ".json", "-o", name + ".wsd"});
        ASSERT_EQ(made.exitCode, 0) << made.err;
        EXPECT_EQ(cli({"digest", name + ".json", "-o", name + ".wsd"}).exitCode, 1) << "it exists";
        EXPECT_EQ(cli({"digest", name + ".json", "-o", name + ".wsd", "--force"}).exitCode, 0);
    }
    EXPECT_EQ(jobJson(folder), ofTraces) << "a trace with a digest beside it counts once";
    for (int rank = 0; rank < 4; ++rank)
        EXPECT_TRUE(QFile::remove(QString::fromStdString(folder + "/rank-" + std::to_string(rank) + ".json")));
    EXPECT_EQ(jobJson(folder), ofTraces) << "the traces are not needed";
}

TEST_F(CliRanks, wrongUseSaysWhatIsWrong)
{
    const std::string trace = file("a.json", JobGenerator({.ranks = 2, .steps = 1}).traces()[0]);
    EXPECT_EQ(cli({"digest", trace}).exitCode, 2);
    EXPECT_EQ(cli({"digest", trace, "-o", path("a.wsd"), "--rank", "x"}).exitCode, 2);
    EXPECT_EQ(cli({"ranks", trace, "--csv", "--json"}).exitCode, 2);
    EXPECT_EQ(cli({"ranks", trace, "--steps", "--stages"}).exitCode, 2);
    EXPECT_EQ(cli({"ranks", path("missing")}).exitCode, 1);
    EXPECT_EQ(
        cli({"digest", file("n.json", R"([{"ph":"X","name":"a","ts":1,"dur":2}])"), "-o", path("n.wsd")}).exitCode, 1);
    EXPECT_EQ(cli({"digest", trace, "-o", path("r.wsd"), "--rank", "12"}).exitCode, 0);
    EXPECT_EQ(cli({"ranks", path("r.wsd"), "--json"}).json()["ranks"][0]["rank"], 12);
}

} // namespace

} // namespace tst_cli_ranks
