#include "core/analysis/instances/instances.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/slicecontext.h"
#include "core/base/demangle.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"

#include <algorithm>
#include <tuple>

namespace ws {
namespace {

constexpr size_t block = 1 << 16; ///< slices between two checks of the cancel flag

bool stopped(const Progress *progress)
{
    return progress && progress->isCancelled();
}

/// Rows for all slices whose name is wanted. False: cancelled.
template <class Wanted>
bool addRows(const Timeline &timeline, std::span<const EventRef> slices, bool isGpuWork, const Progress *progress,
             Wanted wanted, std::vector<Instance> &rows)
{
    for (size_t i = 0; i < slices.size(); ++i) {
        if (i % block == 0 && stopped(progress))
            return false;
        if (wanted(timeline.name(slices[i])))
            rows.push_back({slices[i], isGpuWork, static_cast<uint32_t>(i)});
    }
    return true;
}

template <class Wanted>
std::optional<std::vector<Instance>> rowsOf(const Run &run, const Progress *progress, Wanted wanted)
{
    std::vector<Instance> rows;
    if (!addRows(run.timeline, run.gpu.slice, true, progress, wanted, rows) ||
        !addRows(run.timeline, run.ops.slice, false, progress, wanted, rows))
        return std::nullopt;
    const auto before = [&](const Instance &a, const Instance &b) {
        const int64_t x = run.timeline.start(a.slice), y = run.timeline.start(b.slice);
        return std::tie(x, a.slice.lane, a.slice.index) < std::tie(y, b.slice.lane, b.slice.index);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), before)) // kernels of one stream are
        std::sort(rows.begin(), rows.end(), before);
    return rows;
}

/// The step around a time, the latest begun; noStep: none.
uint32_t stepAround(const Run &run, const Steps &steps, const std::vector<int64_t> &latestEnd, EventRef slice)
{
    const int64_t ns = run.timeline.start(slice);
    const StringId process = run.timeline.track(slice).pid;
    const auto after = std::upper_bound(steps.steps.begin(), steps.steps.end(), ns,
                                        [](int64_t time, const Step &step) { return time < step.wall.begin; });
    for (auto i = static_cast<size_t>(after - steps.steps.begin()); i-- > 0 && latestEnd[i] > ns;) {
        const Step &step = steps.steps[i];
        if (step.wall.end > ns && (!step.slice.valid() || run.timeline.track(step.slice).pid == process))
            return static_cast<uint32_t>(i);
    }
    return noStep;
}

} // namespace

std::optional<Instances> findInstances(const Run &run, const NamePattern &pattern, const Progress *progress)
{
    enum : uint8_t { Unseen, Yes, No };
    Instances found;
    if (pattern.isEmpty() || !pattern.error().isEmpty())
        return found;
    NameMatcher matcher(pattern);
    std::vector<uint8_t> seen(run.strings.size(), Unseen);
    const auto wanted = [&](StringId name) {
        if (seen[name] == Unseen) {
            const std::string_view text = run.text(name);
            const bool isHit =
                matcher.matches(toText(text)) || (isMangled(text) && matcher.matches(toText(shownName(text))));
            seen[name] = isHit ? Yes : No;
            found.distinct += isHit;
        }
        return seen[name] == Yes;
    };
    auto rows = rowsOf(run, progress, wanted);
    if (!rows)
        return std::nullopt;
    found.rows = std::move(*rows);
    found.problem = matcher.problem();
    return found;
}

std::optional<Instances> findInstances(const Run &run, StringId name, const Progress *progress)
{
    auto rows = rowsOf(run, progress, [name](StringId other) { return other == name; });
    if (!rows)
        return std::nullopt;
    Instances found;
    found.rows = std::move(*rows);
    found.distinct = found.rows.empty() ? 0 : 1;
    return found;
}

Instances instancesWithin(const Run &run, Instances instances, std::optional<TimeRange> range, const ActivitySet *only)
{
    std::erase_if(instances.rows, [&](const Instance &row) {
        const int64_t start = run.timeline.start(row.slice), end = run.timeline.end(row.slice);
        if (range && !intersects(*range, start, end))
            return true;
        return only && !(row.isGpuWork ? only->contains(row.index) : only->isLit(row.slice));
    });
    return instances;
}

