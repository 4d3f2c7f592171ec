#include "core/analysis/stages/tablework.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/callwords.h"
#include "core/model/foldedtree.h"
#include "core/model/nanoseconds.h"
#include "core/model/ownshares.h"
#include "core/model/phases.h"
#include "core/model/runlabel.h"
#include "core/model/torchbalance.h"
#include "core/model/torchtable.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>

namespace ws {

namespace {

double numberIn(const Cell &cell)
{
    const double *number = std::get_if<double>(&cell);
    return number && std::isfinite(*number) ? std::clamp(*number, 0.0, 4e18) : 0;
}

/// Tables whose rows are sums of GPU work, and their columns.
struct SumTable
{
    std::string_view kind, report;
    WorkKinds kinds;
    std::string_view name, time, count;
    bool isMean = false; ///< `time` is of a call; a row is of a thread, a device and a kernel
};

constexpr SumTable sumTables[] = {
    {"nvprof", "gpu_activities", WorkKinds::All, "Name", "Time", "Calls"},
    {"unitrace", "device_timing", WorkKinds::All, "Kernel", "Time (ns)", "Calls"},
    {"paddle", "kernel_summary", WorkKinds::Kernels, "Name", "GPU Total", "Calls"},
    {"proton", "tree", WorkKinds::All, "Name", "time (ns)", "count"},
    {"proton", "tree", WorkKinds::All, "Name", "Time (ns)", "Count"},
    {"rocprof", "kernel_stats", WorkKinds::Kernels, "NAME", "DURATION", "CALLS"},
    {"rocprof", "kernel_stats", WorkKinds::Kernels, "Kernel_Name", "Sum", "Count"},
    {"rocprof", "memory_copy_stats", WorkKinds::Copies, "NAME", "DURATION", "CALLS"},
    {"rocprof", "all_stats", WorkKinds::All, "NAME", "DURATION", "CALLS"},
    {"nsys", kernelExecReport, WorkKinds::Kernels, "Kernel Name", "KAvg (ns)", "Count", true},
};

const SumTable *sumTable(const Table &table)
{
    for (const SumTable &known : sumTables) {
        const int time = table.columnIndex(known.time);
        if (table.kind == known.kind && table.report == known.report && table.columnIndex(known.name) >= 0 &&
            table.columnIndex(known.count) >= 0 && time >= 0 && nanosecondsPer(table.columns[size_t(time)].unit) > 0)
            return &known;
    }
    return nullptr;
}

// The columns of name, time and count.
struct Places
{
    int name = -1;
    int time = -1;
    int count = -1;
    int elapsed = -1; ///< of gputrc2graph's tables, which know what overlaps
    bool isMean = false;
    bool found() const { return name >= 0 && time >= 0; }
};

/// The first part of the integrated report: one row per kernel, without a count.
bool isReportOfKernels(const Table &table)
{
    return table.kind == "report" && table.report == "nsys";
}

/// Ascend: one row per task without a count, or one row per operator type.
bool isTableOfTasks(const Table &table)
{
    return table.kind == "ascend" && (table.report == "kernel_details" || table.report == "op_summary");
}

Places placesOfAscend(const Table &table)
{
    const auto first = [&](std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            if (const int at = table.columnIndex(name); at >= 0)
                return at;
        return -1;
    };
    if (isTableOfTasks(table))
        return {first({"Name", "Op Name"}), first({"Duration(us)", "Task Duration(us)"}), -1};
    if (table.report == "op_statistic")
        return {first({"OP Type"}), first({"Total Time(us)", "Total Time (us)"}), first({"Count"})};
    return {};
}

/// Of gputrc2graph: what it keeps of a trace, or its result.
bool isGraphTable(const Table &table)
{
    return table.report == traceSumReport || table.report == graphResultReport;
}

Places placesOf(const Table &table)
{
    if (table.kind == "ascend")
        return placesOfAscend(table);
    if (const SumTable *known = sumTable(table))
        return {table.columnIndex(known->name), table.columnIndex(known->time), table.columnIndex(known->count), -1,
                known->isMean};
    const bool isReport = isReportOfKernels(table);
    Places places;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const Column &column = table.columns[i];
        const int at = static_cast<int>(i);
        if (column.name == "Name" || column.name == "Operation" || (isReport && column.name == "Kernel"))
            places.name = at;
        else if (column.name == "Instances" || column.name == "Count" || column.name == "# of Calls" ||
                 column.name == "Calls" || column.name == "Operations")
            places.count = at;
        else if (nanosecondsPer(column.unit) == 0)
            continue;
        else if (isGraphTable(table) && column.name.starts_with("Elapsed Time"))
            places.elapsed = at;
        else if (isReport || column.name.starts_with("Total Time") || column.name == "TotalDurationNs" ||
                 (table.kind == "torch" && column.name.starts_with("Self ") && column.name != "Self CPU"))
            places.time = at;
    }
    if (places.time < 0) // result.csv has no totals
        places.time = places.elapsed;
    return places;
}

struct Collected
{
    std::string title;
    int table = -1;
    int tree = -1;
    std::vector<std::string> texts = {};
    std::vector<NameSum> sums = {};
    WorkKinds kinds = WorkKinds::All;
    bool overlapKnown = false; ///< elapsed times are the file's
    std::vector<uint8_t> isAgain = {};
    std::vector<int> alsoIn = {};

