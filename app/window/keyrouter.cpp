#include "app/window/keyrouter.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTextEdit>

namespace ws {
namespace {

/// Keys for moving and acting within lists, texts and buttons.
bool isOfEveryWidget(int key)
{
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
    case Qt::Key_Escape:
        return true;
    default:
        return false;
    }
}

/// Texts that can be selected take letters although nothing can be typed into them.
bool isOnlyRead(const QWidget *widget)
{
    const auto *text = qobject_cast<const QTextEdit *>(widget);
    const auto *plain = qobject_cast<const QPlainTextEdit *>(widget);
    return (text && text->isReadOnly()) || (plain && plain->isReadOnly()) || qobject_cast<const QLabel *>(widget);
}

bool takesForItself(QWidget *widget, const QKeyEvent &key)
{
    if (isOnlyRead(widget))
        return false;
    QKeyEvent question(QEvent::ShortcutOverride, key.key(), key.modifiers(), key.text());
    question.ignore();
    QCoreApplication::sendEvent(widget, &question);
    return question.isAccepted();
}

/// The popup list of a combo box takes its choice, or closes, in answer to a ShortcutOverride.
bool endsAList(const QKeyEvent &key)
{
    const bool ends = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter || key.key() == Qt::Key_Escape;
    return ends && !qobject_cast<QMenu *>(QApplication::activePopupWidget());
}

bool isWithin(const QWidget *widget, const QWidget *window)
{
    for (; widget; widget = widget->parentWidget()) {
        if (widget == window)
            return true;
        if (qobject_cast<const QDialog *>(widget))
            return false;
    }
    return false;
}

} // namespace

KeyRouter::KeyRouter(QWidget *window) : QObject(window), m_window(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

void KeyRouter::setTarget(QWidget *target, QList<QAction *> actions)
{
    m_target = target;
    m_actions = std::move(actions);
}

bool KeyRouter::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && QApplication::activePopupWidget()) {
        if (endsAList(*static_cast<QKeyEvent *>(event)))
            return false;
        event->accept();
        return true;
    }
    // A text field would take Ctrl+K to delete the rest of its line.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->keyCombination() == QKeyCombination(Qt::CTRL | Qt::Key_K))
        return isWithin(qobject_cast<QWidget *>(object), m_window);
    if (event->type() != QEvent::KeyPress || QApplication::activePopupWidget())
        return false;
    QWidget *focus = QApplication::focusWidget() ? QApplication::focusWidget() : m_window;
    if (object != focus || !m_target)
        return false;
    const auto &key = *static_cast<QKeyEvent *>(event);
    if (!isForTarget(focus, key))
        return false;
    QAction *action = actionOf(key);
    if (!action || !action->isEnabled() || takesForItself(focus, key))
        return false;
    action->trigger();
    event->accept();
    return true;
}

bool KeyRouter::isForTarget(const QWidget *focus, const QKeyEvent &key) const
{
    const bool moves = !(key.modifiers() & Qt::AltModifier) && isOfEveryWidget(key.key());
    const bool isThere = focus == m_target || m_target->isAncestorOf(focus); // its own shortcuts have handled the key
    return !moves && !isThere && m_target->isVisible() && isWithin(focus, m_window);
}

QAction *KeyRouter::actionOf(const QKeyEvent &key) const
{
    const Qt::KeyboardModifiers modifiers = key.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    const QKeySequence typed(QKeyCombination(modifiers, static_cast<Qt::Key>(key.key())));
    // Many keyboards need Shift to type such a character.
    const bool isSign = !(modifiers & ~Qt::ShiftModifier) && !key.text().isEmpty() && key.text().front().isPrint() &&
                        !key.text().front().isLetter();
    const QKeySequence sign(isSign ? QKeySequence(key.key()) : QKeySequence());
    for (QAction *action : m_actions)
        if (const auto keys = action->shortcuts(); keys.contains(typed) || (isSign && keys.contains(sign)))
            return action;
    return nullptr;
}

} // namespace ws
