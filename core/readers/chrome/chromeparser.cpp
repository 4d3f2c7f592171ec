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
constexpr size_t longestLine = size_t(64) << 10; ///< an event outside of an array, or the header before the first event
constexpr std::ptrdiff_t longestKey = 24;        ///< the usual keys are shorter
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
constexpr char recordSeparator = '\x1E'; ///< before each text of a sequence (RFC 7464)

/// A value as JSON; as plain text when it is damaged.
nlohmann::ordered_json headerValue(std::string_view text, bool &isCut)
{
    constexpr size_t damagedShown = 1000;
    auto parsed = nlohmann::ordered_json::parse(boundedJson(text, {}, &isCut), nullptr, false);
    if (parsed.is_discarded())
        return std::string(text.substr(0, damagedShown));
    return parsed;
}

/// How often `word` begins from `p` to before `to`; the text goes on to `end`.
uint64_t countBetween(std::string_view word, const char *p, const char *to, const char *end)
{
    const std::string_view text(p, static_cast<size_t>(end - p));
    uint64_t count = 0;
    for (size_t at = text.find(word); at < static_cast<size_t>(to - p); at = text.find(word, at + 1))
        ++count;
    return count;
}

/// Where the events of a trace begin whose header is at the brace `p`: the value of "traceEvents", `end` where that has
/// not come yet. Null: no header of a trace.
const char *eventsOfHead(const char *p, const char *end)
{
    for (;;) {
        p = skipBlanks(p + 1, end);
        if (p >= end || *p != '"')
            return nullptr;
        bool escaped = false, bad = false;
        const char *close = stringEnd(p + 1, end, escaped);
        const char *colon = close ? skipBlanks(close + 1, end) : end;
        if (!close || (colon < end && *colon != ':'))
            return nullptr;
        const char *value = colon < end ? skipBlanks(colon + 1, end) : end;
        if (std::string_view(p + 1, static_cast<size_t>(close - p - 1)) == "traceEvents")
            return value;
        p = value < end ? skipValue(value, end, bad) : nullptr;
        p = p ? skipBlanks(p, end) : nullptr;
        if (!p || p >= end || *p != ',')
            return nullptr;
    }
}

/// Whether an object begins at `p` whose first key is none of an event.
bool beginsTrace(const char *p, const char *end)
{
    const char *key = p < end && *p == '{' ? skipBlanks(p + 1, end) : end;
    return key < end && *key == '"' && !isUsualFirstKey(key, end);
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
    Step step = Step::Continue;
    while (step == Step::Continue && !m_foreign && !m_isBeforeAnother) {
        if (!m_isInLine)
            p = skipBlanks(p, end);
        if (p >= end)
            break;
        switch (m_state) {
        case State::Start:
            step = start(p, end);
            break;
        case State::Top:
            step = topLevel(p, end);
            break;
        case State::Events:
            step = events(p, end, last);
            break;
        case State::Done:
            step = m_isInLine ? trailing(p, end) : behindEnd(p, end);
            break;
        }
    }
    return static_cast<size_t>(p - text.data());
}

bool ChromeParser::needsMore(const char *p, const char *end, size_t limit) const
{
    return !m_last && static_cast<size_t>(end - p) < limit;
}

/// Whether more text than `p` to `end` is needed for an example of damage at `p`.
bool ChromeParser::isShort(const char *p, const char *end) const
{
    return needsMore(p, end, Diagnostics::longestExample);
}

/// At the first byte that is no blank.
ChromeParser::Step ChromeParser::start(const char *&p, const char *end)
{
    const std::string_view rest(p, static_cast<size_t>(end - p));
    if (rest.starts_with(byteOrderMark)) {
        p += byteOrderMark.size();
        return Step::Continue;
    }
    if (!m_last && byteOrderMark.starts_with(rest))
        return Step::NeedMore;
    const Answer isLine = *p == '{' ? isEventLine(p, end) : Answer::No;
    const char *element = *p == '[' ? skipBlanks(p + 1, end) : end;
    if (isLine == Answer::NeedMore || (*p == '[' && end - element < longestKey && needsMore(p, end, longestLine)))
        return Step::NeedMore;
    if (beginsTrace(element, end)) { // an array of traces
        if (const char *inner = eventsOfHead(element, end); inner && inner < end && *inner == '[') {
            p = element;
            return Step::Continue;
        }
        if (needsMore(p, end, longestLine))
            return Step::NeedMore;
    }
    m_isLines = isLine == Answer::Yes;
    m_foreign = *p != '{' && *p != '[';
    m_bare = *p == '[' || m_isLines;
    m_hasEvents = m_bare;
    m_state = m_bare ? State::Events : State::Top;
    p += !m_isLines;
    return Step::Continue;
}

