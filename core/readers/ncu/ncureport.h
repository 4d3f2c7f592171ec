#pragma once
// `.ncu-rep`: reports of Nsight Compute, read directly, without ncu. NVIDIA documents the format beside the program
// (extras/FileFormat/*.proto, Customization Guide, "Report File Format"): "NVR\0", then messages of protobuf, each
// behind its size (u32): a file header, then blocks of a header and a payload. What the program shows of a kernel, its
// sections with their metrics and labels, is in the report; the units of metrics are not, they follow from their names.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchNcuReport(const Head &head);
/// The details page, as the CSV that `ncu --import REPORT --csv --page details` prints; a range is a row of kernels as
/// well. Errors: Malformed (no block can be read, or the report holds no result), TooLarge, Cancelled.
Result<RunPtr> readNcuReport(ByteSource &source, Progress &progress);

} // namespace ws
