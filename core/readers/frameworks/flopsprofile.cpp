#include "core/readers/frameworks/flopsprofile.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <array>
#include <map>

namespace ws {
namespace {

constexpr size_t maxModuleDepth = 10'000;

bool isLongRule(std::string_view line)
{
    line = trimmed(line);
    return line.size() > 20 && line.find_first_not_of('-') == line.npos;
}

/// "---- Detailed Profile per GPU ----" holds the words.
bool isSection(std::string_view line, std::string_view words)
{
    line = trimmed(line);
    return line.starts_with("----") && line.ends_with("----") && line.find(words) != line.npos;
}

/// "336.23 M", "3139.93 GMACs", "81.9 TFLOPS", "2": the number, with multiples of 1000.
std::optional<double> scaled(std::string_view text, std::string_view unit)
{
    text = trimmed(text);
    const size_t end = std::min(text.find_first_not_of("0123456789.,+-eE"), text.size());
    const auto number = parseNumber(text.substr(0, end));
    std::string_view word = trimmed(text.substr(end));
    if (!number || !word.ends_with(unit))
        return std::nullopt;
    word = trimmed(word.substr(0, word.size() - unit.size()));
    static const std::map<std::string_view, double> factors{
        {"", 1}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}, {"m", 1e-3}, {"u", 1e-6}};
    const auto factor = factors.find(word);
    return factor == factors.end() ? std::nullopt : std::optional(*number * factor->second);
}

std::optional<double> microseconds(std::string_view text)
{
    const auto ns = wholeNanoseconds(text);
    return ns ? std::optional(double(*ns) / 1000) : std::nullopt;
}

std::optional<double> percentOf(std::string_view text, std::string_view what)
{
    text = trimmed(text);
    if (!text.ends_with(what))
        return std::nullopt;
    return parsePercent(text.substr(0, text.size() - what.size()));
}

/// The seven figures at the start of a text.
std::optional<std::array<double, 7>> figures(std::string_view text)
{
    std::string plain(text);
    for (size_t at = plain.find(" = "); at != plain.npos; at = plain.find(" = ", at))
        plain.replace(at, 3, ", ");
    std::array<std::string_view, 7> fields;
    std::string_view rest = plain;
    for (std::string_view &field : fields) {
        const size_t end = std::min(rest.find(", "), rest.size());
        field = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    std::string_view last = fields[6];
    if (const size_t end = last.find("FLOPS"); end != last.npos)
        last = last.substr(0, end + 5);
    const std::optional<double> found[] = {scaled(fields[0], ""),     percentOf(fields[1], " Params"),
                                           scaled(fields[2], "MACs"), percentOf(fields[3], " MACs"),
                                           microseconds(fields[4]),   percentOf(fields[5], " latency"),
                                           scaled(last, "FLOPS")};
    std::array<double, 7> values{};
    for (size_t k = 0; k < values.size(); ++k) {
        if (!found[k])
            return std::nullopt;
        values[k] = *found[k];
    }
    return values;
}

/// "(self): BertSelfAttention(" → "self", "BertSelfAttention", what follows the bracket.
struct ModuleLine
{
    std::string_view name, type, rest;
};

std::optional<ModuleLine> parseModule(std::string_view line)
{
    ModuleLine module;
    line = trimmed(line);
    if (line.starts_with('(')) {
        const size_t close = line.find("): ");
        if (close == line.npos)
            return std::nullopt;
        module.name = line.substr(1, close - 1);
        line.remove_prefix(close + 3);
    }
    const size_t open = line.find('(');
    if (open == line.npos || open == 0)
        return std::nullopt;
    module.type = line.substr(0, open);
    if (const size_t times = module.type.find(" x "); times != module.type.npos)
        module.type = module.type.substr(times + 3); // "12 x BertLayer": modules that print the same
    if (module.type.find(' ') != module.type.npos)
        return std::nullopt;
    module.rest = trimmed(line.substr(open + 1));
    return module;
}

class FlopsProfile
{
public:
    FlopsProfile(TextPage &page, size_t at, FoundTables &found) : m_page(page), m_at(at), m_found(found) {}

    bool run()
    {
        size_t i = m_at + 1;
        Table summary = newTable("flops_summary", {{"Quantity", Unit::Text}, {"Value", Unit::Text}}, m_at);
        for (; i < m_page.size() && !ends(i); ++i) {
            const std::string_view line = trimmed(m_page[i]);
            const size_t colon = line.rfind(": ");
            if (colon != line.npos && line.size() > 40)
                summary.rows.push_back(
                    {std::string(trimmed(line.substr(0, colon))), std::string(trimmed(line.substr(colon + 2)))});
            if (isSection(line, "Aggregated Profile") || isSection(line, "Detailed Profile"))
                break;
        }
        add(std::move(summary));
        if (i < m_page.size() && isSection(m_page[i], "Aggregated Profile"))
            i = readAggregated(i);
        if (i < m_page.size() && isSection(m_page[i], "Detailed Profile"))
            i = readDetailed(i);
        m_page.take(m_at, i + (i < m_page.size() && isLongRule(m_page[i]) ? 1 : 0));
        return true;
    }

private:
    bool ends(size_t i) const
    {
        return isLongRule(m_page[i]) || trimmed(m_page[i]).starts_with("```") ||
               (i > m_at && isSection(m_page[i], "DeepSpeed Flops Profiler"));
    }

    Table newTable(const char *report, std::vector<ws::Column> columns, size_t line) const
    {
        Table table;
        table.kind = "deepspeed";
        table.report = report;
        table.line = m_page.line(line).number;
        table.columns = std::move(columns);
        return table;
    }

    void add(Table table)
    {
        if (table.rows.empty())
            return;
        if (m_place.empty())
            m_place = m_page.place(m_at, {});
        table.title = TextPage::title(table.report, m_place, table.line);
        m_found.tables.push_back(std::move(table));
    }

    /// "    params      - {'BertModel': '335.15 M', …}" below "depth 1:".
    size_t readAggregated(size_t i)
    {
        Table table = newTable("flops_by_depth",
                               {{"Module", Unit::Text},
                                {"Depth", Unit::Number},
                                {"Params", Unit::Number},
                                {"MACs", Unit::Number},
                                {"Fwd latency", Unit::Microseconds}},
                               i);
        std::map<std::pair<double, std::string>, size_t> rows;
        double depth = 0;
        for (++i; i < m_page.size() && !ends(i) && !isSection(m_page[i], "Detailed Profile"); ++i) {
            const std::string_view line = trimmed(m_page[i]);
            if (line.starts_with("depth ") && line.ends_with(':')) {
                depth = parseNumber(line.substr(6, line.size() - 7)).value_or(depth + 1);
                continue;
            }
            const size_t column = line.starts_with("params ")        ? 2
                                  : line.starts_with("MACs ")        ? 3
                                  : line.starts_with("fwd latency ") ? 4
                                                                     : 0;
            if (column == 0)
                continue;
            for (std::string_view rest = line; rest.find('\'') != rest.npos;) {
                const auto quoted = [&rest] {
                    rest.remove_prefix(std::min(rest.find('\'') + 1, rest.size()));
                    const std::string_view text = rest.substr(0, rest.find('\''));
                    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
                    return text;
                };
                const std::string_view name = quoted();
                const size_t colon = rest.find(": '");
                if (colon != 0) // a stray quote behind the last value
                    break;
                const std::string_view value = quoted();
                const auto number = column == 4 ? microseconds(value) : scaled(value, column == 3 ? "MACs" : "");
                const auto [place, isNew] = rows.try_emplace({depth, std::string(name)}, table.rows.size());
                if (isNew)
                    table.rows.push_back({std::string(name), depth, {}, {}, {}});
                table.rows[place->second][column] = number ? Cell(*number) : Cell(std::string(value));
            }
        }
        add(std::move(table));
        return i;
    }

    size_t readDetailed(size_t i)
    {
        Table table = newTable("flops_detailed",
                               {{"Module", Unit::Text},
                                {"Name", Unit::Text},
                                {"Depth", Unit::Number},
                                {"Params", Unit::Number},
                                {"Params %", Unit::Percent},
                                {"MACs", Unit::Number},
                                {"MACs %", Unit::Percent},
                                {"Fwd latency", Unit::Microseconds},
                                {"Latency %", Unit::Percent},
                                {"FLOPS", Unit::Number}},
                               i);
        std::vector<std::string> path;
        bool awaitsFigures = false;
        for (++i; i < m_page.size() && !ends(i); ++i) {
            const std::string_view line = trimmed(m_page[i]);
            if (line == ")") {
                if (!path.empty())
                    path.pop_back();
            } else if (const auto values = awaitsFigures ? figures(line) : std::nullopt) {
                addRow(table, path, *values);
            } else if (const auto module = parseModule(line)) {
                const std::string name =
                    (path.empty() || path.back().empty() ? "" : path.back() + ".") + std::string(module->name);
                m_type = module->type;
                if (module->rest.empty() && path.size() < maxModuleDepth) { // its children and numbers follow
                    path.push_back(name);
                    awaitsFigures = true;
                    continue;
                }
                if (const auto values = figures(module->rest)) {
                    path.push_back(name);
                    addRow(table, path, *values);
                    path.pop_back();
                } else if (module->rest.find('%') != module->rest.npos) {
                    m_found.diagnostics.add("odd-row",
                                            Core::tr("Lines of a table that do not fit its columns were left out."),
                                            static_cast<int64_t>(m_page.line(i).offset), m_page[i]);
                }
            }
            awaitsFigures = false;
        }
        if (i == m_page.size() && !path.empty()) {
            m_found.complete = false;
            m_found.diagnostics.add("truncated", Core::tr("The tree of modules ends early; rows are missing."));
        }
        add(std::move(table));
        return i;
    }

    void addRow(Table &table, const std::vector<std::string> &path, const std::array<double, 7> &values) const
    {
        std::vector<Cell> row{m_type, path.back().empty() ? Cell() : Cell(path.back()), double(path.size() - 1)};
        for (const double value : values)
            row.emplace_back(value);
        table.rows.push_back(std::move(row));
    }

    TextPage &m_page;
    size_t m_at;
    FoundTables &m_found;
    std::string m_place, m_type;
};

} // namespace

bool findFlopsProfile(TextPage &page, size_t at, FoundTables &found)
{
    return isSection(page[at], "DeepSpeed Flops Profiler") && FlopsProfile(page, at, found).run();
}

} // namespace ws
