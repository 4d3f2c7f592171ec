#pragma once
// The areas of the window, which F6 goes round: tool bar, timeline (each side of a comparison), panel.

class QWidget;

namespace ws {

class MainWindow;

/// Gives the keyboard focus to the first widget within that takes it; false: none does.
bool focusFirstIn(QWidget *area);

/// From the area with the keyboard focus to the next one (`by` 1) or the one before (-1), cyclic.
void stepArea(MainWindow *window, int by);

} // namespace ws
