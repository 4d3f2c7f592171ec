#pragma once
// The programs' texts in the user's language.

#include <QLocale>

namespace ws {

/// Installs Warpscope's texts in the language of `locale` into the application; English and languages without a
/// translation change nothing.
void installTexts(const QLocale &locale);

} // namespace ws
