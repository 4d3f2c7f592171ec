#include "core/analysis/replay/foretold.h"

#include "core/base/format.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr double surest = 0.005;   ///< of a unit: no replay is nearer to another recording
constexpr double hardly = 0.002;   ///< of a unit: no change
constexpr double mostApart = 0.05; ///< a unit of the comparison and the same one of the replay

/// Why a prediction of A means nothing for B; empty: it may.
QString whyNotHeld(const Comparison &comparison)
{
    if (comparison.verdict == Verdict::SameFile)
        return Core::tr("both are the same file");
    const bool isDecided = comparison.isComparable() && comparison.verdict != Verdict::Inconclusive;
    if (!isDecided)
        return comparison.reasons.isEmpty() ? Core::tr("the comparison is inconclusive") : comparison.reasons.front();
    for (const ComparedField &field : comparison.fields) {
        const bool isHardware = field.id == "gpu" || field.id == "devices" || field.id == "world";
        if (isHardware && field.state == ComparedField::Warns)
            return Core::tr("the recordings are of different hardware (%1: %2 and %3)")
                .arg(field.title, field.a, field.b);
    }
    if (comparison.unit.kind == ComparedUnit::None || comparison.unit.ofSums)
        return comparison.unit.whyNone.isEmpty() ? Core::tr("no unit of work is known") : comparison.unit.whyNone;
    return {};
}

int64_t medianNsOf(const std::vector<int64_t> &lengths, const std::vector<uint32_t> &steps)
{
    std::vector<int64_t> chosen;
    for (const uint32_t step : steps)
        chosen.push_back(lengths[step]);
    return medianNs(chosen);
}

std::optional<StepParts> measuredParts(const Explanation &explanation)
{
    if (!explanation.known)
        return std::nullopt;
    const WallBudget &delta = explanation.delta;
    return StepParts{delta.computeNs, delta.exposedCommNs, delta.exposedCopyNs, delta.idleNs()};
}

void judge(EditOutcome &outcome, const Foretold &of, int64_t unitNs)
{
    using Came = EditOutcome::Came;
    const double low = double(outcome.lowNs), high = double(outcome.highNs), measured = of.measuredNs;
    const double apart = of.noiseNs + surest * double(unitNs);
    const bool isNone = std::abs(double(outcome.predictedNs)) < hardly * double(unitNs);
    const bool fits = measured + apart >= low && measured - apart <= high;
    if (fits && !isNone && low <= apart && high >= -apart && std::abs(measured) <= apart) {
        outcome.why = Core::tr("so small a change cannot be told from none");
        return;
    }
    if (fits) {
        outcome.came = Came::AsPredicted;
        return;
    }
    if (isNone) {
        outcome.came = Came::Unpredicted;
        return;
    }
    outcome.share = measured / double(outcome.predictedNs);
    outcome.came = std::abs(measured) <= apart ? Came::Nothing
                   : outcome.share < 0         ? Came::Opposite
                   : outcome.share < 1         ? Came::Less
                                               : Came::More;
}

EditOutcome outcomeOf(const ForetellingReplay &of, const QStringList &texts)
{
    EditOutcome outcome{texts, EditOutcome::Unsaid, {}, false, 0, 0, 0, {}, 0};
    std::vector<ReplayEdit> edits;
    for (const QString &text : texts) {
        const Result<ReplayEdit> edit = parseReplayEdit(text);
        if (!edit) {
            outcome.why = edit.error().message;
            return outcome;
        }
        edits.push_back(*edit);
    }
    const Replay &replay = *of.replay;
    const Result<Prediction> prediction = predict(replay, edits);
    if (!prediction) {
        outcome.why = prediction.error().message;
        return outcome;
    }
    const auto after = replayedLengths(*replay.model, prediction->start, prediction->duration);
    outcome.isPredicted = true;
    outcome.predictedNs = medianNsOf(after, of.steps) - medianNsOf(replay.recorded, of.steps);
    outcome.lowNs = outcome.predictedNs + prediction->lowNs - prediction->ns;
    outcome.highNs = outcome.predictedNs + prediction->highNs - prediction->ns;
    const StepPicture picture = pictureOf(replay, of.of, prediction->start, prediction->duration, prediction->ns);
    for (size_t part = 0; part < stepPartCount; ++part)
        outcome.partsNs[part] = picture.parts[part] - of.before.parts[part];
    return outcome;
}

} // namespace

