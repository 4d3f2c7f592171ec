#pragma once
// A timeline in a window, and real events for it.

#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

#include "tests/widgets/timelineruns.h"

#include <QApplication>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace ws::test {

inline constexpr int64_t us = 1000;

/// Two launches on a thread, their kernels on two streams, a gap between them.
inline RunPtr smallRun()
{
    RunMaker maker;
    maker.python("1", 0, 1000 * us, "main.py(1): main");
    maker.op("1", 10 * us, 30 * us, "aten::mm");
    maker.launch("1", 20 * us, 10 * us, 1);
    maker.launch("1", 120 * us, 10 * us, 2);
    maker.kernel("7", 100 * us, 100 * us, "gemm", 1);
    maker.kernel("7", 250 * us, 50 * us, "norm", 2);
    maker.kernel("7", 600 * us, 100 * us, "gemm", 0);
    maker.kernel("20", 650 * us, 50 * us, "nccl", 0);
    return maker.finish();
}

inline RunPtr runOfFile()
{
    RunMaker maker;
    maker.kernel("7", 0, 1000 * us, "gemm");
    maker.run->info.stamp.path = QStringLiteral("a.json");
    return maker.finish();
}

class TimelineGestures : public testing::Test
{
protected:
    TimelineGestures() : view(session.pane())
    {
        session.add(smallRun());
        view.resize(1000, 500);
        view.show();
        view.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&view));
        view.setFocus();
        QApplication::processEvents();
    }

    TimelineCanvas &canvas() { return *view.canvas(); }
    const Timeline &timeline() { return session.pane()->run()->timeline; }
    EventRef kernel(size_t i) { return session.pane()->run()->gpu.slice[i]; }
    QPoint middleOf(EventRef slice) { return canvas().boxOf(slice).center().toPoint(); }
    QPoint at(int64_t ns, int y = 100) { return QPoint(static_cast<int>(canvas().scale().x(ns)), y); }
    void key(Qt::Key k, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view, k, modifiers); }
    void wheel(QPoint where, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(where, canvas().mapToGlobal(where), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&canvas(), &event);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = Qt::NoModifier, bool release = true)
    {
        QTest::mousePress(&canvas(), button, modifiers, from);
        for (QPoint p : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, p, canvas().mapToGlobal(p), Qt::NoButton, button, modifiers);
            QApplication::sendEvent(&canvas(), &move);
        }
        if (release)
            QTest::mouseRelease(&canvas(), button, modifiers, to);
    }

    Session session;
    TimelineView view;
};

} // namespace ws::test
