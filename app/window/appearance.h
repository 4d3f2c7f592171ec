#pragma once
// Remembered choices about the program itself: light or dark, and the language.

#include <QList>
#include <QString>

#include <functional>
#include <utility>

class QMenu;

namespace ws {

/// "system", "light" or "dark"; empty: the last choice. False when `name` is none of them.
bool applyTheme(const QString &name);
/// A locale such as "zh_CN" or "en"; empty: the last choice, else the system's. Widgets keep the texts that they
/// have.
void applyLanguage(const QString &locale);
bool isLanguageInForce(); ///< the last choice, else the system's: choosing it changes no text

/// The choices: the remembered id and the text.
struct Choices
{
    QString key; ///< of the settings
    QList<std::pair<QString, QString>> entries;
    QString current() const; ///< id of the entry chosen last; the first one when the settings hold none of them
};
Choices themeChoices();
Choices languageChoices();

void addThemeMenu(QMenu *menu);
void addLanguageMenu(QMenu *menu, const std::function<void()> &changed);

} // namespace ws
