#include "core/report/overviewfacts.h"

#include "core/analysis/modules/moduletree_build.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/job.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ws {
namespace {

/// The engine whose annotations name the steps; empty: not known.
QString engineOf(const Run &run, const Steps &steps)
{
    for (const Step &step : steps.steps) {
        const std::string_view name = run.text(step.name);
        if (name.starts_with("execute_diffusion_"))
            return {};
        if (name.starts_with("step["))
            return QStringLiteral("SGLang");
        if (name.starts_with("prefill[") || name.starts_with("decode[") || name.starts_with("eager_decode["))
            return QStringLiteral("ATOM");
        if (name.starts_with("[Executor] _forward_step"))
            return QStringLiteral("TensorRT-LLM");
        if (name.starts_with("ProfilerStep#"))
            return QStringLiteral("PyTorch");
    }
    return {};
}

/// The outermost module around most of the GPU work; empty: none is around half of it.
QString modelOf(const Run &run, const Attribution *attribution)
{
    if (!attribution)
        return {};
    std::map<StringId, int64_t> times;
    double all = 0;
    const NestedSlices &modules = attribution->modules();
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        all += double(run.gpu.duration[i]);
        uint32_t m = attribution->module(i);
        if (m == noSlice)
            continue;
        while (modules.parent(m) != noSlice)
            m = modules.parent(m);
        times[run.timeline.name(modules.slice(m))] += run.gpu.duration[i];
    }
    const auto largest = std::ranges::max_element(times, {}, [](const auto &name) { return name.second; });
    if (largest == times.end() || double(largest->second) < all / 2) // a sampler beside a graph is no model
        return {};
    return toText(moduleClass(run.text(largest->first)));
}

QString stepFact(const Run &run, const Steps &steps, const RunBudget &budget)
{
    const uint32_t index = budget.empty() ? noStep : budget.mainDevice().step;
    if (index == noStep)
        return {};
    const Step &step = steps.steps[index];
    QStringList parts{toText(run.text(step.name))};
    if (step.batch)
        parts << Core::tr("batch %1").arg(formatCount(*step.batch));
    if (step.tokens)
        parts << Core::tr("%1 tokens").arg(formatCount(*step.tokens));
    return listed(parts);
}

} // namespace

QString deviceTitle(const Run &run, uint16_t device)
{
    const std::string_view number = run.text(run.gpu.devices[device]);
    const bool isNamed = !number.empty() && !number.starts_with('-'); // some files say -1 of the only device
    const QString word = forDevice(QStringLiteral("GPU"), run), name = isNamed ? word + u' ' + toText(number) : word;
    if (run.gpu.ranks.empty())
        return name;
    const QString rank = toText(run.text(run.gpu.ranks[device]));
    return name.contains(rank) ? name : QStringLiteral("%1 (%2)").arg(name, rank);
}

QString deviceModel(const Run &run, uint16_t device)
{
    return gpuModelOf(run, run.gpu.devices[device]);
}

QStringList runFacts(const Run &run, const Steps &steps, const RunBudget &budget,
                     const std::vector<TrustFinding> &trust, const Attribution *attribution)
{
    QStringList facts{modelOf(run, attribution), stepFact(run, steps, budget)};
    if (!budget.empty()) {
        const QString model = deviceModel(run, budget.main);
        const auto devices = int64_t(budget.devices.size());
        facts << (devices > 1
                      ? Core::tr("%1 devices").arg(formatCount(devices)) + (model.isEmpty() ? model : u' ' + model)
                      : model);
    }
    if (const auto rank = rankOf(run), size = worldSizeOf(run); rank && size != 1)
        facts << (size ? Core::tr("rank %1 of %2").arg(formatCount(*rank), formatCount(*size))
                       : Core::tr("rank %1").arg(formatCount(*rank)));
    facts << engineOf(run, steps);
    if (findTrust(trust, "call-stacks"))
        facts << Core::tr("recorded with call stacks, which slows launches");
    else if (const TrustFinding *own = findTrust(trust, "profiler-overhead"); own && (own->marks & GapCauses))
        facts << Core::tr("the profiler itself works in %1 of the idle time").arg(formatRounded(own->ns));
    facts.removeAll(QString());
    return facts;
}

} // namespace ws
