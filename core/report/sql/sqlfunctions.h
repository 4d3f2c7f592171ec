#pragma once
// The functions that a query has beside SQLite's own. Times and spans are ns.
//
//   busy(begin, end)          aggregate: the length of the union of intervals, overlaps counted once
//   percentile(value, p)      aggregate: as all tables have it (core/base/quantiles.h), 0 ≤ p ≤ 100
//   overlap(b1, e1, b2, e2)   how long both intervals last together
//   in_range(b, e, from, to)  1 where [b, e) reaches into [from, to)
//   short_name(name [, max])  a kernel's name at up to `max` characters, 60 without
//   full_name(name)           demangled
//   stage(name)               by the mapping in force
//   name REGEXP pattern       1 where the regex matches anywhere, whatever the case; as in searches by name
//
// An argument that is NULL makes the result NULL, and does not count in an aggregate.

struct sqlite3;

namespace ws {

struct SqlModuleState;

/// For people and completions.
struct SqlFunctionText
{
    const char *call;
    const char *meaning; ///< in English, of Core's texts
};
extern const SqlFunctionText sqlFunctionTexts[8];

/// `state` outlives the connection. Returns SQLite's code.
int registerFunctions(sqlite3 *database, SqlModuleState &state);

} // namespace ws
