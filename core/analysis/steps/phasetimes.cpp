#include "core/analysis/steps/phasetimes.h"

#include "core/base/quantiles.h"
#include "core/base/texts.h"

#include <map>
#include <utility>

namespace ws {
QString phaseText(std::string_view phase)
{
    static constexpr std::pair<std::string_view, const char *> words[] = {
        {"mixed", QT_TRANSLATE_NOOP("Core", "mixed")},     {"diffusion", QT_TRANSLATE_NOOP("Core", "diffusion")},
        {"capture", QT_TRANSLATE_NOOP("Core", "capture")}, {"profiler", QT_TRANSLATE_NOOP("Core", "iteration")},
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
        const auto [p50, p95] = medianAndP95Ns(ns);
        result.push_back({phase.second, ns.size(), p50, p95});
    }
    return result;
}

} // namespace ws
