#include "core/readers/toolkit/printedtext.h"

#include "core/readers/toolkit/textlines.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ws {
namespace {

/// Collects lines; the line that is begun takes its place from the first piece of it.
class PrintedLines
{
public:
    explicit PrintedLines(std::string_view document) : m_document(document) {}

    /// What stands between two quotes, without its escapes.
    void addString(size_t from, size_t to)
    {
        for (size_t at = from; at < to; ++at) {
            beginAt(at);
            char c = m_document[at];
            if (c != '\\' || at + 1 >= to) {
                m_printed.text += c == '\r' ? '\n' : c;
                continue;
            }
            c = m_document[++at];
            if (c == 'u')
                at += addUnicode(m_document.substr(at + 1, std::min<size_t>(4, to - at - 1)));
            else if (c == 'r' && m_document.substr(at + 1, 2) == "\\n")
                continue;
            else
                m_printed.text += c == 'n' || c == 'r' ? '\n' : c == 't' ? '\t' : c;
        }
    }
    /// A piece as it stands there.
    void addPlain(size_t from, size_t to)
    {
        if (from < to)
            beginAt(from);
        m_printed.text += m_document.substr(from, to - from);
    }
    void endLine()
    {
        if (!m_printed.text.empty() && m_printed.text.back() != '\n')
            m_printed.text += '\n';
    }
    void addBlankLine(size_t at)
    {
        beginAt(at);
        m_printed.text += '\n';
    }
    PrintedText take()
    {
        removeEscapes(m_printed.text); // "[" behind an escaped ESC
        return std::move(m_printed);
    }

private:
    void beginAt(size_t at)
    {
        if (!m_printed.text.empty() && m_printed.text.back() != '\n')
            return;
        m_number +=
            std::count(m_document.begin() + std::ptrdiff_t(m_counted), m_document.begin() + std::ptrdiff_t(at), '\n');
        m_counted = at;
        m_printed.origins.push_back({m_number, at});
    }
    /// Appends a character of four hexadecimal digits; returns how many of them were taken.
    size_t addUnicode(std::string_view digits)
    {
        unsigned code = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc() || end != digits.data() + 4)
            return 0;
        if (code < 0x80) {
            m_printed.text += code == '\r' || code == 0 ? ' ' : char(code);
        } else if (code < 0x800) {
            m_printed.text += {char(0xC0 | code >> 6), char(0x80 | (code & 0x3F))};
        } else if (code >= 0xD800 && code < 0xE000) {
            m_printed.text += '?'; // a half of a character of two
        } else {
            m_printed.text += {char(0xE0 | code >> 12), char(0x80 | (code >> 6 & 0x3F)), char(0x80 | (code & 0x3F))};
        }
        return 4;
    }

    std::string_view m_document;
    PrintedText m_printed;
    int64_t m_number = 1;
    size_t m_counted = 0;
};

/// The quote that ends the string which begins at `from`, behind its quote; the end of the text where it is cut.
size_t endOfString(std::string_view text, size_t from, char quote = '"')
{
    while (from < text.size() && text[from] != quote)
        from += text[from] == '\\' ? 2 : 1;
    return std::min(from, text.size());
}

/// Walks over the strings of a notebook and keeps those that the outputs of its cells print.
class NotebookWalk
{
public:
    explicit NotebookWalk(std::string_view text) : m_text(text), m_lines(text) {}

    PrintedText run()
    {
        for (size_t at = 0; at < m_text.size(); ++at) {
            const char c = m_text[at];
            if (c == '{' || c == '[') {
                m_open.push_back({c == '{', c == '{', {}});
            } else if ((c == '}' || c == ']') && !m_open.empty()) {
                m_open.pop_back();
                endOutput();
            } else if (c == ',' && !m_open.empty()) {
                m_open.back().wantsKey = m_open.back().isObject;
                endOutput();
            } else if (c == '"') {
                const size_t end = endOfString(m_text, at + 1);
                addString(at + 1, end);
                at = end;
            }
        }
        m_lines.endLine();
        return m_lines.take();
    }

private:
    struct Open
    {
        bool isObject = false, wantsKey = false;
        std::string_view key;
    };

