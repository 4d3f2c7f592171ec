// What tables say that list no kernels, for the headline of an overview: layers and inferences of TensorRT, Ascend's
// times of steps, collectives, links, operators and memory, DeepSpeed's step, and calls of the CPU.

#include "core/analysis/compare/printedrows.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/nanoseconds.h"
#include "core/model/nestedslices.h"
#include "core/model/ownshares.h"
#include "core/report/overviewlists.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace ws {
namespace {

constexpr size_t maxLayerRows = 10, maxRowsOfTable = 7;
constexpr size_t longestLayerName = 80; ///< characters

/// A column of times whose name holds one of the texts; -1: none.
int timeColumn(const Table &table, std::initializer_list<std::string_view> texts)
{
    for (const std::string_view text : texts)
        for (size_t k = 0; k < table.columns.size(); ++k)
            if (nanosecondsPer(table.columns[k].unit) > 0 && table.columns[k].name.find(text) != std::string::npos)
                return int(k);
    return -1;
}

int64_t nsAt(const Table &table, size_t row, int column)
{
    const double ns = table.numberAt(row, column) * nanosecondsPer(table.columns[size_t(column)].unit);
    return std::isfinite(ns) ? std::llround(std::clamp(ns, 0.0, 4e18)) : 0;
}

/// The number of runs that means and totals are of; 0: they do not tell.
int64_t runsOf(double totalNs, double meanNs)
{
    const double runs = meanNs > 0 ? totalNs / meanNs : 0;
    return runs >= 1 && runs < 1e12 && std::abs(runs - std::round(runs)) < 0.05 + 1e-5 * runs ? std::llround(runs) : 0;
}

/// Times by name as a list, the longest first; `ofNs` is their sum.
OverviewList timesList(std::string id, std::vector<OverviewRow> rows, size_t maxRows)
{
    OverviewList list{std::move(id), {}, 0, std::move(rows)};
    for (const OverviewRow &row : list.rows)
        list.ofNs = saturatingAdd(list.ofNs, row.ns);
    std::ranges::stable_sort(list.rows, std::greater{}, &OverviewRow::ns);
    if (list.rows.size() > maxRows + 1) {
        list.restRows = list.rows.size() - maxRows;
        for (size_t k = maxRows; k < list.rows.size(); ++k)
            list.restNs = saturatingAdd(list.restNs, list.rows[k].ns);
        list.rows.resize(maxRows);
    }
    for (OverviewRow &row : list.rows)
        row.share = list.ofNs > 0 ? double(row.ns) / double(list.ofNs) : 0;
    return list;
}

QString largestText(const OverviewList &list)
{
    const OverviewRow &first = list.rows.front();
    return (list.of == OverviewList::Of::OwnShares ? Core::tr("The largest in its rows is %1: %2 (%3).")
                                                   : Core::tr("The largest is %1: %2 (%3)."))
        .arg(first.name, formatRounded(first.ns), formatPercent(first.share));
}

QString layersText(const Table &table, Overview &overview)
{
    const int name = std::max(table.columnIndex("name"), table.columnIndex("Layer")),
              mean = timeColumn(table, {"average", "Avg"}), total = timeColumn(table, {"timeMs", "Time"});
    if (name < 0 || mean < 0)
        return {};
    std::vector<OverviewRow> rows;
    double totalNs = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        OverviewRow layer;
        layer.name = toText(cutInMiddle(table.nameAt(row, name), longestLayerName)); // fused layers name all of theirs
        layer.ns = nsAt(table, row, mean);
        totalNs += total >= 0 && total != mean ? double(nsAt(table, row, total)) : 0;
        rows.push_back(std::move(layer));
    }
    OverviewList list = timesList("layers", std::move(rows), maxLayerRows);
    if (list.ofNs <= 0)
        return {};
    const auto own = sharesOfMissingRows(table); // a paste that is cut
    if (own) {
        list.of = OverviewList::Of::OwnShares;
        list.ofNs = std::llround(std::min(double(list.ofNs) / own->percent * 100, 4e18));
        for (OverviewRow &row : list.rows)
            row.share = double(row.ns) / double(list.ofNs);
    }
    const QString all = formatRounded(list.ofNs);
    const auto said = table.totals.find("runs");
    const int64_t runs = own                          ? 0
                         : said != table.totals.end() ? std::llround(std::clamp(said->second, 0.0, 1e12))
                                                      : runsOf(totalNs, double(list.ofNs));
    list.title = own ? Core::tr("Layers of the engine, of about %1 in a run, of which %2 are in its rows")
                           .arg(all, formatPercent(own->percent / 100))
                     : Core::tr("Layers of the engine, of %1 in a run").arg(all);
    const QString largest = largestText(list);
    const QString text =
        own ? Core::tr("A run of the engine takes about %1 in its layers, by the file's own shares, of "
                       "which %2 are in its rows.")
                  .arg(all, formatPercent(own->percent / 100))
        : runs > 1 ? Core::tr("A run of the engine takes %1 in its layers, in the mean of %2 runs.")
                         .arg(all, formatCount(runs))
                   : Core::tr("A run of the engine takes %1 in its layers.").arg(all);
    const bool isOne = list.rows.size() == 1;
    overview.lists.push_back(std::move(list));
    return isOne ? text : sentences({text, largest});
}

