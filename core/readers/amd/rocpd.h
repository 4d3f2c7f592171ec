#pragma once
// The database of AMD's rocprofv3 (and of rocprof-sys): kernels, copies, calls, markers, counters. See docs/formats.md.

#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/sqlitefile.h"

namespace ws {

bool isRocpd(const SqliteFile &file);
/// Errors: Unsupported (no timeline in it), Cancelled, TooLarge.
Result<std::shared_ptr<Run>> readRocpd(const SqliteFile &file, const FileStamp &stamp, Progress &progress);

} // namespace ws
