#pragma once
// The tables of a run as a SQLite file, for programs that read one: pandas, DuckDB, SQLite itself. Rows go to the file
// as they are read from the run; the file is whole or not there. The table `column_meaning` says unit and meaning of
// every column. `args` is not in it: the text of every event would be larger than the trace.

#include "core/analysis/stages/stagemapping.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/wholefile.h"
#include "core/model/run.h"

namespace ws {

/// `name`: what the user calls the trace. Returns the path. Errors: Unreadable where the file cannot be written,
/// Cancelled.
Result<QString> exportSqlite(const RunPtr &run, const StageMapping &mapping, const std::string &name,
                             const QString &path, Existing existing, const Progress *progress = nullptr);

} // namespace ws
