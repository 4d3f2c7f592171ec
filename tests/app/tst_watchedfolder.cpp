// A watched folder: new files appear, files that are still being written wait, summaries are read once.

#include "app/window/foldercommands.h"
#include "app/window/folderview.h"
#include "app/window/workspace.h"
#include "core/base/format.h"
#include "tests/support/mainwindowtest.h"
#include "tests/support/modeltester.h"
#include "widgets/session/comparepair.h"

#include <QDateTime>
#include <QDir>
#include <QToolButton>
#include <QTreeView>

namespace ws {
namespace {

constexpr std::string_view steps = R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_8(8)","pid":1,"tid":1,"ts":0,"dur":50},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":30,"args":{"device":0,"stream":7,"correlation":3}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":70,"dur":10,"args":{"device":0,"stream":7}}
]})json";

class WatchedFolderTest : public test::MainWindowTest
{
protected:
    WatchedFolderTest() : m_cache(m_caches.filePath(QStringLiteral("sums.json"))) {}
    static QString cell(const WatchedFolder &folder, int row, WatchedFolder::Column column)
    {
        return folder.index(row, column).data().toString();
    }
    static bool settle(const WatchedFolder &folder)
    {
        return QTest::qWaitFor([&] { return !folder.isBusy(); }, 20'000);
    }
    void setTime(const QString &name, int secondsAgo)
    {
        QFile file(m_folder.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadWrite));
        ASSERT_TRUE(
            file.setFileTime(QDateTime::currentDateTime().addSecs(-secondsAgo), QFileDevice::FileModificationTime));
    }

    QTemporaryDir m_caches;
    QString m_cache;
};

TEST_F(WatchedFolderTest, listsTheNewestFirstWithTheirSummaries)
{
    write(steps, QStringLiteral("new.json"));
    write(smallTrace, QStringLiteral("old.json"));
    write("text", QStringLiteral("notes.odt"));
    setTime(QStringLiteral("old.json"), 100);
    WatchedFolder folder(m_cache);
    const test::ModelTester tester(&folder);
    folder.setRestMs(1);
    folder.watch(m_folder.path());
    ASSERT_TRUE(settle(folder));
    ASSERT_EQ(folder.rowCount(), 2);
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Name), QStringLiteral("new.json"));
    EXPECT_EQ(cell(folder, 1, WatchedFolder::Name), QStringLiteral("old.json"));
    EXPECT_EQ(folder.headerData(WatchedFolder::Recording, Qt::Horizontal).toString(), QStringLiteral("Recording (µs)"));
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Recording), QStringLiteral("80.000"));
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Busy), formatPercent(40.0 / 60));
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Phase), QStringLiteral("decode"));
    EXPECT_EQ(cell(folder, 1, WatchedFolder::Phase), QString());
}

TEST_F(WatchedFolderTest, aNewFileAppears)
{
    WatchedFolder folder(m_cache);
    folder.setRestMs(1);
    folder.watch(m_folder.path());
    EXPECT_EQ(folder.rowCount(), 0);
    write(smallTrace);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return folder.rowCount() == 1 && !cell(folder, 0, WatchedFolder::Busy).isEmpty(); }, 20'000));
}

TEST_F(WatchedFolderTest, aFileThatGrowsIsNotRead)
{
    int sums = 0;
    write(smallTrace);
    WatchedFolder folder(m_cache, [&](const QString &path, Progress &progress) {
        ++sums;
        return folderSummary(path, progress);
    });
    folder.setRestMs(60'000);
    folder.watch(m_folder.path());
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Recording), QStringLiteral("being written …"));
    write(std::string(smallTrace) + "\n");
    folder.setRestMs(1); // a restart of the timer takes it
    write(smallTrace, QStringLiteral("b.json"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return folder.rowCount() == 2 && !folder.isBusy(); }, 20'000));
    EXPECT_EQ(sums, 2) << "each once, when it had rested";
}

