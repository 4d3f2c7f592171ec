#pragma once
// Summary reports of `nsys stats`, as text (header, rule, rows up to a blank line; --format table: a box around all)
// and as CSV. The report is named by the line above ("[6/8] Executing 'cuda_gpu_kern_sum' stats report", " ** CUDA GPU
// Kernel Summary (cuda_gpu_kern_sum):", "Running [… gpukernsum.py …]"); the first table of a pasted log often lost that
// line, then columns and content decide. cuda_gpu_trace is not a summary but a timeline: it has a reader of its own.

#include "core/readers/toolkit/textpage.h"

namespace ws {

/// A text table whose header is at line `at`.
bool findNsysTextTable(TextPage &page, size_t at, FoundTables &found);
/// A CSV table whose header is at line `at`.
bool findNsysCsvTable(TextPage &page, size_t at, FoundTables &found);

/// True when the line is the CSV header of a summary report (any delimiter).
bool isNsysCsvHeader(std::string_view line);

/// "cuda_gpu_kern_sum" … by columns and names, empty when they fit none.
std::string inferNsysReport(const Table &table);

} // namespace ws