QString inferencesText(const Table &table)
{
    const auto median = [&](std::string_view column) -> std::optional<int64_t> {
        const int at = table.columnIndex(column);
        std::vector<int64_t> times;
        for (size_t row = 0; at >= 0 && row < table.rows.size(); ++row)
            if (std::holds_alternative<double>(table.rows[row][size_t(at)]))
                times.push_back(nsAt(table, row, at));
        std::ranges::sort(times);
        return times.empty() ? std::nullopt : std::optional(percentileNs(times, 50));
    };
    const auto compute = median("computeMs"), latency = median("latencyMs");
    if (!compute)
        return {};
    const QString text = Core::tr("An inference computes for %1 on the GPU, at the median of %2.")
                             .arg(formatRounded(*compute), formatCount(int64_t(table.rows.size())));
    return latency ? sentences(
                         {text,
                          Core::tr("With the copies of inputs and results it takes %1.").arg(formatRounded(*latency))})
                   : text;
}

} // namespace

QString describeEngine(const Table &table, Overview &overview)
{
    if (table.kind != "tensorrt")
        return {};
    return table.report == "layers" ? layersText(table, overview) : inferencesText(table);
}

namespace {

/// What a table of Ascend's step times says (step_trace_time.csv, cluster_step_trace_time.csv): for how much of its
/// time a rank computes, communicates while nothing computes, and is free, as the profiler itself has summed it up.
enum StepPart : uint8_t { Computing, Exposed, Free, stepParts };
constexpr std::array<std::string_view, stepParts> columnsOfParts{"Computing", "Communication(Not Overlapped)", "Free"};

struct StepTime
{
    QString name; ///< "rank 3", "step 50", "step 50 of rank 3"
    double allNs = 0;
    std::array<double, stepParts> share{};
};

QString nameOfStep(const Table &table, size_t row)
{
    const auto text = [&](std::string_view column) {
        const int at = table.columnIndex(column);
        if (at < 0)
            return QString();
        const Cell &cell = table.rows[row][size_t(at)];
        if (const auto *number = std::get_if<double>(&cell))
            return QString::number(*number);
        return toText(table.nameAt(row, at));
    };
    const QString rank = text("Index"), step = text("Step");
    if (rank.isEmpty())
        return step.isEmpty() ? QString() : Core::tr("step %1").arg(step);
    return step.isEmpty() ? Core::tr("rank %1").arg(rank) : Core::tr("step %1 of rank %2").arg(step, rank);
}

std::vector<StepTime> stepTimes(const Table &table)
{
    std::array<int, stepParts> at{};
    for (size_t part = 0; part < stepParts; ++part)
        if ((at[part] = table.columnIndex(columnsOfParts[part])) < 0)
            return {};
    const int type = table.columnIndex("Type");
    std::vector<StepTime> all;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        if (type >= 0 && table.nameAt(row, type) != "rank")
            continue;
        StepTime step{nameOfStep(table, row)};
        std::array<double, stepParts> ns{}; // numbers in cells are finite
        for (size_t part = 0; part < stepParts; ++part) {
            ns[part] = table.numberAt(row, at[part]) * nanosecondsPer(table.columns[size_t(at[part])].unit);
            step.allNs += ns[part];
        }
        const bool areThere = std::ranges::all_of(
            at, [&](int column) { return std::holds_alternative<double>(table.rows[row][size_t(column)]); });
        if (!areThere || std::ranges::any_of(ns, [](double one) { return one < 0; }) ||
            !(step.allNs > 0 && step.allNs < 4e18))
            continue;
        for (size_t part = 0; part < stepParts; ++part)
            step.share[part] = ns[part] / step.allNs;
        all.push_back(std::move(step));
    }
    return all;
}

