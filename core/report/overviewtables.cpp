#include "core/report/overviewlists.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/tablework.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/nanoseconds.h"
#include "core/model/ncukernels.h"
#include "core/model/ownshares.h"
#include "core/model/phases.h"
#include "core/model/torchbalance.h"
#include "core/model/torchtable.h"
#include "core/report/findingtexts.h"
#include "core/report/verdictreport.h"
#include "core/report/workreport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace ws {
namespace {

constexpr size_t maxTableRows = 7;
constexpr size_t longestWholeName =
    60; ///< characters; a name of that length says more than its short form with brackets

std::optional<double> numberAt(const Table &table, size_t row, int column)
{
    if (column < 0)
        return {};
    const double *value = std::get_if<double>(&table.rows[row][size_t(column)]);
    return value ? std::optional(*value) : std::nullopt;
}

struct SumOfName
{
    std::string_view name;
    int64_t ns = 0;
    uint64_t count = 0;
};

/// The longest first. A profile has a row for each module that calls a kernel; what dominates is its sum.
std::vector<SumOfName> sumsByName(const NamedWork &work)
{
    std::vector<SumOfName> sums;
    std::map<std::string_view, size_t> places;
    for (size_t k = 0; k < work.names->size(); ++k) {
        if (work.sums.names[k].totalNs <= 0)
            continue;
        const std::string_view name = shownName(work.names->text(k));
        if (isCutName(work.names->text(k))) { // what is cut off may be another kernel's
            sums.push_back({name, work.sums.names[k].totalNs, work.sums.names[k].count});
            continue;
        }
        const auto [place, isNew] = places.try_emplace(name, sums.size());
        if (isNew)
            sums.push_back({name});
        sums[place->second].ns += work.sums.names[k].totalNs;
        sums[place->second].count += work.sums.names[k].count;
    }
    std::ranges::stable_sort(sums, [](const SumOfName &a, const SumOfName &b) { return a.ns > b.ns; });
    return sums;
}

/// HIP's runtime copies and fills with kernels of its own.
bool hasCopyingKernels(const NamedWork &work)
{
    for (size_t k = 0; k < work.names->size(); ++k)
        if (work.sums.names[k].count && work.names->text(k).starts_with("__amd_rocclr_"))
            return true;
    return false;
}

int64_t nsOfUs(double us)
{
    return int64_t(std::clamp(us * 1000, 0.0, 4e18));
}

constexpr double wholeShare = 0.99; // of printed times

QString denominatorText(const NamedWork &work, const Run &run)
{
    const WorkWhole &whole = work.whole;
    const int64_t ns = whole.ns;
    if (whole.isCut())
        return forDevice(whole.of == OverviewList::Of::Total
                             ? Core::tr("of %1 of GPU time by the file's total, of which %2 are in its rows")
                             : Core::tr("of about %1 of GPU time, of which %2 are in its rows"),
                         run)
            .arg(formatRounded(ns), formatPercent(whole.rowsShare));
    switch (work.kinds) {
    case WorkKinds::Kernels:
        if (hasCopyingKernels(work))
            return Core::tr("of %1 in kernels, some of which copy or set memory").arg(formatRounded(ns));
        return Core::tr("of %1 in kernels, without copies and sets").arg(formatRounded(ns));
    case WorkKinds::Copies:
        return Core::tr("of %1 in copies and sets, without kernels").arg(formatRounded(ns));
    case WorkKinds::All:
        break;
    }
    return forDevice(Core::tr("of %1 of GPU time"), run).arg(formatRounded(ns));
}

/// The kernels of a table or phase, by their time in the file.
void addWork(const NamedWork &work, const Run &run, Overview &overview)
{
    OverviewList list;
    list.id = "rows";
    const WorkWhole &whole = work.whole;
    list.ofNs = whole.ns;
    list.of = whole.of;
    const QString what = shownTitle(work.title);
    list.title = what.isEmpty() && !whole.isCut()
                     ? forDevice(Core::tr("Of %1 of GPU time"), run).arg(formatRounded(list.ofNs))
                     : Core::tr("%1, %2").arg(what.isEmpty() ? Core::tr("Rows") : what, denominatorText(work, run));
    std::vector<SumOfName> sums = sumsByName(work);
    sums.resize(std::min(sums.size(), maxTableRows));
    std::vector<std::string_view> names;
    for (const SumOfName &sum : sums)
        names.push_back(sum.name);
    const std::vector<std::string> shortened = shortNames(names);
    for (size_t k = 0; k < sums.size(); ++k) {
        OverviewRow row;
        const bool isBracketed = shortened[k].ends_with(']') && characterCount(names[k]) <= longestWholeName;
        row.name = toText(isBracketed ? names[k] : std::string_view(shortened[k]));
        row.ns = sums[k].ns;
        row.share = double(sums[k].ns) / double(std::max<int64_t>(1, list.ofNs));
        row.count = sums[k].count;
        list.rows.push_back(std::move(row));
    }
    if (!list.rows.empty())
        overview.lists.push_back(std::move(list));
}

/// The same kernels by stage of the default mapping.
void addStages(const NamedWork &work, const Run &run, Overview &overview)
{
    const auto classes = StageClassifier(work.names).classify(defaultMapping());
    std::vector<StageRow> rows = stageRowsWithNames(*classes, work.sums);
    std::erase_if(rows, [](const StageRow &row) { return row.sum.totalNs <= 0; });
    if (rows.size() < 2) // one stage is all of it
        return;
    std::ranges::stable_sort(rows, [](const StageRow &a, const StageRow &b) { return a.sum.totalNs > b.sum.totalNs; });
    OverviewList list{"stages", {}, work.whole.ns, {}};
    list.title = work.title.empty()
                     ? Core::tr("Stages")
                     : Core::tr("%1, stages, %2").arg(shownTitle(work.title), denominatorText(work, run));
    for (size_t k = 0; k < std::min(rows.size(), maxTableRows); ++k) {
        OverviewRow row;
        row.name = rows[k].substage.empty() || rows[k].substage == rows[k].stage
                       ? toText(rows[k].stage)
                       : toText(rows[k].stage + " · " + rows[k].substage);
        row.ns = rows[k].sum.totalNs;
        row.share = double(row.ns) / double(std::max<int64_t>(1, list.ofNs));
        row.count = rows[k].sum.count;
        list.rows.push_back(std::move(row));
    }
    overview.lists.push_back(std::move(list));
}

/// Rows of torch by a time of their own: the largest ones, of a whole.
void addOwnTimes(OverviewList list, const QString &title, Overview &overview)
{
    std::ranges::stable_sort(list.rows, std::greater{}, &OverviewRow::ns);
    list.rows.resize(std::min(list.rows.size(), maxTableRows));
    for (OverviewRow &row : list.rows)
        row.share = double(row.ns) / double(list.ofNs);
    if (!title.isEmpty())
        list.title = labelled(title, list.title);
    overview.lists.push_back(std::move(list));
}

/// Operators of a table by the device time of what each has launched itself.
struct DeviceOperators
{
    std::vector<OverviewRow> rows; ///< one a name
    int64_t ns = 0, totalNs = 0;   ///< of all rows, and in the file
};

/// Nothing where there are none, or they do not fit to the file's total.
std::optional<DeviceOperators> deviceOperators(const Table &table)
{
    const TorchColumns columns = torchColumns(table);
    const auto totalUs = table.kind == "torch" ? deviceTotalUs(table) : std::nullopt;
    if (!totalUs || columns.selfDevice < 0 || negativeTimes(table, columns.selfDevice))
        return std::nullopt;
    DeviceOperators found;
    found.totalNs = nsOfUs(*totalUs);
    std::map<std::string_view, size_t> places;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const int64_t ns = nsOfUs(table.numberAt(i, columns.selfDevice));
        if (table.rowKinds[i] != RowKind::Operator || ns <= 0)
            continue;
        const std::string_view name = table.nameAt(i, columns.name);
        const auto [place, isNew] = places.try_emplace(name, found.rows.size());
        const size_t k = isCutName(name) || isNew ? found.rows.size() : place->second;
        if (k == found.rows.size())
            found.rows.emplace_back().name = toText(name);
        found.rows[k].ns += ns;
        found.rows[k].count += uint64_t(std::clamp(table.numberAt(i, columns.calls), 0.0, 1e15));
        found.ns = saturatingAdd(found.ns, ns);
    }
    if (found.ns <= 0 || double(found.ns) * wholeShare > double(found.totalNs))
        return std::nullopt;
    return found;
}

