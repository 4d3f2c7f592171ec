// A trace that was opened before comes from the cache only while it is the same trace, and the cache is whole.

#include "core/io/pack/packsections.h"
#include "core/model/eventtext.h"
#include "core/readers/formats.h"
#include "core/readers/packed/reopencache.h"
#include "runcolumns.h"
#include "tests/bench/tracegen.h"
#include "tests/support/packed.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTranslator>

#include <nlohmann/json.hpp>

#include <csignal>
#include <thread>

#include <sys/resource.h>

namespace tst_reopencache {

using namespace ws;
using namespace ws::test;

namespace {

class ReopenCache : public testing::Test
{
protected:
    void SetUp() override
    {
        for (const char *place : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME"}) {
            m_before.push_back(qgetenv(place));
            qputenv(place, m_folder.filePath(QStringLiteral("cache")).toLocal8Bit());
        }
        write(1);
    }
    void TearDown() override
    {
        for (const char *place : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME"}) {
            m_before.front().isNull() ? qunsetenv(place) : qputenv(place, m_before.front());
            m_before.erase(m_before.begin());
        }
    }

    void write(uint64_t seed)
    {
        tracegen::Options options;
        options.events = 4000;
        options.seed = seed;
        std::string text;
        tracegen::generate(options, [&](std::string_view part) { text += part; });
        const std::string bytes = gzipped(text);
        QFile file(trace());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), qint64(bytes.size()));
    }
    QString trace() const { return m_folder.filePath(m_name); }
    QString kept() const
    {
        QDir folder(m_folder.filePath(QStringLiteral("cache")));
        QString found;
        QDirIterator it(folder.path(), {QStringLiteral("*.wsp")}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            found = it.next();
        return found;
    }
    RunPtr load()
    {
        Progress progress;
        const auto run = loadRun(trace(), progress);
        EXPECT_TRUE(run);
        return run ? *run : nullptr;
    }
    void keep(const RunPtr &run)
    {
        const auto written = keepRun(*run, Progress());
        EXPECT_TRUE(written) << (written ? "" : written.error().text().toStdString());
    }

    QTemporaryDir m_folder;
    QString m_name = QStringLiteral("a.pt.trace.json.gz");
    std::vector<QByteArray> m_before;
};

TEST_F(ReopenCache, theKeptRunIsTheSameInEveryColumnAndKnowsTheTextOfItsEvents)
{
    EXPECT_FALSE(keptRun(trace()));
    const RunPtr read = load();
    keep(read);
    const RunPtr again = keptRun(trace());
    ASSERT_TRUE(again);
    EXPECT_EQ(difference(columnsOf(*read), columnsOf(*again)), "");
    EXPECT_EQ(again->info.stamp, read->info.stamp);
    EXPECT_LT(again->timeline.memoryBytes() * 4, read->timeline.memoryBytes()) << "mapped, not copied";
    for (const size_t activity : {size_t(0), read->gpu.size() / 2, read->gpu.size() - 1}) {
        const auto a = eventJson(*read, read->gpu.slice[activity]), b = eventJson(*again, again->gpu.slice[activity]);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->dump(), b->dump());
    }
    EXPECT_EQ(load()->storage == nullptr, false) << "loadRun() looks there first";
}

TEST_F(ReopenCache, onlyTheOwnerSeesWhatIsKept)
{
    keep(load());
    const QFile::Permissions others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    EXPECT_FALSE(QFileInfo(QFileInfo(kept()).path()).permissions() & others);
}

TEST_F(ReopenCache, whatIsKeptIsReadOnlyAndKeptAgainAllTheSame)
{
    keep(load());
    const QFile::Permissions toWrite = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    const QDateTime longAgo = QDateTime::currentDateTime().addDays(-9);
    {
        QFile file(kept());
        EXPECT_FALSE(QFileInfo(file).permissions() & toWrite);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        ASSERT_TRUE(file.setFileTime(longAgo, QFileDevice::FileModificationTime));
    }
    const RunPtr shown = keptRun(trace());
    ASSERT_TRUE(shown);
    EXPECT_GT(QFileInfo(kept()).lastModified(), longAgo.addDays(1)) << "its use is noted";
    const Columns before = columnsOf(*shown);
    write(2);
    keep(load());
    ASSERT_TRUE(keptRun(trace()));
    EXPECT_EQ(difference(before, columnsOf(*shown)), "") << "a run that shows the file keeps it";
}

