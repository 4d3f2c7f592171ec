#pragma once
// What the words of ROCm's tools mean, wherever they stand (databases, JSON, CSV).

#include "core/base/diagnostics.h"
#include "core/base/texts.h"
#include "core/model/timeline.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ws {

/// Of a domain of calls: rocprofv3 writes HIP_RUNTIME_API, MARKER_CORE_RANGE_API, RCCL_API …, rocprof-sys rocm_hip_api,
/// rocm_marker_api ….
inline CategoryKind kindOfRocmDomain(std::string_view domain)
{
    const auto holds = [domain](std::string_view part) { return domain.find(part) != domain.npos; };
    if (holds("MARKER") || holds("marker") || holds("ROCTX") || holds("roctx"))
        return CategoryKind::UserAnnotation;
    if (domain.starts_with("HIP_") || domain.starts_with("HSA_") || holds("_API") || holds("_api"))
        return CategoryKind::Launch;
    return domain == "python" ? CategoryKind::Python : CategoryKind::Other;
}

/// "SQ_WAVES", "TCC_HIT[3]", "GRBM_GUI_ACTIVE_sum": a counter of a block of the hardware, and the metrics that ROCm
/// derives of them ("VALUUtilization"; counter_defs.yaml and metrics.xml of ROCm/rocprofiler, rocprofiler-sdk).
/// "Counter_Value": rocprofv3's own column.
inline bool isRocmCounter(std::string_view name)
{
    static constexpr std::string_view blocks[] = {
        "ATC", "ATCL2", "CB",  "CHA",  "CHC",  "CPC",   "CPF",   "CPG",  "DB",    "EA",  "GCEA",
        "GCR", "GDS",   "GE",  "GL1A", "GL1C", "GL2A",  "GL2C",  "GRBM", "GRBMH", "GUS", "MCVML2",
        "PA",  "RLC",   "RMI", "RPB",  "SDMA", "SPI",   "SQ",    "SQC",  "SQG",   "SX",  "TA",
        "TCA", "TCC",   "TCP", "TCS",  "TD",   "UTCL1", "UTCL2", "VML2", "WD"};
    static constexpr std::string_view metrics[] = {
        "ALUStalledByLDS",    "BANDWIDTH_EA",      "Counter_Value",
        "FETCH_SIZE",         "FetchSize",         "FlatLDSInsts",
        "FlatVMemInsts",      "GDSInsts",          "GPUBusy",
        "GPU_UTIL",           "HBM_BANDWIDTH",     "HBM_READ_BYTES",
        "HBM_WRITE_BYTES",    "L1CacheHit",        "L2CacheHit",
        "LDSBankConflict",    "LDSInsts",          "LdsBankConflict",
        "LdsLatency",         "LdsUtil",           "MemUnitBusy",
        "MemUnitStalled",     "MemWrites32B",      "MeanOccupancyPerActiveCU",
        "MeanOccupancyPerCU", "MfmaFlops",         "MfmaFlopsBF16",
        "MfmaFlopsF16",       "MfmaFlopsF32",      "MfmaFlopsF64",
        "MfmaUtil",           "OccupancyPercent",  "SALUBusy",
        "SALUInsts",          "SFetchInsts",       "SIMD_UTILIZATION",
        "TOTAL_16_OPS",       "TOTAL_32_OPS",      "TOTAL_64_OPS",
        "VALUBusy",           "VALUInsts",         "VALUUtilization",
        "VFetchInsts",        "VWriteInsts",       "ValuPipeIssueUtil",
        "VmemLatency",        "VmemPipeIssueUtil", "WRITE_SIZE",
        "Wavefronts",         "WriteSize",         "WriteUnitStalled"};
    const size_t end = name.find('_');
    return std::ranges::find(metrics, name) != std::end(metrics) ||
           (end != name.npos && std::ranges::find(blocks, name.substr(0, end)) != std::end(blocks));
}

/// ROCm's tools run a kernel alone while they count for it, and the program again where not all counters fit; where
/// rocprof-compute has put several runs together, times are means over them.
inline void noteKernelCounters(Diagnostics &diagnostics, uint64_t count)
{
    if (count)
        diagnostics.add(
            "kernel-counters",
            Core::tr("Hardware counters were collected for kernels. For that the profiler runs them one at a "
                     "time, where needed in several runs of the program: idle time, overlap and delays are "
                     "not those of the program."),
            -1, {}, count);
}

} // namespace ws
