#include "core/base/namecut.h"

#include <algorithm>
#include <vector>

namespace ws {
namespace {

constexpr std::string_view ellipsis = "…";
constexpr size_t fewest = 4; ///< characters that tell something of a name

bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::string_view lastCharacters(std::string_view text, size_t count)
{
    size_t begin = text.size();
    for (size_t n = 0; n < count && begin > 0;)
        n += !continuesCharacter(text[--begin]);
    return text.substr(begin);
}

/// Two ends with one ellipsis between them: the text may have been cut there before.
std::string withEllipsis(std::string_view front, std::string_view back)
{
    while (front.ends_with(ellipsis))
        front.remove_suffix(ellipsis.size());
    while (back.starts_with(ellipsis))
        back.remove_prefix(ellipsis.size());
    return std::string(front).append(ellipsis).append(back);
}

struct Bracket
{
    char opening;
    size_t at;
};

/// Brackets of a piece that have no partner inside it.
struct Unmatched
{
    std::vector<Bracket> open, closed;
};

char openingOf(char closing)
{
    switch (closing) {
    case ')':
        return '(';
    case ']':
        return '[';
    case '}':
        return '{';
    default:
        return '<';
    }
}

Unmatched unmatched(std::string_view text)
{
    Unmatched found;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(' || c == '[' || c == '{' || c == '<') {
            found.open.push_back({c, i});
        } else if (c == ')' || c == ']' || c == '}' || (c == '>' && i > 0 && text[i - 1] != '-')) {
            if (!found.open.empty() && found.open.back().opening == openingOf(c))
                found.open.pop_back();
            else
                found.closed.push_back({openingOf(c), i});
        }
    }
    return found;
}

/// Two ends of a name without the brackets whose partners were cut away. The outermost ones are partners.
std::string joined(std::string_view front, std::string_view back)
{
    const Unmatched left = unmatched(front), right = unmatched(back);
    const std::vector<Bracket> &open = left.open, &closed = right.closed;
    size_t pairs = 0;
    while (pairs < std::min(open.size(), closed.size()) &&
           open[pairs].opening == closed[closed.size() - 1 - pairs].opening)
        ++pairs;
    if (!left.closed.empty() || !right.open.empty()) // the name itself has brackets without partners, or such as "->"
        return withEllipsis(front, back);
    if (pairs < open.size())
        front = front.substr(0, open[pairs].at);
    if (pairs < closed.size())
        back = back.substr(closed[closed.size() - 1 - pairs].at + 1);
    return withEllipsis(front, back);
}

/// "[CUDA memcpy Host-to-Device]" → "CUDA memcpy HtoD", as PyTorch writes it; empty: no name in brackets.
std::string withoutFrame(std::string_view text)
{
    if (!text.starts_with('[') || text.find(']') != text.size() - 1)
        return {};
    std::string brief(text.substr(1, text.size() - 2));
    for (const std::string_view place : {"Host", "Device", "Array", "Peer"})
        for (const std::string &words : {std::string(place) + "-to-", "-to-" + std::string(place)})
            if (const size_t at = brief.find(words); at != brief.npos)
                brief.replace(at, words.size(),
                              words.starts_with('-') ? std::string("-to-") + place[0] : place[0] + std::string("-to-"));
    if (const size_t at = brief.find("-to-"); at != brief.npos)
        brief.replace(at, 4, "to");
    return brief;
}

std::string withoutOpenBrackets(std::string_view front)
{
    if (const Unmatched found = unmatched(front); !found.open.empty())
        front = front.substr(0, found.open[0].at);
    while (front.ends_with(' '))
        front.remove_suffix(1);
    return std::string(front);
}

} // namespace

size_t characterCount(std::string_view text)
{
    return text.size() - static_cast<size_t>(std::count_if(text.begin(), text.end(), continuesCharacter));
}

std::string_view firstCharacters(std::string_view text, size_t count)
{
    size_t end = 0;
    for (size_t n = 0; end < text.size(); ++end)
        if (!continuesCharacter(text[end]) && n++ == count)
            break;
    return text.substr(0, end);
}

std::string cutInMiddle(std::string_view text, size_t max)
{
    const size_t count = characterCount(text);
    if (count <= max)
        return std::string(text);
    if (max == 0)
        return {};
    size_t front = max / 2, back = max - 1 - front;
    if (const size_t cut = text.rfind(ellipsis); cut != text.npos) {
        const std::string_view head = text.substr(0, cut), tail = text.substr(cut + ellipsis.size());
        back = std::min(characterCount(tail), std::max(back, max - 1 - std::min(max - 1, characterCount(head))));
        return withEllipsis(firstCharacters(head, max - 1 - back), lastCharacters(tail, back));
    }
    return withEllipsis(firstCharacters(text, front), lastCharacters(text, back));
}

std::string cutAtEnd(std::string_view text, size_t max)
{
    if (characterCount(text) <= max)
        return std::string(text);
    if (max == 0)
        return {};
    const std::string_view kept = firstCharacters(text, max - 1);
    return kept.find(ellipsis, 1) == kept.npos ? withEllipsis(kept, {}) : cutInMiddle(text, max);
}

std::string cutName(std::string_view text, size_t max)
{
    const size_t count = characterCount(text);
    if (count <= max)
        return std::string(text);
    if (const std::string brief = withoutFrame(text); !brief.empty())
        return cutName(brief, max);
    if (max < 3)
        return cutAtEnd(text, max);
    if (const size_t cut = text.find(ellipsis); cut != text.npos) { // one cut is enough: it grows
        const std::string_view front = text.substr(0, cut), back = text.substr(text.rfind(ellipsis) + ellipsis.size());
        const size_t ofBack = characterCount(back);
        size_t atFront = std::min({characterCount(front), fewest, max / 2});
        if (ofBack < max) // whole, if need be without what is in front
            atFront = std::min(atFront, max - 1 - ofBack);
        const size_t atBack = std::min(ofBack, max - 1 - atFront);
        return joined(firstCharacters(front, max - 1 - atBack), lastCharacters(back, atBack));
    }
    const size_t inner = text.ends_with('>') ? text.find('<') : text.npos;
    if (inner != text.npos && inner > 0) {
        const size_t innerCount = characterCount(text.substr(inner));
        if (innerCount + fewest + 1 <= max)
            return joined(firstCharacters(text, max - 1 - innerCount), text.substr(inner));
        return cutAtEnd(text.substr(inner + 1, text.size() - inner - 2), max);
    }
    if (max < 2 * fewest)
        return cutAtEnd(text, max);
    const size_t front = max / 2;
    const std::string ends = joined(firstCharacters(text, front), lastCharacters(text, max - 1 - front));
    return ends.ends_with(ellipsis) ? withoutOpenBrackets(firstCharacters(text, max - 1)).append(ellipsis) : ends;
}

} // namespace ws
