#pragma once
// Names of the tables of an nsys sqlite export.

#include <utility>

namespace ws::nsys {

constexpr const char *kernel = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr const char *memcpy = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr const char *memset = "CUPTI_ACTIVITY_KIND_MEMSET";
constexpr const char *graph = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
constexpr const char *sync = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
constexpr const char *runtime = "CUPTI_ACTIVITY_KIND_RUNTIME";
constexpr const char *driver = "CUPTI_ACTIVITY_KIND_DRIVER";
constexpr const char *osRuntime = "OSRT_API";
constexpr const char *cudnn = "CUDNN_EVENTS";
constexpr const char *cublas = "CUBLAS_EVENTS";
constexpr const char *overhead = "PROFILER_OVERHEAD";
constexpr const char *fullQueue = "CUPTI_ACTIVITY_KIND_OVERHEAD"; ///< and CUPTI's own work, which is not read
constexpr const char *nvtx = "NVTX_EVENTS";

/// Category of the slices and their table.
constexpr std::pair<const char *, const char *> tablesByCategory[] = {{"kernel", kernel},
                                                                      {"gpu_memcpy", memcpy},
                                                                      {"gpu_memset", memset},
                                                                      {"cuda_graph", graph},
                                                                      {"cuda_sync", sync},
                                                                      {"cuda_runtime", runtime},
                                                                      {"cuda_driver", driver},
                                                                      {"osrt", osRuntime},
                                                                      {"cudnn", cudnn},
                                                                      {"cublas", cublas},
                                                                      {"overhead", overhead},
                                                                      {"nvtx", nvtx},
                                                                      {"cuda_queue_full", fullQueue}};

} // namespace ws::nsys
