#pragma once
// The table of steps, by begin. Its last row is the GPU work outside any step, so that gpu_ns adds up to all of it.

#include "core/analysis/busy/stepsplits.h"
#include "core/analysis/steps/steps.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

/// `steps` null: only the columns.
ReportTable stepReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps);

/// Which steps a view lists.
struct StepScope
{
    std::optional<TimeRange> range = {}; ///< steps that reach into it, on the CPU or with GPU work, each as a whole
    uint32_t step = noStep;              ///< this one alone
    std::string phase = {};              ///< only of this phase; empty: of any
    explicit operator bool() const { return range || step != noStep || !phase.empty(); }
};
/// The rows of stepReport(), without that of the work outside of steps.
std::shared_ptr<const std::vector<uint32_t>> stepRowsWithin(const Steps &steps, const StepScope &scope);

/// What tells which step GPU work belongs to, where it is not its launch; else empty.
QString stepWorkNote(const Run &run, const Steps &steps);
/// They are the iterations that msprof tells of the device, and are not on the CPU.
bool areIterationsOfDevice(const Run &run, const Steps &steps);
/// How long nothing follows the iterations, as msprof tells it (Data_aug Bound), and how long these last.
struct InputWait
{
    int64_t waitNs = 0, stepNs = 0; ///< both 0: they are no such iterations
    double share() const { return waitNs ? double(waitNs) / double(waitNs + stepNs) : 0; }
};
InputWait inputWait(const Run &run, const Steps &steps);
/// A sentence about it; empty: it is nothing of note.
QString inputWaitNote(const Run &run, const Steps &steps);

/// Columns with the split of each step's time on its devices, added up.
void addSplitColumns(ReportTable &steps, const std::vector<StepSplit> &splits);
/// That these are of each step's own work, where that of the next one begins before it ends; empty: nowhere.
QString ownWorkNote(const std::vector<StepSplit> &splits);
/// Adds "devices" to the rows of tableRowsJson() of steps.
void addSplitsJson(nlohmann::ordered_json &rows, const Run &run, const std::vector<StepSplit> &splits);

} // namespace ws
