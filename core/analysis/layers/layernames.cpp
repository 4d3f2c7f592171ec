#include "core/analysis/layers/layernames.h"

namespace ws {

StringId LayerNames::of(StringId name)
{
    const auto [known, isNew] = m_known.try_emplace(name, name);
    if (!isNew)
        return known->second;
    const std::string_view text = m_run.text(name);
    const size_t end = text.find_last_not_of("0123456789");
    if (text.starts_with("triton_") && end != text.npos && end + 1 < text.size() && text[end] == '_')
        known->second = m_ofText.try_emplace(text.substr(0, end), name).first->second;
    return known->second;
}

} // namespace ws