/// Of torch with rows cut off: operators, where their rows hold more of the device's time than those of its work do, in
/// this table or another one of the same totals.
void addDeviceOperators(const std::vector<Table> &tables, size_t at, const QString &title, Overview &overview)
{
    const auto own = deviceOperators(tables[at]);
    if (!own)
        return;
    for (size_t k = 0; k < tables.size(); ++k) {
        if (tables[k].kind != "torch" || (k != at && tables[k].totals != tables[at].totals))
            continue;
        if (nsOfUs(reconcile(tables[k]).rowsUs) >= own->ns)
            return;
        const auto other = k == at ? std::nullopt : deviceOperators(tables[k]);
        if (other && (other->ns > own->ns || (other->ns == own->ns && k < at)))
            return;
    }
    OverviewList list{"operators", {}, own->totalNs, own->rows};
    list.of = OverviewList::Of::Total;
    const std::string device = torchColumns(tables[at]).device;
    list.title = Core::tr("Operators by self time, of %1 on %2 by the file's total, of which %3 are in these rows")
                     .arg(formatRounded(list.ofNs), device.empty() ? Core::tr("the device") : toText(device),
                          formatPercent(double(own->ns) / double(own->totalNs)));
    addOwnTimes(std::move(list), title, overview);
}

/// Of torch without a device: the rows by their own time on the CPU. False: it has times of a device, or none.
bool addCpuRows(const Table &table, const QString &title, Overview &overview)
{
    const TorchColumns columns = torchColumns(table);
    if (table.kind != "torch" || columns.selfCpu < 0 || columns.selfDevice >= 0 || columns.deviceTotal >= 0 ||
        negativeTimes(table, columns.selfCpu))
        return false;
    OverviewList list{"operators", {}, 0, {}};
    std::map<std::string_view, size_t> places; // tables that are not averaged have a row a call
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const std::string_view name = table.nameAt(i, columns.name);
        const auto [place, isNew] = places.try_emplace(name, list.rows.size());
        if (isNew)
            list.rows.emplace_back().name = toText(name);
        OverviewRow &row = list.rows[place->second];
        const int64_t ns = nsOfUs(table.numberAt(i, columns.selfCpu));
        row.ns = saturatingAdd(row.ns, ns);
        row.count += uint64_t(std::clamp(table.numberAt(i, columns.calls), 0.0, 1e15));
        list.ofNs = saturatingAdd(list.ofNs, ns);
    }
    if (const auto total = table.totals.find("selfCpuUs"); total != table.totals.end()) // also of rows that are cut off
        list.ofNs = std::max(list.ofNs, nsOfUs(total->second));
    if (list.ofNs <= 0)
        return false;
    list.title = Core::tr("Operators by self time, of %1 on the CPU").arg(formatRounded(list.ofNs));
    if (const auto own = cpuSharesOfMissingRows(table)) {
        list.ofNs = std::llround(std::min(own->wholeNs(), 4e18));
        list.title =
            Core::tr("Operators by self time, of about %1 on the CPU by the file's own shares, of which %2 are in "
                     "these rows")
                .arg(formatRounded(list.ofNs), formatPercent(own->percent / 100));
    }
    addOwnTimes(std::move(list), title, overview);
    return true;
}

