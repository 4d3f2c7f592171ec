#include "app/window/windowparts.h"

#include "app/window/runviews.h"
#include "app/window/workspace.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

namespace ws {

QString WindowParts::panel() const
{
    return workspace()->raisedPanelId();
}

TimelineView *WindowParts::timeline() const
{
    return views()->timeline();
}

std::optional<TimeRange> WindowParts::visible() const
{
    return views()->hasTimeline() && timeline()->state()->data() ? std::optional(timeline()->visibleRange())
                                                                 : std::nullopt;
}

} // namespace ws
