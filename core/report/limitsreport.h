#pragma once
// The table of operators beside the limit of the device: one row per operator, shapes and numbers. Row k is row k of
// the analysis. Its sentences say what is covered, what the sum means, and for each number that is withheld why.

#include "core/analysis/limits/limits.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// `limits` null: only the columns.
ReportTable limitsReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Limits> &limits);

/// What rows of another table reach of the device's limit, hidden at first: TFLOP/s, GB/s, of the limit, bound by.
std::vector<ReportColumn> limitColumns();
/// `column`: index into limitColumns(). `limit` null: not known.
ReportCell limitCell(const NamedLimit *limit, size_t column);

template <class Row, class LimitOf> void addLimitColumns(std::vector<RowColumn<Row>> &columns, LimitOf limitOf)
{
    std::vector<ReportColumn> described = limitColumns();
    for (size_t k = 0; k < described.size(); ++k)
        columns.push_back({std::move(described[k]), [limitOf, k](const Row &row) {
                               const auto limit = limitOf(row);
                               return limitCell(limit ? &*limit : nullptr, k);
                           }});
}

/// Why nothing is known of operators that are NVTX ranges with shapes in their names.
QString shapesWithoutTypes();

/// What is withheld, a sentence each with the reason; empty: nothing.
QStringList withheldLimits(const Limits &limits);

/// {"schema": 1, "rows": […], "covered": …}, see docs/limits.md. `steps`: those that the limits were made with, or
/// null.
nlohmann::ordered_json limitsJson(const Run &run, const ReportTable &table, const Limits &limits, const Steps *steps);

} // namespace ws