/// The modules of a phase: what a layerwise profile is about.
void addModules(const NamedWork &work, const Run &run, Overview &overview)
{
    OverviewList list{"modules", {}, work.sums.all.totalNs, {}};
    list.title = Core::tr("%1, modules, %2").arg(toText(work.title), denominatorText(work, run));
    std::vector<SumOfName> sums = sumsByName(work);
    sums.resize(std::min(sums.size(), maxTableRows));
    std::vector<std::string_view> names;
    for (const SumOfName &sum : sums)
        names.push_back(sum.name);
    const std::vector<std::string> shortened = shortNames(names);
    for (size_t k = 0; k < sums.size(); ++k) {
        OverviewRow &row = list.rows.emplace_back();
        row.name = toText(shortened[k]);
        row.ns = sums[k].ns;
        row.share = double(sums[k].ns) / double(std::max<int64_t>(1, list.ofNs));
        row.count = sums[k].count;
    }
    if (!list.rows.empty())
        overview.lists.push_back(std::move(list));
}

/// The counted tree of one step, or the mean of several.
ModuleTree shownTree(const PhaseSteps &steps)
{
    return steps.trees.size() == 1 ? *steps.trees.front() : meanTree(steps.trees, steps.kind);
}

/// A phase after the other: of several steps of a kind the mean one, so that a hundred of them are one list.
void addPhases(const Run &run, const std::string &phase, Overview &overview)
{
    QStringList largest;
    for (const PhaseSteps &steps : phaseSteps(run.layerwise, phase)) {
        Run one;
        one.layerwise.push_back(shownTree(steps));
        const QString name = toText(one.layerwise.front().phase),
                      title =
                          steps.trees.size() == 1
                              ? name
                              : Core::tr("%1 (mean of %2 steps)").arg(name, formatCount(int64_t(steps.trees.size())));
        const size_t first = overview.lists.size();
        for (NamedWork &work : workWithoutTimeline(one, -1, 0, TreeChoice{TreeParts::Modules})) {
            work.title = title.toStdString();
            addModules(work, run, overview);
        }
        if (first < overview.lists.size()) {
            const OverviewList &modules = overview.lists[first];
            largest << Core::tr("%1: %2 takes %3 of %4 of GPU time.")
                           .arg(title, modules.rows.front().name, formatPercent(modules.rows.front().share),
                                formatRounded(modules.ofNs));
        }
        for (NamedWork &work : workWithoutTimeline(one, -1, 0)) {
            work.title = title.toStdString();
            addWork(work, run, overview);
            addStages(work, run, overview);
        }
    }
    overview.headline = ws::sentences(largest);
}

