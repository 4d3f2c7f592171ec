#include "core/readers/toolkit/pastedtables.h"

#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

constexpr size_t maxWidth = 400;    ///< of a column that is set anew; wider names push the rest to the right
constexpr size_t linesLookedAt = 6; ///< above and below a head, of several writers
constexpr std::string_view noBreakSpace = "\xC2\xA0";

/// What the cells of a column are made of.
enum class CellForm : uint8_t { Number, Size, Text };

using Cells = std::vector<std::string>;

bool isIn(std::string_view text, std::string_view word)
{
    return text.find(word) != text.npos;
}

bool isTorchLine(std::string_view line)
{
    return isIn(line, "Name") && (isIn(line, "Self ") || isIn(line, "# of Calls") || isIn(line, "Number of Calls"));
}

bool isNsysLine(std::string_view line)
{
    return isIn(line, "Total Time (ns)") && (isIn(line, "Time (%)") || isIn(line, "Time(%)"));
}

bool isHead(std::string_view line)
{
    return isTorchLine(line) || isNsysLine(line);
}

std::vector<std::string_view> wordsIn(std::string_view line)
{
    std::vector<std::string_view> words;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

/// Names of the columns of a head whose gaps are lost: how many words the name takes that begins at `at`; 0: none does.
size_t wordsOfTorchName(const std::vector<std::string_view> &words, size_t at)
{
    const auto word = [&](size_t k) { return at + k < words.size() ? words[at + k] : std::string_view(); };
    if (word(0) == "Name")
        return 1;
    if ((word(0) == "#" || word(0) == "Number") && word(1) == "of" && word(2) == "Calls")
        return 3;
    if (word(0) == "Self") {
        const size_t total = word(2) == "total" ? 3 : 2;
        return word(2) == "Mem" ? 3 : word(total) == "%" ? total + 1 : total;
    }
    if (word(1) == "total")
        return word(2) == "%" ? 3 : 2;
    if (word(1) == "time" && word(2) == "avg")
        return 3;
    if (word(1) == "Mem" || (word(0) == "Input" && word(1) == "Shapes") ||
        (word(0) == "Source" && word(1) == "Location"))
        return 2;
    return word(0) == "Total" && word(1).ends_with("FLOPs") ? 2 : 0;
}

size_t wordsOfNsysName(const std::vector<std::string_view> &words, size_t at)
{
    const auto word = [&](size_t k) { return at + k < words.size() ? words[at + k] : std::string_view(); };
    constexpr std::array<std::string_view, 14> single{"Time(%)", "Instances", "Count",    "Operations", "Average",
                                                      "Minimum", "Maximum",   "StdDev",   "Name",       "Operation",
                                                      "Range",   "Style",     "Category", "Calls"};
    if (word(0) == "Num" && word(1) == "Calls")
        return 2;
    if (word(0) == "Total" && word(1) == "Time" && word(2).starts_with('('))
        return 3;
    if (word(1).starts_with('(') && word(1).ends_with(')'))
        return 2;
    return std::ranges::find(single, word(0)) != single.end() ? 1 : 0;
}

CellForm formOf(std::string_view name)
{
    if (name == "Name" || name == "Operation" || name == "Range" || name == "Style" || name == "Category" ||
        name == "Input Shapes" || name == "Source Location" || name == "Overload Name")
        return CellForm::Text;
    return name.ends_with(" Mem") ? CellForm::Size : CellForm::Number;
}

/// "12.3%", "1.82s", "8,100", "--": one word that a tool prints into a column of numbers.
bool isNumberWord(std::string_view word)
{
    return parseNumber(word) || parsePercent(word) || parseMicroseconds(word) || isNoValue(word);
}

bool isSizeUnit(std::string_view word)
{
    constexpr std::array<std::string_view, 8> units{"b", "B", "Kb", "KB", "Mb", "MB", "Gb", "GB"};
    return std::ranges::find(units, word) != units.end();
}

class PastedTable
{
public:
    PastedTable(const std::vector<TextLine> &lines, size_t head)
        : m_lines(lines), m_head(head), m_from(head), m_to(head)
    {
    }

    /// False: the table stands there as its tool prints it, or its cells cannot be told apart.
    bool read()
    {
        const std::string_view head = line(m_head);
        m_isTorch = isTorchLine(head);
        return (isIn(head, "|") && readBars()) || (isIn(head, "\t") && readTabs()) || readWords();
    }
    size_t from() const { return m_from; }
    size_t to() const { return m_to; }

    /// Lines among the rows that fit no columns.
    const std::vector<size_t> &leftOut() const { return m_leftOut; }

    struct Line
    {
        std::string text;
        size_t of = 0; ///< the line it came from
    };
    /// As the tool prints it.
    std::vector<Line> printed() const
    {
        std::vector<size_t> widths;
        for (size_t k = 0; k < m_names.size(); ++k) {
            size_t width = std::max<size_t>(4, m_names[k].size());
            for (const auto &[cells, of] : m_rows)
                width = std::max(width, std::min(maxWidth, cells[k].size()));
            widths.push_back(width);
        }
        std::string rule;
        for (const size_t width : widths)
            rule += std::string(width, '-') + "  ";
        std::vector<Line> all;
        if (m_isTorch)
            all.push_back({rule, m_head});
        all.push_back({rowText(m_names, widths), m_head});
        all.push_back({rule, m_head});
        for (const auto &[cells, of] : m_rows)
            all.push_back({rowText(cells, widths), of});
        if (m_isTorch && !m_rows.empty())
            all.push_back({rule, m_rows.back().second});
        else
            all.push_back({{}, m_to - 1});
        all.insert(all.end(), m_behind.begin(), m_behind.end());
        return all;
    }

private:
    std::string_view line(size_t i) const { return m_lines[i].text; }
    bool isOfTool(const Cells &names) const
    {
        const auto has = [&](auto test) { return std::ranges::any_of(names, test); };
        if (names.size() < 3)
            return false;
        if (m_isTorch)
            return names.front() == "Name" &&
                   has([](std::string_view n) { return n.starts_with("Self ") || n.ends_with(" of Calls"); });
        return has([](std::string_view n) { return n == "Total Time (ns)"; }) &&
               has([](std::string_view n) { return formOf(n) == CellForm::Text; });
    }
    bool isFull(const Cells &cells) const
    {
        if (cells.size() != m_names.size())
            return false;
        for (size_t k = 0; k < cells.size(); ++k)
            if (formOf(m_names[k]) == CellForm::Number && !isNumberWord(withoutMarks(cells[k])))
                return false;
        return true;
    }
    static std::string_view withoutMarks(std::string_view cell)
    {
        while (cell.size() > 1 && (cell.front() == '*' || cell.front() == '`') && cell.back() == cell.front())
            cell = trimmed(cell.substr(1, cell.size() - 2));
        return cell;
    }
    static bool isRuleLike(std::string_view text)
    {
        text = trimmed(text);
        return std::ranges::count(text, '-') >= 3 && text.find_first_not_of("-|:+ \t") == text.npos;
    }
    std::string rowText(const Cells &cells, const std::vector<size_t> &widths) const
    {
        std::string text;
        for (size_t k = 0; k < cells.size(); ++k) {
            const std::string padding(widths[k] - std::min(widths[k], cells[k].size()), ' ');
            const bool isLast = k + 1 == cells.size();
            text +=
                (formOf(m_names[k]) == CellForm::Text ? cells[k] + (isLast ? "" : padding) : padding + cells[k]) + "  ";
        }
        return text;
    }

    static Cells split(std::string_view text, char at)
    {
        Cells cells;
        text = trimmed(text);
        if (text.starts_with(at))
            text.remove_prefix(1);
        std::string cell;
        for (size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\\' && i + 1 < text.size() &&
                (text[i + 1] == at || text[i + 1] == '*' || text[i + 1] == '_'))
                cell += text[++i];
            else if (text[i] != at)
                cell += text[i];
            else
                cells.emplace_back(trimmed(std::exchange(cell, {})));
        }
        if (at != '|' || !trimmed(cell).empty())
            cells.emplace_back(trimmed(cell));
        for (std::string &one : cells)
            one = withoutMarks(one);
        return cells;
    }

    /// A table of Markdown, which a mail may quote. Boxes with corners have readers of their own.
    bool readBars()
    {
        if (m_head > 0 && trimmed(line(m_head - 1)).starts_with("+-"))
            return false;
        const std::string_view head = line(m_head);
        const size_t begin = std::min(head.find_first_not_of(" \t>"), head.size());
        m_prefix = head.substr(0, begin);
        m_names = split(head.substr(begin), '|');
        if (!isOfTool(m_names))
            return false;
        size_t i = m_head + 1;
        for (; i < m_lines.size(); ++i) {
            const std::string_view text = withoutPrefix(line(i), m_prefix);
            if (isRuleLike(text))
                continue;
            if (!isIn(text, "|"))
                break;
            Cells cells = split(text, '|');
            if (addTotals(cells, i))
                continue;
            cells.resize(std::max(cells.size(), m_names.size()));
            if (!isFull(cells))
                break;
            m_rows.emplace_back(std::move(cells), i);
        }
        return end(i);
    }

    /// "Self CPU time total: <br>Self CUDA time total: | 922.000us<br>962.000us", below the rows.
    bool addTotals(const Cells &cells, size_t i)
    {
        constexpr std::string_view mark = "time total:", lineBreak = "<br>";
        if (cells.empty() || !isIn(cells.front(), mark))
            return false;
        std::string_view names = cells.front(), values = cells.size() > 1 ? std::string_view(cells[1]) : "";
        while (!names.empty()) {
            const size_t name = names.find(lineBreak), value = values.find(lineBreak);
            m_behind.push_back(
                {std::string(trimmed(names.substr(0, name))) + ' ' + std::string(trimmed(values.substr(0, value))), i});
            names = name == names.npos ? std::string_view() : names.substr(name + lineBreak.size());
            values = value == values.npos ? std::string_view() : values.substr(value + lineBreak.size());
        }
        return true;
    }

    bool readTabs()
    {
        m_names = split(line(m_head), '\t');
        std::erase_if(m_names, [](const std::string &name) { return name.empty(); });
        if (!m_isTorch || !isOfTool(m_names)) // those of nsys are read as CSV
            return false;
        size_t i = m_head + 1;
        for (; i < m_lines.size(); ++i) {
            if (isRuleLike(line(i)))
                continue;
            Cells cells = split(line(i), '\t');
            while (cells.size() > m_names.size() && cells.back().empty())
                cells.pop_back();
            if (!isFull(cells))
                break;
            m_rows.emplace_back(std::move(cells), i);
        }
        return end(i);
    }

    /// Cells that blanks divide, of whatever number.
    bool readWords()
    {
        const std::string_view head = line(m_head);
        const size_t begin = m_isTorch ? head.find("Name") : std::min(head.find("Time (%)"), head.find("Time(%)"));
        m_prefix = trimmedRight(head.substr(0, begin));
        if (isIn(head, ",") || begin == head.npos || !takeNames(wordsIn(head.substr(begin))) || !isOfTool(m_names) ||
            isPrintedForm())
            return false;
        size_t i = m_head + 1;
        for (size_t blanks = 0; i + blanks < m_lines.size();) {
            const std::string_view text = withoutPrefix(line(i + blanks), m_prefix);
            if (trimmed(text).empty() && blanks < 2) { // a blank line between all lines
                ++blanks;
                continue;
            }
            auto cells = isRuleLike(text) ? std::nullopt : cellsOf(text);
            const bool isEnd = isRuleLike(text) ? m_isTorch && !m_rows.empty() : !cells && !goesOn(i + blanks);
            if (isEnd)
                break;
            i += blanks + 1;
            blanks = 0;
            if (cells)
                m_rows.emplace_back(std::move(*cells), i - 1);
            else if (!isRuleLike(text))
                m_leftOut.push_back(i - 1);
        }
        if (m_isTorch && i < m_lines.size() && isRuleLike(withoutPrefix(line(i), m_prefix)))
            ++i;
        return end(i);
    }

    /// A line that fits no columns, with a row or the end of the table just below.
    bool goesOn(size_t i) const
    {
        if (m_rows.empty() || isIn(line(i), "time total:") || i + 1 >= m_lines.size())
            return false;
        const std::string_view next = withoutPrefix(line(i + 1), m_prefix);
        return cellsOf(next) || (m_isTorch && isRuleLike(next));
    }

    bool takeNames(const std::vector<std::string_view> &words)
    {
        for (size_t at = 0; at < words.size();) {
            const size_t count = m_isTorch ? wordsOfTorchName(words, at) : wordsOfNsysName(words, at);
            if (count == 0 || count > words.size() - at) // the head ends within a name
                return false;
            std::string &name = m_names.emplace_back();
            for (size_t k = 0; k < count; ++k)
                name += (k > 0 ? " " : "") + std::string(words[at + k]);
            at += count;
        }
        return true;
    }

    /// The cells by their number and form: a name stands before the numbers of torch and behind those of nsys.
    std::optional<Cells> cellsOf(std::string_view row) const
    {
        const auto pieces = splitAtGaps(row);
        Cells cells(pieces.begin(), pieces.end());
        if (isFull(cells))
            return cells;
        return m_isTorch ? cellsFromTheEnd(row) : cellsFromTheStart(row);
    }
    std::optional<Cells> cellsFromTheEnd(std::string_view row) const
    {
        Cells cells(m_names.size());
        row = trimmed(row);
        const auto takeLast = [&row] {
            const std::string_view word = row.substr(row.find_last_of(" \t") + 1);
            row = trimmedRight(row.substr(0, row.size() - word.size()));
            return word;
        };
        for (size_t k = m_names.size(); k-- > 1;) {
            const CellForm form = formOf(m_names[k]);
            const std::string_view last = takeLast();
            std::string word(last);
            if (k == 1 && !isNumberWord(last)) { // "std::enable_if<!(false)0.00%"
                size_t digits = last.find_last_not_of("0123456789.%") + 1;
                digits = std::min(last.find_first_not_of('.', digits), last.size());
                row = std::string_view(row.data(), size_t(last.data() - row.data()) + digits);
                word.erase(0, digits);
            }
            if (form == CellForm::Size && isSizeUnit(word))
                word = std::string(takeLast()) + ' ' + word;
            const bool isValue = form == CellForm::Size ? parseBytes(word) || isNoValue(word) : isNumberWord(word);
            if (form == CellForm::Text || word.empty() || !isValue)
                return std::nullopt;
            cells[k] = std::move(word);
        }
        cells.front() = std::string(row);
        return row.empty() ? std::nullopt : std::optional(std::move(cells));
    }
    std::optional<Cells> cellsFromTheStart(std::string_view row) const
    {
        Cells cells(m_names.size());
        row = trimmed(row);
        for (size_t k = 0; k < cells.size(); ++k) {
            const bool isText = formOf(m_names[k]) == CellForm::Text, isLast = k + 1 == cells.size();
            const size_t end = isLast ? row.size() : std::min(row.find_first_of(" \t"), row.size());
            cells[k] = std::string(row.substr(0, end));
            row = trimmed(row.substr(end));
            if (cells[k].empty() || (!isText && !isNumberWord(cells[k])))
                return std::nullopt;
        }
        return cells;
    }

    bool hasRuleAbove(size_t columns) const
    {
        for (size_t i = m_head; i-- > 0 && i + linesLookedAt > m_head;)
            if (const auto rule = parseRule(line(i)); rule && rule->columns.size() == columns)
                return true;
        return false;
    }

    /// Whether the reader of the printed form takes the table as it is: the head fits its rule, and so do the rows.
    bool isPrintedForm() const
    {
        constexpr size_t rowsLookedAt = 20;
        std::optional<Rule> rule;
        size_t at = m_head + 1;
        for (; at < std::min(m_lines.size(), m_head + linesLookedAt) && !rule; ++at)
            rule = parseRule(line(at), 3);
        if (!rule || rule->columns.size() < 2)
            return false;
        if (m_isTorch && !hasRuleAbove(rule->columns.size()))
            return false;
        const auto head = cutRow(withoutPrefix(line(m_head), rule->prefix), rule->columns);
        if (!head || !std::ranges::equal(*head, m_names))
            return m_isTorch && splitAtGaps(withoutPrefix(line(m_head), m_prefix)).size() == rule->columns.size();
        if (m_isTorch)
            return true;
        if (at != m_head + 2) // blank lines in between
            return false;
        for (size_t i = at; i < std::min(m_lines.size(), at + rowsLookedAt); ++i) {
            const std::string_view row = withoutPrefix(line(i), rule->prefix);
            const auto cut = cutRow(row, rule->columns);
            const auto counted = cellsFromTheStart(row);
            if (trimmed(row).empty() || (!cut && !counted))
                break;
            if (counted && (!cut || !std::ranges::equal(*cut, *counted)))
                return false;
        }
        return true;
    }

    /// The rows end at a line; the rule above the head is one of them.
    bool end(size_t to)
    {
        m_to = to;
        size_t above = m_head;
        while (above > 0 && above + 2 > m_head && trimmed(withoutPrefix(line(above - 1), m_prefix)).empty())
            --above;
        if (m_isTorch && above > 0 && isRuleLike(withoutPrefix(line(above - 1), m_prefix)))
            m_from = above - 1;
        return !m_rows.empty();
    }

    const std::vector<TextLine> &m_lines;
    size_t m_head, m_from, m_to;
    bool m_isTorch = false;
    std::string_view m_prefix;
    Cells m_names;
    std::vector<std::pair<Cells, size_t>> m_rows; ///< with the line of each
    std::vector<Line> m_behind;
    std::vector<size_t> m_leftOut;
};

