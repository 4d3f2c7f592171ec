#pragma once
// The ranks of a job from what a user names: folders, traces, digests. A file that is broken or of another kind is
// listed, never fatal.

#include "core/analysis/replay/replaymodel.h"
#include "core/base/result.h"

#include <QStringList>

#include <functional>

namespace ws {

struct JobSources
{
    std::vector<RankDigestPtr> ranks;
    std::vector<Error> failures; ///< files that could not be read, or hold no rank
    QStringList tables;          ///< of the folders: tables of profilers, which are no ranks
    QStringList others;          ///< of the folders: left aside
};

/// The files that a folder stands for; a trace of which a digest is in the same folder is left out. Others as they are.
struct JobPaths
{
    QStringList digests, traces, tables, others;
};
JobPaths jobPaths(const QStringList &named);

/// Digests on all cores, then traces one after the other (each uses all cores). Calls `began` before each trace.
/// Nothing when cancelled.
std::optional<JobSources> loadJob(const QStringList &named, const StageMapping &mapping, Progress &progress,
                                  const std::function<void(const QString &path)> &began = {});

/// The traces of a job's ranks, for what digests do not hold: a replay.
struct RankTraces
{
    std::vector<RankRun> ranks;  ///< those with GPU work
    std::vector<RunPtr> named;   ///< files whose rows name the ranks of a job
    std::vector<Error> failures; ///< traces that cannot be read
};
using StepsOf = std::function<std::optional<Steps>(const Run &)>;
/// The ranks of one file; of another kind of file: none. False: it was cancelled, or there are no steps.
bool addRanks(const RunPtr &file, const StepsOf &stepsOf, RankTraces &traces, const Progress *progress = nullptr);
/// Their graph, of one rank as well. Refused where there is none. Nothing when cancelled.
std::optional<ReplayModel> tracesModel(const RankTraces &traces, const Progress *progress = nullptr);

} // namespace ws
