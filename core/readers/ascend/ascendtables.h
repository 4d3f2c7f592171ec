#pragma once
// Tables that torch_npu and msprof write beside their traces: CSV files recognised by their columns (kernel_details,
// op_statistic, operator_details, api_statistic, step_trace_time and msprof's op_summary, task_time …) and
// communication.json, communication_matrix.json, which become one table of collectives each.
// Numbers stay as printed, in the header's unit. Absolute times have more digits than a double holds: they stay text.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchAscendTable(const Head &head);
Match matchAscendCommunication(const Head &head);
Result<RunPtr> readAscendTable(ByteSource &source, Progress &progress);
Result<RunPtr> readAscendCommunication(ByteSource &source, Progress &progress);

} // namespace ws
