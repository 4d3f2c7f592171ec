#pragma once
// The facts and the content of a run, as `summary --json` prints them (schema: docs/cli.md).

#include "core/base/progress.h"
#include "core/model/run.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace ws {

/// Nothing when cancelled.
std::optional<nlohmann::ordered_json> summaryJson(const Run &run, const Progress *progress = nullptr);

/// Indented JSON, always valid UTF-8: bad bytes become U+FFFD.
std::string dumpJson(const nlohmann::ordered_json &json);

} // namespace ws
