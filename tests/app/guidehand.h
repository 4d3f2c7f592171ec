#pragma once
// A hand that does what docs/guide.md says in the window and counts its gestures: a key, a click, a typed name with
// its Enter and a choice in an open list count one each. With WARPSCOPE_PICTURES set to a folder, it leaves pictures
// there (scripts/pictures.sh).

#include "app/window/mainwindow.h"
#include "app/window/workspace.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/linktext.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <QTest>
#include <QThreadPool>
#include <QTimer>
#include <QWindow>

namespace ws::test {

class GuideHand
{
public:
    explicit GuideHand(MainWindow *window) : m_window(window) {}

    int gestures = 0;

    /// Until everything that is shown has been computed.
    void settle()
    {
        int quiet = 0;
        EXPECT_TRUE(QTest::qWaitFor(
            [&] {
                const bool busy = m_window->isLoading() || analysisPool()->activeThreadCount() > 0;
                quiet = busy ? 0 : quiet + 1;
                return quiet >= 15;
            },
            30'000));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(keyWindow(), key, modifiers);
        done();
    }
    /// A name and Enter.
    void enter(const QString &text, Qt::KeyboardModifiers withReturn = {})
    {
        for (const QChar c : text)
            QTest::keyClick(keyWindow(), c.toLatin1());
        settle(); // lists fill
        QTest::keyClick(keyWindow(), Qt::Key_Return, withReturn);
        done();
    }
    void click(QWidget *widget)
    {
        QTest::mouseClick(widget, Qt::LeftButton);
        done();
    }
    /// A link in the text that contains `text`, on the page in front.
    void clickLink(const QString &text)
    {
        for (auto *paragraph : m_window->findChildren<LinkText *>()) {
            if (!paragraph->text().contains(text) || paragraph->visibleRegion().isEmpty())
                continue;
            for (int y = 2; y < paragraph->height(); y += 4)
                for (int x = paragraph->width(); x > 0; x -= 4)
                    if (paragraph->linkAt(QPointF(x, y)) >= 0) {
                        QTest::mouseClick(paragraph, Qt::LeftButton, {}, QPoint(x, y));
                        return done();
                    }
        }
        ADD_FAILURE() << "no link " << text.toStdString();
    }
    void doubleClick(EventRef slice)
    {
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, middleOf(slice));
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, middleOf(slice));
        done();
    }
    /// The menu of a slice, and its entry that begins with `entry`: two gestures.
    void chooseInMenu(EventRef slice, const QString &entry)
    {
        bool found = false;
        QTimer::singleShot(0, m_window, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            ASSERT_TRUE(menu);
            for (QAction *action : menu->actions())
                if (action->isEnabled() && action->text().remove(u'&').startsWith(entry)) {
                    found = true;
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                    break;
                }
            menu->close();
        });
        const QPoint at = middleOf(slice);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas()->mapToGlobal(at));
        QApplication::sendEvent(canvas(), &event);
        EXPECT_TRUE(found) << entry.toStdString();
        ++gestures;
        done();
    }
    /// A click on the tab of that panel.
    QDockWidget *openPanel(const QString &id)
    {
        m_window->showPanel(id);
        done();
        return panel(id);
    }
    /// A list, and its entry that ends with `entry`: two gestures.
    void choose(QComboBox *list, const QString &entry)
    {
        for (int i = 0; i < list->count(); ++i)
            if (list->itemText(i).endsWith(entry)) {
                list->setCurrentIndex(i);
                emit list->activated(i);
                ++gestures;
                return done();
            }
        ADD_FAILURE() << "no entry " << entry.toStdString();
    }
    void picture(const QString &name)
    {
        const QString folder = qEnvironmentVariable("WARPSCOPE_PICTURES");
        if (folder.isEmpty())
            return;
        settle();
        EXPECT_TRUE(m_window->grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
    }

    QDockWidget *panel(const QString &id) const
    {
        for (QDockWidget *dock : m_window->workspace()->panels())
            if (dock->objectName() == id)
                return dock;
        return nullptr;
    }
    bool isShown(const QString &id) const { return panel(id) && !panel(id)->visibleRegion().isEmpty(); }
    const RunContext &context() const { return m_window->session()->pane()->context(); }
    TimelineCanvas *canvas() const { return m_window->timeline()->canvas(); }
    /// The widest slice with that text in its name that the timeline shows, of GPU work or of labels over it.
    EventRef shownSlice(std::string_view name) const
    {
        const RunPtr run = context().run();
        EventRef widest;
        double width = 0;
        for (uint32_t l = 0; l < run->timeline.lanes.size(); ++l)
            for (uint32_t i = 0; i < run->timeline.lanes[l].size(); ++i) {
                if (run->text(run->timeline.lanes[l].name[i]).find(name) == std::string_view::npos)
                    continue;
                const QRectF box = canvas()->boxOf({l, i});
                if (box.width() > width && canvas()->rect().contains(box.center().toPoint()) &&
                    canvas()->sliceAtPoint(box.center()) == EventRef{l, i}) {
                    widest = {l, i};
                    width = box.width();
                }
            }
        EXPECT_GT(width, 0) << name;
        return widest;
    }

private:
    /// To which the window system gives keys.
    QWindow *keyWindow() const
    {
        const QWidget *top = QApplication::activePopupWidget();
        if (!top)
            top = QApplication::activeModalWidget();
        return (top ? top : m_window)->windowHandle();
    }
    QPoint middleOf(EventRef slice) const { return canvas()->boxOf(slice).center().toPoint(); }
    void done()
    {
        ++gestures;
        QApplication::processEvents();
        settle();
    }

    MainWindow *m_window;
};

} // namespace ws::test
