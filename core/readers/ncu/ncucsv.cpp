#include "core/base/texts.h"
#include "core/readers/ncu/ncutables.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace ws {

namespace {

constexpr size_t maxNcuCells = 32'000'000;

bool holds(const CsvRecord &record, std::string_view name)
{
    return std::find(record.begin(), record.end(), name) != record.end();
}

bool isNcuHeader(const CsvRecord &record)
{
    return holds(record, "ID") && holds(record, "Kernel Name") &&
           (holds(record, "Metric Name") || holds(record, "Section Name") || holds(record, "Process ID"));
}

Unit detailsUnit(std::string_view name)
{
    if (name == "Metric Value")
        return Unit::Number;
    return name == "Estimated Speedup" ? Unit::Percent : Unit::Text;
}

/// Units of the raw page's second row.
Unit rawUnit(std::string_view unit)
{
    if (unit == "%")
        return Unit::Percent;
    if (unit == "ns" || unit == "nsecond")
        return Unit::Nanoseconds;
    if (unit == "us" || unit == "usecond")
        return Unit::Microseconds;
    if (unit == "ms" || unit == "msecond")
        return Unit::Milliseconds;
    if (unit == "byte")
        return Unit::Bytes;
    return Unit::Number;
}

bool isIdentity(std::string_view name)
{
    return name == "ID" || name == "Process ID" || name == "Process Name" || name == "Host Name" ||
           name == "Kernel Name" || name == "Kernel Time" || name == "Context" || name == "Stream" ||
           name == "Block Size" || name == "Grid Size" || name == "Device" || name == "CC" ||
           name.starts_with("thread ");
}

/// The first record after a raw page's header holds units when it has no kernel.
bool isUnitsRow(const CsvRecord &header, const CsvRecord &record)
{
    const auto id = std::find(header.begin(), header.end(), "ID") - header.begin();
    const auto name = std::find(header.begin(), header.end(), "Kernel Name") - header.begin();
    const auto at = [&](std::ptrdiff_t k) { return k < std::ssize(record) ? record[static_cast<size_t>(k)] : ""; };
    return at(id).empty() && at(name).empty();
}

/// Where a program has written text without a line end, a line of ncu stands behind it: its header or a row, whose
/// first field is the number of a launch. Only quotes tell where that begins.
size_t quotedBegin(std::string_view line, bool isHeader)
{
    for (size_t at = line.find('"', 1); at != std::string_view::npos; at = line.find('"', at + 1)) {
        const std::string_view field = line.substr(at + 1, line.find('"', at + 1) - at - 1);
        const bool fits = isHeader ? field == "ID"
                                   : !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
        const std::string_view between = line.substr(at + field.size() + 1, 3); // ","
        if (fits && between.size() == 3 && between.front() == '"' && between.back() == '"' &&
            (between[1] == ',' || between[1] == ';' || between[1] == '\t'))
            return at;
    }
    return std::string_view::npos;
}

/// Where a header of ncu begins in the line; npos: nowhere.
size_t headerBegin(std::string_view line)
{
    constexpr size_t longest = size_t(1) << 24;
    if (line.find("Kernel Name") == std::string_view::npos || line.size() > longest)
        return std::string_view::npos;
    for (const size_t at : {size_t(0), quotedBegin(line, true)})
        if (at != std::string_view::npos)
            if (const auto record = CsvText(line, at, csvDelimiter(line.substr(at))).next();
                record && isNcuHeader(*record))
                return at;
    return std::string_view::npos;
}

bool isFence(std::string_view line)
{
    return line.starts_with("```") || line.starts_with("~~~") || line.starts_with("# ") || line.starts_with("##");
}

/// The CSV of one ncu: the lines of the profiled program stand between its rows, and each further process that it
/// profiles begins with a header of its own, which may have other columns.
class NcuCsvParser
{
public:
    NcuCsvParser(TextPage &page, size_t at, size_t begin, FoundTables &found)
        : m_page(page), m_found(found), m_delimiter(csvDelimiter(page[at].substr(begin))),
          m_sign(decimalSign(page.text().substr(size_t(page.line(at).offset)), m_delimiter)),
          m_csv(page.text(), page.line(at).offset + begin, m_delimiter),
          m_isQuoted(page[at].substr(begin).starts_with('"'))
    {
        m_table.kind = "ncu";
        m_table.line = page.line(at).number;
        const CsvRecord header = *m_csv.next();
        m_table.report = pageOf(header);
        m_table.title = TextPage::title("ncu " + m_table.report, page.place(at, {}), page.line(at).number);
        takeHeader(header);
        page.take(at, page.lineAt(m_csv.offset()));
    }

