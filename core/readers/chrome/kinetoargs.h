#pragma once
// The arguments of Kineto's events for GPU work, launches and operators.

#include "core/model/gpulinks.h"

#include <string_view>

namespace ws {

struct WorkArgs
{
    std::string_view device, stream, collective; ///< as they are between the quotes; empty: missing. The stream is that
                                                 ///< of the hardware where the event lies in a row for display
    GpuDetail detail;
};

struct LaunchArgs
{
    uint64_t correlation = 0; ///< 0: none
    uint64_t externalId = 0;  ///< 0: none
    StringId kernel = 0;      ///< the launched kernel; 0: not in the file
};

/// Of an event of cuda_sync.
struct WaitArgs
{
    enum Kind : uint8_t { Other, Stream, Host }; ///< a stream or the CPU waits for a recorded event
    Kind kind = Other;
    uint64_t record = 0; ///< correlation of the call that recorded it; 0: not in the file
};

WaitArgs waitArgs(std::string_view name, std::string_view args);
WorkArgs workArgs(std::string_view args, StringPool &strings);

/// "Memcpy" or "Memset": torch's own CUPTI profiler calls all copies so.
bool isBareCopyName(std::string_view name);
/// As Kineto names the same copy, from its arguments ("copy kind", "src kind", "dst kind", "memory kind", by word or by
/// CUPTI's number): "Memcpy HtoD (Pinned -> Device)", "Memset (Device)". What they do not tell is left out.
std::string copyName(std::string_view name, std::string_view args);

/// `hasModel`: its inputs are kept, see CpuOps::inputs.
OpDetail opDetail(std::string_view args, bool hasModel, StringPool &strings);
LaunchArgs launchArgs(std::string_view args, StringPool &strings);

/// From arguments that name a collective ("Collective name", as torch writes them).
CollectiveDetail collectiveDetail(std::string_view args, StringPool &strings);

/// GpuDetail::matchName of a collective: "NAME|collective=allreduce". torch names it in the arguments of NCCL's
/// kernels, which share a few names.
StringId collectiveName(StringPool &strings, StringId name, std::string_view collective);

} // namespace ws
