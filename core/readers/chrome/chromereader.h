#pragma once
// Reader for Chrome trace JSON in all its forms (Kineto, catapult, msprof …). See docs/formats.md.

#include "core/readers/toolkit/match.h"

namespace ws {

/// How the cores share the text; the run is the same whatever this says. Tests make pieces small.
struct TraceSharing
{
    static constexpr size_t asNeeded = SIZE_MAX; ///< as many as there are cores; none for small contents

    size_t threads = asNeeded;             ///< that parse ahead; 0: the calling thread parses all
    size_t pieceSize = size_t(256) * 1024; ///< bytes; pieces stay in the cache of the core that parses them
};

Match matchChromeTrace(const Head &head);
/// Errors: UnknownFormat when it is JSON of another kind, Cancelled, TooLarge.
Result<RunPtr> readChromeTrace(ByteSource &source, Progress &progress, const TraceSharing &sharing);
Result<RunPtr> readChromeTrace(ByteSource &source, Progress &progress);

} // namespace ws
