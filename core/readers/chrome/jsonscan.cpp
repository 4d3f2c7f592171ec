#include "core/readers/chrome/jsonscan.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace ws::json {

const char *skipContainer(const char *p, const char *end, bool &bad)
{
    int64_t depth = 0;
    for (;;) {
        uint32_t mask = structureMask(p);
        const char *base = p;
        p += 16;
        while (mask) {
            const char *at = base + __builtin_ctz(mask);
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

const char *skipValue(const char *p, const char *end, bool &bad)
{
    if (*p == '"') {
        bool escaped = false;
        const char *close = stringEnd(p + 1, end, escaped);
        return close ? close + 1 : nullptr;
    }
    if (*p == '{' || *p == '[')
        return skipContainer(p, end, bad);
    const char *begin = p;
    while (p < end && *p != ',' && *p != '}' && *p != ']' && !isBlank(*p))
        ++p;
    if (p >= end)
        return nullptr;
    if (p == begin)
        bad = true;
    return bad ? nullptr : p;
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
    return error == std::errc() && stop == text.data() + text.size();
}

bool toUnsigned(std::string_view text, uint64_t &value)
{
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && stop == text.data() + text.size() && !text.empty();
}

/// Exponents and other rare forms; 64 bits of mantissa hold every time stamp that fits.
static bool slowMicros(std::string_view text, int64_t &ns)
{
    const std::string copy(text);
    char *stop = nullptr;
    const long double value = std::strtold(copy.c_str(), &stop) * 1000.0L;
    if (stop != copy.c_str() + copy.size() || copy.empty() || !std::isfinite(value) || std::fabs(value) > 9.2e18L)
        return false;
    ns = static_cast<int64_t>(std::llroundl(value));
    return true;
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
