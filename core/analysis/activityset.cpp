#include "core/analysis/activityset.h"

#include <algorithm>
#include <numeric>

namespace ws {

std::optional<ActivitySet> ActivitySet::ofRows(const Run &run, const std::vector<uint32_t> &row,
                                               const std::vector<uint8_t> &wanted, const Progress *progress)
{
    ActivitySet set;
    set.m_member.resize(run.gpu.size());
    for (size_t i = 0; i < run.gpu.size(); ++i)
        set.m_member[i] = row[i] < wanted.size() && wanted[row[i]];
    if (progress && progress->isCancelled())
        return std::nullopt;
    set.indexByLane(run);
    return set;
}

void ActivitySet::indexByLane(const Run &run)
{
    const std::vector<EventRef> &slice = run.gpu.slice;
    m_begin.assign(run.timeline.lanes.size() + 1, 0);
    for (size_t i = 0; i < slice.size(); ++i)
        if (m_member[i])
            ++m_begin[slice[i].lane + 1];
    std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
    m_slices.resize(m_begin.back());
    std::vector<size_t> next(m_begin.begin(), m_begin.end() - 1);
    for (size_t i = 0; i < slice.size(); ++i)
        if (m_member[i])
            m_slices[next[slice[i].lane]++] = slice[i].index;
    // Work comes by start, like the slices of a lane; only slices of no length may share one.
    for (uint32_t lane = 0; lane + 1 < m_begin.size(); ++lane) {
        const auto first = m_slices.begin() + static_cast<std::ptrdiff_t>(m_begin[lane]);
        const auto last = m_slices.begin() + static_cast<std::ptrdiff_t>(m_begin[lane + 1]);
        if (!std::is_sorted(first, last))
            std::sort(first, last);
    }
}

} // namespace ws
