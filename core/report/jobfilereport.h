#pragma once
// The files of a job's folders: what each is to the job, so that none is left out unsaid.

#include "core/report/rankreport.h"
#include "core/session/jobsources.h"

namespace ws {

/// One row a rank, then a file that is none: a table of a profiler, one that holds no rank or cannot be read (why), one
/// of another kind. `job` may be null.
ReportTable jobFileReport(const RankJobPtr &job, const std::shared_ptr<const JobSources> &sources);

} // namespace ws
