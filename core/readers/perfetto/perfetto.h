#pragma once
// Traces in Perfetto's binary form (`.pftrace`, `.perfetto-trace`, `.proto`) as profilers of GPUs write them:
// rocprofv3, rocprof-sys (before: Omnitrace) and Kineto. Read are track events with their tracks, names, clocks and
// counters; packets of other kinds (of the kernel, of Android …) are counted.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchPerfetto(const Head &head);
/// Errors: Cancelled, TooLarge, Unsupported (no track event), Malformed.
Result<RunPtr> readPerfetto(ByteSource &source, Progress &progress);

} // namespace ws
