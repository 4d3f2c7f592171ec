#pragma once
// Whether a selection comes from another view, such as a table that shows its row in the timeline, and not from a
// gesture in the timeline itself: the other view stays in front.

#include "widgets/session/runcontext.h"

namespace ws {

struct Revealing : ViewState
{
    bool isNow = false;
};

/// During RunContext::reveal().
inline bool isRevealing(RunContext &context)
{
    return context.viewState<Revealing>().isNow;
}

} // namespace ws
