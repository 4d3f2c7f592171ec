#include "core/nameset.h"

namespace ws {

NameSet::NameSet(const GpuWork &gpu, const StringPool &pool, std::shared_ptr<const void> owner)
    : m_owner(std::move(owner)), m_index(pool.size(), noName)
{
    size_t bytes = 0;
    for (StringId id : gpu.name) {
        if (m_index[id] != noName)
            continue;
        m_index[id] = static_cast<uint32_t>(m_ids.size());
        m_ids.push_back(id);
        m_texts.push_back(pool.view(id));
        bytes += m_texts.back().size();
    }
    m_signatures.reserve(m_texts.size(), bytes);
    for (std::string_view text : m_texts)
        m_signatures.add(text);
}

} // namespace ws
