#include "core/report/overviewlists.h"

#include "core/analysis/findings/unitwork.h"
#include "core/analysis/kernels/operators.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/steps/periodsteps.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/nanoseconds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace ws {
namespace {

constexpr size_t maxListRows = 7;
constexpr int64_t outlierFactor = 3; ///< of the median

/// The instances of a row: their time in the unit, and the durations of those that mostly lie in it.
struct Spread
{
    int64_t ns = 0;
    std::vector<int64_t> durations;
    FindingPlace longest;

    void add(int64_t clippedNs, int64_t duration, const FindingPlace &place)
    {
        ns += clippedNs;
        if (durations.empty() || duration > longest.range.length())
            longest = place;
        if (2 * clippedNs >= duration) // else another unit counts it
            durations.push_back(duration);
    }
};

OverviewRow rowOf(const QString &name, const Spread &spread, int64_t ofNs)
{
    OverviewRow row;
    row.name = name;
    row.ns = spread.ns;
    row.share = ofNs ? double(row.ns) / double(ofNs) : 0;
    const DurationStats stats = durationStats(spread.durations);
    row.count = stats.count;
    row.medianNs = stats.p50Ns;
    row.meanNs = int64_t(stats.meanNs);
    row.maxNs = stats.maxNs;
    row.place = spread.longest;
    for (const int64_t duration : spread.durations)
        if (duration / outlierFactor > stats.p50Ns) {
            ++row.outliers;
            row.outlierNs += duration;
        }
    return row;
}

template <class Key, class Name>
OverviewList listOf(std::string id, const QString &title, int64_t ofNs, const std::map<Key, Spread> &all, Name name)
{
    OverviewList list{std::move(id), title, ofNs, {}};
    std::vector<std::pair<int64_t, Key>> order;
    for (const auto &[key, spread] : all)
        order.push_back({spread.ns, key});
    std::ranges::stable_sort(order, [](const auto &a, const auto &b) { return a.first > b.first; });
    if (order.size() > maxListRows + 1 && list.id != "modules")
        for (; order.size() > maxListRows; order.pop_back(), ++list.restRows)
            list.restNs += order.back().first;
    order.resize(std::min(order.size(), list.id == "modules" ? maxListRows : maxListRows + 1));
    for (const auto &[ns, key] : order)
        list.rows.push_back(rowOf(name(key), all.at(key), ofNs));
    return list;
}

class Lists
{
public:
    Lists(const OverviewSources &sources, const RunBudget &budget)
        : m_sources(sources), m_run(*sources.run), m_gpu(m_run.gpu), m_device(budget.main),
          m_range(budget.mainDevice().range)
    {
        for (uint32_t i = 0; i < m_gpu.size() && m_gpu.start[i] < m_range.end; ++i)
            if (m_gpu.device(i) == m_device && m_gpu.end(i) > m_range.begin) {
                m_work.push_back(i);
                m_allNs += clipped(i);
            }
    }

    OverviewList stages() const
    {
        const auto names = std::make_shared<const NameSet>(m_gpu, m_run.strings, nullptr);
        const auto classes = StageClassifier(names).classify(defaultMapping());
        std::map<uint32_t, Spread> all;
        for (const uint32_t i : m_work)
            add(all[classes->group[names->indexOf(m_gpu.nameForRules(i))]], i);
        return listOf("stages", Core::tr("Stages, of %1 of work").arg(formatRounded(m_allNs)), m_allNs, all,
                      [&](uint32_t group) {
                          const StageGroup &labels = classes->groups[group];
                          return labels.substage.empty() || labels.substage == labels.stage
                                     ? toText(labels.stage)
                                     : QStringLiteral("%1 · %2").arg(toText(labels.stage), toText(labels.substage));
                      });
    }

    OverviewList kernels() const
    {
        std::map<StringId, Spread> all;
        for (const uint32_t i : m_work)
            add(all[m_gpu.name[i]], i);
        OverviewList list = listOf("kernels", Core::tr("Kernels, of %1 of work").arg(formatRounded(m_allNs)), m_allNs,
                                   all, [&](StringId name) { return toText(m_run.text(name)); });
        std::vector<std::string> names;
        for (const OverviewRow &row : list.rows)
            names.emplace_back(shownName(row.name.toStdString()));
        const std::vector<std::string_view> views(names.begin(), names.end());
        const std::vector<std::string> shortened = shortNames(views);
        for (size_t row = 0; row < list.rows.size(); ++row)
            list.rows[row].name = toText(shortened[row]);
        return list;
    }

