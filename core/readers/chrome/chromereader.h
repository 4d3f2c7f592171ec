#pragma once
// Reader for Chrome trace JSON in all its forms (Kineto, catapult, msprof …). See docs/formats.md.

#include "core/readers/toolkit/match.h"

namespace ws {

Match matchChromeTrace(const Head &head);
Result<RunPtr> readChromeTrace(ByteSource &source, Progress &progress);

} // namespace ws