/// The text with its no-break spaces as blanks.
std::string withBlanks(std::string_view text)
{
    std::string plain;
    for (size_t at = 0; at < text.size();) {
        const size_t next = std::min(text.find(noBreakSpace, at), text.size());
        plain += text.substr(at, next - at);
        if (next < text.size())
            plain += ' ';
        at = next + noBreakSpace.size();
    }
    return plain;
}

/// Cheap: none of the words is in most texts.
bool hasHead(std::string_view text)
{
    return isIn(text, "Self CPU") || isIn(text, "# of Calls") || isIn(text, "Number of Calls") ||
           isIn(text, "Total Time (ns)");
}

void setAnew(const std::vector<TextLine> &lines, PrintedText &printed, bool &isChanged)
{
    const auto add = [&](std::string_view text, size_t of) {
        printed.text.append(text).append("\n");
        printed.origins.push_back({lines[of].number, lines[of].offset});
    };
    size_t copied = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
        if (!isHead(lines[i].text))
            continue;
        PastedTable table(lines, i);
        if (!table.read() || table.from() < copied)
            continue;
        for (; copied < table.from(); ++copied)
            add(lines[copied].text, copied);
        for (const PastedTable::Line &line : table.printed())
            add(line.text, line.of);
        for (const size_t line : table.leftOut())
            printed.leftOut.emplace_back(PrintedText::Origin{lines[line].number, lines[line].offset},
                                         std::string(lines[line].text));
        copied = table.to();
        i = copied - 1;
        isChanged = true;
    }
    if (isChanged)
        for (; copied < lines.size(); ++copied)
            add(lines[copied].text, copied);
}

} // namespace