    void add(const std::string &text, double count, double ns) { add(text, count, ns, ns); }
    void addTo(size_t row, double count, double ns)
    {
        const int64_t whole = std::llround(std::min(ns, 4e18));
        sums[row].add({static_cast<uint64_t>(std::llround(count)), whole, whole});
    }
    void add(const std::string &text, double count, double ns, double elapsedNs)
    {
        texts.push_back(text);
        sums.push_back({static_cast<uint64_t>(std::llround(count)), std::llround(std::min(ns, 4e18)),
                        std::llround(std::min(elapsedNs, 4e18))});
    }
};

void addRows(Collected &work, const Table &table, const Places &places)
{
    const double scale = nanosecondsPer(table.columns[static_cast<size_t>(places.time)].unit);
    std::map<std::string_view, size_t> rowOf;
    for (size_t r = 0; r < table.rows.size(); ++r) {
        const auto cell = [&](int column) -> const Cell & { return table.rows[r][static_cast<size_t>(column)]; };
        const auto *name = std::get_if<std::string>(&cell(places.name));
        if (!name || (!table.rowKinds.empty() && table.rowKinds[r] != RowKind::DeviceWork))
            continue;
        if ((*name == nonGpuLabel && isGraphTable(table)) || isNoDeviceWork(*name))
            continue; // a row of the result that is no GPU work
        const double count = places.count < 0 ? 1 : numberIn(cell(places.count)),
                     ns = numberIn(cell(places.time)) * scale * (places.isMean ? count : 1);
        if (const auto known = rowOf.find(*name); places.isMean && known != rowOf.end())
            work.addTo(known->second, count, ns);
        else if (places.elapsed < 0)
            work.add(*name, count, ns);
        else
            work.add(*name, count, ns,
                     numberIn(cell(places.elapsed)) *
                         nanosecondsPer(table.columns[static_cast<size_t>(places.elapsed)].unit));
        rowOf.try_emplace(*name, work.texts.size() - 1);
    }
    work.overlapKnown = places.elapsed >= 0;
}

void addTables(std::vector<Collected> &all, const Run &run, int only)
{
    bool awaitsCopies = false;
    const std::vector<int> sameAs = identicalTables(run.tables);
    const bool hasSumsOfKernels = std::ranges::any_of(run.tables, [](const Table &table) {
        return table.report == "cuda_gpu_kern_sum" || table.report == "cuda_gpu_sum";
    });
    for (size_t i = 0; i < run.tables.size(); ++i) {
        const Table &table = run.tables[i];
        if (only >= 0 ? static_cast<int>(i) != only : sameAs[i] >= 0)
            continue;
        const SumTable *known = sumTable(table);
        if (known && known->isMean && only < 0 && hasSumsOfKernels) // the same kernels
            continue;
        const bool kernels = table.report == "cuda_gpu_kern_sum" || table.report == "kernel_stats" ||
                             (known && known->kinds == WorkKinds::Kernels);
        const bool copies = table.report == "cuda_gpu_mem_time_sum" || table.report == "memory_copy_stats";
        const Places places = placesOf(table);
        const bool isReport = isReportOfKernels(table) || isTableOfTasks(table);
        if (table.kind == "torch" && negativeTimes(table, places.time)) // no sums of such a column
            continue;
        if (!places.found() || (places.count < 0 && !isReport) ||
            !(known || kernels || copies || table.report == "cuda_gpu_sum" || isGraphTable(table) ||
              table.kind == "torch" || table.kind == "ascend" || isReport))
            continue;
        if (!copies || !awaitsCopies) {
            const bool isNamedByTitle = table.report.empty() || table.report == graphResultReport;
            all.push_back({isNamedByTitle ? table.title : table.report, static_cast<int>(i), -1});
            all.back().kinds = kernels || isReportOfKernels(table) ? WorkKinds::Kernels
                               : copies                            ? WorkKinds::Copies
                                                                   : WorkKinds::All;
        } else {
            all.back().kinds = WorkKinds::All;
            if (!table.rows.empty()) // its shares are of both
                all.back().title = Core::tr("%1 + copies").arg(toText(all.back().title)).toStdString();
        }
        awaitsCopies = kernels;
        addRows(all.back(), table, places);
    }
}

/// Sums by name. Torch cuts names to their begin and "...", so one of these may be several kernels.
using SumByName = std::map<std::string_view, NameSum>;

SumByName byName(const Collected &work)
{
    SumByName sums;
    for (size_t k = 0; k < work.texts.size(); ++k)
        if (!work.texts[k].ends_with("..."))
            sums[work.texts[k]].add(work.sums[k]);
    return sums;
}

/// What two summaries of one recording have in common, to the digit; nothing where they contradict one another or
/// have less than two kernels, or half of the smaller one's, in common.
std::vector<std::string_view> commonWork(const SumByName &a, const SumByName &b)
{
    std::vector<std::string_view> common;
    for (const auto &[name, sum] : a) {
        const auto other = b.find(name);
        if (other == b.end())
            continue;
        if (sum.count != other->second.count || sum.totalNs != other->second.totalNs)
            return {};
        if (sum.totalNs > 0)
            common.push_back(name);
    }
    return common.size() < std::max<size_t>(2, (std::min(a.size(), b.size()) + 1) / 2) ? std::vector<std::string_view>()
                                                                                       : common;
}

/// One recording is often summed up twice in a document: kernels alone and with the copies, by device time and by CPU
/// time. Work counts once.
void findRepeatedWork(std::vector<Collected> &all, const Run &run)
{
    constexpr size_t most = 200; // tables, each is compared with each
    if (all.size() < 2 || all.size() > most)
        return;
    std::vector<SumByName> sums;
    for (const Collected &work : all) // each table of gputrc2graph is of a recording of its own
        sums.push_back(isGraphTable(run.tables[size_t(work.table)]) ? SumByName() : byName(work));
    std::vector<uint8_t> isDropped(all.size());
    for (size_t later = 1; later < all.size(); ++later)
        for (size_t first = 0; first < later && !isDropped[later]; ++first) {
            if (isDropped[first])
                continue;
            const auto common = commonWork(sums[first], sums[later]);
            if (common.empty())
                continue;
            const bool isLaterIn = common.size() == sums[later].size() && sums[later].size() == all[later].texts.size();
            const bool isFirstIn = common.size() == sums[first].size() && sums[first].size() == all[first].texts.size();
            if (isLaterIn || isFirstIn) {
                const size_t dropped = isLaterIn ? later : first, kept = isLaterIn ? first : later;
                isDropped[dropped] = 1;
                all[kept].alsoIn.push_back(all[dropped].table);
                all[kept].alsoIn.insert(all[kept].alsoIn.end(), all[dropped].alsoIn.begin(), all[dropped].alsoIn.end());
                continue;
            }
            all[later].isAgain.resize(all[later].texts.size());
            for (size_t k = 0; k < all[later].texts.size(); ++k)
                if (std::ranges::binary_search(common, std::string_view(all[later].texts[k])))
                    all[later].isAgain[k] = 1;
        }
    size_t kept = 0;
    for (size_t k = 0; k < all.size(); ++k)
        if (!isDropped[k]) {
            if (kept != k)
                all[kept] = std::move(all[k]);
            ++kept;
        }
    all.erase(all.begin() + ptrdiff_t(kept), all.end());
}

// Names of nodes, with their parents' names where that distinguishes them.
std::vector<std::string> distinctNames(const ModuleTree &tree, const std::vector<uint32_t> &nodes)
{
    std::vector<std::string> names;
    std::vector<uint32_t> next;
    for (uint32_t node : nodes) {
        names.push_back(tree.nodes[node].name);
        next.push_back(tree.nodes[node].parent);
    }
    constexpr int deepest = 8;
    for (int depth = 0; depth < deepest; ++depth) {
        std::map<std::string, int> count;
        for (const std::string &name : names)
            ++count[name];
        for (size_t i = 0; i < names.size(); ++i) {
            if (count[names[i]] < 2 || next[i] == UINT32_MAX)
                continue;
            names[i] += " ‹ " + tree.nodes[next[i]].name;
            next[i] = tree.nodes[next[i]].parent;
        }
    }
    return names;
}

// The entry that each leaf counts for: its module, a folded node around it, or itself; by node.
std::vector<uint32_t> entriesOf(const ModuleTree &tree, TreeParts parts, const std::vector<std::string> &folded)
{
    const auto &nodes = tree.nodes;
    std::vector<uint32_t> entries = foldOwners(tree, folded);
    if (parts == TreeParts::Modules) // a kernel outside all modules remains an entry of its own
        for (uint32_t i = 0; i < nodes.size(); ++i)
            if (entries[i] == i && nodes[i].childCount == 0 && nodes[i].parent != UINT32_MAX)
                entries[i] = nodes[i].parent;
    return entries;
}

void addTree(Collected &work, const ModuleTree &tree, const TreeChoice &choice)
{
    const bool isKernels = choice.parts == TreeParts::Kernels;
    const std::vector<TreeEntry> entries = treeEntries(tree, choice);
    std::vector<uint32_t> shown;
    for (const TreeEntry &entry : entries)
        shown.push_back(entry.node);
    std::vector<std::string> names;
    if (!isKernels)
        names = distinctNames(tree, shown);
    std::map<std::string_view, size_t> places; // of kernels: many modules launch one
    for (size_t i = 0; i < shown.size(); ++i) {
        const ModuleNode &node = tree.nodes[shown[i]];
        const auto [place, isNew] =
            isKernels ? places.try_emplace(node.name, work.texts.size()) : std::pair(places.end(), true);
        if (isNew)
            work.add(isKernels ? node.name : names[i], static_cast<double>(node.calls),
                     static_cast<double>(entries[i].ns));
        else
            work.sums[place->second].add({node.calls, entries[i].ns, entries[i].ns});
    }
}

void addTrees(std::vector<Collected> &all, const Run &run, int only, const TreeChoice &choice)
{
    const std::vector<std::string> phases = chosenPhases(run.layerwise, choice.phase, choice.every);
    for (size_t i = 0; i < run.layerwise.size(); ++i) {
        const ModuleTree &tree = run.layerwise[i];
        if (!isCounted(run.layerwise, tree) ||
            (only >= 0 && run.layerwise[static_cast<size_t>(only)].phase != tree.phase))
            continue;
        if (only < 0 && std::ranges::find(phases, tree.phase) == phases.end())
            continue;
        addTree(all.emplace_back(Collected{tree.phase, -1, static_cast<int>(i)}), tree, choice);
    }
}

/// Tables of one report in one document get the words in which their places differ.
void makeTitlesDistinct(std::vector<Collected> &all, const Run &run)
{
    std::vector<Labelled> things;
    for (const Collected &work : all)
        things.push_back(
            {toText(work.title), work.table < 0 ? QString() : shownTitle(run.tables[size_t(work.table)].title), {}});
    const QStringList labels = distinctLabels(things);
    for (size_t k = 0; k < all.size(); ++k)
        all[k].title = labels[qsizetype(k)].toStdString();
}

} // namespace

