#pragma once
// The graph of a recording with its steps: of one process' GPU work and the calls that launch it (stepgraph.cpp), or of
// the ranks of a job that one file names (jobgraph.cpp).

#include "core/analysis/job/namedranks.h"
#include "core/analysis/replay/replaygraph.h"
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

struct ReplayModel
{
    std::shared_ptr<const Run> run;
    ReplayGraph graph;
    bool isJob = false;
    std::vector<uint32_t> step; ///< by node; noStep: none
    std::vector<std::string> stepNames;
    std::vector<ReplayRank> ranks; ///< of a job: a node's item is an index here
    uint32_t firstActivity = 0;    ///< of a process: the node of activity 0; the others follow
    std::vector<bool> isSample;    ///< by node, whether its start tells what an edge takes; empty: all
    /// What the recording lacks for a graph that holds, a sentence each; not empty: it is refused.
    QStringList missing;
    uint64_t activities = 0;
    int64_t unlaunchedNs = 0, activityNs = 0; ///< of GPU work without a launch in the file; of all
};

/// Nothing when cancelled.
std::optional<ReplayModel> processModel(const std::shared_ptr<const Run> &run, const Steps &steps,
                                        const Progress *progress = nullptr);
std::optional<ReplayModel> jobModel(const std::shared_ptr<const Run> &run, const Progress *progress = nullptr);

/// By step, its length when the nodes start like that. Of a process: from the first start of its GPU work to that of
/// the next step, of the last one to the end of its own; of a job: from the begin of the step to its last end.
std::vector<int64_t> stepLengths(const ReplayModel &model, const std::vector<int64_t> &start,
                                 const std::vector<int64_t> &duration);

/// By step, the node that ends last and where the step begins.
struct StepEnds
{
    std::vector<uint32_t> last;
    std::vector<int64_t> beginNs, endNs;
};
StepEnds stepEnds(const ReplayModel &model, const std::vector<int64_t> &start, const std::vector<int64_t> &duration);

} // namespace ws
