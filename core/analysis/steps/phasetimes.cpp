#include "core/analysis/steps/phasetimes.h"

#include "core/base/texts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ws {
namespace {

/// `sorted` is not empty.
int64_t nearestRank(const std::vector<int64_t> &sorted, double share)
{
    const auto rank = static_cast<size_t>(share * static_cast<double>(sorted.size()) + 0.999999);
    return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

} // namespace

QString phaseText(std::string_view phase)
{
    static constexpr std::pair<std::string_view, const char *> words[] = {
        {"mixed", QT_TRANSLATE_NOOP("Core", "mixed")},     {"diffusion", QT_TRANSLATE_NOOP("Core", "diffusion")},
        {"capture", QT_TRANSLATE_NOOP("Core", "capture")}, {"profiler", QT_TRANSLATE_NOOP("Core", "profiler")},
        {"section", QT_TRANSLATE_NOOP("Core", "section")}, {"repetition", QT_TRANSLATE_NOOP("Core", "repetition")},
        {"unknown", QT_TRANSLATE_NOOP("Core", "unknown")}};
    for (const auto &[name, word] : words)
        if (name == phase)
            return Core::tr(word);
    return toText(phase);
}

std::vector<PhaseTimes> phaseTimes(const Steps &steps)
{
    std::map<std::pair<int, std::string>, std::vector<int64_t>> times;
    for (const Step &step : steps.steps)
        times[{phaseOrder(step.phase), step.phase}].push_back(step.wall.length() > 0 ? step.wall.length()
                                                                                     : step.gpuEndNs - step.gpuStartNs);
    std::vector<PhaseTimes> result;
    for (auto &[phase, ns] : times) {
        std::sort(ns.begin(), ns.end());
        result.push_back({phase.second, ns.size(), nearestRank(ns, 0.5), nearestRank(ns, 0.95)});
    }
    return result;
}

} // namespace ws
