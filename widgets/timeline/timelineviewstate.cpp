#include "widgets/timeline/timelineviewstate.h"

namespace ws {

std::unique_ptr<ViewState> TimelineViewState::carriedOver(const Run &from, const Run &to) const
{
    auto kept = std::make_unique<TimelineViewState>(*this);
    if (from.timeline.tracks.size() != to.timeline.tracks.size()) // choices identify rows by number
        (kept->choices = {}).python = choices.python;
    return kept;
}

} // namespace ws
