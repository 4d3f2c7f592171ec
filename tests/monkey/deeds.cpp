// The monkey's actions in the main window.

#include "monkey.h"

#include "app/window/mainwindow.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/session.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QTabBar>
#include <QUrl>

#include <array>

namespace ws::monkey {
namespace {

QString described(const QWidget *widget, QPoint at)
{
    return QStringLiteral("%1 %2 at %3,%4")
        .arg(QLatin1String(widget->metaObject()->className()), widget->objectName())
        .arg(at.x())
        .arg(at.y());
}

bool isUsable(const QWidget *widget)
{
    return widget->isVisible() && widget->windowHandle() && widget->windowType() != Qt::ToolTip;
}

/// Visible children, without pure layout containers.
QList<QWidget *> targetsIn(const QWidget *surface)
{
    QList<QWidget *> targets;
    for (QWidget *child : surface->findChildren<QWidget *>())
        if (child->isVisible() && child->width() > 0 && child->height() > 0 && child->window() == surface)
            targets << child;
    return targets;
}

} // namespace

/// The window to act on: a popup or a dialog when there is one, sometimes the window behind it.
QWidget *Monkey::surface()
{
    if (QWidget *popup = QApplication::activePopupWidget(); popup && m_random.chance(85))
        return popup;
    if (QWidget *modal = QApplication::activeModalWidget(); modal && m_random.chance(90))
        return modal;
    QList<QWidget *> others;
    if (m_random.chance(15))
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (isUsable(widget))
                others << widget;
    return others.isEmpty() ? m_window.get() : m_random.pick(others);
}

QWidget *Monkey::target()
{
    QWidget *window = surface();
    const QList<QWidget *> targets = targetsIn(window);
    if (targets.isEmpty() || m_random.chance(20))
        return window;
    if (m_random.chance(40))
        for (QWidget *widget : targets)
            if (widget->inherits("ws::TimelineCanvas"))
                return widget;
    return m_random.pick(targets);
}

QPoint Monkey::pointIn(const QWidget *widget)
{
    return {m_random.below(widget->width()), m_random.below(widget->height())};
}

Qt::KeyboardModifiers Monkey::modifiers()
{
    Qt::KeyboardModifiers modifiers;
    modifiers.setFlag(Qt::ShiftModifier, m_random.chance(12));
    modifiers.setFlag(Qt::ControlModifier, m_random.chance(12));
    modifiers.setFlag(Qt::AltModifier, m_random.chance(3));
    return modifiers;
}

Qt::MouseButton Monkey::button()
{
    return m_random.chance(90) ? Qt::LeftButton : m_random.chance(50) ? Qt::MiddleButton : Qt::RightButton;
}

void Monkey::hover()
{
    QWidget *widget = target();
    const QPoint at = pointIn(widget);
    m_journal.note("hover %s", qPrintable(described(widget, at)));
    m_hand.move(widget, at, modifiers());
}

void Monkey::click()
{
    QWidget *widget = target();
    const QPoint at = pointIn(widget);
    m_journal.note("click %s", qPrintable(described(widget, at)));
    m_hand.click(widget, at, button(), modifiers());
}

void Monkey::doubleClick()
{
    QWidget *widget = target();
    const QPoint at = pointIn(widget);
    m_journal.note("double click %s", qPrintable(described(widget, at)));
    m_hand.doubleClick(widget, at, modifiers());
}

void Monkey::contextClick()
{
    QWidget *widget = target();
    const QPoint at = pointIn(widget);
    m_journal.note("context menu %s", qPrintable(described(widget, at)));
    m_hand.click(widget, at, Qt::RightButton);
}

void Monkey::startDrag()
{
    QWidget *widget = target();
    const QPoint at = pointIn(widget);
    m_journal.note("drag from %s", qPrintable(described(widget, at)));
    m_dragSteps = m_random.between(1, 8);
    m_hand.press(widget, at, button(), modifiers());
}

void Monkey::wheel()
{
    QWidget *widget = target();
    const QPoint at = pointIn(widget);
    const int turn = 120 * m_random.between(-3, 3);
    m_journal.note("wheel %d %s", turn, qPrintable(described(widget, at)));
    m_hand.wheel(widget, at, m_random.chance(20) ? QPoint(turn, 0) : QPoint(0, turn),
                 m_random.chance(40) ? Qt::ControlModifier : modifiers());
}

/// One of the window's own shortcuts.
void Monkey::pressShortcut()
{
    QList<QKeySequence> sequences;
    for (const QAction *action : m_window->findChildren<QAction *>())
        sequences << action->shortcuts();
    if (sequences.isEmpty())
        return;
    const QKeySequence sequence = m_random.pick(sequences);
    m_journal.note("keys %s", qPrintable(sequence.toString()));
    const QKeyCombination keys = sequence[0];
    m_hand.key(surface(), keys.key(), keys.keyboardModifiers());
}

void Monkey::pressKey()
{
    static constexpr std::array keys{
        Qt::Key_Left,   Qt::Key_Right,     Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Home,    Qt::Key_End,
        Qt::Key_PageUp, Qt::Key_PageDown,  Qt::Key_Return, Qt::Key_Enter,  Qt::Key_Escape,  Qt::Key_Space,
        Qt::Key_Tab,    Qt::Key_Backtab,   Qt::Key_Delete, Qt::Key_Insert, Qt::Key_F2,      Qt::Key_F4,
        Qt::Key_Menu,   Qt::Key_Backspace, Qt::Key_Plus,   Qt::Key_Minus,  Qt::Key_Asterisk};
    const bool letter = m_random.chance(35);
    const int key = letter ? m_random.between(Qt::Key_A, Qt::Key_Z) : static_cast<int>(m_random.pick(keys));
    const Qt::KeyboardModifiers held = modifiers();
    m_journal.note("key 0x%x with 0x%x", key, held.toInt());
    const bool plain = letter && !(held & (Qt::ControlModifier | Qt::AltModifier));
    m_hand.key(surface(), key, held, plain ? QString(QChar(key)).toLower() : QString());
}

void Monkey::type()
{
    static const std::array words{"gemm",          "(a*)*b", "[",   "0",    "-1",  "1e9",
                                  "attention|moe", "^.*$",   "<b>", "12.5", "\\d+"};
    const char *word = m_random.pick(words);
    m_journal.note("type %s", word);
    QWidget *window = surface();
    for (const QChar letter : QString::fromLatin1(word))
        m_hand.key(window, letter.toUpper().unicode(), {}, letter);
}

void Monkey::triggerAction()
{
    QList<QAction *> actions;
    if (!QApplication::activeModalWidget())
        for (QAction *action : m_window->findChildren<QAction *>())
            if (action->isEnabled() && action->isVisible() && !action->menu())
                actions << action;
    if (actions.isEmpty())
        return;
    QAction *action = m_random.pick(actions);
    m_journal.note("action %s", qPrintable(action->text().left(60)));
    action->trigger();
}

void Monkey::clickTab()
{
    QList<QTabBar *> bars;
    for (QTabBar *bar : m_window->findChildren<QTabBar *>())
        if (bar->isVisible() && bar->count() > 0)
            bars << bar;
    if (bars.isEmpty())
        return;
    QTabBar *bar = m_random.pick(bars);
    const int tab = m_random.below(bar->count());
    m_journal.note("tab %s", qPrintable(bar->tabText(tab)));
    m_hand.click(bar, bar->tabRect(tab).center(), Qt::LeftButton);
}

void Monkey::changeCombo()
{
    QList<QComboBox *> boxes;
    for (QComboBox *box : surface()->findChildren<QComboBox *>())
        if (box->isVisible() && box->isEnabled() && box->count() > 0)
            boxes << box;
    if (boxes.isEmpty())
        return;
    QComboBox *box = m_random.pick(boxes);
    m_journal.note("combo box %s", qPrintable(box->accessibleName()));
    box->setFocus();
    m_hand.key(box, m_random.chance(50) ? Qt::Key_Down : Qt::Key_Up);
}

void Monkey::openFile()
{
    const QString path = m_prey.fetch(m_random);
    m_journal.note("open %s", qPrintable(QFileInfo(path).fileName()));
    m_window->open({path});
}

/// Often on a half of the contents, sometimes on a border or a bar.
QPoint Monkey::dropPoint()
{
    const QWidget *contents = m_window->centralWidget();
    if (!contents || m_random.chance(15))
        return pointIn(m_window.get());
    static constexpr std::array shares{0, 10, 39, 40, 41, 50, 59, 60, 61, 90, 100};
    const QPoint at(contents->width() * m_random.pick(shares) / 100, m_random.below(contents->height()));
    return contents->mapTo(m_window.get(), at);
}

bool Monkey::drag(const QStringList &paths, QPoint at)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &enter);
    if (!enter.isAccepted())
        return false;
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &move);
    return true;
}

