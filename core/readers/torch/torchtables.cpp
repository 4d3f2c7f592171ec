#include "core/readers/torch/torchtables.h"

#include "core/base/texts.h"
#include "core/model/torchbalance.h"
#include "core/model/torchtable.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>

namespace ws {

namespace {

constexpr size_t linesBetween = 300; ///< lines of other writers allowed between two of a table
constexpr size_t linesToTotals = 8;  ///< lines after the last rule that may hold the totals

bool isTorchHeader(const std::vector<std::string_view> &names)
{
    if (names.size() < 2 || names.front() != "Name")
        return false;
    return std::any_of(names.begin() + 1, names.end(), [](std::string_view name) {
        return name == "# of Calls" || name == "Number of Calls" || name == "Input Shapes" ||
               name.ends_with(" total") || name.ends_with(" time avg") || name.ends_with(" Mem") ||
               name.starts_with("Self ");
    });
}

Unit unitOfColumn(std::string_view name)
{
    if (name == "Name" || name == "Overload Name" || name == "Input Shapes" || name == "Source Location")
        return Unit::Text;
    if (name.ends_with(" %"))
        return Unit::Percent;
    if (name.ends_with(" Mem"))
        return Unit::Bytes;
    if (name == "# of Calls" || name == "Number of Calls")
        return Unit::Count;
    if (name == "Node ID" || name.ends_with("FLOPs") || name.ends_with("FLOPS"))
        return Unit::Number;
    if (name.ends_with(" total") || name.ends_with(" avg") || name.starts_with("Self "))
        return Unit::Microseconds;
    return Unit::Text;
}

/// "**22.173ms**", "** # of Calls **": what the author of a document has made bold.
std::string_view withoutBold(std::string_view text)
{
    constexpr std::string_view mark = "**";
    if (text.size() <= 2 * mark.size() || !text.starts_with(mark) || !text.ends_with(mark))
        return text;
    return trimmed(text.substr(mark.size(), text.size() - 2 * mark.size()));
}

/// "void **gemv2T_kernel_val**<int" likewise; a pointer's asterisks stand behind a type, without a blank.
std::string nameWithoutBold(std::string_view text)
{
    std::string name(text);
    for (size_t open = name.find("**"); open != name.npos; open = name.find("**", open)) {
        const size_t close = name.find("**", open + 2);
        const bool isBold = close != name.npos && close > open + 2 && (open == 0 || name[open - 1] == ' ') &&
                            name[open + 2] != ' ' && name[open + 2] != '*';
        if (!isBold) {
            open += 2;
            continue;
        }
        name.erase(close, 2);
        name.erase(open, 2);
    }
    return name;
}

Cell torchCell(std::string_view text, Unit unit)
{
    if (unit == Unit::Text && text.find("**") != text.npos)
        return Cell(nameWithoutBold(text));
    text = withoutBold(text);
    if (isNoValue(text))
        return {};
    std::optional<double> value;
    switch (unit) {
    case Unit::Percent:
        value = parsePercent(text);
        break;
    case Unit::Microseconds:
        value = parseMicroseconds(text);
        break;
    case Unit::Bytes:
        value = parseBytes(text);
        break;
    case Unit::Text:
        break;
    default:
        value = parseNumber(text);
    }
    return value ? Cell(*value) : Cell(std::string(text));
}

/// Cells of a row that fits no columns: the text right of the name, from its end.
std::optional<std::vector<std::string_view>> cutFromTheRight(std::string_view row, size_t count)
{
    std::vector<std::string_view> pieces = splitAtGaps(row);
    if (pieces.size() <= count)
        return std::nullopt;
    const size_t extra = pieces.size() - count; // double blanks inside the name
    const char *start = pieces.front().data();
    const std::string_view last = pieces[extra];
    pieces.erase(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(extra));
    pieces.front() = std::string_view(start, static_cast<size_t>(last.data() + last.size() - start));
    return pieces;
}

/// The last words of a row whose columns are all numbers behind the name: "1.82s 1.82s 320".
std::optional<std::vector<std::string_view>> cutAtBlanks(std::string_view row, size_t count)
{
    std::vector<std::string_view> cells(count);
    row = trimmed(row);
    for (size_t k = count - 1; k > 0; --k) {
        const size_t blank = row.find_last_of(" \t");
        if (blank == row.npos)
            return std::nullopt;
        cells[k] = row.substr(blank + 1);
        row = trimmedRight(row.substr(0, blank));
    }
    cells.front() = row;
    return cells;
}

struct Total
{
    std::string_view device; ///< "CPU", "CUDA" …
    std::string_view raw;
    bool isSelf = false; ///< it says so
};

/// "Self CUDA time total: 5.283ms", in old tables without "Self": there the device's adds nested work more than once,
/// unless the table has a column of its self time.
std::optional<Total> parseTotal(std::string_view line)
{
    constexpr std::string_view mark = " time total:";
    const size_t at = line.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view words = trimmed(line.substr(0, at));
    const std::string_view device = words.substr(words.find_last_of(' ') + 1);
    const std::string_view raw = trimmed(line.substr(at + mark.size()));
    if (device.empty() || raw.empty() || raw.size() > 40)
        return std::nullopt;
    const std::string_view before = trimmedRight(words.substr(0, words.size() - device.size()));
    return Total{device, raw, before.ends_with("Self")};
}

class TorchTableParser
{
public:
    TorchTableParser(TextPage &page, size_t at, FoundTables &found) : m_page(page), m_at(at), m_found(found) {}

