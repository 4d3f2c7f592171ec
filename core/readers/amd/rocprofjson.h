#pragma once
// JSON of AMD's rocprofv3 (`--output-format json`, "rocprofiler-sdk-tool"): kernels, copies, calls, markers, counters
// as a timeline. Records hold ids; agents, kernel symbols and words stand elsewhere in the same file. See
// docs/formats.md.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchRocprofJson(const Head &head);
/// Errors: Malformed (no JSON, or without records), TooLarge (more than 1 GiB), Cancelled. A cut file keeps the records
/// before the cut.
Result<RunPtr> readRocprofJson(ByteSource &source, Progress &progress);

} // namespace ws
