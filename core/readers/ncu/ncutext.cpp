#include "core/base/texts.h"
#include "core/readers/ncu/ncutables.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>

namespace ws {

namespace {

constexpr std::string_view contextMark = ", Context ";

/// "A, B, C" after the kernel's name: "Context 1", "Stream 7", "Device 0", "CC 8.0".
std::string fieldOf(std::string_view tail, std::string_view name)
{
    const size_t at = tail.find(name);
    if (at == std::string_view::npos)
        return {};
    tail.remove_prefix(at + name.size());
    return std::string(trimmed(tail.substr(0, tail.find(','))));
}

/// Takes "(1, 1, 1)" off the end.
std::string takeDimensions(std::string_view &text)
{
    if (!text.ends_with(')'))
        return {};
    const size_t open = text.rfind('(');
    if (open == std::string_view::npos || text.find_first_not_of("0123456789, ", open + 1) != text.size() - 1)
        return {};
    const std::string dimensions(text.substr(open));
    text.remove_suffix(text.size() - open);
    return dimensions;
}

struct Launch
{
    std::string name, context, stream, block, grid, device, cc;
};

Launch parseLaunch(std::string_view line)
{
    Launch launch;
    const size_t at = line.rfind(contextMark);
    const std::string_view tail = line.substr(at);
    std::string_view head = trimmed(line.substr(0, at));
    launch.context = fieldOf(tail, "Context ");
    launch.stream = fieldOf(tail, "Stream ");
    launch.device = fieldOf(tail, "Device ");
    launch.cc = fieldOf(tail, "CC ");
    launch.block = takeDimensions(head);
    if (head.ends_with('x')) {
        head.remove_suffix(1);
        launch.grid = takeDimensions(head);
    } else if (const size_t comma = head.rfind(", "); comma != std::string_view::npos && launch.block.empty()) {
        head = head.substr(0, comma); // old ncu: "name, 2021-Aug-10 12:00:00, Context 1, Stream 7"
    }
    launch.name = std::string(trimmed(head));
    return launch;
}

bool isRuleLine(std::string_view text)
{
    return text.starts_with("OPT ") || text.starts_with("WRN ") || text.starts_with("INF ") || text.starts_with("ERR ");
}

Table emptyTable()
{
    Table table;
    table.kind = "ncu";
    table.report = "console";
    table.columns = {{"ID", Unit::Text},
                     {"Kernel Name", Unit::Text},
                     {"Context", Unit::Text},
                     {"Stream", Unit::Text},
                     {"Block Size", Unit::Text},
                     {"Grid Size", Unit::Text},
                     {"Device", Unit::Text},
                     {"CC", Unit::Text},
                     {"Section Name", Unit::Text},
                     {"Metric Name", Unit::Text},
                     {"Metric Unit", Unit::Text},
                     {"Metric Value", Unit::Number},
                     {"Rule Type", Unit::Text},
                     {"Rule Description", Unit::Text},
                     {"Estimated Speedup Type", Unit::Text},
                     {"Estimated Speedup", Unit::Percent}};
    return table;
}

class NcuTextParser
{
public:
    NcuTextParser(TextPage &page, Table &table, Diagnostics &diagnostics)
        : m_page(page), m_table(table), m_diagnostics(diagnostics)
    {
        if (!table.rows.empty())
            m_id = std::stoll(std::get<std::string>(table.rows.back().front())) + 1;
    }

    void run(size_t at)
    {
        if (!isNcuKernelLine(m_page[at]))
            m_launch.name = Core::tr("unnamed kernel").toStdString();
        for (; at < m_page.size() && !m_page.isTaken(at); ++at) {
            const std::string_view line = m_page[at];
            const bool indented = line.empty() || line.front() == ' ' || line.front() == '\t';
            if (isNcuKernelLine(line))
                startKernel(line, at > 0 ? m_page[at - 1] : std::string_view());
            else if (!indented)
                break;
            else if (!isNameAbove(at))
                readLine(line);
            m_page.take(at);
        }
        endRule();
        if (!m_hasRows)
            addRow({}, {}, {}, {}, {}, {}, {});
    }

private:
    /// Somebody has broken the line of a kernel before its grid.
    bool isNameAbove(size_t at) const
    {
        return at + 1 < m_page.size() && isNcuKernelLine(m_page[at + 1]) && parseLaunch(m_page[at + 1]).name.empty();
    }

