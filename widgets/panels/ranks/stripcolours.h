#pragma once
// The colours of a strip's parts beside those of the stages, and what they stand for.

#include "core/analysis/job/rankjob.h"
#include "widgets/toolkit/swatches.h"

namespace ws {

QRgb stripWaitColour();
QRgb stripCopyColour(); ///< not that of the stage of copies, which counts also those beside computation

/// Of the stages with most computation, then the other parts of a step; `job` may be null.
Swatches::Entries stripLegend(const RankJob *job);

} // namespace ws
