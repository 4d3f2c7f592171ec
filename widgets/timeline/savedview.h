#pragma once
// What the timeline keeps of a run (visible time, rows that are pinned, hidden or folded) in a session file.

#include "core/session/sessionfile.h"
#include "widgets/timeline/timelinestate.h"

namespace ws {

SavedRows savedRows(const Run &run, const LayoutChoices &choices);
/// Rows that the run has not are left out.
LayoutChoices rowsOf(const Run &run, const SavedRows &saved);

/// Adds visible time, mark, scroll position and rows.
void saveView(RunContext &context, SavedRun &saved);
/// For a context that no timeline shows yet.
void applyView(RunContext &context, const SavedRun &saved);

} // namespace ws
