#pragma once
// One side of a comparison: what is needed of a run whatever it is compared with. A window keeps it for the time that
// the run is open, so that swapping or replacing one side computes nothing of the other again.

#include "core/analysis/gaps/gaps.h"
#include "core/analysis/layers/workunit.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/trust/trust.h"
#include "core/base/progress.h"
#include "core/model/phases.h"
#include "core/model/run.h"

#include <QString>

#include <memory>
#include <vector>

namespace ws {

struct ComparedPart
{
    RunPtr run;
    int phase = -1;               ///< index into the run's layerwise trees; -1: none
    std::vector<int> tables = {}; ///< indices into the run's tables; empty: all
    QString label = {};
    std::string phases = {}; ///< of a layerwise profile: only this phase or kind of phases, "decode"; empty: all
    bool operator==(const ComparedPart &) const = default;
};

struct ComparedRun
{
    ComparedPart part;
    std::shared_ptr<const Steps> named;                     ///< the steps that the file names; without a timeline empty
    std::shared_ptr<const WorkUnit> unit;                   ///< null where steps are named, or without GPU work
    std::shared_ptr<const Gaps> gaps;                       ///< null without GPU work
    std::shared_ptr<const Classification> classes;          ///< the default mapping; null without GPU work
    std::vector<uint8_t> communication;                     ///< as for busySplit()
    std::vector<bool> cut;                                  ///< by step: the recording cuts it
    std::shared_ptr<const std::vector<TrustFinding>> trust; ///< null without GPU work
    Fit fit;                                                ///< of the whole file
    int64_t clockNs = 1;                                    ///< the resolution of the durations of GPU work

    const Run &run() const { return *part.run; }
    bool hasTimeline() const { return part.run->gpu.size() > 0 && part.phase < 0 && part.tables.empty(); }
    /// It is compared by phases.
    bool isLayerwise() const { return !part.run->layerwise.empty() && part.tables.empty(); }
};

/// Phases of one kind in both runs: their mean steps are compared.
struct PhasePair
{
    std::string name; ///< "decode"; "prefill | decode" where each side is one phase that was asked for
    PhaseSteps a, b;
};
struct PhasePairs
{
    std::vector<PhasePair> pairs;         ///< in the order of A
    std::vector<PhaseSteps> onlyA, onlyB; ///< not compared
};
/// Of layerwise profiles; empty for all else.
PhasePairs phasePairs(const ComparedRun &a, const ComparedRun &b);
/// The phases of one side by kind.
std::vector<PhaseSteps> phasesOfPart(const ComparedPart &part);

/// What other analyses have found already; null: not known.
struct KnownAnalyses
{
    std::shared_ptr<const Steps> steps;
    std::shared_ptr<const Gaps> gaps;
    std::shared_ptr<const WorkUnit> unit;
    std::shared_ptr<const std::vector<TrustFinding>> trust;
};

/// Null when cancelled. O(GPU work + gaps × log n).
std::shared_ptr<const ComparedRun> comparedRun(ComparedPart part, const KnownAnalyses &known = {},
                                               const Progress *progress = nullptr);

/// Where the annotations of an engine, or of the sections of a training loop, name the steps of only one of them, both
/// by the iterations that torch's profiler counted in both (ProfilerStep#3), and the work of an iteration is whole.
/// False: they stay as they are. Cancelled: as they are. O(slices + GPU work).
bool countByProfilerSteps(std::shared_ptr<const ComparedRun> &a, std::shared_ptr<const ComparedRun> &b,
                          const Progress *progress = nullptr);

/// The two parts of one file: its tables before and after the first report that it holds a second time (tables that are
/// identical to an earlier one left out); phases, where it has exactly two. Empty: it does not consist of two.
std::vector<ComparedPart> twoPartsOf(const RunPtr &run);

} // namespace ws
