#pragma once
// The integrated nsys + ncu report (Chinese text): part one numbers kernels with their time and share, part two gives
// what ncu found for each. Its entries are joined by index: entry `ncu_kernel_<i>_<name>` belongs to the kernel i + 1.

#include "core/readers/toolkit/textpage.h"

namespace ws {

/// The report whose first numbered entry is at line `at`: three tables, the kernels and the ncu entries as printed,
/// and both joined (kind "ncu-kernels").
bool findIntegratedReport(TextPage &page, size_t at, FoundTables &found);

} // namespace ws
