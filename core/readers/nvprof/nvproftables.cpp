#include "core/readers/nvprof/nvproftables.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace ws {
namespace {

constexpr size_t linesToProcess = 400; ///< above a table, up to the line that names its process
constexpr size_t linesToNote = 3;      ///< of other programs within a table
constexpr size_t maxNvprofRows = 1'000'000;

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> found;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const size_t end = std::min(line.find_first_of(" \t"), line.size());
        found.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return found;
}

/// Takes the first word off a text.
std::string_view takeWord(std::string_view &text)
{
    text = trimmed(text);
    const size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text = trimmed(text.substr(end));
    return word;
}

/// "==7321== Profiling result:" and "======== Profiling result:": the text behind, and the process.
bool isMarked(std::string_view line, std::string_view &pid, std::string_view &text)
{
    const size_t at = line.find("==");
    if (at == line.npos || line.substr(0, at).find_first_not_of(" \t") != line.npos)
        return false;
    line.remove_prefix(at);
    const size_t digits = line.find_first_not_of('=');
    const size_t end = std::min(line.find_first_not_of("0123456789=", digits), line.size());
    if (digits < 2 || digits == line.npos || end == line.size() || line[end] != ' ' || line[end - 1] != '=')
        return false;
    pid = line.substr(digits, end - digits);
    pid = pid.substr(0, pid.find('='));
    text = trimmed(line.substr(end));
    return true;
}

/// The text of the marked line above a table, looking over what names its parts.
std::string_view headingAbove(const TextPage &page, size_t at)
{
    for (size_t i = at; i-- > 0 && i + 8 > at && !page.isTaken(i);) {
        std::string_view pid, text;
        if (isMarked(page[i], pid, text))
            return text;
        const std::string_view line = trimmed(page[i]);
        if (!line.empty() && !line.starts_with("Device \"") && !line.starts_with("No "))
            return {};
    }
    return {};
}

/// "GPU activities:" → gpu_activities.
std::string reportOfLabel(std::string_view label)
{
    std::string report;
    for (const char c : label)
        if (isalnum(static_cast<unsigned char>(c)))
            report += char(std::tolower(static_cast<unsigned char>(c)));
        else if (!report.empty() && report.back() != '_')
            report += '_';
    while (report.ends_with('_'))
        report.pop_back();
    return report;
}

bool isCudaCall(std::string_view name)
{
    return name.starts_with("cuda") ||
           (name.starts_with("cu") && name.size() > 2 && isupper(static_cast<unsigned char>(name[2])));
}

/// What the old form sums, which has no column for it: the line above says it, else the names do.
std::string reportWithoutType(const TextPage &page, size_t at, const Table &table)
{
    const std::string_view heading = headingAbove(page, at);
    if (heading.starts_with("Profiling result") || heading.starts_with("Device "))
        return "gpu_activities";
    if (heading.ends_with(':'))
        return reportOfLabel(heading);
    size_t calls = 0;
    const int name = table.columnIndex("Name");
    for (size_t row = 0; row < table.rows.size(); ++row)
        calls += isCudaCall(table.nameAt(row, name)) ? 1 : 0;
    return calls * 2 > table.rows.size() ? "api_calls" : "gpu_activities";
}

/// What of NVTX a table is about: its sums of GPU work repeat those of the whole.
std::string rangeAbove(const TextPage &page, size_t at)
{
    std::string_view pid, text;
    if (at == 0 || !isMarked(page[at - 1], pid, text) || !text.starts_with("Range \""))
        return {};
    return std::string(text.substr(7, text.find_last_of('"') - 7));
}

std::string deviceAbove(const TextPage &page, size_t at)
{
    std::string_view pid, text;
    std::string_view line = at > 0 ? trimmed(page[at - 1]) : std::string_view();
    if (at > 0 && isMarked(line, pid, text))
        line = text;
    if (!line.starts_with("Device \""))
        return {};
    line.remove_prefix(8);
    return std::string(line.substr(0, line.find('"')));
}

