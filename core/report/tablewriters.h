#pragma once
// A ReportTable as text. CSV, TSV and JSON carry raw numbers (integer nanoseconds, shares of 1) under the columns' ids,
// for programs; Markdown and the terminal's text have the text of the screen.

#include "core/report/csv.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// Rows and columns of a table in the order to write, without filtered, hidden or unselected ones.
struct TablePart
{
    const ReportTable &table;
    std::vector<size_t> rows;
    std::vector<size_t> columns;
};
/// All rows; all columns except optional ones without a known value.
TablePart wholeTable(const ReportTable &table);

std::string tableCsv(const TablePart &part, CsvStyle style = CsvStyle::Raw);
/// For the clipboard: cells of several lines become one line.
QString tableTsv(const TablePart &part);
QString tableMarkdown(const TablePart &part);
/// Aligned columns; names are last, because they are long. The table's notes follow. Lines fit `maxWidth` (0: any
/// width): texts are shortened as TextTable::text() does it; where the numbers alone are wider, columns are left out
/// and named in a note, first those that cannot be summed up, from the right.
std::string tableTerminalText(const TablePart &part, int maxWidth = 0);

/// [{"name": …, "totalNs": …}, …]: every column, optional ones where they are known; null for unknown values.
nlohmann::ordered_json tableRowsJson(const ReportTable &table);
/// The same as text, one row a line, for tables of a million rows: a document of them takes 100 times their memory.
void appendRowsJson(std::string &out, const ReportTable &table);

} // namespace ws
