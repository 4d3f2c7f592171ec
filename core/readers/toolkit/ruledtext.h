#pragma once
// Tables whose columns are marked by a line of dashes, as torch, nsys and ncu print them. A rule gives the columns;
// rows are cut there, but a cell may be wider than its column and push the rest of its line to the right (a name in a
// table of torch, "MTIA time avg" in a column of 12). Lines may have a logger's prefix. Rejected:
// splitting at runs of blanks alone (blank cells vanish, names hold double blanks).

#include "core/readers/toolkit/textlines.h"

#include <optional>

namespace ws {

/// A column between two characters (code points) of a line, the end excluded.
struct Span
{
    size_t from = 0;
    size_t to = 0;
    size_t width() const { return to - from; }
};

struct Rule
{
    std::string_view prefix;   ///< the text before the columns: blanks, "(EngineCore_DP0 pid=7) ", "INFO:root:", "#"
    std::vector<Span> columns; ///< without the prefix
};

/// Columns a table may have; a rule with more is not a table.
constexpr size_t maxColumns = 4096;

/// A line that ends with groups of at least `shortest` dashes divided by blanks.
std::optional<Rule> parseRule(std::string_view line, size_t shortest = 4);

/// Takes the prefix of a table's first line off another line: the same text, other digits allowed (time stamps); a line
/// without it is returned whole, and a line that is only the prefix is empty. The writer's own mark, "(Worker_TP0
/// pid=7)" or "[rank0]:", must be exactly equal: the lines of several processes may be mixed.
std::string_view withoutPrefix(std::string_view line, std::string_view prefix);
/// True when the line has the prefix. Every line has a blank one.
bool hasPrefix(std::string_view line, std::string_view prefix);
/// True when the line has the same prefix but for the number of its writer.
bool isOfOtherWriter(std::string_view line, std::string_view prefix);
/// The letters of the prefix, as a readable name: "(EngineCore_DP0 pid=7) " → "EngineCore_DP0 pid=7", "# " → "".
std::string prefixName(std::string_view prefix);

/// The cells of a row, trimmed, one per column; nothing when the row does not fit the columns in any way.
std::optional<std::vector<std::string_view>> cutRow(std::string_view row, const std::vector<Span> &columns);

/// Pieces of a line separated by two or more blanks.
std::vector<std::string_view> splitAtGaps(std::string_view line);

} // namespace ws
