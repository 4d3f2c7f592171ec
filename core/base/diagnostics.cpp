#include "core/base/diagnostics.h"

#include <algorithm>

namespace ws {

Diagnostic &Diagnostics::add(std::string_view kind, const QString &message, int64_t offset, std::string_view example,
                             uint64_t count)
{
    auto found = std::find_if(m_all.begin(), m_all.end(), [&](const Diagnostic &d) { return d.kind == kind; });
    if (found == m_all.end()) {
        m_all.push_back(
            {std::string(kind), 0, offset, message, std::string(example.substr(0, longestExample)), -1, -1, 0});
        found = m_all.end() - 1;
    }
    found->count += count;
    return *found;
}

void Diagnostics::countTimesFrom(int64_t originNs)
{
    for (Diagnostic &d : m_all)
        for (int64_t *ns : {&d.beginNs, &d.endNs})
            if (*ns != -1)
                *ns = std::max<int64_t>(0, *ns - originNs);
}

const Diagnostic *Diagnostics::find(std::string_view kind) const
{
    auto found = std::find_if(m_all.begin(), m_all.end(), [&](const Diagnostic &d) { return d.kind == kind; });
    return found == m_all.end() ? nullptr : &*found;
}

} // namespace ws
