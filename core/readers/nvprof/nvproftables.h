#pragma once
// Tables of nvprof (CUDA 5 to 12) and of PGI's pgprof, which is the same program: sums of GPU work, API calls, OpenACC
// and NVTX ranges, unified memory, metrics and events; as text, whose cells have units of their own ("12.222ms"), and
// as CSV, whose second row has the units of the columns (of CUDA 5.5 and before, cells with units of their own). Times
// are stored in µs, sizes in bytes (1024 based). A table of GPU activities and API calls becomes one for each type.
// Rejected: taking a CSV without its row of units as nanoseconds; the columns are numbers then, and it is said.

#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textpage.h"

namespace ws {

/// A process that was profiled, from the lines "==7321== …" above; empty where they are "======== …" or missing.
struct NvprofProcess
{
    std::string pid;
    std::string command;
    bool operator==(const NvprofProcess &) const = default;
};

/// The process whose output line `at` is.
NvprofProcess nvprofProcess(const TextPage &page, size_t at);
/// "./train 64, process 7321", the parts that are known.
std::string nvprofPlace(const NvprofProcess &process);
/// True for ",%,us,,us,us,us,", the second row of a CSV.
bool isNvprofUnits(const CsvRecord &row);

/// A table of any kind but traces that starts at line `at`.
bool findNvprof(TextPage &page, size_t at, FoundTables &found);

} // namespace ws
