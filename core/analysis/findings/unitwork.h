#pragma once
// The unit that findings speak of: its GPU work and its gaps on the main device of the budget, seen by all rules.

#include "core/analysis/findings/finding.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/limits/limits.h"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>

namespace ws {

/// What a gap of the unit is a matter of; each gap is one of these.
enum class GapMatter : uint8_t {
    None,       ///< launched before, not known, or filled by the profiler or the capture of a graph
    DataLoader, ///< launched late, and a DataLoader's next batch covers more than half of it
    Blocking,   ///< a call that waits, on the thread that launches next, and only then
    Pause,      ///< late, and 5 % of the unit alone
    BriefPause, ///< late, less than that, but far longer than what lies between launches
    OwnPause,   ///< one of these, and an operator that launches next, or NCCL's set-up, takes more than half of it
    AfterCall,  ///< a short gap that begins within such a call, and in which the next work is launched
    Allocation, ///< late, and calls that allocate or free memory on the launching thread take more than half of it
    Launches,   ///< late, one of many
};

struct UnitGap
{
    uint32_t gap = 0; ///< index into Gaps::gaps
    int64_t ns = 0;   ///< within the unit
    GapMatter matter = GapMatter::None;
    EventRef call = {}; ///< Blocking, AfterCall: the call that waits; Allocation: the longest of them
};

/// A set of activities in order of start.
struct WorkSum
{
    int64_t ns = 0;    ///< union, clipped to the unit
    int64_t winNs = 0; ///< of those that no late launch hides
    uint64_t count = 0;
    int64_t medianNs = 0, maxNs = 0; ///< durations, not clipped
    std::vector<FindingPlace> places;
};

/// One activity that takes so much that the unit without it looks different: one of many that are alike.
struct OutlierCall
{
    uint32_t activity = 0;
    BudgetPart part = BudgetPart::Compute; ///< Compute or Communication
    int64_t ns = 0;                        ///< of that part, while nothing else of it runs
    uint64_t of = 0;                       ///< among so many, itself included
    int64_t medianNs = 0, secondNs = 0;    ///< durations of the others
    bool isFirst = false;                  ///< it begins before all others
};

class UnitWork
{
public:
    /// `waits`: of the run.
    UnitWork(const FindingInput &input, uint16_t device, const WaitingCalls &waits);

    const FindingInput &input;
    const Run &run;
    const GpuWork &gpu;
    const uint16_t device;
    const TimeRange range;
    const WallBudget &budget;
    const std::vector<UnitWall> &units; ///< of the device

    /// Activities of the device that intersect the unit, by start.
    const std::vector<uint32_t> &work() const { return m_work; }
    const std::vector<UnitGap> &gaps() const { return m_gaps; }
    /// The median of what lies between the begin of a launch and that of the next; a pause of the program counts once.
    /// 0: there are no two.
    int64_t usualDistanceNs() const { return m_usualDistanceNs; }
    const WaitingCalls &waits() const { return m_waits; }

    const std::optional<OutlierCall> &outlier() const { return m_outlier; }

    bool isLarge(int64_t ns) const { return double(ns) >= minFindingShare * double(budget.wallNs); }
    /// False: the step captures graphs; what it launches is recorded, not run.
    bool isRun() const;
    /// How often the unit was recorded, where it is one of many that are alike: rules that want so many activities
    /// count those of all periods.
    size_t repetitions() const
    {
        return input.budget.of == BudgetOf::Repetition ? std::max<size_t>(units.size(), 1) : 1;
    }
    bool isUnit() const { return input.budget.of != BudgetOf::Span; }
    /// Before the CPU waits for the GPU, some work is launched only after the GPU has become idle: nothing is won by a
    /// shorter activity. Nothing is hidden by a launch before which the CPU may have waited (see mayHaveWaited()), nor
    /// where late launches, up to the one after the unit, take less than minLaunchBoundShare of it: the work itself
    /// bounds it.
    bool isHidden(uint32_t activity) const { return m_isHidden[activity - m_work.front()]; } ///< of the unit
    /// Not so of a call that has the finding outlier-call: what is said of many calls is not of it.
    bool isComputation(uint32_t activity) const
    {
        return gpu.kind[activity] == CategoryKind::Kernel && !input.isCommunication[gpu.nameForRules(activity)] &&
               !(m_outlier && activity == m_outlier->activity);
    }
    bool isCommunication(uint32_t activity) const
    {
        return gpu.kind[activity] == CategoryKind::Kernel && input.isCommunication[gpu.nameForRules(activity)];
    }
    bool withholds(uint16_t numbers) const;
    /// Call stacks were recorded, or the profiler's own work covers a part of these gaps that matters.
    bool isSlowedByProfiler(const std::function<bool(const UnitGap &gap)> &wanted) const;

    WorkSum sum(const std::function<bool(uint32_t activity)> &wanted) const;
    /// What the operators of the unit's work need, but for that of an outlier-call, and the device's limit; computed
    /// when first asked for, by any thread.
    const Limits &limits() const;
    /// Null: not known.
    const LimitRow *limitRow(uint32_t activity) const;
    /// Time at the limit by GPU time of the operators of these activities, at most 1. Nothing: known of less than four
    /// fifths of their time, or so much that it cannot be true.
    std::optional<double> limitShare(const std::function<bool(uint32_t activity)> &wanted) const;
    /// The union of activities, within the unit.
    std::vector<TimeRange> stretches(const std::function<bool(uint32_t activity)> &wanted) const;
    /// Of those that no late launch hides.
    std::vector<TimeRange> winnableStretches() const
    {
        return stretches([this](uint32_t activity) { return !isHidden(activity); });
    }
    /// With id, times and share set; of a sum, which is of computation.
    Finding finding(std::string_view id, int64_t ns, int64_t winNs) const;
    Finding finding(std::string_view id, const WorkSum &sum) const;
    std::string nameOf(EventRef slice) const { return std::string(run.text(run.timeline.name(slice))); }

private:
    int64_t findUsualDistance() const;
    void markHidden();
    bool mayHaveWaited(const Gap &gap) const;
    EventRef memoryCallIn(const Gap &gap) const;
    bool isMostlyOperator(const Gap &gap) const;
    /// Calls that get a DataLoader's next batch, by the thread's track and begin.
    using Loaders = std::map<uint32_t, std::vector<TimeRange>>;
    void classify(UnitGap &gap, const Loaders &loaders);
    Loaders loaderCalls() const;
    EventRef waitAt(int64_t ns) const; ///< a call that waits at that time; invalid: none
    bool isLaunchThread(EventRef call, uint32_t endedBy) const;

    const WaitingCalls &m_waits;
    std::vector<uint32_t> m_work;
    std::optional<OutlierCall> m_outlier;
    std::vector<uint32_t> m_limitWork; ///< of m_work, what limits() is of
    std::vector<bool> m_isHidden; ///< from the first activity of the unit on
    std::vector<UnitGap> m_gaps;
    int64_t m_usualDistanceNs = 0;
    std::vector<uint32_t> m_deviceGaps; ///< all of the device, ascending
    mutable std::once_flag m_limitsOnce;
    mutable Limits m_limits;
};

/// The innermost operator open at that time on the thread of the call, invalid: none.
EventRef operatorAround(const Timeline &timeline, EventRef call);

} // namespace ws
