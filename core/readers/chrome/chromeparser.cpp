#include "core/readers/chrome/chromeparser.h"

#include "core/base/jsonbounds.h"
#include "core/base/texts.h"
#include "core/readers/chrome/jsonscan.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using namespace json;

/// A longer event is damaged; it is not known before this many bytes have come.
constexpr size_t longestEvent = size_t(16) << 20;
constexpr size_t longestHeaderValue = size_t(128) << 20;
constexpr size_t resyncOverlap = 4096; ///< kept while searching, so that a boundary between two pieces is seen

/// A value as JSON; as plain text when it is damaged.
nlohmann::ordered_json headerValue(std::string_view text, bool &isCut)
{
    constexpr size_t damagedShown = 1000;
    auto parsed = nlohmann::ordered_json::parse(boundedJson(text, {}, &isCut), nullptr, false);
    if (parsed.is_discarded())
        return std::string(text.substr(0, damagedShown));
    return parsed;
}

/// From `p` back to before the brace, comma and blanks that tell that an event begins there, but not beyond `begin`.
const char *behindEvent(const char *begin, const char *p)
{
    for (int sign = 0; sign < 2; ++sign) {
        while (p > begin && isBlank(p[-1]))
            --p;
        p -= p > begin;
    }
    return p;
}

} // namespace

size_t ChromeParser::feed(std::string_view text, int64_t offset, bool last, std::span<const EventStretch> stretches)
{
    m_stretches = stretches;
    m_last = last;
    m_begin = text.data();
    m_offset = offset;
    const char *p = text.data();
    const char *end = p + text.size();
    if (offset == 0 && m_state == State::Start && text.substr(0, 3) == "\xEF\xBB\xBF")
        p += 3;
    Step step = Step::Continue;
    while (step == Step::Continue && !m_foreign) {
        p = skipBlanks(p, end);
        if (p >= end)
            break;
        switch (m_state) {
        case State::Start:
            m_foreign = *p != '{' && *p != '[';
            m_bare = *p == '[';
            m_hasEvents = m_bare;
            m_state = m_bare ? State::Events : State::Top;
            ++p;
            break;
        case State::Top:
            step = topLevel(p, end);
            break;
        case State::Events:
            step = events(p, end, last);
            break;
        case State::Done:
            if (isShort(p, end))
                step = Step::NeedMore;
            else if (!m_trailing && (*p == ',' || (m_bare && (*p == '{' || *p == '"'))))
                reopen(p, end);
            else
                p = trailing(p, end);
            break;
        }
    }
    return static_cast<size_t>(p - text.data());
}

/// Whether more text than `p` to `end` is needed for an example of damage at `p`.
bool ChromeParser::isShort(const char *p, const char *end) const
{
    return !m_last && static_cast<size_t>(end - p) < Diagnostics::longestExample;
}

/// At what follows an event or its brace, behind the end: a stray bracket has ended the array too early.
void ChromeParser::reopen(const char *p, const char *end)
{
    m_sink.damagedEvent(at(p), std::string_view(p, static_cast<size_t>(end - p)));
    m_state = State::Events;
    m_resyncing = *p == '"';
}

const char *ChromeParser::trailing(const char *p, const char *end)
{
    if (!m_trailing)
        m_sink.finding("trailing-text", Core::tr("text after the end of the trace was ignored"), at(p),
                       std::string_view(p, static_cast<size_t>(end - p)));
    m_trailing = true;
    return end;
}

/// At a key, a comma or the closing brace of the top-level object.
ChromeParser::Step ChromeParser::topLevel(const char *&p, const char *end)
{
    if (*p == ',') {
        ++p;
        return Step::Continue;
    }
    if (*p == '}') {
        ++p;
        m_state = State::Done;
        return Step::Continue;
    }
    auto broken = [&] {
        if (m_hasEvents && isShort(p, end))
            return Step::NeedMore;
        m_foreign = !m_hasEvents;
        if (m_hasEvents) { // a stray bracket may have ended the array too early: more events may follow
            m_sink.damagedEvent(at(p), std::string_view(p, static_cast<size_t>(end - p)));
            m_state = State::Events;
            m_resyncing = true;
        }
        return Step::Continue;
    };
    if (*p != '"')
        return broken();
    bool escaped = false, bad = false;
    const char *keyEnd = stringEnd(p + 1, end, escaped);
    const char *value = keyEnd ? skipBlanks(keyEnd + 1, end) : end;
    if (value >= end)
        return Step::NeedMore;
    if (*value != ':')
        return broken();
    value = skipBlanks(value + 1, end);
    if (value >= end)
        return Step::NeedMore;
    const std::string_view key(p + 1, static_cast<size_t>(keyEnd - p - 1));
    if (key == "traceEvents" && *value == '[') {
        m_state = State::Events;
        m_hasEvents = true;
        p = value + 1;
        return Step::Continue;
    }
    const char *valueEnd = skipValue(value, end, bad);
    if (bad || (!valueEnd && static_cast<size_t>(end - p) > longestHeaderValue))
        return broken();
    if (!valueEnd)
        return Step::NeedMore;
    addHeader(key, std::string_view(value, static_cast<size_t>(valueEnd - value)), at(value));
    p = valueEnd;
    return Step::Continue;
}

