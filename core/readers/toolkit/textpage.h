#pragma once
// A text document with tables among prose, log lines and Markdown. Finders look at each line in turn and take the lines
// of a table that starts there; one document may hold several kinds of tables, and the lines of two processes may be
// mixed, so taken lines are marked one by one.

#include "core/base/diagnostics.h"
#include "core/model/table.h"
#include "core/readers/toolkit/printedtext.h"
#include "core/readers/toolkit/textlines.h"

#include <utility>

namespace ws {

/// The result of the finders.
struct FoundTables
{
    std::vector<Table> tables;                              ///< in the order of the document
    std::vector<std::pair<std::string, std::string>> facts; ///< further findings for the File tab
    Diagnostics diagnostics;
    bool complete = true; ///< false: the last table has no end
};

class TextPage
{
public:
    /// The text that the document holds as a profiler prints it, which is nearly always the document itself; it must
    /// outlive the page.
    explicit TextPage(std::string_view document);
    TextPage(const TextPage &) = delete;

    std::string_view text() const { return m_text; }
    /// False: lines were taken out of strings, and offsets are those of text(), numbers those of the document.
    bool isDocument() const { return !m_printed; }
    /// Lines of tables in the document that are not in text().
    const std::vector<std::pair<PrintedText::Origin, std::string>> &leftOut() const;
    /// The byte of the document for one of text().
    int64_t documentOffset(int64_t offset) const;
    size_t size() const { return m_lines.size(); }
    const TextLine &line(size_t i) const { return m_lines[i]; }
    std::string_view operator[](size_t i) const { return m_lines[i].text; }
    bool isTaken(size_t i) const { return m_taken[i] != 0; }
    void take(size_t i) { m_taken[i] = 1; }
    void take(size_t from, size_t to);
    /// First line that starts at or after a byte of the text.
    size_t lineAt(size_t offset) const;

    /// The place of a table that starts at line `first`: the log prefix, the nearest heading or line of text above it,
    /// or the place of the table before it when nothing is between them; empty when unknown.
    std::string place(size_t first, std::string_view prefix);
    /// Title for a table there: "report (place)", the part that is known, else "line N".
    static std::string title(const std::string &report, const std::string &place, int64_t line);

private:
    void setText(PrintedText text);

    std::optional<PrintedText> m_printed;
    std::string_view m_text;
    std::vector<TextLine> m_lines;
    std::vector<uint8_t> m_taken;
    std::string m_lastPlace;
};

/// Takes what starts at line `at` of the page; true when it took something.
using TableFinder = bool (*)(TextPage &page, size_t at, FoundTables &found);

/// Runs the finders over all lines. Titles are made unique.
FoundTables findTables(TextPage &page, const std::vector<TableFinder> &finders);

} // namespace ws
