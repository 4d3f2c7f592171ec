#pragma once
// The wall budget of a run, per device, of its typical unit of work:
//   step        the step of median wall: the middle one, of two the shorter (lowerMiddle()). A step's wall on a device
//               goes from the first start of its GPU work there to that of the next step; the last one's to the end of
//               its own work, so that it counts only where there are fewer than three.
//   repetition  without steps, the period of median length of the inferred unit (workunit.h)
//   span        without either, and where most work has no launch that says of which step it is (areStepsBlind()),
//               from the first start to the last end of the device's work
// Each device has its own median: ranks in one file have steps of their own. A device without any has the budget of the
// time range of the main device. Steps that the recording cuts, captures of graphs and, beside whole iterations, their
// sections count only where there is nothing else: their walls say nothing of a step. The CPU slice of a step is a
// number of its own, as is the 95th percentile of the walls; neither is a part of a sum.

#include "core/analysis/budget/budget.h"
#include "core/analysis/layers/workunit.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/trust/trust.h"

#include <string>
#include <string_view>

namespace ws {

enum class BudgetOf : uint8_t { Step, Repetition, Span };
/// The name in files: "step", "repetition", "span".
std::string_view budgetOfId(BudgetOf of);

/// One step or period on one device.
struct UnitWall
{
    uint32_t step = noStep; ///< index into Steps; noStep: a period
    TimeRange range;
    int64_t ownEndNs = 0;        ///< of its last work, which may lie behind the begin of the next unit
    bool endsWithItself = false; ///< no next unit ends it: what the CPU does after its work is not in the range
};

struct StepWall : UnitWall
{
    bool isTypical = false; ///< counts where steps are compared
};

/// Which steps the budget is of.
struct ChosenSteps
{
    uint32_t step = noStep; ///< this one alone, whatever it is
    std::string phase = {}; ///< those of this phase; empty: of any
    explicit operator bool() const { return step != noStep || !phase.empty(); }
    bool operator==(const ChosenSteps &) const = default;
};

struct DeviceBudget
{
    uint16_t device = 0;    ///< index into GpuWork::devices
    uint32_t step = noStep; ///< the step of median wall, without a last one that is cut short; noStep: a repetition, a
                            ///< span, or not a unit of this device
    TimeRange range;        ///< of the budget
    TimeRange span;         ///< from the device's first work to the end of its last
    WallBudget budget;
    std::vector<UnitWall> units; ///< that were compared, by begin; empty: a span, or not a unit of this device
    int64_t p95Ns = 0;           ///< of their walls; 0: there is none
    bool isChosen = false;       ///< its units are those of BudgetInput::chosen
    bool endsWithItself = false; ///< as its unit
    bool isLastLeftOut = false;  ///< the last one of `units` counts in no median and no percentile

    size_t comparedUnits() const { return units.size() - (isLastLeftOut ? 1 : 0); }
};

struct RunBudget
{
    BudgetOf of = BudgetOf::Span;
    std::vector<DeviceBudget> devices; ///< parallel to GpuWork::devices
    WallBudget sum;                    ///< of the devices
    uint16_t main = 0; ///< the device with the max number of units; of equal ones the first that is nearly the busiest
    int64_t cpuNs = 0; ///< length of the CPU slice of the main device's step; 0: not known
    bool areStepsBlind = false; ///< a span although steps have work: see areStepsBlind()

    bool empty() const { return devices.empty(); } ///< no GPU work
    const DeviceBudget &mainDevice() const { return devices[main]; }
};

/// What the budget is made of, all of the same run.
struct BudgetInput
{
    const Run &run;
    const Steps &steps;   ///< named ones; may be empty
    const WorkUnit &unit; ///< looked at only without steps
    const Gaps &gaps;
    const std::vector<uint8_t> &isCommunication; ///< as for busySplit()
    ChosenSteps chosen = {};                     ///< where none of these has work, as if nothing were chosen
};

/// Whether more than half of the GPU work is in no step, most of it because its launch is not in the file: what the
/// steps launched is not known, so that none is a unit. O(GPU work).
bool areStepsBlind(const GpuWork &gpu, const Steps &steps);

/// Empty when cancelled. O(GPU work + launches × log steps + gaps + steps × log steps).
std::optional<RunBudget> runBudget(const BudgetInput &input, const Progress *progress = nullptr);

/// Whether the last one is no measure of the others, as it ends with its own work and they where the next one begins.
/// As where runs are compared (units.h), it counts only where there are fewer than three; of two it doesn't where what
/// the CPU does before the next one's work makes up most of the first.
bool isLastLeftOut(const std::vector<UnitWall> &walls, const Steps &steps);

/// From the begin of the first whole period to the end of the last; nothing: the device has no periods, or at least
/// nine tenths of its time lie within them.
std::optional<TimeRange> periodStretch(const DeviceBudget &device);

/// The walls of the steps on each device, by begin. Steps without GPU work there, and those that begin with another
/// one, have none. O(GPU work + steps × log steps).
std::vector<std::vector<UnitWall>> stepWalls(const GpuWork &gpu, const Steps &steps);

/// The same for all steps of the run, each with whether its wall is that of a step: one that the recording cuts is not.
/// Captures of graphs and sections, beside whole iterations, end with their own work and are not typical either.
std::vector<std::vector<StepWall>> allStepWalls(const Run &run, const Steps &steps);

} // namespace ws
