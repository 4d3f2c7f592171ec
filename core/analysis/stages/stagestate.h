#pragma once
// The stages of a run, from its kernels' names to seconds: names → classes → sums → bars → what is not GPU time. Done
// here alone, for the window, the chart and the command line, so that all three say the same of the same file.

#include "core/analysis/focus.h"
#include "core/analysis/stages/rangesums.h"
#include "core/analysis/stages/stagebars.h"
#include "core/analysis/stages/tablework.h"

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
    TreeParts parts = TreeParts::Kernels; ///< of layerwise profiles
    Focus focus = {};
    int table = -1; ///< of a file without a timeline: that table alone …
    int tree = -1;  ///< … or that phase; -1: all
    bool operator==(const StageRequest &) const = default;
};

/// A part of a run without a timeline: a phase of a layerwise profile, or a table of kernels.
struct StagePart
{
    std::string name; ///< of tables that are called the same also what tells them apart
    int table = -1;   ///< index into Run::tables
    int tree = -1;    ///< index into Run::layerwise
    NameSums sums;
};

/// What is known of one run's stages; replaced as a whole.
struct StageState
{
    std::shared_ptr<const NameSet> names;
    std::shared_ptr<StageClassifier> classifier;
    std::shared_ptr<const Classification> classes;
    std::shared_ptr<const Classification> defaultClasses;      ///< null: `classes` alone says what is communication
    std::shared_ptr<const std::vector<uint8_t>> communication; ///< for busySplit(); null without a timeline
    std::shared_ptr<const RangeSums> rangeSums;                ///< only with a timeline
    std::shared_ptr<const NameSums> sums;                      ///< of the range
    std::vector<StagePart> parts;                              ///< only without a timeline
    std::shared_ptr<const Steps> steps;                        ///< null: not asked for yet
    BarChoice barChoice;
    TreeParts treeParts = TreeParts::Kernels;
    std::shared_ptr<const StageBars> bars;     ///< null: the run is one bar; only of the focus where there is one
    std::optional<TimeRange> range;            ///< what sums are of; none: the whole run
    Focus focus;                               ///< of the current run when there is one …
    std::shared_ptr<const NameSums> focusSums; ///< … its sums in the range, for the chart; the mapping's are of all
    Sweep sweep = Sweep::Whole;

    /// All that was asked for is there; false: cancelled.
    bool isComplete() const;
};

/// What `before` holds and still fits is used again.
StageState stageState(const std::shared_ptr<const Run> &run, const StageState *before, const StageRequest &request,
                      const Progress *progress = nullptr);

/// One bar of a run: the run itself, a part, a step, a phase or a rank.
struct StageBarView
{
    std::string label;              ///< within the run; empty: the run itself
    std::string shortLabel;         ///< where `label` has no room
    const NameSums *sums = nullptr; ///< lives as long as the state
    const StageBar *bar = nullptr;  ///< of steps, phases and ranks, else null
    bool isOutside = false;         ///< the work that belongs to no step
};

struct StageBarViews
{
    std::vector<StageBarView> bars;
    size_t all = 0;   ///< parts, steps, phases or devices that have work in the range
    size_t shown = 0; ///< how many of them are among the bars; "outside" is not counted
};

/// Parts are chosen among like steps where `pickParts` says so, else all are there.
StageBarViews barsOf(const StageState &state, bool pickParts = false);

/// Where the total time of a run comes from.
struct TotalTime
{
    NonGpu::Source from = NonGpu::None;
    int64_t givenNs = 0; ///< seconds without profiling, as entered
    bool operator==(const TotalTime &) const = default;
};

/// Seconds without profiling, "span" for the length of the recording, or nothing; null: none of these.
std::optional<TotalTime> parseTotalTime(const QString &text);

/// A total is a whole run's: there is no CPU(non-GPU) of several parts, of steps, phases or ranks, nor of a focus.
bool takesTotal(const StageState &state);
NonGpu nonGpuOf(const Run &run, const StageState &state, const TotalTime &total);

} // namespace ws
