#pragma once
// The text of one event, fetched again from the file when the user looks at it: args, shapes and stacks are never held
// in memory. The reader that made a run leaves an EventText in it; the views that show an event know no format.

#include "core/base/result.h"
#include "core/model/timeline.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace ws {

struct Run;

class EventText
{
public:
    virtual ~EventText() = default;
    /// The event of a slice, keys in the file's order (databases and CSV: the columns of its row). Called from any
    /// thread. Errors: Unreadable when the file has changed since it was loaded, NotFound when it is gone, TooLarge,
    /// Malformed when there is no event at that place.
    virtual Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const = 0;
    /// False: each one takes a connection to another machine, so only what a person asks for is fetched.
    virtual bool isNear() const { return true; }
};

/// False also where there is no text per event.
bool hasNearText(const Run &run);

/// As above; Unsupported when the format keeps no text per event.
Result<nlohmann::ordered_json> eventJson(const Run &run, EventRef slice);

/// What a copy moves, of an event as above; nothing where it does not say.
std::optional<int64_t> bytesOfCopy(const nlohmann::ordered_json &event);

/// "pageable" or "pinned": the host's memory that a copy reads or writes, by the columns srcKind and dstKind of Nsight
/// Systems' databases (0 and 1, or the words of its table of kinds); empty where the event does not say.
std::string_view hostMemoryOfCopy(const Run &run, const nlohmann::ordered_json &event);

} // namespace ws
