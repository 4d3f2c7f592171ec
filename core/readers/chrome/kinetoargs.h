#pragma once
// What the arguments of Kineto's events say about GPU work, launches and operators.

#include "core/model/gpulinks.h"

#include <string_view>

namespace ws {

struct WorkArgs
{
    std::string_view device, stream, collective; ///< as they stand between the quotes; empty: not said
    GpuDetail detail;
};

WorkArgs workArgs(std::string_view args, StringPool &strings);
OpDetail opDetail(std::string_view args, StringPool &strings);
/// 0: none.
uint64_t correlationOf(std::string_view args);

/// GpuDetail::matchName of a collective: "NAME|collective=allreduce". torch names it in the arguments of NCCL's
/// kernels, of which few have different names.
StringId collectiveName(StringPool &strings, StringId name, std::string_view collective);

} // namespace ws
