#pragma once
// The report of one run, of two that are compared, or of several side by side: what the Overview, the Stages, the Kernels, the Modules, the tables and the Comparison
// show, as one document. Nothing is computed here that no view has; every number comes from the same functions as the
// view's and the command's.

#include "core/analysis/stages/tablework.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/timerange.h"
#include "core/report/html/document.h"
#include "core/session/sessionfile.h"

#include <optional>

namespace ws {

/// A file, or one part of it.
struct ReportedRun
{
    RunPtr run;
    int phase = -1; ///< index into the run's layerwise trees; -1: all
    int table = -1; ///< index into the run's tables; -1: all
    QString label;
    StageMapping mapping;
    QString mappingFrom;   ///< as it was asked for
    TreeChoice trees = {}; ///< of layerwise profiles: phases, folded modules
    std::vector<SavedNote> notes = {};
};

/// What of a timeline the report is about; at most one of them. A comparison is of whole runs.
struct ReportScope
{
    std::optional<TimeRange> range; ///< ns since the first event; may end behind the recording
    std::optional<uint32_t> step;   ///< index into the steps
    QString phase;                  ///< all steps of it; empty: not limited
    bool isWhole() const { return !range && !step && phase.isEmpty(); }
};

/// "10ms..20.5ms", "0.5s..", "..300us", "1000..2000" (ns): since the first event of the file. `end`: where nothing
/// limits it. Nothing: no range, or an empty one.
std::optional<TimeRange> parseRange(const QString &text, int64_t end);

/// Each has sections of its own.
inline constexpr size_t maxReportedRuns = 100;

struct ReportRequest
{
    std::vector<ReportedRun> runs; ///< one, or A and B, or several side by side
    std::vector<RunPtr> ncu = {};  ///< files of Nsight Compute for the kernels of the runs
    ReportScope scope = {};
    QString title = {}; ///< empty: made of the labels
    std::string language = "en";
    bool redact = false;
    bool isSideBySide = false; ///< two runs are no A and B; more never are
    bool isSeveral() const { return runs.size() > 2 || (isSideBySide && runs.size() == 2); }
};

/// Errors: NotFound, a step, phase or range that a run does not have; Cancelled.
Result<Document> runDocument(const ReportRequest &request, const Progress *progress = nullptr);

} // namespace ws
