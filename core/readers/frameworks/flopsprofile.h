#pragma once
// What DeepSpeed's flops profiler prints (deepspeed/profiling/flops_profiler/profiler.py): a summary, the modules that
// take most at each depth, and the tree of modules with parameters, MACs, latency and FLOPS of each. Older versions
// write "336.23 M, 100.00% Params", newer ones "336.23 M = 100% Params"; a module's numbers stand in its brackets, or
// on the next line where it has children. Multiples are of 1000. Latencies are of the forward pass on the CPU's clock,
// no GPU work.

#include "core/readers/toolkit/textpage.h"

namespace ws {

/// A profile whose first line is at line `at`.
bool findFlopsProfile(TextPage &page, size_t at, FoundTables &found);

} // namespace ws
