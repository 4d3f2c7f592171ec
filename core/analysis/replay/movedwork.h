#pragma once
// Work of a recording moved to a stream of its own. What it needs is not in the file, so it begins as before after what
// its stream ran before it; who needs it is not there either, so the calls and streams that waited for its old stream
// wait for it as well, and only what follows it in that stream no longer does (of a graph: within the graph).

#include "core/analysis/replay/replaymodel.h"

#include <span>
#include <vector>

namespace ws {

/// `nodes`: GPU work of the same edit, ascending; one new stream for each of these. The numbers of nodes stay, and
/// so does their order.
ReplayModel withMovedWork(const ReplayModel &of, const std::vector<std::span<const uint32_t>> &nodes);

/// The calls that launch moved work behind work that stays, each once: before these an event is recorded, for which the
/// new stream waits. Without those that launch graphs, which have branches without further calls.
std::vector<uint32_t> callsThatNeedEvents(const ReplayModel &model, std::span<const uint32_t> moved);

} // namespace ws
