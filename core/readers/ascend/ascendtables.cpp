#include "core/readers/ascend/ascendtables.h"

#include "core/base/texts.h"
#include "core/readers/ascend/tasktimeline.h"
#include "core/readers/nsys/nsystrace.h"
#include "core/readers/toolkit/csvtext.h"
#include "core/readers/toolkit/textlines.h"
#include "core/readers/toolkit/textpage.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/textvalues.h"
#include "core/readers/toolkit/utf8names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>

namespace ws {
namespace {

constexpr size_t maxCells = 32'000'000; ///< a bound for rows padded to a hostile header
constexpr size_t exactDigits = 12;      ///< before the point; with three decimals a double holds them exactly

constexpr const char *taskTimeReport = "task_time"; ///< of msprof

/// A header with all the columns, ignoring blanks, belongs to this table.
struct TableKind
{
    const char *report;
    std::initializer_list<std::string_view> columns;
};

const TableKind kinds[] = {
    {"kernel_details", {"AcceleratorCore", "Duration(us)"}},
    {"op_summary", {"TaskType", "TaskStartTime(us)"}},
    {"op_summary", {"TaskType", "StartTime(us)", "TaskDuration(us)"}},
    {"op_statistic", {"OPType", "CoreType", "TotalTime(us)"}},
    {"communication_statistic", {"OPType", "Count", "TotalTime(us)", "Ratio(%)"}},
    {"api_statistic", {"Level", "APIName", "Time(us)"}},
    {"operator_details", {"HostSelfDuration(us)", "DeviceSelfDuration(us)"}},
    {"step_trace_time", {"Communication(NotOverlapped)", "Computing", "Free"}},
    {taskTimeReport, {"kernel_name", "kernel_type", "task_time(us)"}},
    {"memory_record", {"Component", "Timestamp(us)", "TotalAllocated(MB)"}},
    {"operator_memory", {"Name", "Size(KB)", "AllocationTime(us)"}},
};

std::string withoutBlanks(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, ' ');
    return plain;
}

const TableKind *kindOf(std::string_view text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.size() > 20'000 || line.find_first_of(",;\t") == line.npos)
        return nullptr;
    auto header = CsvText(line, 0, csvDelimiter(line)).next();
    if (!header)
        return nullptr;
    for (std::string &name : *header)
        name = withoutBlanks(trimmed(name));
    for (const TableKind &kind : kinds)
        if (std::all_of(kind.columns.begin(), kind.columns.end(), [&](std::string_view name) {
                return std::find(header->begin(), header->end(), name) != header->end();
            }))
            return &kind;
    return nullptr;
}

/// A row is an operator or a collective that ran; of task_time any task.
bool hasTasks(const TableKind &kind)
{
    return std::string_view(kind.report) == "kernel_details" || std::string_view(kind.report) == "op_summary" ||
           kind.report == taskTimeReport;
}

/// What a row of step_trace_time is of: "Step", "Device_id", and of several ranks "Type" (rank, stage), "Index" (0 and
/// "(0, 1, 2)"), "DP Index".
bool isLabel(std::string_view report, std::string_view column)
{
    return report == "step_trace_time" &&
           (column == "Step" || column == "Type" || column.ends_with("Index") || column.find("Device") != column.npos);
}

/// step_trace_time has µs without naming the unit.
Unit unitOf(std::string_view report, std::string_view column)
{
    const Unit said = unitOfHeader(column);
    const bool isStepTime = report == "step_trace_time" && !isLabel(report, column);
    return isStepTime && (said == Unit::Text || said == Unit::Number) ? Unit::Microseconds : said;
}

bool isTooLong(std::string_view number)
{
    return std::min(number.find_first_not_of("0123456789"), number.size()) > exactDigits;
}

/// A column is text when the header gives no unit and a cell is not a number, or when a number has too many digits.
void settleUnit(Table &table, size_t k, const std::vector<CsvRecord> &records, DecimalSign sign)
{
    Column &column = table.columns[k];
    bool numbers = false, others = false, tooLong = false;
    for (const CsvRecord &record : records) {
        const std::string_view cell = k < record.size() ? trimmed(record[k]) : std::string_view();
        if (isNoValue(cell))
            continue;
        const bool isNumber = parseNumber(cell, sign).has_value();
        numbers |= isNumber;
        others |= !isNumber;
        tooLong |= isNumber && isTooLong(cell);
    }
    const bool isIndex = isLabel(table.report, column.name) && column.name.ends_with("Index");
    if (column.unit == Unit::Text && numbers && !others && !isIndex)
        column.unit = Unit::Number;
    if (tooLong)
        column.unit = Unit::Text;
}

Table tableOf(const TableKind &kind, const CsvRecord &header, CsvText &csv, DecimalSign sign, TaskTimeline *timeline,
              FoundTables &found)
{
    Table table;
    table.kind = "ascend";
    table.report = table.title = kind.report;
    table.reportNamedInFile = false;
    table.line = 1;
    for (const std::string &name : header)
        table.columns.push_back({std::string(trimmed(name)), unitOf(kind.report, trimmed(name))});
    std::vector<CsvRecord> records;
    uint64_t odd = 0;
    for (size_t at = csv.offset(); auto record = csv.next(); at = csv.offset()) {
        if (record->size() == 1 && trimmed(record->front()).empty())
            continue;
        if (records.size() * header.size() >= maxCells) {
            found.diagnostics.add("too-large", Core::tr("A table with too many cells was read in part."));
            break;
        }
        odd += record->size() != header.size();
        if (timeline)
            timeline->add(*record, at);
        records.push_back(std::move(*record));
    }
    if (odd)
        found.diagnostics.add(
            "odd-row", Core::tr("Rows with another number of fields than the header were padded or cut."), -1, {}, odd);
    for (size_t k = 0; k < header.size(); ++k)
        settleUnit(table, k, records, sign);
    for (CsvRecord &record : records) {
        std::vector<Cell> row(header.size());
        for (size_t k = 0; k < std::min(record.size(), row.size()); ++k)
            row[k] = cellOf(record[k], table.columns[k].unit, sign);
        table.rows.push_back(std::move(row));
        CsvRecord().swap(record);
    }
    return table;
}

} // namespace

