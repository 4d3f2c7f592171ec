#pragma once
// A job of ranks as tables and sentences: the ranks, their steps, their collectives, and what can be said of the job.

#include "core/analysis/job/rankjob.h"
#include "core/report/reporttable.h"

#include <memory>

namespace ws {

using RankJobPtr = std::shared_ptr<const RankJob>;

/// One row a rank: its place, clock, how its time divides, and its step of median length.
ReportTable rankReport(const RankJobPtr &job);
/// One row a step and rank.
ReportTable rankStepReport(const RankJobPtr &job);
/// A row of it.
struct RankStepRow
{
    uint32_t step = 0; ///< of the job
    uint32_t rank = 0;
};
RankStepRow rankStepRow(const RankJobPtr &job, size_t row);
/// One row a matched collective and rank that takes part: begin, wait, transfer, bandwidths.
ReportTable rankCollectiveReport(const RankJobPtr &job);
/// A row of it.
struct RankCollectiveRow
{
    uint32_t match = 0; ///< index into RankJob::collectives.matches
    uint32_t rank = 0;  ///< index into RankJob::ranks
};
RankCollectiveRow rankCollectiveRow(const RankJobPtr &job, size_t row);
/// Elapsed time by stage, one row a rank, one column a stage.
ReportTable rankStageReport(const RankJobPtr &job);

/// Kernels that multiply the matrices of several experts at once.
bool isGroupedGemm(std::string_view kernel);

/// Who holds the others up and why, or why that cannot be said; what is missing; how far the clocks are known. Whole
/// sentences, the most important first.
QStringList jobSentences(const RankJob &job);
QString clockStateText(RankClock::State state);
/// "fitted", "reference", …: the id in files.
std::string_view clockStateId(RankClock::State state);
std::string_view matchBasisId(MatchBasis basis);
std::string_view stragglerKindId(Straggler::Kind kind);
std::string_view verdictBasisId(StragglerVerdict::Basis basis);

} // namespace ws
