#include "core/report/stageexport.h"

#include "core/report/csv.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace ws {

namespace {

std::string number(double value)
{
    char text[400];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
    return {text, end};
}

// Nanoseconds as seconds, exactly: "1.25", "0.000000001", "3".
std::string seconds(int64_t ns)
{
    std::string text = std::to_string(ns / 1'000'000'000);
    std::string rest = std::to_string(1'000'000'000 + ns % 1'000'000'000);
    rest[0] = '.';
    rest.erase(rest.find_last_not_of('0') + 1);
    if (rest.size() > 1)
        text += rest;
    return text;
}

// As numpy rounds: half to even after scaling.
double rounded(double value, double scale)
{
    return std::nearbyint(value * scale) / scale;
}

// As Python's round() of one number: by its exact decimal value (5.55 is less than 5.55 in binary, so 5.5).
double roundedTenth(double value)
{
    char text[400];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 1).ptr;
    std::from_chars(text, end, value);
    return value;
}

double asSeconds(int64_t ns)
{
    return static_cast<double>(ns) / 1e9;
}

double originalNonGpu(const StageExportRun &run)
{
    const double gpu = rounded(asSeconds(run.sums.all.elapsedNs), 10);
    return std::max(0.0, roundedTenth(asSeconds(run.nonGpu.totalNs)) - gpu);
}

struct ResultRow
{
    std::string_view substage;
    size_t run = 0;
    size_t name = noName; ///< noName: CPU(non-GPU)
};

std::vector<ResultRow> resultRows(std::span<const StageExportRun> runs)
{
    std::vector<ResultRow> rows;
    for (size_t r = 0; r < runs.size(); ++r) {
        const std::vector<NameSum> &sums = runs[r].sums.names;
        const size_t first = rows.size();
        for (size_t name = 0; name < sums.size(); ++name)
            if (sums[name].count)
                rows.push_back({runs[r].substageOf(name), r, name});
        std::stable_sort(
            rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
            [&](const ResultRow &a, const ResultRow &b) { return sums[a.name].elapsedNs > sums[b.name].elapsedNs; });
        if (runs[r].nonGpu.source != NonGpu::None)
            rows.push_back({nonGpuLabel, r, noName});
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ResultRow &a, const ResultRow &b) { return a.substage < b.substage; });
    return rows;
}

// Seconds of a pivot cell: exact, and as added up by the script.
struct PivotCell
{
    int64_t ns = 0;
    double sec = 0;
    bool isKnown = true; ///< false: CPU(non-GPU) of a run without a total
};
using Pivot = std::map<std::string_view, std::vector<PivotCell>>;

Pivot pivotOf(std::span<const StageExportRun> runs)
{
    Pivot pivot;
    for (size_t r = 0; r < runs.size(); ++r) {
        const auto cell = [&](std::string_view substage) -> PivotCell & {
            auto &cells = pivot[substage];
            cells.resize(runs.size());
            return cells[r];
        };
        for (size_t name = 0; name < runs[r].sums.names.size(); ++name) {
            if (runs[r].sums.names[name].count == 0)
                continue;
            PivotCell &sum = cell(runs[r].substageOf(name));
            sum.ns += runs[r].sums.names[name].elapsedNs;
            sum.sec += asSeconds(runs[r].sums.names[name].elapsedNs);
        }
        if (runs[r].nonGpu.source == NonGpu::None)
            continue;
        PivotCell &sum = cell(nonGpuLabel);
        sum.ns += runs[r].nonGpu.ns;
        sum.sec += originalNonGpu(runs[r]);
    }
    if (const auto row = pivot.find(nonGpuLabel); row != pivot.end())
        for (size_t r = 0; r < runs.size(); ++r)
            row->second[r].isKnown = runs[r].nonGpu.source != NonGpu::None;
    return pivot;
}

std::vector<size_t> columnOrder(std::span<const StageExportRun> runs, Rounding rounding)
{
    std::vector<size_t> order(runs.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto tail = [&](size_t i) {
        const std::string_view label = runs[i].label;
        const size_t mark = label.rfind('_');
        return mark == std::string_view::npos ? label : label.substr(mark + 1);
    };
    if (rounding == Rounding::Original)
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return tail(a) < tail(b); });
    return order;
}

} // namespace

std::string_view StageExportRun::substageOf(size_t name) const
{
    return byName ? classes->names->text(name) : std::string_view(classes->groups[classes->group[name]].substage);
}

