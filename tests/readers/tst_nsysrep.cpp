// Reports of Nsight Systems are read through `nsys export`; here a script takes its place.

#include "core/model/eventtext.h"
#include "core/readers/nsys/nsysrep.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>

#include <nlohmann/json.hpp>

#include <thread>

namespace tst_nsysrep {

using namespace ws;

namespace {

class Report : public testing::Test
{
protected:
    void SetUp() override
    {
        m_pathBefore = qgetenv("PATH");
        m_tempBefore = qgetenv("TMPDIR");
        QDir(m_dir.path()).mkdir(QStringLiteral("tmp"));
        qputenv("TMPDIR", m_dir.filePath(QStringLiteral("tmp")).toUtf8());
        m_cacheBefore = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", m_dir.filePath(QStringLiteral("cache")).toUtf8());
        write(report(), QByteArray("\x01\x02\0binary\0", 10));
    }
    void TearDown() override
    {
        qputenv("PATH", m_pathBefore);
        m_tempBefore.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", m_tempBefore);
        m_cacheBefore.isEmpty() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", m_cacheBefore);
    }
    QString report() const { return m_dir.filePath(QStringLiteral("my run.nsys-rep")); }
    QString file(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)); }
    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile out(path);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }
    /// A program named nsys, first on PATH, that runs these shell lines ("$5" is the output, "$6" the report).
    void installNsys(const QByteArray &lines)
    {
        write(file("nsys"), "#!/bin/sh\n" + lines + '\n');
        QFile(file("nsys")).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH", m_dir.path().toUtf8() + ':' + m_pathBefore);
    }
    void makeDatabase() const
    {
        sqlite3 *db = nullptr;
        sqlite3_open(file("made.sqlite").toUtf8().constData(), &db);
        sqlite3_exec(db,
                     "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,"
                     "streamId INTEGER, demangledName INTEGER);"
                     "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
                     "INSERT INTO StringIds VALUES (1,'gemm');"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10,20,0,7,1);",
                     nullptr, nullptr, nullptr);
        sqlite3_close(db);
    }
    Result<RunPtr> load()
    {
        Progress progress;
        return loadRun(report(), progress);
    }
    /// Parts of exports and databases that nobody can read.
    QStringList leftovers() const
    {
        QStringList all = QDir(file("tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        all += QDir(m_dir.path()).entryList({QStringLiteral("my run*.sqlite"), QStringLiteral("*.part*")});
        return all + QDir(file("cache/warpscope/nsys")).entryList(QDir::Files);
    }
    /// A program that notes each call and copies the database.
    void installCopier()
    {
        makeDatabase();
        installNsys("echo \"$@\" >> '" + file("called").toUtf8() + "'; cp '" + file("made.sqlite").toUtf8() +
                    "' \"$5\"");
    }
    QByteArrayList calls() const
    {
        QFile called(file("called"));
        return called.open(QIODevice::ReadOnly) ? called.readAll().trimmed().split('\n') : QByteArrayList();
    }
    void setTime(const QString &path, int secondsAgo)
    {
        QFile changed(path);
        ASSERT_TRUE(changed.open(QIODevice::ReadWrite));
        ASSERT_TRUE(
            changed.setFileTime(QDateTime::currentDateTime().addSecs(-secondsAgo), QFileDevice::FileModificationTime));
    }

    QTemporaryDir m_dir;
    QByteArray m_pathBefore, m_tempBefore, m_cacheBefore;
};

} // namespace

using NsysRep = Report;

TEST_F(NsysRep, isExportedAndReadAndItsRowsStayWithinReach)
{
    installCopier();
    const auto loaded = load();
    ASSERT_TRUE(loaded) << loaded.error().text().toStdString();
    const ws::Run &run = **loaded;
    EXPECT_EQ(run.info.format, "nsys-sqlite");
    EXPECT_EQ(run.info.stamp.path, report()) << "the file that the person opened";
    EXPECT_EQ(run.gpu.size(), 1u);
    const auto row = eventJson(run, run.gpu.slice[0]);
    ASSERT_TRUE(row) << row.error().text().toStdString();
    EXPECT_EQ((*row)["demangledName"], "gemm");
    ASSERT_EQ(calls().size(), 1);
    EXPECT_TRUE(calls().front().startsWith("export --type sqlite --output ")) << calls().front().toStdString();
    EXPECT_TRUE(calls().front().endsWith(report().toUtf8()));
}

TEST_F(NsysRep, theExportIsKeptBesideTheReportAndUsedAgain)
{
    installCopier();
    ASSERT_TRUE(load());
    EXPECT_EQ(leftovers(), QStringList{QStringLiteral("my run.sqlite")});
    ASSERT_TRUE(load());
    EXPECT_EQ(calls().size(), 1) << "exported once";
    qputenv("PATH", file("tmp").toUtf8());
    EXPECT_TRUE(load()) << "not even nsys is needed";
}

TEST_F(NsysRep, aReportThatIsNewerThanItsExportIsExportedAgain)
{
    installCopier();
    write(file("my run.sqlite"), "somebody's older export");
    setTime(file("my run.sqlite"), 500);
    setTime(report(), 100);
    ASSERT_TRUE(load());
    ASSERT_TRUE(load());
    EXPECT_EQ(calls().size(), 1) << "the second time from the cache";
    QFile old(file("my run.sqlite"));
    ASSERT_TRUE(old.open(QIODevice::ReadOnly));
    EXPECT_EQ(old.readAll(), "somebody's older export") << "what lies there stays";
    setTime(report(), 50);
    ASSERT_TRUE(load());
    EXPECT_EQ(calls().size(), 2);
}

TEST_F(NsysRep, aProgramOfAnotherNameCanBeNamed)
{
    installCopier();
    QFile::rename(file("nsys"), file("my-nsys"));
    EXPECT_FALSE(load());
    useNsysProgram(file("my-nsys"));
    EXPECT_TRUE(load());
    useNsysProgram({});
}

TEST_F(NsysRep, withoutNsysTheErrorTellsTheCommand)
{
    qputenv("PATH", file("tmp").toUtf8());
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Unsupported);
    const QString expected =
        QStringLiteral("nsys export --type sqlite --output '%1' '%2'").arg(file("my run.sqlite"), report());
    EXPECT_TRUE(loaded.error().message.contains(expected)) << loaded.error().text().toStdString();
}

TEST_F(NsysRep, whatNsysSaysWhenItFailsIsPassedOn)
{
    installNsys("echo 'Importer error: version 2099.1 is not supported' >&2; exit 3");
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Unreadable);
    EXPECT_TRUE(loaded.error().message.contains(QStringLiteral("version 2099.1")))
        << loaded.error().text().toStdString();
    EXPECT_EQ(leftovers(), QStringList());
}

TEST_F(NsysRep, anExportThatWritesNothingOrNonsenseIsAnError)
{
    installNsys("true");
    EXPECT_FALSE(load());
    installNsys("echo nonsense > \"$5\"");
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().file, report());
    EXPECT_EQ(leftovers(), QStringList());
}

TEST_F(NsysRep, cancellingEndsNsys)
{
    installNsys("exec sleep 60");
    Progress progress;
    std::thread canceller([&] { progress.cancel(); });
    const auto loaded = loadRun(report(), progress);
    canceller.join();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Cancelled);
    EXPECT_EQ(leftovers(), QStringList());
}

TEST_F(NsysRep, aNameAloneMakesNoReport)
{
    write(report(), "just text\n");
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::UnknownFormat);
}

} // namespace tst_nsysrep
