#include "core/analysis/stages/stageconflicts.h"

#include "core/base/texts.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ws {

namespace {

/// The number of names per row; few rows have any.
class Tally
{
public:
    explicit Tally(size_t rows) : m_names(rows) {}
    void add(uint32_t row)
    {
        if (m_names[row]++ == 0)
            m_rows.push_back(row);
    }
    /// In order of the rows; clears the counts.
    std::vector<RowCount> take()
    {
        std::sort(m_rows.begin(), m_rows.end());
        std::vector<RowCount> counts;
        for (uint32_t row : m_rows)
            counts.push_back({row, std::exchange(m_names[row], 0)});
        m_rows.clear();
        return counts;
    }

private:
    std::vector<uint64_t> m_names;
    std::vector<uint32_t> m_rows;
};

void largestFirst(std::vector<RowCount> &rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const RowCount &a, const RowCount &b) { return a.names > b.names; });
}

} // namespace

std::vector<RuleStats> ruleStats(const Classification &classes, MappingLevel level, const NameSums &sums)
{
    const LevelClasses &list = classes.level(level);
    const std::vector<LabelRule> &rules = classes.rules(level);
    std::vector<RuleStats> stats(rules.size());
    Tally takenBy(rules.size());
    for (uint32_t row = 0; row < rules.size(); ++row) {
        if (!list.hits[row])
            continue;
        stats[row].problem = list.hits[row]->problem();
        const std::vector<uint64_t> &bits = list.hits[row]->bits;
        for (size_t word = 0; word < bits.size(); ++word) {
            stats[row].matched += static_cast<uint64_t>(std::popcount(bits[word]));
            for (uint64_t left = bits[word]; left; left &= left - 1) {
                const size_t name = word * 64 + static_cast<size_t>(std::countr_zero(left));
                if (list.rule[name] != row)
                    takenBy.add(list.rule[name]);
            }
        }
        stats[row].shadowedBy = takenBy.take();
        if (!isCatchAll(rules[row].regex))
            for (const RowCount &winner : stats[row].shadowedBy)
                stats[winner.row].alsoMatches.push_back({row, winner.names});
        largestFirst(stats[row].shadowedBy);
    }
    for (size_t name = 0; name < list.rule.size(); ++name) {
        if (list.rule[name] == noRule)
            continue;
        RuleStats &rule = stats[list.rule[name]];
        ++rule.won;
        rule.sum.add(sums.names[name]);
    }
    for (RuleStats &rule : stats) {
        largestFirst(rule.alsoMatches);
        if (sums.all.totalNs)
            rule.share = static_cast<double>(rule.sum.totalNs) / static_cast<double>(sums.all.totalNs);
    }
    return stats;
}

std::vector<uint32_t> unclaimedNames(const Classification &classes, MappingLevel level, const NameSums &sums)
{
    const std::vector<uint32_t> &rule = classes.level(level).rule;
    std::vector<uint8_t> takesAll;
    for (const LabelRule &each : classes.rules(level))
        takesAll.push_back(isCatchAll(each.regex));
    std::vector<uint32_t> names;
    for (uint32_t name = 0; name < rule.size(); ++name)
        if (sums.names[name].count && (rule[name] == noRule || takesAll[rule[name]]))
            names.push_back(name);
    std::stable_sort(names.begin(), names.end(),
                     [&](uint32_t a, uint32_t b) { return sums.names[a].totalNs > sums.names[b].totalNs; });
    return names;
}

uint32_t firstRuleOf(const Classification &classes, MappingLevel level, const NameSet &names, std::string_view name)
{
    const std::string_view plain = withoutArguments(name);
    const std::span<const std::string_view> plainTexts = names.plainTexts();
    uint32_t first = noRule;
    for (size_t i = 0; i < plainTexts.size(); ++i)
        if (plainTexts[i] == plain)
            first = std::min(first, classes.level(level).rule[i]);
    return first;
}

RuleExplanation explain(const Classification &classes, MappingLevel level, std::string_view name)
{
    RuleExplanation result;
    const QString text = toText(name), plain = toText(withoutArguments(name));
    const LevelClasses &list = classes.level(level);
    for (uint32_t row = 0; row < list.hits.size(); ++row) {
        if (!list.hits[row]) // switched off
            continue;
        const CompiledRegex &regex = list.hits[row]->regex;
        if (!regex.ok()) {
            result.inError.push_back(row);
            continue;
        }
        const QRegularExpressionMatch match =
            regex.regex.match(asksForArguments(classes.rules(level)[row].regex) ? text : plain);
        if (!match.isValid())
            result.inError.push_back(row);
        else if (match.hasMatch() && result.winner == noRule)
            result.winner = row;
        else if (match.hasMatch())
            result.others.push_back(row);
    }
    return result;
}

} // namespace ws
