#include "widgets/toolkit/desktopscheme.h"

#include <QSettings>

namespace ws {

/// A change is not followed: the palette that would tell of it is this program's own from now on.
void followDesktopScheme(QObject *, const std::function<void(bool isDark, bool isChange)> &answered)
{
    const QSettings global(QStringLiteral("/Library/Preferences/.GlobalPreferences"), QSettings::NativeFormat);
    answered(global.value(QStringLiteral("AppleInterfaceStyle")).toString() == QLatin1String("Dark"), false);
}

} // namespace ws
