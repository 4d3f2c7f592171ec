#pragma once
// What `compare` does with more than two files, and `history` (cli_history.cpp).

#include "app/cli/cli.h"
#include "core/analysis/compare/compareruns.h"

#include <memory>
#include <vector>

namespace ws::cli {

struct SeriesOptions
{
    std::optional<DiffBy> by;
    QString key; ///< empty: the order of the command line
    QString of;  ///< empty: all rows
    bool json = false, csv = false, markdown = false;
};

/// Rows × runs; the first run is the baseline. Returns the exit code.
int printSeries(const SeriesOptions &options, std::vector<std::shared_ptr<const ComparedRun>> runs);

/// A line of JSON per run at the end of the file. Returns the exit code.
int appendLines(const QString &path, const std::vector<std::shared_ptr<const ComparedRun>> &runs);

} // namespace ws::cli
