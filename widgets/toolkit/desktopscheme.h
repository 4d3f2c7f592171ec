#pragma once
// Whether the desktop wants dark colours, which Qt 6.4 does not tell: desktopscheme_freedesktop.cpp asks the desktop
// portal over DBus, desktopscheme_windows.cpp the registry, desktopscheme_macos.cpp the palette, which follows there.

#include <functional>

class QObject;

namespace ws {

/// Calls `answered` with the desktop's wish, at once or later, and with every change of it (`isChange`) for as long as
/// `context` lives. Never where nobody answers.
void followDesktopScheme(QObject *context, const std::function<void(bool isDark, bool isChange)> &answered);

} // namespace ws
