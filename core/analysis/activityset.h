#pragma once
// Some of a run's GPU activities that stand for all: those of a module, say. Tables ask by activity (a bit each, so
// that ten million cost a megabyte), the timeline by lane (the slices that stay lit, in order). Immutable; made in a
// worker thread. Rejected: a set of names, which lights the same kernel in every other module too.

#include "core/base/progress.h"
#include "core/run.h"

#include <optional>
#include <span>
#include <vector>

namespace ws {

class ActivitySet
{
public:
    ActivitySet() = default;
    /// The activities whose `row` (by activity, any number) is marked in `wanted`; rows beyond its end are not. Nothing
    /// when cancelled.
    static std::optional<ActivitySet> ofRows(const Run &run, const std::vector<uint32_t> &row,
                                             const std::vector<uint8_t> &wanted, const Progress *progress = nullptr);

    size_t count() const { return m_slices.size(); }
    bool contains(size_t activity) const { return m_member[activity]; }
    /// Indices of its slices in the lane, ascending.
    std::span<const uint32_t> slicesOf(uint32_t lane) const
    {
        return std::span(m_slices).subspan(m_begin[lane], m_begin[lane + 1] - m_begin[lane]);
    }

private:
    void indexByLane(const Run &run);

    std::vector<bool> m_member;     ///< by activity
    std::vector<size_t> m_begin;    ///< by lane, one more than there are lanes; into m_slices
    std::vector<uint32_t> m_slices; ///< of all lanes
};

} // namespace ws
