#pragma once
// Tables as profilers print them, and layerwise profiles, row by row: each table pairs with its counterpart (kernels,
// API, OS runtime, copies). Only for differences().

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// Times are what the table is about: total time, of torch's tables self device time of the device's work and self CPU
/// time of operators and overhead; labels are left out, because they repeat the time of what they cover. Rows of one
/// (cut) name are never merged: the first pairs with the first, and so on.
DiffTable printedDifferences(const ComparedRun &a, const ComparedRun &b, DiffBy by);

} // namespace ws
