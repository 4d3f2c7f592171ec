#pragma once
// The programs' texts in the user's language.

#include <QLocale>

namespace ws {

/// Installs Warpscope's texts in the language of `locale` into the application; English, and a language that there are
/// no texts of, change nothing.
void installTexts(const QLocale &locale);

} // namespace ws
