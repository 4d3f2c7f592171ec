#pragma once
// Launches of CUDA graphs of which the file has no GPU work, although it has work that was launched later: their
// kernels ran unseen, and time that looks idle may have been theirs.

#include "core/model/run.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ws {

/// cudaGraphLaunch, cuGraphLaunch_ptsz, hipGraphLaunch …
bool isGraphLaunch(std::string_view call);

/// By launch, whether GPU work of it is in the file.
std::vector<bool> launchesWithWork(const Run &run);

/// By launch, the number of the queue that it feeds: that of its process, and of the device where each thread of the
/// process feeds one device only. One queue may be far behind the others when the recording ends, so that what a launch
/// lacks says something beside those of its own queue only. O(GPU work + launches).
std::vector<uint32_t> launchQueues(const Run &run);

/// By start. O(GPU work + launches).
std::vector<EventRef> lostGraphs(const Run &run);

/// The part of the GPU time that graphs launched, 0 … 1; nothing where no launch is known. O(GPU work).
std::optional<double> graphShare(const Run &run);

} // namespace ws
