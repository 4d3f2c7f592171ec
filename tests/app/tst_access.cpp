// Every control of the window has a name for screen readers, and shows that it has the keyboard focus.
#include "app/window/aboutdialog.h"
#include "app/window/gesturesdialog.h"
#include "app/window/reportdialog.h"
#include "app/window/workspace.h"
#include "tests/support/windowwalk.h"
#include "widgets/panels/replay/editrows.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/theme.h"

#include <gtest/gtest.h>

#include <QAbstractSlider>
#include <QAccessible>
#include <QCheckBox>
#include <QDialog>
#include <QSlider>

#include <set>

namespace ws {
namespace {

class Access : public test::MainWindowTest
{
protected:
    Access() { Theme::instance().install(); }

    /// With the panels of these files, one after the other.
    void inEveryPanel(const QStringList &files, const std::function<void(MainWindow &)> &look)
    {
        MainWindow window;
        openIn(window, files);
        window.resize(1280, 800);
        test::settleAll(window);
        test::forEachPanel(window, [&](const QString &) { look(window); });
    }
    void inEveryWindow(const std::function<void(MainWindow &)> &look)
    {
        inEveryPanel({}, look);
        inEveryPanel({StartPage::samplePath()}, look);
        inEveryPanel({write(test::twoTables, QStringLiteral("tables.txt"))}, look);
        inEveryPanel({write(test::layerwiseProfile)}, look);
        inEveryPanel({write(smallTrace), write(smallTrace, QStringLiteral("b.json"))}, look);
    }
    static QList<QWidget *> controlsOf(QWidget &window)
    {
        QList<QWidget *> controls;
        for (QWidget *widget : window.findChildren<QWidget *>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
                !widget->focusProxy())
                controls << widget;
        return controls;
    }
    void expectNames(QWidget &window)
    {
        for (QWidget *widget : controlsOf(window)) {
            QAccessibleInterface *access = QAccessible::queryAccessibleInterface(widget);
            ASSERT_TRUE(access) << test::placeOf(widget);
            const QString name = access->text(QAccessible::Name);
            if (!m_told.insert(test::placeOf(widget)).second)
                continue;
            EXPECT_FALSE(name.trimmed().isEmpty()) << test::placeOf(widget);
            EXPECT_FALSE(name.startsWith(u'Q') && name == QLatin1String(widget->metaObject()->className()))
                << test::placeOf(widget);
            EXPECT_NE(access->role(), QAccessible::NoRole) << test::placeOf(widget);
            const bool isContainer = !widget->findChildren<QWidget *>().isEmpty();
            EXPECT_TRUE(access->role() != QAccessible::Client || isContainer) << test::placeOf(widget);
            EXPECT_TRUE(access->state().focusable) << test::placeOf(widget);
            EXPECT_TRUE(!qobject_cast<QAbstractSlider *>(widget) || access->valueInterface()) << test::placeOf(widget);
        }
    }
    void expectVisibleFocus(QWidget &window)
    {
        for (const QPointer<QWidget> widget : controlsOf(window)) {
            if (!widget || !m_told.insert(test::placeOf(widget)).second)
                continue;
            QApplication::processEvents(); // a window that becomes active takes the focus
            if (!widget)
                continue;
            if (QApplication::focusWidget())
                QApplication::focusWidget()->clearFocus();
            const QImage without = widget->grab().toImage();
            widget->setFocus(Qt::TabFocusReason);
            QApplication::processEvents();
            if (!widget || !widget->hasFocus())
                continue; // it hands the focus on
            EXPECT_FALSE(widget->grab().toImage() == without) << test::placeOf(widget);
        }
    }

    std::set<std::string> m_told; ///< where has been looked already
};

TEST_F(Access, everyControlHasAName)
{
    inEveryWindow([this](MainWindow &window) { expectNames(window); });
}

TEST_F(Access, editsOfTheReplayHaveNamesAndShowTheKeyboardFocus)
{
    MainWindow window;
    openIn(window, {StartPage::samplePath()});
    window.resize(1280, 800);
    test::settleAll(window);
    RunContext &context = window.session()->pane()->context();
    context.askWhatIf(QStringLiteral("kernel:fused_moe*0.5"));
    context.askWhatIf(QStringLiteral("gaps=0"));
    test::settleAll(window);
    EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("replay")) << "What if… shows the answer";
    QWidget *panel = window.workspace()->raisedPanel();
    const auto *rows = panel->findChild<EditRows *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows->isVisible() && !rows->winText(1).isEmpty(); }, 10'000));
    EXPECT_TRUE(controlsOf(*panel).contains(rows->slider(0)));
    expectNames(window);
    m_told.clear();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    expectVisibleFocus(window);
}

TEST_F(Access, everyControlOfTheDialogsHasAName)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.showSettings();
    showGestures(&window);
    showAbout(&window);
    ReportDialog report(window.session(), &window);
    report.show();
    QApplication::processEvents();
    const auto dialogs = window.findChildren<QDialog *>();
    EXPECT_GE(dialogs.size(), 4);
    for (QDialog *dialog : dialogs)
        expectNames(*dialog);
}

TEST_F(Access, aNewWindowFramesNoControl)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    EXPECT_FALSE(controlsOf(window).contains(QApplication::focusWidget()));
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_TRUE(window.timeline()->hasFocus());
}

TEST_F(Access, everyControlShowsTheKeyboardFocus)
{
    inEveryWindow([this](MainWindow &window) {
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        expectVisibleFocus(window);
    });
}

TEST_F(Access, boxesAreSeenInBothThemes)
{
    for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        Theme::instance().setChoice(choice);
        const Palette &palette = Theme::instance().palette();
        QCheckBox box;
        QImage pictures[2];
        for (const bool isChecked : {false, true}) {
            box.setChecked(isChecked);
            box.resize(box.sizeHint());
            QImage &picture = pictures[isChecked] = box.grab().toImage();
            double most = 1;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    most = std::max(most, Palette::contrast(picture.pixel(x, y), palette.window));
            EXPECT_GE(most, 3) << "WCAG 2.1, 1.4.11; checked: " << isChecked << ", dark: " << palette.isDark();
        }
        EXPECT_NE(pictures[0], pictures[1]);
    }
    Theme::instance().setChoice(Theme::Choice::Desktop);
}

TEST_F(Access, everyControlOfTheDialogsShowsTheKeyboardFocus)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    ReportDialog report(window.session(), &window);
    report.show();
    window.showSettings();
    showGestures(&window);
    showAbout(&window);
    for (QDialog *dialog : window.findChildren<QDialog *>()) {
        dialog->activateWindow();
        dialog->setWindowModality(Qt::NonModal);
        if (QTest::qWaitForWindowActive(dialog))
            expectVisibleFocus(*dialog);
    }
    EXPECT_GE(m_told.size(), 8u);
}

} // namespace
} // namespace ws
