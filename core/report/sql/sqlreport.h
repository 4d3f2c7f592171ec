#pragma once
// The tables, columns and functions that a query has, for people and programs.

#include "core/report/reporttable.h"

namespace ws {

/// One row a column and a function: table, column, type, unit, meaning. The same for every file.
ReportTable sqlSchemaReport();

} // namespace ws
