#pragma once
// Every execution of a row of the module tree: the calls of a module, each with its time on the CPU and the GPU work
// that belongs to it or to modules inside it, backward work and graphs included, as the attribution has it.

#include "core/analysis/activityset.h"
#include "core/analysis/modules/attribution.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"

#include <QString>

#include <optional>
#include <vector>

namespace ws {

struct ModuleInstance
{
    uint32_t call = 0; ///< index into Attribution::modules()
    EventRef slice;
    int64_t gpuNs = 0;                    ///< summed durations of all GPU work below it …
    int64_t selfGpuNs = 0;                ///< … and of what no module inside it owns
    int64_t gpuStartNs = 0, gpuEndNs = 0; ///< first start and last end; 0 without work
    uint64_t activities = 0;
};

/// The calls of a module by its path of classes, "Model/DecoderLayer/MLP", as `modules` has them; a part may also name
/// one instance, "DecoderLayer_7". The whole path first; if nothing has it, every path that ends with it. Indices into
/// Attribution::modules(), ascending. O(calls × depth).
std::vector<uint32_t> callsOfModule(const Run &run, const Attribution &attribution, const QString &path);

/// One for each call, by start. Nested calls repeat the time of the inner one. With a range, GPU work that intersects
/// it counts with its time there; with `only` (null: all) that of the set; then calls without such work are left out.
/// Nothing when cancelled. O(GPU work × depth + calls × log calls).
std::optional<std::vector<ModuleInstance>> moduleInstances(const Run &run, const Attribution &attribution,
                                                           const std::vector<uint32_t> &calls,
                                                           const Progress *progress = nullptr,
                                                           std::optional<TimeRange> range = {},
                                                           const ActivitySet *only = nullptr);

/// "Model/DecoderLayer/MLP", of classes.
QString modulePath(const Run &run, const Attribution &attribution, uint32_t call);

} // namespace ws
