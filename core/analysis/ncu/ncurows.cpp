#include "core/analysis/ncu/ncurows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace ws {
namespace {

constexpr std::string_view ncuKind = "ncu-kernels";

constexpr std::array metrics{&NcuKernel::durationUs,        &NcuKernel::smPercent,
                             &NcuKernel::memoryPercent,     &NcuKernel::dramGBs,
                             &NcuKernel::l1HitPercent,      &NcuKernel::l2HitPercent,
                             &NcuKernel::achievedOccupancy, &NcuKernel::theoreticalOccupancy,
                             &NcuKernel::occupancyRatio,    &NcuKernel::registers};

Severity severityFrom(std::string_view word)
{
    for (const Severity severity : {Severity::Low, Severity::Medium, Severity::High})
        if (word == severityName(severity))
            return severity;
    return word == "critical" ? Severity::High : Severity::None;
}

/// A metric that both have, with two values: they are two launches, not two sections of one. Values computed from
/// others differ in the last digits.
bool contradict(const NcuKernel &a, const NcuKernel &b)
{
    constexpr double rounding = 5e-4;
    return std::ranges::any_of(metrics, [&](auto field) {
        if (!(a.*field) || !(b.*field))
            return false;
        const double x = *(a.*field), y = *(b.*field);
        return std::abs(x - y) > rounding * std::max(std::abs(x), std::abs(y));
    });
}

} // namespace

void NcuRow::fill(const NcuRow &other)
{
    for (const auto field : metrics)
        if (!(kernel.*field))
            kernel.*field = other.kernel.*field;
    severity = std::max(severity, other.severity);
    if (other.finding.size() > finding.size()) // the fuller export holds the other's rules
        finding = other.finding;
}

const Table *ncuTableOf(const Run &run)
{
    const auto found = std::ranges::find(run.tables, ncuKind, &Table::kind);
    return found == run.tables.end() ? nullptr : &*found;
}

std::vector<std::string> ncuDevices(const Run &run)
{
    std::vector<std::string> names;
    for (const Table &table : run.tables) {
        if (table.kind != "ncu")
            continue;
        const int ofReport = table.columnIndex("Device Name"); // of a .ncu-rep; else of the raw page
        const int column = ofReport >= 0 ? ofReport : table.columnIndex("device__attribute_display_name");
        for (size_t row = 0; column >= 0 && row < table.rows.size(); ++row)
            if (const std::string name(table.nameAt(row, column));
                !name.empty() && std::ranges::find(names, name) == names.end())
                names.push_back(name);
    }
    return names;
}

std::vector<NcuRow> ncuRowsOf(const Table &table)
{
    const auto text = [&](const std::vector<Cell> &row, const char *name) {
        const int column = table.columnIndex(name);
        const auto *value = column < 0 ? nullptr : std::get_if<std::string>(&row[size_t(column)]);
        return value ? *value : std::string();
    };
    const auto number = [&](const std::vector<Cell> &row, const char *name) -> std::optional<double> {
        const int column = table.columnIndex(name);
        const auto *value = column < 0 ? nullptr : std::get_if<double>(&row[size_t(column)]);
        return value ? std::optional(*value) : std::nullopt;
    };
    std::vector<NcuRow> rows;
    for (const std::vector<Cell> &cells : table.rows) {
        NcuRow row;
        row.kernel.id = text(cells, "ID");
        row.kernel.name = text(cells, "Kernel");
        row.kernel.grid = text(cells, "Grid");
        row.kernel.block = text(cells, "Block");
        row.kernel.durationUs = number(cells, "Duration (us)");
        row.kernel.smPercent = number(cells, "SM (%)");
        row.kernel.memoryPercent = number(cells, "Memory (%)");
        row.kernel.dramGBs = number(cells, "DRAM (GB/s)");
        row.kernel.l1HitPercent = number(cells, "L1 hit (%)");
        row.kernel.l2HitPercent = number(cells, "L2 hit (%)");
        row.kernel.achievedOccupancy = number(cells, "Achieved occupancy (%)");
        row.kernel.theoreticalOccupancy = number(cells, "Theoretical occupancy (%)");
        row.kernel.occupancyRatio = number(cells, "Achieved of theoretical occupancy (%)");
        row.kernel.registers = number(cells, "Registers");
        row.severity = severityFrom(text(cells, "Severity"));
        row.finding = text(cells, "Bottlenecks");
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<NcuRow> ncuLaunches(const std::vector<RunPtr> &ncu)
{
    std::vector<NcuRow> launches;
    std::map<std::array<std::string, 4>, std::vector<size_t>> known;
    for (const RunPtr &run : ncu) {
        const Table *table = ncuTableOf(*run);
        if (!table)
            continue;
        const size_t first = launches.size(); // equal rows of one file are launches of their own
        std::map<size_t, bool> taken;
        for (NcuRow &row : ncuRowsOf(*table)) {
            const NcuKernel &kernel = row.kernel;
            std::vector<size_t> &same = known[{kernel.id, kernel.name, kernel.grid, kernel.block}];
            const auto found = std::ranges::find_if(same, [&](size_t k) {
                return k < first && !taken[k] && !kernel.id.empty() && !contradict(launches[k].kernel, kernel);
            });
            if (found != same.end()) {
                launches[*found].fill(row);
                taken[*found] = true;
            } else {
                same.push_back(launches.size());
                launches.push_back(std::move(row));
            }
        }
    }
    return launches;
}

Table ncuTableOfRows(const std::vector<NcuRow> &rows)
{
    std::vector<NcuKernel> kernels;
    for (const NcuRow &row : rows)
        kernels.push_back(row.kernel);
    Table table = ncuKernelTable(kernels);
    const auto severity = size_t(table.columnIndex("Severity")), finding = size_t(table.columnIndex("Bottlenecks"));
    const auto text = [](std::string_view value) { return value.empty() ? Cell() : Cell(std::string(value)); };
    for (size_t k = 0; k < rows.size(); ++k) {
        table.rows[k][severity] = text(severityName(rows[k].severity));
        table.rows[k][finding] = text(rows[k].finding);
    }
    return table;
}

std::string nameOfFinding(std::string_view text)
{
    if (text.starts_with('['))
        text.remove_prefix(std::min(text.size(), text.find(']') + 1));
    while (text.starts_with(' '))
        text.remove_prefix(1);
    const std::string_view rule = text.substr(0, text.find(": "));
    if (rule.size() < text.size() && rule.find(' ') == rule.npos)
        return std::string(rule);
    const size_t open = text.find(" (");
    constexpr size_t maxName = 60;
    return open == text.npos || open > maxName ? std::string() : std::string(text.substr(0, open));
}

std::vector<std::string> findingsOf(std::string_view cell)
{
    // ncu's sentences may hold "; " themselves.
    const bool hasSeverities = cell.starts_with('[');
    const auto begins = [hasSeverities](std::string_view text) {
        return !hasSeverities || text.starts_with("[high] ") || text.starts_with("[medium] ") ||
               text.starts_with("[low] ");
    };
    std::vector<std::string> list;
    for (size_t at = cell.find("; "); at != cell.npos;) {
        const bool isEnd = begins(cell.substr(at + 2));
        if (isEnd) {
            list.emplace_back(cell.substr(0, at));
            cell.remove_prefix(at + 2);
        }
        at = cell.find("; ", isEnd ? 0 : at + 2);
    }
    if (!cell.empty())
        list.emplace_back(cell);
    return list;
}

} // namespace ws
