// From a file to a report without a mouse: each step by key events to the window that has them, as the window system
// delivers them.

#include "app/window/mainwindow.h"
#include "app/window/reportdialog.h"
#include "app/window/workspace.h"
#include "tests/bench/tracegen.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTableView>
#include <QTreeView>
#include <QWindow>

#include <algorithm>
#include <functional>

namespace ws {
namespace {

class Keyboard : public test::MainWindowTest
{
protected:
    QString generated(const QString &name, bool graphs)
    {
        tracegen::Options options;
        options.steps = 12;
        options.layers = 3;
        options.seed = 5;
        options.pythonShare = 0.5;
        options.graphs = graphs;
        return write(tracegen::generateText(options), name);
    }
    /// To the window that the window system would give it to.
    QWindow *keyWindow() const
    {
        const QWidget *top = QApplication::activePopupWidget();
        if (!top)
            top = QApplication::activeModalWidget();
        return (top ? top : &window)->windowHandle();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        if (!QApplication::activeWindow()) { // a window manager gives it back after a dialog
            window.activateWindow();
            ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        }
        QTest::keyClick(keyWindow(), key, modifiers);
        QCoreApplication::processEvents();
    }
    /// The menu key, as the window system's plugin delivers it.
    void menuKey()
    {
        QWidget *focus = window.focusWidget();
        ASSERT_TRUE(focus);
        const QPoint at = focus->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, at, focus->mapToGlobal(at));
        QCoreApplication::sendEvent(focus, &event);
    }
    void type(const QString &text)
    {
        for (const QChar c : text)
            QTest::keyClick(keyWindow(), c.toLatin1());
    }
    /// Types a path into the file dialog that `open` brings, and Enter.
    void answerFileDialog(const QString &path)
    {
        once<QFileDialog>([this, path] {
            key(Qt::Key_A, Qt::ControlModifier); // the field of the name has the focus
            type(path);
            acceptFile(qobject_cast<QFileDialog *>(QApplication::activeModalWidget()));
        });
    }
    /// Enter until the dialog is gone: its list of completions, which comes when it is ready, takes the first one.
    void acceptFile(QPointer<QFileDialog> dialog, int left = 40)
    {
        if (!dialog || !dialog->isVisible())
            return;
        if (left == 0) {
            ADD_FAILURE() << "the file dialog stays";
            return dialog->reject();
        }
        QTimer::singleShot(250, &window, [this, dialog, left] { acceptFile(dialog, left - 1); });
        key(Qt::Key_Return);
    }
    /// As soon as such a dialog is shown.
    template <class Dialog> void once(std::function<void()> answer)
    {
        auto *timer = new QTimer(&window);
        QObject::connect(timer, &QTimer::timeout, &window, [timer, answer = std::move(answer)] {
            if (!qobject_cast<Dialog *>(QApplication::activeModalWidget()))
                return;
            timer->stop();
            timer->deleteLater();
            answer();
        });
        timer->start(20);
    }
    void find(const QString &command) ///< by the palette
    {
        key(Qt::Key_K, Qt::ControlModifier);
        type(command);
        settle();
        key(Qt::Key_Return);
        settle();
    }
    void settle()
    {
        int quiet = 0;
        EXPECT_TRUE(QTest::qWaitFor(
            [&] {
                quiet = window.isLoading() || analysisPool()->activeThreadCount() ? 0 : quiet + 1;
                return quiet >= 15;
            },
            30'000));
    }
    QString inFront() { return window.workspace()->raisedPanel()->parentWidget()->objectName(); }
    RunContext &context() { return window.session()->pane()->context(); }

    MainWindow window;
};

} // namespace

TEST_F(Keyboard, fromAFileToItsReport)
{
    const QString first = generated(QStringLiteral("eager.pt.trace.json"), false);
    const QString second = generated(QStringLiteral("graphs.pt.trace.json"), true);
    window.resize(1280, 800);
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));

    answerFileDialog(first);
    key(Qt::Key_O, Qt::ControlModifier);
    settle();
    ASSERT_TRUE(context().run());
    EXPECT_EQ(inFront(), QStringLiteral("overview"));

    find(QStringLiteral("kernels"));
    ASSERT_EQ(inFront(), QStringLiteral("kernels"));
    key(Qt::Key_Home, Qt::ControlModifier); // the costliest, as they are sorted
    key(Qt::Key_I);
    settle();
    ASSERT_EQ(inFront(), QStringLiteral("instances"));
    key(Qt::Key_Home, Qt::ControlModifier); // the slowest
    key(Qt::Key_Return);
    const EventRef slowest = context().selection();
    ASSERT_TRUE(slowest.valid());
    const RunPtr run = context().run();
    for (size_t i = 0; i < run->gpu.size(); ++i)
        if (run->gpu.name[i] == run->timeline.name(slowest)) {
            EXPECT_LE(run->gpu.duration[i], run->timeline.duration(slowest));
        }

    find(QStringLiteral("modules"));
    ASSERT_EQ(inFront(), QStringLiteral("modules"));
    const auto *tree = qobject_cast<QTreeView *>(window.focusWidget());
    ASSERT_TRUE(tree);
    EXPECT_TRUE(tree->currentIndex().parent().isValid()) << "the kernel below its module";

    find(QStringLiteral("kernels"));
    key(Qt::Key_Home, Qt::ControlModifier);
    menuKey();
    ASSERT_TRUE(QTest::qWaitFor([] { return qobject_cast<QMenu *>(QApplication::activePopupWidget()); }, 60'000));
    key(Qt::Key_R); // a rule from this kernel
    settle();
    ASSERT_EQ(inFront(), QStringLiteral("mapping"));
    type(QStringLiteral("mine"));
    key(Qt::Key_Return);
    settle();
    const StageMapping &draft = window.stages()->document()->draft();
    const auto isMine = [](const LabelRule &rule) { return rule.label == "mine"; };
    EXPECT_TRUE(std::ranges::any_of(draft.stages, isMine) || std::ranges::any_of(draft.substages, isMine));

    answerFileDialog(second);
    key(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    ASSERT_EQ(window.session()->contexts().size(), 2U);
    EXPECT_TRUE(window.session()->pair()->isShown());
    EXPECT_EQ(inFront(), QStringLiteral("compare"));

    const QString csv = m_folder.filePath(QStringLiteral("changes.csv"));
    answerFileDialog(csv);
    key(Qt::Key_E, Qt::ControlModifier);
    QFile table(csv);
    ASSERT_TRUE(table.open(QIODevice::ReadOnly));
    EXPECT_GT(table.readAll().count('\n'), 3);

    const QString report = m_folder.filePath(QStringLiteral("report.html"));
    once<ReportDialog>([this, report] {
        answerFileDialog(report);
        key(Qt::Key_Return); // its options stay as they are
    });
    find(QStringLiteral("report"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return QFileInfo(report).size() > 10'000; }, 60'000));
    settle();
}

} // namespace ws