/// What the calls of the outermost modules take on the CPU, phase by phase; empty: not in the file.
QString cpuOfPhases(const Run &run, const std::string &phase)
{
    QStringList parts;
    for (const PhaseSteps &steps : phaseSteps(run.layerwise, phase)) {
        int64_t sum = 0;
        size_t known = 0;
        for (const ModuleTree *counted : steps.trees)
            for (const ModuleTree &tree : run.layerwise) {
                if (tree.phase != counted->phase || tree.view != "model")
                    continue;
                int64_t ns = 0;
                for (uint32_t root = 0; root < tree.rootCount; ++root)
                    ns = saturatingAdd(ns, std::max<int64_t>(0, tree.nodes[root].cpuNs));
                sum = saturatingAdd(sum, ns);
                known += ns > 0;
            }
        if (known && steps.trees.size() == 1)
            parts << Core::tr("%1 in %2").arg(formatRounded(sum), toText(steps.trees.front()->phase));
        else if (known)
            parts << Core::tr("%1 in the mean of %2 steps of %3")
                         .arg(formatRounded(sum / int64_t(known)), formatCount(int64_t(known)), toText(steps.kind));
    }
    return parts.isEmpty() ? QString()
                           : Core::tr("On the CPU the calls of its outermost modules take %1, with the cost of the "
                                      "recording.")
                                 .arg(listed(parts));
}

/// ncu's rules are paragraphs: the first sentence, or where that explains a word or says what is not the cause, the
/// next one with a number.
std::string tellingSentence(const std::string &text)
{
    constexpr size_t shortest = 20; // "[high] vs. the rest" does not end there
    std::vector<std::string> sentences;
    for (size_t begin = 0; begin < text.size();) {
        size_t end = text.find(". ", begin + shortest);
        end = end == text.npos ? text.size() : end + 1;
        sentences.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(' ', end);
        if (begin == text.npos)
            break;
    }
    if (sentences.empty())
        return text;
    const std::string &first = sentences.front();
    const auto hasAny = [&](std::initializer_list<std::string_view> all) {
        return std::ranges::any_of(all, [&](std::string_view words) { return first.find(words) != first.npos; });
    };
    const bool isVague =
        hasAny({" might not be optimal", " have a much higher number of "}); // the next one says how much
    const bool explains = hasAny({" is defined as ", " is not impacted by ", " are executed in groups of "});
    const auto next = std::find_if(sentences.begin() + 1, sentences.end(), [](const std::string &sentence) {
        return std::ranges::any_of(sentence, [](char c) { return c >= '0' && c <= '9'; });
    });
    if ((!isVague && !explains) || next == sentences.end())
        return first;
    if (isVague)
        return first + ' ' + *next;
    size_t behindName = first.starts_with('[') ? first.find("] ") : first.npos; // "[high] LaunchConfiguration: "
    behindName = behindName == first.npos ? 0 : behindName + 2;
    if (const size_t colon = first.find(": ", behindName); colon < first.find(' ', behindName))
        behindName = colon + 2;
    return first.substr(0, behindName) + *next;
}

