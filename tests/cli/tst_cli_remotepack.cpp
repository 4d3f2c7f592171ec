// Large traces of a host that has warpscope-cli: packed there, the same here, and without it as before.

#include "core/base/loadpreview.h"
#include "core/io/pack/packkey.h"
#include "core/io/remote/remotecache.h"
#include "core/model/eventtext.h"
#include "core/model/run.h"
#include "core/readers/formats.h"
#include "core/session/digestfile.h"
#include "paths.h"
#include "tests/bench/tracegen.h"
#include "tests/cli/cliprocess.h"
#include "tests/support/fakessh.h"
#include "tests/support/packed.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSettings>

#include <nlohmann/json.hpp>

namespace tst_cli_remotepack {

using namespace ws;
using namespace ws::test;

namespace {

class CliRemotePack : public CliTest
{
protected:
    CliRemotePack()
    {
        m_path = qgetenv("PATH");
        qputenv("PATH", WARPSCOPE_BIN_DIR ":" + m_path); // of the host, which is this machine
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        QCoreApplication::setOrganizationName(QStringLiteral("warpscope")); // the cache is that of the program
        QCoreApplication::setApplicationName(QStringLiteral("warpscope"));
        tracegen::Options options;
        options.events = 60'000;
        options.backward = true;
        tracegen::generate(options, [&](std::string_view part) { m_text += part; });
        EXPECT_GT(m_text.size(), size_t(8) << 20) << "fewer are not worth it";
        file("a.json", m_text);
    }
    ~CliRemotePack() override
    {
        qputenv("PATH", m_path);
        qunsetenv("XDG_CONFIG_HOME");
        QCoreApplication::setOrganizationName({});
        QCoreApplication::setApplicationName({});
    }

