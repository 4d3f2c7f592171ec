#pragma once
// The runs in the stage chart, their names and mappings, and the source of their time without GPU work: seconds of a
// run without profiler (best), the recording's length, or nothing.

class QWidget;

namespace ws {

class StageController;

/// Changes take effect at once.
void showRunsDialog(StageController *controller, QWidget *parent);

} // namespace ws
