#include "app/opening/runninginstance.h"

#include <QDBusMessage>
#include <QDateTime>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSettings>
#include <QWidget>

namespace ws {

namespace {

const QString objectPath = QStringLiteral("/org/warpscope/Warpscope");
const QString interfaceName = QStringLiteral("org.warpscope.Warpscope");

/// The bus belongs to the user; a display is a part of the name, which allows letters, digits and few signs.
QString serviceName()
{
    const char *variable = qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ? "WAYLAND_DISPLAY" : "DISPLAY";
    return interfaceName + QStringLiteral(".display_") + QString::fromLatin1(qgetenv(variable).toHex());
}

/// Without one, libdbus would start a bus of its own.
bool mayHaveBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
           QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

/// Offscreen, minimal and the like have no window that a person could see.
bool hasDisplay()
{
    const QString platform = QGuiApplication::platformName();
    return platform == QLatin1String("xcb") || platform.startsWith(QLatin1String("wayland"));
}

} // namespace

RunningInstance::RunningInstance(QDBusConnection bus, QWidget *window) : m_bus(std::move(bus)), m_window(window)
{
    m_isFirst = m_bus.isConnected() && m_bus.registerObject(objectPath, this, QDBusConnection::ExportScriptableSlots) &&
                m_bus.registerService(serviceName());
}

RunningInstance::~RunningInstance()
{
    if (m_isFirst)
        m_bus.unregisterService(serviceName());
    m_bus.unregisterObject(objectPath);
}

QDBusConnection RunningInstance::bus()
{
    const bool isWanted = QSettings().value(runningInstanceSetting, true).toBool();
    return isWanted && hasDisplay() && mayHaveBus() ? QDBusConnection::sessionBus()
                                                    : QDBusConnection(QStringLiteral("none"));
}

bool RunningInstance::handOver(const QDBusConnection &bus, const QStringList &arguments, const QString &panel,
                               int patienceMs)
{
    if (!bus.isConnected())
        return false;
    QStringList absolute;
    for (const QString &argument : arguments)
        absolute << absoluteArgument(argument);
    const QString token = qEnvironmentVariable("XDG_ACTIVATION_TOKEN", qEnvironmentVariable("DESKTOP_STARTUP_ID"));
    QDBusMessage call =
        QDBusMessage::createMethodCall(serviceName(), objectPath, interfaceName, QStringLiteral("Open"));
    call.setAutoStartService(false);
    // A call that is taken at the last moment has its answer in time.
    const qint64 until = QDateTime::currentMSecsSinceEpoch() + patienceMs * 3 / 4;
    call << absolute << panel << token << qlonglong(until);
    const QDBusMessage reply = bus.call(call, QDBus::Block, patienceMs);
    return reply.type() == QDBusMessage::ReplyMessage && reply.arguments().value(0).toBool();
}

bool RunningInstance::Open(const QStringList &arguments, const QString &panel, const QString &token, qlonglong until)
{
    if (QDateTime::currentMSecsSinceEpoch() >= until)
        return false;
    if (!token.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8()); // Qt takes it with the activation below
    showInFront(m_window);
    emit opened(arguments, panel);
    return true;
}

} // namespace ws
