#pragma once
// The steps of a run (one call of the model, one iteration) and which GPU work each of them launched.
//
// A step is an annotation on a CPU thread, or an NVTX start/end range, whose name stepName() knows. Nested annotations
// are one step: the most specific name wins, and the others add their details. Only where one encloses several more
// specific ones (an iteration of several calls), those are steps of their own, and the outer one keeps the rest.
//
// GPU work belongs to the step whose CPU slice contains the start of its launch: on its own thread, else on any thread
// of the same process (the backward pass runs on another one). Ascend's files show the calls of CANN as a process of
// its own: there the operator counts as the launch, else the thread of the same id. Work without a launch in the file
// belongs to the step whose gpu_user_annotation contains its start on its stream, as does all work where no slice of a
// CPU thread names a step (XLA's "Steps"). Labels in a row with a name instead of a stream's number cover all of the
// device's work. Everything else is outside any step. Membership by GPU time was rejected: the GPU runs late, often
// after the step's CPU slice has ended. Only where no work of the file has a launch or such an annotation, and one
// process has all steps, it is better than nothing: isByTime says so.

#include "core/analysis/steps/steppatterns.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ws {

constexpr uint32_t noStep = UINT32_MAX;

struct Step
{
    StringId name = 0;
    EventRef slice; ///< outermost annotation; on the GPU's rows if only they name the step
    std::string phase;
    std::optional<int64_t> batch, tokens;
    TimeRange wall;         ///< on the CPU; without length when only the GPU's rows name the step
    int64_t gpuStartNs = 0; ///< first start of its GPU work; 0 without any
    int64_t gpuEndNs = 0;   ///< last end
    int64_t gpuNs = 0;      ///< summed durations
    int64_t gpuBusyNs = 0;  ///< union of its work over all devices
    uint64_t activities = 0;
    bool isOpen = false; ///< its end is not in the file: the last period, or an annotation that never ended
};

struct Steps
{
    std::vector<Step> steps;          ///< by begin of their CPU slices
    std::vector<uint32_t> ofActivity; ///< index into steps, noStep: outside. Empty without steps
    int64_t outsideNs = 0;            ///< Σ gpuNs + outsideNs = summed duration of all GPU work
    uint64_t outsideActivities = 0;
    bool arePeriods = false; ///< of kernels: `wall` is a time on the GPU
    bool isByTime = false;   ///< nothing tells which step launched GPU work: it belongs to the one in which it begins
    QString problem;         ///< on how many names the user's regex gave up, how many ranges overlap; empty: none

    uint32_t of(size_t activity) const { return ofActivity.empty() ? noStep : ofActivity[activity]; }
};

/// Null when cancelled.
std::optional<Steps> findSteps(const Run &run, const Progress *progress = nullptr);

} // namespace ws
