#include "core/analysis/stages/nameset.h"

namespace ws {

NameSet::NameSet(const GpuWork &gpu, const StringPool &pool, std::shared_ptr<const void> owner)
    : m_owner(std::move(owner)), m_index(pool.size(), noName)
{
    for (size_t i = 0; i < gpu.size(); ++i) {
        const StringId id = gpu.nameForRules(i);
        if (m_index[id] != noName)
            continue;
        m_index[id] = static_cast<uint32_t>(m_texts.size());
        m_texts.push_back(pool.view(id));
        m_ids.push_back(id);
        m_sliceNames.push_back(gpu.name[i]);
        if (!gpu.matchName.empty())
            m_plainTexts.push_back(pool.view(gpu.name[i]));
    }
    m_signatures = TextSignatures(m_texts);
}

NameSet::NameSet(std::vector<std::string> texts)
{
    const auto owner = std::make_shared<const std::vector<std::string>>(std::move(texts));
    m_texts.assign(owner->begin(), owner->end());
    m_owner = owner;
    m_signatures = TextSignatures(m_texts);
}

} // namespace ws