/// "51.6 % (rank 5) to 87.4 % (rank 1)"; names where the rows differ by more than they are rounded to.
QString rangeText(const std::vector<StepTime> &steps, StepPart part)
{
    const auto by = [part](const StepTime &a, const StepTime &b) { return a.share[part] < b.share[part]; };
    const auto [least, most] = std::ranges::minmax_element(steps, by);
    const auto one = [part](const StepTime &step) {
        const QString percent = formatPercent(step.share[part]);
        return step.name.isEmpty() ? percent : Core::tr("%1 (%2)").arg(percent, step.name);
    };
    const QString first = formatPercent(least->share[part]);
    return first == formatPercent(most->share[part]) ? first : Core::tr("%1 to %2").arg(one(*least), one(*most));
}

} // namespace

bool isStepTimes(const Table &table)
{
    return table.kind == "ascend" && table.report == "step_trace_time";
}

QString stepTimesText(const Table &table)
{
    const std::vector<StepTime> steps = stepTimes(table);
    if (steps.empty())
        return {};
    if (steps.size() == 1)
        return Core::tr(
                   "By the profiler's own sums the NPU computes in %1 of %2, communicates while nothing computes in "
                   "%3, and is free in %4.")
            .arg(rangeText(steps, Computing), formatRounded(std::llround(steps[0].allNs)), rangeText(steps, Exposed),
                 rangeText(steps, Free));
    return Core::tr("By the profiler's own sums for %1 ranks or steps the NPU computes in %2 of the time, communicates "
                    "while nothing computes in %3, and is free in %4.")
        .arg(formatCount(int64_t(steps.size())), rangeText(steps, Computing), rangeText(steps, Exposed),
             rangeText(steps, Free));
}