    void startKernel(std::string_view line, std::string_view above)
    {
        endRule();
        if (m_started && !m_hasRows)
            addRow({}, {}, {}, {}, {}, {}, {});
        m_id += m_started ? 1 : 0;
        m_started = true;
        m_hasRows = false;
        m_launch = parseLaunch(line);
        if (m_launch.name.empty())
            m_launch.name = std::string(trimmed(above));
        m_section.clear();
        m_inTable = false;
    }

    void readLine(std::string_view line)
    {
        const std::string_view text = trimmed(line);
        if (text.starts_with("Section: ")) {
            endRule();
            m_section = std::string(trimmed(text.substr(9)));
            m_inTable = false;
        } else if (auto rule = parseRule(line, 3);
                   rule && rule->columns.size() == 3 && prefixName(rule->prefix).empty()) {
            endRule();
            m_rule = std::move(*rule);
            m_inTable = true;
        } else if (isRuleLine(text)) {
            endRule();
            m_inTable = false;
            m_ruleType = std::string(text.substr(0, 3));
            m_ruleText = std::string(trimmed(text.substr(3)));
        } else if (!m_ruleType.empty() && text.find_first_not_of("- ") != text.npos) {
            if (!m_ruleText.empty())
                m_ruleText += ' ';
            m_ruleText += text;
        } else if (m_inTable && !text.empty()) {
            readMetric(line);
        }
    }

    static bool isValue(std::string_view text) { return !text.empty() && (parseNumber(text) || isNoValue(text)); }

    /// "Duration us 606.56" and "Waves Per SM 1.2": whether the word before the value is a unit, ncu's words tell.
    static std::optional<std::vector<std::string_view>> metricOfWords(std::string_view text)
    {
        const auto takeLast = [&text] {
            const std::string_view word = text.substr(text.find_last_of(" \t") + 1);
            text = trimmedRight(text.substr(0, text.size() - word.size()));
            return word;
        };
        const std::string_view value = takeLast(), name = text, unit = takeLast();
        if (!isValue(value) || unit.empty())
            return std::nullopt;
        const bool isUnit = !text.empty() && (unit == "%" || islower(static_cast<unsigned char>(unit.front())) ||
                                              unit.ends_with("hz") || unit.find("byte") != unit.npos);
        return isUnit ? std::vector{text, unit, value} : std::vector{name, std::string_view(), value};
    }

    void readMetric(std::string_view line)
    {
        auto cells = cutRow(withoutPrefix(line, m_rule.prefix), m_rule.columns);
        if (!cells || !isValue((*cells)[2])) // its blanks are lost
            if (auto words = metricOfWords(trimmed(line)))
                cells = std::move(words);
        if (!cells || cells->front().starts_with("Metric Name"))
            return;
        addRow((*cells)[0], (*cells)[1], cellOf((*cells)[2], Unit::Number), {}, {}, {}, {});
    }

    void endRule()
    {
        if (m_ruleType.empty())
            return;
        if (m_ruleType == "ERR") { // of the rule itself, nothing about the kernel
            m_diagnostics.add("ncu-rule",
                              Core::tr("Rules of Nsight Compute failed: %1").arg(toText(m_ruleText.substr(0, 300))));
            m_ruleType.clear();
            m_ruleText.clear();
            return;
        }
        Cell speedup;
        std::string_view type;
        constexpr std::string_view local = "Est. Local Speedup: ";
        for (const std::string_view mark :
             std::initializer_list<std::string_view>{"Estimated Speedup: ", "Est. Speedup: ", local}) {
            if (!m_ruleText.starts_with(mark))
                continue;
            const size_t end = m_ruleText.find('%');
            if (end == std::string::npos)
                continue;
            speedup = cellOf(std::string_view(m_ruleText).substr(mark.size(), end - mark.size()), Unit::Percent);
            m_ruleText = std::string(trimmed(std::string_view(m_ruleText).substr(end + 1)));
            type = mark == local ? "local" : "global";
        }
        addRow({}, {}, {}, m_ruleType, m_ruleText, type, speedup);
        m_ruleType.clear();
        m_ruleText.clear();
    }