/// An ordered object looks up a new key among all others, so their number is bounded.
void ChromeParser::addHeader(std::string_view key, std::string_view text, int64_t offset)
{
    constexpr size_t maxKeys = 10'000;
    bool isCut = m_header.size() >= maxKeys;
    if (!isCut)
        m_header[unescape(key)] = headerValue(text, isCut);
    if (isCut)
        m_sink.finding(
            "large-header",
            Core::tr(
                "values of the top level besides the events are too many or nested too deep; the excess was skipped"),
            offset, key);
}

/// At an element of the event array, a comma or its closing bracket.
ChromeParser::Step ChromeParser::events(const char *&p, const char *end, bool last)
{
    if (m_resyncing)
        return damaged(p, end, last);
    if (*p == '{')
        return takeStretch(p) ? Step::Continue : event(p, end, last);
    if (*p == ',') {
        ++p;
        return Step::Continue;
    }
    if (*p == ']') {
        ++p;
        m_state = m_bare ? State::Done : State::Top;
        return Step::Continue;
    }
    if (*p == '[' && !last && skipBlanks(p + 1, end) == end)
        return Step::NeedMore;
    const bool isStray = *p == '[' && *skipBlanks(p + 1, end) == '{'; // what follows is an event, too
    bool bad = *p == '}' || isStray;
    const char *valueEnd = bad ? nullptr : skipValue(p, end, bad);
    if (!bad) // what does not end takes in the events behind it
        bad = valueEnd || last ? findNextEvent(p + 1, valueEnd ? valueEnd : end) != nullptr
                               : static_cast<size_t>(end - p) > longestEvent;
    if (bad && isShort(p, end))
        return Step::NeedMore;
    if (bad) {
        m_sink.damagedEvent(at(p), std::string_view(p, static_cast<size_t>(end - p)));
        m_resyncing = !isStray;
        p += isStray;
        return Step::Continue;
    }
    if (!valueEnd)
        return Step::NeedMore;
    ++m_elements;
    m_sink.finding("not-an-event", Core::tr("elements of the event array that are not objects"), at(p),
                   std::string_view(p, static_cast<size_t>(valueEnd - p)));
    p = valueEnd;
    return Step::Continue;
}

/// At an event: takes the events of a stretch that begins here.
bool ChromeParser::takeStretch(const char *&p)
{
    while (!m_stretches.empty() && m_stretches.front().begin < p)
        m_stretches = m_stretches.subspan(1);
    if (m_stretches.empty() || m_stretches.front().begin != p)
        return false;
    const EventStretch &stretch = m_stretches.front();
    m_elements += stretch.endRecord - stretch.firstRecord;
    m_sink.take(stretch.firstRecord, stretch.endRecord);
    p = stretch.end;
    return true;
}

ChromeParser::Step ChromeParser::event(const char *&p, const char *end, bool last)
{
    const char *start = p;
    ChromeEvent event;
    const ScanStatus status = scanEvent(p, end, event);
    if (status == ScanStatus::Ok && static_cast<size_t>(p - start) <= longestEvent) {
        ++m_elements;
        m_sink.event(event, static_cast<uint64_t>(at(start)));
        return Step::Continue;
    }
    p = start;
    const auto length = static_cast<size_t>(end - start);
    if (status == ScanStatus::NeedMore && length < longestEvent) {
        if (!last)
            return Step::NeedMore;
        if (!findNextEvent(start + 1, end))
            return Step::NeedMore; // cut within this event: nothing follows it
    }
    if (isShort(start, end))
        return Step::NeedMore;
    m_sink.damagedEvent(at(start), std::string_view(start, length));
    m_resyncing = true;
    ++p;
    return Step::Continue;
}

/// After the start of a damaged event: skips to the next one that looks whole.
ChromeParser::Step ChromeParser::damaged(const char *&p, const char *end, bool last)
{
    if (const char *next = findNextEvent(p, end)) {
        p = next;
        m_resyncing = false;
        return Step::Continue;
    }
    if (last)
        p = end;
    else if (static_cast<size_t>(end - p) > resyncOverlap)
        p = behindEvent(p, end - resyncOverlap);
    return Step::NeedMore;
}

} // namespace ws
