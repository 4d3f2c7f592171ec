#pragma once
// SQLite databases: whose they are is told by their tables, not by the head of the file, so one function opens them and
// passes them on to the reader of that tool.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchSqlite(const Head &head);
/// Errors: Unsupported (compressed, of a tool without a reader: named, or of none: its tables are named), Malformed,
/// Cancelled.
Result<RunPtr> readSqlite(ByteSource &source, Progress &progress);

} // namespace ws
