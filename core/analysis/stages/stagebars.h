#pragma once
// A bar of the stage chart: a whole run, a step, a phase (all steps of one kind), or a rank. Each activity belongs to
// at most one bar, and the times of a run's bars add up to the run's own: elapsed time is swept over the whole run,
// then each activity's share goes to its bar.

#include "core/analysis/stages/stagebreakdown.h"
#include "core/analysis/steps/steps.h"

#include <memory>
#include <string>
#include <vector>

namespace ws {

enum class BarsBy : uint8_t { Run, Step, Phase, Rank };
/// The choice when there are more than fit.
enum class BarPick : uint8_t { Costliest, First, Spread };

struct BarChoice
{
    BarsBy by = BarsBy::Run;
    BarPick pick = BarPick::Costliest;
    size_t max = 60; ///< of a run
    bool operator==(const BarChoice &) const = default;
};

const char *barsByName(BarsBy by); ///< "run", "step", "phase", "rank"
std::optional<BarsBy> barsByFromName(std::string_view name);

inline constexpr std::string_view outsideLabel = "outside any step";

/// Texts come from files and data; the views translate those that are not names.
struct StageBar
{
    std::string label;      ///< "3 decode 32" (number, phase, batch), "ProfilerStep#7", "decode", "rank 1", "GPU 0"
    std::string shortLabel; ///< "3", "decode"
    int64_t order = 0;      ///< by phase or rank, for several runs side by side
    uint64_t steps = 0;     ///< of a phase; 0 for other bars
    NameSums sums;
    uint32_t step = noStep; ///< of a step's bar: which one
    std::string phase = {}; ///< of a phase's bar
};

struct StageBars
{
    std::vector<StageBar> bars;
    size_t all = 0;       ///< the number of steps (or phases, devices) with work in the range
    size_t shown = 0;     ///< the number of them among the bars, without "outside"
    int64_t shownNs = 0;  ///< GPU work (summed durations) of the bars …
    int64_t allNs = 0;    ///< … and of all
    bool hasSteps = true; ///< false: steps or phases were requested, but no annotation names any
};

/// Bars with work in the range, and in the set if given. `steps` may be null when bars are ranks. Null when cancelled.
std::optional<StageBars> stageBars(const Run &run, const NameSet &names, const Steps *steps, const BarChoice &choice,
                                   Sweep sweep, std::optional<TimeRange> range = {}, const Progress *progress = nullptr,
                                   const ActivitySet *only = nullptr);

/// Indices of at most `choice.most` of `costs`, ascending.
std::vector<size_t> pickBars(const std::vector<int64_t> &costs, const BarChoice &choice);

} // namespace ws
