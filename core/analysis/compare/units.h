#pragma once
// The unit of work that two runs are judged by. Steps are paired by phase (sections of a training loop by name), batch
// and tokens within 10 %, the k-th with the k-th; the phase with the most time is the unit. Where no step is named, the
// repetition of an anchor kernel that both have. Steps that the recording cuts have no partner.
//
// The window of a unit on a device is the time from its first work there to the first work of the next step, so that
// idle time between steps belongs to the step before. The last one has no such end; it counts only where there are
// fewer than three.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// Kind None, with the reason, where there is no unit. Nothing when cancelled. O(GPU work + steps × log steps);
/// without named steps that of findWorkUnit().
std::optional<ComparedUnit> comparedUnit(const ComparedRun &a, const ComparedRun &b,
                                         const Progress *progress = nullptr);

/// By activity: index into `places` of the window of its device that contains its start, or noStep.
std::vector<uint32_t> windowsOfWork(const GpuWork &gpu, const std::vector<DeviceWindow> &places);

} // namespace ws