/// Cells of text with units of their own.
Cell timeCell(std::string_view text)
{
    const auto ns = wholeNanoseconds(text);
    return ns ? Cell(double(*ns) / 1000) : isNoValue(text) ? Cell() : Cell(std::string(text));
}

constexpr std::array<std::string_view, 7> sumNames{"Time(%)", "Time", "Calls", "Avg", "Min", "Max", "Name"};
constexpr std::array<Unit, 7> sumUnits{Unit::Percent,      Unit::Microseconds, Unit::Count, Unit::Microseconds,
                                       Unit::Microseconds, Unit::Microseconds, Unit::Text};

/// A row of the summary without its label; nothing: it is none.
std::optional<std::vector<Cell>> sumRow(std::string_view line)
{
    std::vector<Cell> row;
    const auto percent = parsePercent(takeWord(line));
    if (!percent)
        return std::nullopt;
    row.emplace_back(*percent);
    for (size_t k = 1; k < 6; ++k) {
        const std::string_view word = takeWord(line);
        const auto ns = k == 2 ? std::nullopt : wholeNanoseconds(word);
        const auto count = k == 2 ? parseNumber(word) : std::nullopt;
        if (!ns && !count)
            return std::nullopt;
        row.emplace_back(k == 2 ? *count : double(*ns) / 1000);
    }
    if (line.empty())
        return std::nullopt;
    row.emplace_back(std::string(line));
    return row;
}

/// The first columns of a line as wordsOf, for a row that is damaged.
bool beginsLikeSum(std::string_view line)
{
    const std::string_view first = takeWord(line);
    return parsePercent(first) && wholeNanoseconds(takeWord(line));
}

class SumTable
{
public:
    SumTable(TextPage &page, size_t at, FoundTables &found) : m_page(page), m_at(at), m_found(found) {}

    bool run()
    {
        const std::string_view header = m_page[m_at];
        const size_t typed = header.find("Type"), first = header.find("Time(%)");
        if (first == header.npos)
            return false;
        m_hasType = typed != header.npos && typed < first;
        const size_t begin = m_hasType ? typed : first;
        std::string_view rest = header.substr(begin);
        if (m_hasType)
            takeWord(rest);
        if (!std::ranges::equal(wordsOf(rest), sumNames))
            return false;
        m_prefix = trimmed(header.substr(0, begin)).empty() ? std::string_view() : header.substr(0, begin);
        m_page.take(m_at);
        readRows();
        addTables();
        return true;
    }

private:
    std::string_view rowText(size_t i) const { return trimmed(withoutPrefix(m_page[i], trimmedRight(m_prefix))); }

    /// "GPU activities:   65.98%  …": the label of this row and of those below it.
    std::optional<std::vector<Cell>> typedRow(std::string_view text)
    {
        const size_t colon = std::min(text.find(": "), text.find(":\t"));
        if (m_hasType && colon != text.npos && colon < 40 && text.find('%') > colon) {
            auto row = sumRow(text.substr(colon + 1));
            if (row)
                m_label = text.substr(0, colon);
            return row;
        }
        return sumRow(text);
    }

    /// Behind a blank line stands another row.
    bool goesOn(size_t i)
    {
        const std::string label = m_label;
        const bool isRow = i + 1 < m_page.size() && (m_rows > 0 || m_hasType) && typedRow(rowText(i + 1));
        m_label = label;
        return isRow;
    }

    void readRows()
    {
        size_t others = 0;
        for (size_t i = m_at + 1; i < m_page.size() && others <= linesToNote && m_rows < maxNvprofRows; ++i) {
            const std::string_view text = rowText(i);
            if (text.empty() && goesOn(i)) // a blank line between all lines
                continue;
            if (text.empty() || text.starts_with("```"))
                return;
            if (auto row = typedRow(text)) {
                if (m_parts.empty() || m_parts.back().first != m_label)
                    m_parts.emplace_back(m_label, std::vector<std::vector<Cell>>());
                m_parts.back().second.push_back(std::move(*row));
                ++m_rows;
                others = 0;
                m_page.take(i);
                continue;
            }
            const std::string_view inner =
                m_hasType && text.find(": ") < 40 ? trimmed(text.substr(text.find(": ") + 1)) : text;
            if (beginsLikeSum(inner)) {
                m_found.diagnostics.add("odd-row",
                                        Core::tr("Lines of a table that do not fit its columns were left out."),
                                        static_cast<int64_t>(m_page.line(i).offset), m_page[i]);
                m_page.take(i);
                if (i + 1 == m_page.size() && !m_page.text().ends_with('\n'))
                    sayCut();
                continue;
            }
            ++others; // the profiled program goes on printing
        }
    }

