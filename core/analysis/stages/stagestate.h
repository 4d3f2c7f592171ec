#pragma once
// The stages of a run, from its kernels' names to seconds: names → classes → sums → bars → what is not GPU time.
// Window, chart and command line all use this, so that they agree on the same file.

#include "core/analysis/focus.h"
#include "core/analysis/stages/rangesums.h"
#include "core/analysis/stages/stagebars.h"
#include "core/analysis/stages/tablework.h"
#include "core/analysis/steps/stepsource.h"

#include <memory>
#include <string>
#include <vector>

namespace ws {

enum class SweepChoice : uint8_t { Automatic, Device, Whole };

struct StageRequest
{
    StageMapping mapping;
    std::optional<TimeRange> range;
    SweepChoice sweep = SweepChoice::Automatic;
    BarChoice bars;
    TreeChoice trees = {}; ///< of layerwise profiles
    Focus focus = {};
    int table = -1;        ///< in a file without a timeline: only that table …
    int tree = -1;         ///< … or that phase; -1: all
    StepSource steps = {}; ///< for bars of steps and phases; where it finds none there are none
    bool operator==(const StageRequest &) const = default;
};

/// A part of a run without a timeline: a phase of a layerwise profile, or a table of kernels.
struct StagePart
{
    std::string name; ///< with a distinguishing part where tables have the same name
    int table = -1;   ///< index into Run::tables
    int tree = -1;    ///< index into Run::layerwise
    NameSums sums;
    WorkWhole whole = {};
};

/// The stages of one run as far as known; replaced as a whole.
struct StageState
{
    std::shared_ptr<const NameSet> names;
    std::shared_ptr<StageClassifier> classifier;
    std::shared_ptr<const Classification> classes;
    std::shared_ptr<const Classification> defaultClasses;      ///< null: `classes` alone decides what is communication
    std::shared_ptr<const std::vector<uint8_t>> communication; ///< for busySplit(); null without a timeline
    std::shared_ptr<const RangeSums> rangeSums;                ///< only with a timeline
    std::shared_ptr<const NameSums> sums;                      ///< of the range
    std::vector<StagePart> parts;                              ///< only without a timeline
    std::shared_ptr<const Steps> steps;                        ///< null: not requested yet
    StepSource stepSource;                                     ///< of `steps`
    BarChoice barChoice;
    TreeChoice trees;
    std::shared_ptr<const StageBars> bars;     ///< null: the run is one bar; limited to the focus if there is one
    std::optional<TimeRange> range;            ///< the range of the sums; none: the whole run
    Focus focus;                               ///< of the current run when there is one …
    std::shared_ptr<const NameSums> focusSums; ///< … its sums in the range, for the chart; the mapping's cover all
    Sweep sweep = Sweep::Whole;

    /// Complete; false: cancelled.
    bool isComplete() const;
};

/// Reuses the parts of `before` that still fit.
StageState stageState(const std::shared_ptr<const Run> &run, const StageState *before, const StageRequest &request,
                      const Progress *progress = nullptr);

/// A sentence for each table that lists its largest rows alone.
QStringList missingRowsNotes(const StageState &state);

/// One bar of a run: the run itself, a part, a step, a phase or a rank.
struct StageBarView
{
    std::string label;              ///< within the run; empty: the run itself
    std::string shortLabel;         ///< where `label` has no room
    const NameSums *sums = nullptr; ///< lives as long as the state
    const StageBar *bar = nullptr;  ///< of steps, phases and ranks, else null
    bool isOutside = false;         ///< the work outside any step
};

struct StageBarViews
{
    std::vector<StageBarView> bars;
    size_t all = 0;   ///< parts, steps, phases or devices with work in the range
    size_t shown = 0; ///< the number of them among the bars, without "outside"
};

/// With `pickParts` the choice applies to parts too, else all are included.
StageBarViews barsOf(const StageState &state, bool pickParts = false);

/// The source of a run's total time.
struct TotalTime
{
    NonGpu::Source from = NonGpu::None;
    int64_t givenNs = 0; ///< seconds without profiling, as entered
    bool operator==(const TotalTime &) const = default;
};

/// A total is wall time, so beside it the elapsed times are swept over all devices together: they and CPU(non-GPU) add
/// up to it. Device seconds would not.
SweepChoice sweepBeside(const TotalTime &total, SweepChoice chosen);

/// Seconds without profiling, "span" for the length of the recording, or nothing; null: none of these.
std::optional<TotalTime> parseTotalTime(const QString &text);

/// A total belongs to a whole run: several parts, steps, phases, ranks or a focus have no CPU(non-GPU).
bool takesTotal(const StageState &state);
NonGpu nonGpuOf(const Run &run, const StageState &state, const TotalTime &total);

} // namespace ws
