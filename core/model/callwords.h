#pragma once
// What the names of a runtime's or driver's calls say: CUDA, HIP, Level Zero, Unified Runtime, CNRT, MUSA, TOPS, ACL,
// MTIA and torch's out-of-tree backends. A vendor that is not here is known by what its calls did: see lostLaunches().

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace ws {

enum class LaunchedWork : uint8_t { None, Kernel, Graph, Copy };

/// GPU work that a page fault or a prefetch of unified memory causes, not a launch: "[CUDA memcpy Unified
/// Host-to-Device]" of Nsight Systems, "[Unified Memory Memcpy DtoH]" of nvprof.
inline bool isMigration(std::string_view copy)
{
    return copy.find("Unified") != copy.npos;
}

/// A call that launches one kernel: cudaLaunchKernel, launchKernel, urEnqueueKernelLaunch, cnInvokeKernel.
inline bool launchesOneKernel(std::string_view call)
{
    if (call.find("Multi") != call.npos)
        return false;
    for (const std::string_view part : {"aunchKernel", "ernelLaunch", "nvokeKernel", "EnqueueNDRange"})
        if (call.find(part) != call.npos)
            return true;
    return false;
}

/// What a call of this name puts on the GPU.
inline LaunchedWork launchedWork(std::string_view call)
{
    const auto has = [call](std::string_view part) { return call.find(part) != call.npos; };
    if (has("GraphLaunch"))
        return LaunchedWork::Graph;
    if (has("HostFunc"))
        return LaunchedWork::None;
    for (const std::string_view part : {"aunchKernel", "ernelLaunch", "nvokeKernel", "EnqueueNDRange",
                                        "LaunchCooperative", "LaunchByPtr", "runFunction"})
        if (has(part))
            return LaunchedWork::Kernel;
    if (call == "cudaLaunch" || call.starts_with("cudaLaunch_v"))
        return LaunchedWork::Kernel;
    return has("MemcpyAsync") ? LaunchedWork::Copy : LaunchedWork::None;
}

/// Commands of Level Zero that unitrace lists among a device's work, and that are none: a barrier lasts until the work
/// before it has ended. Tables quote the names. So are rocprof's packets that wait.
inline bool isNoDeviceWork(std::string_view name)
{
    while (!name.empty() && (name.front() == '"' || name.front() == ' '))
        name.remove_prefix(1);
    if (name == "<barrier packet>") // of rocprof's first version: an AQL packet that waits for signals
        return true;
    for (const std::string_view command :
         {"zeCommandListAppendBarrier", "zeCommandListAppendEventReset", "zeCommandListAppendWaitOnEvents",
          "zeCommandListAppendSignalEvent", "zeCommandListAppendMemoryRangesBarrier"})
        if (name.starts_with(command))
            return true;
    return false;
}

inline bool beginsCapture(std::string_view call)
{
    return call.find("StreamBeginCapture") != call.npos;
}

inline bool endsCapture(std::string_view call)
{
    return call.find("StreamEndCapture") != call.npos;
}

} // namespace ws
