#pragma once
// What the words of ROCm's tools mean, wherever they stand (databases, JSON, CSV).

#include "core/base/diagnostics.h"
#include "core/base/texts.h"
#include "core/model/timeline.h"

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
