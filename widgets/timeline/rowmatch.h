#pragma once
// Which rows of two runs are the same: the same stream of the same device ordinal (of the device at the same position
// when the runs have no ordinal in common), the thread of the same name in the
// process of the same name (the k-th where several share it), the same curve. Numbers of processes and threads change
// from run to run, so they count only where there is no name. Rows fold, hide and scroll together by it.

#include "widgets/timeline/rowlayout.h"

#include <optional>
#include <unordered_map>

namespace ws {

class RowMatch
{
public:
    RowMatch() = default;
    /// O(rows of both). Keys of `from` become keys of `to`.
    RowMatch(const TimelineData &from, const TimelineData &to);

    std::optional<uint64_t> section(uint64_t key) const; ///< of SectionId
    std::optional<uint64_t> group(uint64_t key) const;   ///< of LayoutGroup

    /// The choices of `to` after those of `from`, where a row has a counterpart; the other rows keep theirs.
    LayoutChoices followed(const LayoutChoices &from, LayoutChoices to) const;
    /// The scroll position at which the first row of `from` in view that has a counterpart is level with it.
    std::optional<int> level(const RowLayout &from, int scroll, const RowLayout &to) const;

private:
    std::unordered_map<uint64_t, uint64_t> m_sections, m_groups;
};

} // namespace ws
