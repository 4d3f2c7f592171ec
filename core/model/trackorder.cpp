// The order of a track's slices. Most tracks come in one sorted run or in a few (one for each table of the profiler),
// which are merged in place; only what is out of order is copied and sorted.

#include "core/base/parallel.h"
#include "core/model/lanes.h"

#include <algorithm>
#include <span>

namespace ws {
namespace {

struct Key
{
    int64_t start;
    uint32_t duration; ///< UINT32_MAX: long, compared by the exact value
    uint32_t index;
};

/// By start, longest first, stable.
struct Less
{
    const RawTrack &raw;
    bool operator()(const Key &a, const Key &b) const
    {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.duration == UINT32_MAX && b.duration == UINT32_MAX) {
            const int64_t da = raw.longDuration(a.index), db = raw.longDuration(b.index);
            return da != db ? da > db : a.index < b.index;
        }
        return a.duration != b.duration ? a.duration > b.duration : a.index < b.index;
    }
};

/// Walks over a part of a raw track, [index, end).
class Cursor
{
public:
    Cursor(const RawTrack &raw, uint32_t index, uint32_t end) : m_raw(&raw), m_end(end)
    {
        m_key.index = index;
        if (index < end)
            load();
    }
    bool atEnd() const { return m_key.index >= m_end; }
    const Key &key() const { return m_key; }
    void advance()
    {
        if (++m_key.index >= m_end)
            return;
        if (++m_at == m_chunk->capacity)
            return load();
        read();
    }

private:
    void load()
    {
        const RawTrack::Place place = m_raw->place(m_key.index);
        m_chunk = place.chunk;
        m_at = place.at;
        read();
    }
    void read()
    {
        m_key.start = m_chunk->start[m_at];
        m_key.duration = m_chunk->duration[m_at];
    }

    const RawTrack *m_raw;
    uint32_t m_end;
    const RawTrack::Chunk *m_chunk = nullptr;
    uint32_t m_at = 0;
    Key m_key{};
};

/// Merges runs; as long as one of them is ahead of all others, it alone is looked at.
void mergeRuns(std::vector<Cursor> runs, const Less &less, uint32_t *out)
{
    std::erase_if(runs, [](const Cursor &run) { return run.atEnd(); });
    const auto byKey = [&](const Cursor &a, const Cursor &b) { return less(a.key(), b.key()); };
    while (runs.size() > 1) {
        const auto first = std::min_element(runs.begin(), runs.end(), byKey);
        std::iter_swap(runs.begin(), first);
        const Key second = std::min_element(runs.begin() + 1, runs.end(), byKey)->key();
        Cursor &run = runs.front();
        do {
            *out++ = run.key().index;
            run.advance();
        } while (!run.atEnd() && less(run.key(), second));
        if (run.atEnd())
            runs.erase(runs.begin());
    }
    if (!runs.empty())
        for (Cursor &run = runs.front(); !run.atEnd(); run.advance())
            *out++ = run.key().index;
}

/// The first slice of a run [from, to) that starts at `ns` or later.
uint32_t firstStartingFrom(const RawTrack &raw, uint32_t from, uint32_t to, int64_t ns)
{
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (raw.startOf(middle) < ns)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/// Merges a few runs, each half of the time on its own thread.
std::vector<uint32_t> orderOfRuns(const RawTrack &raw, bool parallel)
{
    const std::vector<uint32_t> &begins = raw.runs();
    const auto endOf = [&](size_t run) { return run + 1 < begins.size() ? begins[run + 1] : raw.size(); };
    size_t longest = 0;
    for (size_t run = 1; run < begins.size(); ++run)
        if (endOf(run) - begins[run] > endOf(longest) - begins[longest])
            longest = run;
    const int64_t half = raw.startOf(begins[longest] + (endOf(longest) - begins[longest]) / 2);
    std::vector<Cursor> before, behind;
    uint32_t countBefore = 0;
    for (size_t run = 0; run < begins.size(); ++run) {
        const uint32_t middle = firstStartingFrom(raw, begins[run], endOf(run), half);
        before.emplace_back(raw, begins[run], middle);
        behind.emplace_back(raw, middle, endOf(run));
        countBefore += middle - begins[run];
    }
    std::vector<uint32_t> order(raw.size());
    parallelFor({0, 2}, parallel ? 1 : 2, [&](size_t part) {
        mergeRuns(part ? behind : before, Less{raw}, order.data() + (part ? countBefore : 0));
    });
    return order;
}

/// Bottom-up merge of the runs that are in order already, or a plain sort when there are too many.
void sortKeys(std::span<Key> keys, const Less &less)
{
    const size_t maxRuns = std::max<size_t>(64, keys.size() / 16);
    std::vector<size_t> ends;
    for (size_t i = 1; i < keys.size() && ends.size() <= maxRuns; ++i)
        if (less(keys[i], keys[i - 1]))
            ends.push_back(i);
    ends.push_back(keys.size());
    if (ends.size() > maxRuns) {
        std::sort(keys.begin(), keys.end(), less);
        return;
    }
    std::vector<Key> buffer(keys.begin(), keys.end());
    std::span<Key> from = keys, to = buffer;
    while (ends.size() > 1) {
        std::vector<size_t> merged;
        size_t begin = 0;
        for (size_t i = 0; i < ends.size(); i += 2) {
            const size_t middle = ends[i];
            const size_t end = i + 1 < ends.size() ? ends[i + 1] : middle;
            const auto at = [&from](size_t place) { return from.begin() + static_cast<std::ptrdiff_t>(place); };
            std::merge(at(begin), at(middle), at(middle), at(end), to.begin() + static_cast<std::ptrdiff_t>(begin),
                       less);
            merged.push_back(end);
            begin = end;
        }
        std::swap(from, to);
        ends = std::move(merged);
    }
    if (from.data() != keys.data())
        std::copy(from.begin(), from.end(), keys.begin());
}

/// Sorts each half on its own thread and merges them.
std::vector<uint32_t> orderOfKeys(const RawTrack &raw, bool parallel)
{
    std::vector<Key> keys;
    keys.reserve(raw.size());
    for (Cursor cursor(raw, 0, raw.size()); !cursor.atEnd(); cursor.advance())
        keys.push_back(cursor.key());
    const Less less{raw};
    const size_t half = parallel ? keys.size() / 2 : keys.size();
    parallelFor({0, 2}, parallel ? 1 : 2, [&](size_t part) {
        const std::span<Key> all(keys);
        sortKeys(part ? all.subspan(half) : all.subspan(0, half), less);
    });
    std::vector<uint32_t> order;
    order.reserve(keys.size());
    for (size_t a = 0, b = half; a < half || b < keys.size();)
        order.push_back(b == keys.size() || (a < half && less(keys[a], keys[b])) ? keys[a++].index : keys[b++].index);
    return order;
}

} // namespace

std::vector<uint32_t> sortedOrder(const RawTrack &raw, bool parallel)
{
    return raw.runs().size() <= RawTrack::maxRuns ? orderOfRuns(raw, parallel) : orderOfKeys(raw, parallel);
}

} // namespace ws
