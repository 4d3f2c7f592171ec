#pragma once
// Traces of a graph's capture that lie beside a trace, found by their names alone: nothing is opened.

#include <QStringList>

namespace ws {

/// Paths of JSON files (plain or gzip) in `capture_traces/` beside the trace whose names hold "capture" or "rank", and
/// of those in its own folder whose names hold "capture"; never the trace itself. A trace whose name names a rank
/// ("rank0", "rank_3") gets no captures of other ranks. Of its folder first, each in the order of the names. O(files
/// in the two folders).
QStringList captureFilesBeside(const QString &tracePath);

/// Paths of all JSON files of a folder that is given as the captures of a trace: those of `capture_traces/` in it where
/// that exists, without the trace itself, and without files of other ranks where there are some of its own.
QStringList captureFilesIn(const QString &folder, const QString &tracePath);

} // namespace ws
