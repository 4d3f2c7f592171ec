#include "core/readers/jsonrepair.h"

#include <algorithm>
#include <string_view>

namespace ws {

namespace {

/// Byte behind the string that starts at `at`.
size_t endOfString(std::string_view json, size_t at)
{
    for (++at; at < json.size(); ++at) {
        if (json[at] == '\\')
            ++at;
        else if (json[at] == '"')
            return at + 1;
    }
    return json.size();
}

} // namespace

size_t blankNonFinite(std::string &json)
{
    if (json.find("NaN") == std::string::npos && json.find("Infinity") == std::string::npos)
        return 0;
    size_t count = 0;
    for (size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            at = endOfString(json, at);
            continue;
        }
        size_t length = 1;
        for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
            if (std::string_view(json).substr(at).starts_with(word))
                length = word.size();
        if (length > 1) {
            json.replace(at, length, std::string("\"\"") + std::string(length - 2, ' '));
            ++count;
        }
        at += length;
    }
    return count;
}

bool closeOpenJson(std::string &json, size_t end)
{
    std::string_view text(json.data(), std::min(end, json.size()));
    size_t lastClosed = 0;
    for (int pass = 0; pass < 2; ++pass) { // where the last one closed, then what is open there
        std::string open;
        for (size_t at = 0; at < text.size();) {
            const char c = text[at];
            if (c == '"') {
                at = endOfString(text, at);
                continue;
            }
            if (c == '{' || c == '[') {
                open += c == '{' ? '}' : ']';
            } else if ((c == '}' || c == ']') && !open.empty()) {
                open.pop_back();
                lastClosed = at + 1;
            }
            ++at;
        }
        if (lastClosed == 0)
            return false;
        text = text.substr(0, lastClosed);
        if (pass == 1) {
            json.resize(lastClosed);
            json.append(open.rbegin(), open.rend());
        }
    }
    return true;
}

} // namespace ws