    /// Classes of modules; work counts once for every class around it.
    OverviewList modules(const Attribution &attribution) const
    {
        const NestedSlices &modules = attribution.modules();
        std::map<std::string, uint32_t> ids;
        std::vector<uint32_t> classOf(modules.size());
        for (uint32_t m = 0; m < modules.size(); ++m) {
            const std::string name(moduleClass(m_run.text(m_run.timeline.name(modules.slice(m)))));
            classOf[m] = ids.try_emplace(name, uint32_t(ids.size())).first->second;
        }
        std::vector<int64_t> callNs(modules.size(), -1), classNs(ids.size());
        std::vector<uint32_t> countedFor(ids.size(), noLaunch); // by class, the last activity
        for (const uint32_t i : m_work)
            for (uint32_t m = attribution.module(i); m != noSlice; m = modules.parent(m)) {
                callNs[m] = std::max<int64_t>(0, callNs[m]) + m_gpu.duration[i];
                if (std::exchange(countedFor[classOf[m]], i) != i)
                    classNs[classOf[m]] += clipped(i);
            }
        std::map<std::string, Spread> all;
        std::vector<Spread *> ofClass(ids.size());
        for (const auto &[name, id] : ids)
            if (classNs[id] > 0)
                ofClass[id] = &all[name];
        for (uint32_t m = 0; m < modules.size(); ++m)
            if (callNs[m] >= 0 && ofClass[classOf[m]])
                ofClass[classOf[m]]->add(0, callNs[m],
                                         {modules.slice(m), {modules.start(m), modules.start(m) + callNs[m]}});
        for (const auto &[name, id] : ids)
            if (ofClass[id])
                ofClass[id]->ns = classNs[id];
        auto list = listOf("modules", Core::tr("Modules, of %1 of work").arg(formatRounded(m_allNs)), m_allNs, all,
                           [](const std::string &name) { return toText(name); });
        for (OverviewRow &row : list.rows) // the range was of the GPU time; what is shown is the call
            row.place.range = {m_run.timeline.start(row.place.slice), m_run.timeline.end(row.place.slice)};
        return list;
    }

    OverviewList layers(const Layers &layers) const
    {
        std::map<int, Spread> all;
        for (const Layer &layer : layers.layers) {
            const auto first = layers.work.begin() + layer.firstWork;
            const uint32_t from = *first, last = *(first + layer.workCount - 1);
            if (layer.device != m_device || m_gpu.start[from] < m_range.begin || m_gpu.end(last) > m_range.end)
                continue;
            all[0].add(layer.totalNs, layer.totalNs, {m_gpu.slice[from], {m_gpu.start[from], m_gpu.end(last)}});
        }
        return listOf("layers", Core::tr("Layers by repetition, of %1 of work").arg(formatRounded(m_allNs)), m_allNs,
                      all, [&](int) { return Core::tr("Layer"); });
    }

private:
    int64_t clipped(uint32_t i) const
    {
        return std::min(m_gpu.end(i), m_range.end) - std::max(m_gpu.start[i], m_range.begin);
    }
    void add(Spread &spread, uint32_t i) const
    {
        spread.add(clipped(i), m_gpu.duration[i], {m_gpu.slice[i], {m_gpu.start[i], m_gpu.end(i)}});
    }

    const OverviewSources &m_sources;
    const Run &m_run;
    const GpuWork &m_gpu;
    uint16_t m_device;
    TimeRange m_range;
    std::vector<uint32_t> m_work;
    int64_t m_allNs = 0;
};

} // namespace

