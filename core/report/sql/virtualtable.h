#pragma once
// The tables of runs as SQLite's virtual tables. Three modules: "warpscope" has a run's tables, "warpscope_args" what
// the file says of one event, read when a row is asked for, "warpscope_totals" the sums of a range.
//
// As SQLite 3.40 behaves: a plan of several OR terms tells rows apart by their rowid, so each row has its own. The
// affinity of a column is not applied to what xFilter gets, so it is converted here. A constraint counts only under the
// collation that keys compare by. The progress handler is not called while count(*) steps through a table, so xNext
// asks for the cancel flag. What is handed to a plan is checked by SQLite again, except the argument of `args`.

#include "core/report/sql/scan.h"
#include "core/report/sql/sqlrun.h"

#include <memory>

struct sqlite3;

namespace ws {

/// One run's tables with what was worked out of them.
struct SqlRunTables
{
    explicit SqlRunTables(std::unique_ptr<SqlRun> sqlRun);

    std::unique_ptr<SqlRun> run;
    std::vector<SqlTable> tables;
    std::vector<std::unique_ptr<SqlIndexes>> indexes; ///< parallel to tables

    /// Index into tables; tables.size(): there is none.
    size_t find(std::string_view name) const;
};

/// What the modules of one connection share; outlives it.
struct SqlModuleState
{
    std::vector<std::unique_ptr<SqlRunTables>> runs;
    const Progress *progress = nullptr; ///< of the query that runs
};

/// "CREATE VIRTUAL TABLE s.gpu USING warpscope('gpu', 0)" makes a table of run 0. Returns SQLite's code.
int registerModules(sqlite3 *database, SqlModuleState &state);
/// The modules of `args` and of `totals`; only for the above.
int registerArguments(sqlite3 *database, SqlModuleState &state);
int registerTotals(sqlite3 *database, SqlModuleState &state);
/// The run of which an argument of a module has the number; nullptr: there is none.
SqlRunTables *runOfArgument(const SqlModuleState &state, const char *argument);

} // namespace ws
