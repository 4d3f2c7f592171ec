#pragma once
// Folders that a profiler wrote: the trace among their files, and the tables next to a trace. Ascend's
// are `…_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json` and `PROF_…/mindstudio_profiler_output/msprof_*.json`, XLA's
// `plugins/profile/RUN/HOST.xplane.pb` and, where that is missing, `HOST.trace.json.gz`. Until 2023 msprof wrote a file
// an iteration: `PROF_…/device_N/timeline/msprof_DEVICE_MODEL_ITERATION.json`, and views of it beside.

#include <QStringList>

namespace ws {

/// The traces in a folder, in the order of their paths; also in a folder of such folders (a job of several ranks).
/// Empty: none is known.
QStringList tracesIn(const QString &folder);

/// What a folder of many ranks holds, with its folders to a depth of four; each in the order of the paths.
struct JobFiles
{
    QStringList digests; ///< *.wsd
    QStringList traces;  ///< what may be one, by its name
    QStringList tables;  ///< profiler_out_*.txt of vLLM-Omni and others beside them
    QStringList others;  ///< left aside
};
JobFiles jobFilesIn(const QString &folder);

/// The folder of the recording of which the trace is one iteration; empty: the trace is a whole one.
QString recordingOfIteration(const QString &trace);

/// Tables of the same recording: Ascend's, vLLM's profiler_out_<rank>.txt; empty: none.
QStringList tablesBeside(const QString &trace);

} // namespace ws
