#pragma once
// GPU work by own source line, by operator and by Python call stack, as tables, as JSON and as folded stacks. The rests
// (no own frame, no stack, no launch in the file) are the last rows of the tables, so that gpu_ns adds up.

#include "core/analysis/stacks/sourcelines.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

enum class StackBy : uint8_t { Line, Stack, Operator };

/// `lines` null: only the columns.
ReportTable lineReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const SourceLines> &lines,
                       StackBy by = StackBy::Line);

/// A row for each distinct stack that launched work, by time; the frames outermost first, with "; " between. `stacks`
/// null: only the columns.
ReportTable stackReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const CallStacks> &stacks);

/// {"schema": 1, "by": …, "rows": [{"frames": […], "gpuNs": …, "activities": …}], "noOwnFrameNs": …, "noStackNs": …,
/// "unlinkedNs": …}; noOwnFrameNs is all that is linked and in no row, noStackNs the part of it without any frame.
/// Lines of the script that was started are "scriptRows", a part of noOwnFrameNs, too.
nlohmann::ordered_json linesJson(const SourceLines &lines, StackBy by);
nlohmann::ordered_json stacksJson(const CallStacks &stacks);

/// A line for each stack, "outer;inner nanoseconds", as flame graph tools read it; semicolons and line ends within a
/// frame become commas and blanks. The rests are lines of their own.
std::string foldedStacks(const CallStacks &stacks);
std::string foldedLines(const SourceLines &lines, StackBy by);

} // namespace ws
