#pragma once
// More than two runs: rows × runs, each beside one baseline. Every run is compared with the baseline by itself, so what
// a row is and how it matched is what the comparison of these two says.

#include "core/analysis/compare/compareruns.h"

namespace ws {

struct SeriesCell
{
    int64_t totalNs = 0;
    uint64_t count = 0;
    std::optional<double> unitNs; ///< per unit and device; nothing where the comparison has no unit
    double deltaNs = 0;           ///< to the baseline: per unit where both are known, else of the totals
    bool outsideNoise = false;    ///< by the median call
};

struct SeriesRow
{
    std::string key;
    std::vector<std::optional<SeriesCell>> cells; ///< by run; nothing: the run has no such row
};

struct SeriesRun
{
    QString label;
    Verdict verdict = Verdict::SameFile; ///< against the baseline
    QString headline;
    UnitSamples unit; ///< the units that were compared with the baseline's
};

struct RunSeries
{
    DiffBy by = DiffBy::Kernel;
    size_t baseline = 0;
    std::vector<SeriesRun> runs;
    std::vector<SeriesRow> rows; ///< by the largest change to the baseline
    QString missing;             ///< why there are no rows; empty: there are
};

/// At least one run. Nothing when cancelled. That of compareRuns() for each run.
std::optional<RunSeries> runSeries(const std::vector<std::shared_ptr<const ComparedRun>> &runs, size_t baseline,
                                   DiffBy by, const Progress *progress = nullptr);

/// The number behind the word in a name: "run_batch32.json", "batch" → 32; nothing: it has none.
std::optional<double> numberBehind(const QString &name, const QString &word);
/// Indices by that number, names without one last; equal ones keep their order.
std::vector<size_t> orderByKey(const QStringList &names, const QString &word);

} // namespace ws
