// A second start gives its files to the window that runs. On a bus of its own.

#include "app/opening/runninginstance.h"
#include "tests/support/mainwindowtest.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>

#include <atomic>
#include <thread>

namespace ws {
namespace {

class RunningInstanceTest : public test::MainWindowTest
{
protected:
    void SetUp() override
    {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
        if (program.isEmpty())
            GTEST_SKIP() << "no dbus-daemon is installed";
        m_daemon.start(program,
                       {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address=1"),
                        QStringLiteral("--address=unix:dir=") + m_folder.path()});
        ASSERT_TRUE(m_daemon.waitForReadyRead(10'000));
        m_address = QString::fromUtf8(m_daemon.readAllStandardOutput()).trimmed();
    }
    void TearDown() override
    {
        m_daemon.terminate();
        m_daemon.waitForFinished(5'000);
    }
    QDBusConnection connectAs(const char *name)
    {
        return QDBusConnection::connectToBus(m_address, QLatin1String(name));
    }
    static void disconnect(const char *name) { QDBusConnection::disconnectFromBus(QLatin1String(name)); }
    /// As another process would, while this one answers.
    bool handOver(const QStringList &arguments, const QString &panel = {}, int patienceMs = 10'000)
    {
        std::atomic<int> answer{-1};
        std::thread other([&] {
            {
                const QDBusConnection bus = connectAs("second");
                answer = RunningInstance::handOver(bus, arguments, panel, patienceMs);
            }
            disconnect("second");
        });
        EXPECT_TRUE(QTest::qWaitFor([&] { return answer >= 0; }, 20'000));
        other.join();
        return answer == 1;
    }

    QProcess m_daemon;
    QString m_address;
};

TEST_F(RunningInstanceTest, filesOfASecondStartOpenInTheRunningWindow)
{
    const QString file = write(smallTrace);
    {
        MainWindow window;
        window.show();
        RunningInstance first(connectAs("first"), &window);
        ASSERT_TRUE(first.isFirst());
        QObject::connect(&first, &RunningInstance::opened, &window,
                         [&](const QStringList &files, const QString &panel) {
                             window.open(files);
                             window.showPanel(panel);
                         });
        const QString before = QDir::currentPath();
        QDir::setCurrent(m_folder.path());
        EXPECT_TRUE(handOver({QStringLiteral("a.json")}, QStringLiteral("kernels")));
        QDir::setCurrent(before);
        ASSERT_TRUE(settle(window));
        ASSERT_TRUE(window.session()->active());
        EXPECT_EQ(window.session()->active()->run()->info.stamp.path, file);
    }
    disconnect("first");
}

TEST_F(RunningInstanceTest, withoutAWindowNobodyTakesThem)
{
    EXPECT_FALSE(handOver({QStringLiteral("a.json")}));
}

TEST_F(RunningInstanceTest, oneThatHangsIsNotWaitedForAndOpensNothingLater)
{
    {
        QWidget window;
        RunningInstance first(connectAs("first"), &window);
        ASSERT_TRUE(first.isFirst());
        QSignalSpy opened(&first, &RunningInstance::opened);
        const QDBusConnection second = connectAs("second");
        EXPECT_FALSE(RunningInstance::handOver(second, {QStringLiteral("a.json")}, {}, 100))
            << "this thread must answer";
        QTest::qWait(50);
        EXPECT_EQ(opened.count(), 0) << "the second start has opened it meanwhile";
        EXPECT_FALSE(first.Open({}, {}, {}, 0));
    }
    disconnect("first");
    disconnect("second");
}

TEST_F(RunningInstanceTest, theSecondWindowIsNotTheFirst)
{
    {
        QWidget window;
        RunningInstance first(connectAs("first"), &window), second(connectAs("second"), &window);
        EXPECT_TRUE(first.isFirst());
        EXPECT_FALSE(second.isFirst());
    }
    disconnect("first");
    disconnect("second");
}

TEST_F(RunningInstanceTest, aMinimisedWindowComesBack)
{
    QWidget window;
    window.showMinimized();
    RunningInstance instance(QDBusConnection(QStringLiteral("none")), &window);
    EXPECT_FALSE(instance.isFirst());
    EXPECT_TRUE(instance.Open({}, {}, {}, INT64_MAX));
    EXPECT_FALSE(window.isMinimized());
}

TEST(RunningInstanceArguments, areUnderstoodInAnotherFolder)
{
    const QString here = QDir::currentPath();
    EXPECT_EQ(absoluteArgument(QStringLiteral("x/a.json")), here + QStringLiteral("/x/a.json"));
    EXPECT_EQ(absoluteArgument(QStringLiteral("a.json#decode")),
              here + QStringLiteral("/a.json#decode"));
    EXPECT_EQ(absoluteArgument(QStringLiteral("/a.json")), QStringLiteral("/a.json"));
    EXPECT_EQ(absoluteArgument(QStringLiteral("warpscope:view?file=a")),
              QStringLiteral("warpscope:view?file=a"));
}

TEST(RunningInstanceBus, isNotAskedForOffscreen)
{
    EXPECT_FALSE(RunningInstance::bus().isConnected());
}

} // namespace
} // namespace ws
