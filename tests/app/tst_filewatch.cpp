#include "app/opening/filewatch.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace ws {
namespace {

class FileWatchTest : public testing::Test
{
protected:
    FileWatchTest()
    {
        watch.setRestMs(1);
        QObject::connect(&watch, &FileWatch::changed, &watch, [this] { ++told; });
        write("one");
        watch.setFiles({FileStamp::of(path)});
    }
    void write(const char *text)
    {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    bool isTold(int times)
    {
        return QTest::qWaitFor([&] { return told == times; }, 60'000);
    }

    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("a.json"));
    FileWatch watch;
    int told = 0;
};

TEST_F(FileWatchTest, aFileThatIsDeletedAndWrittenAgainLaterIsTold)
{
    QFile::remove(path);
    QCoreApplication::processEvents();
    watch.check(); // the file is gone at that moment
    write("another");
    EXPECT_TRUE(isTold(1));
}

TEST_F(FileWatchTest, aFileWhoseFolderIsMadeAnewIsTold)
{
    const QString below = folder.filePath(QStringLiteral("run/a.json"));
    QDir(folder.path()).mkdir(QStringLiteral("run"));
    path = below;
    write("one");
    watch.setFiles({FileStamp::of(below)});
    QDir(folder.filePath(QStringLiteral("run"))).removeRecursively();
    watch.check();
    QDir(folder.path()).mkdir(QStringLiteral("run"));
    write("another");
    EXPECT_TRUE(isTold(1));
}

TEST_F(FileWatchTest, whatChangesWhileItIsPausedIsToldAfterwards)
{
    watch.setPaused(true);
    write("another");
    watch.check();
    EXPECT_EQ(told, 0);
    watch.setPaused(false);
    EXPECT_TRUE(isTold(1));
}

TEST_F(FileWatchTest, aChangeThatWasToldIsNotToldAgainWhenAnotherFileIsOpened)
{
    const FileStamp given = FileStamp::of(path);
    write("another");
    ASSERT_TRUE(isTold(1));
    watch.setFiles({given, FileStamp::of(folder.filePath(QStringLiteral("b.json")))});
    watch.check();
    EXPECT_EQ(told, 1);
}

TEST_F(FileWatchTest, aChangeBetweenReadingAndWatchingIsTold)
{
    const FileStamp read = FileStamp::of(path);
    write("another");
    FileWatch late;
    late.setRestMs(1);
    int heard = 0;
    QObject::connect(&late, &FileWatch::changed, &late, [&] { ++heard; });
    late.setFiles({read});
    EXPECT_TRUE(QTest::qWaitFor([&] { return heard == 1; }, 60'000));
}

} // namespace
} // namespace ws
