#pragma once
// Tables of torch's key_averages().table(): a rule, a header, a rule, rows, a rule, then the totals. Profilers print
// them into files, loggers put prefixes before the lines, users paste them into Markdown and omit columns.

#include "core/readers/toolkit/textpage.h"

namespace ws {

/// A table whose first rule is at line `at`.
bool findTorchTable(TextPage &page, size_t at, FoundTables &found);

/// "Self CUDA time total: 5.283ms" outside any table: kept as a fact of the file, and in a table of such totals.
bool findLooseTorchTotal(TextPage &page, size_t at, FoundTables &found);
/// The table of totals goes behind the others; alone it is none.
void finishLooseTotals(FoundTables &found);

} // namespace ws
