// Reports of Nsight Compute are read through `ncu --import`; here a script takes its place.

#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_ncurep {

using namespace ws;

namespace {

const QByteArray details =
    "==PROF== Connected\n"
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\","
    "\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"1\",\"python3\",\"127.0.0.1\",\"gemm\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, 1)\",\"0\",\"9.0\","
    "\"GPU Speed Of Light Throughput\",\"Duration\",\"us\",\"12.5\"\n";

class NcuRep : public testing::Test
{
protected:
    void SetUp() override
    {
        for (const char *name : {"PATH", "XDG_CACHE_HOME"})
            m_before.emplace_back(name, qgetenv(name));
        qputenv("XDG_CACHE_HOME", file("cache").toUtf8());
        write(report(), QByteArray("NVR\0\x01\0\0\0", 8));
        write(file("made.csv"), details);
    }
    void TearDown() override
    {
        for (const auto &[name, value] : m_before)
            value.isNull() ? qunsetenv(name) : qputenv(name, value);
    }
    QString file(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)); }
    QString report() const { return file("my run.ncu-rep"); }
    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile out(path);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }
    /// A program named ncu, first on PATH, that runs these shell lines.
    void installNcu(const QByteArray &lines)
    {
        write(file("ncu"), "#!/bin/sh\n" + lines + '\n');
        QFile(file("ncu")).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH", m_dir.path().toUtf8() + ':' + m_before.front().second);
    }
    QByteArray printing() const { return "cat '" + file("made.csv").toUtf8() + "'"; }
    Result<RunPtr> load() const
    {
        Progress progress;
        return loadRun(report(), progress);
    }
    QStringList kept() const { return QDir(file("cache/warpscope/ncu")).entryList(QDir::Files); }

    QTemporaryDir m_dir;
    std::vector<std::pair<const char *, QByteArray>> m_before;
};

} // namespace

TEST_F(NcuRep, isReadLikeTheCsvThatNcuPrints)
{
    installNcu("echo \"$@\" > '" + file("called").toUtf8() + "'; " + printing());
    const auto loaded = load();
    ASSERT_TRUE(loaded) << loaded.error().text().toStdString();
    const ws::Run &run = **loaded;
    EXPECT_EQ(run.info.format, "ncu-csv");
    EXPECT_EQ(run.info.stamp.path, report()) << "the file that the person opened";
    ASSERT_EQ(run.tables.size(), 2U);
    EXPECT_EQ(run.tables[0].rows.size(), 1U);
    QFile called(file("called"));
    ASSERT_TRUE(called.open(QIODevice::ReadOnly));
    EXPECT_EQ(called.readAll().trimmed(), "--import " + report().toUtf8() + " --csv --page details");
}

TEST_F(NcuRep, theExportIsKeptAndUsedAgainUntilTheReportChanges)
{
    installNcu("echo x >> '" + file("count").toUtf8() + "'; " + printing());
    ASSERT_TRUE(load());
    EXPECT_EQ(kept().size(), 1);
    ASSERT_TRUE(load());
    EXPECT_EQ(QFileInfo(file("count")).size(), 2) << "ncu ran once";
    write(report(), QByteArray("NVR\0\x01\0\0\0more", 12));
    ASSERT_TRUE(load());
    EXPECT_EQ(QFileInfo(file("count")).size(), 4) << "and again for another report";
}

TEST_F(NcuRep, withoutNcuTheErrorTellsTheCommand)
{
    qputenv("PATH", m_dir.path().toUtf8());
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Unsupported);
    const QString expected =
        QStringLiteral("ncu --import '%1' --csv --page details > '%2'").arg(report(), file("my run.csv"));
    EXPECT_TRUE(loaded.error().message.contains(expected)) << loaded.error().text().toStdString();
}

TEST_F(NcuRep, whatNcuSaysWhenItFailsIsPassedOnAndNothingIsKept)
{
    installNcu("echo half; echo '==ERROR== version 2099.1 is not supported' >&2; exit 1");
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_TRUE(loaded.error().message.contains(QStringLiteral("version 2099.1")))
        << loaded.error().text().toStdString();
    EXPECT_EQ(kept(), QStringList());
}

TEST_F(NcuRep, anExportWithoutATableIsAnErrorAndNotKept)
{
    installNcu("echo '==WARNING== No kernels were profiled.'");
    const auto loaded = load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Unreadable);
    EXPECT_EQ(loaded.error().file, report());
    EXPECT_EQ(kept(), QStringList());
}

TEST_F(NcuRep, aCacheThatCannotBeWrittenIsDoneWithout)
{
    write(file("cache"), "a file where the folder should be");
    installNcu(printing());
    EXPECT_TRUE(load());
}

} // namespace tst_ncurep
