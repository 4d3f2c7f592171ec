#pragma once
// Tables of sums with a column of percentages, as profilers print them: all rows together make 100 %. Where the
// percentages in a table add up to clearly less, rows are missing (a document quotes the first ones), and what the rows
// add up to is no whole.

#include "core/model/table.h"

#include <optional>

namespace ws {

struct OwnShares
{
    double percent = 0; ///< what the rows add up to, below 95
    double rowsNs = 0;  ///< their time
    double wholeNs() const { return rowsNs / percent * 100; }
};

/// Nothing: the table has no such column, it is whole or has a total, or its percentages are not of its times. Rounding of each row is
/// allowed for. O(rows).
std::optional<OwnShares> sharesOfMissingRows(const Table &table);

/// Of torch's own times on the CPU. sharesOfMissingRows() is of those of its work on the device.
std::optional<OwnShares> cpuSharesOfMissingRows(const Table &table);

/// Says so in the notes of such tables.
void noteMissingRows(std::vector<Table> &tables);

} // namespace ws
