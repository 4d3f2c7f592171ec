#pragma once
// Why is this file so large? The slices of a run by name, category and thread, with the bytes that their events take in
// the file's unpacked content. Sizes are counted in the content itself, read once more from its begin to its end:
// the distance from one event to the next one would give what stands between them (flows, counters) to the wrong event.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <vector>

namespace ws {

struct EventSize
{
    uint32_t track = 0;    ///< index into Timeline::tracks
    uint16_t category = 0; ///< index into Timeline::categories
    StringId name = 0;
    uint64_t events = 0;
    int64_t bytes = 0; ///< unpacked; of a begin without that of its end
};

struct EventSizes
{
    std::vector<EventSize> rows; ///< by bytes, then by events
    /// Bytes of the whole unpacked content; 0: not known, since the file is no JSON or cannot be read again. Then no
    /// row has bytes.
    int64_t contentBytes = 0;
    int64_t eventBytes = 0; ///< of the rows; the rest are flows, counters, metadata, ends, and what is between events
};

/// Nothing when cancelled. O(slices × log slices + bytes).
std::optional<EventSizes> eventSizes(const Run &run, const Progress *progress = nullptr);

} // namespace ws
