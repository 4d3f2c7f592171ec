#include "core/readers/chrome/chromeevent.h"

#include <algorithm>

namespace ws {
namespace {

using namespace json;

/// Up to eight letters as a number, to distinguish keys in one comparison.
constexpr uint64_t word(std::string_view text)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.size(); ++i)
        value |= uint64_t(static_cast<unsigned char>(text[i])) << (8 * i);
    return value;
}

/// Number or string without its quotes.
std::string_view token(const char *begin, const char *end)
{
    if (*begin == '"')
        return {begin + 1, static_cast<size_t>(end - begin - 2)};
    return {begin, static_cast<size_t>(end - begin)};
}

enum class Field { Phase, Category, Name, Pid, Tid, Time, Duration, Id, Args, Other };

/// Whether the text, its first byte lowest, begins with the key and its closing quote.
template <size_t size> bool begins(uint64_t text, const char (&key)[size])
{
    return (text & (~uint64_t(0) >> (64 - 8 * (size - 1)))) == word({key, size - 1});
}

/// The field whose key begins at `p`, behind the quote; `p` is put at the closing one. The usual keys are compared one
/// after another instead of looking for the end first: the processor guesses which it will be and goes on with the
/// value, where it would wait for the end.
Field usualField(const char *&p)
{
    uint64_t text;
    std::memcpy(&text, p, sizeof text);
    const auto found = [&p](Field field, int length) {
        p += length;
        return field;
    };
    if (begins(text, "ph\""))
        return found(Field::Phase, 2);
    if (begins(text, "cat\""))
        return found(Field::Category, 3);
    if (begins(text, "name\""))
        return found(Field::Name, 4);
    if (begins(text, "pid\""))
        return found(Field::Pid, 3);
    if (begins(text, "tid\""))
        return found(Field::Tid, 3);
    if (begins(text, "ts\""))
        return found(Field::Time, 2);
    if (begins(text, "dur\""))
        return found(Field::Duration, 3);
    if (begins(text, "args\""))
        return found(Field::Args, 4);
    if (begins(text, "id\""))
        return found(Field::Id, 2);
    if (begins(text, "id2\""))
        return found(Field::Id, 3);
    return Field::Other;
}

/// `escaped`: the value is a string with a backslash.
void assign(ChromeEvent &event, Field field, const char *begin, const char *end, bool escaped)
{
    switch (field) {
    case Field::Phase:
        event.isOfTwo = event.isOfTwo || event.phase.data();
        event.phase = token(begin, end);
        event.hasPhase = *begin == '"';
        break;
    case Field::Category:
        event.category = token(begin, end);
        break;
    case Field::Name:
        event.isOfTwo = event.isOfTwo || event.name.data();
        event.name = token(begin, end);
        event.nameEscaped = escaped;
        break;
    case Field::Pid:
        event.pid = token(begin, end);
        break;
    case Field::Tid:
        event.tid = token(begin, end);
        break;
    case Field::Time:
        event.isOfTwo = event.isOfTwo || event.ts.data();
        event.ts = token(begin, end);
        break;
    case Field::Duration:
        event.dur = token(begin, end);
        break;
    case Field::Id:
        event.id = token(begin, end);
        break;
    case Field::Args:
        if (*begin == '{')
            event.args = {begin, static_cast<size_t>(end - begin)};
        break;
    case Field::Other:
        break;
    }
}

/// Whether each bracket is closed by one of its kind, which skipContainer() does not look at.
bool bracketsMatch(const char *p, const char *end)
{
    std::string open;
    bool inString = false;
    for (; p < end; ++p) {
        if (*p == '"')
            inString = !inString;
        else if (inString)
            p += *p == '\\';
        else if (*p == '{' || *p == '[')
            open += *p;
        else if (*p == '}' || *p == ']') {
            if (open.empty() || open.back() + 2 != *p)
                return false;
            open.pop_back();
        }
    }
    return open.empty();
}

/// A bracket too many or too few takes in what follows, until others happen to make up for it.
ScanStatus checked(const char *begin, const char *end)
{
    constexpr std::ptrdiff_t suspicious = 4096; // nearly all events are shorter
    return end - begin <= suspicious || bracketsMatch(begin, end) ? ScanStatus::Ok : ScanStatus::Bad;
}

} // namespace

ScanStatus scanEvent(const char *&start, const char *end, ChromeEvent &event)
{
    const char *const begin = start;
    const char *p = skipBlanks(start + 1, end);
    bool bad = false;
    if (p < end && *p == '}') {
        start = p + 1;
        return ScanStatus::Ok;
    }
    for (;;) {
        if (p >= end)
            return ScanStatus::NeedMore;
        if (*p != '"')
            return ScanStatus::Bad;
        ++p;
        const Field field = usualField(p);
        bool escaped = false;
        if (field == Field::Other) {
            const char *const key = p;
            p = stringEnd(p, end, escaped);
            if (p && std::string_view(key, static_cast<size_t>(p - key)) == "traceEvents")
                return ScanStatus::Bad;
        }
        if (!p)
            return ScanStatus::NeedMore;
        p = skipBlanks(p + 1, end);
        if (p >= end)
            return ScanStatus::NeedMore;
        if (*p != ':')
            return ScanStatus::Bad;
        p = skipBlanks(p + 1, end);
        if (p >= end)
            return ScanStatus::NeedMore;
        const char *value = p;
        escaped = false;
        if (*p == '"') {
            p = stringEnd(p + 1, end, escaped);
            p = p ? p + 1 : nullptr;
        } else {
            p = skipValue(p, end, bad);
        }
        if (!p)
            return bad ? ScanStatus::Bad : ScanStatus::NeedMore;
        assign(event, field, value, p, escaped);
        p = skipBlanks(p, end);
        if (p >= end)
            return ScanStatus::NeedMore;
        if (*p == ',')
            p = skipBlanks(p + 1, end);
        else if (*p != '}')
            return ScanStatus::Bad;
        if (p < end && *p == '}') {
            start = p + 1;
            return event.isOfTwo ? ScanStatus::Bad : checked(begin, start);
        }
    }
}

const char *findNextObject(const char *p, const char *end)
{
    const char *begin = p;
    for (; (p = static_cast<const char *>(std::memchr(p, '{', static_cast<size_t>(end - p)))); ++p) {
        const char *before = p;
        do {
            --before;
        } while (before > begin && isBlank(*before));
        if (before <= begin || (*before != ',' && *before != '['))
            continue;
        if (*before == ',') {
            const char *object = before - 1;
            while (object > begin && isBlank(*object))
                --object;
            if (*object != '}')
                continue;
        }
        const char *key = skipBlanks(p + 1, end);
        if (key < end && *key == '"')
            return p;
    }
    return nullptr;
}

bool isUsualFirstKey(const char *key, const char *end)
{
    static constexpr std::string_view firstKeys[] = {"ph",  "name", "cat", "pid", "tid", "ts",
                                                     "dur", "args", "id",  "bp",  "s"};
    if (key >= end || *key != '"')
        return false;
    const std::string_view rest(key + 1, static_cast<size_t>(end - key - 1));
    return std::any_of(std::begin(firstKeys), std::end(firstKeys), [rest](std::string_view first) {
        return rest.size() > first.size() && rest.starts_with(first) && rest[first.size()] == '"';
    });
}

const char *findNextEvent(const char *p, const char *end)
{
    for (; (p = findNextObject(p, end)); ++p)
        if (isUsualFirstKey(skipBlanks(p + 1, end), end))
            return p;
    return nullptr;
}

} // namespace ws