std::vector<TreeEntry> treeEntries(const ModuleTree &tree, const TreeChoice &choice)
{
    const auto &nodes = tree.nodes;
    const std::vector<uint32_t> owners = entriesOf(tree, choice.parts, foldedNames(choice));
    std::vector<int64_t> own(nodes.size());
    std::vector<uint8_t> hasLeaves(nodes.size());
    for (uint32_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].childCount == 0) {
            own[owners[i]] = saturatingAdd(own[owners[i]], nodes[i].totalNs);
            hasLeaves[owners[i]] = 1;
        }
    std::vector<TreeEntry> entries;
    for (uint32_t i = 0; i < nodes.size(); ++i)
        if (hasLeaves[i] && (choice.parts == TreeParts::Kernels || own[i] > 0))
            entries.push_back({i, own[i]});
    return entries;
}

std::vector<std::string> foldedNames(const TreeChoice &choice)
{
    if (choice.folded)
        return *choice.folded;
    return choice.parts == TreeParts::Modules ? std::vector<std::string>{"Sampler", "LogitsProcessor"}
                                              : std::vector<std::string>();
}

QString misfit(const Run &run, const TreeChoice &choice)
{
    if (choice.parts == TreeParts::Modules && run.layerwise.empty())
        return Core::tr("its parts are kernels: modules as parts are for layerwise profiles; `modules` has the module "
                        "tree of a trace");
    if (choice == TreeChoice{choice.parts})
        return {};
    if (run.layerwise.empty())
        return Core::tr("phases, folding and every n-th step are for layerwise profiles");
    if (chosenPhases(run.layerwise, choice.phase).empty())
        return Core::tr("the file has no phase “%1”; `summary` names them").arg(toText(choice.phase));
    for (const std::string &name : choice.folded.value_or(std::vector<std::string>()))
        if (std::ranges::none_of(run.layerwise, [&](const ModuleTree &tree) {
                return std::ranges::any_of(tree.nodes, [&](const ModuleNode &node) { return isFolded(node, {name}); });
            }))
            return Core::tr("no module is called “%1”; `modules` lists them").arg(toText(name));
    return {};
}

