#pragma once
// Traces of nvprof and pgprof (--print-gpu-trace, --print-api-trace, both together): a row for each activity of the GPU
// or call of the API, as text and as CSV. Text cells have units of their own and five digits, so starts after 100 ms
// are whole 10 µs, and names of devices are cut to 15 characters; a CSV has its units in a second row, and without that
// row its times mean nothing. A process has a clock of its own, so the traces of several processes in one log are
// recordings of their own.

#include "core/base/progress.h"
#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/textpage.h"

#include <memory>
#include <vector>

namespace ws {

Match matchNvprofTrace(const Head &head);

/// The recordings in a text, whose lines are taken; empty: none. Errors: Cancelled, Malformed (no row of units), those
/// of TimelineBuilder::finish(). `path`: of the file, for messages.
Result<std::vector<std::shared_ptr<Run>>> nvprofTimelines(TextPage &page, const QString &path, Progress &progress);

} // namespace ws
