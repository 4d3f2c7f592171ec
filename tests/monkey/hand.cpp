#include "hand.h"

#include <QCoreApplication>
#include <QPointer>
#include <QWheelEvent>
#include <QWidget>
#include <QtTest/qtestkeyboard.h>
#include <QtTest/qtestmouse.h>

namespace ws::monkey {
namespace {

constexpr int afterDoubleClick = 2000; // ms, so that two clicks are not taken for a double click

QWindow *windowOf(const QWidget *widget)
{
    return widget ? widget->window()->windowHandle() : nullptr;
}

} // namespace

void Hand::aim(QWidget *widget, QPoint at)
{
    m_window = windowOf(widget);
    if (m_window)
        m_at = widget->mapTo(widget->window(), at);
}

void Hand::send(QEvent::Type type, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    if (m_window)
        qt_handleMouseEvent(m_window, m_at, m_window->mapToGlobal(m_at), m_button, button, type, modifiers, m_time);
}

void Hand::move(QWidget *widget, QPoint at, Qt::KeyboardModifiers modifiers)
{
    aim(widget, at);
    m_time += 10;
    send(QEvent::MouseMove, Qt::NoButton, modifiers);
}

void Hand::press(QWidget *widget, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    const QPointer<QWidget> target(widget); // letting go of the button before may destroy it
    release();
    move(target, at, modifiers);
    m_button = button;
    send(QEvent::MouseButtonPress, button, modifiers);
}

void Hand::release(Qt::KeyboardModifiers modifiers)
{
    const Qt::MouseButton button = std::exchange(m_button, Qt::NoButton);
    if (button == Qt::NoButton)
        return;
    m_time += 10;
    send(QEvent::MouseButtonRelease, button, modifiers);
    m_time += afterDoubleClick;
}

void Hand::click(QWidget *widget, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    press(widget, at, button, modifiers);
    release(modifiers);
}

void Hand::doubleClick(QWidget *widget, QPoint at, Qt::KeyboardModifiers modifiers)
{
    click(widget, at, Qt::LeftButton, modifiers);
    m_time -= afterDoubleClick;
    m_button = Qt::LeftButton;
    send(QEvent::MouseButtonPress, Qt::LeftButton, modifiers);
    release(modifiers);
}

void Hand::wheel(QWidget *widget, QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers)
{
    if (QWindow *window = windowOf(widget)) {
        const QPoint local = widget->mapTo(widget->window(), at);
        QCoreApplication::postEvent(window, new QWheelEvent(local, window->mapToGlobal(local), QPoint(), angle,
                                                            m_button, modifiers, Qt::NoScrollPhase, false));
    }
}

void Hand::key(QWidget *widget, int key, Qt::KeyboardModifiers modifiers, const QString &text)
{
    QWindow *window = windowOf(widget);
    if (!window)
        return;
    qt_handleKeyEvent(window, QEvent::KeyPress, key, modifiers, text);
    qt_handleKeyEvent(window, QEvent::KeyRelease, key, modifiers, text);
}

void Hand::drag(QPoint by, Qt::KeyboardModifiers modifiers)
{
    m_at += by;
    m_time += 10;
    send(QEvent::MouseMove, Qt::NoButton, modifiers);
}

} // namespace ws::monkey