    void run()
    {
        bool isBroken = false; // by a heading: what has a header of its own is another document
        for (size_t i = m_page.lineAt(m_csv.offset()); i < m_page.size(); i = m_page.lineAt(m_csv.offset())) {
            const size_t begin = m_page.line(i).offset;
            const size_t next = i + 1 < m_page.size() ? m_page.line(i + 1).offset : m_page.text().size();
            const std::string_view line = m_page[i];
            isBroken = isBroken || isFence(line);
            const size_t in = m_page.isTaken(i) ? std::string_view::npos : recordBegin(line);
            if (in == std::string_view::npos) {
                m_csv.goTo(next);
                continue;
            }
            m_csv.goTo(begin + in);
            const auto record = m_csv.next();
            if (isNcuHeader(*record)) {
                if (isBroken || pageOf(*record) != m_table.report)
                    break;
                takeHeader(*record);
            } else if (!takeRow(*record)) {
                m_csv.goTo(next);
                continue;
            }
            m_page.take(i, m_page.lineAt(m_csv.offset()));
            if (m_isFull)
                break;
        }
        finish();
    }

private:
    static std::string pageOf(const CsvRecord &header)
    {
        return holds(header, "Metric Name") || holds(header, "Section Name") ? "details" : "raw";
    }

    /// Where a record may begin in the line; npos: nowhere.
    size_t recordBegin(std::string_view line) const
    {
        if (mayBeRecord(line))
            return 0;
        if (!m_isQuoted)
            return std::string_view::npos;
        const size_t header = headerBegin(line);
        return header != std::string_view::npos ? header : quotedBegin(line, false);
    }

    /// Rows begin with the launch's number, headers with "ID", the units of a raw page with nothing; all of them with a
    /// quote where the first header does.
    bool mayBeRecord(std::string_view line) const
    {
        if (line.starts_with('"') != m_isQuoted)
            return false;
        line.remove_prefix(m_isQuoted);
        const char first = line.empty() ? '=' : line.front();
        return (first >= '0' && first <= '9') || first == '"' || first == m_delimiter || line.starts_with("ID");
    }

    void takeHeader(const CsvRecord &header)
    {
        m_header = header;
        m_id = size_t(std::ranges::find(header, "ID") - header.begin());
        m_numbers.clear();
        for (const std::string_view name : {"Process ID", "Context", "Stream", "Device"})
            if (const auto column = std::ranges::find(header, name); column != header.end())
                m_numbers.push_back(size_t(column - header.begin()));
        m_name = size_t(std::ranges::find(header, "Kernel Name") - header.begin());
        m_isFirst = m_table.report == "raw";
        placeColumns(nullptr);
    }

    /// Where the fields of a record belong in the table; columns that it lacks are added.
    void placeColumns(const CsvRecord *units)
    {
        if (m_table.rows.empty())
            m_table.columns.clear();
        m_places.clear();
        std::unordered_map<std::string, std::deque<size_t>> free; // columns of a name that no field of this record has
        for (size_t at = 0; at < m_table.columns.size(); ++at)
            free[m_table.columns[at].name].push_back(at);
        for (size_t k = 0; k < m_header.size(); ++k) {
            Column column = columnOf(k, units);
            std::deque<size_t> &places = free[column.name];
            if (places.empty()) {
                m_places.push_back(m_table.columns.size());
                m_table.columns.push_back(std::move(column));
            } else {
                m_places.push_back(places.front());
                places.pop_front();
            }
        }
    }

