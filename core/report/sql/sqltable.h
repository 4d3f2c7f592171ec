#pragma once
// The tables of a run as SQL has them: described columns over what the run holds and what is derived from it. Nothing
// is copied; a cell is read when a query asks for it. A table knows nothing of SQLite: the virtual tables, the written
// file and the list of tables for people are made from this one catalogue. Rejected: ReportTable (it has the rows of
// one analysis for people; a query needs every event, keys to find rows by, and a say in what is computed at all).
//
// Column 0 is `id`, the number of the row. Times are integer ns since the run's origin: SQLite's average over a window
// is wrong for ns since 1970. What is not known is NULL, never 0.

#include "core/base/stringpool.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ws {

class SqlRun;

/// A text either lives as long as the run, or was made for this cell.
using SqlCell = std::variant<std::monostate, int64_t, double, std::string_view, std::string>;

enum class SqlType : uint8_t { Integer, Real, Text };

/// What a value needs that is derived from the run, to be combined; computed when a query first uses it.
enum SqlNeed : uint16_t {
    NeedsNothing = 0,
    NeedsSteps = 1,
    NeedsGaps = 2,
    NeedsModules = 4,
    NeedsStages = 8,
    NeedsLayers = 16,
    NeedsLimits = 32,
    NeedsCollectives = 64,
    NeedsFindings = 128,
    NeedsTrust = 256,
    NeedsOperators = 512,
    NeedsFrames = 1024,
};

inline constexpr uint32_t noSqlKey = UINT32_MAX;

/// Rows by the value of a column: equal values have equal keys, below count().
struct SqlKey
{
    std::function<uint32_t(size_t row)> of = {}; ///< noSqlKey: NULL
    std::function<size_t()> count = {};
    std::function<std::string_view(uint32_t key)> text = {};  ///< empty: the value is the key itself, a number
    std::function<uint32_t(std::string_view text)> find = {}; ///< noSqlKey: no row has it
    size_t values = 0; ///< about how many different ones there are, for the plan; 0: as many as rows
    explicit operator bool() const { return bool(of); }
};

struct SqlColumn
{
    const char *name;
    SqlType type;
    const char *unit;    ///< "ns", "bytes", "FLOP", "id of slice"; empty: none
    const char *meaning; ///< in English, of Core's texts
    std::function<SqlCell(size_t row)> cell;
    uint16_t needs = NeedsNothing;
    SqlKey key = {};
};

/// Rows that begin at these times can be found without looking at the others.
struct SqlTimes
{
    static constexpr int64_t none = INT64_MIN; ///< the row has no time
    int startColumn = -1, endColumn = -1;      ///< -1: none
    std::function<int64_t(size_t row)> start = {}, end = {};
    bool isAscending = false; ///< by start, over all rows
    /// Rows ascend by start within each stretch: where the stretches begin, and the end of the last. Empty: not known.
    std::function<const std::vector<size_t> &()> stretches = {};
    /// The first row of a stretch that ends at `ns` or later.
    std::function<size_t(size_t stretch, int64_t ns)> firstEnding = {};
};

struct SqlTable
{
    const char *name;
    const char *meaning;
    std::vector<SqlColumn> columns = {};
    std::function<size_t()> rows = {};      ///< once what the table needs is there
    std::function<size_t()> rowsAbout = {}; ///< before that, for the plan
    uint16_t needs = NeedsNothing;
    SqlTimes times = {};
    bool isFoundInWork = false; ///< where there is work of devices, no row means that there is none of the kind
};

/// Every table of a run, which must outlive them. `args` is none of them: it is made from the file's text.
std::vector<SqlTable> sqlTables(const SqlRun &run);

/// The parts of the above, each in a file of its own.
void addEventTables(const SqlRun &run, std::vector<SqlTable> &tables);
void addWorkTables(const SqlRun &run, std::vector<SqlTable> &tables);
void addDerivedTables(const SqlRun &run, std::vector<SqlTable> &tables);

} // namespace ws