/// Launches of one kernel on one grid, by their time.
struct LaunchesOfKernel
{
    std::vector<size_t> rows;
    int64_t ns = 0;
    size_t untimed = 0; ///< of `rows` the first ones, whose time is not in the file
    /// Of those with a time the middle one, else of all.
    size_t middle() const
    {
        const size_t timed = rows.size() - untimed;
        return timed ? rows[untimed + lowerMiddle(timed)] : rows[lowerMiddle(rows.size())];
    }
};

/// By time.
std::vector<LaunchesOfKernel> launchesByKernel(const Table &table, const std::function<int64_t(size_t row)> &nsOf)
{
    const int columns[] = {table.columnIndex("Kernel"), table.columnIndex("Grid"), table.columnIndex("Block")};
    std::map<std::vector<std::string_view>, size_t> known;
    std::vector<LaunchesOfKernel> all;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<std::string_view> key;
        for (const int column : columns)
            key.push_back(table.nameAt(row, column));
        const auto [found, isNew] = known.try_emplace(key, all.size());
        if (isNew)
            all.emplace_back();
        all[found->second].rows.push_back(row);
        all[found->second].ns += nsOf(row);
    }
    for (LaunchesOfKernel &kernel : all) {
        std::ranges::stable_sort(kernel.rows, {}, nsOf);
        kernel.untimed = size_t(std::ranges::count_if(kernel.rows, [&](size_t row) { return nsOf(row) == 0; }));
    }
    std::ranges::stable_sort(all, std::greater(), &LaunchesOfKernel::ns);
    return all;
}

/// What ncu or the thresholds say of each kernel, the gravest first; of several launches the one of median time speaks.
void addBottlenecks(const Table &table, Overview &overview)
{
    const int name = table.columnIndex("Kernel"), duration = table.columnIndex("Duration (us)"),
              worst = table.columnIndex("Bottlenecks");
    if (name < 0)
        return;
    const auto nsOf = [&](size_t row) { return std::llround(numberAt(table, row, duration).value_or(0) * 1000); };
    std::vector<LaunchesOfKernel> kernels = launchesByKernel(table, nsOf);
    overview.facts << (kernels.size() == table.rows.size()
                           ? Core::tr("kernels in Nsight Compute: %1").arg(formatCount(int64_t(table.rows.size())))
                           : Core::tr("launches in Nsight Compute: %1, of kernels by name and grid: %2")
                                 .arg(formatCount(int64_t(table.rows.size())), formatCount(int64_t(kernels.size()))));
    OverviewList list{"ncu", Core::tr("Kernels in Nsight Compute"), 0, {}};
    for (const LaunchesOfKernel &kernel : kernels)
        list.ofNs += kernel.ns;
    kernels.resize(std::min(kernels.size(), maxTableRows));
    for (const LaunchesOfKernel &kernel : kernels) {
        const size_t row = kernel.middle();
        OverviewRow shown;
        shown.name = toText(shortName(shownName(std::string(table.nameAt(row, name)))));
        shown.ns = kernel.ns;
        shown.count = kernel.rows.size() > 1 ? kernel.rows.size() : 0;
        shown.share = list.ofNs ? double(shown.ns) / double(list.ofNs) : 0;
        if (const std::string text(table.nameAt(row, worst)); !text.empty()) {
            OverviewFinding said;
            said.finding.id = "ncu-rule";
            said.finding.kind = FindingKind::Note;
            said.finding.ns = shown.ns;
            said.finding.share = shown.share;
            said.finding.name = std::string(table.nameAt(row, name));
            const std::string rule = text.substr(0, text.find("; ["));
            const std::string_view speedup = speedupOf(rule);
            const std::string telling = tellingSentence(rule.substr(0, rule.size() - speedup.size()));
            const QString who =
                shown.count ? Core::tr("%1, %2 ×").arg(shown.name, formatCount(int64_t(shown.count))) : shown.name;
            said.text = labelled(who, withSeverities(telling) + toText(speedup));
            overview.findings.push_back(std::move(said));
        }
        if (numberAt(table, row, duration))
            list.rows.push_back(std::move(shown));
    }
    if (!list.rows.empty())
        overview.lists.push_back(std::move(list));
}

