#pragma once
// Gives a ChromeParser the whole content, piece by piece; see TracePieces for who parses what.

#include "core/readers/chrome/chromeparser.h"
#include "core/readers/chrome/chromereader.h"

#include <optional>

namespace ws {

/// Of an incomplete item at the end of the content.
struct TextLeft
{
    size_t size = 0;    ///< bytes; 0: there is none
    int64_t offset = 0; ///< where it begins, or the end of the content
};

/// None: cancelled. `sink`: the parser's. Buffers and threads are gone when it returns.
std::optional<TextLeft> feed(ChromeParser &parser, ChromeSink &sink, ByteSource &source, Progress &progress,
                             const TraceSharing &sharing);

} // namespace ws
