#pragma once
// A recording that is replayed, shown to hold, then changed. The replay has recorded durations and one latency for each
// kind of edge, no lags of single nodes; how far it is from the recording says whether edits may be answered at all.
// Rejected: to answer with a warning. A number that is there will be quoted.

#include "core/analysis/replay/replayedit.h"
#include "core/analysis/replay/replaymodel.h"

#include <optional>
#include <string>

namespace ws {

inline constexpr double maxReplayError = 0.02;
inline constexpr double maxUnexplained = 0.10;
inline constexpr double maxContended = 0.05;
inline constexpr double maxBesideUnknown = 0.40; ///< see SharedDevice
inline constexpr double maxInterrupted = 0.05;
/// Work whose start the replay had to find, beyond one for each kind of edge whose latency was taken from the
/// recording: with fewer, the recording fits whatever is the case.
inline constexpr int64_t minProvenWork = 20;
inline constexpr size_t maxEdits = 30;
inline constexpr double maxHiddenWaits = 0.03; ///< they are no error of the replay, but whatever makes them shorter is

/// Times are of the chosen step, else means over the steps.
struct Replay
{
    std::shared_ptr<const ReplayModel> model;
    std::optional<uint32_t> step;            ///< index into the model's steps; none: all
    ReplayWeights weights;                   ///< with the latencies, without lags
    std::vector<int64_t> lags;               ///< by node
    std::vector<int64_t> recorded, replayed; ///< lengths by step
    int64_t recordedNs = 0, replayedNs = 0;
    double errorShare = 0;       ///< the larger one of that of the mean and the median of single steps
    double otherHalfError = 0;   ///< of the steps whose latencies were not measured; 0: fewer than two steps
    double unexplainedShare = 0; ///< of the path that decides the length
    double contendedShare = 0;   ///< by so much of the length work took longer beside other streams than alone
    int64_t startErrorNs = 0;    ///< median of GPU work, from the begin of its step on
    int64_t provenWork = 0;      ///< see minProvenWork; of all steps
    CriticalPath path;           ///< of the recording
    QStringList why;             ///< why it is refused, the last one perhaps `how`; empty: it holds
    QString how;                 ///< to record it better, a sentence; empty: nothing is known

    bool holds() const { return why.isEmpty(); }
};

struct ReplayWin
{
    QString edit;
    int64_t ns = 0;
};

struct Prediction
{
    int64_t ns = 0, lowNs = 0, highNs = 0;
    std::string boundBy;         ///< see boundWord()
    std::vector<ReplayWin> wins; ///< add up to the recorded time less the predicted one
    CriticalPath path;
    std::vector<int64_t> start, duration; ///< by node
    QStringList notes;
};

/// Nothing when cancelled. `step`: an index into the steps of the model.
std::optional<Replay> replayOf(std::shared_ptr<const ReplayModel> model, std::optional<uint32_t> step = {},
                               const Progress *progress = nullptr);

/// What the edits bring, where the replay holds. An error: an edit that means nothing in this recording. Wins are
/// divided as L. S. Shapley does ("A Value for n-Person Games", 1953): the mean over all orders of the edits, up to
/// four of them; beyond, in the order given.
Result<Prediction> predict(const Replay &replay, const std::vector<ReplayEdit> &edits, EditTargets *targets = nullptr);

/// What takes most of a path: "compute", "communication", "copies", "cpu" or "latency".
std::string boundWord(const CriticalPath &path);

/// A job's stages (else ranks) that compute longer than the others: the step without their excess over the mean.
struct RankExcess
{
    std::string ranks; ///< "PP 3"
    double ratio = 0;  ///< its computation in a step by the median of the others'
    int64_t withoutNs = 0;
};
std::vector<RankExcess> rankExcesses(const Replay &replay);

} // namespace ws
