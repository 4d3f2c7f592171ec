#pragma once
// What the timeline shows of a run, kept while another one is shown.

#include "widgets/session/runcontext.h"
#include "widgets/timeline/rowlayout.h"

#include <optional>
#include <vector>

namespace ws {

/// The view of a run.
struct TimelineViewState : ViewState
{
    TimeRange visible{0, 0}; ///< empty: not shown yet
    std::optional<TimeRange> reach;
    std::vector<TimeRange> back, forward;
    LayoutChoices choices;
    int scroll = 0;
    std::optional<int64_t> mark;

    std::unique_ptr<ViewState> carriedOver(const Run &from, const Run &to) const override;
};

} // namespace ws
