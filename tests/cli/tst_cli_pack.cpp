// pack: what is packed says what its trace says, and nothing is replaced or half written.

#include "paths.h"
#include "tests/bench/tracegen.h"
#include "tests/cli/cliprocess.h"

#include <QFile>
#include <QProcess>

#include <algorithm>

namespace tst_cli_pack {

using namespace ws;
using namespace ws::test;

namespace {

class CliPack : public CliTest
{
protected:
    CliPack()
    {
        tracegen::Options options;
        options.events = 5000;
        options.backward = true;
        std::string text;
        tracegen::generate(options, [&](std::string_view part) { text += part; });
        file("a.json", text);
    }
};

} // namespace

TEST_F(CliPack, everyCommandSaysTheSameOfBoth)
{
    ASSERT_EQ(cli({"pack", path("a.json"), "-o", path("a.wsp")}).exitCode, 0);
    EXPECT_LT(readAll(path("a.wsp")).size() * 8, readAll(path("a.json")).size());
    for (const std::vector<std::string> &command : {std::vector<std::string>{"kernels", "--csv"},
                                                    {"gaps", "--csv"},
                                                    {"steps", "--csv"},
                                                    {"modules", "--csv"},
                                                    {"operators", "--by-shape", "--csv"},
                                                    {"collectives", "--csv"},
                                                    {"layers", "--csv"},
                                                    {"waits", "--csv"},
                                                    {"instances", "--regex", "gemm", "--csv"}}) {
        std::vector<std::string> ofTrace = command, ofPacked = command;
        ofTrace.insert(ofTrace.begin() + 1, path("a.json"));
        ofPacked.insert(ofPacked.begin() + 1, path("a.wsp"));
        const CliOutput expected = cli(ofTrace);
        ASSERT_EQ(expected.exitCode, 0) << command[0] << ": " << expected.err;
        ASSERT_GT(std::count(expected.out.begin(), expected.out.end(), '\n'), 1) << command[0];
        EXPECT_EQ(cli(ofPacked).out, expected.out) << command[0];
    }
}

TEST_F(CliPack, nothingIsReplacedUnasked)
{
    const std::string out = file("a.wsp", "mine");
    const CliOutput refused = cli({"pack", path("a.json"), "-o", out});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_NE(refused.err.find("exists"), std::string::npos) << refused.err;
    EXPECT_EQ(readAll(path("a.wsp")), "mine");
    EXPECT_EQ(cli({"pack", path("a.json"), "-o", out, "--force"}).exitCode, 0);
    EXPECT_EQ(readAll(path("a.wsp")).substr(0, 6), "WSPACK");
    EXPECT_EQ(cli({"pack", path("a.json")}).exitCode, 2);
    EXPECT_EQ(cli({"pack", path("none.json"), "-o", path("n.wsp")}).exitCode, 1);
    EXPECT_EQ(cli({"pack", path("a.json"), "-o", path("no/folder/n.wsp")}).exitCode, 1);
}

TEST_F(CliPack, standardOutputIsTheSameAndMayBeReadFromStandardInput)
{
    ASSERT_EQ(cli({"pack", path("a.json"), "-o", path("a.wsp")}).exitCode, 0);
    const CliOutput piped = cli({"pack", path("a.json"), "-o", "-"});
    ASSERT_EQ(piped.exitCode, 0) << piped.err;
    EXPECT_TRUE(piped.out == readAll(path("a.wsp")));
    QProcess reader;
    reader.setStandardInputFile(QString::fromStdString(path("a.wsp")));
    reader.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"),
                 {QStringLiteral("kernels"), QStringLiteral("-"), QStringLiteral("--csv")});
    ASSERT_TRUE(reader.waitForFinished(60'000));
    EXPECT_EQ(reader.readAllStandardOutput().toStdString(), cli({"kernels", path("a.json"), "--csv"}).out);
}

TEST_F(CliPack, aFullDiskIsSaid)
{
    if (!QFile::exists(QStringLiteral("/dev/full")))
        GTEST_SKIP() << "no device that is always full";
    QProcess writer;
    writer.setStandardOutputFile(QStringLiteral("/dev/full"));
    writer.start(
        QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"),
        {QStringLiteral("pack"), QString::fromStdString(path("a.json")), QStringLiteral("-o"), QStringLiteral("-")});
    ASSERT_TRUE(writer.waitForFinished(60'000));
    EXPECT_EQ(writer.exitCode(), 1);
    EXPECT_FALSE(writer.readAllStandardError().isEmpty());
}

} // namespace tst_cli_pack