/// Its rows are single events.
bool hasStarts(const Table &table)
{
    return std::ranges::any_of(table.columns, [](const Column &column) {
        return column.name.starts_with("Start") || column.name.starts_with("start");
    });
}

/// A list of kernels whose column of times is text: a cell has no unit, or is no number.
bool hasUnreadTimes(const Table &table)
{
    const int total = table.columnIndex("Total Time");
    return table.report == "cuda_gpu_kern_sum" && total >= 0 && table.columns[size_t(total)].unit == Unit::Text;
}

/// What such a file can tell, and what it cannot: a sentence for each kind of content that there is.
QString whatTablesTell(const Run &run, const std::string &phase)
{
    const auto has = [&](auto matches) { return std::ranges::any_of(run.tables, matches); };
    const auto isNcu = [](const Table &table) { return table.kind == "ncu" || table.kind == "ncu-kernels"; };
    QStringList sentences;
    if (!run.layerwise.empty()) {
        const QString onCpu = cpuOfPhases(run, phase);
        sentences
            << (onCpu.isEmpty()
                    ? Core::tr("A layerwise profile tells the GPU time of each module and kernel, phase by phase. "
                               "It cannot tell when they ran, how long the GPU was idle between them, or what "
                               "the CPU did.")
                    : Core::tr("A layerwise profile tells the GPU time of each module and kernel, phase by phase. "
                               "It cannot tell when they ran, or how long the GPU was idle between them."));
        if (!onCpu.isEmpty())
            sentences << onCpu;
    }
    if (has([&](const Table &table) { return table.kind == "torch"; }))
        sentences << Core::tr("Such a table tells how often operators and kernels ran and what time they took "
                              "altogether. It cannot tell when they ran, how that differed from step to step, or how "
                              "long the GPU was idle and why.");
    else if (!rowsWithoutGpu(run) &&
             has([&](const Table &table) { return !isNcu(table) && !hasStarts(table) && !isStepTimes(table); }))
        sentences << Core::tr("Sums tell what took how much time altogether. They cannot tell when it ran, how that "
                              "differed from step to step, or how long the GPU was idle and why.");
    if (has(isStepTimes))
        sentences << Core::tr(
            "Sums of steps tell for how long the NPU computed, communicated and was free in them, not "
            "when, with what, or why.");
    if (has(isNcu))
        sentences << Core::tr("Nsight Compute measures kernels one at a time: it tells how well each uses the GPU. "
                              "Beside other work, and with other clocks and caches, their times differ; how "
                              "often they run, and what lies between them, is not in the file.");
    if (!sentences.isEmpty())
        sentences << Core::tr("A trace of the same run tells what is missing here.");
    return ws::sentences(sentences);
}

/// Of a few lists of work, each of a run of its own, what takes most of each; empty: they are more, or may repeat each
/// other's times.
QString largestOfEach(const std::vector<NamedWork> &works)
{
    constexpr size_t most = 4;
    std::set<int64_t> times;
    QStringList parts;
    for (const NamedWork &work : works) {
        const std::vector<SumOfName> sums = sumsByName(work);
        if (sums.empty())
            continue;
        const int64_t ns = work.sums.all.totalNs;
        if (work.tree >= 0 || !work.isAgain.empty() || !work.alsoIn.empty() || work.whole.isCut() ||
            !times.insert(ns).second)
            return {};
        parts << Core::tr("%1: %2, of which %3 takes %4.")
                     .arg(shownTitle(work.title), formatRounded(ns), toText(shortName(sums.front().name)),
                          formatPercent(double(sums.front().ns) / double(ns)));
    }
    return parts.size() < 2 || parts.size() > qsizetype(most) ? QString() : sentences(parts);
}

