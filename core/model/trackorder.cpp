// The order of a track's slices. Most tracks come in one sorted run or in a few (one for each table of the profiler),
// which are merged in place; only what is out of order is copied and sorted.

#include "core/base/parallel.h"
#include "core/model/lanes.h"

#include <algorithm>
#include <numeric>
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

/// How many parts of a track are sorted at the same time.
size_t partsOf(const RawTrack &raw)
{
    constexpr size_t partSize = size_t(1) << 17; ///< slices
    return std::max<size_t>(1, raw.size() / partSize);
}

/// Merges a few runs, part by part of the time.
std::vector<uint32_t> orderOfRuns(const RawTrack &raw)
{
    const std::vector<uint32_t> &begins = raw.runs();
    const auto endOf = [&](size_t run) { return run + 1 < begins.size() ? begins[run + 1] : raw.size(); };
    size_t longest = 0;
    for (size_t run = 1; run < begins.size(); ++run)
        if (endOf(run) - begins[run] > endOf(longest) - begins[longest])
            longest = run;
    const size_t parts = partsOf(raw);
    const auto boundary = [&](size_t part, size_t run) { // where a part begins in a run
        if (part == 0 || part == parts)
            return part ? endOf(run) : begins[run];
        const uint64_t length = endOf(longest) - begins[longest];
        const int64_t ns = raw.startOf(begins[longest] + static_cast<uint32_t>(length * part / parts));
        return firstStartingFrom(raw, begins[run], endOf(run), ns);
    };
    std::vector<uint32_t> order(raw.size());
    parallelFor({0, parts}, 1, [&](size_t part) {
        std::vector<Cursor> runs;
        uint32_t before = 0; // slices of earlier parts
        for (size_t run = 0; run < begins.size(); ++run) {
            const uint32_t begin = boundary(part, run);
            runs.emplace_back(raw, begin, boundary(part + 1, run));
            before += begin - begins[run];
        }
        mergeRuns(std::move(runs), Less{raw}, order.data() + before);
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

/// Start times that divide a track into parts of about the same number of slices; from a sample.
std::vector<int64_t> dividers(const RawTrack &raw, size_t parts)
{
    constexpr size_t samplesPerPart = 64;
    std::vector<int64_t> samples;
    for (size_t i = 0; i < parts * samplesPerPart; ++i)
        samples.push_back(raw.startOf(static_cast<uint32_t>(uint64_t(raw.size()) * i / (parts * samplesPerPart))));
    std::sort(samples.begin(), samples.end());
    std::vector<int64_t> dividers;
    for (size_t part = 1; part < parts; ++part)
        dividers.push_back(samples[part * samplesPerPart]);
    return dividers;
}

/// Puts the slices into parts by time and sorts each.
std::vector<uint32_t> orderOfKeys(const RawTrack &raw)
{
    const std::vector<int64_t> times = dividers(raw, partsOf(raw));
    const auto partOf = [&times](int64_t start) {
        return static_cast<size_t>(std::upper_bound(times.begin(), times.end(), start) - times.begin());
    };
    std::vector<uint32_t> begins(times.size() + 2); // of the parts
    for (Cursor cursor(raw, 0, raw.size()); !cursor.atEnd(); cursor.advance())
        ++begins[partOf(cursor.key().start) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<Key> keys(raw.size());
    std::vector<uint32_t> next = begins;
    for (Cursor cursor(raw, 0, raw.size()); !cursor.atEnd(); cursor.advance())
        keys[next[partOf(cursor.key().start)]++] = cursor.key();
    std::vector<uint32_t> order(raw.size());
    parallelFor({0, begins.size() - 1}, 1, [&](size_t part) {
        sortKeys(std::span<Key>(keys).subspan(begins[part], begins[part + 1] - begins[part]), Less{raw});
        for (uint32_t i = begins[part]; i < begins[part + 1]; ++i)
            order[i] = keys[i].index;
    });
    return order;
}

} // namespace

std::vector<uint32_t> sortedOrder(const RawTrack &raw)
{
    return raw.runs().size() <= RawTrack::maxRuns ? orderOfRuns(raw) : orderOfKeys(raw);
}

} // namespace ws