namespace {

/// "hcom_allReduce" of "hcom_allReduce__170_1_1", which HCCL numbers by group and call.
std::string_view collectiveName(std::string_view operation)
{
    return operation.substr(0, operation.find("__"));
}

constexpr std::string_view totalOfOperations = "Total Op Info";

std::vector<OverviewRow> rowsOf(const std::map<std::string, OverviewRow> &byName)
{
    std::vector<OverviewRow> rows;
    for (const auto &[name, row] : byName)
        if (row.ns > 0) {
            rows.push_back(row);
            rows.back().name = toText(name);
            rows.back().meanNs = row.count ? row.ns / int64_t(row.count) : 0;
        }
    return rows;
}

/// Ascend's communication.json: HCCL's operations with how long each waits and moves data.
QString collectivesText(const Table &table, Overview &overview)
{
    const int name = table.columnIndex("Name"), elapsed = table.columnIndex("Elapse Time(ms)"),
              waiting = table.columnIndex("Wait Time(ms)"), moving = table.columnIndex("Transit Time(ms)");
    if (name < 0 || elapsed < 0 || waiting < 0 || moving < 0)
        return {};
    const int step = table.columnIndex("Step"), group = table.columnIndex("Group"), of = table.columnIndex("Rank");
    std::map<std::string, OverviewRow> byName;
    const auto textOf = [&](size_t row, int column) -> std::string {
        if (column < 0)
            return {};
        const Cell &cell = table.rows[row][size_t(column)];
        const auto *text = std::get_if<std::string>(&cell);
        return text ? *text : std::to_string(std::llround(std::clamp(table.numberAt(row, column), -1e15, 1e15)));
    };
    std::set<std::array<std::string, 3>> collectives; // what several ranks did together is one
    std::map<std::string, int64_t> waitsOfRank;
    int64_t count = 0, waitingNs = 0, movingNs = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const std::string_view operation = table.nameAt(row, name);
        if (operation == totalOfOperations || nsAt(table, row, elapsed) <= 0)
            continue;
        OverviewRow &sum = byName[std::string(collectiveName(operation))];
        sum.ns = saturatingAdd(sum.ns, nsAt(table, row, elapsed));
        ++sum.count;
        ++count;
        if (of >= 0) {
            collectives.insert({textOf(row, step), textOf(row, group), std::string(operation)});
            int64_t &waits = waitsOfRank[textOf(row, of)];
            waits = saturatingAdd(waits, nsAt(table, row, waiting));
        }
        waitingNs = saturatingAdd(waitingNs, nsAt(table, row, waiting));
        movingNs = saturatingAdd(movingNs, nsAt(table, row, moving));
    }
    OverviewList list = timesList("collectives", rowsOf(byName), maxRowsOfTable);
    if (list.rows.empty())
        return {};
    const QString all = formatRounded(list.ofNs);
    const auto part = [&](int64_t ns) {
        return Core::tr("%1 (%2)").arg(formatRounded(ns), formatPercent(double(ns) / double(list.ofNs)));
    };
    const bool isOfRanks = waitsOfRank.size() > 1 && waitingNs > 0;
    const auto least = std::ranges::min_element(waitsOfRank, {}, &std::pair<const std::string, int64_t>::second),
               most = std::ranges::max_element(waitsOfRank, {}, &std::pair<const std::string, int64_t>::second);
    const QString sum =
        isOfRanks ? Core::tr("By the profiler's own times the ranks together spend %1 in collectives and transfers (%2 "
                             "×): rank %3 "
                             "waits longest for others, %4, rank %5 least, %6.")
                        .arg(all, formatCount(int64_t(collectives.size())), toText(most->first),
                             formatRounded(most->second), toText(least->first), formatRounded(least->second))
        : waitingNs + movingNs <= 0
            ? Core::tr("By the profiler's own times %1 collectives and transfers take %2, added up; it does not tell "
                       "waiting from moving data in them.")
                  .arg(formatCount(count), all)
            : Core::tr("By the profiler's own times %1 collectives and transfers take %2, added up: %3 is waiting for "
                       "other ranks, %4 is moving data.")
                  .arg(formatCount(count), all, part(waitingNs), part(movingNs));
    constexpr double muchOfAll = 0.1;
    const int64_t restNs = list.ofNs - waitingNs - movingNs;
    const QString rest = !isOfRanks && waitingNs + movingNs > 0 && double(restNs) >= muchOfAll * double(list.ofNs)
                             ? Core::tr("%1 is neither, which it calls idle.").arg(part(restNs))
                             : QString();
    const QString largest = list.rows.size() > 1 ? largestText(list) : QString();
    list.title = Core::tr("Collectives and transfers, of %1 added up").arg(all);
    overview.lists.push_back(std::move(list));
    return sentences({sum, rest, largest});
}

/// Ascend's communication_matrix.json: how fast the links between two ranks are.
QString linksText(const Table &table)
{
    const int name = table.columnIndex("Name"), link = table.columnIndex("Link"),
              transport = table.columnIndex("Transport Type"), megabytes = table.columnIndex("Transit Size(MB)"),
              speed = table.columnIndex("Bandwidth(GB/s)");
    if (name < 0 || link < 0 || transport < 0 || megabytes < 0 || speed < 0)
        return {};
    std::vector<size_t> rows;
    double largest = 0;
    for (size_t row = 0; row < table.rows.size(); ++row)
        if (table.nameAt(row, name) == totalOfOperations && table.nameAt(row, transport) != "LOCAL" &&
            table.numberAt(row, speed) > 0) {
            rows.push_back(row);
            largest = std::max(largest, table.numberAt(row, megabytes));
        }
    constexpr double smallPart = 0.01; // of what the busiest link moves: latency, no bandwidth
    std::erase_if(rows, [&](size_t row) { return table.numberAt(row, megabytes) < smallPart * largest; });
    if (rows.empty())
        return {};
    const auto [slowest, fastest] =
        std::ranges::minmax(rows, {}, [&](size_t row) { return table.numberAt(row, speed); });
    const auto one = [&](size_t row) {
        return Core::tr("%1 GB/s (%2, %3)")
            .arg(formatNumber(table.numberAt(row, speed)), toText(table.nameAt(row, link)),
                 toText(table.nameAt(row, transport)));
    };
    return rows.size() == 1 ? Core::tr("The link between two ranks moves data at %1.").arg(one(slowest))
                            : Core::tr("Links between ranks move data at %1 to %2.").arg(one(slowest), one(fastest));
}

