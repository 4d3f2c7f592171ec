#pragma once
// Folders that a profiler wrote: the trace among their files, and the tables next to a trace. So far Ascend's:
// `…_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json`, `PROF_…/mindstudio_profiler_output/msprof_*.json`.

#include <QStringList>

namespace ws {

/// The traces in a folder, in the order of their paths; also in a folder of such folders (a job of several ranks).
/// Empty: none is known.
QStringList tracesIn(const QString &folder);

/// Tables of the same recording; empty: none.
QStringList tablesBeside(const QString &trace);

} // namespace ws