TEST_F(ReopenCache, aTraceThatChangedIsRead)
{
    keep(load());
    ASSERT_TRUE(keptRun(trace()));
    write(2);
    EXPECT_FALSE(keptRun(trace()));
    const RunPtr now = load();
    keep(now);
    ASSERT_TRUE(keptRun(trace()));
    EXPECT_EQ(difference(columnsOf(*now), columnsOf(*keptRun(trace()))), "");
}

TEST_F(ReopenCache, aTraceOfTheSameSizeAndTimeWithOtherBytesIsRead)
{
    keep(load());
    const QDateTime time = QFileInfo(trace()).lastModified();
    QFile file(trace());
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    file.seek(file.size() - 3);
    file.write("\1", 1);
    file.flush();
    file.setFileTime(time, QFileDevice::FileModificationTime);
    file.close();
    ASSERT_EQ(QFileInfo(trace()).lastModified(), time);
    EXPECT_FALSE(keptRun(trace()));
}

TEST_F(ReopenCache, aCutOrDamagedOrForeignCacheIsNotUsed)
{
    keep(load());
    const QString path = kept();
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    file.close();
    const auto put = [&](const QByteArray &bytes) {
        QFile::remove(path);
        QFile out(path);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    };
    for (const qsizetype size : {qsizetype(0), qsizetype(10), whole.size() / 3, whole.size() - 1}) {
        put(whole.left(size));
        EXPECT_FALSE(keptRun(trace())) << size;
        EXPECT_TRUE(load());
    }
    for (qsizetype at = 64; at < whole.size(); at += whole.size() / 50) {
        QByteArray changed = whole;
        changed[at] ^= 4;
        put(changed);
        if (const RunPtr run = keptRun(trace())) { // one of the zeros between sections
            EXPECT_EQ(difference(columnsOf(*run), columnsOf(*load())), "");
        }
    }
    put(QByteArray("{\"traceEvents\":[]}"));
    EXPECT_FALSE(keptRun(trace()));
    QByteArray later = whole;
    later[8] = 9;
    put(later);
    EXPECT_FALSE(keptRun(trace())) << "of another version";
    put(whole);
    EXPECT_TRUE(keptRun(trace()));
}

TEST_F(ReopenCache, theCacheOfAnotherProgramIsNotUsed)
{
    keep(load());
    QFile file(kept());
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    file.close();
    const auto source = ByteSource::fromMemory({whole.constData(), size_t(whole.size())});
    Progress progress;
    const auto sections = PackSections::read(*source, progress);
    ASSERT_TRUE(sections);
    ASSERT_TRUE(file.remove());
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    PackWriter writer(file);
    for (const auto &[name, section] : sections->all()) {
        PackSection copy = section;
        std::string key(reinterpret_cast<const char *>(section.bytes.data()), section.bytes.size());
        if (name == "reopen.key") {
            key.replace(key.find("\"program\":\"") + 11, 1, "9");
            copy.bytes = std::as_bytes(std::span(key.data(), key.size()));
        }
        writer.add(copy);
    }
    writer.end();
    file.close();
    EXPECT_FALSE(keptRun(trace()));
}

TEST_F(ReopenCache, severalWritersAtOnceLeaveOneWholeFile)
{
    const RunPtr run = load();
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i)
        writers.emplace_back([&] {
            for (int times = 0; times < 10; ++times) {
                (void)keepRun(*run, Progress());
                if (const RunPtr kept = keptRun(trace())) {
                    EXPECT_EQ(kept->gpu.size(), run->gpu.size());
                }
            }
        });
    for (std::thread &writer : writers)
        writer.join();
    const RunPtr kept = keptRun(trace());
    ASSERT_TRUE(kept);
    EXPECT_EQ(difference(columnsOf(*run), columnsOf(*kept)), "");
}

