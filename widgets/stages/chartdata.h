#pragma once
// The numbers of a stage chart, before anything is drawn: bars, segments in stacking order, colours, texts. Pure, so
// that the chart, its exports and the table next to it show the same data, and tests need no window.

#include "core/analysis/limits/limits.h"
#include "core/base/format.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/palette.h"

#include <QString>

#include <set>
#include <vector>

namespace ws {

/// One bar's source: a run, or a part, step, phase or rank of one.
struct ChartSource
{
    QString label;      ///< unique among the bars
    QString givenLabel; ///< of the run, as entered by the user; empty: made from the file
    std::string part;   ///< of the run or file, by its name there; empty: the whole
    QString note;       ///< range, own mapping; may be empty
    QString shortLabel; ///< on the axis where `label` has no room; empty: `label` is cut
    QString of;         ///< label of the run
    std::shared_ptr<const Classification> classes;
    QString mapping;                ///< its title; empty: its name
    const NameSums *sums = nullptr; ///< lives as long as `owner`
    NonGpu nonGpu;
    RunPtr run;
    std::shared_ptr<const StageState> owner;
    int64_t order = 0;          ///< of phases and ranks
    uint32_t step = noStep;     ///< of a step's bar
    std::string phase = {};     ///< of a phase's bar
    std::string treePhase = {}; ///< the phase of a layerwise profile that this bar is
    bool isCompared = false;    ///< the one part of the run that is compared
    std::shared_ptr<const Limits> limits = {}; ///< of the GPU work that the bar counts; null: not asked for
};

enum class ChartLevel : uint8_t { Stages, Substages, Kernels };

struct ChartOptions
{
    ChartLevel level = ChartLevel::Substages;
    StageKey path; ///< drilled into: stage, then substage; empty: everything
    bool percent = false;
    bool calls = false;        ///< numbers of instances instead of times
    double threshold = 0.01;   ///< segments below this share in every bar become "other"
    size_t max = 30;           ///< and those beyond this many largest
    std::set<StageKey> hidden; ///< switched off in the legend
    QString phaseKind;         ///< of layerwise profiles: only phases of this kind; empty: all, null: see shownKind()
    std::set<std::string> hiddenPhases; ///< of layerwise profiles, by name
    bool dark = false;
    QString title; ///< empty: made from the data
    BarsBy bars = BarsBy::Run;
};

struct ChartSegment
{
    enum Kind : uint8_t { Part, Other, NonGpuTime };
    StageKey key;
    QString label;
    QString group; ///< stage, for the legend; empty: none
    QRgb colour = 0;
    Kind kind = Part;
    bool hidden = false;
    size_t merged = 0;           ///< Other: how many are in it
    std::vector<int64_t> ns;     ///< by bar: elapsed
    std::vector<uint64_t> count; ///< by bar: instances
    NamedLimit limit = {};       ///< of all bars with ChartSource::limits
    int64_t gpuNs = 0;           ///< of all bars: summed durations
    int64_t sum() const;
};

struct ChartBar
{
    QString label;
    QString note;
    QString shortLabel;
    int64_t wholeNs = 0; ///< of all segments, hidden ones too: 100 % of the shares
    int64_t shownNs = 0; ///< of the segments that are drawn
    RunPtr run;
    uint32_t step = noStep;     ///< of a step's bar: which one of the run
    std::string phase = {};     ///< of a phase's bar
    std::string treePhase = {}; ///< the phase of a layerwise profile that it is
    bool isInTimeline() const { return step != noStep || !phase.empty(); }
};

struct ChartData
{
    QString title;
    QString subtitle; ///< mapping, sweep, source of the non-GPU part
    QString axis;     ///< with the unit
    TimeUnit unit = TimeUnit::Milliseconds;
    bool percent = false;
    bool calls = false; ///< all `ns` are numbers of instances, one per ns
    bool dark = false;
    std::vector<ChartBar> bars;
    ChartLevel level = ChartLevel::Substages; ///< the meaning of a segment …
    bool isModules = false;                   ///< … with modules in place of kernels
    std::vector<ChartSegment> segments;       ///< from the bottom up

    /// Height of a segment in units of the axis; 0 when it is hidden.
    double height(size_t segment, size_t bar) const;
    double total(size_t bar) const;                 ///< of the drawn segments
    double largest() const;                         ///< total() of the tallest bar
    double share(size_t segment, size_t bar) const; ///< of the whole bar, 0 … 1
    /// False: the CPU(non-GPU) of this bar is unknown, its run has no total.
    bool isKnown(size_t segment, size_t bar) const;
    /// It ran only while earlier work still ran, so no elapsed time is its own.
    bool isBesideOthers(size_t segment, size_t bar) const;
    /// A number on the axis, with three digits.
    QString text(double value) const;
    /// Two bars of two runs: what changed from the first to the second is worth a number of its own.
    bool isPair() const { return bars.size() == 2 && bars[0].run != bars[1].run; }
    /// Of a pair: how much higher a segment is in the second bar, and, unless `brief`, how much of the first that is:
    /// "+1.20 (+8.0 %)". SIZE_MAX: the whole bars. Empty: not a pair, hidden, or not known of both.
    QString change(size_t segment, bool brief = false) const;
    /// Exact numbers of one segment, for its tool tip.
    QString describe(size_t segment, size_t bar) const;
};

ChartData chartData(const std::vector<ChartSource> &sources, const ChartOptions &options);

} // namespace ws
