#pragma once
// A text table as a profiler printed it (torch key_averages, nsys stats, ncu): typed cells, in the file's order, with
// the unit of each column. Row-major variants: the largest real table has some thousand rows. Large row sets
// (cuda_gpu_trace) become a timeline, not a Table.

#include <QString>

#include <QString>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ws {

/// The unit of a column's numbers. Torch times are always stored in µs and sizes in bytes (1024 based);
/// nsys numbers stay exactly as printed, in the header's unit.
enum class Unit : uint8_t {
    Text,
    Number,
    Count,
    Percent,
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Seconds,
    Bytes,
    Megabytes
};

/// "us", "ns", "percent", "bytes", "MB", "count", "number", "text" … as `summary --json` writes it.
const char *unitName(Unit unit);

struct Column
{
    std::string name; ///< as printed, e.g. "Self CUDA %"
    Unit unit = Unit::Text;
};

using Cell = std::variant<std::monostate, double, std::string>; ///< monostate: blank or "--"

/// Tables of vLLM's gputrc2graph.py, by Table::report: what it keeps of a trace beside it, and its result.csv, which is
/// a table for each run.
inline constexpr std::string_view traceSumReport = "cuda_gpu_kernel_tracesum",
                                  graphResultReport = "gputrc2graph_result";

/// Kinds of rows of a torch table; never to be added up together.
enum class RowKind : uint8_t { Plain, Annotation, Operator, DeviceWork, Overhead };

struct Table
{
    std::string kind;   ///< "torch", "nsys", "ncu", "ncu-kernels", "report"
    std::string report; ///< "cuda_gpu_kern_sum" …; empty when the format has no such name
    bool reportNamedInFile = true;
    std::string title; ///< from its place in the document: heading, prefix or line
    int64_t line = 0;  ///< 1-based line of the header row
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< every row has columns.size() cells
    std::vector<RowKind> rowKinds;       ///< torch only, parallel to rows
    std::vector<uint8_t> ambiguousName;  ///< torch only: several rows have the cut name
    /// "selfCpuUs", "selfDeviceUs" as the file prints them; "nestedDeviceUs": torch's old total, in which the work of
    /// an operator also counts for those that call it.
    std::map<std::string, double> totals;
    std::vector<std::string> notes; ///< findings, one sentence each (reconciliation, percentages over 100)

    int columnIndex(std::string_view name) const; ///< -1 when there is none
    /// What stands in a cell; 0 and "" for another kind of cell and for column -1.
    double numberAt(size_t row, int column) const;
    std::string_view nameAt(size_t row, int column) const;
};

/// What prints tables of a kind, for the user: "Nsight Compute" of "ncu" and "ncu-kernels".
QString toolTitle(std::string_view kind);
/// The title of a table in the language of the window: "line 34" is made here, the rest is the file's. Files and
/// FILE#PART have the title as it is.
QString shownTitle(std::string_view title);

} // namespace ws
