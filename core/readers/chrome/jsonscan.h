#pragma once
// Scanning JSON text in place, 16 or 64 bytes at a time. Tolerant where profilers are sloppy: raw control characters
// and unknown escapes inside strings pass, invalid UTF-8 passes. All functions take `end` and may read (never use) up
// to `scanPadding` bytes beyond it: buffers carry them. They return nullptr when the text ends before the value does.
// Rejected: simdjson on windows (equally fast, but refuses a whole window for one bad escape).

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ws::json {

constexpr size_t scanPadding = 64;

inline bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Byte by byte: the processor guesses how many blanks there are and reads on, where it would have to wait for a mask.
inline const char *skipBlanks(const char *p, const char *end)
{
    while (p < end && isBlank(*p))
        ++p;
    return p;
}

#if defined(__SSE2__)
/// Bit i is set when byte i of the 16 at `p` is `a` or `b`.
inline uint32_t maskOf(const char *p, char a, char b)
{
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
    const __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(a)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b)));
    return static_cast<uint32_t>(_mm_movemask_epi8(hit));
}
/// The end of a number or a word: blanks and control characters, ',', ']' and '}'.
inline uint32_t wordEndMask(const char *p)
{
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
    const __m128i blank = _mm_set1_epi8(0x20);
    __m128i hit = _mm_cmpeq_epi8(_mm_min_epu8(bytes, blank), bytes);
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(bytes, blank), _mm_set1_epi8('}')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')));
    return static_cast<uint32_t>(_mm_movemask_epi8(hit));
}
/// Quotes, brackets and braces: '[' | 0x20 is '{', ']' | 0x20 is '}'.
inline uint32_t structureMask(const char *p)
{
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
    const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    __m128i hit = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(lower, _mm_set1_epi8('{')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(lower, _mm_set1_epi8('}')));
    return static_cast<uint32_t>(_mm_movemask_epi8(hit));
}
#else
inline uint32_t maskOf(const char *p, char a, char b)
{
    uint32_t mask = 0;
    for (int i = 0; i < 16; ++i)
        mask |= uint32_t(p[i] == a || p[i] == b) << i;
    return mask;
}
inline uint32_t wordEndMask(const char *p)
{
    uint32_t mask = 0;
    for (int i = 0; i < 16; ++i)
        mask |= uint32_t(p[i] == ',' || (p[i] | 0x20) == '}' || static_cast<unsigned char>(p[i]) <= ' ') << i;
    return mask;
}
inline uint32_t structureMask(const char *p)
{
    uint32_t mask = 0;
    for (int i = 0; i < 16; ++i)
        mask |= uint32_t(p[i] == '"' || (p[i] | 0x20) == '{' || (p[i] | 0x20) == '}') << i;
    return mask;
}
#endif

/// `p` after the opening quote; returns the closing quote. `escaped` is set when there is a backslash inside.
inline const char *stringEnd(const char *p, const char *end, bool &escaped)
{
    for (;;) {
        const uint32_t mask = maskOf(p, '"', '\\');
        if (mask == 0) {
            p += 16;
            if (p >= end)
                return nullptr;
            continue;
        }
        p += std::countr_zero(mask);
        if (p >= end)
            return nullptr;
        if (*p == '"')
            return p;
        escaped = true;
        p += 2;
        if (p > end)
            return nullptr;
    }
}

/// Returns the end of the object or array whose first bracket is at `p`. `bad` is set (and nullptr returned) when a
/// string inside is not followed by what may follow a string: a sign of a lost quote.
const char *skipContainer(const char *p, const char *end, bool &bad);

/// Returns the end of the number or word at `p`. `bad` is set (and nullptr returned) when there is none.
inline const char *skipWord(const char *p, const char *end, bool &bad)
{
    const char *begin = p;
    uint32_t mask = 0;
    for (; (mask = wordEndMask(p)) == 0; p += 16)
        if (p >= end)
            return nullptr;
    p += std::countr_zero(mask);
    if (p >= end)
        return nullptr;
    bad = bad || p == begin;
    return bad ? nullptr : p;
}

/// Returns the end of the value at `p` (no blanks before it).
inline const char *skipValue(const char *p, const char *end, bool &bad)
{
    if (*p == '"') {
        bool escaped = false;
        const char *close = stringEnd(p + 1, end, escaped);
        return close ? close + 1 : nullptr;
    }
    return *p == '{' || *p == '[' ? skipContainer(p, end, bad) : skipWord(p, end, bad);
}

/// The text of a JSON string without its quotes, escapes resolved; unknown escapes are kept as is.
std::string unescape(std::string_view raw);

/// Decimal microseconds ("12", "12.345", "-3.5e2") to integer nanoseconds, exact up to three decimals, further ones are
/// rounded. False when the text is not a number or does not fit.
bool microsToNs(std::string_view text, int64_t &ns);

/// A finite number of any form, whatever the locale; false when the text is none.
bool toDouble(std::string_view text, double &value);
/// Digits only; false otherwise.
bool toUnsigned(std::string_view text, uint64_t &value);

/// A member of an object: key without quotes, value's text as is (strings with quotes).
struct Member
{
    std::string_view key, value;
    /// The value; for strings the text between the quotes with its escapes.
    std::string_view token() const
    {
        return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
    }
};

/// Calls `visit(Member)` for the members of the object `text` (with its braces); stops at the first error.
template <class Visit> void forEachMember(std::string_view text, Visit visit)
{
    const char *p = text.data() + 1;
    const char *end = text.data() + text.size();
    bool bad = false;
    for (;;) {
        p = skipBlanks(p, end);
        if (p < end && *p == ',')
            p = skipBlanks(p + 1, end);
        if (p >= end || *p != '"')
            return;
        bool escaped = false;
        const char *keyEnd = stringEnd(p + 1, end, escaped);
        if (!keyEnd)
            return;
        const std::string_view key(p + 1, static_cast<size_t>(keyEnd - p - 1));
        p = skipBlanks(keyEnd + 1, end);
        if (p >= end || *p != ':')
            return;
        p = skipBlanks(p + 1, end);
        const char *valueEnd = p < end ? skipValue(p, end, bad) : nullptr;
        if (!valueEnd)
            return;
        visit(Member{key, std::string_view(p, static_cast<size_t>(valueEnd - p))});
        p = valueEnd;
    }
}

} // namespace ws::json
