#pragma once
// The text of rocprof v1 (results.txt behind results.csv) and of rocprofv2's file plugin: a line a dispatch, made of
// "key(value)" pairs. v1 writes "kernel-name(…), time(dispatch,begin,end,complete)", v2 "Kernel_Name(…),
// Begin_Timestamp(…), End_Timestamp(…)", and both in either spelling of the keys; lines of counters, "  SQ_WAVES
// (16384)", belong to the dispatch above them. Lines without times are no timeline and stay what they are.

#include "core/base/progress.h"
#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/textpage.h"

#include <memory>

namespace ws {

Match matchRocprofLines(const Head &head);
/// The dispatches of a text, whose lines are taken; null: there are none with times. Errors: Cancelled, those of
/// TimelineBuilder::finish().
Result<std::shared_ptr<Run>> rocprofTimeline(TextPage &page, const QString &path, Progress &progress);

} // namespace ws