bool addCpuOperators(const Run &run, Overview &overview, const Progress *progress)
{
    auto table = operatorTable(run, {}, progress);
    if (!table)
        return false;
    std::ranges::stable_sort(table->rows, std::greater{}, &OperatorRow::selfCpuNs);
    OverviewList list{"operators", {}, 0, {}};
    for (const OperatorRow &row : table->rows)
        list.ofNs += row.selfCpuNs;
    const size_t shown = table->rows.size() > maxListRows + 1 ? maxListRows : table->rows.size();
    for (size_t i = 0; i < table->rows.size(); ++i) {
        const OperatorRow &row = table->rows[i];
        if (i >= shown) {
            list.restNs += row.selfCpuNs;
            ++list.restRows;
            continue;
        }
        OverviewRow own;
        own.name = toText(run.text(row.name));
        own.ns = row.selfCpuNs;
        own.share = list.ofNs ? double(own.ns) / double(list.ofNs) : 0;
        own.count = row.calls;
        own.meanNs = row.calls ? own.ns / int64_t(row.calls) : 0;
        list.rows.push_back(std::move(own));
    }
    list.title = Core::tr("Operators, of %1 on the CPU without what is inside them").arg(formatRounded(list.ofNs));
    overview.lists.push_back(std::move(list));
    return true;
}

std::vector<OverviewList> unitLists(const OverviewSources &sources, const RunBudget &budget, const Progress *progress)
{
    const Lists lists(sources, budget);
    std::vector<OverviewList> result{lists.stages()};
    const auto attribution = sources.attribution ? sources.attribution : [&]() -> std::shared_ptr<const Attribution> {
        auto made = Attribution::make(*sources.run, Attribution::Mode::All, progress);
        return made ? std::make_shared<const Attribution>(std::move(*made)) : nullptr;
    }();
    if (attribution && attribution->modules().size() > 0)
        result.push_back(lists.modules(*attribution));
    const double attributed = result.size() > 1 && !result.back().rows.empty() ? result.back().rows.front().share : 0;
    if (attributed < 0.5) { // graphs and compiled code lose the modules
        std::optional<Layers> found;
        const bool isPeriod = budget.of == BudgetOf::Repetition; // in which layers are, else it would be a layer itself
        if (isPeriod || !sources.layers)
            found = findLayers(*sources.run,
                               isPeriod ? periodSteps(*sources.run, {{budget.mainDevice().range, budget.main}})
                                        : *sources.steps,
                               progress);
        if (found || (!isPeriod && sources.layers))
            if (auto layers = lists.layers(found ? *found : *sources.layers);
                !layers.rows.empty() && layers.rows.front().share >= 0.5)
                result.push_back(std::move(layers));
    }
    result.push_back(lists.kernels());
    std::erase_if(result, [](const OverviewList &list) { return list.rows.empty(); });
    return result;
}

namespace {

constexpr size_t maxLayerRows = 10;
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

QString layersText(const Table &table, Overview &overview)
{
    const int name = std::max(table.columnIndex("name"), table.columnIndex("Layer")),
              mean = timeColumn(table, {"average", "Avg"}), total = timeColumn(table, {"timeMs", "Time"});
    if (name < 0 || mean < 0)
        return {};
    OverviewList list{"layers", {}, 0, {}};
    double totalNs = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        OverviewRow layer;
        layer.name = toText(cutInMiddle(table.nameAt(row, name), longestLayerName)); // fused layers name all of theirs
        layer.ns = nsAt(table, row, mean);
        totalNs += total >= 0 && total != mean ? double(nsAt(table, row, total)) : 0;
        list.ofNs = saturatingAdd(list.ofNs, layer.ns);
        list.rows.push_back(std::move(layer));
    }
    if (list.ofNs <= 0)
        return {};
    std::ranges::stable_sort(list.rows, std::greater{}, &OverviewRow::ns);
    if (list.rows.size() > maxLayerRows + 1) {
        list.restRows = list.rows.size() - maxLayerRows;
        for (size_t k = maxLayerRows; k < list.rows.size(); ++k)
            list.restNs = saturatingAdd(list.restNs, list.rows[k].ns);
        list.rows.resize(maxLayerRows);
    }
    for (OverviewRow &row : list.rows)
        row.share = double(row.ns) / double(list.ofNs);
    const QString all = formatRounded(list.ofNs);
    list.title = Core::tr("Layers of the engine, of %1 in a run").arg(all);
    const OverviewRow &first = list.rows.front();
    const int64_t runs = runsOf(totalNs, double(list.ofNs));
    const QString largest =
        Core::tr("The largest is %1: %2 (%3).").arg(first.name, formatRounded(first.ns), formatPercent(first.share));
    const QString text = runs > 1 ? Core::tr("A run of the engine takes %1 in its layers, in the mean of %2 runs.")
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

} // namespace ws