/// What takes most of the only list of work that there is; empty: there are several, which may repeat each other's
/// times.
QString largestSum(const Run &run, const Overview &overview)
{
    const auto isOfWork = [](const OverviewList &list) { return list.id == "rows"; };
    const auto isOfOperators = [](const OverviewList &list) {
        return list.id == "operators" && list.of == OverviewList::Of::Total;
    };
    const auto operators = std::ranges::find_if(overview.lists, isOfOperators),
               kernels = std::ranges::find_if(overview.lists, isOfWork);
    const auto largestOf = [&](auto rows) { return rows == overview.lists.end() ? 0 : rows->rows.front().ns; };
    const bool haveOperators = // they hold more than the work's rows
        operators != overview.lists.end() && largestOf(operators) >= largestOf(kernels);
    const auto list = haveOperators ? operators : kernels;
    if (std::ranges::count_if(overview.lists, isOfWork) > 1 ||
        std::ranges::count_if(overview.lists, isOfOperators) > 1 || list == overview.lists.end() ||
        list->rows.size() < 2)
        return {};
    const OverviewRow &row = list->rows.front();
    std::set<double> totals; // of several runs, what is largest in one is not so in all
    for (const Table &table : run.tables)
        if (const auto total = table.totals.find("selfDeviceUs"); total != table.totals.end())
            totals.insert(total->second);
    if (list->of == OverviewList::Of::Total && totals.size() > 1)
        return {};
    if (list->of == OverviewList::Of::Total)
        return forDevice(haveOperators ? Core::tr("The largest part in the rows is %1, with what it launches itself: "
                                                  "%2 of the %3 of GPU time by the file's total.")
                                       : Core::tr("The largest part in the rows is %1: %2 of the %3 of GPU time by "
                                                  "the file's total."),
                         run)
            .arg(row.name, formatPercent(row.share), formatRounded(list->ofNs));
    if (list->of == OverviewList::Of::OwnShares)
        return forDevice(Core::tr("The largest part in the rows is %1: %2 of about %3 of GPU time, by the file's own "
                                  "shares."),
                         run)
            .arg(row.name, formatPercent(row.share), formatRounded(list->ofNs));
    const QString text = row.count ? Core::tr("The largest part of the %1 of GPU time in its rows is %2: %3, %4 ×.")
                                         .arg(formatRounded(list->ofNs), row.name, formatPercent(row.share),
                                              formatCount(int64_t(row.count)))
                                   : Core::tr("The largest part of the %1 of GPU time in its rows is %2: %3.")
                                         .arg(formatRounded(list->ofNs), row.name, formatPercent(row.share));
    return forDevice(text, run);
}

} // namespace

