#include "core/readers/toolkit/textlines.h"

#include "core/base/texts.h"

#include <algorithm>

namespace ws {

namespace {

enum class Encoding { Utf8, Utf16Le, Utf16Be };

constexpr size_t sniffed = 512;

/// By BOM; without one, ASCII text in UTF-16 has a NUL in nearly every second byte.
Encoding encodingOf(std::string_view bytes)
{
    if (bytes.starts_with("\xff\xfe"))
        return Encoding::Utf16Le;
    if (bytes.starts_with("\xfe\xff"))
        return Encoding::Utf16Be;
    const std::string_view start = bytes.substr(0, sniffed);
    size_t even = 0;
    size_t odd = 0;
    for (size_t i = 0; i < start.size(); ++i)
        if (start[i] == '\0')
            ++(i % 2 == 0 ? even : odd);
    const size_t pairs = start.size() / 2;
    if (pairs >= 4 && odd * 10 > pairs * 7 && even * 10 < pairs)
        return Encoding::Utf16Le;
    if (pairs >= 4 && even * 10 > pairs * 7 && odd * 10 < pairs)
        return Encoding::Utf16Be;
    return Encoding::Utf8;
}

std::string fromUtf16(std::string_view bytes, bool bigEndian)
{
    std::u16string units(bytes.size() / 2, u'\0');
    for (size_t i = 0; i < units.size(); ++i) {
        const auto a = static_cast<unsigned char>(bytes[2 * i]);
        const auto b = static_cast<unsigned char>(bytes[2 * i + 1]);
        units[i] = static_cast<char16_t>(bigEndian ? (a << 8 | b) : (b << 8 | a));
    }
    std::u16string_view view = units;
    if (view.starts_with(u'\uFEFF'))
        view.remove_prefix(1);
    return QString::fromUtf16(view.data(), static_cast<qsizetype>(view.size())).toUtf8().toStdString();
}

size_t removeNuls(std::string &text)
{
    return static_cast<size_t>(std::erase(text, '\0'));
}

/// Length of the valid character at `at`, 0 when there is none (overlong forms and surrogates are invalid).
size_t characterAt(std::string_view text, size_t at)
{
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto continues = [&](size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned first = byte(at);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return continues(at + 1) ? 2 : 0;
    if (first >= 0xE0 && first < 0xF0) {
        const unsigned second = byte(at + 1);
        const bool bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0);
        return !bad && continues(at + 1) && continues(at + 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first < 0xF5) {
        const unsigned second = byte(at + 1);
        const bool bad = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
        return !bad && continues(at + 1) && continues(at + 2) && continues(at + 3) ? 4 : 0;
    }
    return 0;
}

size_t firstInvalid(std::string_view text)
{
    size_t at = 0;
    while (at < text.size()) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const size_t length = characterAt(text, at);
        if (length == 0)
            break;
        at += length;
    }
    return at;
}

} // namespace

void removeEscapes(std::string &text)
{
    size_t from = text.find('\x1b');
    if (from == std::string::npos)
        return;
    size_t to = from;
    while (from < text.size()) {
        if (text[from] == '\x1b' && from + 1 < text.size() && text[from + 1] == '[') {
            size_t end = from + 2;
            while (end < text.size() && end < from + 24 && (text[end] == ';' || text[end] == '?' || isdigit(text[end])))
                ++end;
            from = end < text.size() && isalpha(static_cast<unsigned char>(text[end])) ? end + 1 : end;
        } else {
            text[to++] = text[from++];
        }
    }
    text.resize(to);
}

size_t repairUtf8(std::string &text)
{
    size_t at = firstInvalid(text);
    if (at == text.size())
        return 0;
    std::string repaired = text.substr(0, at);
    repaired.reserve(text.size() + 64);
    size_t bad = 0;
    while (at < text.size()) {
        const size_t length = characterAt(text, at);
        if (length == 0) {
            repaired += "\xEF\xBF\xBD";
            ++bad;
            ++at;
        } else {
            repaired.append(text, at, length);
            at += length;
        }
    }
    text = std::move(repaired);
    return bad;
}

std::string decodeText(std::string bytes, Diagnostics &diagnostics)
{
    const Encoding encoding = encodingOf(bytes);
    if (encoding != Encoding::Utf8) {
        bytes = fromUtf16(bytes, encoding == Encoding::Utf16Be);
        diagnostics.add("utf-16", Core::tr("The text was UTF-16 and has been converted."));
    } else if (bytes.starts_with("\xEF\xBB\xBF")) {
        bytes.erase(0, 3);
    }
    if (const size_t nuls = removeNuls(bytes))
        diagnostics.add("nul-bytes", Core::tr("NUL bytes in the text were dropped."), -1, {}, nuls);
    removeEscapes(bytes);
    if (const size_t bad = repairUtf8(bytes))
        diagnostics.add("invalid-utf8", Core::tr("Bytes that are not valid UTF-8 were replaced by \uFFFD."), -1, {},
                        bad);
    return bytes;
}

std::string decodeHead(std::string_view bytes)
{
    Diagnostics ignored;
    return decodeText(std::string(bytes), ignored);
}

std::vector<TextLine> splitLines(std::string_view text)
{
    std::vector<TextLine> lines;
    const bool onlyCr = text.find('\n') == std::string_view::npos;
    int64_t number = 1;
    size_t at = 0;
    while (at < text.size()) {
        const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        lines.push_back({text.substr(at, end - at), number, at});
        at = end;
        if (at < text.size() && text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n')
            ++at;
        if (at < text.size()) {
            number += text[at] == '\n' || onlyCr ? 1 : 0;
            ++at;
        }
    }
    return lines;
}

std::string_view trimmed(std::string_view text)
{
    const size_t from = text.find_first_not_of(" \t\r\n\f\v");
    return from == std::string_view::npos ? std::string_view() : trimmedRight(text.substr(from));
}

std::string_view trimmedRight(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t\r\n\f\v") + 1);
}

} // namespace ws
