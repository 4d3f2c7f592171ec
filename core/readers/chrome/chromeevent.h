#pragma once
// One event of a Chrome trace: its fields as views into the text, interpreted only when needed.

#include "core/readers/chrome/jsonscan.h"

namespace ws {

struct ChromeEvent
{
    std::string_view name, category; ///< as they are between the quotes
    std::string_view pid, tid, id;   ///< number or string, without quotes; id also an id2 object as is
    std::string_view args;           ///< the object with its braces; empty: none
    std::string_view phase;
    std::string_view ts, dur; ///< as is, quotes removed
    bool nameEscaped = false;
    bool hasPhase = false;
    bool isOfTwo = false; ///< it has a name, a time or a phase twice: its text is of two events
};

enum class ScanStatus { Ok, NeedMore, Bad };

/// `p` at the event's '{'. On Ok `p` is after its '}'. NeedMore: the text ends within the event. Bad also: made up of
/// two events, or the header of a trace (it has "traceEvents").
ScanStatus scanEvent(const char *&p, const char *end, ChromeEvent &event);

/// Whether the quote at `key` begins one of the keys that writers put first in an event.
bool isUsualFirstKey(const char *key, const char *end);

/// The next '{' from `p` on that begins an object in an array, after "}," or "[", and is followed by a key; nullptr
/// when there is none in the text. Between '{' and the key, and before '{', there may be blanks.
const char *findNextObject(const char *p, const char *end);

/// The next place from `p` on where an event seems to begin: such an object with one of the usual first keys. nullptr
/// when there is none in the text.
const char *findNextEvent(const char *p, const char *end);

} // namespace ws