    void addRow(std::string_view metric, std::string_view unit, Cell value, std::string_view ruleType,
                std::string_view ruleText, std::string_view speedupType, Cell speedup)
    {
        const auto text = [](std::string_view s) { return s.empty() ? Cell() : Cell(std::string(s)); };
        m_hasRows = true;
        m_table.rows.push_back({text(std::to_string(m_id)), text(m_launch.name), text(m_launch.context),
                                text(m_launch.stream), text(m_launch.block), text(m_launch.grid), text(m_launch.device),
                                text(m_launch.cc), text(m_section), text(metric), text(unit), std::move(value),
                                text(ruleType), text(ruleText), text(speedupType), std::move(speedup)});
    }

    TextPage &m_page;
    Table &m_table;
    Diagnostics &m_diagnostics;
    Launch m_launch;
    Rule m_rule;
    std::string m_section;
    std::string m_ruleType;
    std::string m_ruleText;
    long long m_id = 0;
    bool m_started = false;
    bool m_hasRows = false;
    bool m_inTable = false;
};

} // namespace

bool isNcuKernelLine(std::string_view line)
{
    const size_t at = line.rfind(contextMark);
    if (at == std::string_view::npos || line.find(", Stream ", at + contextMark.size()) == std::string_view::npos)
        return false;
    const size_t number = at + contextMark.size();
    const std::string_view before = trimmedRight(line.substr(0, at));
    return number < line.size() && line[number] >= '0' && line[number] <= '9' && !before.empty() &&
           (line.front() == ' ' || before.ends_with(')'));
}

namespace {

/// "==ERROR== LaunchFailed": why a kernel may have no figures.
void noteErrors(const TextPage &page, FoundTables &found)
{
    constexpr std::string_view mark = "==ERROR== ";
    constexpr size_t longest = 300;
    for (size_t i = 0; i < page.size(); ++i)
        if (const std::string_view line = trimmed(page[i]); line.starts_with(mark))
            found.diagnostics.add(
                "ncu-error",
                Core::tr("Nsight Compute reports errors: %1").arg(toText(line.substr(mark.size(), longest))),
                static_cast<int64_t>(page.line(i).offset), page[i]);
}

/// A section without the line of its kernel, as notebooks' magics print it.
bool isSectionAlone(const TextPage &page, size_t at)
{
    constexpr std::string_view mark = "Section: ";
    if (!page[at].starts_with(' ') || !trimmed(page[at]).starts_with(mark) || at + 2 >= page.size())
        return false;
    const auto rule = parseRule(page[at + 1], 3);
    return rule && rule->columns.size() == 3 && trimmed(page[at + 2]).starts_with("Metric Name");
}

} // namespace

bool findNcuText(TextPage &page, size_t at, FoundTables &found)
{
    if (!isNcuKernelLine(page[at]) && !isSectionAlone(page, at))
        return false;
    auto table = std::find_if(found.tables.begin(), found.tables.end(),
                              [](const Table &t) { return t.kind == "ncu" && t.report == "console"; });
    if (table == found.tables.end()) {
        found.tables.push_back(emptyTable());
        table = found.tables.end() - 1;
        table->line = page.line(at).number;
        table->title = TextPage::title("ncu console", page.place(at, {}), page.line(at).number);
        noteErrors(page, found);
    }
    NcuTextParser(page, *table, found.diagnostics).run(at);
    return true;
}

} // namespace ws
