#pragma once
// What a replay of A says that edits bring, held against B, in which they may have been made. The replay is of the
// units that the comparison has compared, so that both say how much longer or shorter the same thing takes. What came
// is of all that differs between the recordings: of several edits only all together are held against it.

#include "core/analysis/compare/compareruns.h"
#include "core/analysis/replay/replayanswer.h"

namespace ws {

using StepParts = std::array<int64_t, stepPartCount>; ///< by StepPart

struct EditOutcome
{
    enum Came : uint8_t {
        Unsaid,      ///< `why`; of one of several edits without
        AsPredicted, ///< within the prediction's bounds and the comparison's noise
        Less,        ///< of the predicted change, `share`
        More,
        Nothing, ///< the change is within the noise, and the predicted one is not
        Opposite,
        Unpredicted, ///< hardly any change was predicted, and one came
    };
    QStringList edits;
    Came came = Unsaid;
    QString why;              ///< why nothing is said; empty: it is
    bool isPredicted = false; ///< the numbers below are known
    int64_t predictedNs = 0;  ///< how much longer (below 0: shorter) a unit gets
    int64_t lowNs = 0, highNs = 0;
    StepParts partsNs{}; ///< of predictedNs, by kind of work
    double share = 0;    ///< of the predicted change, what came; only Less and More
};

struct Foretold
{
    QString why;           ///< why nothing is held against anything; empty: it is
    double measuredNs = 0; ///< the change of the median unit, and its noise
    double noiseNs = 0;
    std::optional<StepParts> partsNs;  ///< of the mean unit
    std::vector<EditOutcome> outcomes; ///< each edit; of several also all together, at the end
};

/// The replay of A by the units of a comparison.
struct ForetellingReplay
{
    std::shared_ptr<const Replay> replay; ///< null: `why`
    QString why;                          ///< why nothing can be predicted; empty: it can
    PictureOf of;
    StepPicture before;
    std::vector<uint32_t> steps; ///< that were compared: indices into the model's
};

/// Nothing when cancelled. O(GPU work of A).
std::optional<ForetellingReplay> foretellingReplay(const ComparedPair &pair, const Progress *progress = nullptr);
/// `edits`: texts as parseReplayEdit() reads them.
Foretold foretold(const ComparedPair &pair, const ForetellingReplay &of, const QStringList &edits);

} // namespace ws