    void sayCut()
    {
        m_found.complete = false;
        m_found.diagnostics.add("truncated", Core::tr("The file ends in the middle of a row; rows are missing."));
    }

    void addTables()
    {
        const NvprofProcess process = nvprofProcess(m_page, m_at);
        const std::string range = rangeAbove(m_page, m_at), device = deviceAbove(m_page, m_at);
        for (auto &[label, rows] : m_parts) {
            Table table;
            table.kind = "nvprof";
            table.line = m_page.line(m_at).number;
            if (m_hasType)
                table.columns.push_back({"Type", Unit::Text});
            for (size_t k = 0; k < sumNames.size(); ++k)
                table.columns.push_back({std::string(sumNames[k]), sumUnits[k]});
            for (std::vector<Cell> &row : rows) {
                if (m_hasType)
                    row.insert(row.begin(), std::string(label));
                table.rows.push_back(std::move(row));
            }
            table.report = label.empty() ? reportWithoutType(m_page, m_at, table) : reportOfLabel(label);
            std::string place = nvprofPlace(process);
            if (!device.empty())
                place += (place.empty() ? "" : ", ") + device;
            if (!range.empty()) {
                table.report += "_of_range";
                place = range;
            }
            if (place.empty())
                place = m_page.place(m_at, {});
            table.title = TextPage::title(table.report, place, table.line);
            m_found.tables.push_back(std::move(table));
        }
    }

    TextPage &m_page;
    size_t m_at;
    FoundTables &m_found;
    bool m_hasType = false;
    std::string_view m_prefix;
    std::string m_label;
    std::vector<std::pair<std::string, std::vector<std::vector<Cell>>>> m_parts; ///< by type, in their order
    size_t m_rows = 0;
};

/// "   Count  Avg Size  Min Size  Max Size  Total Size  Total Time  Name" below a line with the device.
bool findUnifiedMemory(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view header = page[at];
    if (header.find("Total Size") == header.npos || splitAtGaps(header).size() != 7 ||
        splitAtGaps(header).front() != "Count")
        return false;
    Table table;
    table.kind = "nvprof";
    table.report = "unified_memory";
    table.line = page.line(at).number;
    constexpr std::array<Unit, 7> units{Unit::Count, Unit::Bytes,        Unit::Bytes, Unit::Bytes,
                                        Unit::Bytes, Unit::Microseconds, Unit::Text};
    const auto names = splitAtGaps(header);
    for (size_t k = 0; k < units.size(); ++k)
        table.columns.push_back({std::string(names[k]), units[k]});
    page.take(at);
    for (size_t i = at + 1; i < page.size(); ++i) {
        std::string_view line = page[i];
        std::vector<Cell> row;
        const auto count = parseNumber(takeWord(line));
        if (!count)
            break;
        row.emplace_back(*count);
        for (size_t k = 1; k < 6; ++k) {
            const std::string_view word = takeWord(line);
            const auto bytes = k < 5 ? parseBytes(word) : std::nullopt;
            row.push_back(k == 5            ? timeCell(word)
                          : bytes           ? Cell(*bytes)
                          : isNoValue(word) ? Cell()
                                            : Cell(std::string(word)));
        }
        row.emplace_back(std::string(line));
        page.take(i);
        table.rows.push_back(std::move(row));
    }
    std::string place = nvprofPlace(nvprofProcess(page, at));
    if (const std::string device = deviceAbove(page, at); !device.empty())
        place += (place.empty() ? "" : ", ") + device;
    table.title = TextPage::title(table.report, place, table.line);
    found.tables.push_back(std::move(table));
    return true;
}

