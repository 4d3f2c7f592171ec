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

uint64_t wordAt(const char *p, size_t length)
{
    if (length > 8 || length == 0)
        return 0;
    uint64_t value;
    std::memcpy(&value, p, 8);
    return value & (~uint64_t(0) >> (64 - 8 * length));
}

/// Number or string without its quotes.
std::string_view token(const char *begin, const char *end)
{
    if (*begin == '"')
        return {begin + 1, static_cast<size_t>(end - begin - 2)};
    return {begin, static_cast<size_t>(end - begin)};
}

void assign(ChromeEvent &event, uint64_t key, const char *begin, const char *end)
{
    switch (key) {
    case word("ph"):
        event.phase = token(begin, end);
        event.hasPhase = *begin == '"';
        break;
    case word("cat"):
        event.category = token(begin, end);
        break;
    case word("name"):
        event.name = token(begin, end);
        event.nameEscaped = std::memchr(begin, '\\', static_cast<size_t>(end - begin)) != nullptr;
        break;
    case word("pid"):
        event.pid = token(begin, end);
        break;
    case word("tid"):
        event.tid = token(begin, end);
        break;
    case word("ts"):
        event.ts = token(begin, end);
        break;
    case word("dur"):
        event.dur = token(begin, end);
        break;
    case word("id"):
    case word("id2"):
        event.id = token(begin, end);
        break;
    case word("args"):
        if (*begin == '{')
            event.args = {begin, static_cast<size_t>(end - begin)};
        break;
    default:
        break;
    }
}

} // namespace

ScanStatus scanEvent(const char *&start, const char *end, ChromeEvent &event)
{
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
        const char *key = ++p;
        bool escaped = false;
        p = stringEnd(p, end, escaped);
        if (!p)
            return ScanStatus::NeedMore;
        const uint64_t keyWord = wordAt(key, static_cast<size_t>(p - key));
        p = skipBlanks(p + 1, end);
        if (p >= end)
            return ScanStatus::NeedMore;
        if (*p != ':')
            return ScanStatus::Bad;
        p = skipBlanks(p + 1, end);
        if (p >= end)
            return ScanStatus::NeedMore;
        const char *value = p;
        p = skipValue(p, end, bad);
        if (!p)
            return bad ? ScanStatus::Bad : ScanStatus::NeedMore;
        assign(event, keyWord, value, p);
        p = skipBlanks(p, end);
        if (p >= end)
            return ScanStatus::NeedMore;
        if (*p == ',')
            p = skipBlanks(p + 1, end);
        else if (*p != '}')
            return ScanStatus::Bad;
        if (p < end && *p == '}') {
            start = p + 1;
            return ScanStatus::Ok;
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

const char *findNextEvent(const char *p, const char *end)
{
    static constexpr std::string_view firstKeys[] = {"ph",  "name", "cat", "pid", "tid", "ts",
                                                     "dur", "args", "id",  "bp",  "s"};
    for (; (p = findNextObject(p, end)); ++p) {
        const char *key = skipBlanks(p + 1, end) + 1;
        const std::string_view rest(key, static_cast<size_t>(end - key));
        for (std::string_view first : firstKeys)
            if (rest.size() > first.size() && rest.substr(0, first.size()) == first && rest[first.size()] == '"')
                return p;
    }
    return nullptr;
}

} // namespace ws
