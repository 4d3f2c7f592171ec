#pragma once
// Where the keyboard focus goes when an area is entered by a key.

class QWidget;

namespace ws {

/// The first widget of the area that Tab reaches. False: there is none.
bool focusFirstIn(QWidget *area);

/// Its first visible table, tree or list, so that keys move through it at once; without one as focusFirstIn().
bool focusViewIn(QWidget *area);

} // namespace ws