    bool run()
    {
        if (!readHeader())
            return false;
        m_table.kind = "torch";
        m_table.title = TextPage::title({}, m_page.place(m_first, m_rule.prefix), m_table.line);
        m_page.take(m_first);
        readRows();
        takeFullNames();
        readTotals();
        analyseTorchTable(m_table);
        m_found.tables.push_back(std::move(m_table));
        return true;
    }

private:
    /// The next line of this table's writer from the given line on; page.size() when none is near.
    size_t nextLine(size_t i) const
    {
        const size_t end = std::min(m_page.size(), i + linesBetween);
        while (i < end && (m_page.isTaken(i) || !hasPrefix(m_page[i], m_rule.prefix)))
            ++i;
        return i < end ? i : m_page.size();
    }
    std::string_view rowText(size_t i) const { return withoutPrefix(m_page[i], m_rule.prefix); }

    bool readHeader()
    {
        auto rule = parseRule(m_page[m_at]);
        if (!rule || rule->columns.size() < 2)
            return false;
        m_rule = std::move(*rule);
        m_first = m_at;
        if (!headerFollows() && !prefixName(m_rule.prefix).empty()) {
            m_rule.prefix = {}; // only the first line of the message has the logger's prefix
            return headerFollows();
        }
        return !m_table.columns.empty();
    }

    bool headerFollows()
    {
        const size_t header = nextLine(m_first + 1);
        const size_t second = header < m_page.size() ? nextLine(header + 1) : header;
        if (second >= m_page.size() || !parseRule(rowText(second)))
            return false;
        auto names = splitAtGaps(rowText(header));
        if (names.size() != m_rule.columns.size()) {
            auto cut = cutRow(rowText(header), m_rule.columns);
            if (!cut)
                return false;
            names = std::move(*cut);
        }
        std::ranges::transform(names, names.begin(), withoutBold);
        if (!isTorchHeader(names))
            return false;
        for (const std::string_view name : names)
            m_table.columns.push_back({std::string(name), unitOfColumn(name)});
        m_table.line = m_page.line(header).number;
        m_page.take(header);
        m_page.take(second);
        m_next = second + 1;
        return true;
    }

    void readRows()
    {
        for (size_t i = nextLine(m_next); i < m_page.size(); i = nextLine(i + 1)) {
            const std::string_view row = rowText(i);
            if (parseRule(row) && trimmed(row).find_first_not_of("- ") == std::string_view::npos) {
                m_page.take(i);
                m_next = i + 1;
                return;
            }
            if (endsWithoutRule(row)) {
                m_next = i;
                warnNoEnd(i);
                return;
            }
            addRow(row, i);
            m_page.take(i);
            m_next = i + 1;
        }
        m_found.complete = false;
        warnNoEnd(m_page.size() - 1);
    }

    /// Without a closing rule a table ends at the totals, or at prose: a line that fills only the first column.
    bool endsWithoutRule(std::string_view row) const
    {
        if (parseTotal(row))
            return true;
        if (trimmed(row).empty() || m_table.columnIndex("Source Location") >= 0)
            return false;
        const auto cells = cutRow(row, m_rule.columns);
        if (!cells)
            return !cutFromTheRight(row, m_table.columns.size()) && splitAtGaps(row).size() < 2;
        return std::all_of(cells->begin() + 1, cells->end(), [](std::string_view cell) { return cell.empty(); });
    }