/// Ascend's operator_details.csv: a row a call.
QString deviceOperatorsText(const Table &table, Overview &overview)
{
    const int name = table.columnIndex("Name"), own = table.columnIndex("Device Self Duration(us)");
    if (name < 0 || own < 0)
        return {};
    std::map<std::string, OverviewRow> byName;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        OverviewRow &sum = byName[std::string(table.nameAt(row, name))];
        sum.ns = saturatingAdd(sum.ns, nsAt(table, row, own));
        ++sum.count;
    }
    OverviewList list = timesList("operators", rowsOf(byName), maxRowsOfTable);
    if (list.rows.empty())
        return {};
    const QString all = formatRounded(list.ofNs);
    list.title = Core::tr("Operators by self time, of %1 on the device").arg(all);
    overview.lists.push_back(std::move(list));
    return sentences(
        {Core::tr("Operators take %1 of self time on the device.").arg(all), largestText(overview.lists.back())});
}

/// The largest number of a column of megabytes, in rows of this component (empty: all); 0: there is none.
double mostMegabytes(const Table &table, std::string_view column, std::string_view component)
{
    const int at = table.columnIndex(column), of = table.columnIndex("Component");
    double most = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) // 0 without the column
        if (component.empty() || table.nameAt(row, of) == component)
            most = std::max(most, table.numberAt(row, at));
    return std::min(most, 1e9);
}

/// The component of a memory_record.csv that is the allocator's whole: PyTorch's and the graph engine's, else
/// PyTorch's. "APP" is the process as the driver sees it, which allocates nothing. Empty: the file tells no components.
std::string_view allocatorOf(const Table &table)
{
    const int of = table.columnIndex("Component");
    for (const std::string_view component : {"PTA+GE", "PTA"})
        for (size_t row = 0; of >= 0 && row < table.rows.size(); ++row)
            if (table.nameAt(row, of) == component)
                return component;
    return {};
}

/// Ascend's memory_record.csv and operator_memory.csv.
QString memoryText(const Table &table)
{
    constexpr double bytesPerMegabyte = 1024 * 1024;
    const bool isRecord = table.report == "memory_record";
    const std::string_view reservedColumn = isRecord ? "Total Reserved(MB)" : "Allocation Total Reserved(MB)";
    const auto bytesText = [](double megabytes) { return formatBytes(std::llround(megabytes * bytesPerMegabyte)); };
    const std::string_view allocator = allocatorOf(table);
    const double reserved = mostMegabytes(table, reservedColumn, allocator),
                 allocated = mostMegabytes(table, isRecord ? "Total Allocated(MB)" : "Allocation Total Allocated(MB)",
                                           allocator),
                 process = allocator.empty() ? 0 : mostMegabytes(table, reservedColumn, "APP");
    if (reserved <= 0)
        return {};
    return sentences({allocated > 0
                          ? Core::tr("At most the allocator reserves %1 of the device's memory, and has given out %2.")
                                .arg(bytesText(reserved), bytesText(allocated))
                          : Core::tr("At most %1 of the device's memory are reserved.").arg(bytesText(reserved)),
                      process > 0 ? Core::tr("The process holds up to %1.").arg(bytesText(process)) : QString()});
}

