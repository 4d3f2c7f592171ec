#include "core/analysis/stages/stageclassifier.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/parallel.h"
#include "core/base/texts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace ws {

namespace {

constexpr size_t keptRegexes = 4096;
constexpr size_t keptParts = 16'384;
constexpr size_t maxParts = 128;    // of a regex that is divided; hostile ones have a million
constexpr size_t blocksAtOnce = 32; // less work is done before another thread begins

void setAll(std::vector<uint64_t> &bits, size_t count)
{
    std::fill(bits.begin(), bits.end(), ~uint64_t(0));
    if (count % 64)
        bits.back() = (uint64_t(1) << (count % 64)) - 1;
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

// Pairs of labels in the order of the rules; a pair's first rule gives its place and colour. Neighbours in the list
// of names often fall to the same rules, so it tries the previous pair first.
void makeGroups(Classification &c)
{
    std::map<uint64_t, uint32_t> groupOf; // by pair of rows
    std::optional<uint64_t> last;
    for (size_t i = 0; i < c.group.size(); ++i)
        if (const uint64_t pair = pairOf(c, i); std::exchange(last, pair) != pair)
            groupOf.emplace(pair, 0);
    std::map<std::pair<std::string_view, std::string_view>, uint32_t> byLabel;
    for (auto &[pair, group] : groupOf) {
        const auto substageRow = static_cast<uint32_t>(pair >> 32);
        const auto stageRow = static_cast<uint32_t>(pair);
        const std::string_view stage = labelOf(c.mapping.stages, stageRow);
        const std::string_view substage = labelOf(c.mapping.substages, substageRow);
        const auto [place, isNew] = byLabel.emplace(std::pair(stage, substage), static_cast<uint32_t>(c.groups.size()));
        group = place->second;
        if (!isNew)
            continue;
        const uint32_t own = colourOf(c.mapping.substages, substageRow);
        c.groups.push_back(
            {std::string(stage), std::string(substage), own != noColour ? own : colourOf(c.mapping.stages, stageRow)});
    }
    last.reset();
    uint32_t group = 0;
    for (size_t i = 0; i < c.group.size(); ++i) {
        if (const uint64_t pair = pairOf(c, i); std::exchange(last, pair) != pair)
            group = groupOf[pair];
        c.group[i] = group;
    }
}

/// The mangled names of a block: a rule may mean what people read as well as what stands in the file.
uint64_t mangledOf(const NameSet &names, size_t block)
{
    uint64_t mangled = 0;
    const size_t begin = block * TextSignatures::perBlock;
    for (size_t n = 0; n < TextSignatures::perBlock && begin + n < names.size(); ++n)
        mangled |= uint64_t(isMangled(names.text(begin + n))) << n;
    return mangled;
}

} // namespace

QString RegexHits::problem() const
{
    if (!regex.ok())
        return regex.error;
    if (outOfTime)
        return Core::tr("too slow: given up");
    if (undecided)
        return Core::tr("too many steps: given up on %1 names").arg(formatCount(int64_t(undecided)));
    return {};
}

QStringList ruleProblems(const Classification &classes)
{
    QStringList lines;
    for (const MappingLevel level : {MappingLevel::Stage, MappingLevel::Substage})
        for (size_t row = 0; row < classes.level(level).hits.size(); ++row)
            if (const auto &hits = classes.level(level).hits[row]; hits && !hits->problem().isEmpty())
                lines << Core::tr("rule “%1”: %2")
                             .arg(toText(classes.rules(level)[row].regex).left(100), hits->problem());
    lines.removeDuplicates();
    return lines;
}

void RegexHits::countUndecided()
{
    undecided = 0;
    firstUndecided = noName;
    for (size_t word = 0; word < unsure.size(); ++word) {
        unsure[word] &= ~bits[word];
        if (unsure[word] && undecided == 0)
            firstUndecided = static_cast<uint32_t>(word * 64) + static_cast<uint32_t>(std::countr_zero(unsure[word]));
        undecided += static_cast<uint64_t>(std::popcount(unsure[word]));
    }
}

StageClassifier::StageClassifier(std::shared_ptr<const NameSet> names, std::chrono::milliseconds patience)
    : m_names(std::move(names)), m_patience(patience)
{
}

static_assert(TextSignatures::perBlock == 64); // a block's answers are one word of RegexHits::bits

/// One regex run over all names by several threads, each with blocks of 64 names.
struct StageClassifier::Search
{
    Search(const std::string &pattern, Spent spent)
        : prefilter(pattern), isPlain(!asksForArguments(pattern)), spentNs(std::move(spent))
    {
    }

