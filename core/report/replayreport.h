#pragma once
// A replay as text, JSON and table: how far it is from the recording, what edits would bring, and the path that decides
// the length.

#include "core/analysis/replay/foretold.h"
#include "core/analysis/replay/replaylane.h"
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

/// The verdict alone: how near the replay is and what bounds the step, or why it is refused.
QString replayVerdict(const Replay &replay, const std::vector<RankExcess> &excesses);
/// "With the edits it takes 2.1 ms (2.0 to 2.2 ms), and is bound by computation."
QString predictionSentence(const Prediction &prediction);
/// What an edit is of, for people: "Kernel gemm", "All gaps"; names in full.
QString editTitle(const ReplayEdit &edit);
/// What becomes of it where that is no factor: "to the device's limit"; empty: a factor says it.
QString editOutcome(const ReplayEdit &edit);

/// "Replayed (All launches as one graph): a step, in the mean of 8, takes 0.214 ms less, 8.1 %."
QString replayedWinText(const ReplayEdit &edit, int64_t winNs, int64_t recordedNs, size_t steps);

/// Nodes of the recorded path that were late though all before them was over, the latest first.
std::vector<uint32_t> latestOnPath(const Replay &replay, size_t most);

/// "computation", "CPU between calls", "not explained"
QString pathPartText(PathPart part);
/// "Computation", "Idle", as the bars of a step's time have them
QString stepPartText(StepPart part);

enum class PathBy : uint8_t { Kind, Name, Operator, Slack, Late, Rank };
/// The same path by kind, by name of work, by operator, or by rank of a job, with its times with the edits beside them
/// where there are some (`after`; null: none). By Slack: by how much later work of each name may end at no cost. Late:
/// latestOnPath(), a row each.
ReportTable pathTable(const Replay &replay, PathBy by, const CriticalPath *after);

/// By kind and name, what the path that decides the length is made of, the longest first; the parts add up to it.
ReportTable pathReport(const Replay &replay);

/// {"schema": 1, "verdict": …, "lengthNs": …, "byKind": {…}, "rows": […], "slack": […]}.
nlohmann::ordered_json pathJson(const Replay &replay);

// What was predicted of edits to A and what came in B:

QString foretoldTitle();
/// One line for each edit, another one with its change by kind of work; what cannot be said says why.
QStringList foretoldLines(const Foretold &foretold);
/// "as-predicted", "less", "more", "nothing", "opposite", "unpredicted", "unsaid"
std::string_view cameId(EditOutcome::Came came);
nlohmann::ordered_json foretoldJson(const Foretold &foretold);

} // namespace ws