    void warnNoEnd(size_t i)
    {
        m_found.diagnostics.add("truncated",
                                Core::tr("A torch table ends without its closing rule; rows may be missing."),
                                static_cast<int64_t>(m_page.line(i).offset), m_page[i]);
    }

    void addRow(std::string_view row, size_t i)
    {
        if (trimmed(row).empty())
            return;
        auto cells = cutRow(row, m_rule.columns);
        if (!cells)
            cells = cutFromTheRight(row, m_table.columns.size());
        if (!cells || !areFull(*cells)) // not under the dashes, as where somebody has set the table anew
            for (auto other : {std::optional(splitAtGaps(row)), cutFromTheRight(row, m_table.columns.size()),
                               cutAtBlanks(row, m_table.columns.size())})
                if (other && areFull(*other)) {
                    cells = std::move(other);
                    break;
                }
        if (!cells) {
            m_found.diagnostics.add("odd-row", Core::tr("Lines of a table that do not fit its columns were left out."),
                                    static_cast<int64_t>(m_page.line(i).offset), m_page[i]);
            return;
        }
        if (continuesLast(*cells))
            return;
        if (m_table.rows.empty())
            orderLastColumns(*cells);
        std::vector<Cell> typed;
        typed.reserve(cells->size());
        for (size_t k = 0; k < cells->size(); ++k)
            typed.push_back(torchCell((*cells)[k], m_table.columns[k].unit));
        m_table.rows.push_back(std::move(typed));
    }

    /// Every number that torch prints is there and can be read.
    bool areFull(const std::vector<std::string_view> &cells) const
    {
        if (cells.size() != m_table.columns.size())
            return false;
        for (size_t k = 0; k < cells.size(); ++k) {
            const Unit unit = m_table.columns[k].unit;
            const bool isNumber = unit == Unit::Text || std::holds_alternative<double>(torchCell(cells[k], unit)) ||
                                  (!cells[k].empty() && isNoValue(cells[k]));
            if (!isNumber)
                return false;
        }
        return true;
    }

    /// With stacks and FLOPs torch writes the headers "Source Location" and "Total MFLOPs", but the cells of its rows
    /// in the other order: the first row tells which of the two it is.
    void orderLastColumns(const std::vector<std::string_view> &cells)
    {
        const size_t count = m_table.columns.size();
        if (count < 3 || m_table.columns[count - 2].name != "Source Location" ||
            !m_table.columns[count - 1].name.ends_with("FLOPs"))
            return;
        const auto isFlops = [](std::string_view cell) { return cell == "--" || parseNumber(cell).has_value(); };
        if (isFlops(cells[count - 2]) && !isFlops(cells[count - 1]))
            std::swap(m_table.columns[count - 2], m_table.columns[count - 1]);
    }

    /// A line that fills only the last column is the next frame of the row's stack.
    bool continuesLast(const std::vector<std::string_view> &cells)
    {
        const bool onlyLast = std::all_of(cells.begin(), cells.end() - 1, [](std::string_view c) { return c.empty(); });
        if (!onlyLast || m_table.rows.empty() || m_table.columns.back().unit != Unit::Text)
            return false;
        Cell &last = m_table.rows.back().back();
        if (auto *text = std::get_if<std::string>(&last))
            text->append("\n").append(cells.back());
        else
            last = std::string(cells.back());
        return true;
    }

    /// Newer versions print the whole of a cut name in a column of its own.
    void takeFullNames()
    {
        const int full = m_table.columnIndex("Full Name"), name = m_table.columnIndex("Name");
        if (full < 0 || name < 0)
            return;
        for (std::vector<Cell> &row : m_table.rows) {
            const auto *whole = std::get_if<std::string>(&row[size_t(full)]);
            const auto *cut = std::get_if<std::string>(&row[size_t(name)]);
            if (whole && !whole->empty() && (!cut || isCutName(*cut)))
                row[size_t(name)] = *whole;
        }
    }

    /// Lines in between without any writer's prefix: prose, not the output of another process.
    size_t proseBetween(size_t from, size_t to) const
    {
        size_t count = 0;
        for (size_t i = from; i < to; ++i)
            count += !m_page.isTaken(i) && !trimmed(m_page[i]).empty() &&
                     m_page[i].find("pid=") == std::string_view::npos && !isOfOtherWriter(m_page[i], m_rule.prefix);
        return count;
    }

