#pragma once
// `nsys stats -r cuda_gpu_trace --format csv`: a row per kernel, copy and fill, read as a timeline. Columns are found
// by name, in any order; "Start", "Duration", "Name" and one of "Device" and "Strm" are required. Lines of nsys
// ("NOTICE: …", "Processing […]") may precede the header. This report has no launches.

#include "core/model/eventtext.h"
#include "core/readers/toolkit/match.h"

namespace ws {

Match matchNsysTrace(const Head &head);
/// Errors: UnknownFormat without a header, Cancelled. Invalid rows become diagnostics.
Result<RunPtr> readNsysTrace(ByteSource &source, Progress &progress);
/// The row of a slice, column by column, blank cells left out. Errors: NotFound, Unreadable (the file has changed).
Result<nlohmann::ordered_json> traceRowJson(const Run &run, EventRef slice);

class TraceRowText : public EventText
{
public:
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;
};

} // namespace ws
