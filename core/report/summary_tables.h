#pragma once
// The parts of `summary --json` that tables and layerwise profiles fill.

#include "core/model/run.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// "tables": numbers raw, blank cells null. A cell of several lines (a stack) has its first line in "rows" and all of
/// them in "continuations": [[row, column, text], …].
nlohmann::ordered_json tablesJson(const Run &run);
nlohmann::ordered_json tableJson(const Table &table);

/// "phases": one per phase of a layerwise profile.
nlohmann::ordered_json phasesJson(const Run &run);

/// Integers without a decimal point up to 2^53.
nlohmann::ordered_json numberJson(double value);

} // namespace ws
