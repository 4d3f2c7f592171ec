#include "core/readers/chrome/jsonscan.h"

#include <bit>
#include <charconv>
#include <cmath>

namespace ws::json {

namespace {

/// Masks of 64 bytes, one bit each.
struct Masks
{
    uint64_t quote = 0, backslash = 0, open = 0, close = 0;
    uint64_t behindString = 0; ///< what may follow a string: ':', ',', '}', ']'
};

Masks masksOf(const char *p)
{
    Masks masks;
    for (int part = 0; part < 4; ++part, p += 16) {
        const auto put = [shift = part * 16](uint64_t &mask, uint32_t bits) { mask |= uint64_t(bits) << shift; };
#if defined(__SSE2__)
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
        const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        const auto equal = [](__m128i where, char what) { return _mm_cmpeq_epi8(where, _mm_set1_epi8(what)); };
        const auto bits = [](__m128i hit) { return static_cast<uint32_t>(_mm_movemask_epi8(hit)); };
        const __m128i close = equal(lower, '}');
        put(masks.quote, bits(equal(bytes, '"')));
        put(masks.backslash, bits(equal(bytes, '\\')));
        put(masks.open, bits(equal(lower, '{')));
        put(masks.close, bits(close));
        put(masks.behindString, bits(_mm_or_si128(close, _mm_or_si128(equal(bytes, ':'), equal(bytes, ',')))));
#else
        for (int i = 0; i < 16; ++i) {
            const uint32_t bit = uint32_t(1) << i;
            const bool isClose = (p[i] | 0x20) == '}';
            put(masks.quote, p[i] == '"' ? bit : 0);
            put(masks.backslash, p[i] == '\\' ? bit : 0);
            put(masks.open, (p[i] | 0x20) == '{' ? bit : 0);
            put(masks.close, isClose ? bit : 0);
            put(masks.behindString, isClose || p[i] == ':' || p[i] == ',' ? bit : 0);
        }
#endif
    }
    return masks;
}

/// Bit i: whether the number of bits set up to and including i is odd.
uint64_t prefixXor(uint64_t bits)
{
    for (int shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/// The places right after strings where neither ':', ',', '}' nor ']' follows, ignoring blanks.
uint64_t outOfOrder(uint64_t places, const char *p, const char *end)
{
    for (uint64_t left = places; left; left &= left - 1) {
        const char *next = skipBlanks(p + std::countr_zero(left), end);
        if (next < end && (*next == ':' || *next == ',' || (*next | 0x20) == '}'))
            places &= ~(left & -left);
    }
    return places;
}

/// skipContainer() without a branch for each string. `unsure`: the text holds something that it does not handle, such
/// as an escape.
const char *skipPlainContainer(const char *p, const char *end, bool &unsure)
{
    int64_t depth = 0;
    uint64_t inString = 0;    // all bits or none: whether a string is open from the 64 bytes before
    uint64_t stringEnded = 0; // 1: the last byte before was a closing quote
    for (; p < end; p += 64) {
        const Masks masks = masksOf(p);
        const uint64_t valid = end - p >= 64 ? ~uint64_t(0) : (uint64_t(1) << (end - p)) - 1;
        const uint64_t escapes = masks.backslash & valid;
        const uint64_t plain = valid & (escapes ? (escapes & -escapes) - 1 : ~uint64_t(0));
        const uint64_t inside = prefixXor(masks.quote) ^ inString; // from the opening quote to before the closing one
        const uint64_t closing = masks.quote & ~inside;
        const uint64_t odd = outOfOrder((closing << 1 | stringEnded) & ~masks.behindString & valid, p, end);
        const uint64_t opens = masks.open & ~inside & plain, closes = masks.close & ~inside & plain;
        for (uint64_t left = opens | closes; left; left &= left - 1) {
            const uint64_t bit = left & -left;
            depth += opens & bit ? 1 : -1;
            if (depth > 0)
                continue;
            unsure = odd & (bit - 1);
            return unsure ? nullptr : p + std::countr_zero(bit) + 1;
        }
        unsure = escapes || odd;
        if (unsure)
            return nullptr;
        inString = inside >> 63 ? ~uint64_t(0) : 0;
        stringEnded = closing >> 63;
    }
    return nullptr;
}

const char *skipAnyContainer(const char *p, const char *end, bool &bad)
{
    int64_t depth = 0;
    for (;;) {
        uint32_t mask = structureMask(p);
        const char *base = p;
        p += 16;
        while (mask) {
            const char *at = base + std::countr_zero(mask);
            if (at >= end)
                return nullptr;
            mask &= mask - 1;
            if (*at != '"') {
                depth += (*at | 0x20) == '{' ? 1 : -1;
                if (depth == 0)
                    return at + 1;
                continue;
            }
            bool escaped = false;
            const char *close = stringEnd(at + 1, end, escaped);
            if (!close)
                return nullptr;
            const char *next = skipBlanks(close + 1, end);
            if (next >= end)
                return nullptr;
            if (*next != ':' && *next != ',' && (*next | 0x20) != '}') {
                bad = true;
                return nullptr;
            }
            p = next;
            break;
        }
        if (p >= end)
            return nullptr;
    }
}

} // namespace

const char *skipContainer(const char *p, const char *end, bool &bad)
{
    bool unsure = false;
    const char *behind = skipPlainContainer(p, end, unsure);
    return unsure ? skipAnyContainer(p, end, bad) : behind;
}

namespace {

void appendUtf8(std::string &out, uint32_t c)
{
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | c >> 18);
        out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

/// The four hex digits at `at`, or -1.
int32_t hex4(std::string_view text, size_t at)
{
    if (at + 4 > text.size())
        return -1;
    uint32_t value = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + at + 4, value, 16);
    return error == std::errc() && stop == text.data() + at + 4 ? static_cast<int32_t>(value) : -1;
}

/// `i` at the 'u' of an escape; leaves it at the escape's last character.
void appendUnicode(std::string &out, std::string_view raw, size_t &i)
{
    const int32_t first = hex4(raw, i + 1);
    if (first < 0) {
        out += "\\u";
        return;
    }
    i += 4;
    uint32_t c = static_cast<uint32_t>(first);
    if (c >= 0xD800 && c < 0xDC00 && raw.substr(i + 1, 2) == "\\u") {
        const int32_t second = hex4(raw, i + 3);
        if (second >= 0xDC00 && second < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (static_cast<uint32_t>(second) - 0xDC00);
            i += 6;
        }
    }
    appendUtf8(out, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
}

} // namespace

std::string unescape(std::string_view raw)
{
    std::string out;
    out.reserve(raw.size());
    for (size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\\' || i + 1 == raw.size()) {
            out += raw[i];
            continue;
        }
        switch (raw[++i]) {
        case '"':
            out += '"';
            break;
        case '\\':
            out += '\\';
            break;
        case '/':
            out += '/';
            break;
        case 'b':
            out += '\b';
            break;
        case 'f':
            out += '\f';
            break;
        case 'n':
            out += '\n';
            break;
        case 'r':
            out += '\r';
            break;
        case 't':
            out += '\t';
            break;
        case 'u':
            appendUnicode(out, raw, i);
            break;
        default:
            out += '\\';
            out += raw[i];
        }
    }
    return out;
}

bool toDouble(std::string_view text, double &value)
{
    if (text.empty())
        return false;
    const char *begin = text.data() + (text.front() == '+');
    const auto [stop, error] = std::from_chars(begin, text.data() + text.size(), value);
    return error == std::errc() && stop == text.data() + text.size() && std::isfinite(value);
}

bool toUnsigned(std::string_view text, uint64_t &value)
{
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && stop == text.data() + text.size() && !text.empty();
}

/// Exponents and other rare forms; 64 bits of mantissa hold every time stamp that fits.
static bool slowMicros(std::string_view text, int64_t &ns)
{
    long double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    value *= 1000.0L;
    if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value) ||
        std::fabs(value) > 9.2e18L)
        return false;
    ns = static_cast<int64_t>(std::llroundl(value));
    return true;
}

