#pragma once
// What the command palette of a window finds.

#include "app/window/commandpalette.h"

namespace ws {

class MainWindow;

/// Actions of the menus, panels, open runs, and the stages of the shown run.
std::vector<Command> commandsOf(MainWindow *window);
/// Opens the palette of a window, with the kernels of the shown run as well, or closes it.
void showPalette(MainWindow *window);

} // namespace ws