    Column columnOf(size_t k, const CsvRecord *units) const
    {
        const std::string name(trimmed(m_header[k]));
        if (m_table.report == "details" || isIdentity(name))
            return {name, detailsUnit(name)};
        const std::string unit = units && k < units->size() ? std::string(trimmed((*units)[k])) : std::string();
        return {unit.empty() ? name : name + " (" + unit + ")", rawUnit(unit)};
    }

    /// False: it is no row of ncu, but a line of the program.
    bool takeRow(const CsvRecord &record)
    {
        if (m_isFirst && isUnitsRow(m_header, record)) {
            m_isFirst = false;
            placeColumns(&record);
            return true;
        }
        const auto field = [&](size_t k) { return k < record.size() ? trimmed(record[k]) : std::string_view(); };
        const bool hasId =
            !field(m_id).empty() && field(m_id).find_first_not_of("0123456789") == std::string_view::npos;
        const bool hasName = !field(m_name).empty() && !parseNumber(field(m_name)); // no kernel is called like a number
        const bool isProgram = hasId && (!hasName || std::ranges::any_of(m_numbers, [&](size_t k) {
                                   return !field(k).empty() && !parseNumber(field(k));
                               }));
        if (m_isQuoted ? isProgram || (!hasId && (!field(m_id).empty() || !hasName)) : !hasId || !hasName)
            return false;
        m_isFirst = false;
        if (m_table.rows.size() * m_header.size() >= maxNcuCells) {
            m_found.diagnostics.add("too-large", Core::tr("A table with too many cells was read in part."));
            m_isFull = true;
            return true;
        }
        std::vector<Cell> row(m_table.columns.size());
        for (size_t k = 0; k < std::min(record.size(), m_places.size()); ++k)
            row[m_places[k]] = cellOf(record[k], m_table.columns[m_places[k]].unit, m_sign);
        m_table.rows.push_back(std::move(row));
        m_tooLong += record.size() > m_header.size() + 1;
        return true;
    }

    void finish()
    {
        for (std::vector<Cell> &row : m_table.rows)
            row.resize(m_table.columns.size());
        if (m_tooLong > 0)
            m_found.diagnostics.add("odd-row", Core::tr("Fields beyond the header's last column were left out."), -1,
                                    {}, m_tooLong);
        if (m_csv.hadOpenQuote()) {
            m_found.complete = false;
            m_found.diagnostics.add("truncated", Core::tr("The CSV ends inside a quoted field; rows may be missing."));
        }
        if (m_csv.hadTooManyFields())
            m_found.diagnostics.add("too-many-columns", Core::tr("Columns beyond the first 20,000 were left out."));
        m_found.tables.push_back(std::move(m_table));
    }

    TextPage &m_page;
    FoundTables &m_found;
    const char m_delimiter;
    const DecimalSign m_sign;
    CsvText m_csv;
    const bool m_isQuoted;
    Table m_table;
    CsvRecord m_header;
    std::vector<size_t> m_places;  ///< column of the table for each field
    size_t m_id = 0, m_name = 0;   ///< fields of the header
    std::vector<size_t> m_numbers; ///< its fields that hold numbers
    size_t m_tooLong = 0;
    bool m_isFirst = false; ///< the next record may be the units of a raw page
    bool m_isFull = false;
};

} // namespace

bool isNcuCsvHeader(std::string_view line)
{
    return headerBegin(line) != std::string_view::npos;
}

bool findNcuCsv(TextPage &page, size_t at, FoundTables &found)
{
    const size_t begin = headerBegin(page[at]);
    if (begin == std::string_view::npos)
        return false;
    NcuCsvParser(page, at, begin, found).run();
    return true;
}

} // namespace ws
