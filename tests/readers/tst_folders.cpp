// Folders of recordings: the opened trace and the tables next to it.

#include "core/readers/folders.h"

#include "core/base/formatnames.h"
#include "core/model/rankplace.h"
#include "core/readers/chrome/ascendwords.h"
#include "core/readers/formats.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_folders {

using namespace ws;

namespace {

QString put(const QTemporaryDir &root, const char *relative, const QByteArray &content = "[]")
{
    const QString path = root.filePath(QString::fromLatin1(relative));
    EXPECT_TRUE(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return path;
}

const QByteArray trace = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":"1.5","dur":2}])";

} // namespace

TEST(Folders, theTraceOfARecordingIsFoundFromAnyOfItsFolders)
{
    const QTemporaryDir root;
    const QString path = put(root, "job/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
    EXPECT_EQ(tracesIn(root.filePath(QStringLiteral("job/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/"))),
              QStringList(path));
    EXPECT_EQ(tracesIn(root.filePath(QStringLiteral("job/rank0_ascend_pt"))), QStringList(path));
    EXPECT_EQ(tracesIn(root.filePath(QStringLiteral("job"))), QStringList(path));
    EXPECT_EQ(tracesIn(root.path()), QStringList());
    const QString msprof = put(root, "prof/PROF_0001/mindstudio_profiler_output/msprof_2026.json");
    EXPECT_EQ(tracesIn(root.filePath(QStringLiteral("prof"))), QStringList(msprof));
}

TEST(Folders, theTracesOfAJobComeInOrder)
{
    const QTemporaryDir root;
    const QString second = put(root, "b_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
    const QString first = put(root, "a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
    EXPECT_EQ(tracesIn(root.path()), QStringList({first, second}));
    Progress progress;
    const auto several = loadRun(root.path(), progress);
    ASSERT_FALSE(several);
    EXPECT_TRUE(several.error().message.contains(QStringLiteral("b_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")));
}

TEST(Folders, aFolderWithoutTracesIsSaidToBeThat)
{
    const QTemporaryDir root;
    put(root, "readme.txt", "nothing");
    Progress progress;
    const auto loaded = loadRun(root.path(), progress);
    ASSERT_FALSE(loaded);
    EXPECT_TRUE(loaded.error().message.contains(QStringLiteral("no file is called like a trace; it holds: readme.txt")))
        << loaded.error().message.toStdString();
}

TEST(Folders, aProfileOfXlaIsAJobOfHostsWithoutTheTracesMadeOfIt)
{
    const QTemporaryDir root;
    const QString a = put(root, "log/plugins/profile/2026_11_27/host-a.xplane.pb");
    const QString b = put(root, "log/plugins/profile/2026_11_27/host-b.xplane.pb");
    const QString c = put(root, "log/plugins/profile/2026_11_27/host-c.trace.json.gz");
    put(root, "log/plugins/profile/2026_11_27/host-a.trace.json.gz");
    put(root, "log/plugins/profile/2026_11_27/host-b.hlo_proto.pb");
    const QString folder = QFileInfo(a).path();
    EXPECT_EQ(tracesIn(folder), QStringList({a, b, c}));
    EXPECT_EQ(tracesIn(root.filePath(QStringLiteral("log"))), QStringList({a, b, c}));
    EXPECT_EQ(jobFilesIn(folder).traces, QStringList({a, b, c}));
    EXPECT_EQ(jobFilesIn(root.path()).traces, QStringList({a, b, c}));
    // Links to files are followed, those to folders may lead round in a circle.
    QTemporaryDir linked;
    const QString link = linked.filePath(QStringLiteral("rank0.pt.trace.json"));
    ASSERT_TRUE(QFile::link(a, link) && QFile::link(linked.path(), linked.filePath(QStringLiteral("again"))));
    EXPECT_EQ(jobFilesIn(linked.path()).traces, QStringList(link));
    EXPECT_EQ(rankPlaceOf(a).host, "host-a");
    EXPECT_EQ(rankPlaceOf(c).host, "host-c");
    EXPECT_EQ(rankPlaceOf(QStringLiteral("/tmp/host-a.xplane.pb")).host, "") << "a file alone names no host";
}

TEST(Folders, ofOneHostTheProfileOfXlaIsOpened)
{
    const QTemporaryDir root;
    const QString profile = put(root, "plugins/profile/run/vm.xplane.pb");
    put(root, "plugins/profile/run/vm.trace.json.gz");
    EXPECT_EQ(tracesIn(root.path()), QStringList(profile));
    const QString trace = put(root, "plugins/profile/old/vm.trace.json.gz");
    EXPECT_EQ(tracesIn(QFileInfo(trace).path()), QStringList()) << "a Chrome trace as any other";
    EXPECT_EQ(jobFilesIn(QFileInfo(trace).path()).traces, QStringList(trace));
}

TEST(Folders, ofTheViewsOfAnIterationTheWholeOneIsTakenInTheOrderOfTheIterations)
{
    const QTemporaryDir root;
    const QString tenth = put(root, "PROF_1/device_1/timeline/msprof_1_0_10.json");
    const QString second = put(root, "PROF_1/device_1/timeline/msprof_1_0_2.json");
    put(root, "PROF_1/device_1/timeline/hccl_1_0_2.json");
    put(root, "PROF_1/device_1/timeline/task_time_1_0_2.json");
    put(root, "PROF_1/device_1/timeline/step_trace_1_0_2.json");
    const QString tasks = put(root, "PROF_2/device_0/timeline/task_time_0_0_1.json");
    put(root, "PROF_2/device_0/timeline/hccl_0_0_1.json");
    put(root, "PROF_1/device_1/info.json.1", R"({"rank_id":5,"devices":"1"})");
    EXPECT_EQ(jobFilesIn(root.path()).traces, QStringList({second, tenth, tasks}));
    EXPECT_EQ(recordingOfIteration(second), recordingOfIteration(tenth));
    EXPECT_NE(recordingOfIteration(second), recordingOfIteration(tasks));
    EXPECT_EQ(recordingOfIteration(root.filePath(QStringLiteral("msprof_20260605155140.json"))), QString());
    EXPECT_EQ(deviceOfIteration(second), QStringLiteral("1"));
    ws::Run run;
    run.info.stamp.path = second;
    EXPECT_EQ(rankPlaceOf(run).rank, 5);
    run.info.stamp.path = tasks;
    EXPECT_FALSE(rankPlaceOf(run).rank) << "nothing says it";
}

TEST(Folders, aFolderWithOneTraceIsReadAsThatTrace)
{
    const QTemporaryDir root;
    const QString path = put(root, "a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", trace);
    Progress progress;
    const auto loaded = loadRun(root.filePath(QStringLiteral("a_ascend_pt")), progress);
    ASSERT_TRUE(loaded) << loaded.error().message.toStdString();
    EXPECT_EQ((*loaded)->info.stamp.path, path);
}

TEST(Folders, tablesAreOfferedBesideATraceInItsOutputOnly)
{
    const QTemporaryDir root;
    const QString path = put(root, "a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
    const QString table = put(root, "a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
    const QString collectives = put(root, "a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json");
    EXPECT_EQ(tablesBeside(path), QStringList({collectives, table}));
    put(root, "other/notes.csv");
    EXPECT_EQ(tablesBeside(put(root, "other/trace.json")), QStringList());
}

TEST(Formats, everyReaderHasItsRowInTheListOfNames)
{
    ASSERT_EQ(formats().size(), formatNames().size());
    for (size_t i = 0; i < formats().size(); ++i) {
        EXPECT_EQ(std::string_view(formats()[i].id), formatNames()[i].id);
        EXPECT_NE(std::string_view(formatNames()[i].suffixes), "") << formats()[i].id;
    }
}

TEST(Formats, whatProfilersWriteIsLookedForInFoldersAndDocumentsAreNot)
{
    const QStringList written = formatSuffixes(false), all = formatSuffixes(true);
    for (const char *suffix :
         {"json", "gz", "trace", "sqlite", "db", "rpd", "nsys-rep", "ncu-rep", "csv", "txt", "log"})
        EXPECT_TRUE(written.contains(QLatin1String(suffix))) << suffix;
    EXPECT_FALSE(written.contains(QStringLiteral("md")));
    EXPECT_TRUE(all.contains(QStringLiteral("md")));
    EXPECT_EQ(all.mid(0, written.size()), written);
    EXPECT_EQ(QStringList(all.begin(), all.end()).removeDuplicates(), 0);
}

} // namespace tst_folders
