#pragma once
// The part of a run that a report is about. Only for runDocument().

#include "core/analysis/activityset.h"
#include "core/analysis/budget/budget.h"
#include "core/analysis/steps/steps.h"
#include "core/report/html/rundocument.h"
#include "core/report/stepreport.h"

namespace ws {

struct ScopedRun
{
    const ReportedRun *of = nullptr;
    std::optional<TimeRange> range;          ///< of the activities that count
    std::shared_ptr<const ActivitySet> only; ///< null: all
    std::optional<TimeRange> window;         ///< of the budget: the range
    StepScope listed;                        ///< what of the table of steps is listed
    std::shared_ptr<const Steps> steps;
    std::shared_ptr<const std::vector<uint8_t>> communication; ///< under the report's mapping; null: no timeline
    QString text;                                              ///< "step 3 of 17: decode …"; empty: the whole run

    const Run &run() const { return *of->run; }
};

/// Errors: NotFound, with what there is instead.
Result<ScopedRun> scopedRun(const ReportedRun &run, const ReportScope &scope, const Progress *progress);

/// Sections of a run's own: stages, kernels, modules, steps, tables. `hasVerdicts`: without those kernels and tables
/// that the table of Nsight Compute's verdicts repeats.
std::vector<Section> runSections(const ScopedRun &run, bool hasVerdicts, const Progress *progress);

/// The sentences of the first page and the sections of findings and budget. Empty without a timeline in the scope.
struct OverviewParts
{
    std::vector<Block> first;
    std::vector<Section> sections;
    QString headline = {}; ///< also in `first`; empty: none of the whole run
};
/// What the first page says before it: `headline`: a sentence about the run's kernels, and the largest of them.
struct SaidAlready
{
    bool headline = false;
    QStringList sentences = {};
};
std::optional<OverviewParts> overviewParts(const ScopedRun &run, const SaidAlready &said, const Progress *progress);

/// What Nsight Compute says of the run's kernels: nothing where neither it nor `ncu` has any of its tables.
struct VerdictParts : OverviewParts
{
    SaidAlready said; ///< with a headline: the parts come first
};
VerdictParts verdictParts(const ScopedRun &run, const std::vector<RunPtr> &ncu, const Progress *progress);

} // namespace ws
