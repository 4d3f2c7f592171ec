#pragma once
// SQL over one or several runs: their tables, the functions, and the limits of a query. A query only reads: whatever
// would write, attach, load or set is refused before it runs. A SqlDatabase belongs to one thread; a query is cancelled
// from others through its Progress.
//
// The tables of the first run stand in "main"; of several runs those of each also in schemas "a", "b" … in their order.

#include "core/analysis/stages/stagemapping.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/run.h"
#include "core/report/sql/sqltable.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

inline constexpr size_t maxSqlRuns = 8;

struct SqlLimits
{
    uint64_t rows = 100'000;                ///< of a result; 0: any number
    int64_t memoryBytes = int64_t(1) << 30; ///< that SQLite may take for one query; 0: any. Of the whole process
};

/// A query that others may use like a table.
struct SqlView
{
    std::string name, sql;
};

/// Letters, digits and '_', no digit first, and not a table's name, which it would hide.
bool isSqlViewName(std::string_view name);

/// The column of a table that a column of a result shows as it is; empty: it is computed.
struct SqlOrigin
{
    std::string table = {}, column = {};
};

/// Takes a result row by row.
class SqlRows
{
public:
    virtual ~SqlRows() = default;
    virtual void begin(const std::vector<std::string> &columns) = 0;
    /// Behind begin(), by column.
    virtual void from(const std::vector<SqlOrigin> &) {}
    /// Texts live until the next row. False: no more rows are wanted.
    virtual bool add(std::span<const SqlCell> row) = 0;
};

struct SqlOutcome
{
    uint64_t rows = 0;
    bool isCut = false; ///< there are more rows than SqlLimits::rows
    /// Tables that the query asked and that have no row at all: of what they are of, the answer says nothing. "gpu",
    /// of several runs "b.gpu".
    std::vector<std::string> emptyTables = {};
};

class SqlDatabase
{
public:
    /// At least one run, at most maxSqlRuns. `names`: what the user calls them. A view that is no single SELECT, or has
    /// no isSqlViewName(), is left out. Errors: Unsupported, OutOfMemory.
    static Result<std::unique_ptr<SqlDatabase>> open(std::vector<RunPtr> runs, const StageMapping &mapping,
                                                     const std::vector<std::string> &names = {},
                                                     const std::vector<SqlView> &views = {});
    ~SqlDatabase();
    SqlDatabase(const SqlDatabase &) = delete;

    /// One SELECT (or EXPLAIN, WITH, VALUES). Errors: Malformed with line and column in the message, Unsupported where
    /// the query would do more than read, OutOfMemory and TooLarge beyond a limit, Cancelled.
    Result<SqlOutcome> query(std::string_view sql, SqlRows &rows, const SqlLimits &limits = {},
                             const Progress *progress = nullptr);

    const std::vector<SqlTable> &tables() const;
    /// Whether the numbers of a column are of rows that have a box in the timeline of the first run.
    bool leadsToSlice(const SqlOrigin &origin) const;
    /// Invalid: there is no such row, or it has no box. Only after a query has used the table of the row.
    EventRef sliceOf(const SqlOrigin &origin, int64_t number) const;
    /// How many rows of tables the queries so far have looked at.
    uint64_t visitedRows() const;

private:
    struct State;
    explicit SqlDatabase(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

/// The rows of a result as texts of cells, for tests and small results.
class SqlTexts : public SqlRows
{
public:
    void begin(const std::vector<std::string> &names) override { columns = names; }
    bool add(std::span<const SqlCell> row) override;

    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows; ///< NULL: "NULL"
};

/// As SQLite prints it; "NULL".
std::string sqlCellText(const SqlCell &cell);

} // namespace ws