/// A value of a metric: "25.58%", "324.53GB/s", "342414", "Low (2)"; the unit goes into a column of its own.
Cell metricCell(std::string_view text, std::string &unit)
{
    const size_t end = text.find_last_of("0123456789.");
    if (end == text.npos || text.find('(') != text.npos)
        return isNoValue(text) ? Cell() : Cell(std::string(text));
    const auto number = parseNumber(text.substr(0, end + 1));
    if (!number)
        return Cell(std::string(text));
    if (unit.empty())
        unit = trimmed(text.substr(end + 1));
    return *number;
}

/// Counters of kernels: a device, below it kernels, below them a row a metric.
class CounterTable
{
public:
    CounterTable(TextPage &page, size_t at, FoundTables &found) : m_page(page), m_at(at), m_found(found) {}

    bool run()
    {
        const auto names = splitAtGaps(m_page[m_at]);
        const auto isNamed = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
        const bool isMetrics = isNamed("Metric Name");
        if (names.size() < 5 || names.front() != "Invocations" || (!isMetrics && !isNamed("Event Name")))
            return false;
        m_table.kind = "nvprof";
        m_table.report = isMetrics ? "metrics" : "events";
        m_table.line = m_page.line(m_at).number;
        m_table.columns = {{"Device", Unit::Text}, {"Kernel", Unit::Text}};
        for (const std::string_view name : names) {
            const bool isText = name == "Metric Name" || name == "Event Name" || name == "Metric Description";
            m_table.columns.push_back({std::string(name), isText                  ? Unit::Text
                                                          : name == "Invocations" ? Unit::Count
                                                                                  : Unit::Number});
        }
        m_table.columns.push_back({"Unit", Unit::Text});
        m_page.take(m_at);
        readRows(names.size());
        m_table.title = TextPage::title(m_table.report, nvprofPlace(nvprofProcess(m_page, m_at)), m_table.line);
        m_found.tables.push_back(std::move(m_table));
        return true;
    }

private:
    void readRows(size_t count)
    {
        for (size_t i = m_at + 1; i < m_page.size(); ++i) {
            const std::string_view line = trimmed(m_page[i]);
            if (line.starts_with("Device ")) {
                m_device = line.substr(7);
                if (m_device.size() > 1 && m_device.front() == '"' && m_device.back() == '"')
                    m_device = m_device.substr(1, m_device.size() - 2);
            } else if (line.starts_with("Kernel: ")) {
                m_kernel = line.substr(8);
            } else if (!readRow(line, count)) {
                if (line.empty() || !isdigit(static_cast<unsigned char>(line.front())))
                    return;
                m_found.diagnostics.add("odd-row",
                                        Core::tr("Lines of a table that do not fit its columns were left out."),
                                        static_cast<int64_t>(m_page.line(i).offset), m_page[i]);
            }
            m_page.take(i);
        }
    }

    bool readRow(std::string_view line, size_t count)
    {
        const auto pieces = splitAtGaps(line);
        if (pieces.size() != count || !parseNumber(pieces.front()))
            return false;
        std::vector<Cell> row{m_device, m_kernel};
        std::string unit;
        for (size_t k = 0; k < count; ++k) {
            const ws::Column &column = m_table.columns[k + 2];
            row.push_back(column.unit == Unit::Text     ? Cell(std::string(pieces[k]))
                          : column.unit == Unit::Number ? metricCell(pieces[k], unit)
                                                        : cellOf(pieces[k], column.unit));
        }
        row.push_back(unit.empty() ? Cell() : Cell(unit));
        m_table.rows.push_back(std::move(row));
        return true;
    }

    TextPage &m_page;
    size_t m_at;
    FoundTables &m_found;
    Table m_table;
    std::string m_device, m_kernel;
};

/// The unit of a column and what its numbers are multiplied with.
struct CsvUnit
{
    Unit unit = Unit::Text;
    double factor = 1;
    std::string_view word = {}; ///< which the column's name takes up
};

