// Files of other machines and standard input on the command line.

#include "paths.h"
#include "tests/cli/cliprocess.h"
#include "tests/support/fakessh.h"
#include "tests/support/packed.h"

#include <QProcess>

namespace tst_cli_remote {

using namespace ws::test;

namespace {

const std::string trace = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":50,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":160,"dur":10,"args":{"device":0,"stream":7}}]})";

class CliRemoteTest : public CliTest
{
protected:
    std::string remote(const std::string &name) const { return "gpu01:" + path(name); }
    /// With that on its standard input.
    CliOutput fed(const QByteArray &input, const QStringList &arguments)
    {
        QProcess process;
        process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"), arguments);
        process.write(input);
        process.closeWriteChannel();
        EXPECT_TRUE(process.waitForFinished(60'000));
        return {process.exitCode(), process.readAllStandardOutput().toStdString(),
                process.readAllStandardError().toStdString()};
    }
    FakeSsh m_ssh;
};

} // namespace

TEST_F(CliRemoteTest, everyCommandTakesAFileOfAnotherMachine)
{
    file("a b.json.gz", gzipped(trace));
    const CliOutput summary = cli({"summary", remote("a b.json.gz"), "--json"});
    EXPECT_EQ(summary.exitCode, 0) << summary.err;
    EXPECT_EQ(summary.json()["file"], remote("a b.json.gz")) << "not where its bytes are kept";
    EXPECT_EQ(cli({"kernels", remote("a b.json.gz"), "--csv"}).out, cli({"kernels", path("a b.json.gz"), "--csv"}).out);
    EXPECT_EQ(cli({"kernels", remote("a b.json.gz") + "#1", "--csv"}).exitCode, 0);
    EXPECT_EQ(m_ssh.starts(), 3);
}

TEST_F(CliRemoteTest, aFolderIsListedByRemoteAndRefusedByOthers)
{
    file("a.json", trace);
    const std::string folder = remote("");
    const CliOutput list = cli({"remote", folder});
    EXPECT_EQ(list.exitCode, 0) << list.err;
    EXPECT_NE(list.out.find(remote("a.json") + '\n'), std::string::npos) << list.out;
    const CliOutput summary = cli({"summary", folder});
    EXPECT_EQ(summary.exitCode, 1);
    EXPECT_EQ(summary.out, "");
    EXPECT_NE(summary.err.find("a.json"), std::string::npos) << summary.err;
    EXPECT_EQ(cli({"remote", "/local/folder"}).exitCode, 2);
    EXPECT_EQ(cli({"remote", "--", "-oProxyCommand=x:/a"}).exitCode, 2);
    EXPECT_EQ(m_ssh.starts(), 2);
}

TEST_F(CliRemoteTest, whatSshSaysIsTheError)
{
    m_ssh.behave("echo 'ssh: connect to host gpu01 port 22: No route to host' >&2; exit 255");
    const CliOutput out = cli({"summary", "gpu01:/a.json"});
    EXPECT_EQ(out.exitCode, 1);
    EXPECT_EQ(out.err, "warpscope-cli: gpu01:/a.json: ssh: connect to host gpu01 port 22: No route to host\n");
}

TEST_F(CliRemoteTest, aLostConnectionIsToldBesideTheNumbers)
{
    std::string many = "[";
    for (int i = 0; i < 20'000; ++i)
        many += R"({"ph":"X","cat":"kernel","name":"k","ts":)" + std::to_string(i) + R"(,"dur":1},)";
    file("a.json", many + "{}]");
    m_ssh.behave(FakeSsh::cutAfter(int(many.size() / 2)));
    const CliOutput cut = cli({"kernels", remote("a.json"), "--csv"});
    EXPECT_EQ(cut.exitCode, 0);
    EXPECT_NE(cut.err.find("Connection reset by peer"), std::string::npos) << cut.err;
    m_ssh.behave(FakeSsh::whole);
    const CliOutput whole = cli({"kernels", remote("a.json"), "--csv"});
    EXPECT_EQ(whole.err, "");
    EXPECT_EQ(whole.out, cli({"kernels", path("a.json"), "--csv"}).out);
}

TEST_F(CliRemoteTest, standardInputIsReadPlainAndPacked)
{
    for (const std::string &bytes : {trace, gzipped(trace)}) {
        const CliOutput out = fed(QByteArray::fromStdString(bytes),
                                  {QStringLiteral("kernels"), QStringLiteral("-"), QStringLiteral("--csv")});
        EXPECT_EQ(out.exitCode, 0) << out.err;
        EXPECT_NE(out.out.find("gemm"), std::string::npos);
    }
}

TEST_F(CliRemoteTest, whatNeedsSeekingIsRefusedFromStandardInput)
{
    for (const QByteArray &bytes :
         {QByteArray("PK\x03\x04xxxxxxxxxxxxxxxxxxxxxxxxxxx"), QByteArray("SQLite format 3\0xxxx", 20)}) {
        const CliOutput out = fed(bytes, {QStringLiteral("summary"), QStringLiteral("-")});
        EXPECT_EQ(out.exitCode, 1);
        EXPECT_NE(out.err.find("pipe"), std::string::npos) << out.err;
    }
    const CliOutput nothing = fed({}, {QStringLiteral("summary"), QStringLiteral("-")});
    EXPECT_EQ(nothing.exitCode, 1);
    EXPECT_NE(nothing.err.find("empty"), std::string::npos) << nothing.err;
}

TEST_F(CliRemoteTest, aRedirectedFileIsThatFile)
{
    QProcess process;
    process.setStandardInputFile(QString::fromStdString(file("a.json", trace)));
    process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"),
                  {QStringLiteral("summary"), QStringLiteral("-"), QStringLiteral("--json")});
    ASSERT_TRUE(process.waitForFinished(60'000));
    EXPECT_NE(process.readAllStandardOutput().toStdString().find(path("a.json")), std::string::npos);
}

} // namespace tst_cli_remote
