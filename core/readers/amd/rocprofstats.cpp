// findRocprofStats(): "Name","Calls","TotalDurationNs","AverageNs","Percentage" … as CSV, rocprof-compute's
// pmc_kernel_top.csv, "Kernel_Name,Count,Sum(ns),Mean(ns),Median(ns),Pct", and the tables that rocprofv3
// --summary prints, "| NAME | DOMAIN | CALLS | DURATION (nsec) | …", one for each domain and one for all, which repeats
// the others.

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

/// What rocprof's versions call copies and sets in their tables: of the first one's copy_stats.csv "CopyHostToDevice"
/// and "FillBuffer" of --hip-trace, "async-copy" of --hsa-trace.
bool isCopyOrSet(std::string_view name)
{
    return name.starts_with("MEMORY_COPY_") || name == "async-copy" || name == "FillBuffer" ||
           (name.starts_with("Copy") && name.find("To") != name.npos);
}

/// "kernel_stats", or what the calls are of.
std::string reportOf(const Table &table)
{
    size_t calls = 0, copies = 0, allocations = 0;
    for (const auto &row : table.rows)
        if (const auto *name = std::get_if<std::string>(&row.front())) {
            copies += isCopyOrSet(*name);
            allocations += name->starts_with("MEMORY_ALLOCATION_") || name->starts_with("SCRATCH_MEMORY_");
            calls += name->starts_with("hip") || name->starts_with("hsa_") || name->starts_with("nccl") ||
                             name->ends_with("_API") || *name == "KERNEL_DISPATCH"
                         ? 1
                         : 0;
        }
    if (allocations > 0 && allocations == table.rows.size())
        return "memory_allocation_stats"; // timed on the CPU
    if (2 * calls > table.rows.size())
        return "api_stats";
    return copies > 0 && copies == table.rows.size() ? "memory_copy_stats" : "kernel_stats";
}

std::vector<std::string_view> barCells(std::string_view line, size_t count)
{
    line = trimmed(line);
    std::vector<std::string_view> cells;
    if (line.size() < 3 || !line.starts_with('|') || !line.ends_with('|'))
        return cells;
    line = line.substr(1, line.size() - 2);
    while (count == 0 || cells.size() + 1 < count) { // from the right: names may hold a bar
        const size_t bar = line.rfind('|');
        if (bar == line.npos)
            break;
        cells.push_back(trimmed(line.substr(bar + 1)));
        line = line.substr(0, bar);
    }
    cells.push_back(trimmed(line));
    std::ranges::reverse(cells);
    return cells;
}

/// "DURATION (nsec)" of --summary and "Sum(ns)" of rocprof-compute, both in another unit where one was asked for.
ws::Column columnWithUnit(std::string_view name)
{
    const size_t open = name.find('(');
    const std::string_view word =
        open == name.npos ? std::string_view() : name.substr(open + 1, name.find(')') - open - 1);
    const int64_t ns = nanosecondsIn(word);
    const Unit unit = ns == 1                                                       ? Unit::Nanoseconds
                      : ns == 1000                                                  ? Unit::Microseconds
                      : ns == 1'000'000                                             ? Unit::Milliseconds
                      : ns == 1'000'000'000                                         ? Unit::Seconds
                      : word == "INC" || name == "Pct"                              ? Unit::Percent
                      : name == "CALLS" || name == "Count"                          ? Unit::Count
                      : name == "NAME" || name == "DOMAIN" || name == "Kernel_Name" ? Unit::Text
                                                                                    : Unit::Number;
    return {std::string(trimmed(ns ? name.substr(0, open) : name)), unit};
}

/// "ROCPROFV3 KERNEL_DISPATCH SUMMARY:" above says the domain.
std::string domainAbove(const TextPage &page, size_t at)
{
    for (size_t i = at; i-- > 0 && i + 4 > at;) {
        const std::string_view line = trimmed(page[i]);
        constexpr std::string_view begin = "ROCPROFV3 ", end = "SUMMARY:";
        if (line.starts_with(begin) && line.ends_with(end))
            return std::string(trimmed(line.substr(begin.size(), line.size() - begin.size() - end.size())));
        if (!line.empty())
            break;
    }
    return {};
}

