#pragma once
// A replay as text, JSON and table: how far it is from the recording, what edits would bring, and the path that decides
// the length.

#include "core/analysis/replay/replay.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

#include <QStringList>

namespace ws {

/// {"schema": 1, "verdict": "holds|refused", …}, see docs/replay.md. `prediction` null: refused.
nlohmann::ordered_json replayJson(const Replay &replay, const Prediction *prediction,
                                  const std::vector<RankExcess> &excesses);

/// Sentences for people.
QStringList replaySentences(const Replay &replay, const Prediction *prediction,
                            const std::vector<RankExcess> &excesses);

/// By kind and name, what the path that decides the length is made of, the longest first; the parts add up to it.
ReportTable pathReport(const Replay &replay);

/// {"schema": 1, "verdict": …, "lengthNs": …, "byKind": {…}, "rows": […], "slack": […]}.
nlohmann::ordered_json pathJson(const Replay &replay);

} // namespace ws
