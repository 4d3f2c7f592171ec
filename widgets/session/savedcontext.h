#pragma once
// The state of one open run in a session file or a view link, all but what a view keeps for itself (the timeline's
// rows: widgets/timeline/savedview.h).

#include "core/session/sessionfile.h"
#include "widgets/session/runcontext.h"

namespace ws {

/// `fields` of it: everything but the file's relative path and hash, the view's time and rows, mapping and label.
SavedRun savedContext(RunContext &context);
/// Returns what does not fit this run, as sentences. A step or phase is chosen when the steps are known.
QStringList applySaved(RunContext &context, const SavedRun &saved);

/// Restricts the run to a step (index into the steps of its source), or to all steps of a phase, once they are known.
/// One that does not exist is reported to JobErrors.
void focusLater(RunContext &context, std::optional<uint32_t> step, const std::string &phase);

/// The edits of the replay.
std::vector<SavedEdit> savedEdits(const RunContext &context);
std::vector<WhatIf> editsOf(const std::vector<SavedEdit> &saved);

std::vector<SavedNote> savedNotes(const RunContext &context);
/// `shiftNs` is added to their times: the difference of the origins.
std::vector<Note> notesOf(const Run &run, const std::vector<SavedNote> &saved, int64_t shiftNs = 0);

} // namespace ws