TEST_F(WatchedFolderTest, aFileThatWasWrittenLongAgoIsReadAtOnce)
{
    QFile file(write(smallTrace));
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    ASSERT_TRUE(file.setFileTime(QDateTime::currentDateTime().addSecs(-3'600), QFileDevice::FileModificationTime));
    file.close();
    WatchedFolder folder(m_cache);
    folder.setRestMs(60'000);
    folder.watch(m_folder.path());
    EXPECT_NE(cell(folder, 0, WatchedFolder::Recording), QStringLiteral("being written …"));
    EXPECT_EQ(folder.headerData(WatchedFolder::Recording, Qt::Horizontal).toString(), QStringLiteral("Recording (ms)"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !cell(folder, 0, WatchedFolder::Busy).isEmpty(); }, 20'000));
}

TEST_F(WatchedFolderTest, aNewFileRestsThoughTheClockOfItsServerIsBehind)
{
    WatchedFolder folder(m_cache);
    folder.setRestMs(60'000);
    folder.watch(m_folder.path());
    const QString elsewhere = m_caches.filePath(QStringLiteral("behind.json"));
    ASSERT_TRUE(QFile::copy(write(smallTrace, QStringLiteral("behind.txt~")), elsewhere));
    QFile file(elsewhere);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    ASSERT_TRUE(file.setFileTime(QDateTime::currentDateTime().addSecs(-3'600), QFileDevice::FileModificationTime));
    file.close();
    ASSERT_TRUE(QFile::rename(elsewhere, m_folder.filePath(QStringLiteral("behind.json"))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return folder.rowCount() == 1; }, 20'000));
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Recording), QStringLiteral("being written …"));
}

TEST_F(WatchedFolderTest, aSummaryIsReadOnceForEachContent)
{
    write(smallTrace);
    int sums = 0;
    const auto sum = [&](const QString &path, Progress &progress) {
        ++sums;
        return folderSummary(path, progress);
    };
    for (int start = 0; start < 2; ++start) {
        WatchedFolder folder(m_cache, sum);
        folder.setRestMs(1);
        folder.watch(m_folder.path());
        ASSERT_TRUE(settle(folder));
        EXPECT_FALSE(cell(folder, 0, WatchedFolder::Busy).isEmpty());
    }
    EXPECT_EQ(sums, 1);
    write(std::string(smallTrace) + "\n");
    WatchedFolder folder(m_cache, sum);
    folder.setRestMs(1);
    folder.watch(m_folder.path());
    ASSERT_TRUE(settle(folder));
    EXPECT_EQ(sums, 2);
}

TEST_F(WatchedFolderTest, aDamagedCacheIsBegunAnewAndAnUnreadableFileSaysWhy)
{
    QFile cache(m_cache);
    ASSERT_TRUE(cache.open(QIODevice::WriteOnly));
    cache.write("[{\"path\":7},");
    cache.close();
    write("no trace at all", QStringLiteral("a.txt"));
    WatchedFolder folder(m_cache);
    folder.setRestMs(1);
    folder.watch(m_folder.path());
    ASSERT_TRUE(settle(folder));
    EXPECT_EQ(cell(folder, 0, WatchedFolder::Recording), QStringLiteral("–"));
    EXPECT_GT(folder.index(0, 0).data(Qt::ToolTipRole).toString().size(), m_folder.path().size() + 10);
}

TEST_F(WatchedFolderTest, twoSelectedTracesAreComparedTheOlderAsA)
{
    write(steps, QStringLiteral("new.json"));
    write(smallTrace, QStringLiteral("old.json"));
    setTime(QStringLiteral("old.json"), 100);
    MainWindow window;
    window.show();
    window.folders()->watch(m_folder.path());
    auto *view = window.findChild<FolderView *>();
    ASSERT_TRUE(view);
    view->list()->selectAll();
    EXPECT_EQ(view->selectedPaths().size(), 2);
    for (auto *button : view->findChildren<QToolButton *>())
        if (button->text() == QStringLiteral("Compare"))
            button->click();
    ASSERT_TRUE(test::MainWindowTest::settle(window));
    const ComparePair &pair = *window.session()->pair();
    ASSERT_TRUE(pair.isShown());
    EXPECT_TRUE(pair.context(ComparePair::A)->run()->info.stamp.path.endsWith(QStringLiteral("old.json")));
}

TEST_F(WatchedFolderTest, theStartPageShowsTheFolderThatWasWatchedLast)
{
    write(smallTrace);
    {
        MainWindow window;
        window.show();
        for (const auto *view : window.findChildren<FolderView *>())
            EXPECT_FALSE(view->isVisible());
        window.folders()->watch(m_folder.path());
    }
    MainWindow window;
    window.show();
    EXPECT_EQ(window.folders()->folder()->folder(), m_folder.path());
    int visible = 0;
    for (const auto *view : window.findChildren<FolderView *>())
        visible += view->isVisible();
    EXPECT_EQ(visible, 1);
}

} // namespace
} // namespace ws
