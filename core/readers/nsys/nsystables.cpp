#include "core/readers/nsys/nsystables.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/ruledtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>

namespace ws {

namespace {

constexpr size_t maxCells = 32'000'000; ///< of one table: a bound for rows padded to a hostile header
constexpr size_t linesToName = 6;       ///< lines above a table in which its report may be named

/// Columns that stay text even when all their cells look like numbers.
bool isNameColumn(std::string_view name)
{
    static constexpr std::array<std::string_view, 11> names{"Name",        "Operation", "Range",       "Style",
                                                            "Category",    "Substage",  "RangeStack",  "NameTree",
                                                            "Kernel Name", "API Name",  "Model_Engine"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool looksLikeNsysHeader(const std::vector<std::string_view> &names)
{
    if (names.size() < 3)
        return false;
    const auto has = [&](auto test) { return std::any_of(names.begin(), names.end(), test); };
    const bool isNamed = has([](std::string_view n) {
        return isNameColumn(n) || n == "NVTX Range" || n.ends_with("Name") || n == "GridXYZ";
    });
    const bool isMeasured = has([](std::string_view n) {
        return n == "Time (%)" || n == "Time(%)" || n.starts_with("Total Time") || n.starts_with("Total (") ||
               n.starts_with("Duration (") || n.starts_with("Duration(") || n.starts_with("Total Proj Time") ||
               n.starts_with("TAvg (") || n.starts_with("Elapsed Time (") || n.starts_with("Projected Duration");
    });
    const bool areSizesOfCells = has([](std::string_view n) { return n == "Total"; }) && // of the window's copies
                                 has([](std::string_view n) { return n == "StdDev"; }) &&
                                 has([](std::string_view n) { return n == "Operation"; });
    return isNamed && (isMeasured || areSizesOfCells);
}

/// Old names of the reports (nsys before 2023) with the new ones.
std::string currentName(std::string name)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> names{
        {{"cudaapisum", "cuda_api_sum"},
         {"kernexecsum", "cuda_kern_exec_sum"},
         {"gpukernsum", "cuda_gpu_kern_sum"},
         {"gpumemtimesum", "cuda_gpu_mem_time_sum"},
         {"gpumemsizesum", "cuda_gpu_mem_size_sum"},
         {"gpusum", "cuda_gpu_sum"},
         {"osrtsum", "osrt_sum"},
         {"nvtxsum", "nvtx_sum"},
         {"nvtxppsum", "nvtx_pushpop_sum"},
         {"pushpopsum", "nvtx_pushpop_sum"}}};
    for (const auto &[old, current] : names)
        if (name == old)
            return std::string(current);
    return name;
}

/// The report that a line announces, empty when it announces none.
std::string namedReport(std::string_view line)
{
    static const std::regex executing(R"(Executing '([A-Za-z0-9_]+)(?:[:/][^']*)?' stats report)");
    static const std::regex starred(R"(^\s*\*\* .*\(([A-Za-z0-9_]+)(?:[:/][^)]*)?\):)");
    static const std::regex script(R"(([A-Za-z0-9_]+)\.py\b)");
    if (line.size() > 400)
        return {};
    std::match_results<std::string_view::const_iterator> match;
    const bool runs =
        line.find("Processing [") != std::string_view::npos || line.find("Running [") != std::string_view::npos;
    if (std::regex_search(line.begin(), line.end(), match, executing) ||
        std::regex_search(line.begin(), line.end(), match, starred) ||
        (runs && std::regex_search(line.begin(), line.end(), match, script)))
        return currentName(match[1].str());
    return {};
}

/// What stands above a table of Nsight Systems of 2020, whose columns have no units: "CUDA Kernel Statistics
/// (nanoseconds)"; in 2021 only sizes have theirs in the title.
struct TitleAbove
{
    std::string report; ///< empty: there is no such title
    bool isOfTimes = true;
};

TitleAbove titleAbove(const TextPage &page, size_t at)
{
    static constexpr std::pair<std::string_view, std::string_view> titles[] = {
        {"CUDA API Statistics:", "cuda_api_sum"},
        {"CUDA Kernel Statistics:", "cuda_gpu_kern_sum"},
        {"CUDA Memory Operation Statistics:", "cuda_gpu_mem_time_sum"},
        {"Operating System Runtime API Statistics:", "osrt_sum"},
        {"NVTX Push-Pop Range Statistics:", "nvtx_pushpop_sum"},
        {"CUDA API Statistics (nanoseconds)", "cuda_api_sum"},
        {"CUDA Kernel Statistics (nanoseconds)", "cuda_gpu_kern_sum"},
        {"CUDA Memory Operation Statistics (nanoseconds)", "cuda_gpu_mem_time_sum"},
        {"CUDA Memory Operation Statistics (KiB)", "cuda_gpu_mem_size_sum"},
        {"CUDA Memory Operation Statistics (by size in KiB):", "cuda_gpu_mem_size_sum"},
        {"Operating System Runtime API Statistics (nanoseconds)", "osrt_sum"},
        {"NVTX Push-Pop Range Statistics (nanoseconds)", "nvtx_pushpop_sum"}};
    for (size_t i = at; i-- > 0 && !page.isTaken(i);) {
        const std::string_view line = trimmed(page[i]);
        for (const auto &[title, report] : titles)
            if (line == title)
                return {std::string(report), title.find("KiB)") == title.npos};
        if (!line.empty())
            break;
    }
    return {};
}

/// "Total Time" → "Total Time (ns)", as later versions call them; of sizes "Total (KiB)".
std::vector<std::string> withUnits(const std::vector<std::string_view> &names, const TitleAbove &title)
{
    std::vector<std::string> all(names.begin(), names.end());
    for (std::string &name : all)
        if (!title.report.empty() &&
            (name == "Total Time" || name == "Total" || name == "Average" || name == "Minimum" || name == "Maximum"))
            name += title.isOfTimes ? " (ns)" : " (KiB)";
    return all;
}

/// Looks above the table, up to another table.
std::string namedAbove(const TextPage &page, size_t at)
{
    size_t looked = 0;
    for (size_t i = at; i-- > 0 && looked < linesToName && !page.isTaken(i);) {
        const std::string_view line = trimmed(page[i]);
        if (line.empty())
            continue;
        ++looked;
        if (std::string name = namedReport(line); !name.empty())
            return name;
    }
    return {};
}

/// Columns without a unit in which every cell is a number hold numbers.
void inferNumbers(Table &table, DecimalSign sign)
{
    for (size_t k = 0; k < table.columns.size(); ++k) {
        Column &column = table.columns[k];
        if (column.unit != Unit::Text || isNameColumn(column.name) || column.name.ends_with("Name"))
            continue;
        bool numbers = false;
        bool others = false;
        for (const auto &row : table.rows)
            if (const auto *text = std::get_if<std::string>(&row[k])) {
                const bool isNumber = parseNumber(*text, sign).has_value();
                numbers |= isNumber;
                others |= !isNumber;
            }
        if (!numbers || others)
            continue;
        column.unit = Unit::Number;
        for (auto &row : table.rows)
            if (const auto *text = std::get_if<std::string>(&row[k]))
                row[k] = *parseNumber(*text, sign);
    }
}

/// The number of a cell and the unit behind it: "102.664 s", "48.30%".
struct Measured
{
    std::string_view number, unit;
};

Measured measured(std::string_view cell)
{
    cell = trimmed(cell);
    const size_t end = std::min(cell.find_first_not_of("0123456789.,+-"), cell.size());
    return {cell.substr(0, end), trimmed(cell.substr(end))};
}

/// A unit that cells have where the head of their column has none.
struct CellUnit
{
    std::string_view word;
    double factor; ///< to `unit`
    Unit unit;
};

std::optional<CellUnit> cellUnit(std::string_view word)
{
    constexpr double kibi = 1024, mega = 1e6;
    static constexpr CellUnit units[] = {{"%", 1, Unit::Percent},
                                         {"B", 1 / mega, Unit::Megabytes},
                                         {"bytes", 1 / mega, Unit::Megabytes},
                                         {"KiB", kibi / mega, Unit::Megabytes},
                                         {"MiB", kibi * kibi / mega, Unit::Megabytes},
                                         {"GiB", kibi * kibi * kibi / mega, Unit::Megabytes},
                                         {"kB", 1e3 / mega, Unit::Megabytes},
                                         {"MB", 1, Unit::Megabytes},
                                         {"GB", 1e9 / mega, Unit::Megabytes}};
    for (const CellUnit &unit : units)
        if (word == unit.word)
            return unit;
    if (const int64_t ns = nanosecondsIn(word))
        return CellUnit{word, double(ns), Unit::Nanoseconds};
    return {};
}

/// "77,6941 s": such cells are of a window in a locale with a decimal comma.
bool haveDecimalComma(const Table &table)
{
    constexpr size_t groupedDigits = 3;
    for (const auto &row : table.rows)
        for (const Cell &value : row)
            if (const auto *text = std::get_if<std::string>(&value)) {
                const Measured cell = measured(*text);
                const size_t comma = cell.number.rfind(',');
                if (comma != cell.number.npos && cell.number.find('.') == cell.number.npos && cellUnit(cell.unit) &&
                    cell.number.size() - comma - 1 != groupedDigits)
                    return true;
            }
    return false;
}

/// Tables copied or exported from Nsight Systems' window have the unit in each cell and none in the head. A column of
/// which every cell has one of one kind gets numbers, and the unit in its name as `nsys stats` writes it.
void takeUnitsOfCells(Table &table)
{
    const DecimalSign sign = haveDecimalComma(table) ? DecimalSign::Comma : DecimalSign::Point;
    for (size_t k = 0; k < table.columns.size(); ++k) {
        Column &column = table.columns[k];
        if (column.unit != Unit::Text || isNameColumn(column.name) || column.name.ends_with("Name"))
            continue;
        std::vector<Cell> cells(table.rows.size());
        Unit unit = Unit::Text;
        bool fits = true;
        for (size_t r = 0; r < table.rows.size() && fits; ++r)
            if (const auto *text = std::get_if<std::string>(&table.rows[r][k])) {
                const Measured cell = measured(*text);
                const auto own = cellUnit(cell.unit);
                const auto number = parseNumber(cell.number, sign);
                fits = own && number && (unit == Unit::Text || unit == own->unit);
                if (fits) {
                    unit = own->unit;
                    cells[r] = *number * own->factor;
                }
            }
        if (!fits || unit == Unit::Text)
            continue;
        column.unit = unit;
        column.name += unit == Unit::Percent ? " (%)" : unit == Unit::Nanoseconds ? " (ns)" : " (MB)";
        for (size_t r = 0; r < table.rows.size(); ++r)
            table.rows[r][k] = cells[r];
    }
}

/// A table for each run of gputrc2graph's result.csv, named after it.
void addRuns(const Table &table, FoundTables &found)
{
    const int run = table.columnIndex("Model_Engine");
    std::map<std::string, size_t, std::less<>> places;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const std::string name(table.nameAt(row, run));
        const auto [place, isNew] = places.try_emplace(name, found.tables.size());
        if (isNew) {
            Table part = table;
            part.rows.clear();
            part.title = name;
            found.tables.push_back(std::move(part));
        }
        found.tables[place->second].rows.push_back(table.rows[row]);
    }
}

void finish(Table table, const TextPage &page, size_t header, const std::string &place, FoundTables &found,
            DecimalSign sign)
{
    table.kind = "nsys";
    table.line = page.line(header).number;
    takeUnitsOfCells(table);
    inferNumbers(table, sign);
    if (table.report.empty()) {
        table.report = inferNsysReport(table);
        table.reportNamedInFile = false;
    }
    if (table.report == graphResultReport && !table.rows.empty())
        return addRuns(table, found);
    table.title = TextPage::title(table.report, place, table.line);
    found.tables.push_back(std::move(table));
}

void addColumns(Table &table, const std::vector<std::string_view> &names)
{
    bool areTimes = false; // in ns, as the reports of 2021 name only the total
    for (const std::string_view name : names) {
        table.columns.push_back({std::string(name), unitOfHeader(name)});
        areTimes |= name == "Total Time (ns)";
        if (areTimes && (name == "Average" || name == "Minimum" || name == "Maximum"))
            table.columns.back().unit = Unit::Nanoseconds;
    }
}

template <class Text> std::vector<Cell> typedRow(const Table &table, const std::vector<Text> &cells, DecimalSign sign)
{
    std::vector<Cell> row(table.columns.size());
    for (size_t k = 0; k < std::min(cells.size(), row.size()); ++k)
        row[k] = cellOf(cells[k], table.columns[k].unit, sign);
    return row;
}

/// "55,0": a share as locales with a decimal comma have it, whose digits are grouped by points.
bool hasDecimalComma(std::string_view share)
{
    const size_t comma = trimmed(share).find(',');
    return trimmed(share).find('.') == share.npos && comma != share.npos && comma + 2 == trimmed(share).size() &&
           parseNumber(share, DecimalSign::Comma).has_value();
}

/// A list without shares has the signs of the lists above it, by one program.
bool listsAboveHaveDecimalComma(const TextPage &page, size_t at)
{
    constexpr size_t mostLines = 2'000;
    for (size_t i = at; i-- > 0 && at - i < mostLines;) {
        const std::string_view line = trimmed(page[i]);
        if (page.isTaken(i) && hasDecimalComma(line.substr(0, line.find(' '))))
            return true;
    }
    return false;
}

/// "8,4521,1450" and "2,1712.2" without their commas: Nsight Systems groups digits as the user's locale does, some by
/// four. Its times have one decimal at most, so four digits behind a comma are no decimals. Other texts as they are.
std::string withoutGroupsOfFour(std::string_view cell)
{
    constexpr size_t group = 4;
    const std::string_view text = trimmed(cell);
    const std::string_view whole = text.substr(0, text.find('.'));
    size_t comma = whole.find(',');
    if (comma == whole.npos || comma == 0 || comma > group)
        return std::string(text);
    for (size_t at = 0; at < whole.size(); at = comma + 1) {
        comma = std::min(whole.find(',', at), whole.size());
        const std::string_view digits = whole.substr(at, comma - at);
        if ((at > 0 && digits.size() != group) || digits.find_first_not_of("0123456789") != digits.npos)
            return std::string(text);
    }
    std::string plain(text);
    std::erase(plain, ',');
    return plain;
}

/// A last line without its line end and its last cell was cut off.
void warnWhenCut(const Table &table, bool atOpenEnd, FoundTables &found)
{
    if (!atOpenEnd || table.rows.empty() || !std::holds_alternative<std::monostate>(table.rows.back().back()))
        return;
    found.complete = false;
    found.diagnostics.add("truncated", Core::tr("The file ends in the middle of a row; rows are missing."));
}

/// "+-----+---+": a line of `nsys stats --format table`.
bool isBoxRule(std::string_view line)
{
    const std::string_view text = trimmed(line);
    return text.size() > 4 && text.starts_with("+-") && text.ends_with("-+") &&
           text.find_first_not_of("+-") == std::string_view::npos;
}

/// The cells of a row between the crossings of its rule; the last one goes to the end of the row, as names of several
/// bytes a character are longer than their column. Nothing where the bars stand elsewhere.
std::optional<std::vector<std::string_view>> boxCells(std::string_view row, std::string_view rule)
{
    while (!row.empty() && (row.back() == ' ' || row.back() == '\r'))
        row.remove_suffix(1);
    if (row.empty() || row.back() != '|')
        return {};
    row.remove_suffix(1);
    std::vector<std::string_view> cells;
    for (size_t at = rule.find('+'); at != rule.npos;) {
        const size_t next = rule.find('+', at + 1);
        if (next == rule.npos || at >= row.size() || row[at] != '|')
            return cells.empty() || next != rule.npos ? std::nullopt : std::optional(std::move(cells));
        const bool isLast = rule.find('+', next + 1) == rule.npos;
        cells.push_back(trimmed(row.substr(at + 1, isLast ? row.npos : next - at - 1)));
        at = next;
    }
    return {};
}

/// A table of `nsys stats --format table` whose header is at line `at`.
bool findBoxTable(TextPage &page, size_t at, FoundTables &found)
{
    if (at == 0 || at + 1 >= page.size() || !isBoxRule(page[at - 1]) || !isBoxRule(page[at + 1]))
        return false;
    const std::string_view rule = page[at + 1];
    const auto header = boxCells(page[at], rule);
    if (!header || !looksLikeNsysHeader(*header))
        return false;
    Table table;
    addColumns(table, *header);
    table.report = namedAbove(page, at - 1);
    const std::string place = page.place(at, {});
    page.take(at - 1, at + 2);
    size_t i = at + 2;
    for (; i < page.size() && !isBoxRule(page[i]); ++i) {
        const auto cells = boxCells(page[i], rule);
        if (!cells) {
            found.diagnostics.add("odd-row", Core::tr("Lines of a table that do not fit its columns were left out."),
                                  static_cast<int64_t>(page.line(i).offset), page[i]);
            break;
        }
        table.rows.push_back(typedRow(table, *cells, DecimalSign::Point));
        page.take(i);
    }
    if (i < page.size() && isBoxRule(page[i]))
        page.take(i);
    else
        found.complete = false;
    finish(std::move(table), page, at, place, found, DecimalSign::Point);
    return true;
}

/// What nsys or a shell prints right below a table ("Report file moved to …"): lines that begin with a letter where
/// rows begin with a blank, and no row behind them.
bool isProseUntilABlank(const TextPage &page, size_t at)
{
    for (size_t i = at; i < page.size(); ++i) {
        if (trimmed(page[i]).empty())
            return i > at;
        if (!std::isalpha(static_cast<unsigned char>(page[i].front())))
            return false;
    }
    return true;
}

bool isRule(std::string_view line)
{
    const std::string_view text = trimmed(line);
    return text.size() > 3 && text.find_first_not_of("- ") == std::string_view::npos;
}

} // namespace

bool findNsysTextTable(TextPage &page, size_t at, FoundTables &found)
{
    if (at + 1 >= page.size())
        return false;
    if (trimmed(page[at]).starts_with('|') && findBoxTable(page, at, found))
        return true;
    const auto rule = parseRule(page[at + 1], 3);
    if (!rule || rule->columns.size() < 3)
        return false;
    const auto printed = cutRow(withoutPrefix(page[at], rule->prefix), rule->columns);
    if (!printed)
        return false;
    const TitleAbove title = titleAbove(page, at);
    const std::vector<std::string> names = withUnits(*printed, title);
    const std::vector<std::string_view> header(names.begin(), names.end());
    if (!looksLikeNsysHeader(header))
        return false;
    Table table;
    addColumns(table, header);
    table.report = title.report.empty() ? namedAbove(page, at) : title.report;
    const std::string place = page.place(at, rule->prefix);
    page.take(at, at + 2);
    size_t i = at + 2;
    const bool isIndented = !rule->prefix.empty() && trimmed(rule->prefix).empty();
    const bool hasShares = table.columns.front().unit == Unit::Percent;
    auto sign = !hasShares && listsAboveHaveDecimalComma(page, at) ? DecimalSign::Comma : DecimalSign::Point;
    for (; i < page.size(); ++i) {
        const std::string_view row = withoutPrefix(page[i], rule->prefix);
        if (trimmed(row).empty() || row.starts_with("```") || !namedReport(row).empty() || isRule(row))
            break;
        const auto cells = cutRow(row, rule->columns);
        if (i == at + 2 && cells && hasShares && hasDecimalComma(cells->front()))
            sign = DecimalSign::Comma;
        const auto plainly = [sign](std::string_view cell) {
            return sign == DecimalSign::Comma ? std::string(cell) : withoutGroupsOfFour(cell);
        };
        const bool fits = cells && (parseNumber(plainly(cells->front()), sign) || isNoValue(cells->front()) ||
                                    table.columns.front().unit == Unit::Text);
        if (!fits) {
            if (!isIndented || !isProseUntilABlank(page, i))
                found.diagnostics.add("odd-row",
                                      Core::tr("Lines of a table that do not fit its columns were left out."),
                                      static_cast<int64_t>(page.line(i).offset), page[i]);
            break;
        }
        std::vector<std::string> plain;
        for (size_t k = 0; k < cells->size(); ++k)
            plain.push_back(k < table.columns.size() && table.columns[k].unit != Unit::Text ? plainly((*cells)[k])
                                                                                            : std::string((*cells)[k]));
        table.rows.push_back(typedRow(table, plain, sign));
        page.take(i);
    }
    warnWhenCut(table, i == page.size() && !page.text().ends_with('\n'), found);
    finish(std::move(table), page, at, place, found, sign);
    return true;
}

bool isNsysCsvHeader(std::string_view line)
{
    if (line.size() > (size_t(1) << 20))
        return false;
    const char delimiter = csvDelimiter(line);
    CsvText csv(line, 0, delimiter);
    const auto record = csv.next();
    if (!record || record->size() < 3)
        return false;
    const auto has = [&](std::string_view name) {
        return std::find(record->begin(), record->end(), name) != record->end();
    };
    if (has("Strm") && (has("CorrId") || has("CorrID")))
        return false; // cuda_gpu_trace: a timeline
    std::vector<std::string_view> names;
    for (const std::string &field : *record)
        names.push_back(trimmed(field));
    return looksLikeNsysHeader(names);
}

bool findNsysCsvTable(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    const bool mayBe = line.find("Time") != std::string_view::npos || line.find("Total (") != std::string_view::npos ||
                       line.starts_with("Total,") || line.starts_with("Total\t") ||
                       line.find("Duration") != std::string_view::npos || line.find("TAvg") != std::string_view::npos;
    if (!mayBe || line.find_first_of(",;\t") == std::string_view::npos || !isNsysCsvHeader(line))
        return false;
    const char delimiter = csvDelimiter(line);
    const DecimalSign sign = decimalSign(page.text().substr(size_t(page.line(at).offset)), delimiter);
    CsvText csv(page.text(), page.line(at).offset, delimiter);
    const CsvRecord header = *csv.next();
    Table table;
    for (const std::string &name : header)
        table.columns.push_back({std::string(trimmed(name)), unitOfHeader(trimmed(name))});
    table.report = namedAbove(page, at);
    const std::string place = page.place(at, {});
    size_t end = csv.offset();
    while (const auto record = csv.next()) {
        if (record->size() == 1) // a blank line or prose: the end of the table
            break;
        if (std::ranges::all_of(*record, isRule)) // a table of text whose blanks have become tabs
            continue;
        if (table.rows.size() * header.size() >= maxCells) {
            found.diagnostics.add("too-large", Core::tr("A table with too many cells was read in part."));
            break;
        }
        if (record->size() != header.size())
            found.diagnostics.add("odd-row",
                                  Core::tr("Rows with another number of fields than the header were padded or cut."),
                                  static_cast<int64_t>(end), record->front());
        table.rows.push_back(typedRow(table, *record, sign));
        end = csv.offset();
    }
    if (csv.hadOpenQuote())
        found.diagnostics.add("open-quote", Core::tr("A quote in the CSV is never closed; its line was read as is."));
    if (csv.hadTooManyFields())
        found.diagnostics.add("too-many-columns", Core::tr("Columns beyond the first 20,000 were left out."));
    warnWhenCut(table, end == page.text().size() && !page.text().ends_with('\n'), found);
    page.take(at, page.lineAt(end));
    finish(std::move(table), page, at, place, found, sign);
    return true;
}

} // namespace ws
