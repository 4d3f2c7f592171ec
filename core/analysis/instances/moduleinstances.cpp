#include "core/analysis/instances/moduleinstances.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/base/texts.h"

#include <algorithm>

namespace ws {
namespace {

enum class PathFit : uint8_t { No, End, Whole };

/// Compares the path of a call from its end.
PathFit fits(const Run &run, const NestedSlices &modules, uint32_t call, const std::vector<std::string> &parts)
{
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        if (call == noSlice)
            return PathFit::No;
        const std::string_view name = run.text(run.timeline.name(modules.slice(call)));
        if (moduleClass(name) != *part && moduleInstance(name) != *part)
            return PathFit::No;
        call = modules.parent(call);
    }
    return call == noSlice ? PathFit::Whole : PathFit::End;
}

} // namespace

std::vector<uint32_t> callsOfModule(const Run &run, const Attribution &attribution, const QString &path)
{
    std::vector<std::string> parts;
    for (const QString &part : path.split(u'/', Qt::SkipEmptyParts))
        parts.push_back(part.trimmed().toStdString());
    std::vector<uint32_t> whole, ends;
    if (parts.empty())
        return whole;
    const NestedSlices &modules = attribution.modules();
    for (uint32_t call = 0; call < modules.size(); ++call)
        if (const PathFit fit = fits(run, modules, call, parts); fit != PathFit::No)
            (fit == PathFit::Whole ? whole : ends).push_back(call);
    return whole.empty() ? ends : whole;
}

std::optional<std::vector<ModuleInstance>> moduleInstances(const Run &run, const Attribution &attribution,
                                                           const std::vector<uint32_t> &calls, const Progress *progress,
                                                           std::optional<TimeRange> range, const ActivitySet *only)
{
    const NestedSlices &modules = attribution.modules();
    std::vector<ModuleInstance> instances;
    std::vector<uint32_t> place(modules.size(), noSlice); // by call
    for (const uint32_t call : calls) {
        place[call] = static_cast<uint32_t>(instances.size());
        instances.push_back({call, modules.slice(call)});
    }
    const auto add = [&](ModuleInstance &instance, bool isOwn, int64_t start, int64_t end) {
        if (instance.activities++ == 0)
            instance.gpuStartNs = start;
        instance.gpuEndNs = std::max(instance.gpuEndNs, end);
        instance.gpuNs = saturatingAdd(instance.gpuNs, end - start);
        if (isOwn)
            instance.selfGpuNs = saturatingAdd(instance.selfGpuNs, end - start);
    };
    const bool finished = forEachActivity(run.gpu, range, only, progress, [&](size_t i, int64_t start, int64_t end) {
        const uint32_t own = attribution.module(i);
        for (uint32_t call = own; call != noSlice; call = modules.parent(call))
            if (place[call] != noSlice)
                add(instances[place[call]], call == own, start, end);
    });
    if (!finished)
        return std::nullopt;
    if (range || only)
        std::erase_if(instances, [](const ModuleInstance &instance) { return instance.activities == 0; });
    std::stable_sort(instances.begin(), instances.end(), [&](const ModuleInstance &a, const ModuleInstance &b) {
        return modules.start(a.call) < modules.start(b.call);
    });
    return instances;
}

QString modulePath(const Run &run, const Attribution &attribution, uint32_t call)
{
    QString path;
    for (; call != noSlice; call = attribution.modules().parent(call)) {
        const std::string_view name = run.text(run.timeline.name(attribution.modules().slice(call)));
        path.prepend(toText(moduleClass(name)) + (path.isEmpty() ? QString() : QStringLiteral("/")));
    }
    return path;
}

} // namespace ws