std::vector<int64_t> durationsOf(const Run &run, const Instances &instances)
{
    std::vector<int64_t> durations;
    durations.reserve(instances.rows.size());
    for (const Instance &row : instances.rows)
        durations.push_back(run.timeline.duration(row.slice));
    return durations;
}

std::optional<InstanceRank> rankOf(const Run &run, EventRef slice)
{
    if (!slice.valid())
        return std::nullopt;
    const Timeline &timeline = run.timeline;
    const StringId name = timeline.name(slice);
    const int64_t start = timeline.start(slice);
    InstanceRank rank;
    std::vector<double> durations;
    bool isInstance = false;
    const auto take = [&](EventRef other) {
        if (timeline.name(other) != name)
            return;
        durations.push_back(double(timeline.duration(other)));
        isInstance = isInstance || other == slice;
        const int64_t ns = timeline.start(other);
        rank.rank += std::tie(ns, other.lane, other.index) <= std::tie(start, slice.lane, slice.index);
    };
    for (const EventRef work : run.gpu.slice)
        take(work);
    for (const EventRef op : run.ops.slice)
        take(op);
    if (!isInstance)
        return std::nullopt;
    rank.count = durations.size();
    const double median = medianOf(std::move(durations));
    rank.toMedian = median > 0 ? double(timeline.duration(slice)) / median : 0;
    return rank;
}

InstanceContext::InstanceContext(std::shared_ptr<const Run> run, std::shared_ptr<const Steps> steps,
                                 std::shared_ptr<const Layers> layers, std::shared_ptr<const Attribution> attribution)
    : m_run(std::move(run)), m_steps(std::move(steps)), m_attribution(std::move(attribution))
{
    if (layers && !layers->layers.empty()) {
        m_layer.assign(m_run->gpu.size(), noLayer);
        for (const Layer &layer : layers->layers)
            for (uint32_t k = 0; k < layer.workCount; ++k)
                m_layer[layers->work[layer.firstWork + k]] = layer.index;
    }
    int64_t latest = INT64_MIN;
    for (const Step &step : m_steps ? m_steps->steps : std::vector<Step>())
        m_latestEnd.push_back(latest = std::max(latest, step.wall.end));
}

uint32_t InstanceContext::step(const Instance &instance) const
{
    if (!m_steps)
        return noStep;
    if (instance.isGpuWork)
        return m_steps->of(instance.index);
    return m_steps->arePeriods ? noStep : stepAround(*m_run, *m_steps, m_latestEnd, instance.slice);
}

uint32_t InstanceContext::layer(const Instance &instance) const
{
    return instance.isGpuWork && !m_layer.empty() ? m_layer[instance.index] : noLayer;
}

EventRef InstanceContext::module(const Instance &instance) const
{
    if (!instance.isGpuWork)
        return m_run->ops.module[instance.index];
    return m_attribution ? m_attribution->moduleSlice(instance.index) : EventRef{};
}

StringId InstanceContext::annotation(const Instance &instance) const
{
    return instance.isGpuWork && m_attribution ? m_attribution->annotation(instance.index) : 0;
}

StringId InstanceContext::shape(const Instance &instance) const
{
    const auto &shapes = m_run->ops.shape;
    return !instance.isGpuWork && instance.index < shapes.size() ? shapes[instance.index] : 0;
}

std::optional<int64_t> InstanceContext::launchDelayNs(const Instance &instance) const
{
    if (!instance.isGpuWork || instance.index >= m_run->gpu.launch.size())
        return std::nullopt;
    const uint32_t launch = m_run->gpu.launch[instance.index];
    if (launch == noLaunch)
        return std::nullopt;
    const EventRef call = m_run->launches.slice[launch];
    return m_run->timeline.start(instance.slice) - m_run->timeline.start(call);
}

} // namespace ws
