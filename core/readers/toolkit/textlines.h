#pragma once
// Text files in any common form: UTF-8 with or without BOM, UTF-16 from a Windows console, terminal colours, NULs,
// every kind of line end. decodeText() converts them to clean UTF-8, splitLines() returns numbered lines.
// Rejected: QTextStream (a copy into UTF-16 and back for each line).

#include "core/base/diagnostics.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// The bytes as UTF-8 without BOM, terminal escapes and NULs. Findings: "utf-16", "nul-bytes", "invalid-utf8".
std::string decodeText(std::string bytes, Diagnostics &diagnostics);
/// The same for the start of a file, without findings: to recognise the format.
std::string decodeHead(std::string_view bytes);

/// Takes colours and cursor movements of a terminal away: ESC [ … letter.
void removeEscapes(std::string &text);

/// Makes valid UTF-8: every byte that belongs to no character becomes U+FFFD. Returns their number.
size_t repairUtf8(std::string &text);

struct TextLine
{
    std::string_view text; ///< without its line end
    int64_t number = 0;    ///< 1-based, as an editor counts: a lone CR (a progress bar) starts no new number
    size_t offset = 0;     ///< byte of the first character in the decoded text
};

/// Lines end with LF, CRLF or a lone CR. The views point into `text`.
std::vector<TextLine> splitLines(std::string_view text);

std::string_view trimmed(std::string_view text);
std::string_view trimmedRight(std::string_view text);

} // namespace ws
