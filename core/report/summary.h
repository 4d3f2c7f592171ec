#pragma once
// What a run is and holds, as `summary --json` prints it (the schema stands in docs/cli.md).

#include "core/model/run.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace ws {

nlohmann::ordered_json summaryJson(const Run &run);

/// Indented JSON that is UTF-8 whatever stands in the file: bad bytes become U+FFFD.
std::string dumpJson(const nlohmann::ordered_json &json);

} // namespace ws
