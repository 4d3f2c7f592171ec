#pragma once
// The first page of runs that stand side by side, none of them before another: the stages of a service, the runs of a
// sweep. Only for runDocument().

#include "core/report/html/scopedrun.h"

namespace ws {

/// Parallel to `headlines`, a sentence a run; an empty one: there is none. A chart with a bar a run, a table with a row
/// a run, and the pivot stage × run. Empty when cancelled.
std::vector<Section> severalRunsSections(const std::vector<ScopedRun> &runs, const QStringList &headlines,
                                         const Progress *progress);

} // namespace ws
