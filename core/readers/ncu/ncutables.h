#pragma once
// Nsight Compute: the details page and the raw page as CSV (`ncu --csv --page details|raw`), and console text.
// "==PROF==" lines, shell lines and prose may be anywhere around them.

#include "core/readers/toolkit/textpage.h"

namespace ws {

bool findNcuCsv(TextPage &page, size_t at, FoundTables &found);
/// Console text: takes a kernel's header line and everything that belongs to it and to the kernels that follow. A whole
/// document becomes one table with the columns of the details page.
bool findNcuText(TextPage &page, size_t at, FoundTables &found);
/// Says of tables in which no metric has a value that none has, and which were asked for: as a line of the diagnostics
/// where that is all there is, else as a note of the table. `text`: of the document.
void noteMissingMetrics(std::string_view text, FoundTables &found);
/// Behind each table of metrics one with a row for each kernel.
void addNcuKernelTables(std::vector<Table> &tables);

/// True when the line is the CSV header of a details or raw page.
bool isNcuCsvHeader(std::string_view line);
/// True when the line introduces a kernel in console text: "name (1, 1, 1)x(64, 1, 1), Context 1, Stream 7, …".
bool isNcuKernelLine(std::string_view line);

} // namespace ws
