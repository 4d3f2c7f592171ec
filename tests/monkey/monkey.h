#pragma once
// A monkey test of the real window: seeded random gestures, keys, menus, dialogs, resizes, files that appear, change
// and vanish. Every step is scheduled before the previous one acts, so steps continue inside the event loop of a menu,
// a dialog or a drag. Rejected: QTest's functions, which run the event loop themselves and so never reach such a loop.

#include "hand.h"
#include "journal.h"
#include "prey.h"
#include "random.h"

#include <QObject>
#include <QPointer>

#include <memory>

class QFileDialog;
class QMenu;

namespace ws {
class MainWindow;
}

namespace ws::monkey {

class Monkey : public QObject
{
public:
    struct Plan
    {
        uint64_t seed = 1;
        int64_t actions = 1000;
        bool models = false; ///< every item model is checked by QAbstractItemModelTester
        bool slow = false;   ///< files take up to a second more to read, and the window is empty before most of them
    };

    Monkey(const Plan &plan, Prey &prey, Journal &journal);
    ~Monkey() override;

    /// Runs the event loop until all actions are done.
    void run();

    /// Counts of what the gestures reached: without any menu or dialog the test is worthless.
    struct Met
    {
        int loads = 0, menus = 0, dialogs = 0, fileDialogs = 0, windows = 0, deepest = 0, pairs = 0;
        int filling = 0; ///< actions while a timeline was filling
    };
    const Met &met() const { return m_met; }

private:
    struct Deed
    {
        int weight;
        void (Monkey::*act)();
    };

    void tick();
    void finish();
    void renewWindow();
    void emptyWindow();
    void act();
    void look();
    void unwind();
    void answer(QFileDialog *dialog);
    void inMenu(QMenu *menu);
    void inDrag();

    QWidget *surface();
    QWidget *target();
    QPoint pointIn(const QWidget *widget);
    QPoint dropPoint();
    bool drag(const QStringList &paths, QPoint at);
    Qt::KeyboardModifiers modifiers();
    Qt::MouseButton button();

    void hover();
    void click();
    void doubleClick();
    void contextClick();
    void startDrag();
    void wheel();
    void pressShortcut();
    void pressKey();
    void type();
    void triggerAction();
    void clickTab();
    void openFile();
    void dropFiles();
    void hoverFiles();
    void comparePair();
    void reload();
    void disturbFile();
    void closeRun();
    void resizeWindow();
    void changeCombo();
    void watchModels();

    Plan m_plan;
    Prey &m_prey;
    Journal &m_journal;
    Random m_random;
    Hand m_hand;
    std::unique_ptr<MainWindow> m_window;
    QPointer<QWidget> m_modal; ///< the dialog that is open
    int m_modalSteps = 0;      ///< actions since it opened
    QPointer<QWidget> m_menu;
    bool m_wasPaired = false;
    int m_dragSteps = 0;
    Met m_met;
};

} // namespace ws::monkey
