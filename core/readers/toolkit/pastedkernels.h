#pragma once
// Pages of Nsight Compute in a text whose lines have a prefix (a logger's, a writer's, a quotation's) or have lost
// their leading blanks, which tell a kernel from what is said of it. They are set anew as ncu prints them; pages of
// several writers whose lines are mixed stand one after the other.

#include "core/readers/toolkit/printedtext.h"
#include "core/readers/toolkit/textlines.h"

namespace ws {

/// Nothing: no page of the text needs it. `lines`: those of the text.
std::optional<PrintedText> withKernelsSetAnew(std::string_view text, const std::vector<TextLine> &lines);

} // namespace ws