std::optional<ForetellingReplay> foretellingReplay(const ComparedPair &pair, const Progress *progress)
{
    ForetellingReplay made;
    const ComparedUnit &unit = pair.comparison.unit;
    made.why = whyNotHeld(pair.comparison);
    if (made.why.isEmpty() && (!pair.a->hasTimeline() || !pair.b->hasTimeline() || !unit.stepsA))
        made.why = Core::tr("not both recordings have GPU work with times");
    if (!made.why.isEmpty())
        return made;
    auto model = processModel(pair.a->part.run, *unit.stepsA, progress);
    if (!model)
        return std::nullopt;
    const auto shared = std::make_shared<const ReplayModel>(std::move(*model));
    auto replay = replayOf(shared, {}, progress);
    if (!replay)
        return std::nullopt;
    if (!replay->holds()) {
        QStringList reasons = replay->why;
        reasons.removeAll(replay->how);
        made.why = Core::tr("the replay of A does not hold: %1").arg(reasons.join(QStringLiteral("; ")));
        return made;
    }
    for (size_t step = 0; !shared->isWhole && step < shared->stepNumbers.size(); ++step)
        if (std::ranges::find(unit.a.steps, shared->stepNumbers[step] - 1) != unit.a.steps.end())
            made.steps.push_back(uint32_t(step));
    const int64_t wallNs = unit.a.wall.medianNs;
    const int64_t ownNs = made.steps.empty() ? 0 : medianNsOf(replay->recorded, made.steps);
    if (made.steps.empty() || std::abs(double(ownNs - wallNs)) > mostApart * double(wallNs)) {
        made.why = made.steps.empty()
                       ? Core::tr("the replay is of the whole recording, the comparison of a unit of it")
                       : Core::tr("a unit takes %1 in the comparison and %2 in the replay, so they are not the same")
                             .arg(formatRounded(wallNs), formatRounded(ownNs));
        return made;
    }
    made.of = pictureOf(*replay);
    made.before = pictureOf(*replay, made.of, shared->graph.starts(), shared->graph.durations(), replay->recordedNs);
    made.replay = std::make_shared<const Replay>(std::move(*replay));
    return made;
}

Foretold foretold(const ComparedPair &pair, const ForetellingReplay &of, const QStringList &edits)
{
    Foretold all;
    all.why = of.why;
    all.measuredNs = pair.comparison.unit.wall.deltaNs;
    all.noiseNs = pair.comparison.unit.wall.noiseNs;
    all.partsNs = measuredParts(pair.comparison.explanation);
    if (!of.replay) {
        for (const QString &edit : edits)
            all.outcomes.push_back({{edit}, EditOutcome::Unsaid, {}, false, 0, 0, 0, {}, 0});
        return all;
    }
    QStringList meant;
    for (const QString &edit : edits) {
        all.outcomes.push_back(outcomeOf(of, {edit}));
        if (all.outcomes.back().isPredicted)
            meant << edit;
    }
    if (edits.size() > 1 && meant.size() == edits.size()) {
        all.outcomes.push_back(outcomeOf(of, edits));
    } else if (edits.size() > 1) {
        all.outcomes.push_back({edits, EditOutcome::Unsaid, {}, false, 0, 0, 0, {}, 0});
        all.outcomes.back().why = Core::tr("not all of the edits mean something in A");
    }
    if (!all.outcomes.empty() && all.outcomes.back().isPredicted)
        judge(all.outcomes.back(), all, pair.comparison.unit.a.wall.medianNs);
    return all;
}

} // namespace ws
