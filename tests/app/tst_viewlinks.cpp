// View links in the window: copied in one, opened in another.

#include "app/opening/fileopener.h"
#include "app/opening/recentfiles.h"
#include "app/window/messagebar.h"
#include "app/window/sharing.h"
#include "app/window/viewlinks.h"
#include "app/window/workspace.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>

namespace ws {
namespace {

class ViewLinksTest : public test::MainWindowTest
{
protected:
    ViewLinksTest() { QApplication::clipboard()->clear(); }

    static QString copied(MainWindow &window)
    {
        QApplication::clipboard()->clear();
        window.sharing()->links()->copy();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !window.sharing()->links()->isBusy(); }, 10'000));
        return QApplication::clipboard()->text();
    }
    static bool openLink(MainWindow &window, const QString &link)
    {
        QSignalSpy shown(window.sharing()->links(), &ViewLinks::shown);
        window.show();
        window.open({link});
        return QTest::qWaitFor([&] { return shown.count() > 0 || !window.sharing()->links()->isBusy(); }, 10'000) &&
               shown.count() == 1;
    }
    static RunContext &context(MainWindow &window) { return window.session()->pane()->context(); }
    static bool hasTimeline(MainWindow &window)
    {
        return QTest::qWaitFor([&] { return window.timeline()->state()->data() != nullptr; }, 10'000);
    }
    /// Of a window with range, selection, time and panel.
    QString linkTo(const QString &file)
    {
        MainWindow window;
        openIn(window, {file});
        EXPECT_TRUE(hasTimeline(window));
        context(window).setRange(TimeRange{15'000, 50'000});
        context(window).select(sliceNamed(*context(window).run(), "norm"));
        window.timeline()->showRange({20'000, 40'000});
        m_visible = window.timeline()->visibleRange();
        window.showPanel(QStringLiteral("kernels"));
        return copied(window);
    }
    void expectTheView(MainWindow &window)
    {
        ASSERT_TRUE(hasTimeline(window));
        EXPECT_EQ(context(window).range(), (TimeRange{15'000, 50'000}));
        EXPECT_EQ(context(window).selection(), sliceNamed(*context(window).run(), "norm"));
        EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("kernels"));
        EXPECT_NEAR(double(window.timeline()->visibleRange().begin), double(m_visible.begin), 10);
        EXPECT_NEAR(double(window.timeline()->visibleRange().end), double(m_visible.end), 10);
    }
    TimeRange m_visible;
};

TEST_F(ViewLinksTest, opensTheSameViewInTheRunThatIsOpen)
{
    const QString file = write(smallTrace);
    const QString link = linkTo(file);
    EXPECT_TRUE(isViewLink(link));
    EXPECT_FALSE(link.contains(m_folder.path())) << "no folder of the sender";
    MainWindow window;
    openIn(window, {file});
    openIn(window, {write(std::string(smallTrace) + "\n", QStringLiteral("other.json"))});
    ASSERT_TRUE(openLink(window, link));
    EXPECT_EQ(window.session()->contexts().size(), 2u);
    expectTheView(window);
}

TEST_F(ViewLinksTest, findsARecentFileOfTheSameContentUnderAnotherName)
{
    const QString link = linkTo(write(smallTrace));
    ASSERT_TRUE(
        QFile::rename(m_folder.filePath(QStringLiteral("a.json")), m_folder.filePath(QStringLiteral("b.json"))));
    MainWindow window;
    window.recentFiles()->clear();
    window.recentFiles()->add(m_folder.filePath(QStringLiteral("b.json")));
    ASSERT_TRUE(openLink(window, link));
    expectTheView(window);
}

TEST_F(ViewLinksTest, aRecentFileOfTheSameNameAndAnotherContentIsNotOpened)
{
    const QString file = write(smallTrace);
    const QString link = linkTo(file);
    std::string other(smallTrace);
    other.replace(other.find("norm"), 4, "mron");
    write(other);
    MainWindow window;
    EXPECT_FALSE(openLink(window, link));
    EXPECT_TRUE(window.session()->contexts().empty());
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("a.json")));
    window.sharing()->links()->find(file);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window.sharing()->links()->isBusy(); }, 10'000));
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("other content")));
    EXPECT_TRUE(window.session()->contexts().empty());
}

TEST_F(ViewLinksTest, asksForTheFileAndTakesItWhenItIsTheOne)
{
    const QString file = write(smallTrace);
    const QString link = linkTo(file);
    MainWindow window;
    window.recentFiles()->clear();
    EXPECT_FALSE(openLink(window, link));
    QSignalSpy shown(window.sharing()->links(), &ViewLinks::shown);
    window.sharing()->links()->find(file);
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown.count() == 1; }, 10'000));
    expectTheView(window);
}

TEST_F(ViewLinksTest, openFromTheClipboardAndByDroppingAText)
{
    const QString file = write(smallTrace);
    const QString link = linkTo(file);
    MainWindow window;
    openIn(window, {file});
    QSignalSpy shown(window.sharing()->links(), &ViewLinks::shown);
    QApplication::clipboard()->setText(u' ' + link + u'\n');
    window.sharing()->links()->openFromClipboard();
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown.count() == 1; }, 10'000));
    QMimeData data;
    data.setText(link);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
    EXPECT_TRUE(QTest::qWaitFor([&] { return shown.count() == 2; }, 10'000));
    QApplication::clipboard()->setText(QStringLiteral("no link"));
    window.sharing()->links()->openFromClipboard();
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("no view link")));
}

TEST_F(ViewLinksTest, aHostileOneChangesNothingAndSaysWhatIsWrong)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const RunPtr run = window.session()->active()->run();
    window.open({QStringLiteral("warpscope:view?file=../../etc/passwd&sha256=") + QString(64, u'0')});
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("“file”")));
    EXPECT_EQ(window.session()->active()->run(), run);
    EXPECT_EQ(window.session()->contexts().size(), 1u);
}

TEST_F(ViewLinksTest, aFileThatHasChangedSinceItWasLoadedHasNone)
{
    const QString file = write(smallTrace);
    MainWindow window;
    openIn(window, {file});
    write(std::string(smallTrace) + " ");
    EXPECT_TRUE(copied(window).isEmpty());
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("changed")));
}

TEST_F(ViewLinksTest, aRangeOutsideOfTheRunIsSaid)
{
    const QString file = write(smallTrace);
    const auto link = parseViewLink(linkTo(file));
    ASSERT_TRUE(link);
    ViewLink wrong = *link;
    wrong.range = TimeRange{1'000'000'000, 2'000'000'000};
    wrong.slice->name = "gone";
    wrong.panel = QStringLiteral("no such panel");
    MainWindow window;
    openIn(window, {file});
    ASSERT_TRUE(openLink(window, viewLinkText(wrong)));
    EXPECT_FALSE(context(window).range());
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("range")));
}

} // namespace
} // namespace ws
