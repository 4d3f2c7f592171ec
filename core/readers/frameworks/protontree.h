#pragma once
// Trees of sums of Triton's Proton (third_party/proton, data="tree"): .hatchet as JSON and as MessagePack. An array of
// the root and of what is known of the devices; a node has a frame, metrics and children. Each node becomes a row, in
// the order of the file, with the names above it. Metrics are the node's own: scopes have no time, and the times of all
// nodes add up to that of the GPU. Both forms are read event by event: depth costs memory, not stack.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchProtonTree(const Head &head);
/// Errors: Malformed when there is no node, those of readText() and of ByteSource::readAll().
Result<RunPtr> readProtonTree(ByteSource &source, Progress &progress);

} // namespace ws
