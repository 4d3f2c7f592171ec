#pragma once
// Tables of torch's profiler and of Nsight Systems whose columns a document marks otherwise than the tool does, or has
// lost: Markdown's bars, tabs, single blanks, no-break spaces, no rules, blank lines in between, lines without their
// leading blanks. They are set anew as the tool prints them, line by line, for the readers of the printed form.
// Rejected: a reader for each form. A table whose cells cannot be told apart stays as it is.

#include "core/readers/toolkit/printedtext.h"
#include "core/readers/toolkit/textlines.h"

namespace ws {

/// Nothing: no table of the text needs it, as of nearly all texts. `lines`: those of the text.
std::optional<PrintedText> withTablesSetAnew(std::string_view text, const std::vector<TextLine> &lines);

} // namespace ws
