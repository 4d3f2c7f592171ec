#include "core/analysis/eventsizes.h"

#include "core/io/bytesource.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ws {
namespace {

/// Where an event begins, and the row that it counts for.
struct EventPlace
{
    uint64_t offset = 0;
    uint32_t row = 0;
};

/// The object that begins at a byte, followed to its end over any number of blocks.
class ObjectEnd
{
public:
    /// True: the object ends with this byte.
    bool take(char c)
    {
        if (m_isEscaped)
            m_isEscaped = false;
        else if (c == '\\')
            m_isEscaped = m_inString;
        else if (c == '"')
            m_inString = !m_inString;
        else if (!m_inString && c == '{')
            ++m_depth;
        else if (!m_inString && c == '}')
            return --m_depth == 0;
        return false;
    }

private:
    int m_depth = 0;
    bool m_inString = false, m_isEscaped = false;
};

bool isJson(std::string_view head)
{
    const size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != head.npos && (head[first] == '{' || head[first] == '[');
}

/// Adds the bytes of the events to their rows. `places` ascend.
void addBytes(ByteSource &source, const std::vector<EventPlace> &places, EventSizes &sizes, const Progress *progress)
{
    std::vector<char> block(1 << 20);
    uint64_t at = 0, begin = 0;
    size_t next = 0;
    uint32_t row = 0;
    std::optional<ObjectEnd> inside;
    while (const size_t got = source.read(block.data(), block.size())) {
        if (progress && progress->isCancelled())
            return;
        for (size_t i = 0; i < got; ++i) {
            if (!inside) {
                while (next < places.size() && places[next].offset < at + i) // a second slice of an event
                    ++next;
                if (next == places.size() || places[next].offset >= at + got)
                    break;
                i = size_t(places[next].offset - at);
                if (block[i] != '{') {
                    ++next;
                    continue;
                }
                row = places[next++].row;
                begin = at + i;
                inside.emplace();
            }
            if (inside->take(block[i])) {
                const auto bytes = int64_t(at + i + 1 - begin);
                sizes.rows[row].bytes += bytes;
                sizes.eventBytes += bytes;
                inside.reset();
            }
        }
        at += got;
    }
    sizes.contentBytes = int64_t(at);
}

} // namespace

std::optional<EventSizes> eventSizes(const Run &run, const Progress *progress)
{
    EventSizes sizes;
    std::vector<EventPlace> places;
    std::map<std::tuple<uint32_t, uint16_t, StringId>, uint32_t> rowOf;
    for (const Lane &lane : run.timeline.lanes) {
        if (progress && progress->isCancelled())
            return std::nullopt;
        for (size_t i = 0; i < lane.size(); ++i) {
            const auto [found, isNew] = rowOf.try_emplace({lane.track, lane.category[i], lane.name[i]},
                                                          static_cast<uint32_t>(sizes.rows.size()));
            if (isNew)
                sizes.rows.push_back({lane.track, lane.category[i], lane.name[i]});
            ++sizes.rows[found->second].events;
            places.push_back({lane.textOf(i), found->second});
        }
    }
    std::ranges::sort(places, {}, &EventPlace::offset);
    if (auto source = ByteSource::open(run.info.stamp.path);
        source && (*source)->stamp() == run.info.stamp && isJson((*source)->head().bytes))
        addBytes(**source, places, sizes, progress);
    if (progress && progress->isCancelled())
        return std::nullopt;
    std::ranges::stable_sort(sizes.rows, [](const EventSize &a, const EventSize &b) {
        return std::tie(a.bytes, a.events) > std::tie(b.bytes, b.events);
    });
    return sizes;
}

} // namespace ws
