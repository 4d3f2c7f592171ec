// Traces of other machines in the window.

#include "app/opening/recentfiles.h"
#include "app/window/messagebar.h"
#include "app/window/remotecommands.h"
#include "app/window/remotedialog.h"
#include "app/window/remoteplaces.h"
#include "app/window/startpage.h"
#include "core/io/remote/remotecache.h"
#include "paths.h"
#include "tests/bench/tracegen.h"
#include "tests/support/fakessh.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/timeline/fillingtimeline.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTest>
#include <QTreeWidget>

namespace ws::test {
namespace {

class RemoteTest : public MainWindowTest
{
protected:
    QString remote(const QString &path) const { return QStringLiteral("gpu01:") + path; }
    static std::string manyKernels(int count)
    {
        std::string text = "[";
        for (int i = 0; i < count; ++i)
            text += R"({"ph":"X","cat":"kernel","name":"k)" + std::to_string(i * 2654435761u) + R"(","ts":)" +
                    std::to_string(i) + R"(,"dur":1,"args":{"device":0,"stream":7}},)";
        return text + "{}]";
    }
    static RemoteDialog *dialogOf(MainWindow &window) { return window.findChild<RemoteDialog *>(); }
    static QString stateOf(const RemoteDialog &dialog)
    {
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            if (label->accessibleName() == QLatin1String("State of the connection"))
                return label->text();
        return {};
    }
    static bool listed(const RemoteDialog &dialog)
    {
        return QTest::qWaitFor([&] { return !stateOf(dialog).startsWith(QLatin1String("Waiting")); }, 10'000);
    }
    /// By its text without the mark of its key.
    static QPushButton *buttonOf(const MainWindow &window, const char *text)
    {
        for (auto *button : window.findChildren<QPushButton *>())
            if (button->text().remove(u'&') == QLatin1String(text) && button->isVisible())
                return button;
        return nullptr;
    }
    FakeSsh m_ssh;
};

} // namespace

TEST_F(RemoteTest, aTraceOfAnotherMachineIsShownUnderItsNameThere)
{
    const QString path = write(smallTrace), name = remote(path);
    MainWindow window;
    openIn(window, {name});
    ASSERT_TRUE(window.session()->active());
    EXPECT_TRUE(window.windowTitle().startsWith(name)) << window.windowTitle().toStdString();
    EXPECT_EQ(window.recentFiles()->paths(), QStringList{name});
    EXPECT_EQ(window.findChild<QTabBar *>(QStringLiteral("runs"))->tabText(0), QStringLiteral("a.json"));
    EXPECT_TRUE(window.findChild<QTabBar *>(QStringLiteral("runs"))->tabToolTip(0).contains(name.toHtmlEscaped()));
    EXPECT_EQ(m_ssh.starts(), 1);

    window.open({name}); // is open
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    window.reload();
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(m_ssh.starts(), 2) << "reloading asks the host";
    EXPECT_EQ(window.session()->contexts().size(), 1u);

    window.open({name, name}); // a file is compared with itself
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(window.session()->contexts().size(), 2u);
}

TEST_F(RemoteTest, aLostConnectionIsToldAndReloadGoesOn)
{
    const std::string text = manyKernels(20'000);
    const QString name = remote(write(text));
    m_ssh.behave(FakeSsh::cutAfter(int(text.size() / 2)));
    MainWindow window;
    openIn(window, {name});
    ASSERT_TRUE(window.session()->active());
    EXPECT_LT(window.session()->active()->run()->gpu.size(), 20'000u);
    EXPECT_EQ(window.messages()->text(), name + QStringLiteral(" is not complete. Reload goes on where it broke off."));
    m_ssh.behave(FakeSsh::whole);
    window.reload();
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(window.session()->active()->run()->gpu.size(), 20'000u);
    EXPECT_FALSE(window.messages()->isVisible());
}

TEST_F(RemoteTest, aPackedRunThatBreaksOffLeavesRowsAndOverviewAndGoesOn)
{
    tracegen::Options options;
    options.events = 60'000; // worth packing
    std::string text;
    tracegen::generate(options, [&](std::string_view part) { text += part; });
    const QString name = remote(write(text));
    const std::string hasProgram = "PATH=" WARPSCOPE_BIN_DIR ":$PATH\n";
    m_ssh.behave(hasProgram + FakeSsh::cutAfter(300'000));
    MainWindow window;
    window.show();
    openIn(window, {name});
    ASSERT_FALSE(window.session()->active());
    EXPECT_EQ(window.messages()->text(), name + QStringLiteral(" is not complete."));
    const auto *timeline = window.findChild<FillingTimeline *>();
    ASSERT_TRUE(timeline);
    EXPECT_TRUE(timeline->isVisible());
    EXPECT_FALSE(timeline->isBlank());
    const auto *overview = timeline->parentWidget()->findChild<QPlainTextEdit *>();
    EXPECT_TRUE(overview->toPlainText().contains(QLatin1String("GPU 0"))) << overview->toPlainText().toStdString();
    QPushButton *goOn = buttonOf(window, "Go on");
    ASSERT_TRUE(goOn);
    EXPECT_TRUE(goOn->isVisible());
    EXPECT_EQ(window.focusWidget(), goOn);
    const QRect button(goOn->mapTo(&window, QPoint()), goOn->size());
    EXPECT_FALSE(button.intersects(QRect(timeline->mapTo(&window, QPoint()), timeline->size())));
    EXPECT_TRUE(window.rect().contains(button));
    m_ssh.behave("echo 'Connection refused' >&2; exit 255");
    goOn->click();
    ASSERT_TRUE(settle(window));
    EXPECT_TRUE(timeline->isVisible()) << "what came before stays";
    EXPECT_FALSE(timeline->isBlank());

    buttonOf(window, "Close")->click();
    EXPECT_FALSE(timeline->isVisible());
    EXPECT_TRUE(window.findChild<StartPage *>()->isVisible());
    EXPECT_FALSE(window.messages()->isVisible());

    m_ssh.behave(hasProgram + FakeSsh::cutAfter(1000));
    openIn(window, {name});
    EXPECT_TRUE(timeline->isVisible());
    m_ssh.behave(hasProgram + FakeSsh::whole);
    goOn->click();
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->active());
    EXPECT_FALSE(timeline->isVisible());
    EXPECT_GE(window.session()->active()->run()->info.totalEvents, 60'000u);
}

TEST_F(RemoteTest, theWindowClosesWhileATransferHangs)
{
    const QString name = remote(write(manyKernels(20'000)));
    m_ssh.behave(FakeSsh::hangAfter(300'000));
    QElapsedTimer time;
    {
        MainWindow window;
        window.show();
        window.open({name});
        ASSERT_TRUE(QTest::qWaitFor([&] { return m_ssh.starts() == 1; }, 10'000));
        time.start();
        window.close();
    }
    EXPECT_LT(time.elapsed(), 3000);
}

TEST_F(RemoteTest, theWordsOfSshAreTheMessage)
{
    m_ssh.behave("echo 'Permission denied (publickey).' >&2; exit 255");
    MainWindow window;
    openIn(window, {QStringLiteral("gpu01:/a.json")});
    EXPECT_FALSE(window.session()->active());
    EXPECT_EQ(window.messages()->text(),
              QStringLiteral("gpu01:/a.json could not be opened: Permission denied (publickey)."));
}

TEST_F(RemoteTest, whatFollowsFromAMissingAskpassIsSaidOnce)
{
    m_ssh.behave("for i in 1 2 3; do echo 'ssh_askpass: exec(/usr/bin/ssh-askpass): No such file or directory' >&2; "
                 "echo 'Permission denied, please try again.' >&2; done; "
                 "echo 'me@gpu01: Permission denied (publickey,password).' >&2; exit 255");
    MainWindow window;
    openIn(window, {QStringLiteral("gpu01:/a.json")});
    EXPECT_EQ(window.messages()->text(),
              QStringLiteral("gpu01:/a.json could not be opened: Permission denied, please try again; me@gpu01: "
                             "Permission denied (publickey,password); there is no askpass program to ask for a "
                             "password or passphrase: add the key to the agent (ssh-add), install ssh-askpass, or "
                             "start Warpscope in a terminal"));
}

TEST_F(RemoteTest, aLongMessageBeginsWithAWholeLine)
{
    m_ssh.behave("i=0; while [ $i -lt 40 ]; do echo \"line $i of a traceback\" >&2; i=$((i+1)); done; exit 255");
    MainWindow window;
    openIn(window, {QStringLiteral("gpu01:/a.json")});
    const QString text = window.messages()->text();
    EXPECT_TRUE(text.startsWith(QLatin1String("gpu01:/a.json could not be opened: line "))) << text.toStdString();
    EXPECT_TRUE(text.endsWith(QLatin1String("line 39 of a traceback"))) << text.toStdString();
    EXPECT_LT(text.size(), 400);
}

TEST_F(RemoteTest, aFolderIsListedInTheDialogAndATraceOfItOpensByADoubleClick)
{
    const QString path = write(smallTrace, QStringLiteral("<b>it's<b>.json"));
    MainWindow window;
    openIn(window, {remote(m_folder.path())});
    RemoteDialog *dialog = dialogOf(window);
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(listed(*dialog));
    auto *entries = dialog->findChild<QTreeWidget *>();
    ASSERT_EQ(entries->topLevelItemCount(), 2);
    EXPECT_EQ(entries->topLevelItem(0)->text(0), QStringLiteral(".."));
    EXPECT_EQ(entries->topLevelItem(1)->text(0), QStringLiteral("<b>it's<b>.json"));
    EXPECT_EQ(entries->currentItem(), entries->topLevelItem(1)) << "Enter opens the newest one";
    emit entries->itemActivated(entries->topLevelItem(1), 0);
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->active());
    EXPECT_EQ(shownPath(window.session()->active()->run()->info.stamp.path), remote(path));
    EXPECT_EQ(RemotePlaces::hosts().value(0), QStringLiteral("gpu01"));
    EXPECT_EQ(RemotePlaces::folderOf(QStringLiteral("gpu01")), m_folder.path());
}

TEST_F(RemoteTest, foldersAreWalkedByKeysAndErrorsStandInTheDialog)
{
    QDir(m_folder.path()).mkdir(QStringLiteral("sub"));
    MainWindow window;
    window.show();
    window.remote()->choose();
    RemoteDialog *dialog = dialogOf(window);
    ASSERT_TRUE(dialog);
    auto *host = dialog->findChild<QComboBox *>();
    auto *folder = dialog->findChild<QLineEdit *>(QString(), Qt::FindDirectChildrenOnly);
    auto *entries = dialog->findChild<QTreeWidget *>();
    host->setEditText(QStringLiteral("-oProxyCommand=x"));
    folder->setText(m_folder.path());
    QTest::keyClick(folder, Qt::Key_Return);
    EXPECT_TRUE(stateOf(*dialog).contains(QStringLiteral("no name of a host")));
    EXPECT_EQ(m_ssh.starts(), 0);

    host->setEditText(QStringLiteral("gpu01"));
    folder->setText(m_folder.path());
    QTest::keyClick(folder, Qt::Key_Return);
    ASSERT_TRUE(listed(*dialog));
    ASSERT_EQ(entries->topLevelItemCount(), 2);
    emit entries->itemActivated(entries->topLevelItem(1), 0);
    ASSERT_TRUE(listed(*dialog));
    EXPECT_EQ(folder->text(), m_folder.path() + QStringLiteral("/sub"));
    emit entries->itemActivated(entries->topLevelItem(0), 0);
    ASSERT_TRUE(listed(*dialog));
    EXPECT_EQ(folder->text(), m_folder.path());

    m_ssh.behave("echo 'Connection refused' >&2; exit 255");
    dialog->showFolder({QStringLiteral("gpu01"), m_folder.path()});
    ASSERT_TRUE(listed(*dialog));
    EXPECT_EQ(stateOf(*dialog), QStringLiteral("Connection refused"));
    EXPECT_EQ(entries->topLevelItemCount(), 0);
}

TEST_F(RemoteTest, theDialogClosesWhileAHostDoesNotAnswer)
{
    m_ssh.behave("exec sleep 600");
    MainWindow window;
    window.show();
    window.remote()->showFolder({QStringLiteral("gpu01"), QStringLiteral("/a")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return m_ssh.starts() == 1; }, 10'000));
    QElapsedTimer time;
    time.start();
    dialogOf(window)->reject();
    EXPECT_LT(time.elapsed(), 1000);
}

TEST_F(RemoteTest, hostsComeFromTheConfigurationWithoutItsPatterns)
{
    write("Host three\n", QStringLiteral("more.conf"));
    const QString path = write("Include more.conf\n# Host no\nHost one two *.example.org !not ?x\n  HostName a.b\n"
                               "host=four\nMatch host five\nHost -oProxyCommand=x\n",
                               QStringLiteral("config"));
    EXPECT_EQ(RemotePlaces::configuredHosts(path), (QStringList{QStringLiteral("three"), QStringLiteral("one"),
                                                                QStringLiteral("two"), QStringLiteral("four")}));
}

} // namespace ws::test