    std::shared_ptr<RegexHits> hits = std::make_shared<RegexHits>();
    Prefilter prefilter;
    bool isPlain;         ///< looks at names without what arguments say
    bool isKnown = false; ///< nothing to run: takes every name, or does not compile
    Spent spentNs;
    std::mutex mutex; ///< of what follows in `hits`: unsure, outOfTime

    void giveUp(uint32_t name, bool noTime)
    {
        const std::lock_guard lock(mutex);
        hits->unsure.resize(hits->bits.size());
        hits->unsure[name / 64] |= uint64_t(1) << (name % 64);
        hits->outOfTime = hits->outOfTime || noTime;
    }
};

std::unique_ptr<StageClassifier::Search> StageClassifier::begin(const std::string &regex, const Spent &spent) const
{
    auto search = std::make_unique<Search>(regex, spent);
    const size_t count = m_names->size();
    RegexHits &hits = *search->hits;
    hits.bits.assign((count + 63) / 64, 0);
    hits.regex = compilePythonRegex(regex);
    if (isCatchAll(regex) && count)
        setAll(hits.bits, count);
    search->isKnown = isCatchAll(regex) || !hits.regex.ok();
    return search;
}

/// True: the regex matches the name; `wide` is the name for PCRE.
bool StageClassifier::match(Search &search, uint32_t name, const QString &wide) const
{
    if (*search.spentNs > std::chrono::nanoseconds(m_patience).count())
        return search.giveUp(name, true), false;
    const auto begin = std::chrono::steady_clock::now();
    const QRegularExpressionMatch match =
        search.hits->regex.regex.match(wide, 0, QRegularExpression::NormalMatch,
                                       QRegularExpression::DontCheckSubjectStringMatchOption); // wide is valid UTF-16
    *search.spentNs += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    if (!match.isValid())
        search.giveUp(name, false);
    return match.hasMatch();
}

/// All regexes on 64 names: each name is converted at most once, and all stay in the cache of the processor.
void StageClassifier::matchBlock(std::vector<std::unique_ptr<Search>> &searches, size_t block) const
{
    std::array<QString, TextSignatures::perBlock> wideTexts, widePlainTexts, wideShown;
    const uint64_t mangled = mangledOf(*m_names, block);
    for (const auto &search : searches) {
        if (search->isKnown)
            continue;
        const auto texts = search->isPlain ? m_names->plainTexts() : m_names->texts();
        auto &wide = search->isPlain ? widePlainTexts : wideTexts;
        Prefilter::Answer answer = search->prefilter.look(m_names->signatures(), texts, block);
        for (uint64_t left = answer.ask; left; left &= left - 1) {
            const auto n = static_cast<size_t>(std::countr_zero(left));
            const size_t name = block * TextSignatures::perBlock + n;
            if (wide[n].isNull())
                wide[n] = toText(texts[name]);
            if (match(*search, static_cast<uint32_t>(name), wide[n]))
                answer.yes |= left & -left;
        }
        for (uint64_t left = mangled & ~answer.yes; left; left &= left - 1) {
            const auto n = static_cast<size_t>(std::countr_zero(left));
            const size_t name = block * TextSignatures::perBlock + n;
            if (wideShown[n].isNull())
                wideShown[n] = toText(shownName(m_names->text(name)));
            if (match(*search, static_cast<uint32_t>(name), wideShown[n]))
                answer.yes |= left & -left;
        }
        search->hits->bits[block] = answer.yes;
    }
}

/// Runs the parts over all names, on all cores. False when cancelled; then it keeps nothing.
bool StageClassifier::searchParts(const std::map<std::string, Spent> &parts, const Progress *progress)
{
    std::vector<std::unique_ptr<Search>> searches;
    for (const auto &[part, spent] : parts)
        searches.push_back(begin(part, spent));
    const size_t blocks = searches.empty() ? 0 : (m_names->size() + 63) / 64;
    const size_t grain = blocksAtOnce / std::max<size_t>(1, searches.size());
    const auto work = [&](size_t block) { matchBlock(searches, block); };
    if (!parallelFor({0, blocks}, grain, work, progress))
        return false;
    auto search = searches.begin();
    for (const auto &[part, spent] : parts) {
        (*search)->hits->countUndecided();
        m_parts.emplace(part, (*search++)->hits);
    }
    return true;
}

/// A name is matched when one of the parts matches it.
std::shared_ptr<RegexHits> StageClassifier::join(const std::string &regex, const std::vector<std::string> &parts) const
{
    auto hits = std::make_shared<RegexHits>();
    hits->regex = compilePythonRegex(regex);
    hits->bits.assign((m_names->size() + 63) / 64, 0);
    if (!hits->regex.ok())
        return hits;
    for (const std::string &part : parts) {
        const RegexHits &found = *m_parts.find(part)->second;
        for (size_t word = 0; word < hits->bits.size(); ++word)
            hits->bits[word] |= found.bits[word];
        if (!found.unsure.empty())
            hits->unsure.resize(hits->bits.size());
        for (size_t word = 0; word < found.unsure.size(); ++word)
            hits->unsure[word] |= found.unsure[word];
        hits->outOfTime = hits->outOfTime || found.outOfTime;
    }
    hits->countUndecided();
    return hits;
}

/// Makes the answers of all rules' regexes available. False when cancelled.
bool StageClassifier::prepare(const StageMapping &mapping, const Progress *progress)
{
    std::map<std::string, std::vector<std::string>> missing; // by regex: its alternatives
    std::map<std::string, Spent> parts;
    for (const std::vector<LabelRule> *rules : {&mapping.stages, &mapping.substages})
        for (const LabelRule &rule : *rules) {
            if (!rule.enabled || m_cache.contains(rule.regex))
                continue;
            std::vector<std::string> &alternatives = missing[rule.regex];
            if (!alternatives.empty())
                continue;
            alternatives = alternativesOf(rule.regex, maxParts);
            const auto spent = std::make_shared<std::atomic<int64_t>>(0);
            for (const std::string &part : alternatives)
                if (!m_parts.contains(part))
                    parts.emplace(part, spent);
        }
    if (!searchParts(parts, progress))
        return false;
    for (const auto &[regex, alternatives] : missing)
        m_cache.emplace(regex,
                        alternatives.size() > 1 ? join(regex, alternatives) : m_parts.find(alternatives[0])->second);
    std::erase_if(m_parts, [](const auto &part) { return part.second->outOfTime; }); // another part may have been slow
    return true;
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
    if (m_cache.size() > keptRegexes || m_parts.size() > keptParts)
        forgetUnused(*result);
    return result;
}

void StageClassifier::forgetUnused(const Classification &current)
{
    std::set<Hits> used(current.stage.hits.begin(), current.stage.hits.end());
    used.insert(current.substage.hits.begin(), current.substage.hits.end());
    std::erase_if(m_cache, [&](const auto &entry) { return !used.contains(entry.second); });
    std::set<std::string> usedParts;
    for (const auto &[regex, hits] : m_cache)
        for (std::string &part : alternativesOf(regex, maxParts))
            usedParts.insert(std::move(part));
    std::erase_if(m_parts, [&](const auto &entry) { return !usedParts.contains(entry.first); });
}

} // namespace ws
