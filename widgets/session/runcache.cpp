#include "widgets/session/runcache.h"

#include <algorithm>

namespace ws {

void RunCache::cancelAll()
{
    std::vector<std::shared_ptr<CacheEntry>> ready;
    for (const auto &entry : std::exchange(m_entries, {})) {
        if (entry->isReady())
            ready.push_back(entry);
        else
            entry->abandon();
    }
    m_entries = std::move(ready);
}

bool RunCache::isIdle() const
{
    return std::ranges::all_of(m_entries, [](const auto &entry) { return entry->isReady(); });
}

void RunCache::drop(const CacheEntry *entry)
{
    std::erase_if(m_entries, [entry](const auto &e) { return e.get() == entry; });
}

} // namespace ws
