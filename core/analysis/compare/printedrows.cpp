#include "core/analysis/compare/printedrows.h"

#include "core/analysis/compare/differences.h"
#include "core/analysis/compare/mixedkernels.h"
#include "core/analysis/compare/rowpairs.h"
#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/kernels/operators.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/tablework.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/nanoseconds.h"
#include "core/model/torchbalance.h"
#include "core/model/torchtable.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {
namespace {

/// A row of a printed table.
struct PrintedRow
{
    std::string name;
    uint64_t count = 0;
    int64_t ns = 0;
    std::optional<double> megabytes = {};
};

struct PrintedPart
{
    std::string id; ///< what pairs it with its counterpart
    CountedTime of = CountedTime::Other;
    std::vector<PrintedRow> rows = {};
    bool isGroups = false; ///< stages or families, no names of kernels
};

double number(const std::vector<Cell> &row, int column)
{
    const double *value = column < 0 ? nullptr : std::get_if<double>(&row[size_t(column)]);
    return value ? *value : 0;
}

std::string textAt(const std::vector<Cell> &row, int column)
{
    const std::string *text = column < 0 ? nullptr : std::get_if<std::string>(&row[size_t(column)]);
    return text ? *text : std::string();
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

/// The columns of a table of sums; -1: none.
struct SumColumns
{
    int name = -1, total = -1, count = -1, megabytes = -1;
    double nsTotal = 1, megabytesTotal = 1;
};

SumColumns sumColumns(const Table &table)
{
    SumColumns found;
    for (int c = 0; c < int(table.columns.size()); ++c) {
        const Column &column = table.columns[size_t(c)];
        const std::string title = lower(column.name);
        const double ns = nanosecondsPer(column.unit);
        if (column.unit == Unit::Text &&
            (found.name < 0 || title == "name" || title == "api name" || title == "operation"))
            found.name = c;
        else if (ns > 0 && title.find("total") != std::string::npos && found.total < 0) {
            found.total = c;
            found.nsTotal = ns;
        } else if (column.unit == Unit::Count && found.count < 0)
            found.count = c;
        else if (column.unit == Unit::Megabytes && title.find("total") != std::string::npos)
            found.megabytes = c;
        else if (title == "total (kib)") { // of Nsight Systems until 2021
            found.megabytes = c;
            found.megabytesTotal = 1024 / 1e6;
        }
    }
    if (table.kind == "tensorrt" && table.report == "layers") // totals are of all runs, which differ in number
        for (int c = 0; c < int(table.columns.size()); ++c)
            if (const Column &column = table.columns[size_t(c)];
                column.name.starts_with("average") || column.name.starts_with("Avg")) {
                found.total = c;
                found.nsTotal = nanosecondsPer(column.unit);
            }
    if (found.total < 0)
        for (int c = 0; c < int(table.columns.size()) && found.total < 0; ++c)
            if (const double ns = nanosecondsPer(table.columns[size_t(c)].unit); ns > 0) {
                found.total = c;
                found.nsTotal = ns;
            }
    return found;
}

/// By the names of the reports of Nsight Systems, nvprof and rocprof: "cuda_api_sum", "osrtsum", "hip_api_stats".
CountedTime timeOf(const Table &table)
{
    const std::string report = lower(table.report.empty() ? table.kind : table.report);
    const auto has = [&](std::string_view part) { return report.find(part) != report.npos; };
    if (has("osrt"))
        return CountedTime::OsCalls;
    if (has("api") && has("gpu")) // cuda_api_gpu_sum has both in one
        return CountedTime::Other;
    if ((has("api") && !has("marker")) || has("memory_allocation"))
        return CountedTime::ApiCalls;
    if (has("nvtx") || has("roctx") || has("marker") || has("range"))
        return CountedTime::Ranges;
    if (table.report == "cuda_gpu_kern_sum" || table.report == traceSumReport || holdsGpuWork(table))
        return CountedTime::Kernels;
    return has("gpu_mem") || has("gpumem") || has("memory_copy") ? CountedTime::Copies : CountedTime::Other;
}

/// Ascend's step times: the three columns that add up to a step's time are its rows.
void addStepParts(const Table &table, PrintedPart &part)
{
    for (const std::string_view column : {"Computing", "Communication(Not Overlapped)", "Free"}) {
        const int at = table.columnIndex(column);
        if (at < 0)
            continue;
        PrintedRow row;
        row.name = column;
        row.count = table.rows.size();
        double ns = 0;
        for (size_t step = 0; step < table.rows.size(); ++step)
            ns += table.numberAt(step, at) * nanosecondsPer(table.columns[size_t(at)].unit);
        row.ns = std::llround(std::clamp(ns, -4e18, 4e18));
        part.rows.push_back(std::move(row));
    }
}

PrintedPart sumsOf(const Table &table)
{
    PrintedPart part{table.report.empty() ? table.kind : table.report, timeOf(table)};
    if (table.kind == "ascend" && table.report == "step_trace_time") {
        addStepParts(table, part);
        return part;
    }
    SumColumns columns = sumColumns(table);
    const bool areMeans = table.report == kernelExecReport;
    if (areMeans)
        columns = {table.columnIndex("Kernel Name"), table.columnIndex("KAvg (ns)"), table.columnIndex("Count")};
    if (columns.name < 0 || (columns.total < 0 && columns.megabytes < 0))
        return part;
    const bool areLayers = table.kind == "tensorrt" && table.report == "layers"; // of a mean run
    for (const std::vector<Cell> &cells : table.rows) {
        PrintedRow row;
        row.name = textAt(cells, columns.name);
        row.count = areLayers ? 1 : uint64_t(std::max(0.0, number(cells, columns.count)));
        row.ns = std::llround(number(cells, columns.total) * columns.nsTotal * (areMeans ? double(row.count) : 1));
        if (columns.megabytes >= 0)
            row.megabytes = number(cells, columns.megabytes) * columns.megabytesTotal;
        part.rows.push_back(std::move(row));
    }
    return part;
}

void addTorch(const Table &table, std::vector<PrintedPart> &parts)
{
    const TorchColumns columns = torchColumns(table);
    PrintedPart device{"torch · device work", CountedTime::Kernels},
        operators{"torch · operators", CountedTime::Operators}, overhead{"torch · overhead", CountedTime::Operators};
    for (size_t r = 0; r < table.rows.size(); ++r) {
        const RowKind kind = r < table.rowKinds.size() ? table.rowKinds[r] : RowKind::Plain;
        if (kind == RowKind::Annotation)
            continue;
        PrintedPart &part = kind == RowKind::DeviceWork ? device : kind == RowKind::Overhead ? overhead : operators;
        const int column = kind == RowKind::DeviceWork ? columns.selfDevice : columns.selfCpu;
        const std::vector<Cell> &cells = table.rows[r];
        part.rows.push_back({textAt(cells, columns.name), uint64_t(std::max(0.0, number(cells, columns.calls))),
                             std::llround(number(cells, column) * 1e3)});
    }
    for (PrintedPart *part : {&device, &operators, &overhead})
        if (!part->rows.empty())
            parts.push_back(std::move(*part));
}

/// Nsight Compute: one row for all launches of a kernel.
PrintedPart launchesOf(const Table &table)
{
    PrintedPart part{"ncu · kernels", CountedTime::Kernels};
    const int name = table.columnIndex("Kernel"), duration = table.columnIndex("Duration (us)");
    std::map<std::string, size_t> places;
    for (const std::vector<Cell> &cells : table.rows) {
        const std::string kernel = textAt(cells, name);
        if (duration < 0 || !std::holds_alternative<double>(cells[size_t(duration)]))
            continue; // how long it took was not collected
        const auto [place, isNew] = places.try_emplace(kernel, part.rows.size());
        if (isNew)
            part.rows.push_back({kernel});
        ++part.rows[place->second].count;
        int64_t &ns = part.rows[place->second].ns;
        ns = saturatingAdd(ns, std::llround(number(cells, duration) * 1e3));
    }
    return part;
}

/// Sizes of copies are no rows of their own; they give their times a bandwidth.
void takeSizes(std::vector<PrintedPart> &parts)
{
    for (size_t k = 0; k < parts.size(); ++k) {
        if (parts[k].id != "cuda_gpu_mem_size_sum")
            continue;
        for (PrintedPart &times : parts)
            if (times.id == "cuda_gpu_mem_time_sum")
                for (PrintedRow &row : times.rows)
                    for (const PrintedRow &size : parts[k].rows)
                        if (size.name == row.name && !row.megabytes)
                            row.megabytes = size.megabytes;
        parts.erase(parts.begin() + ptrdiff_t(k--));
    }
}

/// The kernels of both by name, the only part of runs of different kinds.
std::pair<PrintedPart, PrintedPart> mixedParts(const ComparedRun &a, const ComparedRun &b)
{
    const MixedKernels kernels = mixedKernels(a, b);
    const auto part = [](const KernelSums &sums) {
        PrintedPart one{"kernels", CountedTime::Kernels};
        for (const auto &[name, sum] : sums)
            one.rows.push_back({name, sum.count, sum.ns});
        return one;
    };
    return {part(kernels.a), part(kernels.b)};
}

/// A recording of the CPU alone: its operators by what they take without those inside.
PrintedPart operatorsOf(const Run &run)
{
    PrintedPart part{"cpu · operators", CountedTime::Operators};
    const OperatorTable operators = *operatorTable(run, {}, nullptr);
    for (const OperatorRow &row : operators.rows)
        part.rows.push_back({std::string(run.text(row.name)), row.calls, row.selfCpuNs});
    return part;
}

/// A recording of calls of the GPU's interface without the GPU's work.
PrintedPart callsOf(const Run &run)
{
    PrintedPart part{"api", CountedTime::ApiCalls};
    std::map<std::string_view, PrintedRow> byName;
    const std::vector<CpuCalls> calls = *cpuCalls(run);
    for (const CpuCalls &call : calls) {
        const std::string_view name = run.text(call.name);
        PrintedRow &row = byName.try_emplace(name, PrintedRow{std::string(name), 0, 0}).first->second;
        row.count += call.calls;
        row.ns = saturatingAdd(row.ns, call.selfNs);
    }
    for (auto &[name, row] : byName)
        part.rows.push_back(std::move(row));
    return part;
}

std::vector<PrintedPart> partsFor(const ComparedRun &run, DiffBy by)
{
    std::vector<PrintedPart> parts;
    const Run &of = run.run();
    const bool wantsWork = by == DiffBy::Kernel || by == DiffBy::Family || by == DiffBy::Stage || by == DiffBy::Module;
    if (wantsWork || (by == DiffBy::Row && (run.part.phase >= 0 || !of.layerwise.empty()))) {
        std::vector<NamedWork> all;
        const TreeChoice wanted{by == DiffBy::Module ? TreeParts::Modules : TreeParts::Kernels};
        std::vector<int> tables = run.part.tables;
        if (tables.empty())
            tables.push_back(-1);
        for (const int table : tables)
            for (NamedWork &work : workWithoutTimeline(of, table, run.part.phase, wanted)) {
                if (by == DiffBy::Module && work.tree < 0)
                    continue;
                PrintedPart part{work.tree >= 0 ? "phase" : "kernels", CountedTime::Kernels};
                for (size_t k = 0; k < work.names->size(); ++k)
                    if (work.adds(k))
                        part.rows.push_back(
                            {std::string(work.names->text(k)), work.sums.names[k].count, work.sums.names[k].totalNs});
                parts.push_back(std::move(part));
            }
        return parts;
    }
    const std::vector<int> sameAs = repeatedTables(of.tables);
    const std::vector<int> &only = run.part.tables;
    const auto isChosen = [&](size_t k) { return std::count(only.begin(), only.end(), int(k)) > 0; };
    const auto isWanted = [&](size_t k) { return only.empty() ? sameAs[k] < 0 : isChosen(k); };
    for (size_t k = 0; k < of.tables.size(); ++k) {
        const Table &table = of.tables[k];
        if (table.kind == looseTotalsKind || !isWanted(k))
            continue;
        if (by == DiffBy::Api && table.report.find("api") == std::string::npos)
            continue;
        if (table.kind == "torch")
            addTorch(table, parts);
        else if (!table.kind.starts_with("ncu"))
            parts.push_back(sumsOf(table));
    }
    takeSizes(parts);
    if (by == DiffBy::Row && parts.empty()) // else the kernels have rows of their own
        for (size_t k = 0; k < of.tables.size(); ++k)
            if (of.tables[k].kind == "ncu-kernels" &&
                (isWanted(k) || (k > 0 && isChosen(k - 1)))) // it follows its rows
                parts.push_back(launchesOf(of.tables[k]));
    if ((by == DiffBy::Row || by == DiffBy::Operator) && of.tables.empty() && isCpuAlone(of))
        parts.push_back(operatorsOf(of));
    if ((by == DiffBy::Row || by == DiffBy::Api) && of.tables.empty() && of.layerwise.empty() && of.gpu.size() == 0)
        parts.push_back(callsOf(of));
    if (by == DiffBy::Operator)
        std::erase_if(parts, [](const PrintedPart &part) { return !part.id.ends_with(" · operators"); });
    std::erase_if(parts, [](const PrintedPart &part) { return part.rows.empty(); });
    return parts;
}

/// Equal names get a number, so that none are merged. `areKernels`: the names tell copies and sets apart, and names of
/// one kernel may be spelled in two ways.
WorkKeys keysOf(const PrintedPart &part, std::vector<bool> &isRepeated, bool areKernels)
{
    WorkKeys keys;
    std::map<std::string, int> seen;
    for (const PrintedRow &row : part.rows) {
        const int number = ++seen[row.name];
        keys.keys.push_back(
            {number > 1 ? row.name + " #" + std::to_string(number) : row.name, {}, {}, CategoryKind::Kernel, false});
    }
    for (const PrintedRow &row : part.rows)
        isRepeated.push_back(seen[row.name] > 1);
    if (!areKernels)
        return keys;
    std::vector<std::string> names;
    for (const PrintedRow &row : part.rows)
        names.push_back(row.name);
    const std::vector<CategoryKind> kinds = kindsOfNames(std::make_shared<const NameSet>(names));
    for (size_t k = 0; k < names.size(); ++k) {
        keys.keys[k].kind = kinds[k];
        if (!isRepeated[k] && !isCutName(names[k]))
            keys.keys[k].alias = kernelSignature(names[k]);
    }
    return keys;
}

void fill(DiffSide &side, const PrintedRow &row, std::optional<double> &bandwidth)
{
    side.count += row.count;
    side.totalNs += row.ns;
    if (row.megabytes && row.ns > 0)
        bandwidth = *row.megabytes * 1e6 / double(row.ns); // bytes per ns: GB/s
}

void addPart(DiffTable &table, const PrintedPart &a, const PrintedPart &b)
{
    std::vector<bool> repeatedA, repeatedB;
    static const Run none;
    const bool areKernels = a.of == CountedTime::Kernels && b.of == CountedTime::Kernels && !a.isGroups;
    const WorkKeys keysA = keysOf(a, repeatedA, areKernels), keysB = keysOf(b, repeatedB, areKernels);
    RowPairs pairs = pairRows(keysA, keysB, areKernels ? DiffBy::Kernel : DiffBy::Row, none, none, nullptr);
    const auto byRank = [](DiffRow &row, std::string_view name) {
        row.match = DiffRow::Order;
        if (isCutName(name))
            row.doubt = DiffRow::CutNames;
    };
    for (size_t k = 0; k < a.rows.size(); ++k) {
        DiffRow &row = pairs.rows[pairs.rowOfA[k]];
        fill(row.a, a.rows[k], row.bandwidthA);
        if (repeatedA[k] && row.match == DiffRow::Exact)
            byRank(row, a.rows[k].name);
    }
    for (size_t k = 0; k < b.rows.size(); ++k) {
        DiffRow &row = pairs.rows[pairs.rowOfB[k]];
        fill(row.b, b.rows[k], row.bandwidthB);
        if (repeatedB[k] && row.match == DiffRow::Exact)
            byRank(row, b.rows[k].name);
    }
    std::vector<bool> areCopies(pairs.rows.size()); // or sets
    for (const auto &[keys, rowOf] : {std::pair(&keysA, &pairs.rowOfA), std::pair(&keysB, &pairs.rowOfB)})
        for (size_t k = 0; k < keys->keys.size(); ++k)
            areCopies[(*rowOf)[k]] = keys->keys[k].kind != CategoryKind::Kernel;
    for (size_t k = 0; k < pairs.rows.size(); ++k) {
        DiffRow &row = pairs.rows[k];
        row.part = a.rows.empty() ? b.id : a.id;
        row.of = areCopies[k] ? CountedTime::Copies : a.rows.empty() ? b.of : a.of;
        table.rows.push_back(std::move(row));
    }
}

/// Kernels by family or stage: their sums.
PrintedPart grouped(const PrintedPart &part, DiffBy by)
{
    std::vector<std::string> names;
    for (const PrintedRow &row : part.rows)
        names.push_back(row.name);
    std::vector<std::string> groups;
    if (by == DiffBy::Stage) {
        StageClassifier classifier(std::make_shared<const NameSet>(names));
        const auto classes = classifier.classify(defaultMapping());
        for (size_t k = 0; k < names.size(); ++k)
            groups.push_back(classes->groups[classes->group[k]].stage);
    } else {
        for (const std::string &name : names)
            groups.push_back(kernelFamily(name));
    }
    PrintedPart result{part.id, part.of, {}, true};
    std::map<std::string, size_t> places;
    for (size_t k = 0; k < groups.size(); ++k) {
        const auto [found, isNew] = places.try_emplace(groups[k], result.rows.size());
        if (isNew)
            result.rows.push_back({groups[k]});
        result.rows[found->second].count += part.rows[k].count;
        result.rows[found->second].ns += part.rows[k].ns;
    }
    return result;
}

using Path = std::vector<std::string_view>; ///< names of a node and of what is around it, the nearest first

Path pathOf(const ModuleTree &tree, uint32_t node)
{
    constexpr size_t deepest = 64;
    Path path;
    for (uint32_t at = node; at != UINT32_MAX && path.size() < deepest; at = tree.nodes[at].parent)
        path.push_back(tree.nodes[at].name);
    return path;
}

/// "Linear ‹ MLP": the first `length` names.
std::string pathText(const Path &path, size_t length, bool isClass)
{
    std::string text;
    for (size_t k = 0; k < std::min(length, path.size()); ++k)
        text += (k ? " ‹ " : "") + std::string(isClass ? path[k].substr(0, path[k].find('(')) : path[k]);
    return text;
}

/// The steps of one kind of phases on one side: what each of them spends in each row.
struct PhaseSide
{
    struct Row
    {
        Path path;               ///< an example
        std::vector<int64_t> ns; ///< by step
        uint64_t calls = 0;
    };
    size_t steps = 0;
    std::map<std::vector<std::string>, Row> rows; ///< by what makes them one: a path, or a name
};

/// What makes entries of trees one row.
class PhaseKeys
{
public:
    PhaseKeys(const PhasePair &pair, DiffBy by) : m_by(by)
    {
        if (by == DiffBy::Module)
            m_choice.parts = TreeParts::Modules;
        if (by != DiffBy::Stage)
            return;
        std::vector<std::string> names;
        for (const PhaseSteps *side : {&pair.a, &pair.b})
            for (const ModuleTree *tree : side->trees)
                for (const TreeEntry &entry : treeEntries(*tree, m_choice))
                    if (m_stages.try_emplace(tree->nodes[entry.node].name).second)
                        names.push_back(tree->nodes[entry.node].name);
        StageClassifier classifier(std::make_shared<const NameSet>(names));
        const auto classes = classifier.classify(defaultMapping());
        for (size_t k = 0; k < names.size(); ++k)
            m_stages[names[k]] = classes->groups[classes->group[k]].stage;
    }

    PhaseSide read(const PhaseSteps &steps) const
    {
        PhaseSide side{steps.trees.size(), {}};
        for (size_t step = 0; step < steps.trees.size(); ++step) {
            const ModuleTree &tree = *steps.trees[step];
            for (const TreeEntry &entry : treeEntries(tree, m_choice)) {
                const Path path = pathOf(tree, entry.node);
                PhaseSide::Row &row = side.rows[keyOf(path)];
                if (row.ns.empty()) {
                    row.path = path;
                    row.ns.resize(side.steps);
                }
                row.ns[step] = saturatingAdd(row.ns[step], entry.ns);
                row.calls += tree.nodes[entry.node].calls;
            }
        }
        return side;
    }

    bool isByPath() const { return m_by == DiffBy::Module || m_by == DiffBy::Row; }

private:
    std::vector<std::string> keyOf(const Path &path) const
    {
        if (isByPath())
            return {path.begin(), path.end()};
        const std::string name(path.front());
        return {m_by == DiffBy::Family ? kernelFamily(name) : m_by == DiffBy::Stage ? m_stages.at(name) : name};
    }

    DiffBy m_by;
    TreeChoice m_choice;
    std::map<std::string, std::string> m_stages; ///< by kernel
};

/// Texts of the rows of both sides: names, with as many of the names around them as tell them apart.
std::map<std::vector<std::string>, std::string> rowTexts(const PhaseSide &a, const PhaseSide &b, bool isByPath,
                                                         bool isClass)
{
    std::map<std::vector<std::string>, std::string> texts;
    std::map<std::vector<std::string>, Path> paths;
    for (const PhaseSide *side : {&a, &b})
        for (const auto &[key, row] : side->rows) {
            paths.try_emplace(key, row.path);
            texts[key] = isByPath ? pathText(row.path, 1, isClass) : key.front();
        }
    constexpr size_t longest = 8;
    for (size_t length = 2; isByPath && length <= longest; ++length) {
        std::map<std::string, int> uses;
        for (const auto &[key, text] : texts)
            ++uses[text];
        for (auto &[key, text] : texts)
            if (uses[text] > 1)
                text = pathText(paths[key], length, isClass);
    }
    return texts;
}

/// By module a class may pair with one of other weights, by row a kernel with one of its family in the same place.
WorkKeys keysOf(const PhaseSide &side, const std::map<std::vector<std::string>, std::string> &texts,
                const std::map<std::vector<std::string>, std::string> &classes, DiffBy by)
{
    WorkKeys keys;
    for (const auto &[key, row] : side.rows) {
        std::string alias;
        if (by == DiffBy::Module)
            alias = classes.at(key);
        else if (by == DiffBy::Row)
            alias = kernelFamily(row.path.front()) + '\n' +
                    pathText({row.path.begin() + 1, row.path.end()}, row.path.size(), true);
        keys.keys.push_back({texts.at(key), std::move(alias), {}, CategoryKind::Kernel, false});
    }
    return keys;
}

/// How rows of layerwise profiles pair.
DiffBy pairingOf(DiffBy by)
{
    if (by == DiffBy::Row)
        return DiffBy::Operator; // an alias is a family
    return by == DiffBy::Module || by == DiffBy::Kernel ? by : DiffBy::Row;
}

/// Adds up the keys of a row, step by step.
void fillSides(std::vector<DiffRow> &rows, const std::vector<uint32_t> &rowOf, DiffSide DiffRow::*which,
               const PhaseSide &side)
{
    std::vector<std::vector<int64_t>> times(rows.size());
    size_t key = 0;
    for (const auto &[path, row] : side.rows) {
        const uint32_t at = rowOf[key++];
        DiffSide &sums = rows[at].*which;
        times[at].resize(side.steps);
        for (size_t step = 0; step < side.steps; ++step) {
            times[at][step] = saturatingAdd(times[at][step], row.ns[step]);
            sums.unitNs = saturatingAdd(sums.unitNs, row.ns[step]);
        }
        sums.unitCount += row.calls;
        sums.steps = side.steps;
    }
    for (size_t at = 0; at < rows.size(); ++at) {
        DiffSide &sums = rows[at].*which;
        if (!sums.steps)
            continue;
        sums.totalNs = std::llround(double(sums.unitNs) / double(sums.steps));
        sums.count = uint64_t(std::llround(double(sums.unitCount) / double(sums.steps)));
        sums.call = sampleStats(times[at]);
    }
}

QString phaseTimesText(const PhasePairs &phases)
{
    QStringList parts;
    for (const PhasePair &pair : phases.pairs) {
        const QString name = toText(pair.name);
        const auto a = int64_t(pair.a.trees.size()), b = int64_t(pair.b.trees.size());
        parts
            << (a == 1 && b == 1
                    ? name
                    : Core::tr("%1 (the mean step: of %2 in A, of %3 in B)").arg(name, formatCount(a), formatCount(b)));
    }
    return Core::tr("GPU work of one step: %1").arg(listed(parts));
}

/// Rows of layerwise profiles: the mean steps of the phases that both have.
DiffTable phaseDifferences(const ComparedRun &a, const ComparedRun &b, DiffBy by)
{
    DiffTable table;
    table.by = by;
    table.ofPhases = true;
    const PhasePairs phases = phasePairs(a, b);
    table.what = phaseTimesText(phases);
    if (by == DiffBy::Layer || by == DiffBy::Step || by == DiffBy::Line)
        table.missing = Core::tr("the files hold sums, no times of single calls");
    else if (by == DiffBy::Operator || by == DiffBy::Api)
        table.missing = Core::tr("no such rows are in %1").arg(Core::tr("A and B"));
    else if (phases.pairs.empty())
        table.missing = Core::tr("no phase is in both files");
    if (!table.missing.isEmpty())
        return table;
    static const Run none;
    for (const PhasePair &pair : phases.pairs) {
        const PhaseKeys keys(pair, by);
        const PhaseSide inA = keys.read(pair.a), inB = keys.read(pair.b);
        const auto texts = rowTexts(inA, inB, keys.isByPath(), false);
        const auto classes = by == DiffBy::Module ? rowTexts(inA, inB, true, true) : texts;
        RowPairs rows = pairRows(keysOf(inA, texts, classes, by), keysOf(inB, texts, classes, by), pairingOf(by), none,
                                 none, nullptr);
        fillSides(rows.rows, rows.rowOfA, &DiffRow::a, inA);
        fillSides(rows.rows, rows.rowOfB, &DiffRow::b, inB);
        for (DiffRow &row : rows.rows) {
            row.part = pair.name;
            table.rows.push_back(std::move(row));
        }
    }
    finishTable(table);
    return table;
}

struct FoundKernel
{
    std::string name;
    uint64_t count = 0;
};

/// Kernels of one side: of this name, else with the text in their names, else those whose partners are. `wanted`: in
/// lower case.
std::vector<FoundKernel> kernelsNamed(const DiffTable &kernels, const std::string &wanted, bool inB)
{
    const auto nameIn = [](const DiffRow &row, bool ofB) { return ofB && !row.keyB.empty() ? row.keyB : row.key; };
    std::vector<FoundKernel> found;
    for (const auto &[ofPartner, isWhole] :
         {std::pair(false, true), std::pair(false, false), std::pair(true, true), std::pair(true, false)}) {
        for (const DiffRow &row : kernels.rows) {
            const uint64_t count = inB ? row.b.count : row.a.count;
            const std::string name = lower(nameIn(row, inB != ofPartner));
            if (row.of == CountedTime::Kernels && count && (isWhole ? name == wanted : name.find(wanted) != name.npos))
                found.push_back({nameIn(row, inB), count});
        }
        if (!found.empty())
            break;
    }
    return found;
}

/// Every row is of all units.
void divide(DiffTable &table, const CountedUnit &counted)
{
    table.windowsA = counted.a;
    table.windowsB = counted.b;
    for (DiffRow &row : table.rows)
        for (DiffSide *side : {&row.a, &row.b}) {
            side->unitCount = side->count;
            side->unitNs = side->totalNs;
        }
}

QString printedTimesOf(DiffBy by)
{
    if (by == DiffBy::Row)
        return Core::tr("device work by its time on the device, other rows by their own on the CPU");
    if (by == DiffBy::Api)
        return Core::tr("CPU calls");
    return by == DiffBy::Operator ? Core::tr("self CPU time") : Core::tr("GPU work");
}

} // namespace

CountedUnit countUnits(const DiffTable &kernels, const DiffTable &rows, std::string_view name)
{
    CountedUnit unit;
    for (const bool inB : {false, true}) {
        const std::vector<FoundKernel> found = kernelsNamed(kernels, lower(std::string(name)), inB);
        if (found.empty()) {
            unit.problem = Core::tr("no kernel of %1 has “%2” in its name")
                               .arg(inB ? QStringLiteral("B") : QStringLiteral("A"))
                               .arg(toText(name));
            return unit;
        }
        if (std::ranges::any_of(found, [&](const FoundKernel &k) { return k.count != found.front().count; })) {
            QStringList names;
            for (const FoundKernel &kernel : found)
                names << Core::tr("%1 (%2 calls)").arg(toText(kernel.name), formatCount(int64_t(kernel.count)));
            unit.problem = Core::tr("kernels of %1 with “%2” in their names differ in calls: %3")
                               .arg(inB ? QStringLiteral("B") : QStringLiteral("A"))
                               .arg(toText(name), listed(names.first(std::min<qsizetype>(names.size(), 5))));
            return unit;
        }
        (inB ? unit.kernelB : unit.kernelA) = found.front().name;
        (inB ? unit.b : unit.a) = found.front().count;
    }
    for (const DiffTable *table : {&kernels, &rows}) // the rows, where they have kernels
        if (const auto sum = std::ranges::find(table->sums, CountedTime::Kernels, &DiffTable::Sum::of);
            sum != table->sums.end()) {
            unit.kernelsNsA = sum->a.totalNs;
            unit.kernelsNsB = sum->b.totalNs;
        }
    return unit;
}

std::vector<PrintedCall> printedCalls(const Run &run)
{
    std::vector<PrintedCall> calls;
    const std::vector<int> sameAs = repeatedTables(run.tables);
    for (size_t k = 0; k < run.tables.size(); ++k) {
        const Table &table = run.tables[k];
        if (sameAs[k] >= 0 || table.kind == looseTotalsKind || table.kind.starts_with("ncu"))
            continue;
        std::vector<PrintedPart> parts;
        if (table.kind == "torch")
            addTorch(table, parts);
        else
            parts.push_back(sumsOf(table));
        const size_t first = calls.size();
        for (const PrintedPart &part : parts) {
            const bool isSelf = part.of == CountedTime::Operators;
            for (const PrintedRow &row : part.rows)
                if (isSelf ? isApiCall(row.name) : part.of == CountedTime::ApiCalls || part.of == CountedTime::OsCalls)
                    calls.push_back(
                        {table.title.empty() ? part.id : table.title, row.name, row.count, row.ns, isSelf,
                         isWaitingCall(row.name) || (part.of == CountedTime::OsCalls && waitsInOs(row.name))});
        }
        std::stable_sort(calls.begin() + ptrdiff_t(first), calls.end(),
                         [](const PrintedCall &a, const PrintedCall &b) { return a.ns > b.ns; });
    }
    return calls;
}

DiffTable printedDifferences(const ComparedRun &a, const ComparedRun &b, DiffBy by, const CountedUnit &counted)
{
    const bool isMixed = areMixed(a, b);
    if (a.isLayerwise() && b.isLayerwise() && !isMixed)
        return phaseDifferences(a, b, by);
    DiffTable table;
    table.by = by;
    table.what = printedTimesOf(by);
    if (by == DiffBy::Layer || by == DiffBy::Step || by == DiffBy::Line) {
        table.missing = Core::tr("the files hold sums, no times of single calls");
        return table;
    }
    std::vector<PrintedPart> inA, inB;
    if (isMixed && by != DiffBy::Kernel && by != DiffBy::Family && by != DiffBy::Stage) {
        table.missing =
            Core::tr("they hold different kinds of data: only kernels, their families and stages are compared");
        return table;
    }
    if (isMixed) {
        auto [partA, partB] = mixedParts(a, b);
        inA.push_back(std::move(partA));
        inB.push_back(std::move(partB));
    } else {
        inA = partsFor(a, by);
        inB = partsFor(b, by);
    }
    if (by == DiffBy::Family || by == DiffBy::Stage)
        for (std::vector<PrintedPart> *parts : {&inA, &inB})
            for (PrintedPart &part : *parts)
                part = grouped(part, by);
    if (inA.empty() || inB.empty()) {
        const QString which = inA.empty() && inB.empty() ? Core::tr("A and B")
                              : inA.empty()              ? QStringLiteral("A")
                                                         : QStringLiteral("B");
        table.missing = Core::tr("no such rows are in %1").arg(which);
        return table;
    }
    std::vector<bool> used(inB.size());
    for (const PrintedPart &part : inA) {
        size_t other = 0;
        while (other < inB.size() && (used[other] || inB[other].id != part.id))
            ++other;
        if (other < inB.size())
            used[other] = true;
        addPart(table, part, other < inB.size() ? inB[other] : PrintedPart{part.id, part.of, {}, part.isGroups});
    }
    for (size_t k = 0; k < inB.size(); ++k)
        if (!used[k])
            addPart(table, {inB[k].id, inB[k].of, {}, inB[k].isGroups}, inB[k]);
    if (counted.isKnown())
        divide(table, counted);
    finishTable(table);
    return table;
}

} // namespace ws
