#pragma once
// Icons in the colour of the text around them: drawn anew in each theme, and fainter where a button is disabled.

#include <QIcon>

namespace ws {

/// Of resources/icons: a drawing in black strokes on nothing. It is a square at the left; an unknown name
/// gives an empty icon.
QIcon inkIcon(const QString &name);

} // namespace ws
