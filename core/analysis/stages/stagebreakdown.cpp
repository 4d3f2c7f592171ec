#include "core/analysis/stages/stagebreakdown.h"

#include "core/analysis/gpuscan.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/torchtable.h"

#include <algorithm>

namespace ws {

void NameSum::add(const NameSum &other)
{
    count += other.count;
    totalNs = saturatingAdd(totalNs, other.totalNs);
    elapsedNs = saturatingAdd(elapsedNs, other.elapsedNs);
}

Sweep defaultSweep(const GpuWork &gpu)
{
    return gpu.devices.size() > 1 ? Sweep::Device : Sweep::Whole;
}

const char *sweepName(Sweep sweep)
{
    return sweep == Sweep::Whole ? "whole" : "device";
}

std::optional<NameSums> sumNames(const GpuWork &gpu, const NameSet &names, Sweep sweep, std::optional<TimeRange> range,
                                 const Progress *progress, const ActivitySet *only)
{
    NameSums sums;
    sums.sweep = sweep;
    sums.names.resize(names.size());
    RunningUnion any;
    std::vector<RunningUnion> devices(gpu.devices.size());
    const auto visit = [&](size_t i, int64_t start, int64_t end) {
        NameSum &sum = sums.names[names.indexOf(gpu.nameForRules(i))];
        ++sum.count;
        sum.totalNs = saturatingAdd(sum.totalNs, end - start);
        const int64_t grown = any.add(start, end);
        sum.elapsedNs += sweep == Sweep::Whole ? grown : devices[gpu.device(i)].add(start, end);
    };
    if (!forEachActivity(gpu, range, only, progress, visit))
        return {};
    for (const NameSum &sum : sums.names)
        sums.all.add(sum);
    sums.anyBusyNs = any.length;
    return sums;
}

NonGpu nonGpuOf(const NameSums &sums, NonGpu::Source source, int64_t totalNs)
{
    if (source == NonGpu::None)
        return {};
    return {source, totalNs, std::max<int64_t>(0, totalNs - sums.anyBusyNs)};
}

QString problemOf(const NonGpu &nonGpu, const NameSums &sums)
{
    if (nonGpu.source != NonGpu::Given || nonGpu.totalNs == 0 || nonGpu.totalNs >= sums.anyBusyNs)
        return {};
    return Core::tr("the total of %1 is less than the %2 in which a GPU works, so "
                    "CPU(non-GPU) is 0; totals are seconds, in the order of the files")
        .arg(formatDuration(nonGpu.totalNs), formatDuration(sums.anyBusyNs));
}

std::vector<StageRow> stageRows(const Classification &classes, const NameSums &sums)
{
    std::vector<StageRow> rows(classes.groups.size());
    for (size_t i = 0; i < rows.size(); ++i)
        rows[i] = {classes.groups[i].stage,
                   classes.groups[i].substage,
                   classes.groups[i].colour,
                   static_cast<uint32_t>(i),
                   {}};
    for (size_t name = 0; name < sums.names.size(); ++name)
        rows[classes.group[name]].sum.add(sums.names[name]);
    std::erase_if(rows, [](const StageRow &row) { return row.sum.count == 0; });
    return rows;
}

std::vector<StageRow> stageRowsWithNames(const Classification &classes, const NameSums &sums, double minShare)
{
    std::vector<StageRow> rows = stageRows(classes, sums);
    const auto rest = std::ranges::find(rows, unmatchedLabel, &StageRow::stage);
    if (rest == rows.end() || rest->substage != unmatchedLabel)
        return rows;
    const StageRow unmatched = *rest;
    rows.erase(rest);
    std::map<std::pair<std::string, size_t>, NameSum> named; // the same kernel may stand in several parts of a file …
    NameSum small;
    for (size_t name = 0; name < sums.names.size(); ++name)
        if (classes.group[name] == unmatched.group && sums.names[name].count) {
            const bool isLarge = double(sums.names[name].elapsedNs) >= minShare * double(sums.all.elapsedNs);
            const std::string text(classes.names->text(name));
            const size_t own = isCutName(text) ? name + 1 : 0; // … but of a cut name each row may be another one
            (isLarge ? named[{text, own}] : small).add(sums.names[name]);
        }
    for (const auto &[name, sum] : named)
        rows.push_back({unmatched.stage, name.first, unmatched.colour, unmatched.group, sum});
    if (small.count)
        rows.push_back({unmatched.stage, unmatched.substage, unmatched.colour, unmatched.group, small});
    return rows;
}

} // namespace ws
