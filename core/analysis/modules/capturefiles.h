#pragma once
// Traces of a graph's capture that lie beside a trace, found by their names alone: nothing is opened.

#include <QStringList>

namespace ws {

/// Paths of JSON files (plain or gzip) in `capture_traces/` beside the trace whose names hold "capture" or "rank", and
/// of those in its own folder whose names hold "capture"; never the trace itself. A trace whose name names a rank
/// ("rank0", "rank_3") gets no captures of other ranks. Of its folder first, each in the order of the names. O(files
/// in the two folders).
QStringList captureFilesBeside(const QString &tracePath);

} // namespace ws
