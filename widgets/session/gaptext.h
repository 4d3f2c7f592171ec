#pragma once
// Idle time in words, the same in the gap table, the timeline and the line below it.

#include "core/analysis/gaps/gaps.h"
#include "core/base/format.h"
#include "widgets/session/runcontext.h"

#include <QString>

#include <optional>

namespace ws {

/// "1.2 ms idle, launched late: aten::mm (model.py:33)".
QString gapText(const Run &run, const Gap &gap);
/// For painting: without the source line; without a unit in the gap's own.
QString shortGapText(const Run &run, const Gap &gap, std::optional<TimeUnit> unit = {});
/// The part of it that says how long: its beginning.
QString gapLengthText(const Gap &gap, std::optional<TimeUnit> unit = {});
/// "GPU 0 idle 464.0 ms: blocking call 99.8 %, launched late 0.2 %"
QString idleText(const Run &run, const Gaps &gaps, size_t device);

/// What is selected for a gap: its evidence, else what launches the work that ends it, else that work.
EventRef gapSlice(const Run &run, const Gap &gap);

/// The gap becomes the marked one and its slice is selected; the timeline moves only where the gap is not seen.
void markGap(RunContext &context, const Gap &gap);
/// The gap fills a third of the view and becomes the range; its slice is selected.
void showGap(RunContext &context, const Gap &gap);

} // namespace ws
