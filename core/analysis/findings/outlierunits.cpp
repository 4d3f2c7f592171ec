// outlier-units: steps that take much longer than others of their kind.
// Threshold: at least five units of one phase, batch and number of tokens; those of more than 1.5 times their median,
// up to a fifth of them, with an excess of at least 2 % of the walls of all. `of`: units of their kinds; medianNs: of
// the first kind's walls. isFirst: these are the first ones of their kind, as in a warm-up. A note, no win: without a
// further recording it is not known whether they recur. Silent: for steps that the recording cuts, for the last one
// (its wall has no next step), for units that differ in what they compute, and where more than a fifth is slow (that is
// no outlier but a second kind).

#include "core/analysis/findings/rules.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace ws {
namespace {

constexpr size_t minUnits = 5;
constexpr double slowUnit = 1.5;

using Walls = std::vector<const UnitWall *>;

std::vector<Walls> alikeUnits(const UnitWork &unit)
{
    std::map<std::tuple<std::string, int64_t, int64_t>, Walls> kinds;
    const std::vector<UnitWall> &units = unit.units;
    for (size_t k = 0; k + 1 < units.size(); ++k) {
        std::tuple<std::string, int64_t, int64_t> key;
        if (units[k].step != noStep) {
            const Step &step = unit.input.steps.steps[units[k].step];
            key = {step.phase, step.batch.value_or(-1), step.tokens.value_or(-1)};
        }
        kinds[key].push_back(&units[k]);
    }
    std::vector<Walls> result;
    for (auto &[key, walls] : kinds)
        if (walls.size() >= minUnits)
            result.push_back(std::move(walls));
    return result;
}

int64_t medianWallNs(const Walls &walls)
{
    std::vector<int64_t> lengths;
    for (const UnitWall *wall : walls)
        lengths.push_back(wall->range.length());
    return medianNs(lengths);
}

} // namespace

void findOutlierUnits(const UnitWork &unit, Findings &findings)
{
    Finding finding = unit.finding("outlier-units", 0, 0);
    finding.kind = FindingKind::Note;
    int64_t all = 0;
    Walls found;
    bool isFirst = true;
    for (const Walls &walls : alikeUnits(unit)) {
        const int64_t median = medianWallNs(walls);
        Walls outliers;
        for (const UnitWall *wall : walls) {
            all += wall->range.length();
            if (double(wall->range.length()) > slowUnit * double(median))
                outliers.push_back(wall);
        }
        if (outliers.empty() || outliers.size() * 5 > walls.size())
            continue;
        finding.of += walls.size();
        finding.medianNs = finding.medianNs ? finding.medianNs : median;
        isFirst = isFirst && std::ranges::equal(outliers, std::span(walls).first(outliers.size()));
        for (const UnitWall *wall : outliers) {
            finding.ns += wall->range.length() - median;
            finding.maxNs = std::max(finding.maxNs, wall->range.length());
            found.push_back(wall);
        }
    }
    finding.count = found.size();
    if (found.empty() || double(finding.ns) < minFindingShare * double(all))
        return;
    finding.share = double(finding.ns) / double(all);
    finding.isFirst = isFirst;
    std::ranges::stable_sort(found, [](const auto *a, const auto *b) { return a->range.length() > b->range.length(); });
    for (size_t k = 0; k < std::min<size_t>(found.size(), 5); ++k)
        finding.places.push_back({{}, found[k]->range});
    findings.push_back(std::move(finding));
}

} // namespace ws