/// Whether an event without an array around it begins at the brace `p`.
ChromeParser::Answer ChromeParser::isEventLine(const char *p, const char *end) const
{
    const char *key = skipBlanks(p + 1, end);
    if (end - key < longestKey && needsMore(p, end, longestLine))
        return Answer::NeedMore;
    if (!isUsualFirstKey(key, end))
        return Answer::No;
    ChromeEvent event;
    const char *behind = p;
    const ScanStatus status = scanEvent(behind, end, event);
    if (status == ScanStatus::NeedMore && needsMore(p, end, longestLine))
        return Answer::NeedMore;
    return status == ScanStatus::Ok && event.hasPhase ? Answer::Yes : Answer::No;
}

/// At what follows an event or its brace, behind the end: a stray bracket has ended the array too early, or another
/// program wrote into the file.
void ChromeParser::reopen(const char *p, const char *end)
{
    if (m_bare || *p != '{')
        m_sink.damagedEvent(at(p), std::string_view(p, static_cast<size_t>(end - p)));
    if (!m_bare && *p == '{')
        ++m_loss.foreignHeads;
    m_state = State::Events;
    m_resyncing = *p == '"';
}

/// Behind the end: at another trace, at more events, or at text.
ChromeParser::Step ChromeParser::behindEnd(const char *&p, const char *end)
{
    const std::string_view rest(p, static_cast<size_t>(end - p));
    if (*p == '\0' || *p == recordSeparator) {
        ++p;
        return Step::Continue;
    }
    const char *inner = skipBlanks(p + 1, end);
    if (isShort(p, end) || (end - inner < longestKey && needsMore(p, end, longestLine)))
        return Step::NeedMore;
    if (rest.starts_with(byteOrderMark)) {
        p += byteOrderMark.size();
        return Step::Continue;
    }
    if (*p == ']' || (*p == ',' && beginsTrace(inner, end))) { // of an array of traces
        ++p;
        return Step::Continue;
    }
    const bool mayGoOn = !m_trailing || m_loss.foreignHeads > 0;
    if (mayGoOn && (*p == ',' || (m_bare && *p == '"') || (*p == '{' && isUsualFirstKey(inner, end)))) {
        reopen(p, end);
        return Step::Continue;
    }
    const char first = inner < end ? *inner : '\0';
    if ((*p != '{' || first != '"' || isUsualFirstKey(inner, end)) && (*p != '[' || (first != '{' && first != ']')))
        return trailing(p, end);
    switch (belongsHere(p, end)) {
    case Answer::NeedMore:
        return Step::NeedMore;
    case Answer::No:
        m_isBeforeAnother = true;
        break;
    case Answer::Yes:
        m_bare = *p++ == '[';
        m_state = m_bare ? State::Events : State::Top;
    }
    return Step::Continue;
}

/// Whether the trace that begins at `p` is of the same recording: neither names a process, and its first event stands
/// on a row on which none of the others began.
ChromeParser::Answer ChromeParser::belongsHere(const char *p, const char *end)
{
    constexpr size_t maxRows = 10'000;
    if (!m_namesNoProcess || m_firstRows.size() >= maxRows)
        return Answer::No;
    for (const char *first = p; (first = findNextEvent(first, end)); ++first) {
        ChromeEvent event;
        const char *behind = first;
        const ScanStatus status = scanEvent(behind, end, event);
        if (status == ScanStatus::NeedMore && needsMore(p, end, longestEvent))
            return Answer::NeedMore;
        if (status == ScanStatus::Ok && !event.hasPhase)
            continue; // of the header
        if (status != ScanStatus::Ok || !event.pid.empty() ||
            std::ranges::find(m_firstRows, event.tid) != m_firstRows.end())
            return Answer::No;
        m_firstRows.emplace_back(event.tid);
        return Answer::Yes;
    }
    return needsMore(p, end, longestLine) ? Answer::NeedMore : Answer::No;
}

/// Text behind the end, to the end of its line.
ChromeParser::Step ChromeParser::trailing(const char *&p, const char *end)
{
    constexpr std::string_view phaseKey = "\"ph\"";
    if (!m_trailing)
        m_sink.finding("trailing-text", {}, at(p), std::string_view(p, static_cast<size_t>(end - p)));
    m_trailing = true;
    const auto *line = static_cast<const char *>(std::memchr(p, '\n', static_cast<size_t>(end - p)));
    const char *to = line ? line + 1 : m_last ? end : end - std::min<std::ptrdiff_t>(phaseKey.size(), end - p);
    m_isInLine = !line;
    m_loss.trailingEvents += countBetween(phaseKey, p, to, end);
    m_loss.trailingBytes += to - p;
    const bool isStuck = to == p;
    p = to;
    return isStuck ? Step::NeedMore : Step::Continue;
}

