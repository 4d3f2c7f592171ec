#pragma once
// The result of a query as a table of the window: typed columns, and the slice that each row leads to. A cell's own
// column says what its number is of, as SQLite knows it: `id` of `gpu` and a column that holds a `gpu.id` both lead to
// that work's box.

#include "core/base/timerange.h"
#include "core/report/reporttable.h"
#include "core/report/sql/query.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

struct SqlResult
{
    std::vector<std::string> columns;  ///< distinct: a second one of a name has a number
    std::vector<SqlCell> cells = {};   ///< row by row; texts are their own
    std::vector<EventRef> slices = {}; ///< by row, of the first run; invalid: none; empty: no row has one
    SqlOutcome outcome = {};

    size_t rowCount() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
    const SqlCell &cell(size_t row, size_t column) const { return cells[row * columns.size() + column]; }
    /// From start_ns to end_ns or by duration_ns, where the row has them.
    std::optional<TimeRange> rangeOf(size_t row) const;
};

/// Takes up to 256 MB of rows; what is cut says so in `outcome`. Errors: those of SqlDatabase::query().
Result<SqlResult> sqlResult(SqlDatabase &database, std::string_view sql, const SqlLimits &limits,
                            const Progress *progress);

/// Columns whose name ends in _ns are times, in bytes sizes. `result` null: no columns.
ReportTable sqlResultReport(const RunPtr &run, std::shared_ptr<const SqlResult> result);

/// A question of docs/sql.md.
struct SqlQuestion
{
    std::string section, text, sql;
    bool isOfPair = false; ///< it asks two runs
};
/// In the order of the document.
const std::vector<SqlQuestion> &sqlQuestions();

/// The words of a query, for an editor.
struct SqlWords
{
    std::vector<std::string> keywords, tables, columns, functions;
};
const SqlWords &sqlWords();

/// False: the run has nothing of a table that the query names. What only an analysis could tell counts as something.
bool hasTablesOf(const Run &run, const std::string &sql);

} // namespace ws