    void addString(size_t from, size_t to)
    {
        if (!m_open.empty() && m_open.back().wantsKey) {
            m_open.back().key = m_text.substr(from, to - from);
            m_open.back().wantsKey = false;
        } else if (isPrinted()) {
            m_lines.addString(from, to);
        }
    }
    /// Within "outputs", the value of "text" or of "text/plain": a string, or a list of strings.
    bool isPrinted() const
    {
        size_t depth = m_open.size();
        if (depth > 0 && !m_open[depth - 1].isObject)
            --depth;
        if (depth == 0 || (m_open[depth - 1].key != "text" && m_open[depth - 1].key != "text/plain"))
            return false;
        return std::any_of(m_open.begin(), m_open.begin() + std::ptrdiff_t(depth),
                           [](const Open &open) { return open.key == "outputs"; });
    }
    /// The strings of a list are pieces of one text; what follows begins a line.
    void endOutput()
    {
        if (!m_open.empty() && m_open.back().isObject)
            m_lines.endLine();
    }

    std::string_view m_text;
    PrintedLines m_lines;
    std::vector<Open> m_open;
};

/// Words of the heads of tables, of which a string within a line holds one.
bool hasWordOfTables(std::string_view text)
{
    constexpr std::array<std::string_view, 6> words{"Self CPU", "# of Calls", "Number of Calls",
                                                    "Time (%)", "Time(%)",    "Section: "};
    return std::any_of(words.begin(), words.end(),
                       [text](std::string_view word) { return text.find(word) != text.npos; });
}

constexpr std::string_view escapedEnd = "\\n";

size_t escapedEnds(std::string_view line)
{
    size_t count = 0;
    for (size_t at = line.find(escapedEnd); at != line.npos && count < 3; at = line.find(escapedEnd, at + 2))
        ++count;
    return count;
}

/// A string in a line: {"msg": "-----\nName …\n"}, or what Python shows of one.
bool holdsTable(std::string_view line)
{
    return line.size() > 100 && escapedEnds(line) == 3 && hasWordOfTables(line);
}

/// Each string with a table becomes lines, with what stands before it in a line of its own.
void addStrings(std::string_view text, const TextLine &line, PrintedLines &lines)
{
    const size_t end = line.offset + line.text.size();
    text = text.substr(0, end); // what follows is searched for no quotes
    size_t at = line.offset;
    while (at < end) {
        const size_t open = std::min(text.find_first_of("\"'", at), end);
        const size_t close = open < end ? std::min(endOfString(text, open + 1, text[open]), end) : end;
        lines.addPlain(at, open);
        lines.endLine();
        if (open < end)
            lines.addString(open + 1, close);
        lines.endLine();
        at = close + 1;
    }
}

std::optional<PrintedText> withoutEscapes(std::string_view text)
{
    bool anyHolds = false;
    for (size_t at = text.find(escapedEnd); at != text.npos && !anyHolds;) {
        const size_t begin = text.rfind('\n', at) + 1, end = std::min(text.find('\n', at), text.size());
        anyHolds = holdsTable(text.substr(begin, end - begin));
        at = text.find(escapedEnd, end);
    }
    if (!anyHolds)
        return std::nullopt;
    const std::vector<TextLine> all = splitLines(text);
    PrintedLines lines(text);
    for (const TextLine &line : all) {
        if (holdsTable(line.text)) {
            addStrings(text, line, lines);
        } else if (line.text.empty()) {
            lines.addBlankLine(line.offset);
        } else {
            lines.addPlain(line.offset, line.offset + line.text.size());
            lines.endLine();
        }
    }
    return lines.take();
}

} // namespace

bool isNotebook(std::string_view text)
{
    return trimmed(text.substr(0, 256)).starts_with('{') && text.find("\"cell_type\"") != text.npos &&
           text.find("\"metadata\"") != text.npos;
}

std::optional<PrintedText> printedText(std::string_view document)
{
    if (isNotebook(document))
        return NotebookWalk(document).run();
    return withoutEscapes(document);
}

} // namespace ws
