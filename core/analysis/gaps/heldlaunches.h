#pragma once
// Launches that are held back: calls that launch work have returned, nothing runs on the only device of the file, and
// the work still does not begin. On Linux a launch is with the device within microseconds, and an event, a stream or
// another device that work waits for has work of its own; the drivers of Windows (WDDM, also under WSL) collect
// launches and submit them in batches. A device that another program uses meanwhile looks the same.

#include "core/analysis/gaps/gaps.h"

namespace ws {

/// How much of the range lies in such gaps: launched at their begin, of 50 µs and more, nothing fills them, and before
/// their middle at least five calls had returned whose work follows. 0: there are less than five of these gaps, one is
/// most of their time, or there are several devices. O(gaps).
int64_t heldBackNs(const Run &run, const Gaps &gaps, uint16_t device, const TimeRange &range);

} // namespace ws
