#pragma once
// Choices about the program itself that are remembered: light or dark, and the language.

#include <QString>

#include <functional>

class QMenu;

namespace ws {

/// "system", "light" or "dark"; empty: what was chosen last. False when it is none of them.
bool applyTheme(const QString &name);
/// A locale such as "zh_CN" or "en"; empty: what was chosen last, else the system's. Once, before the first widget.
void applyLanguage(const QString &locale);

void addThemeMenu(QMenu *menu);
void addLanguageMenu(QMenu *menu, const std::function<void()> &changed);

} // namespace ws
