#include "core/readers/chrome/saidmetadata.h"

#include "core/base/texts.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace ws {
namespace {

constexpr std::string_view kinds[] = {"process_name", "thread_name", "process_labels", "process_sort_index",
                                      "thread_sort_index"};
constexpr size_t names = 2; ///< of kinds: those that name a row
constexpr uint64_t manyRepeats = 100;

} // namespace

void SaidMetadata::Count::add(std::string_view value, int64_t offset)
{
    if (events++ == 0) {
        firstOffset = offset;
        first = value;
    }
}

void SaidMetadata::add(std::string_view event, StringId pid, StringId tid, std::string_view value, int64_t offset)
{
    const auto kind = static_cast<size_t>(std::find(std::begin(kinds), std::end(kinds), event) - std::begin(kinds));
    if (kind == std::size(kinds) || value.empty())
        return;
    const size_t hash = std::hash<std::string_view>()(value);
    const bool ofThread = event.starts_with("thread");
    const auto [said, isNew] = m_said[kind].try_emplace(uint64_t(pid) << 32 | (ofThread ? tid : 0), hash);
    if (isNew)
        return;
    if (said->second == hash)
        m_repeats.add(value, offset);
    else if (kind < names)
        m_renames.add(value, offset);
    said->second = hash;
}

void SaidMetadata::report(Diagnostics &diagnostics) const
{
    if (m_repeats.events >= manyRepeats)
        diagnostics.add("repeated-metadata",
                        Core::tr("metadata events that only repeat what an earlier one said of the same process or "
                                 "thread; they make the file larger and say nothing"),
                        m_repeats.firstOffset, m_repeats.first, m_repeats.events);
    if (m_renames.events)
        diagnostics.add("renamed-row",
                        Core::tr("metadata events that give a process or thread another name than before; its row has "
                                 "the last one, which may not be that of its earlier slices"),
                        m_renames.firstOffset, m_renames.first, m_renames.events);
}

} // namespace ws
