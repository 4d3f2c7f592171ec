#pragma once
// The text of one event, fetched again from the file when a person looks at it: args, shapes and stacks are never held
// in memory. The timeline knows where the event's JSON object begins in the unpacked content.

#include "core/base/result.h"
#include "core/run.h"

#include <nlohmann/json.hpp>

namespace ws {

/// A JSON object changed as little as needed for a strict parser to take it: raw control characters, unknown
/// escapes and invalid UTF-8 inside strings.
std::string mendedJson(std::string_view text);

/// The event of a slice, keys in the file's order (databases and CSV: the columns of its row). Errors: Unreadable when
/// the file has changed since it was loaded, NotFound when it is gone, Unsupported when the format keeps no text per
/// event, Malformed when no object (of up to 64 MiB) stands there.
Result<nlohmann::ordered_json> eventJson(const Run &run, EventRef slice);
Result<nlohmann::ordered_json> eventJson(const SeekIndex &index, int64_t offset);

} // namespace ws