void ChromeParser::goOnBehind(int64_t begin, int64_t now, bool inLine)
{
    if (!m_trailing)
        m_sink.finding("trailing-text", {}, begin, {});
    m_trailing = true;
    m_isInLine = inLine;
    m_isBeforeAnother = false;
    m_loss.trailingBytes += now - begin;
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
    if (*p == '{' && !m_ownLine && learnLayout(p, end) == Step::NeedMore)
        return Step::NeedMore;
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
    const char *inner = status == ScanStatus::Bad ? eventsOfHead(start, end) : nullptr;
    if (inner && inner < end && *inner == '[') {
        ++m_loss.foreignHeads; // another program's: its events follow
        p = inner + 1;
        return Step::Continue;
    }
    if (inner == end && needsMore(start, end, longestEvent))
        return Step::NeedMore;
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

/// At the first event: how events are written, and what tells whether an object behind the end goes on with them.
ChromeParser::Step ChromeParser::learnLayout(const char *p, const char *end)
{
    ChromeEvent event;
    const char *behind = p;
    const ScanStatus status = scanEvent(behind, end, event);
    const char *next = behind;
    while (status == ScanStatus::Ok && next < end && (*next == ',' || isBlank(*next)))
        ++next;
    if ((status == ScanStatus::NeedMore || next == end) && needsMore(p, end, longestEvent))
        return Step::NeedMore;
    const std::string_view between(behind, static_cast<size_t>(next - behind));
    m_ownLine = between.find_first_of("\r\n") != between.npos;
    m_namesNoProcess = status == ScanStatus::Ok && event.pid.empty();
    m_firstRows = {std::string(event.tid)};
    return Step::Continue;
}

/// After the start of a damaged event: skips to the next one that looks whole.
ChromeParser::Step ChromeParser::damaged(const char *&p, const char *end, bool last)
{
    const char *const from = p;
    for (const char *next = p; (next = findNextEvent(next, end)); ++next) {
        const Answer isReal = isRealEvent(from, next, end);
        if (isReal == Answer::No)
            continue;
        p = isReal == Answer::Yes ? next : behindEvent(from, next);
        skip(from, p, end);
        m_resyncing = isReal != Answer::Yes;
        return m_resyncing ? Step::NeedMore : Step::Continue;
    }
    if (last)
        p = end;
    else if (static_cast<size_t>(end - p) > resyncOverlap)
        p = behindEvent(p, end - resyncOverlap);
    skip(from, p, end);
    return Step::NeedMore;
}

/// Counts what is skipped of the text.
void ChromeParser::skip(const char *from, const char *to, const char *end)
{
    m_loss.damagedBytes += to - from;
    m_loss.foreignHeads += countBetween("\"traceEvents\"", from, to, end);
}

/// Whether what looks like an event behind damage is one, and not JSON within a name whose quotes are not escaped: it
/// begins a line where events do, else it is followed by what follows events. `from`: begin of the text before it.
ChromeParser::Answer ChromeParser::isRealEvent(const char *from, const char *p, const char *end) const
{
    constexpr int lookedAt = 8; // a list within a name is seldom longer
    const auto atEnd = [&](const char *at) {
        return needsMore(at, end, longestEvent) ? Answer::NeedMore : Answer::Yes;
    };
    const char *line = p;
    while (line > from && (line[-1] == ' ' || line[-1] == '\t'))
        --line;
    if (m_ownLine.value_or(false) && (line == from || !isBlank(line[-1])))
        return Answer::No;
    for (int i = 0; i < lookedAt; ++i) {
        ChromeEvent event;
        const char *behind = p;
        const ScanStatus status = scanEvent(behind, end, event);
        if (status != ScanStatus::Ok) // nothing is made of what is damaged itself
            return status == ScanStatus::NeedMore ? atEnd(p) : Answer::Yes;
        if (!event.hasPhase)
            return Answer::No;
        if (m_ownLine.value_or(false))
            return Answer::Yes;
        behind = skipBlanks(behind, end);
        if (behind < end && *behind == ',')
            behind = skipBlanks(behind + 1, end);
        if (behind >= end)
            return atEnd(p);
        if (*behind == ']')
            return endsArray(behind + 1, end);
        if (*behind != '{')
            return Answer::No;
        p = behind;
    }
    return Answer::Yes;
}

/// Whether the bracket before `p` ends the array of events, and not one within a name.
ChromeParser::Answer ChromeParser::endsArray(const char *p, const char *end) const
{
    const auto next = [&] {
        p = skipBlanks(p, end);
        return p < end ? *p++ : '\0';
    };
    const auto ends = [&](char c) { return c == '\0' || c == '{' || c == '['; };
    if (needsMore(p, end, longestKey))
        return Answer::NeedMore;
    const char first = next();
    const bool isRight =
        ends(first) || (!m_bare && ((first == ',' && next() == '"') || (first == '}' && ends(next()))));
    return isRight ? Answer::Yes : Answer::No;
}

} // namespace ws
