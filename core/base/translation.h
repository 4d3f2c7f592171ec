#pragma once
// The programs' texts in the user's language.

#include <QLocale>

#include <string>

namespace ws {

/// Installs Warpscope's texts in the language of `locale` into the application, in place of those installed before;
/// English and languages without a translation leave the source's English. For the thread of the application.
void installTexts(const QLocale &locale);

/// The English of a text that the thread of the application was given in another language, as it stands in the source;
/// empty: it was not given it, or the texts are English. For that thread.
QString englishOf(const QString &text);

/// The language of the texts in force, as HTML names it: "en", "zh-CN". Of any thread.
std::string textsLanguage();

} // namespace ws