void Monkey::dropFiles()
{
    QStringList paths{m_prey.fetch(m_random)};
    for (int more = m_random.chance(50) ? 0 : m_random.between(1, 2); more > 0; --more)
        paths << (m_random.chance(20) ? paths.front() : m_prey.fetch(m_random));
    const QPoint at = dropPoint();
    m_journal.note("drop %d files at %d,%d", static_cast<int>(paths.size()), at.x(), at.y());
    if (!drag(paths, at))
        return;
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &drop);
}

/// A drag that leaves, or ends without a word.
void Monkey::hoverFiles()
{
    const QPoint at = dropPoint();
    m_journal.note("hover with a file at %d,%d", at.x(), at.y());
    if (!drag({m_prey.fetch(m_random)}, at) || m_random.chance(30))
        return;
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(m_window.get(), &leave);
}

/// What the menus, bars and titles of a comparison do, more often than they would be hit.
void Monkey::comparePair()
{
    Session *session = m_window->session();
    ComparePair *pair = session->pair();
    const auto &runs = session->contexts();
    const auto side = m_random.chance(50) ? ComparePair::A : ComparePair::B;
    const int choice = m_random.below(10);
    m_journal.note("compare %d of %d runs", choice, static_cast<int>(runs.size()));
    if (!pair->isSet()) {
        if (runs.size() > 1) {
            RunContext *a = m_random.pick(runs), *b = m_random.pick(runs);
            if (a != b)
                pair->set(a, b);
        } else if (!runs.empty()) {
            m_window->open({runs.front()->run()->info.stamp.path, m_prey.fetch(m_random)});
        }
        return;
    }
    switch (choice) {
    case 0:
        return pair->end();
    case 1:
        return session->close(pair->context(side));
    case 2:
        return pair->replace(side, m_random.pick(runs));
    case 3:
        return pair->setLinked(!pair->isLinked());
    case 4:
        pair->alignAtSelections();
        return;
    case 5:
        return pair->alignAtFirstWork();
    case 6:
        return session->setActive(m_random.pick(runs));
    case 7:
        return session->setActive(pair->context(side));
    default:
        return pair->swap();
    }
}

void Monkey::reload()
{
    m_journal.note("reload");
    m_hand.key(m_window.get(), Qt::Key_F5);
}

void Monkey::disturbFile()
{
    const QString path = m_prey.disturb(m_random);
    m_journal.note("another content of %s", qPrintable(QFileInfo(path).fileName()));
    if (m_random.chance(50))
        m_hand.key(m_window.get(), Qt::Key_F5);
}

void Monkey::closeRun()
{
    m_journal.note("close the run");
    m_hand.key(m_window.get(), Qt::Key_W, Qt::ControlModifier);
}

void Monkey::resizeWindow()
{
    const QSize size(m_random.between(200, 1600), m_random.between(150, 1000));
    m_journal.note("resize to %dx%d", size.width(), size.height());
    m_window->resize(size);
    if (m_plan.models)
        watchModels();
}

} // namespace ws::monkey
