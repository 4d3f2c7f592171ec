#include "core/analysis/ncu/placement.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <vector>

namespace ws {
namespace {

constexpr size_t maxVotes = size_t(1) << 24; // some 20 ms

/// Numbers pairs of symbols from 1 on. A table of its own: a million look-ups take a fifth of std::unordered_map's
/// time.
class PairNumbers
{
public:
    explicit PairNumbers(size_t max) : m_slots(std::bit_ceil(2 * max + 2)) {}

    uint32_t add(uint64_t pair)
    {
        Slot &slot = m_slots[find(pair)];
        if (slot.number == 0)
            slot = {pair, ++m_count};
        return slot.number;
    }
    uint32_t of(uint64_t pair) const { return m_slots[find(pair)].number; }

private:
    struct Slot
    {
        uint64_t pair = 0;
        uint32_t number = 0; ///< 0: free
    };
    size_t find(uint64_t pair) const
    {
        const uint64_t mixed = (pair ^ pair >> 29) * 0x9E3779B97F4A7C15;
        size_t at = (mixed >> 32) & (m_slots.size() - 1);
        while (m_slots[at].number && m_slots[at].pair != pair)
            at = (at + 1) & (m_slots.size() - 1);
        return at;
    }
    std::vector<Slot> m_slots;
    uint32_t m_count = 0;
};

/// Both sequences as numbered runs of `width` symbols: the longer the runs, the fewer are equal by chance.
class Runs
{
public:
    Runs(std::span<const uint32_t> rows, std::span<const uint32_t> launches)
        : m_rows(rows.begin(), rows.end()), m_launches(launches.begin(), launches.end()),
          m_max(std::min(rows.size(), launches.size()))
    {
    }

    /// Pairs of equal runs are few enough, or as long as they can be: then one of the sequences is a single run.
    void widenUntilFew()
    {
        while (m_width < m_max && pairs() > maxVotes)
            widen(std::min(m_width, m_max - m_width));
    }

    size_t width() const { return m_width; }

    /// By offset + `origin`: the number of equal runs.
    std::vector<uint32_t> votes(size_t offsets, size_t origin) const
    {
        std::vector<std::vector<uint32_t>> rowsOf(symbols());
        for (size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i])
                rowsOf[m_rows[i]].push_back(static_cast<uint32_t>(i));
        std::vector<uint32_t> votes(offsets);
        for (size_t p = 0; p < m_launches.size(); ++p)
            if (m_launches[p] < rowsOf.size())
                for (const uint32_t i : rowsOf[m_launches[p]])
                    ++votes[p + origin - i];
        return votes;
    }

private:
    size_t symbols() const { return m_rows.empty() ? 0 : size_t(*std::max_element(m_rows.begin(), m_rows.end())) + 1; }

    size_t pairs() const
    {
        std::vector<size_t> count(symbols());
        for (const uint32_t symbol : m_rows)
            count[symbol] += symbol != 0;
        size_t sum = 0;
        for (const uint32_t symbol : m_launches)
            sum += symbol < count.size() ? count[symbol] : 0;
        return sum;
    }

    /// Runs of width + by symbols: two of the present ones that overlap or touch.
    void widen(size_t by)
    {
        PairNumbers numbers(m_rows.size());
        const auto both = [by](const std::vector<uint32_t> &runs, size_t i) {
            return runs[i] && runs[i + by] ? uint64_t(runs[i]) << 32 | runs[i + by] : 0;
        };
        for (size_t i = 0; i + by < m_rows.size(); ++i) {
            const uint64_t pair = both(m_rows, i);
            m_rows[i] = pair ? numbers.add(pair) : 0;
        }
        for (size_t i = 0; i + by < m_launches.size(); ++i) {
            const uint64_t pair = both(m_launches, i);
            m_launches[i] = pair ? numbers.of(pair) : 0;
        }
        m_rows.resize(m_rows.size() - by);
        m_launches.resize(m_launches.size() - by);
        m_width += by;
    }

    std::vector<uint32_t> m_rows, m_launches;
    size_t m_max;
    size_t m_width = 1;
};

size_t matchesAt(std::span<const uint32_t> rows, std::span<const uint32_t> launches, int64_t offset)
{
    size_t matches = 0;
    for (size_t i = static_cast<size_t>(std::max<int64_t>(0, -offset)); i < rows.size(); ++i) {
        const size_t p = static_cast<size_t>(static_cast<int64_t>(i) + offset);
        if (p >= launches.size())
            break;
        matches += rows[i] && rows[i] == launches[p];
    }
    return matches;
}

} // namespace

Placement placeRows(std::span<const uint32_t> rows, std::span<const uint32_t> launches)
{
    const size_t shorter = std::min(rows.size(), launches.size());
    if (shorter == 0)
        return {};
    Runs runs(rows, launches);
    runs.widenUntilFew();
    const size_t origin = rows.size() - 1;
    const std::vector<uint32_t> votes = runs.votes(rows.size() + launches.size(), origin);
    const uint32_t max = *std::max_element(votes.begin(), votes.end());
    if (max == 0)
        return {};
    Placement best{INT64_MIN, 0, 0};
    for (size_t at = 0; at < votes.size(); ++at) {
        if (votes[at] != max)
            continue;
        ++best.places;
        const int64_t offset = static_cast<int64_t>(at) - static_cast<int64_t>(origin);
        if (best.places == 1 || std::abs(offset) <= std::abs(best.offset))
            best.offset = offset;
    }
    best.matches = matchesAt(rows, launches, best.offset);
    return best.matches >= std::min(shorter, Placement::enough) && best.matches * 2 > shorter ? best : Placement{};
}

} // namespace ws
