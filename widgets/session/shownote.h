#pragma once
// Going to a note.

#include "widgets/session/runcontext.h"

namespace ws {

/// Brings the note's slice or time into view; a span of time becomes the range again.
void showNote(RunContext &context, const Note &note);

} // namespace ws
