#pragma once
// What a window shows of a replay: the time of a step by kind of work, before and after the edits, and an answer in
// which an edit that means nothing leaves the others answered. Also what there is to be edited, the longest first.

#include "core/analysis/findings/finding.h"
#include "core/analysis/replay/replay.h"

#include <array>

namespace ws {

/// Whose time a picture is, and of which step its lane.
struct PictureOf
{
    uint32_t item = 0; ///< index of a device of the run; of a job that of a rank
    uint32_t step = 0; ///< index into the model's: the chosen one, else the one of median length
};
PictureOf pictureOf(const Replay &replay);

enum class StepPart : uint8_t { Compute, Communication, Copies, Idle };
constexpr size_t stepPartCount = 4;

/// The time of one device or rank.
struct StepPicture
{
    int64_t ns = 0; ///< as Replay::recordedNs: of the chosen step, else the mean over the steps
    std::array<int64_t, stepPartCount> parts{}; ///< add up to `ns`; communication and copies that nothing before hides
    int64_t laneNs = 0;                         ///< length of the step of the lane
    /// By stretch of equal length, from 0 to 1 how much of it each part but idle has; empty: no such step.
    std::vector<std::array<float, 3>> lane;
};
/// `ns`: that of the replay or of the prediction.
StepPicture pictureOf(const Replay &replay, PictureOf of, const std::vector<int64_t> &start,
                      const std::vector<int64_t> &duration, int64_t ns);

struct EditAnswer
{
    QStringList problems;                      ///< by edit, why it is not answered; empty: it is
    std::vector<std::optional<int64_t>> winNs; ///< by edit
    std::optional<Prediction> prediction;      ///< of those that are answered; nothing: none is
    StepPicture after;
};
/// The replay holds. Edits are texts as parseReplayEdit() reads them.
EditAnswer answerEdits(const Replay &replay, PictureOf of, const QStringList &edits, EditTargets *targets = nullptr);

struct EditChoice
{
    QString name;
    QString target; ///< of a ReplayEdit
    int64_t ns = 0;
};
/// What there is to be edited, of each kind at most `most`, the longest first.
struct EditChoices
{
    std::vector<EditChoice> kernels, operators, modules, stages;
    std::vector<EditChoice> ranks; ///< coordinates and whole ranks, in their order
};
std::optional<EditChoices> editChoices(const Replay &replay, size_t most, const Progress *progress = nullptr);

/// The edit that does what a finding advises, of all work that it is about; empty: none does.
QString findingEdit(const Finding &finding);

/// What edits win, each alone.
struct ReplayedWins
{
    int64_t recordedNs = 0; ///< a step, in the mean
    size_t steps = 0;
    std::vector<std::optional<int64_t>> ns; ///< by edit; nothing: it means nothing, or the replay does not hold
};
std::optional<ReplayedWins> replayedWins(const RunPtr &run, const Steps &steps, const QStringList &edits,
                                         const Progress *progress = nullptr);

/// Whether the file has what a graph is made of: GPU work with launches, or ranks that it names. Fast.
bool mayReplay(const Run &run);

} // namespace ws
