#pragma once

#include "core/report/reporttable.h"

namespace ws {

/// Replaces "GPU" by "NPU", "MTIA" … in titles, tool tips and notes, if the table's run has these devices.
void nameDevice(ReportTable &table);

} // namespace ws
