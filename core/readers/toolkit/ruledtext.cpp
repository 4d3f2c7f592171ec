#include "core/readers/toolkit/ruledtext.h"

#include <algorithm>
#include <cctype>

namespace ws {

namespace {

bool isBlank(std::string_view text)
{
    return trimmed(text).empty();
}

bool sameShape(char a, char b)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return a == b || (isDigit(a) && isDigit(b));
}

/// A line addressed by characters; for ASCII, which nearly all lines are, characters are bytes.
class CharacterLine
{
public:
    explicit CharacterLine(std::string_view line) : m_line(line)
    {
        if (std::all_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
            return;
        for (size_t i = 0; i < line.size(); ++i)
            if ((static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U)
                m_starts.push_back(i);
        m_starts.push_back(line.size());
    }

    size_t size() const { return m_starts.empty() ? m_line.size() : m_starts.size() - 1; }
    bool isBlankAt(size_t i) const { return i >= size() || m_line[byteOf(i)] == ' '; }
    std::string_view piece(size_t from, size_t to) const
    {
        from = std::min(from, size());
        to = std::clamp(to, from, size());
        return m_line.substr(byteOf(from), byteOf(to) - byteOf(from));
    }

private:
    size_t byteOf(size_t i) const { return m_starts.empty() ? i : m_starts[i]; }

    std::string_view m_line;
    std::vector<size_t> m_starts;
};

/// Walks from column to column; a cell that is wider than its column extends to the next gap and moves the rest.
std::optional<std::vector<std::string_view>> cutByColumns(const CharacterLine &line, const std::vector<Span> &columns)
{
    std::vector<std::string_view> cells;
    cells.reserve(columns.size());
    size_t shift = 0;
    size_t taken = 0;
    for (size_t k = 0; k < columns.size(); ++k) {
        const bool last = k + 1 == columns.size();
        const size_t gap = last ? 0 : columns[k + 1].from - columns[k].to;
        const size_t from = columns[k].from + shift;
        size_t to = last ? line.size() : columns[k].to + shift;
        if (!isBlank(line.piece(taken, from)))
            return std::nullopt; // text where a gap should be
        while (!last && !line.isBlankAt(to)) {
            ++to;
            if (line.isBlankAt(to) && gap > 1 && !line.isBlankAt(to + 1))
                ++to; // a single blank inside a cell
        }
        shift = last ? shift : to - columns[k].to;
        cells.push_back(trimmed(line.piece(from, std::max(from, to))));
        taken = std::max(from, to);
    }
    return cells;
}

} // namespace

std::optional<Rule> parseRule(std::string_view line, size_t shortest)
{
    line = trimmedRight(line);
    if (line.size() < shortest || line.back() != '-')
        return std::nullopt;
    size_t start = line.find_last_not_of("- ");
    start = start == std::string_view::npos ? 0 : start + 1;
    start = line.find('-', start);
    if (!isBlank(line.substr(0, start))) // "… - INFO - ------": a logger's own dashes
        for (size_t end = line.find(' ', start); end < line.size() && end - start < shortest;
             end = line.find(' ', start))
            start = line.find('-', end);
    Rule rule{line.substr(0, start), {}};
    if (!rule.prefix.empty() && isalnum(static_cast<unsigned char>(rule.prefix.back())))
        return std::nullopt; // "INFO:root:------" and "#------" have no blank
    line.remove_prefix(start);
    for (size_t at = 0; at < line.size();) {
        const size_t end = std::min(line.find(' ', at), line.size());
        if (end - at < shortest || rule.columns.size() == maxColumns)
            return std::nullopt;
        rule.columns.push_back({at, end});
        at = std::min(line.find('-', end), line.size());
    }
    return rule;
}

namespace {

/// The length of the writer's own mark at the start of a prefix: "(Worker_TP0 pid=7)", "[rank0]", "[1,0]",
/// "worker-1"; 0: none, as of a time.
size_t writerLength(std::string_view prefix)
{
    if (prefix.starts_with('('))
        return std::min(prefix.find(')'), prefix.size());
    const size_t end = std::min(prefix.find_first_of(prefix.starts_with('[') ? "]" : " \t"), prefix.size());
    const std::string_view word = prefix.substr(0, end);
    const auto isOf = [word](auto test) { return std::any_of(word.begin(), word.end(), test); };
    const bool isNumbered = isOf([](unsigned char c) { return isdigit(c) != 0; });
    if (word.starts_with('['))
        return isNumbered && word.find_first_of(":-./ ") == word.npos ? end : 0;
    return isNumbered && isalpha(static_cast<unsigned char>(word.empty() ? ' ' : word.front())) ? end : 0;
}

} // namespace

bool hasPrefix(std::string_view line, std::string_view prefix)
{
    if (isBlank(prefix))
        return true;
    const std::string_view needed = trimmedRight(prefix);
    const size_t writer = writerLength(needed);
    return line.size() >= needed.size() && line.starts_with(needed.substr(0, writer)) &&
           std::equal(needed.begin(), needed.end(), line.begin(), sameShape);
}

bool isOfOtherWriter(std::string_view line, std::string_view prefix)
{
    const std::string_view needed = trimmedRight(prefix);
    return writerLength(needed) > 0 && !hasPrefix(line, prefix) && line.size() >= needed.size() &&
           std::equal(needed.begin(), needed.end(), line.begin(), sameShape);
}

std::string_view withoutPrefix(std::string_view line, std::string_view prefix)
{
    if (isBlank(prefix)) {
        const size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
        return line.substr(std::min(blanks, prefix.size()));
    }
    return hasPrefix(line, prefix) ? line.substr(std::min(prefix.size(), line.size())) : line;
}

std::string prefixName(std::string_view prefix)
{
    const auto isWord = [](char c) { return isalnum(static_cast<unsigned char>(c)) != 0; };
    prefix = trimmed(prefix);
    if (std::none_of(prefix.begin(), prefix.end(), isWord))
        return {};
    if (prefix.starts_with('(') && prefix.find(')') == prefix.size() - 1)
        prefix = prefix.substr(1, prefix.size() - 2);
    return std::string(prefix);
}

std::optional<std::vector<std::string_view>> cutRow(std::string_view row, const std::vector<Span> &columns)
{
    if (auto cells = cutByColumns(CharacterLine(row), columns))
        return cells;
    auto pieces = splitAtGaps(row);
    if (pieces.size() == columns.size())
        return pieces;
    return std::nullopt;
}

std::vector<std::string_view> splitAtGaps(std::string_view line)
{
    std::vector<std::string_view> pieces;
    line = trimmed(line);
    while (!line.empty()) {
        const size_t end = std::min(line.find("  "), line.size());
        pieces.push_back(line.substr(0, end));
        line = trimmed(line.substr(end));
    }
    return pieces;
}

} // namespace ws
