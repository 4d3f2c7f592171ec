#pragma once
// `*.xplane.pb` of XLA's profiler (JAX, TensorFlow 2, PyTorch/XLA): an XSpace of protobuf with a plane for each device
// and for the host, a line for each stream and thread, and names in tables that stand behind the lines. Times are ns of
// the line plus ps of the event. The other file of the same recording, `*.trace.json.gz`, is made from it and holds at
// most a million events.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchXplane(const Head &head);
/// Errors: Cancelled, TooLarge, Unsupported (no event at all), Malformed.
Result<RunPtr> readXplane(ByteSource &source, Progress &progress);

} // namespace ws