TEST_F(ReopenCache, aRunThatShowsItOutlivesTheFile)
{
    const RunPtr read = load();
    keep(read);
    const RunPtr again = keptRun(trace());
    ASSERT_TRUE(again);
    trimReopenCache(0);
    EXPECT_EQ(reopenCacheBytes(), 0);
    EXPECT_FALSE(keptRun(trace()));
    EXPECT_EQ(difference(columnsOf(*read), columnsOf(*again)), "");
}

TEST_F(ReopenCache, whatWasNotUsedForLongestGoesFirst)
{
    const auto older = [](const QString &path, int hours) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        ASSERT_TRUE(
            file.setFileTime(QDateTime::currentDateTime().addSecs(-3600 * hours), QFileDevice::FileModificationTime));
    };
    keep(load());
    const QString first = kept(), firstTrace = trace();
    older(first, 3);
    m_name = QStringLiteral("b.pt.trace.json.gz");
    write(2);
    keep(load());
    QFile leftOver(first + QStringLiteral(".AbCdEf")), growing(first + QStringLiteral(".GhIjKl"));
    for (QFile *file : {&leftOver, &growing}) {
        ASSERT_TRUE(file->open(QIODevice::WriteOnly));
        file->write("cut");
        file->close();
    }
    older(leftOver.fileName(), 2);
    for (const QFileInfo &file : QFileInfo(first).dir().entryInfoList({QStringLiteral("*.wsp")}))
        if (file.filePath() != first)
            older(file.filePath(), 1);
    ASSERT_TRUE(keptRun(firstTrace)) << "used: now the newest";
    trimReopenCache(reopenCacheBytes() - 4);
    EXPECT_TRUE(keptRun(firstTrace));
    EXPECT_FALSE(keptRun(trace()));
    EXPECT_FALSE(leftOver.exists());
    EXPECT_TRUE(growing.exists()) << "its writer is at work";
}

TEST_F(ReopenCache, messagesAreOfTheLanguageInWhichTheyWereKept)
{
    int argc = 0;
    const QCoreApplication application(argc, nullptr);
    keep(load());
    EXPECT_TRUE(keptRun(trace()));
    struct Chinese : QTranslator
    {
        bool isEmpty() const override { return false; }
        QString translate(const char *, const char *source, const char *, int) const override
        {
            return u'-' + QString::fromUtf8(source);
        }
    } chinese;
    QCoreApplication::installTranslator(&chinese);
    EXPECT_FALSE(keptRun(trace()));
    QCoreApplication::removeTranslator(&chinese);
    EXPECT_TRUE(keptRun(trace()));
}

TEST_F(ReopenCache, aFullDiskIsSaidAndLeavesNothing)
{
    const RunPtr run = load();
    const rlimit before = [] {
        rlimit limit{};
        getrlimit(RLIMIT_FSIZE, &limit);
        return limit;
    }();
    signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 100'000;
    setrlimit(RLIMIT_FSIZE, &small);
    const auto written = keepRun(*run, Progress());
    setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::Unreadable);
    EXPECT_FALSE(written.error().message.isEmpty());
    EXPECT_EQ(reopenCacheBytes(), 0);
    EXPECT_FALSE(keptRun(trace()));
}

TEST_F(ReopenCache, whatIsCancelledLeavesNothing)
{
    const RunPtr run = load();
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(keepRun(*run, progress));
    EXPECT_EQ(reopenCacheBytes(), 0);
}

TEST_F(ReopenCache, offMeansThatNothingIsKeptOrUsed)
{
    keep(load());
    ASSERT_TRUE(keptRun(trace()));
    QSettings().setValue(reopenCacheSetting, 0);
    EXPECT_EQ(reopenCacheLimit(), 0);
    EXPECT_FALSE(keptRun(trace()));
    QSettings().remove(reopenCacheSetting);
    EXPECT_TRUE(keptRun(trace()));
}

} // namespace

} // namespace tst_reopencache