std::vector<StageRow> moduleRows(const Classification &classes, const NameSums &sums)
{
    std::vector<StageRow> rows = stageRowsWithNames(classes, sums, 0); // no rule takes any of them
    for (StageRow &row : rows)
        row.stage = moduleStage;
    std::ranges::stable_sort(rows, std::greater<>(), [](const StageRow &row) { return row.sum.elapsedNs; });
    return rows;
}

std::string originalLabel(const StageMapping &mapping, std::string_view fileName, size_t index)
{
    constexpr std::string_view suffix = ".nsys-rep";
    std::string name(fileName);
    for (size_t at = name.find(suffix); at != std::string::npos; at = name.find(suffix))
        name.erase(at, suffix.size());
    std::string label = mapping.model;
    for (const std::string &part : {mapping.engine, name, std::to_string(index)}) {
        label += '_';
        label += part;
    }
    return label;
}

std::string modelEngine(const StageMapping &mapping, std::string_view given, std::string_view fileName,
                        std::string_view part, size_t index)
{
    std::string label(given.empty() ? fileName : given);
    if (!part.empty())
        label.append(1, '#').append(part);
    return given.empty() ? originalLabel(mapping, label, index) : label;
}

std::string resultCsv(std::span<const StageExportRun> runs, Rounding rounding, CsvStyle style)
{
    std::string text;
    CsvWriter csv(text, style);
    for (const char *title : {"Model_Engine", "Substage", "Instances", "Name", "Elapsed Time (sec)"})
        csv << title;
    csv.endRow();
    for (const ResultRow &row : resultRows(runs)) {
        const StageExportRun &run = runs[row.run];
        const bool nonGpu = row.name == noName;
        const NameSum sum = nonGpu ? NameSum{1, 0, run.nonGpu.ns} : run.sums.names[row.name];
        csv << run.label << row.substage << sum.count << (nonGpu ? nonGpuLabel : run.classes->names->text(row.name));
        csv << (nonGpu && rounding == Rounding::Original ? number(originalNonGpu(run)) : seconds(sum.elapsedNs));
        csv.endRow();
    }
    return text;
}

static nlohmann::ordered_json namesJson(const Classification &classes, const NameSums &sums, size_t group)
{
    std::map<std::string_view, NameSum> named; // the same kernel may stand in several rows
    for (size_t name = 0; name < sums.names.size(); ++name)
        if (classes.group[name] == group && sums.names[name].count)
            named[classes.names->text(name)].add(sums.names[name]);
    std::vector<std::pair<std::string_view, NameSum>> sorted(named.begin(), named.end());
    std::ranges::stable_sort(sorted, std::greater<>(), [](const auto &entry) { return entry.second.elapsedNs; });
    auto names = nlohmann::ordered_json::array();
    for (const auto &[name, sum] : sorted)
        names.push_back({{"name", name}, {"count", sum.count}, {"totalNs", sum.totalNs}, {"elapsedNs", sum.elapsedNs}});
    return names;
}

nlohmann::ordered_json stageRowsJson(const Classification &classes, const NameSums &sums, bool byName)
{
    auto rows = nlohmann::ordered_json::array();
    for (const StageRow &row : byName ? moduleRows(classes, sums) : stageRows(classes, sums)) {
        rows.push_back({{"stage", row.stage},
                        {"substage", row.substage},
                        {"count", row.sum.count},
                        {"totalNs", row.sum.totalNs},
                        {"elapsedNs", row.sum.elapsedNs}});
        if (row.stage == unmatchedLabel && row.substage == unmatchedLabel && !sums.overlapKnown)
            rows.back()["names"] = namesJson(classes, sums, row.group);
    }
    return rows;
}

std::string pivotCsv(std::span<const StageExportRun> runs, Rounding rounding, CsvStyle style)
{
    const std::vector<size_t> order = columnOrder(runs, rounding);
    const bool original = rounding == Rounding::Original;
    std::string text;
    CsvWriter csv(text, style);
    csv << "Substage";
    for (size_t column : order)
        csv << runs[column].label;
    csv.endRow();
    std::vector<PivotCell> totals(runs.size());
    for (const auto &[substage, cells] : pivotOf(runs)) {
        csv << substage;
        for (size_t column : order) {
            const double cell = rounded(cells[column].sec, 100);
            totals[column].ns += cells[column].ns;
            totals[column].sec += cell;
            csv << (!cells[column].isKnown ? std::string() : original ? number(cell) : seconds(cells[column].ns));
        }
        csv.endRow();
    }
    csv << "total_elapsed_sec";
    for (size_t column : order)
        csv << (original ? number(rounded(totals[column].sec, 100)) : seconds(totals[column].ns));
    csv.endRow();
    return text;
}

} // namespace ws
