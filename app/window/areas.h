#pragma once
// The areas of the window, which F6 goes round: tool bar, timeline (each side of a comparison), panel.

namespace ws {

class MainWindow;

/// From the area with the keyboard focus to the next one (`by` 1) or the one before (-1), cyclic.
void stepArea(MainWindow *window, int by);

} // namespace ws
