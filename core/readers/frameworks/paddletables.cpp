#include "core/readers/frameworks/paddletables.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t linesToRule = 4;
constexpr size_t maxPaddleRows = 1'000'000;

/// "-----Kernel Summary-----": the words between the dashes; empty: no such line.
std::string_view titleBetween(std::string_view line, char mark)
{
    line = trimmed(line);
    const size_t begin = line.find_first_not_of(mark), end = line.find_last_not_of(mark);
    if (begin == line.npos || begin < 3 || end + 4 > line.size())
        return {};
    return line.substr(begin, end + 1 - begin);
}

std::vector<std::string_view> slashParts(std::string_view text)
{
    std::vector<std::string_view> found;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find('/', begin), text.size());
        found.push_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return found;
}

Unit unitOfTime(std::string_view word)
{
    return word == "s"    ? Unit::Seconds
           : word == "ms" ? Unit::Milliseconds
           : word == "us" ? Unit::Microseconds
           : word == "ns" ? Unit::Nanoseconds
                          : Unit::Number;
}

/// "Kernel Summary" → kernel_summary.
std::string reportOfTitle(std::string_view title)
{
    std::string report;
    for (const char c : title)
        report += c == ' ' ? '_' : char(std::tolower(static_cast<unsigned char>(c)));
    return report;
}

class Summary
{
public:
    Summary(TextPage &page, size_t at, FoundTables &found) : m_page(page), m_at(at), m_found(found) {}

    bool run()
    {
        m_title = titleBetween(m_page[m_at], '-');
        if (!m_title.ends_with(" Summary") || !readTop())
            return false;
        for (size_t i = m_at; i < m_next; ++i)
            m_page.take(i);
        while (readRows() && readHeader(m_next))
            ;
        addTable();
        return true;
    }

private:
    std::string_view rowText(size_t i) const { return withoutPrefix(m_page[i], m_rule.prefix); }
    bool isRule(size_t i) const
    {
        const auto rule = i < m_page.size() ? parseRule(m_page[i]) : std::nullopt;
        return rule && rule->columns.size() == m_rule.columns.size() && rule->columns.size() > 1;
    }

    /// The unit, the first rule, the header and the second rule.
    bool readTop()
    {
        for (size_t i = m_at + 1; i < std::min(m_page.size(), m_at + linesToRule); ++i) {
            const std::string_view line = trimmed(m_page[i]);
            constexpr std::string_view unit = "Time unit:";
            if (line.starts_with(unit)) {
                m_unit = unitOfTime(trimmed(line.substr(unit.size())));
                m_hasUnit = true;
                continue;
            }
            auto rule = parseRule(m_page[i]);
            if (!rule || rule->columns.size() < 2)
                continue;
            m_rule = std::move(*rule);
            return readHeader(i + 1);
        }
        return false;
    }

    /// A header at line `i` with a rule below it begins a table.
    bool readHeader(size_t i)
    {
        if (i + 1 >= m_page.size() || !isRule(i + 1))
            return false;
        auto names = cutRow(rowText(i), m_rule.columns);
        if (auto pieces = splitAtGaps(rowText(i)); !names && pieces.size() + 1 == m_rule.columns.size()) {
            pieces.insert(pieces.begin(), std::string_view()); // the second header names no first column
            names = std::move(pieces);
        }
        if (!names || (names->front().empty() && m_table.columns.empty()))
            return false;
        const bool isSecond = !m_table.columns.empty();
        const std::string firstName =
            names->front().empty() ? m_firstName : std::string(names->front()); // of the Overview's second part
        if (isSecond)
            addTable();
        m_firstName = firstName;
        m_cells.clear();
        m_table = {};
        m_table.columns.push_back({firstName, Unit::Text});
        for (size_t k = 1; k < names->size(); ++k)
            addColumns((*names)[k]);
        m_table.line = m_page.line(i).number;
        m_table.report = reportOfTitle(m_title) + (isSecond ? "_gpu" : "");
        m_page.take(i);
        m_page.take(i + 1);
        m_next = i + 2;
        return true;
    }

    /// "CPU Total / Avg / Max / Min / Ratio(%)": five columns.
    void addColumns(std::string_view name)
    {
        const auto names = slashParts(name);
        const size_t blank = names.front().find_last_of(' ');
        const std::string device =
            names.size() > 1 && blank != name.npos ? std::string(names.front().substr(0, blank)) : "";
        m_cells.push_back(names.size());
        for (size_t k = 0; k < names.size(); ++k) {
            const std::string whole =
                k == 0 || device.empty() ? std::string(names[k]) : device + " " + std::string(names[k]);
            const bool isPercent = whole.find("(%)") != whole.npos;
            const bool isSize = whole.find("Size") != whole.npos || whole.find("Mem") != whole.npos;
            m_table.columns.push_back({whole, isPercent          ? Unit::Percent
                                              : whole == "Calls" ? Unit::Count
                                              : isSize           ? Unit::Number
                                                                 : m_unit});
        }
    }

    /// True when a rule ends the rows.
    bool readRows()
    {
        for (size_t i = m_next; i < m_page.size() && m_table.rows.size() < maxPaddleRows; ++i) {
            const std::string_view row = rowText(i);
            if (isRule(i)) {
                m_page.take(i);
                m_next = i + 1;
                return true;
            }
            if (const std::string_view thread = titleBetween(row, '-'); thread.starts_with("Thread: ")) {
                m_thread = thread.substr(8);
                m_page.take(i);
                continue;
            }
            if (trimmed(row).empty() || row.starts_with("```") || !addRow(row, i)) {
                m_next = i;
                return false;
            }
        }
        m_next = m_page.size();
        return false;
    }

