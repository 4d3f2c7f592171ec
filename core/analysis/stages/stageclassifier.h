#pragma once
// Finds the rule of a mapping that takes each name of a run. Each alternative of a regex runs over all names once;
// the answer is kept as one bit per name, so that an edit of a rule runs only its new parts, and everything else
// (first match, conflicts) is arithmetic on bits. Rejected: stopping at a name's first match (a third of the work at
// first, but every edit and every conflict check would run the regexes again); one regex after the other over all
// names (each would fetch all names from memory and convert them again; 20,000 names of 2,500 characters took
// seconds).

#include "core/analysis/stages/nameset.h"
#include "core/analysis/stages/pythonregex.h"
#include "core/analysis/stages/stagemapping.h"
#include "core/base/progress.h"

#include <QStringList>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ws {

constexpr uint32_t noRule = UINT32_MAX;

/// The matches of one regex. Immutable.
struct RegexHits
{
    std::vector<uint64_t> bits;   ///< one bit per name
    CompiledRegex regex;          ///< regex.error: invalid, matches nothing
    std::vector<uint64_t> unsure; ///< names on which matching gave up and no other part matched; empty: none
    uint64_t undecided = 0;       ///< their number: the rule is in error, not a miss
    uint32_t firstUndecided = noName;
    bool outOfTime = false; ///< over the time limit, the rest of the names is undecided
    /// To be called when all bits are known.
    void countUndecided();
    bool test(size_t name) const { return bits[name >> 6] >> (name & 63) & 1; }
    /// One sentence for the user, empty without a problem.
    QString problem() const;
};

/// One list (Stage or Substage) applied to all names.
struct LevelClasses
{
    std::vector<uint32_t> rule;                         ///< by name: row that takes it, or noRule
    std::vector<std::shared_ptr<const RegexHits>> hits; ///< by row; null: the rule is switched off
};

/// A pair of labels that at least one name has.
struct StageGroup
{
    std::string stage;
    std::string substage;
    uint32_t colour = noColour; ///< of the substage's rule, else of the stage's
};

/// What the default mapping's substages say of a name: Memcpy, Memset, else Kernel.
inline CategoryKind workKindOf(const StageGroup &group)
{
    return group.substage.starts_with("memcpy")   ? CategoryKind::Memcpy
           : group.substage.starts_with("memset") ? CategoryKind::Memset
                                                  : CategoryKind::Kernel;
}

struct Classification
{
    std::shared_ptr<const NameSet> names;
    StageMapping mapping;
    LevelClasses stage;
    LevelClasses substage;
    std::vector<uint32_t> group;    ///< by name: index into groups
    std::vector<StageGroup> groups; ///< in the order of the rules, "unmatched" last

    const LevelClasses &level(MappingLevel level) const { return level == MappingLevel::Stage ? stage : substage; }
    const std::vector<LabelRule> &rules(MappingLevel level) const
    {
        return level == MappingLevel::Stage ? mapping.stages : mapping.substages;
    }
};

/// "rule “x”: too slow …": the rules that could not be decided for all names, each once.
QStringList ruleProblems(const Classification &classes);

class StageClassifier
{
public:
    /// `patience`: how long one regex may run over all names before its rule is in error; a sane one takes a few ms.
    explicit StageClassifier(std::shared_ptr<const NameSet> names,
                             std::chrono::milliseconds patience = std::chrono::seconds(5));

    /// Null when cancelled; the findings so far are lost. May be called from any thread; calls run one at a time.
    std::shared_ptr<const Classification> classify(const StageMapping &mapping, const Progress *progress = nullptr);
    const std::shared_ptr<const NameSet> &names() const { return m_names; }

private:
    using Hits = std::shared_ptr<const RegexHits>;
    struct Search;
    bool prepare(const StageMapping &mapping, const Progress *progress);
    using Spent = std::shared_ptr<std::atomic<int64_t>>; ///< ns that the parts of a rule have taken
    bool searchParts(const std::map<std::string, Spent> &parts, const Progress *progress);
    std::shared_ptr<RegexHits> join(const std::string &regex, const std::vector<std::string> &parts) const;
    std::unique_ptr<Search> begin(const std::string &regex, const Spent &spent) const;
    bool match(Search &search, uint32_t name, const QString &wide) const;
    void matchBlock(std::vector<std::unique_ptr<Search>> &searches, size_t block) const;
    void fill(LevelClasses &level, const std::vector<LabelRule> &rules) const;
    void forgetUnused(const Classification &current);

    std::shared_ptr<const NameSet> m_names;
    std::chrono::milliseconds m_patience;
    std::mutex m_mutex;
    std::map<std::string, Hits> m_cache; ///< by regex of a rule
    std::map<std::string, Hits> m_parts; ///< by alternative of those
};

} // namespace ws