/// The flops profiler of DeepSpeed: its times stand in a table of quantities, as texts with their units.
QString trainingStepText(const Table &table)
{
    const int quantity = table.columnIndex("Quantity"), value = table.columnIndex("Value");
    const auto valueOf = [&](std::string_view wanted) {
        for (size_t row = 0; quantity >= 0 && value >= 0 && row < table.rows.size(); ++row)
            if (const std::string_view name = table.nameAt(row, quantity);
                name == wanted || (name.starts_with(wanted) && name.substr(wanted.size()).starts_with(" = ")))
                return toText(table.nameAt(row, value));
        return QString();
    };
    const QString step = valueOf("iter latency"), forward = valueOf("fwd latency"), backward = valueOf("bwd latency"),
                  update = valueOf("step latency"), speed = valueOf("FLOPS per GPU"),
                  forwardSpeed = valueOf("fwd FLOPS per GPU");
    if (!step.isEmpty() && !forward.isEmpty() && !backward.isEmpty() && !update.isEmpty() && !speed.isEmpty())
        return Core::tr("A step takes %1 (forward %2, backward %3, update %4), %5 per GPU.")
            .arg(step, forward, backward, update, speed);
    return forward.isEmpty() || forwardSpeed.isEmpty()
               ? QString()
               : Core::tr("A forward pass takes %1, %2 per GPU.").arg(forward, forwardSpeed);
}

/// rocprof's sums of whole domains: "KERNEL_DISPATCH", "HIP_RUNTIME_API_EXT".
QString dispatchesText(const Table &table)
{
    const int name = table.columnIndex("Name"), calls = table.columnIndex("Calls"),
              total = timeColumn(table, {"TotalDurationNs"});
    for (size_t row = 0; name >= 0 && calls >= 0 && total >= 0 && row < table.rows.size(); ++row)
        if (table.nameAt(row, name) == "KERNEL_DISPATCH")
            return Core::tr("All kernels together take %1 in %2 dispatches; of single ones nothing is in the file.")
                .arg(formatRounded(nsAt(table, row, total)),
                     formatCount(std::llround(std::clamp(table.numberAt(row, calls), 0.0, 1e15))));
    return {};
}

QString mostTimeText(const OverviewRow &call)
{
    return Core::tr("The most time goes to %1: %2 (%3 ×), %4.")
        .arg(call.name, formatRounded(call.ns), formatCount(int64_t(call.count)), formatPercent(call.share));
}

using CallRows = std::vector<std::pair<std::string, std::vector<OverviewRow>>>; ///< by the title of their table

void addCall(CallRows &tables, const std::string &title, std::string_view name, int64_t ns, uint64_t calls)
{
    if (tables.empty() || tables.back().first != title)
        tables.emplace_back(title, std::vector<OverviewRow>());
    OverviewRow &row = tables.back().second.emplace_back();
    row.name = toText(name);
    row.ns = ns;
    row.count = calls;
    row.meanNs = calls ? ns / int64_t(calls) : 0;
}

/// Ascend's api_statistic.csv: a call of one level holds those of the next ("acl" those of "runtime"), so that only
/// times of one level add up.
void addLevels(const Table &table, CallRows &tables)
{
    const int level = table.columnIndex("Level"), name = table.columnIndex("API Name"),
              count = table.columnIndex("Count"), time = table.columnIndex("Time(us)");
    if (level < 0 || name < 0 || count < 0 || time < 0)
        return;
    std::set<std::string_view> levels;
    for (size_t row = 0; row < table.rows.size(); ++row)
        levels.insert(table.nameAt(row, level));
    for (const std::string_view own : levels)
        for (size_t row = 0; row < table.rows.size(); ++row)
            if (table.nameAt(row, level) == own && nsAt(table, row, time) > 0)
                addCall(tables, std::string(own), table.nameAt(row, name), nsAt(table, row, time),
                        uint64_t(std::clamp(table.numberAt(row, count), 0.0, 1e15)));
}

