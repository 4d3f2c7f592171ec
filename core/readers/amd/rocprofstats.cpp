// findRocprofStats(): "Name","Calls","TotalDurationNs","AverageNs","Percentage" …

#include "core/readers/amd/rocprofcsv.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textvalues.h"

#include "core/base/texts.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t maxRows = 1'000'000;

Unit unitOf(std::string_view name)
{
    if (name == "Name")
        return Unit::Text;
    if (name == "Calls")
        return Unit::Count;
    if (name == "Percentage" || name.ends_with("(%)"))
        return Unit::Percent;
    return name.ends_with("Ns") ? Unit::Nanoseconds : Unit::Number;
}

/// "kernel_stats", or what the calls are of.
std::string reportOf(const Table &table)
{
    size_t calls = 0, copies = 0;
    for (const auto &row : table.rows)
        if (const auto *name = std::get_if<std::string>(&row.front())) {
            copies += name->starts_with("MEMORY_COPY_") ? 1 : 0;
            calls += name->starts_with("hip") || name->starts_with("hsa_") || name->starts_with("nccl") ||
                             name->ends_with("_API") || *name == "KERNEL_DISPATCH"
                         ? 1
                         : 0;
        }
    if (2 * calls > table.rows.size())
        return "api_stats";
    return copies > 0 && copies == table.rows.size() ? "memory_copy_stats" : "kernel_stats";
}

} // namespace

bool findRocprofStats(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    if (line.find("TotalDurationNs") == line.npos || line.size() > 4096)
        return false;
    CsvText csv(page.text(), page.line(at).offset, ',');
    const auto header = csv.next();
    if (!header || header->empty() || trimmed(header->front()) != "Name" ||
        std::find(header->begin(), header->end(), "Calls") == header->end())
        return false;
    Table table;
    table.kind = "rocprof";
    table.reportNamedInFile = false;
    table.line = page.line(at).number;
    for (const std::string &name : *header)
        table.columns.push_back({std::string(trimmed(name)), unitOf(trimmed(name))});
    size_t end = csv.offset();
    while (const auto record = csv.next()) {
        if (record->size() == 1 || table.rows.size() == maxRows)
            break;
        std::vector<Cell> row(table.columns.size());
        for (size_t k = 0; k < std::min(record->size(), row.size()); ++k)
            row[k] = cellOf(trimmed((*record)[k]), table.columns[k].unit);
        table.rows.push_back(std::move(row));
        end = csv.offset();
    }
    if (csv.hadOpenQuote()) {
        found.complete = false;
        found.diagnostics.add("truncated", Core::tr("The CSV ends inside a quoted field; rows may be missing."));
    }
    table.report = reportOf(table);
    table.title = TextPage::title("rocprof " + table.report, page.place(at, {}), table.line);
    page.take(at, page.lineAt(end));
    found.tables.push_back(std::move(table));
    return true;
}

} // namespace ws
