#include "core/analysis/compare/mixedkernels.h"

#include "core/analysis/compare/runfacts.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/tablework.h"

#include <algorithm>
#include <set>

namespace ws {
namespace {

/// "[CUDA memcpy Host-to-Device]" of nsys is "Memcpy HtoD (Pinned -> Device)" of torch.
std::string commonName(std::string_view name)
{
    std::string lower(name.substr(0, 40));
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    const auto has = [&](const char *word) { return lower.find(word) != lower.npos; };
    const bool isOfTool = lower.starts_with("[cuda ") || lower.starts_with("memcpy ") || lower.starts_with("memset ");
    if (!isOfTool)
        return std::string(name);
    if (has("memset"))
        return "Memset";
    constexpr const char *ways[][3] = {{"htod", "host-to-device", "Memcpy HtoD"},
                                       {"dtoh", "device-to-host", "Memcpy DtoH"},
                                       {"dtod", "device-to-device", "Memcpy DtoD"},
                                       {"ptop", "peer-to-peer", "Memcpy PtoP"}};
    for (const auto &way : ways)
        if (has(way[0]) || has(way[1]))
            return way[2];
    return std::string(name);
}

constexpr std::string_view cutEnd = "...";

/// The beginnings of cut names.
std::set<std::string, std::less<>> beginningsOf(const KernelSums &a, const KernelSums &b)
{
    std::set<std::string, std::less<>> beginnings;
    for (const KernelSums *side : {&a, &b})
        for (const auto &[name, sum] : *side)
            if (name.size() > cutEnd.size() && name.ends_with(cutEnd))
                beginnings.insert(name.substr(0, name.size() - cutEnd.size()));
    return beginnings;
}

/// Names with one of these beginnings take it; the longest of several.
KernelSums withCutNames(const KernelSums &sums, const std::set<std::string, std::less<>> &beginnings)
{
    if (beginnings.empty())
        return sums;
    KernelSums result;
    for (const auto &[name, sum] : sums) {
        std::string key = name;
        for (size_t length = name.size(); length > 0; --length)
            if (const auto found = beginnings.find(std::string_view(name).substr(0, length));
                found != beginnings.end()) {
                key = *found + std::string(cutEnd);
                break;
            }
        KernelSum &of = result[key];
        of.count += sum.count;
        of.ns = saturatingAdd(of.ns, sum.ns);
    }
    return result;
}

} // namespace

KernelSums kernelSums(const ComparedRun &run)
{
    KernelSums sums;
    const auto add = [&](std::string_view name, uint64_t count, int64_t ns) {
        KernelSum &sum = sums[commonName(name)];
        sum.count += count;
        sum.ns = saturatingAdd(sum.ns, ns);
    };
    if (run.hasTimeline()) {
        const GpuWork &gpu = run.run().gpu;
        std::vector<KernelSum> byName(run.run().strings.size());
        for (size_t i = 0; i < gpu.size(); ++i) {
            ++byName[gpu.name[i]].count;
            byName[gpu.name[i]].ns = saturatingAdd(byName[gpu.name[i]].ns, gpu.duration[i]);
        }
        for (size_t id = 0; id < byName.size(); ++id)
            if (byName[id].count)
                add(run.run().text(StringId(id)), byName[id].count, byName[id].ns);
        return sums;
    }
    for (const NamedWork &work : tableWork(run))
        for (size_t k = 0; k < work.names->size(); ++k)
            if (work.adds(k))
                add(work.names->text(k), work.sums.names[k].count, work.sums.names[k].totalNs);
    return sums;
}

MixedKernels mixedKernels(const ComparedRun &a, const ComparedRun &b)
{
    const KernelSums inA = kernelSums(a), inB = kernelSums(b);
    const auto beginnings = beginningsOf(inA, inB);
    return {withCutNames(inA, beginnings), withCutNames(inB, beginnings)};
}

bool areMixed(const ComparedRun &a, const ComparedRun &b)
{
    if (contentWord(a) == contentWord(b))
        return false;
    const auto holdsKernels = [](const ComparedRun &run) { return run.hasTimeline() || !tableWork(run).empty(); };
    return holdsKernels(a) && holdsKernels(b);
}

} // namespace ws
