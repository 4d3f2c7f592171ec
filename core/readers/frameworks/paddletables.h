#pragma once
// Summaries of PaddlePaddle's profiler (paddle/profiler/profiler_statistic.py, 2.3 to 3.x): a title between dashes, the
// unit of all times, a rule, a header, a rule, rows, a rule. A cell may hold five numbers, "a / b / c / d / e", and is
// five columns here. Names are indented by their level, which is a column of its own. The Overview has a second header
// for the GPU within: a table of its own. Also the table of Profiler(timer_only=True).

#include "core/readers/toolkit/textpage.h"

namespace ws {

/// A summary whose title is at line `at`.
bool findPaddleTable(TextPage &page, size_t at, FoundTables &found);

} // namespace ws
