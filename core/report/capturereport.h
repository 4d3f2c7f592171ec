#pragma once
// How far a capture told the modules of a replay, as one line of text and as JSON.

#include "core/analysis/modules/capturematch.h"

#include <QString>

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// "capture: 361 of 361 activities of 25 graph launches found"; with what is missing: how many of which kind and the
/// first of them; with several capture files, how many launches fit which. Translated.
QString captureText(const Run &replay, const CaptureMatch &match);

/// "capture" of `warpscope-cli modules --capture --json`: counts, the first 1,000 missing activities, and of
/// the first 1,000 graph launches the capture files that fit: none, one with its graph, or several equally well.
nlohmann::ordered_json captureJson(const Run &replay, const CaptureMatch &match);

} // namespace ws
