#pragma once
// Launches of CUDA graphs of which the file has no GPU work, although it has work that was launched later: their
// kernels ran unseen, and time that looks idle may have been theirs.

#include "core/model/run.h"

#include <string_view>
#include <vector>

namespace ws {

/// cudaGraphLaunch, cuGraphLaunch_ptsz, hipGraphLaunch …
bool isGraphLaunch(std::string_view call);

/// By launch, whether GPU work of it is in the file.
std::vector<bool> launchesWithWork(const Run &run);

/// By start. O(GPU work + launches).
std::vector<EventRef> lostGraphs(const Run &run);

} // namespace ws
