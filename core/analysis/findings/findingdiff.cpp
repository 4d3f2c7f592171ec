#include "core/analysis/findings/findingdiff.h"

#include "core/analysis/findings/rules.h"
#include "core/base/shortname.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace ws {
namespace {

constexpr double farAbove = 1.5; ///< × threshold

/// The share at which the rule begins to speak: of the busy time for the two rules that look at that, else of the unit.
bool isFarAbove(const Finding &finding, const WallBudget &budget)
{
    const bool isOfBusy = finding.id == "one-kernel" || finding.id == "elementwise";
    const double threshold = finding.id == "one-kernel"                                          ? minOneKernelShare
                             : finding.id == "elementwise"                                       ? minElementwiseShare
                             : finding.id == "launch-bound"                                      ? minLaunchBoundShare
                             : finding.id == "far-from-limit" || finding.id == "skinny-products" ? minFarShare
                                                                                                 : minFindingShare;
    const int64_t of = isOfBusy ? budget.busyNs() : budget.wallNs;
    return of > 0 && double(finding.ns) >= farAbove * threshold * double(of);
}

enum class Presence : uint8_t { None, Some, Unknown };

/// Whether a run has any of what a finding of another one is about.
Presence presenceIn(const ComparedFindings &side, const Finding &finding)
{
    const auto any = [](int64_t ns) { return ns > 0 ? Presence::Some : Presence::None; };
    if (finding.id == "exposed-copies")
        return any(side.budget.exposedCopyNs);
    if (finding.id == "exposed-communication")
        return any(side.budget.exposedCommNs);
    if (finding.id == "launch-bound")
        return any(side.budget.idle[size_t(GapCause::Late)]);
    if (finding.id == "one-kernel") {
        const Run &run = side.run;
        const std::string signature = kernelSignature(finding.name);
        std::vector<bool> isSeen(run.strings.size());
        const auto isIt = [&](StringId name) {
            const bool isNew = !isSeen[name];
            isSeen[name] = true;
            return isNew && kernelSignature(run.text(name)) == signature;
        };
        return std::ranges::any_of(run.gpu.name, isIt) ? Presence::Some : Presence::None;
    }
    return Presence::Unknown;
}

} // namespace

std::vector<FindingChange> findingChanges(const ComparedFindings &a, const ComparedFindings &b)
{
    const auto isCompared = [](const Finding &finding) { return finding.kind == FindingKind::Win; };
    std::vector<FindingChange> changes;
    std::vector<bool> isTaken(b.findings.size());
    const auto addSingle = [&](const ComparedFindings &side, size_t at, FindingChange::State state) {
        const Finding &finding = *side.findings[at];
        if (finding.isHidden())
            return;
        const Presence other = presenceIn(state == FindingChange::New ? a : b, finding);
        FindingChange change{state, other == Presence::None};
        if (!isFarAbove(finding, side.budget))
            change.state = FindingChange::NearThreshold;
        else if (other == Presence::Some)
            change.state = FindingChange::Below;
        (state == FindingChange::New ? change.b : change.a) = at;
        changes.push_back(change);
    };
    for (size_t i = 0; i < a.findings.size(); ++i) {
        const Finding &own = *a.findings[i];
        if (!isCompared(own))
            continue;
        size_t match = b.findings.size();
        for (size_t k = 0; k < b.findings.size() && match == b.findings.size(); ++k)
            if (!isTaken[k] && isCompared(*b.findings[k]) && b.findings[k]->id == own.id &&
                findingSubject(b.run, *b.findings[k]) == findingSubject(a.run, own))
                match = k;
        if (match == b.findings.size()) {
            addSingle(a, i, FindingChange::Gone);
        } else {
            isTaken[match] = true;
            changes.push_back({FindingChange::Both, false, i, match});
        }
    }
    for (size_t k = 0; k < b.findings.size(); ++k)
        if (!isTaken[k] && isCompared(*b.findings[k]))
            addSingle(b, k, FindingChange::New);
    const auto rank = [&](const FindingChange &change) {
        const int64_t inA = change.a ? a.findings[*change.a]->ns : 0, inB = change.b ? b.findings[*change.b]->ns : 0;
        return std::tuple(change.state, -std::abs(inB - inA));
    };
    std::ranges::stable_sort(changes, [&](const auto &x, const auto &y) { return rank(x) < rank(y); });
    return changes;
}

} // namespace ws
