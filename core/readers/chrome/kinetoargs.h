#pragma once
// The arguments of Kineto's events for GPU work, launches and operators.

#include "core/model/gpulinks.h"

#include <string_view>

namespace ws {

struct WorkArgs
{
    std::string_view device, stream, collective; ///< as they are between the quotes; empty: missing
    GpuDetail detail;
};

struct LaunchArgs
{
    uint64_t correlation = 0; ///< 0: none
    uint64_t externalId = 0;  ///< 0: none
    StringId kernel = 0;      ///< the launched kernel; 0: not in the file
};

WorkArgs workArgs(std::string_view args, StringPool &strings);
OpDetail opDetail(std::string_view args, StringPool &strings);
LaunchArgs launchArgs(std::string_view args, StringPool &strings);

/// From arguments that name a collective ("Collective name", as torch writes them).
CollectiveDetail collectiveDetail(std::string_view args, StringPool &strings);

/// GpuDetail::matchName of a collective: "NAME|collective=allreduce". torch names it in the arguments of NCCL's
/// kernels, which share a few names.
StringId collectiveName(StringPool &strings, StringId name, std::string_view collective);

} // namespace ws
