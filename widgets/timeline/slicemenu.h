#pragma once
// The context menus of a slice and of a gap: what the timeline's actions do, with their keys, and what only makes sense
// for the thing under the mouse.

#include "core/analysis/gaps/gaps.h"
#include "core/model/timeline.h"

class QMenu;

namespace ws {

class TimelineActions;
class TimelineState;

/// The slice becomes the selection.
void fillSliceMenu(QMenu &menu, TimelineActions &actions, EventRef slice);
/// `gap` is one of those that the timeline shows.
void fillGapMenu(QMenu &menu, TimelineActions &actions, const Gap &gap);

/// A menu refers to rows and slices of the data it was made for: it closes without effect when that changes.
void endWithData(QMenu &menu, TimelineState *state);

} // namespace ws