void describeTables(const Run &run, const std::string &phase, Overview &overview)
{
    const std::vector<int> sameAs = repeatedTables(run.tables);
    const bool areSeveral =
        std::ranges::count_if(run.tables, [](const Table &table) { return table.kind == "torch"; }) > 1;
    const auto ofTable = [&](const Table &table, const QString &sentence) {
        return areSeveral && table.kind == "torch" ? Core::tr("%1: %2").arg(shownTitle(table.title), sentence)
                                                   : sentence;
    };
    if (!run.layerwise.empty())
        addPhases(run, phase, overview);
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    for (const NamedWork &work : works) {
        if (work.tree >= 0)
            continue;
        addWork(work, run, overview);
        addStages(work, run, overview);
        findInWork(run, work, overview);
    }
    overview.trust << sameWorkNotes(run, works);
    bool areOfCpu = !run.tables.empty() && run.layerwise.empty();
    for (size_t k = 0; k < run.tables.size(); ++k) {
        const Table &table = run.tables[k];
        if (sameAs[k] >= 0) {
            const bool isShown = std::ranges::any_of(
                works, [k](const NamedWork &work) { return work.table == int(k); }); // its kernels are no others'
            const QString said = table.rows == run.tables[size_t(sameAs[k])].rows
                                     ? Core::tr("%1 is identical to %2: shown once.")
                                     : Core::tr("%1 prints the profile of %2 again: shown once.");
            if (!isShown)
                overview.trust << said.arg(shownTitle(table.title), shownTitle(run.tables[size_t(sameAs[k])].title));
            continue;
        }
        const size_t found = overview.findings.size();
        findInTable(run, table, overview);
        for (size_t f = found; f < overview.findings.size(); ++f)
            overview.findings[f].text = ofTable(table, overview.findings[f].text);
        if (table.kind == "ncu-kernels")
            addBottlenecks(table, overview);
        addDeviceOperators(run.tables, k, areSeveral ? shownTitle(table.title) : QString(), overview);
        const bool isOfCpu = addCpuRows(table, areSeveral ? shownTitle(table.title) : QString(), overview);
        areOfCpu = areOfCpu && isOfCpu;
        for (const std::string &note : table.notes)
            overview.trust << ofTable(table, toText(note));
    }
    if (!run.layerwise.empty())
        for (const auto &[name, value] : run.info.facts)
            overview.facts << QStringLiteral("%1 %2").arg(toText(name), toText(value));
    if (!run.layerwise.empty())
        overview.facts
            << Core::tr("layerwise profile, phases and views: %1").arg(formatCount(int64_t(run.layerwise.size())));
    if (!run.tables.empty())
        overview.facts << Core::tr("tables: %1").arg(formatCount(int64_t(run.tables.size())));
    overview.unitText = whatTablesTell(run, phase);
    if (const Diagnostic *error = run.diagnostics.find("ncu-error"))
        overview.trust << error->message;
    QStringList own;
    for (size_t k = 0; k < run.tables.size(); ++k)
        if (isStepTimes(run.tables[k]))
            own << stepTimesText(run.tables[k]);
        else if (sameAs[k] < 0)
            own << describeEngine(run.tables[k], overview);
    own.removeAll(QString());
    const bool hasOnlyOwn = overview.lists.empty() || overview.lists.front().id == "layers";
    if (overview.lists.empty() && own.isEmpty() && run.layerwise.empty() && run.gpu.size() == 0)
        own = describeOtherTables(run, overview) << callsAloneText(run, overview);
    own.removeAll(QString());
    const auto isNcu = [](const Table &table) { return table.kind == "ncu" || table.kind == "ncu-kernels"; };
    const bool isOnlyNcu = run.layerwise.empty() && !run.tables.empty() && std::ranges::all_of(run.tables, isNcu);
    const bool areCounters = !run.tables.empty() && std::ranges::all_of(run.tables, [](const Table &table) {
        return table.report == "metrics" || table.report == "events" || table.report == "counters";
    });
    if (areOfCpu)
        overview.headline = Core::tr("Only times of the CPU are in the file, none of a device.");
    else if (isOnlyNcu && run.gpu.size() == 0)
        overview.headline = overview.lists.empty()
                                ? Core::tr("Single kernels, and not how long any of them took.")
                                : Core::tr("Single kernels in detail: what runs between them is not in the file.");
    else if (!own.isEmpty() && hasOnlyOwn)
        overview.headline = ws::sentences(own);
    else if (overview.lists.empty())
        overview.headline =
            areCounters ? Core::tr("Single kernels, and not how long any of them took.")
            : std::ranges::any_of(run.tables, hasUnreadTimes)
                ? Core::tr("The file lists kernels, but their times could not be read.")
            : !run.tables.empty() && !rowsWithoutGpu(run)
                ? Core::tr("The file has tables, but no list of kernels with their times.")
            : run.diagnostics.find("unread-table") && run.gpu.size() == 0
                ? Core::tr("No GPU work could be read: the file has it in a form that is not known here.")
            : !run.info.complete  ? Core::tr("No GPU work is in what is here of the file; the rest is missing.")
            : rowsWithoutGpu(run) ? noKnownGpu(run)
            : run.timeline.lanes.empty() && (run.info.format == "chrome" || run.info.format == "kineto")
                ? run.diagnostics.find("no-time")
                      ? Core::tr("No event of the file has a time that can be used.")
                      : Core::tr("The profiler recorded nothing: not one event with a time is in the file.")
            : run.timeline.lanes.empty() ? Core::tr("The file has no GPU work.")
            : run.launches.size() > 0    ? callsWithoutWork(run)
                                         : Core::tr("The file has no GPU work with times.");
    else if (!run.tables.empty() && run.layerwise.empty() && std::ranges::all_of(run.tables, hasStarts))
        overview.headline =
            Core::tr("The file lists work one by one, without a timeline: what the CPU did is not known.");
    else if (overview.headline.isEmpty())
        overview.headline =
            sentences({largestSum(run, overview), largestOfEach(works),
                       Core::tr("The file has sums, no timeline: where time is lost between kernels is not known.")});
    if (run.gpu.size() == 0)
        overview.headline = sentences({overview.headline, unifiedMemoryText(run)});
}

} // namespace ws
