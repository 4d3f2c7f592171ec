#include "core/readers/nsys/nsystables.h"

#include <algorithm>

namespace ws {

namespace {

bool hasColumn(const Table &table, std::string_view start)
{
    return std::any_of(table.columns.begin(), table.columns.end(),
                       [&](const Column &column) { return column.name.starts_with(start); });
}

/// Counts names that look like calls of the CUDA runtime or driver (or of HIP).
bool holdsApiCalls(const Table &table, int nameColumn)
{
    if (nameColumn < 0)
        return false;
    size_t api = 0;
    size_t all = 0;
    for (const auto &row : table.rows) {
        const auto *name = std::get_if<std::string>(&row[static_cast<size_t>(nameColumn)]);
        if (!name)
            continue;
        ++all;
        const bool driver =
            name->size() > 2 && name->starts_with("cu") && isupper(static_cast<unsigned char>((*name)[2]));
        if (name->starts_with("cuda") || name->starts_with("hip") || driver)
            ++api;
    }
    return all > 0 && api * 2 > all;
}

std::string inferTrace(const Table &table)
{
    if (hasColumn(table, "RangeStack") || hasColumn(table, "NumChild"))
        return "nvtx_pushpop_trace";
    if (hasColumn(table, "Projected Start"))
        return "nvtx_gpu_proj_trace";
    if (hasColumn(table, "CorrId") && hasColumn(table, "Strm"))
        return "cuda_gpu_trace";
    if (hasColumn(table, "CorrID") || hasColumn(table, "Result"))
        return "cuda_api_trace";
    if (hasColumn(table, "RangeId"))
        return "nvtx_startend_trace";
    return {};
}

} // namespace

std::string inferNsysReport(const Table &table)
{
    if (hasColumn(table, "Start (") || hasColumn(table, "Start(") || hasColumn(table, "Projected Start"))
        return inferTrace(table);
    if (hasColumn(table, "Elapsed Time (") && hasColumn(table, "Instances") && hasColumn(table, "Name"))
        return std::string(hasColumn(table, "Model_Engine") ? graphResultReport : traceSumReport);
    if (hasColumn(table, "Operation") && !hasColumn(table, "Category"))
        return hasColumn(table, "Total Time (") ? "cuda_gpu_mem_time_sum" : "cuda_gpu_mem_size_sum";
    if (hasColumn(table, "Category") && hasColumn(table, "Operation"))
        return "cuda_gpu_sum";
    if (hasColumn(table, "API Name") && hasColumn(table, "Kernel Name"))
        return "cuda_kern_exec_sum";
    if (hasColumn(table, "NVTX Range"))
        return "nvtx_kern_sum";
    if (hasColumn(table, "Total Proj Time"))
        return "nvtx_gpu_proj_sum";
    if (hasColumn(table, "Range"))
        return hasColumn(table, "Style") ? "nvtx_sum" : "nvtx_pushpop_sum";
    if (hasColumn(table, "GridXYZ"))
        return "cuda_gpu_kern_gb_sum";
    if (hasColumn(table, "Num Calls"))
        return holdsApiCalls(table, table.columnIndex("Name")) ? "cuda_api_sum" : "osrt_sum";
    if (hasColumn(table, "Instances") && hasColumn(table, "Name"))
        return "cuda_gpu_kern_sum";
    return {};
}

} // namespace ws
