#pragma once
// Help ▸ Keys and Gestures: the table of the timeline's keys and gestures.

class QWidget;

namespace ws {

void showGestures(QWidget *parent); ///< not modal; shown once per parent

} // namespace ws
