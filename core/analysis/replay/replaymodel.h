#pragma once
// The graph of a recording with its steps: of one process' GPU work and the calls that launch it (stepgraph.cpp), or of
// the ranks of a job that one file names (jobgraph.cpp).

#include "core/analysis/job/clockfit.h"
#include "core/analysis/job/namedranks.h"
#include "core/analysis/replay/dependencygraph.h"
#include "core/analysis/steps/steps.h"
#include "core/base/progress.h"
#include "core/model/run.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

struct ReplayRank
{
    std::string label; ///< "DP 0 · PP 3 · TP 0"
    std::vector<RankCoordinate> coordinates;
};

/// What one recording has of the graph.
struct ReplayPart
{
    std::shared_ptr<const Run> run;
    uint32_t firstActivity = 0; ///< of a process: the node of activity 0; the others follow
    RankClock clock = {};       ///< of one rank of several: from its time to that of the graph
};

struct ReplayModel
{
    std::vector<ReplayPart> parts; ///< one; of ranks in a file each, as many
    std::vector<uint16_t> part;    ///< by node; empty: all are of the first
    DependencyGraph graph;
    bool isWhole = false;       ///< one step, which is the whole recording and none of the run's
    bool isJob = false;         ///< ranks that one file names: without GPU work and calls
    std::vector<uint32_t> step; ///< by node; noStep: none
    std::vector<std::string> stepNames;
    std::vector<uint32_t>
        stepNumbers; ///< parallel to stepNames: from 1, as `steps` counts them, also those without work
    std::vector<ReplayRank>
        ranks; ///< of a job: a node's item is an index here; of ranks in a file each: parallel to parts
    std::vector<bool> isSample; ///< by node, whether its start tells what an edge takes; empty: all
    /// What the recording lacks for a graph that holds, a sentence each; not empty: it is refused.
    QStringList missing;
    uint64_t activities = 0;
    int64_t unlaunchedNs = 0, activityNs = 0; ///< of GPU work without a launch in the file; of all
    int64_t eventCallsNs = 0;                 ///< what the CPU takes to record an event and to let a stream wait for it

    uint32_t partOf(uint32_t node) const { return part.empty() ? 0 : part[node]; }
    /// Index into ranks.
    uint32_t rankOf(uint32_t node) const { return isJob ? graph.item(node) : partOf(node); }
    const Run &runOf(uint32_t node) const { return *parts[partOf(node)].run; }
    std::string_view nameOf(uint32_t node) const { return runOf(node).text(graph.name(node)); }
};

/// Nothing when cancelled.
std::optional<ReplayModel> processModel(const std::shared_ptr<const Run> &run, const Steps &steps,
                                        const Progress *progress = nullptr);
std::optional<ReplayModel> jobModel(const std::shared_ptr<const Run> &run, const Progress *progress = nullptr);

/// One rank of a job in several files.
struct RankRun
{
    std::shared_ptr<const Run> run;
    Steps steps;
    RankDigestPtr digest; ///< of the run
    QString label = {};   ///< as its job calls it; empty: as these ranks alone are called
};
/// The ranks of a job as one graph: a collective that was matched begins on all of them when all are there. Refused
/// where clocks or collectives do not tell how the ranks' times lie.
std::optional<ReplayModel> ranksModel(const std::vector<RankRun> &ranks, const Progress *progress = nullptr);

/// By step, its length when the nodes start like that. Of a process: from the first start of its GPU work to that of
/// the next step, of the last one to the end of its own; of a job: from the begin of the step to its last end.
std::vector<int64_t> replayedLengths(const ReplayModel &model, const std::vector<int64_t> &start,
                                     const std::vector<int64_t> &duration);

/// By step, the node that ends last and where the step begins.
struct StepEnds
{
    std::vector<uint32_t> last;
    std::vector<int64_t> beginNs, endNs;
};
StepEnds stepEnds(const ReplayModel &model, const std::vector<int64_t> &start, const std::vector<int64_t> &duration);

} // namespace ws