    void readTotals()
    {
        size_t looked = 0;
        for (size_t i = nextLine(m_next); i < m_page.size() && looked < linesToTotals; i = nextLine(i + 1), ++looked) {
            if (proseBetween(m_next, i) > 3)
                return;
            const auto total = parseTotal(rowText(i));
            if (!total) {
                if (!trimmed(rowText(i)).empty())
                    return;
                continue;
            }
            m_page.take(i);
            const bool cpu = total->device == "CPU";
            const bool counts = total->isSelf || torchColumns(m_table).selfDevice >= 0;
            if (const auto us = parseMicroseconds(total->raw))
                m_table.totals[cpu ? "selfCpuUs" : counts ? "selfDeviceUs" : "nestedDeviceUs"] = *us;
            else
                m_found.diagnostics.add("bad-total", Core::tr("A total of a torch table has no unit and was left out."),
                                        static_cast<int64_t>(m_page.line(i).offset), m_page[i]);
        }
    }

    TextPage &m_page;
    size_t m_at;
    FoundTables &m_found;
    Rule m_rule;
    Table m_table;
    size_t m_first = 0;
    size_t m_next = 0;
};

/// "(vllm) Original" above the totals, or their log prefix; a line of totals belongs to the row above it where nothing
/// else is between them.
void addLooseTotal(TextPage &page, size_t at, const Total &total, FoundTables &found)
{
    const auto isTotals = [](const Table &table) { return table.kind == looseTotalsKind; };
    auto table = std::ranges::find_if(found.tables, isTotals);
    if (table == found.tables.end()) {
        Table fresh;
        fresh.kind = looseTotalsKind;
        fresh.title = Core::tr("Totals without a table").toStdString();
        fresh.line = page.line(at).number;
        fresh.columns = {{"Name", Unit::Text},
                         {"Self CPU time total", Unit::Microseconds},
                         {"Self device time total", Unit::Microseconds},
                         {"Line", Unit::Number}};
        table = found.tables.insert(found.tables.end(), std::move(fresh));
    }
    const size_t column = total.device == "CPU" ? 1 : 2;
    const Cell value = *parseMicroseconds(total.raw);
    const auto line = double(page.line(at).number);
    size_t above = at; // the nearest line with text
    while (above > 0 && trimmed(page[above - 1]).empty())
        --above;
    if (!table->rows.empty() && above > 0) {
        std::vector<Cell> &last = table->rows.back();
        const bool follows = std::get<double>(last[3]) == double(page.line(above - 1).number);
        if (follows && std::holds_alternative<std::monostate>(last[column])) {
            last[column] = value;
            last[3] = line;
            return;
        }
    }
    std::string name = page.place(at, {});
    if (name.empty())
        name = "line " + std::to_string(page.line(at).number);
    std::vector<Cell> row{name, {}, {}, line};
    row[column] = value;
    table->rows.push_back(std::move(row));
}

} // namespace

bool findTorchTable(TextPage &page, size_t at, FoundTables &found)
{
    return trimmedRight(page[at]).ends_with('-') && TorchTableParser(page, at, found).run();
}

bool findLooseTorchTotal(TextPage &page, size_t at, FoundTables &found)
{
    const auto total = parseTotal(page[at]);
    if (!total || !parseMicroseconds(total->raw))
        return false;
    const QString name =
        Core::tr("Self %1 time total without a table, line %2").arg(toText(total->device)).arg(page.line(at).number);
    found.facts.emplace_back(name.toStdString(), std::string(total->raw));
    page.take(at);
    if (total->isSelf || total->device == "CPU") // others may count nested work more than once
        addLooseTotal(page, at, *total, found);
    return true;
}

void finishLooseTotals(FoundTables &found)
{
    const auto isTotals = [](const Table &table) { return table.kind == looseTotalsKind; };
    const auto totals = std::ranges::find_if(found.tables, isTotals);
    if (totals == found.tables.end())
        return;
    if (found.tables.size() == 1) { // a document of totals alone holds no table of a profiler
        found.tables.clear();
        return;
    }
    analyseLooseTotals(*totals);
    std::rotate(totals, totals + 1, found.tables.end());
}

} // namespace ws