/// Calls of the CPU, table by table, and the largest of the longest table.
QString callsText(const Run &run, Overview &overview)
{
    constexpr std::string_view levels = "api_statistic";
    CallRows tables;
    for (const Table &table : run.tables)
        if (table.report == levels)
            addLevels(table, tables);
    for (const PrintedCall &call : printedCalls(run))
        if (call.ns > 0 && call.table != levels && call.name != "KERNEL_DISPATCH" && !call.name.ends_with("_API") &&
            !call.name.ends_with("_API_EXT"))
            addCall(tables, call.table, call.name, call.ns, call.calls);
    QString text;
    int64_t longest = 0;
    for (auto &[title, rows] : tables) {
        OverviewList list = timesList("calls", std::move(rows), maxRowsOfTable);
        list.title = Core::tr("Calls, of %1 on the CPU").arg(formatRounded(list.ofNs));
        if (tables.size() > 1)
            list.title = labelled(shownTitle(title), list.title);
        if (list.ofNs > longest) {
            longest = list.ofNs;
            text = sentences({Core::tr("The file lists calls of the CPU, not the work of the device."),
                              mostTimeText(list.rows.front())});
        }
        overview.lists.push_back(std::move(list));
    }
    return text;
}

} // namespace

QString unifiedMemoryText(const Run &run)
{
    int64_t toDeviceNs = 0, toHostNs = 0;
    for (const Table &table : run.tables) {
        const int name = table.columnIndex("Name"), total = table.columnIndex("Total Time");
        for (size_t row = 0; table.report == "unified_memory" && name >= 0 && total >= 0 && row < table.rows.size();
             ++row)
            if (const std::string_view of = table.nameAt(row, name); of == "Host To Device" || of == "Device To Host") {
                int64_t &sum = of.starts_with("Host") ? toDeviceNs : toHostNs;
                sum = saturatingAdd(sum, nsAt(table, row, total));
            }
    }
    const int64_t all = saturatingAdd(toDeviceNs, toHostNs);
    return all > 0 ? Core::tr("Beside it pages of unified memory are copied for %1: %2 to the device, %3 to the host.")
                         .arg(formatRounded(all), formatRounded(toDeviceNs), formatRounded(toHostNs))
                   : QString();
}

QString callsAloneText(const Run &run, Overview &overview)
{
    const Diagnostic *said = run.diagnostics.find(callsAlone);
    if (!said)
        return {};
    std::vector<EventRef> slices;
    bool areMarked = true; // by the program, all of them
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l) {
        const Lane &lane = run.timeline.lanes[l];
        for (uint32_t i = 0; i < lane.size(); ++i) {
            slices.push_back({l, i});
            areMarked &= run.timeline.categories[lane.category[i]].kind == CategoryKind::UserAnnotation;
        }
    }
    const NestedSlices nested(run.timeline, std::move(slices));
    std::vector<int64_t> ownNs(nested.size()); // without what lies in a slice, so that they add up
    for (size_t i = 0; i < nested.size(); ++i) {
        ownNs[i] = nested.duration(i);
        if (const uint32_t parent = nested.parent(i); parent != noSlice)
            ownNs[parent] = std::max<int64_t>(0, ownNs[parent] - nested.duration(i));
    }
    std::map<std::string, OverviewRow> byName;
    for (size_t i = 0; i < nested.size(); ++i) {
        OverviewRow &sum = byName[std::string(run.text(run.timeline.name(nested.slice(i))))];
        sum.ns = saturatingAdd(sum.ns, ownNs[i]);
        ++sum.count;
    }
    OverviewList list = timesList("calls", rowsOf(byName), maxRowsOfTable);
    if (list.rows.empty())
        return said->message;
    list.title = (areMarked ? Core::tr("Ranges by self time, of %1 on the CPU") : Core::tr("Calls, of %1 on the CPU"))
                     .arg(formatRounded(list.ofNs));
    overview.lists.push_back(std::move(list));
    return sentences({said->message, mostTimeText(overview.lists.back().rows.front())});
}

QStringList describeOtherTables(const Run &run, Overview &overview)
{
    QStringList texts;
    for (const Table &table : run.tables) {
        if (table.kind == "ascend")
            texts << (table.report == "communication"                    ? collectivesText(table, overview)
                      : table.report == "communication_matrix"           ? linksText(table)
                      : table.report == "operator_details"               ? deviceOperatorsText(table, overview)
                      : table.report.find("memory") != table.report.npos ? memoryText(table)
                                                                         : QString());
        else if (table.kind == "deepspeed")
            texts << trainingStepText(table);
        else if (table.kind == "rocprof")
            texts << dispatchesText(table);
    }
    texts << callsText(run, overview);
    texts.removeAll(QString());
    return texts;
}

} // namespace ws