Match matchAscendTable(const Head &head)
{
    std::string storage;
    return head.container != Container::Sqlite && kindOf(headText(head, storage)) ? Match::Certain : Match::No;
}

Result<RunPtr> readAscendTable(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    const auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    const TableKind *kind = kindOf(*text);
    if (!kind)
        return Error{ErrorKind::Malformed, Core::tr("the header of the table is damaged"), source.path(), 0};
    const char delimiter = csvDelimiter(text->substr(0, text->find('\n')));
    const DecimalSign sign = decimalSign(*text, delimiter);
    CsvText csv(*text, 0, delimiter);
    FoundTables found;
    const CsvRecord header = *csv.next();
    TaskTimeline timeline(*run, header, sign);
    run->tables.push_back(tableOf(*kind, header, csv, sign, hasTasks(*kind) ? &timeline : nullptr, found));
    if (csv.hadOpenQuote()) {
        run->info.complete = false;
        run->diagnostics.add("truncated", Core::tr("The CSV ends inside a quoted field; rows may be missing."));
    }
    for (const Diagnostic &d : found.diagnostics.all())
        run->diagnostics.add(d.kind, d.message, d.firstOffset, d.example, d.count);
    run->info.format = "ascend-table";
    const auto hasTimes = timeline.finish(progress);
    if (!hasTimes)
        return hasTimes.error();
    const FileStamp stamp = source.stamp();
    if (*hasTimes && (source.container() != Container::Plain || stamp.size == int64_t(text->size()))) {
        (*run->info.header)["columns"] = header; // offsets are of the file's own text
        (*run->info.header)["delimiter"] = std::string(1, delimiter);
        run->seek = source.seekIndex();
        if (run->seek)
            run->eventText = std::make_shared<TraceRowText>();
    }
    noteInvalidUtf8(*run);
    return RunPtr(run);
}

} // namespace ws