bool holdsGpuWork(const Table &table)
{
    const SumTable *known = sumTable(table);
    return known && !known->isMean;
}

std::vector<CategoryKind> kindsOfNames(const std::shared_ptr<const NameSet> &names)
{
    StageClassifier classifier(names);
    const auto classes = classifier.classify(defaultMapping());
    std::vector<CategoryKind> kinds;
    for (size_t k = 0; k < names->size(); ++k)
        kinds.push_back(workKindOf(classes->groups[classes->group[k]]));
    return kinds;
}

namespace {

/// Of the rows of a table with its `rowsNs`.
WorkWhole wholeOf(const Table &table, int64_t rowsNs)
{
    constexpr double wholeShare = 0.99; // of printed times
    constexpr double mostNs = 4e18;
    const auto areRows = [rowsNs](double ns) { return std::abs(ns - double(rowsNs)) <= 1 + 1e-6 * ns; };
    if (table.kind == "torch") {
        const TorchReconciliation sums = reconcile(table);
        if (sums.hasTotal && sums.rowsUs < wholeShare * sums.totalUs && areRows(sums.rowsUs * 1000))
            return {int64_t(std::min(sums.totalUs * 1000, mostNs)), WorkWhole::Of::Total, sums.rowsUs / sums.totalUs};
    }
    const auto own = sharesOfMissingRows(table);
    if (!own || !areRows(own->rowsNs)) // with another table's copies
        return {rowsNs};
    return {std::llround(std::min(own->wholeNs(), mostNs)), WorkWhole::Of::OwnShares, own->percent / 100};
}

} // namespace

