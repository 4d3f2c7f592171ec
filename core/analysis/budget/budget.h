#pragma once
// The wall budget: how a stretch of time on a device divides into computation, exposed communication, exposed copies
// and idle time by cause. Integer nanoseconds, and the parts add up to the length of the stretch exactly. What is
// communication, and why the device is idle, is not decided here: the first comes from communication.h, the second from
// findGaps(); a gap that a window cuts gives each side its part. Time before the first work of the device and after its
// last one is no gap and has no cause: it counts as unknown.
//
// All windows of all devices are answered in one pass: the amount of a union before a time is the running length
// without what reaches beyond that time, so only the windows' begins and ends are kept. Rejected: busySplit() per
// window (each walks over the work from the start of the trace).

#include "core/analysis/gaps/gaps.h"
#include "core/analysis/gpuscan.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ws {

struct WallBudget
{
    int64_t wallNs = 0; ///< length of the window
    int64_t computeNs = 0;
    int64_t exposedCommNs = 0;                 ///< communication while no computation runs
    int64_t exposedCopyNs = 0;                 ///< copies while neither computation nor communication runs
    std::array<int64_t, gapCauseCount> idle{}; ///< by GapCause

    int64_t idleNs() const { return saturatingAdd(saturatingAdd(idle[0], idle[1]), saturatingAdd(idle[2], idle[3])); }
    int64_t busyNs() const { return saturatingAdd(saturatingAdd(computeNs, exposedCommNs), exposedCopyNs); }
    int64_t idleBy(GapCause cause) const { return idle[static_cast<size_t>(cause)]; }
    WallBudget &operator+=(const WallBudget &other); ///< sums of devices; each part saturates
    bool operator==(const WallBudget &) const = default;
};

/// The parts of a budget, which add up to its wall.
enum class BudgetPart : uint8_t { Compute, Communication, Copies, IdleBlocking, IdleLate, IdleBefore, IdleUnknown };
constexpr size_t budgetPartCount = 7;
constexpr std::array<BudgetPart, budgetPartCount> budgetParts{
    BudgetPart::Compute,  BudgetPart::Communication, BudgetPart::Copies,     BudgetPart::IdleBlocking,
    BudgetPart::IdleLate, BudgetPart::IdleBefore,    BudgetPart::IdleUnknown};
BudgetPart idlePart(GapCause cause);
int64_t partOf(const WallBudget &budget, BudgetPart part);

struct DeviceWindow
{
    uint16_t device = 0; ///< index into GpuWork::devices
    TimeRange range;     ///< empty ones (begin == end) have an empty budget
};

/// Parallel to `windows`, which may overlap and have any order. `gaps`: of the same run; `isCommunication`: as for
/// busySplit(). Empty when cancelled. O(GPU work + gaps + windows × log windows).
std::optional<std::vector<WallBudget>> wallBudgets(const Run &run, const Gaps &gaps,
                                                   const std::vector<uint8_t> &isCommunication,
                                                   std::span<const DeviceWindow> windows,
                                                   const Progress *progress = nullptr);

/// From the first start to the last end of the device's work; nothing: it has none.
std::vector<std::optional<TimeRange>> deviceSpans(const GpuWork &gpu);

} // namespace ws
