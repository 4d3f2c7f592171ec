#pragma once
// What the words of ROCm's tools mean, wherever they stand (databases, JSON, CSV).

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

} // namespace ws