CsvUnit csvUnit(std::string_view name, std::string_view word)
{
    constexpr double kilo = 1024;
    static const std::map<std::string_view, double> sizes{
        {"B", 1}, {"KB", kilo}, {"MB", kilo * kilo}, {"GB", kilo * kilo * kilo}, {"TB", kilo * kilo * kilo * kilo}};
    if (const int64_t ns = nanosecondsIn(word))
        return {Unit::Microseconds, double(ns) / 1000};
    if (word == "%")
        return {Unit::Percent};
    if (const auto size = sizes.find(word); size != sizes.end())
        return {Unit::Bytes, size->second};
    if (!word.empty())
        return {Unit::Number, 1, word};
    if (name == "Calls" || name == "Invocations" || name == "Count")
        return {Unit::Count};
    static constexpr std::array<std::string_view, 9> texts{
        "Type", "Name", "Device", "Kernel", "Metric Name", "Metric Description", "Event Name", "Context", "Stream"};
    return {std::ranges::find(texts, name) != texts.end() ? Unit::Text : Unit::Number};
}

bool hasField(const CsvRecord &record, std::string_view name)
{
    return std::ranges::any_of(record, [&](const std::string &field) { return trimmed(field) == name; });
}

bool isSumHeader(const CsvRecord &header)
{
    return hasField(header, "Time(%)") && hasField(header, "Time") && hasField(header, "Calls") &&
           hasField(header, "Name");
}

bool isCounterHeader(const CsvRecord &header)
{
    return hasField(header, "Invocations") && (hasField(header, "Metric Name") || hasField(header, "Event Name"));
}

/// Columns Type of a CSV: a table for each.
void addCsvParts(Table table, const TextPage &page, size_t at, FoundTables &found)
{
    const NvprofProcess process = nvprofProcess(page, at);
    const std::string range = rangeAbove(page, at);
    const int type = table.columnIndex("Type");
    std::vector<Table> parts;
    std::map<std::string, size_t, std::less<>> places;
    for (std::vector<Cell> &row : table.rows) {
        const auto *cell = type < 0 ? nullptr : std::get_if<std::string>(&row[size_t(type)]);
        std::string label = cell ? *cell : std::string();
        const auto [place, isNew] = places.try_emplace(label, parts.size());
        if (isNew) {
            Table part = table;
            part.rows.clear();
            part.report = label.empty() ? std::string() : reportOfLabel(label);
            parts.push_back(std::move(part));
        }
        parts[place->second].rows.push_back(std::move(row));
    }
    for (Table &part : parts) {
        if (part.report.empty())
            part.report = reportWithoutType(page, at, part);
        if (!range.empty())
            part.report += "_of_range";
        part.title = TextPage::title(part.report, range.empty() ? nvprofPlace(process) : range, part.line);
        found.tables.push_back(std::move(part));
    }
}

/// A CSV with its units, read record by record.
class NvprofCsv
{
public:
    NvprofCsv(TextPage &page, size_t at, FoundTables &found)
        : m_page(page), m_at(at), m_found(found), m_delimiter(csvDelimiter(page[at])),
          m_sign(decimalSign(page.text().substr(size_t(page.line(at).offset)), m_delimiter)),
          m_csv(page.text(), page.line(at).offset, m_delimiter), m_header(*m_csv.next())
    {
    }