/// Eight characters at once, as the bytes of a number.
static bool areDigits(const char *p)
{
    uint64_t bytes;
    std::memcpy(&bytes, p, 8);
    constexpr uint64_t high = 0xF0F0F0F0F0F0F0F0, zeros = 0x3030303030303030;
    return (bytes & high) == zeros && ((bytes + 0x0606060606060606) & high) == zeros;
}

/// Neighbours are joined in pairs: digits to tens, tens to thousands, thousands to all eight.
static uint64_t eightDigits(const char *p)
{
    uint64_t bytes;
    std::memcpy(&bytes, p, 8);
    if constexpr (std::endian::native == std::endian::big)
        bytes = __builtin_bswap64(bytes);
    bytes = (bytes & 0x0F0F0F0F0F0F0F0F) * (10 << 8 | 1) >> 8;
    bytes = (bytes & 0x00FF00FF00FF00FF) * (100 << 16 | 1) >> 16;
    return (bytes & 0x0000FFFF0000FFFF) * (uint64_t(10'000) << 32 | 1) >> 32;
}

bool microsToNs(std::string_view text, int64_t &ns)
{
    const char *p = text.data();
    const char *end = p + text.size();
    auto isDigit = [&](const char *c) { return c < end && static_cast<unsigned char>(*c - '0') < 10; };
    const bool negative = p < end && *p == '-';
    p += negative;
    const char *digits = p;
    uint64_t value = 0;
    if (end - p >= 8 && areDigits(p)) {
        value = eightDigits(p);
        p += 8;
    }
    for (; isDigit(p) && p - digits < 16; ++p)
        value = value * 10 + static_cast<uint64_t>(*p - '0');
    if (p == digits)
        return false;
    if (isDigit(p)) // 17 digits and more
        return slowMicros(text, ns);
    if (value >= uint64_t(INT64_MAX) / 1000)
        return false;
    value *= 1000;
    if (p < end && *p == '.') {
        ++p;
        for (uint64_t scale = 100; scale && isDigit(p); scale /= 10, ++p)
            value += static_cast<uint64_t>(*p - '0') * scale;
        if (isDigit(p) && *p >= '5')
            ++value; // the fourth decimal decides the rounding
        while (isDigit(p))
            ++p;
    }
    if (p != end)
        return (*p == 'e' || *p == 'E') && slowMicros(text, ns);
    ns = negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
    return true;
}

} // namespace ws::json
