#pragma once
// Files of a later start open in the window that runs already, one for each user and display, over the session bus.
// Without a bus, or when the running window does not answer in time, the later start opens a window of its own.
// Rejected: QtNetwork's local sockets (a library more, and stale sockets after a crash; a name on the bus ends with its
// owner).

#include "app/opening/laterstarts.h"

#include <QDBusConnection>
#include <QObject>
#include <QStringList>

class QWidget;

namespace ws {

class RunningInstance : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.warpscope.Warpscope")
public:
    /// Takes the name of this user's and display's window, unless another one has it.
    RunningInstance(QDBusConnection bus, QWidget *window);
    ~RunningInstance() override;
    bool isFirst() const { return m_isFirst; }

    /// The session bus; not connected where there is none, or where this start does not ask for it: the setting, a
    /// platform without a display.
    static QDBusConnection bus();
    /// Gives files (as given to this start) and the panel to show to the running window. False: there is none, or it
    /// did not answer within `patienceMs`; then it opens nothing later either.
    static bool handOver(const QDBusConnection &bus, const QStringList &arguments, const QString &panel,
                         int patienceMs = LaterStarts::patienceMs);

public slots:
    /// `until`: ms since the epoch; a call that comes later was given up by its sender. `token`: of the desktop, to
    /// come to the front; may be empty.
    Q_SCRIPTABLE bool Open(const QStringList &arguments, const QString &panel, const QString &token, qlonglong until);

signals:
    void opened(const QStringList &arguments, const QString &panel);

private:
    QDBusConnection m_bus;
    QWidget *m_window;
    bool m_isFirst = false;
};

} // namespace ws
