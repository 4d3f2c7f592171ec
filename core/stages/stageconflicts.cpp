#include "core/stages/stageconflicts.h"

#include <algorithm>
#include <bit>
#include <map>

namespace ws {

namespace {

std::vector<RowCount> byCount(const std::map<uint32_t, uint64_t> &counts)
{
    std::vector<RowCount> rows;
    for (const auto &[row, names] : counts)
        rows.push_back({row, names});
    std::stable_sort(rows.begin(), rows.end(), [](const RowCount &a, const RowCount &b) { return a.names > b.names; });
    return rows;
}

} // namespace

std::vector<RuleStats> ruleStats(const Classification &classes, MappingLevel level, const NameSums &sums)
{
    const LevelClasses &list = classes.level(level);
    const std::vector<LabelRule> &rules = classes.rules(level);
    std::vector<RuleStats> stats(rules.size());
    std::vector<std::map<uint32_t, uint64_t>> also(rules.size());
    for (size_t row = 0; row < rules.size(); ++row) {
        if (!list.hits[row])
            continue;
        stats[row].problem = list.hits[row]->problem();
        std::map<uint32_t, uint64_t> takenBy;
        const std::vector<uint64_t> &bits = list.hits[row]->bits;
        for (size_t word = 0; word < bits.size(); ++word) {
            for (uint64_t left = bits[word]; left; left &= left - 1) {
                const size_t name = word * 64 + static_cast<size_t>(std::countr_zero(left));
                ++stats[row].matched;
                if (list.rule[name] != row)
                    ++takenBy[list.rule[name]];
            }
        }
        stats[row].shadowedBy = byCount(takenBy);
        if (!isCatchAll(rules[row].regex))
            for (const auto &[winner, names] : takenBy)
                also[winner][static_cast<uint32_t>(row)] = names;
    }
    for (size_t name = 0; name < list.rule.size(); ++name) {
        if (list.rule[name] == noRule)
            continue;
        RuleStats &rule = stats[list.rule[name]];
        ++rule.won;
        rule.sum.add(sums.names[name]);
    }
    for (size_t row = 0; row < rules.size(); ++row) {
        stats[row].alsoMatches = byCount(also[row]);
        if (sums.all.totalNs)
            stats[row].share = static_cast<double>(stats[row].sum.totalNs) / static_cast<double>(sums.all.totalNs);
    }
    return stats;
}

std::vector<uint32_t> unclaimedNames(const Classification &classes, MappingLevel level, const NameSums &sums)
{
    const std::vector<uint32_t> &rule = classes.level(level).rule;
    std::vector<uint32_t> names;
    for (uint32_t name = 0; name < rule.size(); ++name)
        if (sums.names[name].count && (rule[name] == noRule || isCatchAll(classes.rules(level)[rule[name]].regex)))
            names.push_back(name);
    std::stable_sort(names.begin(), names.end(),
                     [&](uint32_t a, uint32_t b) { return sums.names[a].totalNs > sums.names[b].totalNs; });
    return names;
}

Explanation explain(const Classification &classes, MappingLevel level, std::string_view name)
{
    Explanation result;
    const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    const LevelClasses &list = classes.level(level);
    for (uint32_t row = 0; row < list.hits.size(); ++row) {
        if (!list.hits[row]) // switched off
            continue;
        const CompiledRegex &regex = list.hits[row]->regex;
        if (!regex.ok()) {
            result.inError.push_back(row);
            continue;
        }
        const QRegularExpressionMatch match = regex.regex.match(text);
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