QString missingRowsText(const std::string &title, const WorkWhole &whole)
{
    if (!whole.isCut())
        return {};
    return (whole.of == WorkWhole::Of::Total
                ? Core::tr("%1: the rows hold %2 of the file's total of %3 of GPU time; percentages are of the rows.")
                : Core::tr(
                      "%1: by the file's own percentages the rows hold %2 of about %3 of GPU time; the percentages "
                      "here are of the rows."))
        .arg(shownTitle(title), formatPercent(whole.rowsShare), formatRounded(whole.ns));
}

std::vector<NamedWork> workWithoutTimeline(const Run &run, int onlyTable, int onlyTree, const TreeChoice &choice)
{
    std::vector<Collected> all;
    if (onlyTree < 0)
        addTables(all, run, onlyTable);
    if (onlyTable < 0)
        findRepeatedWork(all, run);
    if (onlyTable < 0)
        addTrees(all, run, onlyTree, choice);
    makeTitlesDistinct(all, run);
    std::vector<NamedWork> works;
    for (Collected &work : all) {
        if (work.texts.empty())
            continue;
        NameSums sums;
        sums.overlapKnown = work.overlapKnown;
        for (const NameSum &sum : work.sums)
            sums.all.add(sum);
        sums.anyBusyNs = sums.all.elapsedNs;
        sums.names = std::move(work.sums);
        const WorkWhole whole =
            work.table < 0 ? WorkWhole{sums.all.totalNs} : wholeOf(run.tables[size_t(work.table)], sums.all.totalNs);
        works.push_back({std::move(work.title), work.kinds, work.table, work.tree,
                         std::make_shared<const NameSet>(std::move(work.texts)), std::move(sums),
                         std::move(work.isAgain), std::move(work.alsoIn), whole});
    }
    return works;
}

} // namespace ws