    std::string remote(const std::string &name = "a.json") const { return "gpu01:" + path(name); }
    QString spool() const { return spoolOf(*remotePath(QString::fromStdString(remote()))); }
    QByteArray spooled(qint64 most = 6) const
    {
        QFile file(spool());
        return file.open(QIODevice::ReadOnly) ? file.read(most) : QByteArray();
    }
    std::string kernels(const std::string &of) { return cli({"kernels", of, "--csv"}).out; }
    /// In front of the real one: prints a key, and then does that.
    void hostProgram(const std::string &lines, const std::string &key = packKey())
    {
        QDir().mkpath(QString::fromStdString(path("bin")));
        file("bin/warpscope-cli",
             "#!/bin/sh\ncase \"$*\" in *--key*) echo " + key + "; exit 0;; esac\n" + lines + "\n");
        QFile::setPermissions(QString::fromStdString(path("bin/warpscope-cli")),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH", QByteArray::fromStdString(path("bin")) + ':' + m_path);
    }

    FakeSsh m_ssh;
    QTemporaryDir m_config;
    QByteArray m_path;
    std::string m_text;
};

} // namespace

TEST_F(CliRemotePack, aLargeTraceComesPackedAndSaysTheSame)
{
    for (const std::vector<std::string> &command : {std::vector<std::string>{"kernels", "--csv"},
                                                    {"gaps", "--csv"},
                                                    {"steps", "--csv"},
                                                    {"operators", "--csv"},
                                                    {"overview", "--md"}}) {
        std::vector<std::string> here = command, there = command;
        here.insert(here.begin() + 1, path("a.json"));
        there.insert(there.begin() + 1, remote());
        const CliOutput expected = cli(here), got = cli(there);
        ASSERT_EQ(got.exitCode, 0) << command[0] << ": " << got.err;
        if (command[0] == "overview") // which names the file
            continue;
        EXPECT_EQ(got.out, expected.out) << command[0];
    }
    EXPECT_EQ(spooled(), "WSPACK");
    EXPECT_EQ(cli({"summary", remote(), "--json"}).json()["file"], remote());
    const RemoteState state = spoolState(spool());
    EXPECT_TRUE(state.isPackedWhole);
    EXPECT_LT(state.have * 8, int64_t(m_text.size()));
    EXPECT_EQ(FileStamp::of(spool()).size, int64_t(m_text.size())) << "or the run would be taken for a changed one's";
}

TEST_F(CliRemotePack, whatIsHereIsNotSentAgainAndAChangedFileIs)
{
    const std::string expected = kernels(path("a.json"));
    ASSERT_EQ(kernels(remote()), expected);
    hostProgram("exit 1"); // nobody asks it
    EXPECT_EQ(kernels(remote()), expected);
    EXPECT_EQ(spooled(), "WSPACK");
    tracegen::Options options;
    options.events = 60'100;
    std::string other;
    tracegen::generate(options, [&](std::string_view part) { other += part; });
    file("a.json", other);
    EXPECT_EQ(kernels(remote()), kernels(path("a.json")));
    EXPECT_NE(kernels(remote()), expected);
}

TEST_F(CliRemotePack, aLostConnectionIsToldAndTheNextOpeningGoesOn)
{
    const std::string expected = kernels(path("a.json"));
    m_ssh.behave(FakeSsh::cutAfter(300'000));
    const CliOutput cut = cli({"kernels", remote(), "--csv"});
    EXPECT_EQ(cut.exitCode, 1);
    EXPECT_EQ(cut.out, "");
    EXPECT_NE(cut.err.find("Connection reset by peer"), std::string::npos) << cut.err;
    EXPECT_NE(cut.err.find("goes on"), std::string::npos) << cut.err;
    const int64_t have = spoolState(spool()).have;
    EXPECT_GT(have, 290'000);
    m_ssh.behave("sh -c \"$last\" | tee \"$0.sent\"");
    EXPECT_EQ(kernels(remote()), expected);
    EXPECT_TRUE(m_ssh.words().contains(QString::number(have + 1)) || spoolState(spool()).isPackedWhole);
}

TEST_F(CliRemotePack, aDigestComesBeforeTheColumns)
{
    ASSERT_EQ(cli({"digest", path("a.json"), "-o", path("here.wsd")}).exitCode, 0);
    // The columns never come.
    m_ssh.behave("sh -c \"$last\" | { head -c 200000; sleep 60; }");
    const CliOutput there = cli({"digest", remote(), "-o", path("there.wsd")});
    ASSERT_EQ(there.exitCode, 0) << there.err;
    const auto here = loadDigests(QString::fromStdString(path("here.wsd")));
    ASSERT_TRUE(here);
    auto renamed = std::make_shared<RankDigest>(*here->front());
    renamed->file = remote();
    EXPECT_EQ(readAll(path("there.wsd")), writeDigests({renamed}));
    EXPECT_FALSE(spoolState(spool()).isPackedWhole);
    EXPECT_EQ(cli({"digest", remote(), "-o", path("there.wsd")}).exitCode, 1) << "it exists";
    m_ssh.behave(FakeSsh::whole);
    hostProgram("exit 1"); // the file's own bytes
    forgetSpool(spool());
    ASSERT_EQ(cli({"digest", remote(), "-o", path("own.wsd")}).exitCode, 0);
    EXPECT_EQ(readAll(path("own.wsd")), readAll(path("there.wsd")));
}

TEST_F(CliRemotePack, aProgramOfTheHostThatCannotIsDoneWithout)
{
    const std::string expected = kernels(path("a.json"));
    for (const char *lines : {"echo 'no memory' >&2; exit 1", "kill -9 $$", "echo nothing packed"}) {
        hostProgram(lines);
        const CliOutput got = cli({"kernels", remote(), "--csv"});
        EXPECT_EQ(got.out, expected) << lines << got.err;
        EXPECT_EQ(spooled(), QByteArray::fromStdString(m_text.substr(0, 6)));
        forgetSpool(spool());
    }
}

TEST_F(CliRemotePack, aProgramOfAnotherVersionIsDoneWithout)
{
    const std::string expected = kernels(path("a.json")), other = "wsp1-0.0.1-old-en";
    ASSERT_EQ(kernels(remote()), expected);
    RemoteState kept = spoolState(spool());
    ASSERT_EQ(kept.packedBy.toStdString(), packKey());
    kept.packedBy = QString::fromStdString(other);
    ASSERT_TRUE(writeSpoolState(*remotePath(QString::fromStdString(remote())), kept));
    EXPECT_EQ(kernels(remote()), expected);
    EXPECT_EQ(spoolState(spool()).packedBy.toStdString(), packKey()) << "sent again";
    forgetSpool(spool());
    hostProgram("exit 1", other);
    EXPECT_EQ(kernels(remote()), expected);
    EXPECT_EQ(spooled(), QByteArray::fromStdString(m_text.substr(0, 6))) << "its own bytes";
}

TEST_F(CliRemotePack, theSettingTurnsItOff)
{
    QSettings().setValue(packOnHostSetting, false);
    Progress progress;
    const auto run = loadRun(QString::fromStdString(remote()), progress);
    QSettings().setValue(packOnHostSetting, true);
    ASSERT_TRUE(run);
    EXPECT_EQ(spooled(), QByteArray::fromStdString(m_text.substr(0, 6)));
}

TEST_F(CliRemotePack, textsOfEventsAreReadOnTheHost)
{
    file("a.json", gzipped(m_text));
    ASSERT_LT(readAll(path("a.json")).size(), size_t(8) << 20) << "small ones come as they are";
    file("a.json", m_text);
    Progress progress;
    progress.preview = std::make_shared<LoadPreview>();
    const auto here = loadRun(QString::fromStdString(path("a.json")), progress);
    Progress ofRemote;
    ofRemote.preview = std::make_shared<LoadPreview>();
    const auto there = loadRun(QString::fromStdString(remote()), ofRemote);
    ASSERT_TRUE(here);
    ASSERT_TRUE(there);
    EXPECT_FALSE(hasNearText(**there));
    EXPECT_TRUE(hasNearText(**here));
    for (const EventRef slice : {(*here)->gpu.slice[0], (*here)->gpu.slice[(*here)->gpu.size() - 1]}) {
        const auto expected = eventJson(**here, slice), got = eventJson(**there, slice);
        ASSERT_TRUE(expected);
        ASSERT_TRUE(got) << got.error().text().toStdString();
        EXPECT_EQ(*got, *expected);
    }
    // What the host sent first
    EXPECT_FALSE(ofRemote.preview->overview().empty());
    EXPECT_FALSE(ofRemote.preview->rows().empty());
    EXPECT_NEAR(double(ofRemote.preview->span().length()), double((*here)->timeline.spanNs),
                double((*here)->timeline.spanNs) / 20)
        << "counters and instants are not among the rows";

    QFile(QString::fromStdString(path("a.json"))).resize(qint64(m_text.size()) - 1);
    const auto changed = eventJson(**there, (*here)->gpu.slice[0]);
    ASSERT_FALSE(changed);
    EXPECT_TRUE(changed.error().message.contains(QStringLiteral("changed"))) << changed.error().message.toStdString();
}

TEST_F(CliRemotePack, eventPrintsOneEventOfAPlainOrPackedTrace)
{
    Progress progress;
    const auto run = loadRun(QString::fromStdString(path("a.json")), progress);
    ASSERT_TRUE(run);
    const EventRef last = (*run)->gpu.slice[(*run)->gpu.size() - 1];
    const uint64_t at = (*run)->timeline.lane(last).textOf(last.index);
    ASSERT_GT(at, m_text.size() / 2);
    file("b.json.gz", gzipped(m_text));
    const CliOutput plain = cli({"event", path("a.json"), std::to_string(at)});
    ASSERT_EQ(plain.exitCode, 0) << plain.err;
    EXPECT_EQ(plain.json()["ph"], "X");
    EXPECT_EQ(cli({"event", path("b.json.gz"), std::to_string(at)}).out, plain.out);
    EXPECT_EQ(cli({"event", path("a.json"), std::to_string(at + 1)}).exitCode, 1);
    EXPECT_EQ(cli({"event", path("a.json"), "99999999999"}).exitCode, 1);
    EXPECT_EQ(cli({"event", path("a.json"), "x"}).exitCode, 2);
    EXPECT_EQ(cli({"event", path("a.json"), "-1"}).exitCode, 2);
}

} // namespace tst_cli_remotepack
