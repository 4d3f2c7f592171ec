#pragma once
// The table of events by name, category and thread, with their bytes in the file.

#include "core/analysis/eventsizes.h"
#include "core/report/reporttable.h"

namespace ws {

ReportTable eventSizeReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const EventSizes> &sizes);

} // namespace ws
