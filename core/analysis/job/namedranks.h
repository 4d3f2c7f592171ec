#pragma once
// Ranks that share one file: traces of schedulers and pipelines without GPU rows name them in their processes and
// threads ("DP rank [0]" / "PP rank 1, TP rank 0, compute"). Each combination of such words is a rank; what a thread's
// name adds tells computation from communication ("pp-comm").
//
// The steps are told from the order of the slices: where the name of each rank's last slice is the same and occurs
// equally often in all ranks, each of its slices ends a step. Otherwise the recording is one step.

#include "core/analysis/job/rankdigest.h"

namespace ws {

/// In order of their coordinates; empty: none are named. `part` and the times are set, not the file. Nothing when
/// cancelled. Stages are the names of the slices.
std::optional<std::vector<RankDigest>> namedRanks(const Run &run, const Progress *progress = nullptr);

/// Whether namedRanks() may find some: no GPU work, and two different names of ranks. Fast.
bool hasNamedRanks(const Run &run);

/// "DP rank [0]", "PP rank 1, TP rank 0, compute" → {("DP", 0), ("PP", 1), ("TP", 0)} by their order in the text.
struct RankCoordinate
{
    std::string dimension; ///< "DP", "PP", "TP", "EP", "CP"; empty: just "rank 3"
    int64_t index = 0;
    auto operator<=>(const RankCoordinate &) const = default;
};
/// `rest`: the text behind the last coordinate, without separators; may be null.
std::vector<RankCoordinate> rankCoordinates(std::string_view text, std::string *rest = nullptr);

} // namespace ws
