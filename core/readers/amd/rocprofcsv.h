#pragma once
// CSV of AMD's rocprof: the traces of rocprofv3 (kernels, copies, calls, markers: one kind a file) and results.csv of
// rocprof with times are timelines; its statistics are tables. Columns are found by name.

#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/textpage.h"

namespace ws {

Match matchRocprofCsv(const Head &head);
/// Errors: Cancelled, TooLarge, UnknownFormat. Rows that are none become diagnostics.
Result<RunPtr> readRocprofCsv(ByteSource &source, Progress &progress);

/// "Name","Calls","TotalDurationNs" …: the statistics.
bool findRocprofStats(TextPage &page, size_t at, FoundTables &found);
/// Tables whose rows tell nothing of their kind, of the file that rocprofv3 calls so: ranges in marker_api_stats.csv.
void nameRocprofStatsByFile(const QString &path, std::vector<Table> &tables);

} // namespace ws
