#pragma once
// A ReportTable as text. CSV, TSV and JSON carry raw numbers (integer nanoseconds, shares of 1) under the columns' ids,
// for programs; Markdown and the terminal's text carry what stands on the screen.

#include "core/report/csv.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// Rows and columns of a table in the order to write: what is filtered away, hidden or not selected is left out.
struct TablePart
{
    const ReportTable &table;
    std::vector<size_t> rows;
    std::vector<size_t> columns;
};
/// All rows; all columns but optional ones of which nothing is known.
TablePart wholeTable(const ReportTable &table);

std::string tableCsv(const TablePart &part, CsvStyle style = CsvStyle::Raw);
/// For the clipboard: cells of several lines become one line.
QString tableTsv(const TablePart &part);
QString tableMarkdown(const TablePart &part);
/// Columns that line up; the key columns stand last, because names are long. The table's notes follow.
std::string tableTerminalText(const TablePart &part);

/// [{"name": …, "totalNs": …}, …]: every column, optional ones where they are known; null for what is not known.
nlohmann::ordered_json tableRowsJson(const ReportTable &table);

} // namespace ws
