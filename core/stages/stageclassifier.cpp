#include "core/stages/stageclassifier.h"

#include <QCoreApplication>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <set>
#include <thread>
#include <unordered_map>

namespace ws {

namespace {

constexpr size_t keptRegexes = 4096;
constexpr size_t maxThreads = 8;

void setAll(std::vector<uint64_t> &bits, size_t count)
{
    std::fill(bits.begin(), bits.end(), ~uint64_t(0));
    if (count % 64)
        bits.back() = (uint64_t(1) << (count % 64)) - 1;
}

QString asText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

uint64_t pairOf(const Classification &c, size_t name)
{
    return uint64_t(c.substage.rule[name]) << 32 | c.stage.rule[name];
}

std::string_view labelOf(const std::vector<LabelRule> &rules, uint32_t row)
{
    return row == noRule ? unmatchedLabel : std::string_view(rules[row].label);
}

uint32_t colourOf(const std::vector<LabelRule> &rules, uint32_t row)
{
    return row == noRule ? noColour : rules[row].colour;
}

// Pairs of labels, ordered as the rules stand; a pair's first rule gives its place and colour.
void makeGroups(Classification &c)
{
    std::unordered_map<uint64_t, uint32_t> groupOf; // by pair of rows
    for (size_t i = 0; i < c.group.size(); ++i)
        groupOf.emplace(pairOf(c, i), 0);
    std::vector<uint64_t> pairs;
    for (const auto &entry : groupOf)
        pairs.push_back(entry.first);
    std::sort(pairs.begin(), pairs.end());
    std::map<std::pair<std::string_view, std::string_view>, uint32_t> byLabel;
    for (uint64_t pair : pairs) {
        const auto substageRow = static_cast<uint32_t>(pair >> 32);
        const auto stageRow = static_cast<uint32_t>(pair);
        const std::string_view stage = labelOf(c.mapping.stages, stageRow);
        const std::string_view substage = labelOf(c.mapping.substages, substageRow);
        const auto [place, isNew] = byLabel.emplace(std::pair(stage, substage), static_cast<uint32_t>(c.groups.size()));
        groupOf[pair] = place->second;
        if (!isNew)
            continue;
        const uint32_t own = colourOf(c.mapping.substages, substageRow);
        c.groups.push_back(
            {std::string(stage), std::string(substage), own != noColour ? own : colourOf(c.mapping.stages, stageRow)});
    }
    for (size_t i = 0; i < c.group.size(); ++i)
        c.group[i] = groupOf[pairOf(c, i)];
}

} // namespace

QString RegexHits::problem() const
{
    if (!regex.ok())
        return regex.error;
    if (outOfTime)
        return QCoreApplication::translate("core", "too slow: given up");
    if (undecided)
        return QCoreApplication::translate("core", "too many steps: given up on %1 names").arg(undecided);
    return {};
}

StageClassifier::StageClassifier(std::shared_ptr<const NameSet> names, std::chrono::milliseconds patience)
    : m_names(std::move(names)), m_patience(patience)
{
}

StageClassifier::Hits StageClassifier::search(const std::string &regex, const Progress *progress) const
{
    auto hits = std::make_shared<RegexHits>();
    const size_t count = m_names->size();
    hits->bits.assign((count + 63) / 64, 0);
    hits->regex = compilePythonRegex(regex);
    if (isCatchAll(regex) && count)
        return setAll(hits->bits, count), hits;
    if (!hits->regex.ok())
        return hits;
    const Prefilter prefilter(regex);
    const auto deadline = std::chrono::steady_clock::now() + m_patience;
    for (size_t i = 0; i < count; ++i) {
        if (progress && progress->isCancelled())
            return nullptr;
        if (!prefilter.mayMatch(m_names->signatures(), i))
            continue;
        if (std::chrono::steady_clock::now() > deadline) {
            hits->outOfTime = true;
            hits->undecided += count - i;
            hits->firstUndecided = std::min(hits->firstUndecided, static_cast<uint32_t>(i));
            break;
        }
        const QRegularExpressionMatch match = hits->regex.regex.match(asText(m_names->text(i)));
        if (match.hasMatch())
            hits->bits[i >> 6] |= uint64_t(1) << (i & 63);
        else if (!match.isValid() && hits->undecided++ == 0)
            hits->firstUndecided = static_cast<uint32_t>(i);
    }
    return hits;
}

// Runs the regexes that are not known yet, several at a time: the first look at a run is the only long one.
bool StageClassifier::prepare(const StageMapping &mapping, const Progress *progress)
{
    std::map<std::string, Hits> missing;
    for (const std::vector<LabelRule> *rules : {&mapping.stages, &mapping.substages})
        for (const LabelRule &rule : *rules)
            if (rule.enabled && !m_cache.contains(rule.regex))
                missing.emplace(rule.regex, nullptr);
    std::vector<std::pair<const std::string, Hits> *> work;
    for (auto &entry : missing)
        work.push_back(&entry);
    std::atomic<size_t> next{0};
    const auto run = [&] {
        for (size_t i = next++; i < work.size(); i = next++)
            work[i]->second = search(work[i]->first, progress);
    };
    const size_t cores = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, maxThreads);
    std::vector<std::thread> helpers;
    for (size_t i = 1; i < std::min(cores, work.size()); ++i)
        helpers.emplace_back(run);
    run();
    for (std::thread &helper : helpers)
        helper.join();
    std::erase_if(missing, [](const auto &entry) { return !entry.second; });
    const bool complete = missing.size() == work.size();
    m_cache.merge(missing);
    return complete;
}

void StageClassifier::fill(LevelClasses &level, const std::vector<LabelRule> &rules) const
{
    const size_t count = m_names->size();
    level.rule.assign(count, noRule);
    level.hits.assign(rules.size(), nullptr);
    std::vector<uint64_t> open((count + 63) / 64, 0);
    if (count)
        setAll(open, count);
    for (size_t row = 0; row < rules.size(); ++row) {
        if (!rules[row].enabled)
            continue;
        const Hits &hits = m_cache.find(rules[row].regex)->second;
        level.hits[row] = hits;
        for (size_t word = 0; word < open.size(); ++word) {
            for (uint64_t won = open[word] & hits->bits[word]; won; won &= won - 1)
                level.rule[word * 64 + static_cast<size_t>(std::countr_zero(won))] = static_cast<uint32_t>(row);
            open[word] &= ~hits->bits[word];
        }
    }
}

std::shared_ptr<const Classification> StageClassifier::classify(const StageMapping &mapping, const Progress *progress)
{
    const std::lock_guard lock(m_mutex);
    auto result = std::make_shared<Classification>();
    result->names = m_names;
    result->mapping = mapping;
    result->group.assign(m_names->size(), 0);
    if (!prepare(mapping, progress))
        return nullptr;
    fill(result->stage, mapping.stages);
    fill(result->substage, mapping.substages);
    makeGroups(*result);
    if (m_cache.size() > keptRegexes)
        forgetUnused(*result);
    return result;
}

void StageClassifier::forgetUnused(const Classification &current)
{
    std::set<Hits> used(current.stage.hits.begin(), current.stage.hits.end());
    used.insert(current.substage.hits.begin(), current.substage.hits.end());
    std::erase_if(m_cache, [&](const auto &entry) { return !used.contains(entry.second); });
}

} // namespace ws
