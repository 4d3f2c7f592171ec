#include "widgets/toolkit/desktopscheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QObject>

namespace ws {
namespace {

const QString portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portalSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");

/// The portal answers with a variant within a variant; 1 means "prefer dark".
bool meansDark(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt() == 1;
}

} // namespace

class PortalScheme : public QObject
{
    Q_OBJECT
public:
    PortalScheme(QObject *parent, std::function<void(bool, bool)> answered)
        : QObject(parent), m_answered(std::move(answered))
    {
    }

    void ask(QDBusConnection bus)
    {
        bus.connect(portalService, portalPath, portalSettings, QStringLiteral("SettingChanged"), this,
                    SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
        QDBusMessage read =
            QDBusMessage::createMethodCall(portalService, portalPath, portalSettings, QStringLiteral("Read"));
        read << appearance << colorScheme;
        auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(read), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
            watcher->deleteLater();
            const QDBusPendingReply<QDBusVariant> reply = *watcher;
            if (!reply.isError())
                m_answered(meansDark(QVariant::fromValue(reply.value())), false);
        });
    }

private slots:
    void portalSettingChanged(const QString &nameSpace, const QString &key, const QDBusVariant &value)
    {
        if (nameSpace == appearance && key == colorScheme)
            m_answered(meansDark(value.variant()), true);
    }

private:
    std::function<void(bool, bool)> m_answered;
};

void followDesktopScheme(QObject *context, const std::function<void(bool isDark, bool isChange)> &answered)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (bus.isConnected())
        (new PortalScheme(context, answered))->ask(bus);
}

} // namespace ws

#include "desktopscheme_freedesktop.moc"
