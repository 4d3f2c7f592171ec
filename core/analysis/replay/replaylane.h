#pragma once
// What a timeline shows of a replay: the path that decides the length as stretches of time, each of one kind and of one
// slice, and by how much longer each activity may take at no cost. The stretches lie against each other and add up to
// the path's length.

#include "core/analysis/replay/replay.h"

namespace ws {

enum class PathPart : uint8_t { Compute, Communication, Copies, Calls, Cpu, Latency, Unexplained };
constexpr size_t pathPartCount = 7;

struct PathPiece
{
    int64_t beginNs, endNs; ///< since the run's origin
    /// What ran; of a stretch between two nodes, what began behind it. Invalid: the file has no slice of it (a job's).
    EventRef slice;
    StringId name; ///< of that
    PathPart part;
    bool isBefore = false; ///< between two nodes
};

struct ReplayLane
{
    std::vector<PathPiece> pieces; ///< in time, without overlap
    bool isProven = false;         ///< the replay holds
    /// By activity of the run, by how much later it may end, all else as recorded, without moving the end of the last
    /// work; empty: the replay does not hold, or the file has no GPU work.
    std::vector<int64_t> slackNs;
};

/// Of a replay of one recording. Nothing when cancelled.
std::optional<ReplayLane> replayLane(const Replay &replay, const Progress *progress = nullptr);

/// By node, of the recording; INT64_MAX: nothing that decides the end waits for it.
std::vector<int64_t> recordedSlack(const Replay &replay);

} // namespace ws
