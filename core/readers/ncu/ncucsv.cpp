#include "core/base/texts.h"
#include "core/readers/ncu/ncutables.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textvalues.h"

#include <algorithm>

namespace ws {

namespace {

constexpr size_t maxCells = 32'000'000;

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

void setColumns(Table &table, const CsvRecord &header, const CsvRecord *units)
{
    table.columns.clear();
    for (size_t k = 0; k < header.size(); ++k) {
        const std::string name(trimmed(header[k]));
        if (table.report == "details" || isIdentity(name)) {
            table.columns.push_back({name, detailsUnit(name)});
            continue;
        }
        const std::string unit = units && k < units->size() ? std::string(trimmed((*units)[k])) : std::string();
        table.columns.push_back({unit.empty() ? name : name + " (" + unit + ")", rawUnit(unit)});
    }
}

void addRow(Table &table, const CsvRecord &record, DecimalSign sign)
{
    std::vector<Cell> row(table.columns.size());
    for (size_t k = 0; k < std::min(record.size(), row.size()); ++k)
        row[k] = cellOf(record[k], table.columns[k].unit, sign);
    table.rows.push_back(std::move(row));
}

} // namespace

bool isNcuCsvHeader(std::string_view line)
{
    if (line.find("Kernel Name") == std::string_view::npos || line.size() > (size_t(1) << 24))
        return false;
    const auto record = CsvText(line, 0, csvDelimiter(line)).next();
    return record && isNcuHeader(*record);
}

bool findNcuCsv(TextPage &page, size_t at, FoundTables &found)
{
    if (!isNcuCsvHeader(page[at]))
        return false;
    const char delimiter = csvDelimiter(page[at]);
    const DecimalSign sign = delimiter == ';' ? DecimalSign::Comma : DecimalSign::Point;
    CsvText csv(page.text(), page.line(at).offset, delimiter);
    const CsvRecord header = *csv.next();
    Table table;
    table.kind = "ncu";
    table.report = holds(header, "Metric Name") || holds(header, "Section Name") ? "details" : "raw";
    table.line = page.line(at).number;
    table.title = TextPage::title("ncu " + table.report, page.place(at, {}), page.line(at).number);
    setColumns(table, header, nullptr);
    size_t end = csv.offset();
    bool first = true;
    size_t tooLong = 0;
    while (const auto record = csv.next()) {
        const bool noise = record->front().starts_with("==");
        if (record->size() == 1 && !noise)
            break;
        end = csv.offset();
        if (table.rows.size() * header.size() >= maxCells) {
            found.diagnostics.add("too-large", Core::tr("A table with too many cells was read in part."));
            break;
        }
        if (!noise && std::exchange(first, false) && table.report == "raw" && isUnitsRow(header, *record))
            setColumns(table, header, &*record);
        else if (!noise)
            addRow(table, *record, sign);
        tooLong += !noise && record->size() > header.size() + 1 ? 1 : 0;
    }
    if (tooLong > 0)
        found.diagnostics.add("odd-row", Core::tr("Fields beyond the header's last column were left out."), -1, {},
                              tooLong);
    if (csv.hadOpenQuote()) {
        found.complete = false;
        found.diagnostics.add("truncated", Core::tr("The CSV ends inside a quoted field; rows may be missing."));
    }
    if (csv.hadTooManyFields())
        found.diagnostics.add("too-many-columns", Core::tr("Columns beyond the first 20,000 were left out."));
    page.take(at, page.lineAt(end));
    found.tables.push_back(std::move(table));
    return true;
}

} // namespace ws
