#pragma once
// Help ▸ Keys and gestures: the table of what the timeline understands.

class QWidget;

namespace ws {

void showGestures(QWidget *parent); ///< not modal; shown once per parent

} // namespace ws
