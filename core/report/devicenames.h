#pragma once

#include "core/report/reporttable.h"

namespace ws {

/// Says "NPU", "MTIA" … instead of "GPU" in titles, tool tips and notes, where that is what the table's run has.
void nameDevice(ReportTable &table);

} // namespace ws
