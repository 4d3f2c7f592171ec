#pragma once
// Kernels by name of two runs that hold different kinds of data: a table and a trace, a layerwise profile and a table.
// Their names, calls and summed times are all that can be compared. Only for differences() and comparability().

#include "core/analysis/compare/comparedrun.h"

#include <map>
#include <string>

namespace ws {

/// The GPU work that a run, or its compared part, sums up per name. Empty: none.
struct KernelSum
{
    uint64_t count = 0;
    int64_t ns = 0;
};
using KernelSums = std::map<std::string, KernelSum, std::less<>>;
KernelSums kernelSums(const ComparedRun &run);

struct MixedKernels
{
    KernelSums a, b;
};
/// Copies have one name for all tools. Where one side cuts a name ("void at::native::CatArr..."), what begins like it
/// is one row.
MixedKernels mixedKernels(const ComparedRun &a, const ComparedRun &b);

/// They hold different kinds of data, and both hold kernels.
bool areMixed(const ComparedRun &a, const ComparedRun &b);

} // namespace ws