    bool run()
    {
        m_isSums = isSumHeader(m_header);
        m_isCounters = isCounterHeader(m_header);
        if (!m_isSums && !m_isCounters && !(hasField(m_header, "Total Size") && hasField(m_header, "Count")))
            return false;
        readUnits();
        while (const auto record = m_csv.next()) {
            if (record->size() == 1 || m_table.rows.size() == maxNvprofRows)
                break;
            const CsvRecord row = withWholeName(*record);
            if (row.size() != m_header.size())
                oddRow(row);
            addRow(row);
            m_end = m_csv.offset();
        }
        if (m_csv.hadOpenQuote())
            m_found.diagnostics.add("open-quote",
                                    Core::tr("A quote in the CSV is never closed; its line was read as is."));
        m_page.take(m_at, m_page.lineAt(m_end));
        if (m_isSums) {
            addCsvParts(std::move(m_table), m_page, m_at, m_found);
            return true;
        }
        m_table.title = TextPage::title(m_table.report, nvprofPlace(nvprofProcess(m_page, m_at)), m_table.line);
        m_found.tables.push_back(std::move(m_table));
        return true;
    }

private:
    void readUnits()
    {
        m_end = m_csv.offset();
        const auto units = m_csv.next();
        const bool hasUnits = units && isNvprofUnits(*units);
        m_hasOwnUnits = units && !hasUnits && m_isSums && haveOwnUnits(*units);
        if (hasUnits)
            m_end = m_csv.offset();
        else
            m_csv.goTo(m_end);
        if (!hasUnits && !m_hasOwnUnits && !m_isCounters)
            m_found.diagnostics.add("no-units",
                                    Core::tr("A table of nvprof lacks its row of units: its times have no unit and are "
                                             "in no sum of kernels."),
                                    static_cast<int64_t>(m_page.line(m_at).offset), m_page[m_at]);
        m_table.kind = "nvprof";
        m_table.report = m_isSums                            ? ""
                         : !m_isCounters                     ? "unified_memory"
                         : hasField(m_header, "Metric Name") ? "metrics"
                                                             : "events";
        m_table.line = m_page.line(m_at).number;
        for (size_t k = 0; k < m_header.size(); ++k) {
            const std::string name(trimmed(m_header[k]));
            const std::string_view word = hasUnits && k < units->size() ? trimmed((*units)[k]) : std::string_view();
            const CsvUnit unit = csvUnit(name, m_hasOwnUnits ? ownUnit(name) : word);
            m_table.columns.push_back(
                {unit.word.empty() ? name : name + " (" + std::string(unit.word) + ")", unit.unit});
            m_factors.push_back(m_hasOwnUnits ? 1 : unit.factor);
        }
        if (m_isCounters)
            m_table.columns.push_back({"Unit", Unit::Text});
    }

    static std::string_view ownUnit(std::string_view name)
    {
        const auto at = std::ranges::find(sumNames, name);
        const Unit unit = at == sumNames.end() ? Unit::Text : sumUnits[size_t(at - sumNames.begin())];
        return unit == Unit::Percent ? "%" : unit == Unit::Microseconds ? "us" : "";
    }

    /// nvprof of CUDA 5.5 and before writes "12.052ms" into each cell, as in its text, and no row of units.
    bool haveOwnUnits(const CsvRecord &row) const
    {
        for (size_t k = 0; k < std::min(row.size(), m_header.size()); ++k)
            if (ownUnit(trimmed(m_header[k])) == "us" && !wholeNanoseconds(trimmed(row[k])))
                return false;
        return true;
    }

    /// Names without quotes are cut at their commas; all of it belongs to the last column.
    CsvRecord withWholeName(CsvRecord record) const
    {
        const size_t count = m_header.size();
        if (!m_isSums || record.size() <= count || trimmed(m_header.back()) != "Name")
            return record;
        for (size_t k = count; k < record.size(); ++k)
            record[count - 1] += m_delimiter + record[k];
        record.resize(count);
        return record;
    }

    void oddRow(const CsvRecord &record)
    {
        m_found.diagnostics.add("odd-row",
                                Core::tr("Rows with another number of fields than the header were padded or cut."),
                                static_cast<int64_t>(m_end), record.front());
        if (m_csv.offset() < m_page.text().size() || m_page.text().ends_with('\n'))
            return;
        m_found.complete = false;
        m_found.diagnostics.add("truncated", Core::tr("The file ends in the middle of a row; rows are missing."));
    }

    void addRow(const CsvRecord &record)
    {
        std::vector<Cell> row(m_table.columns.size());
        std::string unit;
        for (size_t k = 0; k < std::min(record.size(), m_header.size()); ++k) {
            const bool isValue = m_isCounters && m_table.columns[k].unit == Unit::Number;
            const Unit of = m_table.columns[k].unit;
            const auto percent = m_hasOwnUnits && of == Unit::Percent ? parsePercent(trimmed(record[k])) : std::nullopt;
            row[k] = isValue                                     ? metricCell(trimmed(record[k]), unit)
                     : m_hasOwnUnits && of == Unit::Microseconds ? timeCell(trimmed(record[k]))
                     : percent                                   ? Cell(*percent)
                                                                 : cellOf(record[k], of, m_sign);
            if (double *number = std::get_if<double>(&row[k]))
                *number *= m_factors[k];
        }
        if (m_isCounters && !unit.empty())
            row.back() = unit;
        m_table.rows.push_back(std::move(row));
    }

