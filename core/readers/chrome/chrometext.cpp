#include "core/readers/chrome/chrometext.h"

#include "core/base/jsonbounds.h"
#include "core/base/texts.h"
#include "core/model/run.h"
#include "core/readers/chrome/jsonscan.h"

#include <QString>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ws {
namespace {

constexpr size_t firstPiece = 16 * 1024;
constexpr size_t largestEvent = size_t(64) << 20;

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// True when `text` at `i` (a backslash) begins a valid JSON escape.
bool isKnownEscape(std::string_view text, size_t i)
{
    const char c = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c != 'u')
        return c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos;
    return i + 5 < text.size() && isHex(text[i + 2]) && isHex(text[i + 3]) && isHex(text[i + 4]) && isHex(text[i + 5]);
}

bool isValidUtf8(std::string_view text)
{
    return toText(text).toUtf8() == QByteArrayView(text.data(), static_cast<qsizetype>(text.size()));
}

/// A number of JSON that a tree can hold: not beyond a double, and an integer in 64 bits.
bool isHeldNumber(std::string_view token)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::string_view digits = token;
    if (digits.starts_with('-'))
        digits.remove_prefix(1);
    if (digits.empty() || !isDigit(digits.front()) ||
        (digits.front() == '0' && digits.size() > 1 && isDigit(digits[1])))
        return false;
    if (std::ranges::all_of(digits, isDigit)) {
        uint64_t number = 0;
        const bool isNegative = digits.size() < token.size();
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return read.ec == std::errc() && (!isNegative || number <= uint64_t(INT64_MAX) + 1);
    }
    double value = 0;
    return json::toDouble(token, value) && isDigit(token.back()) && token.find(".e") == token.npos &&
           token.find(".E") == token.npos;
}

/// What stands outside of strings and is no structure: a number or a word. What no tree can hold becomes a string, so
/// that people read it as it is in the file.
size_t mendToken(std::string_view text, size_t at, std::string &mended)
{
    const size_t end = std::min(text.find_first_of(",:]}[{\" \t\r\n", at), text.size());
    const std::string_view token = text.substr(at, end - at);
    const bool isKnown = token == "true" || token == "false" || token == "null" || isHeldNumber(token);
    mended.append(isKnown ? "" : "\"").append(token).append(isKnown ? "" : "\"");
    return end;
}

} // namespace

std::string mendedJson(std::string_view text)
{
    std::string whole;
    if (!isValidUtf8(text)) { // each bad byte becomes U+FFFD
        whole = toText(text).toStdString();
        text = whole;
    }
    std::string mended;
    mended.reserve(text.size() + 16);
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\') {
            if (!isKnownEscape(text, i)) {
                mended += "\\\\";
                continue;
            }
            mended += c;
            mended += text[++i];
        } else if (inString && static_cast<unsigned char>(c) < 0x20) {
            constexpr char digits[] = "0123456789abcdef";
            mended += "\\u00";
            mended += digits[c >> 4];
            mended += digits[c & 15];
        } else {
            const bool isToken = !inString && (c == '-' || c == '+' || c == '.' || (c >= '0' && c <= '9') ||
                                               (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
            if (isToken) {
                i = mendToken(text, i, mended) - 1;
                continue;
            }
            inString ^= c == '"';
            mended += c;
        }
    }
    return mended;
}

Result<nlohmann::ordered_json> eventJson(const SeekIndex &index, int64_t offset)
{
    const QString &path = index.stamp.path;
    for (size_t size = firstPiece; size <= largestEvent; size *= 8) {
        Result<std::string> piece = readUnpacked(index, offset, size);
        if (!piece)
            return piece.error();
        const size_t length = piece->size();
        piece->append(json::scanPadding, '\0');
        const char *begin = piece->data();
        if (length == 0 || *begin != '{')
            break;
        bool bad = false;
        const char *end = json::skipContainer(begin, begin + length, bad);
        if (!end && !bad && length == size) // it goes on after the piece
            continue;
        if (!end)
            break;
        const std::string text = mendedJson({begin, static_cast<size_t>(end - begin)});
        auto object = nlohmann::ordered_json::parse(boundedJson(text), nullptr, false);
        if (object.is_object())
            return object;
        break;
    }
    return Error{ErrorKind::Malformed, Core::tr("the event's text cannot be read again at its place in the file"), path,
                 offset};
}

Result<nlohmann::ordered_json> eventJsonAt(const QString &path, int64_t offset)
{
    auto source = ByteSource::open(path);
    if (!source)
        return source.error();
    std::string skipped(size_t(1) << 20, '\0');
    if (!(*source)->seekIndex()->points.empty())
        for (int64_t left = offset; left > 0;) {
            const size_t got = (*source)->read(skipped.data(), std::min<size_t>(skipped.size(), size_t(left)));
            if (got == 0)
                break;
            left -= int64_t(got);
        }
    return eventJson(*(*source)->seekIndex(), offset);
}

Result<nlohmann::ordered_json> ChromeText::event(const Run &run, EventRef slice) const
{
    const Lane &lane = run.timeline.lane(slice);
    return eventJson(*run.seek, static_cast<int64_t>(lane.textOf(slice.index)));
}

} // namespace ws
