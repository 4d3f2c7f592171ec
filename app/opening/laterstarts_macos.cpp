#include "app/opening/laterstarts.h"

#include <QCoreApplication>
#include <QFileOpenEvent>
#include <QPointer>
#include <QWidget>

namespace ws {

/// Finder starts a program once, and sends it an event for each file, the first ones included.
struct LaterStarts::Way : QObject
{
    QPointer<QWidget> window;
    std::function<void(const QStringList &arguments, const QString &panel)> open;

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::FileOpen || !window)
            return false;
        showInFront(window);
        open({static_cast<QFileOpenEvent *>(event)->file()}, {});
        return true;
    }
};

LaterStarts::LaterStarts(bool isAlone) : m_way(isAlone ? nullptr : new Way) {}

LaterStarts::~LaterStarts() = default;

bool LaterStarts::handOver(const QStringList &, const QString &) const
{
    return false;
}

void LaterStarts::take(QWidget *window, std::function<void(const QStringList &arguments, const QString &panel)> open)
{
    if (!m_way)
        return;
    m_way->window = window;
    m_way->open = std::move(open);
    QCoreApplication::instance()->installEventFilter(m_way.get());
}

} // namespace ws
