#pragma once
// Which runs stand in the stage chart, under which names and mappings, and what their time without GPU work is taken
// from: seconds of a run without profiler (best), the recording's length, or nothing.

class QWidget;

namespace ws {

class StageController;

/// Changes take effect at once.
void showRunsDialog(StageController *controller, QWidget *parent);

} // namespace ws
