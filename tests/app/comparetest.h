#pragma once
// A window with two small runs, what a drag of files over it does, and what stands on its sides.

#include "app/window/centre.h"
#include "app/window/mainwindow.h"
#include "app/window/messagebar.h"
#include "app/window/workspace.h"
#include "core/readers/formats.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/compare/dropoverlay.h"
#include "widgets/compare/pairbar.h"
#include "widgets/compare/pairview.h"
#include "widgets/compare/sidetitle.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <latch>

namespace ws::test {

using Side = ComparePair::Side;
inline constexpr Side A = ComparePair::A, B = ComparePair::B;

inline constexpr std::string_view laterTrace = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":500},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":300,"dur":50,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"relu","pid":0,"tid":7,"ts":390,"dur":90,"args":{"device":0,"stream":7}}
]})";

class CompareTest : public MainWindowTest
{
protected:
    CompareTest()
        : window([this](const QString &path, Progress &progress) -> Result<RunPtr> {
              if (path == m_held)
                  m_letGo.wait();
              return loadRun(path, progress);
          })
    {
        window.resize(1200, 800);
        first = write(smallTrace, QStringLiteral("first.json"));
        second = write(laterTrace, QStringLiteral("second.json"));
    }
    ~CompareTest() override
    {
        if (!m_held.isEmpty() && !m_isFree)
            m_letGo.count_down();
    }

    void letGo()
    {
        m_isFree = true;
        m_letGo.count_down();
    }
    ComparePair &pair() { return *window.session()->pair(); }
    RunContext *context(Side side) { return pair().context(side); }
    QString fileOf(Side side) { return QFileInfo(context(side)->run()->info.stamp.path).fileName(); }
    QString pairText() { return pair().isSet() ? fileOf(A) + u'|' + fileOf(B) : QString(); }
    TimelineView *timelineOf(Side side)
    {
        for (auto *view : window.findChildren<TimelineView *>())
            if (view->isVisible() && &view->state()->context() == context(side))
                return view;
        return nullptr;
    }
    /// The visible widgets of this type in the centre.
    template <class T> QList<T *> fromLeftToRight()
    {
        QList<T *> found;
        for (T *each : window.centre()->findChildren<T *>())
            if (each->isVisible())
                found << each;
        const auto x = [this](const T *each) { return each->mapTo(&window, QPoint()).x(); };
        std::sort(found.begin(), found.end(), [&](const T *a, const T *b) { return x(a) < x(b); });
        return found;
    }
    QWidget *area() { return window.centralWidget(); }
    DropOverlay *overlay() { return window.findChild<DropOverlay *>(); }
    /// A point of the window: a share of the contents' width, in the middle of
    /// its height.
    QPoint across(double share)
    {
        return area()->mapTo(&window, QPoint(int(area()->width() * share), area()->height() / 2));
    }
    void dragTo(const QStringList &paths, QPoint at)
    {
        setUrls(paths);
        QDragEnterEvent enter(at, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDragMoveEvent move(at, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &move);
    }
    void dropAt(const QStringList &paths, QPoint at)
    {
        dragTo(paths, at);
        QDropEvent event(at, Qt::CopyAction, &m_data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    }
    void openPair()
    {
        openIn(window, {first, second});
        ASSERT_EQ(pairText(), QStringLiteral("first.json|second.json"));
        ASSERT_TRUE(QTest::qWaitFor([&] { return timelineOf(A) && timelineOf(B); }, 60'000));
    }
    QMessageBox *question()
    {
        for (auto *box : window.findChildren<QMessageBox *>(QStringLiteral("sidequestion")))
            if (box->isVisible())
                return box;
        return nullptr;
    }
    void answer(const QString &start)
    {
        ASSERT_TRUE(question());
        for (QAbstractButton *button : question()->buttons())
            if (QString(button->text()).remove(u'&').startsWith(start)) {
                button->click();
                QCoreApplication::processEvents();
                return;
            }
        FAIL() << start.toStdString();
    }
    TimeRange relative(Side side) { return panned(timelineOf(side)->visibleRange(), -pair().alignedTime(side)); }

    std::latch m_letGo{1};
    QString m_held; ///< this path is read when letGo() is called
    bool m_isFree = false;
    MainWindow window;
    QString first, second;

private:
    void setUrls(const QStringList &paths)
    {
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls << QUrl::fromLocalFile(path);
        m_data.setUrls(urls);
    }
    QMimeData m_data;
};

} // namespace ws::test