bool findRocprofSummary(TextPage &page, size_t at, FoundTables &found)
{
    const std::string_view line = page[at];
    if (line.find("| NAME") == line.npos && line.find("|NAME") == line.npos && line.find(" NAME ") == line.npos)
        return false;
    const auto names = barCells(line, 0);
    if (names.size() < 5 || names[0] != "NAME" || names[1] != "DOMAIN" || names[2] != "CALLS" ||
        !names[3].starts_with("DURATION"))
        return false;
    Table table;
    table.kind = "rocprof";
    table.line = page.line(at).number;
    for (const std::string_view name : names)
        table.columns.push_back(columnWithUnit(name));
    page.take(at);
    for (size_t i = at + 1; i < page.size() && table.rows.size() < maxRows; ++i) {
        const auto cells = barCells(page[i], names.size());
        if (cells.empty())
            break;
        page.take(i);
        if (cells.front().find_first_not_of("-:") == std::string_view::npos)
            continue; // the rule
        std::vector<Cell> row;
        for (size_t k = 0; k < std::min(cells.size(), names.size()); ++k)
            row.push_back(cellOf(cells[k], table.columns[k].unit));
        if (cells.size() != names.size() || !std::holds_alternative<double>(row[2])) {
            found.diagnostics.add("odd-row", Core::tr("Lines of a table that do not fit its columns were left out."),
                                  static_cast<int64_t>(page.line(i).offset), page[i]);
            continue;
        }
        table.rows.push_back(std::move(row));
    }
    const std::string domain = domainAbove(page, at);
    const bool repeats = std::ranges::any_of(found.tables, [](const Table &other) {
        return other.kind == "rocprof" && (other.report == "kernel_stats" || other.report == "memory_copy_stats");
    });
    table.report = domain == "KERNEL_DISPATCH" ? "kernel_stats"
                   : domain == "MEMORY_COPY"   ? "memory_copy_stats"
                   : !domain.empty()           ? "api_stats"
                   : repeats                   ? "summary"
                                               : "all_stats";
    if (table.report == "all_stats")
        for (size_t row = 0; row < table.rows.size(); ++row) {
            const std::string_view of = table.nameAt(row, 1);
            table.rowKinds.push_back(of == "KERNEL_DISPATCH" || of == "MEMORY_COPY" ? RowKind::DeviceWork
                                                                                    : RowKind::Plain);
        }
    table.title =
        "rocprof " + table.report + (domain.empty() || table.report != "api_stats" ? "" : " (" + domain + ")");
    found.tables.push_back(std::move(table));
    return true;
}

} // namespace

bool findRocprofStats(TextPage &page, size_t at, FoundTables &found)
{
    if (findRocprofSummary(page, at, found))
        return true;
    const std::string_view line = page[at];
    const bool isTop = line.starts_with("Kernel_Name,Count,Sum(");
    if ((line.find("TotalDurationNs") == line.npos && !isTop) || line.size() > 4096)
        return false;
    CsvText csv(page.text(), page.line(at).offset, ',');
    const auto header = csv.next();
    if (!header || header->empty() ||
        (!isTop &&
         (trimmed(header->front()) != "Name" || std::find(header->begin(), header->end(), "Calls") == header->end())))
        return false;
    Table table;
    table.kind = "rocprof";
    table.reportNamedInFile = false;
    table.line = page.line(at).number;
    for (const std::string &name : *header)
        table.columns.push_back(isTop ? columnWithUnit(trimmed(name))
                                      : ws::Column{std::string(trimmed(name)), unitOf(trimmed(name))});
    size_t end = csv.offset();
    while (auto record = csv.next()) {
        if (record->size() == 1 || table.rows.size() == maxRows)
            break;
        if (record->size() > table.columns.size()) { // rocprof v1 writes names without quotes, also those with commas
            const auto behindName = record->begin() + 1 + ptrdiff_t(record->size() - table.columns.size());
            for (auto part = record->begin() + 1; part != behindName; ++part)
                record->front() += ',' + *part;
            record->erase(record->begin() + 1, behindName);
        }
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

void nameRocprofStatsByFile(const QString &path, std::vector<Table> &tables)
{
    if (!path.section(u'/', -1).contains(QStringLiteral("marker_api_stats")))
        return;
    for (Table &table : tables)
        if (table.kind == "rocprof" && table.report == "kernel_stats" && !table.reportNamedInFile) {
            table.report = "marker_api_stats";
            table.title = "rocprof " + table.report;
        }
}

} // namespace ws
