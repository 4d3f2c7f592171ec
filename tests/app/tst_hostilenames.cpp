// Names that are markup: the window shows the name of any file or path as plain text and never interprets it.

#include "app/window/mainwindow.h"
#include "app/window/workspace.h"
#include "tests/support/dialogs.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/plaintext.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>

#include <set>

namespace ws {
namespace {

const QString hostile = QStringLiteral("<img src='gone.png'>");

/// `@` is replaced by the name.
constexpr const char *trace = R"({"traceEvents":[
{"ph":"M","name":"process_name","pid":0,"tid":0,"args":{"name":"@"}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"@"}},
{"ph":"X","cat":"python_function","name":"nn.Module: @_0","pid":1,"tid":1,"ts":90,"dur":100,
 "args":{"Python module id":0,"Python id":1}},
{"ph":"X","cat":"cpu_op","name":"@ op","pid":1,"tid":1,"ts":95,"dur":30,"args":{"External id":7,"Input Dims":"@"}},
{"ph":"X","cat":"cuda_runtime","name":"@ call","pid":1,"tid":1,"ts":96,"dur":4,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"@ kernel","pid":0,"tid":7,"ts":100,"dur":50,
 "args":{"device":0,"stream":7,"correlation":3,"External id":7,"@":"@"}},
{"ph":"X","cat":"kernel","name":"@ other","pid":0,"tid":7,"ts":160,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"C","name":"@ counter","pid":0,"ts":100,"args":{"@":5}},
{"ph":"C","name":"@ counter","pid":0,"ts":140,"args":{"@":9}},
{"ph":"X","cat":"kernel","name":"@ without a time","pid":0,"tid":7}
]})";

/// All of it would be drawn as plain text.
bool isPlain(const QString &text)
{
    if (!Qt::mightBeRichText(text))
        return true;
    QTextDocument document;
    document.setHtml(text);
    return !document.toHtml().contains(QLatin1String("<img"));
}

class HostileNames : public testing::Test
{
protected:
    HostileNames() { QSettings().clear(); }

    QString write(const QString &name)
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QString::fromLatin1(trace).replace(u'@', hostile).toUtf8());
        return path;
    }
    static void expectPlain(const QString &text, const QWidget *where, const char *what)
    {
        EXPECT_TRUE(isPlain(text)) << what << " of " << where->metaObject()->className() << " "
                                   << where->accessibleName().toStdString() << ": " << text.toStdString();
    }
    void walkCells(const QAbstractItemView *view, const QModelIndex &parent = {}, int depth = 0)
    {
        const QAbstractItemModel &model = *view->model();
        for (int row = 0; row < std::min(model.rowCount(parent), 30); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                expectPlain(index.data(Qt::ToolTipRole).toString(), view, "the tool tip of a cell");
                m_seen += index.data(Qt::ToolTipRole).toString().contains(QLatin1String("img"));
            }
            if (depth < 6)
                walkCells(view, model.index(row, 0, parent), depth + 1);
        }
        for (int column = 0; column < model.columnCount(parent); ++column)
            expectPlain(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), view,
                        "a header's tool tip");
    }
    /// As requested by the mouse.
    void walkShownToolTips(QWidget *widget)
    {
        for (int y = 3; y < widget->height(); y += 12)
            for (int x = 5; x < widget->width(); x += 60) {
                QHelpEvent event(QEvent::ToolTip, {x, y}, widget->mapToGlobal(QPoint(x, y)));
                QCoreApplication::sendEvent(widget, &event);
                expectPlain(QToolTip::text(), widget, "a shown tool tip");
                m_seen += QToolTip::text().contains(QLatin1String("img"));
            }
        QToolTip::hideText();
    }
    void walk(QWidget *window)
    {
        QList<QPointer<QWidget>> widgets; // a tool tip's own widget comes and goes
        for (QWidget *widget : window->findChildren<QWidget *>())
            widgets << widget;
        for (const QPointer<QWidget> &widget : widgets) {
            if (!widget)
                continue;
            expectPlain(widget->toolTip(), widget, "the tool tip");
            if (const auto *label = qobject_cast<QLabel *>(widget.data());
                label && label->textFormat() != Qt::PlainText)
                expectPlain(label->text(), label, "the text");
            const auto *edit = qobject_cast<QTextEdit *>(widget.data());
            EXPECT_FALSE(edit && edit->toHtml().contains(QLatin1String("<img")));
            if (const auto *view = qobject_cast<QAbstractItemView *>(widget.data()); view && view->model())
                walkCells(view);
            if (widget->isVisible() && widget->children().size() < 3)
                walkShownToolTips(widget);
        }
        for (const QAction *action : window->findChildren<QAction *>())
            expectPlain(action->toolTip(), window, "an action's tool tip");
    }

    QTemporaryDir m_folder;
    int m_seen = 0; ///< tool tips with the name: there must be some, or the test saw nothing
};

TEST_F(HostileNames, areTextInEveryPanelOfTheWindow)
{
    MainWindow window;
    window.resize(1300, 800);
    window.show();
    window.open({write(hostile + QStringLiteral(".json"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.isLoading() && window.session()->pane()->run(); }, 10'000));
    RunContext &context = window.session()->pane()->context();
    context.setRange(TimeRange{0, context.run()->timeline.spanNs});
    context.select(context.run()->gpu.slice[0]);
    for (QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        dock->show();
        dock->raise();
        const auto *pane = dock->findChild<QAbstractItemView *>();
        if (pane && pane->model()) // a panel's background job
            static_cast<void>(QTest::qWaitFor([&] { return pane->model()->rowCount() > 0; }, 300));
        walk(&window);
    }
    EXPECT_GT(m_seen, 10);
}

TEST_F(HostileNames, areTextWhereAFileCannotBeOpened)
{
    MainWindow window;
    window.show();
    window.open({m_folder.filePath(hostile + QStringLiteral(".json"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.isLoading(); }, 10'000));
    walk(&window);
}

TEST_F(HostileNames, areTextInEmptyStatesAndMessages)
{
    EmptyState state(hostile);
    EXPECT_EQ(state.findChild<QLabel *>()->textFormat(), Qt::PlainText);
    test::Dialogs dialogs;
    dialogs.press(QMessageBox::Ok).press(QMessageBox::No);
    Qt::TextFormat format = Qt::AutoText;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
        if (const auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget()))
            format = box->textFormat();
    });
    look.start(0);
    warnPlainly(nullptr, QStringLiteral("t"), hostile);
    EXPECT_EQ(format, Qt::PlainText);
    askPlainly(nullptr, QStringLiteral("t"), hostile);
    EXPECT_EQ(dialogs.said, QStringList({hostile, hostile}));
}

TEST(PlainToolTip, keepsShortTextsWrapsLongOnesAndCutsEndlessOnes)
{
    EXPECT_EQ(plainToolTip(QStringLiteral("gemm<4, int>")), QStringLiteral("gemm<4, int>"));
    EXPECT_TRUE(Qt::mightBeRichText(plainToolTip(QString(300, u'x')))) << "Qt breaks lines of rich text alone";
    EXPECT_LT(plainToolTip(QString(70'000, u'x')).size(), 5'000);
    EXPECT_EQ(plainToolTip(hostile), QStringLiteral("<qt>&lt;img src='gone.png'&gt;</qt>"));
    EXPECT_EQ(plainToolTip({}), QString());
}

} // namespace
} // namespace ws
