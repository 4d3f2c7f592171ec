#pragma once
// How the rules of a mapping interact on a run: the names each rule takes, the earlier rules that take names away from
// it, the later rules that match its names too, and the names that no rule takes.

#include "core/analysis/stages/stagebreakdown.h"
#include "core/analysis/stages/stageclassifier.h"

#include <string_view>
#include <vector>

namespace ws {

struct RowCount
{
    uint32_t row = 0;
    uint64_t names = 0;
    bool operator==(const RowCount &) const = default;
};

struct RuleStats
{
    uint64_t matched = 0;              ///< names the regex matches
    uint64_t won = 0;                  ///< names the rule takes (no earlier rule matches them)
    NameSum sum;                       ///< of the names taken
    double share = 0;                  ///< of the summed duration of all names, 0 … 1
    std::vector<RowCount> shadowedBy;  ///< earlier rules that take names this one matches; max names first
    std::vector<RowCount> alsoMatches; ///< later rules (catch-alls left out) that match names this one takes
    QString problem;                   ///< why the rule does not work (fully), else empty
    bool isShadowed() const { return matched > 0 && won == 0; }
};

/// One entry per row of that list. Cost: the sum of `matched`.
std::vector<RuleStats> ruleStats(const Classification &classes, MappingLevel level, const NameSums &sums);

/// Names that no rule but a catch-all takes, longest total first (names without activities in `sums` left out).
std::vector<uint32_t> unclaimedNames(const Classification &classes, MappingLevel level, const NameSums &sums);

/// The rule that takes a name, which need not occur in the run.
struct RuleExplanation
{
    uint32_t winner = noRule;
    std::vector<uint32_t> others;  ///< later rows that match too
    std::vector<uint32_t> inError; ///< rows that could not be decided
};
RuleExplanation explain(const Classification &classes, MappingLevel level, std::string_view name);

/// The first rule that takes any name of the run which is this one but for its collective
/// ("NAME|collective=allreduce"); noRule where none does or the name does not occur.
uint32_t firstRuleOf(const Classification &classes, MappingLevel level, const NameSet &names, std::string_view name);

} // namespace ws
