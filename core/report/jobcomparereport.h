#pragma once
// Two jobs of ranks as one table and sentences.

#include "core/analysis/job/comparejobs.h"
#include "core/report/rankreport.h"

namespace ws {

struct TwoJobs
{
    RankJobPtr a, b;
    JobComparison comparison;
};
using TwoJobsPtr = std::shared_ptr<const TwoJobs>;

TwoJobsPtr compareJobs(RankJobPtr a, RankJobPtr b);

/// One row a rank: its step of median length in A and B, and the change.
ReportTable jobCompareReport(const TwoJobsPtr &jobs);

/// Whether a step takes longer in B, by how much and on what; or why that is not said.
QStringList jobCompareSentences(const TwoJobs &jobs);
/// In files: "regression", "improvement", "neutral", "inconclusive".
std::string_view jobVerdictId(const JobComparison &comparison);

} // namespace ws
