#pragma once
// More than two runs as one table, and the history of a nightly run: a file with one line of JSON per run.

#include "core/analysis/compare/series.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// Rows × runs: the time per unit where all runs have one, else the total, and Δ to the baseline. The first row is the
/// unit itself (its median).
ReportTable seriesReport(const std::shared_ptr<const RunSeries> &series);
nlohmann::ordered_json seriesJson(const RunSeries &series);

/// One run in a history.
struct HistoryEntry
{
    QString label;
    QString file;
    QString unit;                    ///< kind and name; entries of another unit are not compared
    std::optional<int64_t> medianNs; ///< of the unit's wall time
    WallBudget mean;                 ///< of a unit on one device
};
/// Only with a unit; else its numbers are null. "when" is the time of the file.
nlohmann::ordered_json historyLine(const ComparedRun &run);
/// Lines that are no entries are counted, not taken.
std::vector<HistoryEntry> readHistory(std::string_view text, size_t &badLines);

struct HistoryRow
{
    HistoryEntry entry;
    enum State : uint8_t { TooFew, Inside, Above, Below, NoUnit } state = TooFew;
    int64_t lowNs = 0, highNs = 0; ///< the band of the last 20 of the same unit before it
    QStringList parts;             ///< which parts of the unit leave their bands
};
/// The band is the median ± 4.5 deviations (from the quartiles, at least 1 % of the median) of up to 20 entries before
/// it, at least 8.
std::vector<HistoryRow> historyRows(const std::vector<HistoryEntry> &entries);
ReportTable historyReport(std::vector<HistoryRow> rows);

} // namespace ws
