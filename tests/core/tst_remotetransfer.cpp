#include "core/io/filehash.h"
#include "core/io/pack/packkey.h"
#include "core/io/remote/growingfile.h"
#include "core/io/remote/remotecache.h"
#include "core/io/remote/remotefolder.h"
#include "core/io/remote/remotesource.h"
#include "core/readers/formats.h"
#include "tests/support/fakessh.h"
#include "tests/support/packed.h"

#include <gtest/gtest.h>

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileInfo>

using namespace ws;
using namespace ws::test;

namespace {

std::string trace(int kernels)
{
    std::string events;
    for (int i = 0; i < kernels; ++i)
        events += R"({"ph":"X","cat":"kernel","name":"k)" + std::to_string(i * 2654435761u) + R"(","ts":)" +
                  std::to_string(i) + R"(,"dur":1,"args":{"stream":7,"correlation":)" + std::to_string(i) + "}},";
    return "[" + events + "{}]";
}

class RemoteTransferTest : public testing::Test
{
protected:
    RemotePath write(const std::string &bytes, const QString &name = QStringLiteral("it's a $(trace).json"))
    {
        const QString path = m_host.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.flush();
        file.setFileTime(QDateTime::fromSecsSinceEpoch(1'700'000'000 + ++m_written), QFileDevice::FileModificationTime);
        return {QStringLiteral("gpu01"), path};
    }
    static Result<RunPtr> load(const RemotePath &remote)
    {
        Progress progress;
        return loadRun(remote.text(), progress);
    }
    static QByteArray spooled(const RemotePath &remote)
    {
        QFile file(spoolOf(remote));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// What was sent by the last start of ssh is told by the place that was asked for.
    QString lastCommand() const
    {
        const QStringList words = m_ssh.words();
        return words.value(words.size() - 3);
    }

    FakeSsh m_ssh;
    QTemporaryDir m_host;
    int m_written = 0;
};

} // namespace

TEST_F(RemoteTransferTest, plainAndPackedTracesAreReadAsLocalOnes)
{
    const std::string text = trace(20'000);
    for (const std::string &bytes : {text, gzipped(text)}) {
        const RemotePath remote = write(bytes);
        const auto run = load(remote);
        ASSERT_TRUE(run) << run.error().text().toStdString();
        EXPECT_EQ((*run)->gpu.size(), 20'000u);
        EXPECT_TRUE((*run)->info.complete);
        const FileStamp &stamp = (*run)->info.stamp;
        EXPECT_EQ(FileStamp::of(stamp.path), stamp) << "or the run would be taken for that of a changed file";
        EXPECT_EQ(stamp.size, int64_t(bytes.size()));
        EXPECT_EQ(stamp.modifiedMs, (1'700'000'000LL + m_written) * 1000);
        EXPECT_EQ(spooled(remote), QByteArray::fromStdString(bytes));
        EXPECT_EQ(shownPath(stamp.path), remote.text());
        EXPECT_EQ(QFileInfo(stamp.path).fileName(), remote.name()) << "names of exports come from it";
        EXPECT_EQ(missingBytes(stamp.path), 0);
        const auto piece = readUnpacked(*(*run)->seek, 1'000'000, 100);
        ASSERT_TRUE(piece) << piece.error().text().toStdString();
        EXPECT_EQ(*piece, text.substr(1'000'000, 100));
    }
}

TEST_F(RemoteTransferTest, whatIsHereIsNotSentAgain)
{
    const RemotePath remote = write(trace(1000));
    ASSERT_TRUE(load(remote));
    m_ssh.behave("sh -c \"$last\" | wc -c >\"$0.sent\"; sh -c \"$last\"");
    ASSERT_TRUE(load(remote));
    EXPECT_TRUE(lastCommand().endsWith(QStringLiteral("'%1' '%2' '' '' 'en' '%3'")
                                           .arg(trace(1000).size())
                                           .arg(trace(1000).size() + 1)
                                           .arg(QString::fromStdString(packKey()))));
    EXPECT_EQ(m_ssh.starts(), 2);

    write(trace(1001), remote.name());
    const auto changed = load(remote);
    ASSERT_TRUE(changed);
    EXPECT_EQ((*changed)->gpu.size(), 1001u);
}

TEST_F(RemoteTransferTest, aFileOfTheSameSizeAndAnotherTimeIsSentAgain)
{
    const RemotePath remote = write(trace(10));
    ASSERT_TRUE(load(remote));
    std::string other = trace(10);
    other.replace(other.find("k0"), 2, "z0");
    write(other, remote.name());
    ASSERT_TRUE(load(remote));
    EXPECT_EQ(spooled(remote), QByteArray::fromStdString(other));
}

TEST_F(RemoteTransferTest, aLostConnectionLeavesARunThatSaysWhatIsMissingAndGoesOnFromThere)
{
    const std::string text = trace(50'000);
    for (const std::string &bytes : {text, gzipped(text)}) {
        const RemotePath remote = write(bytes, QStringLiteral("%1.json").arg(bytes.size()));
        m_ssh.behave(FakeSsh::cutAfter(int(bytes.size() / 2)));
        const auto cut = load(remote);
        ASSERT_TRUE(cut) << cut.error().text().toStdString();
        EXPECT_FALSE((*cut)->info.complete);
        EXPECT_GT((*cut)->gpu.size(), 10'000u);
        EXPECT_LT((*cut)->gpu.size(), 50'000u);
        const Diagnostic *lost = (*cut)->diagnostics.find("read-error");
        ASSERT_NE(lost, nullptr);
        EXPECT_TRUE(lost->message.contains(QStringLiteral("Connection reset by peer"))) << lost->message.toStdString();
        EXPECT_TRUE(lost->message.contains(QStringLiteral("gpu01")));
        const FileStamp &stamp = (*cut)->info.stamp;
        EXPECT_GT(missingBytes(stamp.path), int64_t(bytes.size()) / 3);
        EXPECT_EQ(FileStamp::of(stamp.path), stamp);
        EXPECT_FALSE(fileHash(stamp.path)) << "it would be that of no file";
        EXPECT_TRUE(readUnpacked(*(*cut)->seek, 1000, 100));

        m_ssh.behave(FakeSsh::cutAfter(int(bytes.size() / 4)));
        ASSERT_TRUE(load(remote));
        m_ssh.behave("sh -c \"$last\" | head -c " + std::to_string(bytes.size() / 3)); // not enough for the whole file
        const auto whole = load(remote);
        ASSERT_TRUE(whole);
        EXPECT_TRUE((*whole)->info.complete);
        EXPECT_EQ((*whole)->gpu.size(), 50'000u);
        EXPECT_EQ(spooled(remote), QByteArray::fromStdString(bytes));
    }
}

TEST_F(RemoteTransferTest, afterALostConnectionAChangedFileIsSentFromItsBeginning)
{
    const RemotePath remote = write(trace(5000));
    m_ssh.behave(FakeSsh::cutAfter(100'000));
    ASSERT_TRUE(load(remote));
    write(trace(6000), remote.name());
    m_ssh.behave(FakeSsh::whole);
    ASSERT_TRUE(load(remote));
    EXPECT_EQ(spooled(remote), QByteArray::fromStdString(trace(6000)));
}

TEST_F(RemoteTransferTest, bytesAreReadBeforeTheLastOneHasComeAndCancellingEndsSshAtOnce)
{
    const std::string text = trace(5000);
    const RemotePath remote = write(text);
    m_ssh.behave(FakeSsh::hangAfter(200'000));
    Progress progress;
    const auto transfer = std::make_shared<RemoteTransfer>(remote, progress);
    const auto stamp = transfer->waitForStart();
    ASSERT_TRUE(stamp) << stamp.error().text().toStdString();
    EXPECT_EQ(stamp->size, int64_t(text.size()));
    GrowingFile file(stamp->path, stamp->size, transfer);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
    QByteArray got;
    while (got.size() < 150'000)
        got += file.read(50'000);
    EXPECT_EQ(got.toStdString(), text.substr(0, size_t(got.size())));
    QElapsedTimer time;
    time.start();
    progress.cancel();
    while (!file.read(50'000).isEmpty()) {
    }
    EXPECT_LT(time.elapsed(), 5000) << "ssh sleeps for ten minutes";
}

TEST_F(RemoteTransferTest, aCancelledLoadIsNoFailureAndTheNextOneGoesOn)
{
    const std::string text = trace(20'000);
    const RemotePath remote = write(text);
    m_ssh.behave(FakeSsh::hangAfter(1'000'000));
    Progress progress;
    std::thread user([&] {
        while (progress.bytesDone < 500'000)
            std::this_thread::yield();
        progress.cancel();
    });
    const auto run = loadRun(remote.text(), progress);
    user.join();
    EXPECT_TRUE(!run && run.error().kind == ErrorKind::Cancelled);
    EXPECT_GT(spoolState(spoolOf(remote)).have, 500'000);
    m_ssh.behave(FakeSsh::whole);
    ASSERT_TRUE(load(remote));
    EXPECT_EQ(spooled(remote), QByteArray::fromStdString(text));
}

TEST_F(RemoteTransferTest, aHostThatSaysThatAllIsHereWhenItIsNotIsNotBelieved)
{
    for (const char *said : {"warpscope-file 100 5 50 whole\\nmore", "warpscope-file 100 5 100\\nmore",
                             "warpscope-file 100 5 0 whole\\nmore", "warpscope-file 0 5 0\\nmore"}) {
        m_ssh.behave(std::string("printf '") + said + "'");
        const auto run = load({QStringLiteral("gpu01"), QStringLiteral("/a.json")});
        ASSERT_FALSE(run) << said;
        EXPECT_EQ(run.error().file, QStringLiteral("gpu01:/a.json")) << said;
    }
}

TEST_F(RemoteTransferTest, errorsAreToldInTheWordsOfSshAndTheHost)
{
    const auto words = [](const Result<RunPtr> &run) { return run ? std::string() : run.error().text().toStdString(); };
    EXPECT_NE(words(load({QStringLiteral("gpu01"), QStringLiteral("/nonexistent/a.json")})).find("No such file"),
              std::string::npos);
    EXPECT_NE(words(load({QStringLiteral("gpu01"), QStringLiteral("/dev/null")})).find("neither a file"),
              std::string::npos);
    m_ssh.behave("echo 'ssh: Could not resolve hostname gpu01' >&2; exit 255");
    EXPECT_EQ(words(load({QStringLiteral("gpu01"), QStringLiteral("/a.json")})),
              "gpu01:/a.json: ssh: Could not resolve hostname gpu01");
    m_ssh.behave("exit 3");
    EXPECT_NE(words(load({QStringLiteral("gpu01"), QStringLiteral("/a.json")})).find("code 3"), std::string::npos);
    m_ssh.behave("echo This account is closed.; exit 0");
    EXPECT_NE(words(load({QStringLiteral("gpu01"), QStringLiteral("/a.json")})).find("This account is closed."),
              std::string::npos);
    m_ssh.remove();
    qputenv("PATH", "/nonexistent");
    EXPECT_NE(words(load({QStringLiteral("gpu01"), QStringLiteral("/a.json")})).find("no program ssh"),
              std::string::npos);
}

TEST_F(RemoteTransferTest, aHostThatTalksForeverIsNotHeardForever)
{
    m_ssh.behave("exec cat /dev/zero");
    EXPECT_FALSE(load({QStringLiteral("gpu01"), QStringLiteral("/a.json")}));
}

TEST_F(RemoteTransferTest, whatIsNoTraceIsRefusedUnderItsNameOnTheHost)
{
    std::string log;
    while (log.size() < 5'000'000)
        log += "2026-01-01 INFO a server has done something of no interest\n";
    const RemotePath remote = write(log, QStringLiteral("server.log"));
    const auto run = load(remote);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().file, remote.text());
}

TEST_F(RemoteTransferTest, anEmptyFileIsToldAsEmpty)
{
    const auto run = load(write(""));
    ASSERT_FALSE(run);
    EXPECT_TRUE(run.error().message.contains(QStringLiteral("empty")));
}

TEST_F(RemoteTransferTest, aFolderNamesItsTracesTheNewestFirst)
{
    write(trace(1), QStringLiteral("old.json"));
    write(trace(10), QStringLiteral("-rf $(x).json"));
    write("x", QStringLiteral("notes.xyz"));
    QDir(m_host.path()).mkdir(QStringLiteral("sub"));
    const RemotePath folder{QStringLiteral("gpu01"), m_host.path() + u'/'};
    const auto listed = listRemote(folder, Progress());
    ASSERT_TRUE(listed) << listed.error().text().toStdString();
    EXPECT_EQ((*listed).path, m_host.path());
    ASSERT_EQ(listed->entries.size(), 3u);
    EXPECT_EQ(listed->entries[0].name, QStringLiteral("sub")) << "made now";
    EXPECT_TRUE(listed->entries[0].isFolder);
    EXPECT_EQ(listed->entries[1].name, QStringLiteral("-rf $(x).json"));
    EXPECT_EQ(listed->entries[1].size, int64_t(trace(10).size()));
    EXPECT_EQ(listed->entries[1].modified, 1'700'000'002);
    EXPECT_EQ(listed->entries[2].name, QStringLiteral("old.json"));

    const auto run = load(folder);
    ASSERT_FALSE(run);
    EXPECT_TRUE(run.error().message.contains(QStringLiteral("old.json")));
    EXPECT_TRUE(isRemoteFolder(spoolOf(folder)));
    const auto file = listRemote(write("x", QStringLiteral("a.json")), Progress());
    ASSERT_FALSE(file);
}

TEST_F(RemoteTransferTest, anArchiveIsReadOnceItIsWholeAndNotBefore)
{
    const RemotePath remote = write("PK\x03\x04" + std::string(200'000, 'x'), QStringLiteral("a.zip"));
    m_ssh.behave(FakeSsh::cutAfter(100'000));
    const auto cut = load(remote);
    ASSERT_FALSE(cut);
    EXPECT_TRUE(cut.error().message.contains(QStringLiteral("missing"))) << cut.error().message.toStdString();
    EXPECT_EQ(cut.error().file, remote.text());
}

TEST_F(RemoteTransferTest, theCacheLosesWhatWasNotUsedForLongestAndKeepsWhatIsOpen)
{
    const RemotePath open = write(trace(100), QStringLiteral("open.json"));
    ASSERT_TRUE(load(open));
    const QString cache = QFileInfo(QFileInfo(spoolOf(open)).path()).path();
    for (const char *name : {"older", "newer"}) { // of programs that have ended
        const QString folder = cache + u'/' + QLatin1String(name);
        QDir().mkpath(folder);
        for (const char *file : {"/a.json", "/.warpscope-used"}) {
            QFile one(folder + QLatin1String(file));
            ASSERT_TRUE(one.open(QIODevice::WriteOnly));
            one.write(QByteArray(1000, 'x'));
            one.flush();
            one.setFileTime(QDateTime::fromSecsSinceEpoch(*name == 'o' ? 1'000 : 2'000),
                            QFileDevice::FileModificationTime);
        }
    }
    trimRemoteCache(remoteCacheBytes() - 1);
    EXPECT_FALSE(QFileInfo::exists(cache + QStringLiteral("/older")));
    EXPECT_TRUE(QFileInfo::exists(cache + QStringLiteral("/newer")));
    trimRemoteCache(0);
    EXPECT_FALSE(QFileInfo::exists(cache + QStringLiteral("/newer")));
    EXPECT_EQ(spooled(open), QByteArray::fromStdString(trace(100)));
}
