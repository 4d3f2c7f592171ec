#pragma once
// The distinct names of a run's GPU work under dense indices, so that sums, rules and labels of names are plain
// vectors, and each name is prepared for searching only once.

#include "core/analysis/stages/regexneedles.h"
#include "core/base/stringpool.h"
#include "core/model/gpuwork.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

constexpr uint32_t noName = UINT32_MAX;

class NameSet
{
public:
    /// Distinct names for rules in order of their first activity. `owner` keeps the pool alive (usually the Run).
    NameSet(const GpuWork &gpu, const StringPool &pool, std::shared_ptr<const void> owner);

    /// Names without a timeline, one entry per text, even where texts are equal. indexOf() finds none of them.
    explicit NameSet(std::vector<std::string> texts);

    size_t size() const { return m_texts.size(); }
    std::string_view text(size_t name) const { return m_texts[name]; }
    std::span<const std::string_view> texts() const { return m_texts; }
    /// The names without their collectives.
    std::span<const std::string_view> plainTexts() const { return m_plainTexts.empty() ? m_texts : m_plainTexts; }
    /// Takes GpuWork::nameForRules(); noName when no GPU activity has it.
    uint32_t indexOf(StringId id) const { return id < m_index.size() ? m_index[id] : noName; }
    /// The key of indexOf(). Only for sets made from GPU work, as is the next.
    StringId idForRules(size_t name) const { return m_ids[name]; }
    /// The name of the slice; names of the set that differ only in their collective share it.
    StringId sliceName(size_t name) const { return m_sliceNames[name]; }
    const TextSignatures &signatures() const { return m_signatures; }

private:
    std::shared_ptr<const void> m_owner;
    std::vector<std::string_view> m_texts;
    std::vector<std::string_view> m_plainTexts; ///< empty: the same
    std::vector<uint32_t> m_index;              ///< by StringId
    std::vector<StringId> m_ids, m_sliceNames;
    TextSignatures m_signatures;
};

} // namespace ws