    TextPage &m_page;
    size_t m_at;
    FoundTables &m_found;
    char m_delimiter;
    DecimalSign m_sign;
    CsvText m_csv;
    CsvRecord m_header;
    Table m_table;
    std::vector<double> m_factors; ///< by column
    size_t m_end = 0;
    bool m_isSums = false, m_isCounters = false, m_hasOwnUnits = false;
};

bool findNvprofCsv(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    const bool mayBe = line.find("Time(%)") != line.npos || line.find("Invocations") != line.npos ||
                       line.find("Total Size") != line.npos;
    const bool isText = line.find('\t') != line.npos && at + 1 < page.size() && // whose blanks have become tabs
                        page[at + 1].find("%\t") != line.npos;
    return mayBe && !isText && line.size() <= 20'000 && line.find_first_of(",;\t") != line.npos &&
           NvprofCsv(page, at, found).run();
}

/// "==7321== Warning: …": what nvprof itself doubts.
void noteWarning(const TextPage &page, size_t at, FoundTables &found)
{
    std::string_view pid, text;
    if (isMarked(page[at], pid, text) && text.starts_with("Warning: "))
        found.diagnostics.add("nvprof-warning", Core::tr("Warnings of nvprof: %1").arg(toText(text.substr(9, 200))),
                              static_cast<int64_t>(page.line(at).offset), page[at]);
}

} // namespace

NvprofProcess nvprofProcess(const TextPage &page, size_t at)
{
    constexpr std::string_view command = "command: ", names = "PROF is profiling process ",
                               application = "Profiling application: ";
    NvprofProcess process;
    for (size_t i = at; i-- > 0 && i + linesToProcess > at;) {
        std::string_view pid, text;
        if (!isMarked(page[i], pid, text))
            continue;
        if (process.pid.empty())
            process.pid = pid;
        if (pid != process.pid || pid.empty())
            break;
        const size_t place = text.find(command);
        if (text.find(names) != text.npos && place != text.npos)
            process.command = text.substr(place + command.size());
        else if (text.starts_with(application) && process.command.empty())
            process.command = text.substr(application.size());
        if (text.find(names) != text.npos)
            break;
    }
    return process;
}

std::string nvprofPlace(const NvprofProcess &process)
{
    constexpr size_t longest = 60;
    size_t end = std::min(process.command.size(), longest);
    while (end > 0 && end < process.command.size() && (static_cast<unsigned char>(process.command[end]) & 0xC0) == 0x80)
        --end;
    std::string place = process.command.substr(0, end) + (end < process.command.size() ? "…" : "");
    if (!process.pid.empty())
        place += (place.empty() ? "process " : ", process ") + process.pid;
    return place;
}

bool isNvprofUnits(const CsvRecord &row)
{
    static constexpr std::array<std::string_view, 16> others{"%",    "B",    "KB",   "MB",  "GB", "TB", "B/s", "KB/s",
                                                             "MB/s", "GB/s", "TB/s", "MHz", "C",  "mW", "W",   "bytes"};
    bool hasOne = false;
    for (const std::string &field : row) {
        const std::string_view word = trimmed(field);
        const bool isUnit = nanosecondsIn(word) > 0 || std::ranges::find(others, word) != others.end();
        if (!word.empty() && !isUnit)
            return false;
        hasOne |= isUnit;
    }
    return hasOne;
}

bool findNvprof(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    if (line.size() < 8)
        return false;
    if (line.find("==") != line.npos)
        noteWarning(page, at, found);
    return findNvprofCsv(page, at, found) || SumTable(page, at, found).run() || findUnifiedMemory(page, at, found) ||
           (line.find("Invocations") != line.npos && CounterTable(page, at, found).run());
}

} // namespace ws
