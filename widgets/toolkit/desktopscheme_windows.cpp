#include "widgets/toolkit/desktopscheme.h"

#include <QGuiApplication>
#include <QSettings>

#include <memory>

namespace ws {
namespace {

bool wantsDark()
{
    const QSettings personal(
        QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize"),
        QSettings::NativeFormat);
    return personal.value(QStringLiteral("AppsUseLightTheme"), 1).toInt() == 0;
}

} // namespace

/// A change is made in another window: it is seen when this program is the active one again.
void followDesktopScheme(QObject *context, const std::function<void(bool isDark, bool isChange)> &answered)
{
    auto isDark = std::make_shared<bool>(wantsDark());
    answered(*isDark, false);
    QObject::connect(qGuiApp, &QGuiApplication::applicationStateChanged, context,
                     [answered, isDark](Qt::ApplicationState state) {
                         if (state != Qt::ApplicationActive || wantsDark() == *isDark)
                             return;
                         *isDark = !*isDark;
                         answered(*isDark, true);
                     });
}

} // namespace ws
