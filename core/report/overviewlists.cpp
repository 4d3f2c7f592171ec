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
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

#include <algorithm>
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

/// "fusion" of "fusion.12": XLA numbers the instances of an operator in its module.
std::string_view withoutInstance(std::string_view name)
{
    const size_t dot = name.rfind('.');
    const bool isNumber = dot != name.npos && dot > 0 && dot + 1 < name.size() &&
                          name.find_first_not_of("0123456789", dot + 1) == name.npos;
    return isNumber ? name.substr(0, dot) : name;
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
        const auto byDefault = [&] {
            return StageClassifier(std::make_shared<const NameSet>(m_gpu, m_run.strings, nullptr))
                .classify(defaultMapping());
        };
        const auto classes = m_sources.classes ? m_sources.classes : byDefault();
        std::map<uint32_t, Spread> all;
        for (const uint32_t i : m_work)
            add(all[classes->group[classes->names->indexOf(m_gpu.nameForRules(i))]], i);
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
        const QString title = Core::tr("Kernels, of %1 of work").arg(formatRounded(m_allNs));
        const auto listBy = [&](auto keyOf, auto nameOf) {
            std::map<decltype(keyOf(StringId())), Spread> all;
            for (const uint32_t i : m_work)
                add(all[keyOf(m_gpu.name[i])], i);
            return listOf("kernels", title, m_allNs, all, nameOf);
        };
        const bool areInstances = deviceWord(m_run) == "TPU";
        OverviewList list = areInstances ? listBy([&](StringId name) { return withoutInstance(m_run.text(name)); },
                                                  [](std::string_view name) { return toText(name); })
                                         : listBy([](StringId name) { return name; },
                                                  [&](StringId name) { return toText(m_run.text(name)); });
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
                      all, [&](int) { return Core::tr("All layers"); });
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
    list.title = Core::tr("Operators by self time, of %1 on the CPU").arg(formatRounded(list.ofNs));
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

} // namespace ws
