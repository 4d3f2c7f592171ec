#include "core/base/commonsubsequence.h"

#include <algorithm>

namespace ws {
namespace {

/// The furthest places in `a` that can be reached with 0, 1, 2 … edits, by diagonal (place in a − place in b).
class Reach
{
public:
    int operator()(int edits, int diagonal) const { return m_rows[at(edits)][at((diagonal + edits) / 2)]; }
    /// Diagonals of one number of edits come in ascending order.
    void add(int edits, int place)
    {
        if (at(edits) == m_rows.size())
            m_rows.emplace_back().reserve(at(edits) + 1);
        m_rows.back().push_back(place);
    }
    /// True: the way there inserts an element of `b`; else it leaves out one of `a`. `edits` of the step before.
    bool inserts(int edits, int diagonal) const
    {
        const bool lowest = diagonal - 1 < -edits, highest = diagonal + 1 > edits;
        return lowest || (!highest && (*this)(edits, diagonal - 1) < (*this)(edits, diagonal + 1));
    }
    int before(int edits, int diagonal) const
    {
        return inserts(edits, diagonal) ? (*this)(edits, diagonal + 1) : (*this)(edits, diagonal - 1) + 1;
    }

private:
    static size_t at(int number) { return static_cast<size_t>(number); }
    std::vector<std::vector<int>> m_rows;
};

} // namespace

std::optional<std::vector<uint32_t>> commonSubsequence(std::span<const uint32_t> a, std::span<const uint32_t> b,
                                                       size_t maxEdits)
{
    const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
    const int last = static_cast<int>(std::min({maxEdits, maxEditsEver, a.size() + b.size()}));
    Reach reach;
    int edits = 0;
    const auto walk = [&] { // true: arrived at the end of both
        for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
            int place = edits ? reach.before(edits - 1, diagonal) : 0;
            int other = place - diagonal;
            for (; place < n && other < m && a[size_t(place)] == b[size_t(other)]; ++place)
                ++other;
            reach.add(edits, place);
            if (place >= n && other >= m)
                return true;
        }
        return false;
    };
    while (!walk())
        if (++edits > last)
            return std::nullopt;
    std::vector<uint32_t> partner(a.size(), noPartner);
    int place = n, other = m;
    for (; edits >= 0; --edits) {
        const int diagonal = place - other;
        const int from = edits ? reach.before(edits - 1, diagonal) : 0;
        for (; place > from; --place)
            partner[size_t(place - 1)] = static_cast<uint32_t>(--other);
        if (edits == 0)
            break;
        reach.inserts(edits - 1, diagonal) ? --other : --place;
    }
    return partner;
}

} // namespace ws