std::optional<PrintedText> withTablesSetAnew(std::string_view text, const std::vector<TextLine> &lines)
{
    const bool mayHaveSpaces = isIn(text, noBreakSpace);
    if (!mayHaveSpaces && !hasHead(text))
        return std::nullopt;
    PrintedText printed;
    bool isChanged = false;
    const std::string plain = mayHaveSpaces ? withBlanks(text) : std::string();
    const bool isOfKernels = isIn(plain, "Section: ") && isIn(plain, ", Stream ");
    const bool isOfNvprof = isIn(plain, "Time(%)") && isIn(plain, "Calls");
    const bool isOfTool = mayHaveSpaces && (hasHead(plain) || isOfKernels || isOfNvprof);
    std::vector<TextLine> plainLines = isOfTool ? splitLines(plain) : std::vector<TextLine>();
    for (size_t i = 0; i < std::min(lines.size(), plainLines.size()); ++i) {
        plainLines[i].number = lines[i].number;
        plainLines[i].offset = lines[i].offset;
        const std::string_view line = plainLines[i].text;
        isChanged |=
            (isHead(line) || isIn(line, "Metric Name") || isIn(line, "Time(%)")) && isIn(lines[i].text, noBreakSpace);
    }
    setAnew(isChanged ? plainLines : lines, printed, isChanged);
    if (!isChanged)
        return std::nullopt;
    if (!text.ends_with('\n') && printed.text.ends_with('\n'))
        printed.text.pop_back(); // whether the file ends within a row
    return printed;
}

} // namespace ws
