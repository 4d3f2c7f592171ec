#pragma once
// What edits take away of single stretches of the recording: what a data loader or the profiler does within the pauses
// and calls of a thread, and what lies on the path through one gap.

#include "core/analysis/replay/replaymodel.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ws {

/// How much of what lies before a node, and of the node itself, goes. Shares, so that they may follow other edits.
struct ReplayCut
{
    uint32_t node = 0;
    double lead = 0, duration = 0; ///< shares from 0 to 1
    int64_t lagNs = 0;
};

/// Whether a call of this name gets the next batch of a data loader.
bool isLoaderCall(std::string_view name);
/// Whether the run has such calls.
bool hasLoader(const Run &run);
/// What a data loader's `__next__` takes of the leads of its thread.
std::vector<ReplayCut> loaderCuts(const ReplayModel &model);

/// Whether the run tells what its profiler took: slices of overhead, but for what the program would need as well.
bool hasProfilersWork(const Run &run);
/// What the profiler's own work takes of leads and calls of the thread on which the file has it. Where the file does
/// not say whose it is, it is taken from the only thread that has a lead or a call around all of it; a flush of buffers
/// may be a thread's of its own, so nothing is taken for it.
std::vector<ReplayCut> profilersCuts(const ReplayModel &model);

/// The idle time of a device that a time lies in: the one that begins then, else the shortest one around it.
struct ReplayGap
{
    TimeRange time;
    uint32_t endedBy = 0; ///< node
};
std::optional<ReplayGap> gapAt(const ReplayModel &model, int64_t ns);
/// All leads, calls, lags and latencies within the gap on the path that decides when its end begins.
std::vector<ReplayCut> gapCuts(const ReplayModel &model, const ReplayGap &gap, const std::vector<int64_t> &latency);

} // namespace ws
