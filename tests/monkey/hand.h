#pragma once
// One mouse and one keyboard. Events go to the window, not to a widget, like real ones, so that Qt decides about grabs,
// popups, blocked windows and shortcuts as on a desktop.

#include <QPoint>
#include <QPointer>
#include <QString>
#include <QWindow>

class QWidget;

namespace ws::monkey {

class Hand
{
public:
    /// All positions are those of `widget`.
    void move(QWidget *widget, QPoint at, Qt::KeyboardModifiers modifiers = {});
    void press(QWidget *widget, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {});
    void release(Qt::KeyboardModifiers modifiers = {});
    void click(QWidget *widget, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {});
    void doubleClick(QWidget *widget, QPoint at, Qt::KeyboardModifiers modifiers = {});
    void wheel(QWidget *widget, QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers = {});
    /// To the window that `widget` lies in, as a desktop sends it to the active window.
    void key(QWidget *widget, int key, Qt::KeyboardModifiers modifiers = {}, const QString &text = {});

    bool holds() const { return m_button != Qt::NoButton; }
    /// Moves the mouse with the button held, relative to its position.
    void drag(QPoint by, Qt::KeyboardModifiers modifiers = {});

private:
    void aim(QWidget *widget, QPoint at);
    void send(QEvent::Type type, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);

    QPointer<QWindow> m_window;
    QPoint m_at; ///< in the window
    Qt::MouseButton m_button = Qt::NoButton;
    int m_time = 0; ///< ms, of the events
};

} // namespace ws::monkey
