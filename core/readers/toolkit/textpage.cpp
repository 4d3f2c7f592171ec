#include "core/readers/toolkit/textpage.h"

#include "core/base/namecut.h"
#include "core/readers/toolkit/pastedkernels.h"
#include "core/readers/toolkit/pastedtables.h"
#include "core/readers/toolkit/ruledtext.h"

#include <algorithm>
#include <set>

namespace ws {

namespace {

constexpr size_t longestPlace = 100; ///< characters; a longer line is prose, not a title
constexpr int linesLookedAt = 4;     ///< lines with text above a table that may name it

bool isFence(std::string_view line)
{
    return line.starts_with("```") || line.starts_with("~~~");
}

/// "[W collection.cpp:806] …" of PyTorch, with or without its time.
bool isLogOfTorch(std::string_view line)
{
    const size_t end = line.find(']');
    return line.size() > 2 && line[0] == '[' && std::string_view("WIEF").find(line[1]) != std::string_view::npos &&
           end != line.npos && line.substr(0, end).find(".cpp:") != line.npos;
}

/// Lines that a profiler prints between its tables: they name the report, not the place.
bool isProfilerLine(std::string_view line)
{
    return line.starts_with("STAGE:") || line.starts_with("WARNING:") || isLogOfTorch(line) ||
           line.find("stats report") != std::string_view::npos || line.starts_with("** ") ||
           line.starts_with("Processing [") || line.starts_with("SKIPPED:") || line.starts_with("NOTICE:") ||
           line.starts_with("Generating SQLite") || line.starts_with("==PROF==") ||
           line.find("time total:") != std::string_view::npos;
}

bool isHeading(std::string_view line)
{
    return line.starts_with("#") || line.ends_with(":") || line.ends_with("：");
}

std::string cleaned(std::string_view line)
{
    const size_t from = std::min(line.find_first_not_of("#*> \t-"), line.size());
    line = line.substr(from);
    while (!line.empty() && (line.ends_with(':') || line.ends_with('*') || line.ends_with(' ')))
        line.remove_suffix(1);
    if (line.ends_with("：") || line.ends_with("。"))
        line.remove_suffix(3);
    return std::string(line);
}

void makeTitlesUnique(std::vector<Table> &tables)
{
    std::multiset<std::string> titles;
    for (const Table &table : tables)
        titles.insert(table.title);
    for (Table &table : tables)
        if (titles.count(table.title) > 1 && !table.title.starts_with("line "))
            table.title += ", line " + std::to_string(table.line);
}

} // namespace

TextPage::TextPage(std::string_view document) : m_text(document)
{
    if (auto printed = printedText(document))
        setText(std::move(*printed));
    else
        m_lines = splitLines(m_text);
    for (const auto setAnew : {withTablesSetAnew, withKernelsSetAnew}) {
        std::vector<TextLine> places; // in the document
        if (m_printed)
            places = m_lines;
        for (size_t i = 0; i < std::min(places.size(), m_printed ? m_printed->origins.size() : 0); ++i)
            places[i].offset = m_printed->origins[i].offset;
        if (auto anew = setAnew(m_text, m_printed ? places : m_lines))
            setText(std::move(*anew));
    }
    m_taken.assign(m_lines.size(), 0);
}

void TextPage::setText(PrintedText text)
{
    if (m_printed)
        text.leftOut.insert(text.leftOut.begin(), m_printed->leftOut.begin(), m_printed->leftOut.end());
    m_printed = std::move(text);
    m_text = m_printed->text;
    m_lines = splitLines(m_text);
    for (size_t i = 0; i < std::min(m_lines.size(), m_printed->origins.size()); ++i)
        m_lines[i].number = m_printed->origins[i].number;
}

const std::vector<std::pair<PrintedText::Origin, std::string>> &TextPage::leftOut() const
{
    static const std::vector<std::pair<PrintedText::Origin, std::string>> none;
    return m_printed ? m_printed->leftOut : none;
}

int64_t TextPage::documentOffset(int64_t offset) const
{
    if (!m_printed || offset < 0)
        return offset;
    size_t line = lineAt(size_t(offset));
    if (line == m_lines.size() || m_lines[line].offset > size_t(offset))
        line = line > 0 ? line - 1 : 0;
    return line < m_printed->origins.size() ? int64_t(m_printed->origins[line].offset) : -1;
}

void TextPage::take(size_t from, size_t to)
{
    for (size_t i = from; i < std::min(to, size()); ++i)
        take(i);
}

size_t TextPage::lineAt(size_t offset) const
{
    const auto found = std::lower_bound(m_lines.begin(), m_lines.end(), offset,
                                        [](const TextLine &line, size_t value) { return line.offset < value; });
    return static_cast<size_t>(found - m_lines.begin());
}

std::string TextPage::place(size_t first, std::string_view prefix)
{
    std::string nearest = prefixName(prefix);
    int looked = 0;
    for (size_t i = first; i-- > 0 && looked < linesLookedAt && prefixName(prefix).empty();) {
        if (isTaken(i)) {
            if (nearest.empty())
                nearest = m_lastPlace;
            break;
        }
        const std::string_view line = trimmed(m_lines[i].text);
        if (line.empty() || isFence(line) || isProfilerLine(line))
            continue;
        ++looked;
        if (characterCount(line) > longestPlace)
            continue;
        // a sentence that holds the words of the heading above it says more
        if (nearest.empty() || (isHeading(line) && nearest.find(cleaned(line)) == std::string::npos))
            nearest = cleaned(line);
        if (isHeading(line) && !nearest.empty())
            break;
    }
    m_lastPlace = nearest;
    return nearest;
}

std::string TextPage::title(const std::string &report, const std::string &place, int64_t line)
{
    if (!report.empty())
        return place.empty() ? report : report + " (" + place + ")";
    return place.empty() ? "line " + std::to_string(line) : place;
}

FoundTables findTables(TextPage &page, const std::vector<TableFinder> &finders)
{
    FoundTables found;
    for (size_t i = 0; i < page.size(); ++i)
        for (const TableFinder finder : finders)
            if (!page.isTaken(i))
                finder(page, i, found);
    makeTitlesUnique(found.tables);
    return found;
}

} // namespace ws
