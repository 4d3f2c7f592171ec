#pragma once
// What a table of torch's key_averages() says besides its numbers: the kind of each row (labels, operators,
// work of the device, overhead of the profiler: their times overlap and are never added up together), which cut
// names are ambiguous, whether the device's rows add up to the total that the file prints, and the largest call. Rules
// found in real tables (vLLM, PyTorch's own documentation).

#include "core/model/table.h"

#include <optional>

namespace ws {

/// Positions of the columns of a torch table; -1: the table has no such column.
struct TorchColumns
{
    int name = -1;
    int selfCpu = -1;
    int cpuTotal = -1;
    int selfDevice = -1;
    int selfDevicePercent = -1;
    int deviceTotal = -1;
    int calls = -1;
    int flops = -1;          ///< estimated by torch from shapes; blank where it knows no formula …
    double flopsPerUnit = 1; ///< … "Total GFLOPs": 1e9
    std::string device;      ///< "CUDA", "XPU", "MTIA" …
};

/// Kineto's row of the time in which launching calls wait for room in the driver's queue: no cost of the profiler.
inline constexpr std::string_view fullQueueRow = "Command Buffer Full";

TorchColumns torchColumns(const Table &table);

/// Own times below 0, which no work takes: the largest of them, and how many there are.
struct NegativeTimes
{
    size_t row = 0;
    double us = 0;
    uint64_t count = 0;
};
/// Of a column of own times; nothing where they are no more than clocks differ by: a hundredth of the others.
std::optional<NegativeTimes> negativeTimes(const Table &table, int column);

/// Own time of the CPU in all rows (µs), those of labels, too: a label's own time is that of no operator within it, and
/// the file's total holds it.
double listedSelfCpu(const Table &table, const TorchColumns &columns);

/// 10^12 FLOP/s of a row: its FLOPs ÷ its time on the device with the calls below it, without a device on the CPU.
/// Nothing without either.
std::optional<double> tflopPerS(const Table &table, size_t row, const TorchColumns &columns);

/// True when the name ends with "..." (torch cuts at 55 characters) or "…" (nsys): what is cut off tells kernels apart,
/// so rows of one such name are never added up.
bool isCutName(std::string_view name);

/// Fills rowKinds, ambiguousName and notes. The rows keep their order and are never merged.
void analyseTorchTable(Table &table);

/// Notes of the table of totals (looseTotalsKind): the sums of the CPU and of the device, and where there are two such
/// rows, how the first became the second.
void analyseLooseTotals(Table &table);

/// Device-work rows compared with the total of the file.
struct TorchReconciliation
{
    double rowsUs = 0;     ///< self device time of the device-work rows
    double totalUs = 0;    ///< the file's own total
    int ambiguousRows = 0; ///< of these, those that share their cut name
    int ambiguousNames = 0;
    bool hasTotal = false;
};

TorchReconciliation reconcile(const Table &table);

/// The file's total of the device's own times, µs. Some versions of torch add the span of a label (record_function) to
/// it, from the label's first kernel to its last; where the total is just the spans and what the labels' calls
/// launched, the spans are left out. Nothing: the file has no total.
std::optional<double> deviceTotalUs(const Table &table);

} // namespace ws
