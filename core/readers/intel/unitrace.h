#pragma once
// What Intel's unitrace and its forerunner onetrace print (pti-gpu, OpenCL and Level Zero): summaries of the time of
// kernels (-d), of API calls (-h) and of submissions (-s), which are separated by commas and padded with blanks, and
// the device timeline (-t), a line for each command. Names stand in quotes for Level Zero and without for OpenCL, and
// may hold commas, so rows are split from their ends.

#include "core/base/progress.h"
#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/textpage.h"

#include <memory>

namespace ws {

/// A summary whose header is at line `at`.
bool findUnitraceTable(TextPage &page, size_t at, FoundTables &found);

Match matchUnitrace(const Head &head);
/// The commands of a device timeline, whose lines are taken; null: there are none. Errors: Cancelled, those of
/// TimelineBuilder::finish().
Result<std::shared_ptr<Run>> unitraceTimeline(TextPage &page, const QString &path, Progress &progress);

} // namespace ws