    bool addRow(std::string_view row, size_t line)
    {
        const auto cells = cutRow(row, m_rule.columns);
        const bool fits =
            cells && !cells->front().empty() &&
            std::any_of(cells->begin() + 1, cells->end(), [](std::string_view cell) { return !cell.empty(); });
        if (!fits) {
            if (splitAtGaps(row).size() < 2)
                return false; // prose
            m_found.diagnostics.add("odd-row", Core::tr("Lines of a table that do not fit its columns were left out."),
                                    static_cast<int64_t>(m_page.line(line).offset), m_page[line]);
            m_page.take(line);
            return true;
        }
        std::vector<Cell> typed{std::string(cells->front())};
        for (size_t k = 1; k < cells->size(); ++k) {
            const auto values = slashParts((*cells)[k]);
            for (size_t v = 0; v < m_cells[k - 1]; ++v)
                typed.push_back(v < values.size() ? cellOf(values[v], m_table.columns[typed.size()].unit) : Cell());
        }
        m_table.rows.push_back(std::move(typed));
        const size_t indent = row.find_first_not_of(' ');
        m_levels.push_back(indent == row.npos ? 0 : indent / 2);
        m_page.take(line);
        return true;
    }

    void addTable()
    {
        if (m_table.columns.empty())
            return;
        if (std::ranges::any_of(m_levels, [](size_t level) { return level > 0; })) {
            m_table.columns.push_back({"Level", Unit::Number});
            for (size_t row = 0; row < m_table.rows.size(); ++row)
                m_table.rows[row].emplace_back(double(m_levels[row]));
        }
        m_levels.clear();
        m_table.kind = "paddle";
        std::string place = m_page.place(m_at, {});
        if (place == m_title)
            place.clear();
        m_table.title = TextPage::title(m_table.report, place, m_table.line);
        const bool hasTimes = std::ranges::any_of(m_table.columns, [](const ws::Column &c) {
            return c.name.find("Time") != c.name.npos || c.name.find("Total") != c.name.npos;
        });
        if (!m_hasUnit && hasTimes)
            m_found.diagnostics.add("no-units",
                                    Core::tr("A summary of PaddlePaddle lacks its line \"Time unit: …\": its "
                                             "times have no unit and are in no sum of kernels."),
                                    static_cast<int64_t>(m_page.line(m_at).offset), m_page[m_at]);
        m_found.tables.push_back(std::move(m_table));
        m_table = {};
    }

    TextPage &m_page;
    size_t m_at;
    FoundTables &m_found;
    std::string_view m_title;
    std::string m_firstName, m_thread;
    Unit m_unit = Unit::Number;
    bool m_hasUnit = false;
    Rule m_rule;
    Table m_table;
    std::vector<size_t> m_cells;  ///< by printed column but the first: how many numbers
    std::vector<size_t> m_levels; ///< by row
    size_t m_next = 0;
};

/// "=====Perf Summary=====": costs of reading and of batches.
bool findPerfSummary(TextPage &page, size_t at, FoundTables &found)
{
    if (titleBetween(page[at], '=') != "Perf Summary")
        return false;
    Table table;
    table.kind = "paddle";
    table.report = "perf_summary";
    Unit unit = Unit::Number;
    std::string ips = "ips";
    size_t i = at + 1;
    for (; i < page.size(); ++i) {
        const std::string_view line = trimmed(page[i]);
        constexpr std::string_view reader = "Reader Ratio:", time = "Time Unit:", ipsUnit = "IPS Unit:";
        if (line.starts_with(reader)) {
            found.facts.emplace_back("Reader Ratio", trimmed(line.substr(reader.size())));
        } else if (line.starts_with(time)) {
            const std::string_view rest = line.substr(time.size());
            unit = unitOfTime(trimmed(rest.substr(0, rest.find(','))));
            if (const size_t place = line.find(ipsUnit); place != line.npos)
                ips += " (" + std::string(trimmed(line.substr(place + ipsUnit.size()))) + ")";
        } else if (line.starts_with('|') && line.ends_with('|')) {
            std::vector<std::string_view> cells;
            for (size_t begin = 1; begin < line.size();) {
                const size_t end = line.find('|', begin);
                cells.push_back(trimmed(line.substr(begin, end - begin)));
                begin = end + 1;
            }
            if (table.columns.empty()) {
                table.line = page.line(i).number;
                table.columns.push_back({"Name", Unit::Text});
                for (size_t k = 1; k < cells.size(); ++k)
                    table.columns.push_back({std::string(cells[k]), unit});
            } else if (cells.size() == table.columns.size()) {
                std::vector<Cell> row{std::string(cells.front())};
                for (size_t k = 1; k < cells.size(); ++k)
                    row.push_back(cellOf(cells[k], unit));
                if (cells.front() == "ips") { // no time: a fact each
                    for (size_t k = 1; k < cells.size(); ++k)
                        found.facts.emplace_back(ips + ", " + table.columns[k].name, cells[k]);
                } else {
                    table.rows.push_back(std::move(row));
                }
            } else {
                found.diagnostics.add("odd-row",
                                      Core::tr("Lines of a table that do not fit its columns were left out."),
                                      static_cast<int64_t>(page.line(i).offset), page[i]);
            }
        } else {
            break;
        }
    }
    if (table.columns.empty())
        return false;
    page.take(at, i);
    table.title = TextPage::title(table.report, page.place(at, {}), table.line);
    found.tables.push_back(std::move(table));
    return true;
}

} // namespace

bool findPaddleTable(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    if (line.find(" Summary") == line.npos)
        return false;
    return Summary(page, at, found).run() || findPerfSummary(page, at, found);
}

} // namespace ws
