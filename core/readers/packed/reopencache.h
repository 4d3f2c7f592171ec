#pragma once
// Traces that were opened before, as columns that are mapped instead of read: `columns/` in the user's cache, one
// packed file for each trace. It is used only while the trace is the one it was made from (path, size, time, hash of
// its first and last 64 KiB), by the same version of the program, and whole (every byte is under a checksum). Files are
// replaced, never changed, and read-only, so a run that shows one keeps it (cut in place, a mapped file ends the
// program). What was not used for longest goes first when the limit is reached.

#include "core/model/run.h"

#include <QString>

namespace ws {

/// Whole GiB; 0: nothing is kept. See reopenCacheLimit().
extern const QString reopenCacheSetting;

/// The run of this file as it was kept; null: none that can be trusted.
RunPtr keptRun(const QString &path);
/// True for runs that are worth it and can be kept: Chrome traces of some size that were not kept already and are all
/// that their file holds.
bool isWorthKeeping(const Run &run);
/// Keeps it, after making room for it. Errors: Unreadable with the system's message, Cancelled. A file that has changed
/// since it was loaded is not kept, which is no error.
Result<bool> keepRun(const Run &run, const Progress &progress);

int64_t reopenCacheLimit(); ///< bytes: of the settings, else 2 GiB
int64_t reopenCacheBytes();
/// Removes files until at most `limit` bytes are left.
void trimReopenCache(int64_t limit);

} // namespace ws
