#pragma once
// The rows of an overview's list as bars: each as long as its share of the work that the list's title names, so that
// lists beside each other have one scale.

#include "core/report/overviewreport.h"
#include "widgets/toolkit/barlist.h"

#include <vector>

namespace ws {

/// `run`: may be null; `colourOfName`: 0xffRRGGBB by StringId of the run, or empty.
QList<Bar> overviewBars(const OverviewList &list, const Run *run, const std::vector<uint32_t> &colourOfName);

} // namespace ws
