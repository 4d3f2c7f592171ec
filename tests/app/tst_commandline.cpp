// The program with a window, started as a process: pictures, wrong arguments, broken settings.
#include "paths.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

namespace {

class CommandLine : public testing::Test
{
protected:
    void SetUp() override
    {
        write("run.json", R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":60}])");
        write("note.txt", "no trace at all");
    }
    void write(const char *name, const char *text)
    {
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QString path(const char *name) const { return folder.filePath(QString::fromLatin1(name)); }
    int run(const QStringList &arguments)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope"), arguments);
        process.waitForFinished(120'000);
        errors = QString::fromUtf8(process.readAllStandardError());
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    int screenshot(const char *file, std::initializer_list<const char *> options = {})
    {
        QStringList arguments{path(file), QStringLiteral("--screenshot"), path("out.png")};
        for (const char *option : options)
            arguments << QString::fromLatin1(option);
        return run(arguments);
    }

    QTemporaryDir folder;
    QString errors;
};

TEST_F(CommandLine, aPictureOfAFileEndsWithZero)
{
    EXPECT_EQ(screenshot("run.json", {"--select", "gemm", "--range", "0.01-0.02", "--tab", "kernels"}), 0)
        << errors.toStdString();
    EXPECT_TRUE(QFile::exists(path("out.png")));
}

TEST_F(CommandLine, aPictureOfARangeAloneShowsOtherPixelsThanTheWholeRunWithTheRangeMarked)
{
    const auto picture = [&](std::initializer_list<const char *> options) {
        EXPECT_EQ(screenshot("run.json", options), 0) << errors.toStdString();
        return QImage(path("out.png"));
    };
    const QImage marked = picture({"--range", "0.01-0.02"});
    EXPECT_NE(picture({"--range", "0.01-0.02", "--zoom"}), marked);
    EXPECT_EQ(picture({"--range", "0.01-0.02"}), marked);
    EXPECT_EQ(screenshot("run.json", {"--zoom"}), 2) << "of what?";
}

TEST_F(CommandLine, aPictureOfSomethingUnreadableEndsWithOneAndSaysWhy)
{
    EXPECT_EQ(screenshot("missing.json"), 1);
    EXPECT_TRUE(errors.contains(QStringLiteral("missing.json"))) << errors.toStdString();
    EXPECT_EQ(screenshot("note.txt"), 1);
    EXPECT_TRUE(errors.contains(QStringLiteral("note.txt"))) << errors.toStdString();
}

TEST_F(CommandLine, aPictureOfWhatTheFileDoesNotHoldEndsWithOne)
{
    EXPECT_EQ(screenshot("run.json", {"--select", "softmax"}), 1);
    EXPECT_TRUE(errors.contains(QStringLiteral("softmax"))) << errors.toStdString();
    EXPECT_EQ(screenshot("run.json", {"--range", "500-600"}), 1);
}

TEST_F(CommandLine, wrongWordsEndWithTwo)
{
    EXPECT_EQ(screenshot("run.json", {"--tab", "nonsense"}), 2);
    EXPECT_TRUE(errors.contains(QStringLiteral("kernels"))) << "the ones there are: " << errors.toStdString();
    EXPECT_EQ(screenshot("run.json", {"--range", "later"}), 2);
    EXPECT_EQ(screenshot("run.json", {"--theme", "purple"}), 2);
    EXPECT_EQ(run({QStringLiteral("--nonsense")}), 2);
    EXPECT_EQ(run({QStringLiteral("--help")}), 0);
}

TEST_F(CommandLine, settingsThatMakeNoSenseDoNotKeepTheProgramFromStarting)
{
    QDir(folder.path()).mkdir(QStringLiteral("warpscope"));
    write("warpscope/warpscope.conf", "[view]\ntheme=purple\nlanguage=@ByteArray(\\xff)\n"
                                      "[window]\ngeometry=nonsense\nlayout=17\n"
                                      "[recent]\nfiles=@Invalid()\nfolder=@Rect(1 2 3 4)\n"
                                      "[timeline]\ncollapseIdleNs=never\n[stages]\nmapping=@Size(1 2)\n");
    EXPECT_EQ(screenshot("run.json"), 0) << errors.toStdString();
}

} // namespace
