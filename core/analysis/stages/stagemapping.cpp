#include "core/analysis/stages/stagemapping.h"

#include <algorithm>
#include <array>

namespace ws {

bool StageMapping::isJoined() const
{
    return std::equal(stages.begin(), stages.end(), substages.begin(), substages.end(),
                      [](const LabelRule &a, const LabelRule &b) {
                          return a.regex == b.regex && a.enabled == b.enabled && a.colour == b.colour;
                      });
}

std::vector<StageRule> StageMapping::joined() const
{
    std::vector<StageRule> rules;
    if (!isJoined())
        return rules;
    rules.reserve(stages.size());
    for (size_t i = 0; i < stages.size(); ++i)
        rules.push_back(
            {stages[i].regex, stages[i].label, substages[i].label, substages[i].enabled, substages[i].colour});
    return rules;
}

void StageMapping::setJoined(std::span<const StageRule> rules)
{
    stages.clear();
    substages.clear();
    for (const StageRule &rule : rules) {
        stages.push_back({rule.regex, rule.stage, rule.enabled, rule.colour});
        substages.push_back({rule.regex, rule.substage, rule.enabled, rule.colour});
    }
}

bool StageMapping::canBeFlat() const
{
    if (!isJoined())
        return false;
    return std::equal(stages.begin(), stages.end(), substages.begin(),
                      [](const auto &stage, const auto &sub) { return stage.label == flatStage(sub.label); });
}

std::string_view flatStage(std::string_view label)
{
    return label == "non-gpu-H_D_memops" ? "memory" : "gpu";
}

bool isCatchAll(std::string_view regex)
{
    constexpr auto all = std::to_array<std::string_view>({"", ".*", "^", "^.*", ".*$", "^.*$", "(.*)"});
    return std::find(all.begin(), all.end(), regex) != all.end();
}

bool asksForArguments(std::string_view regex)
{
    return regex.find("collective=") != regex.npos || regex.find("hlo=") != regex.npos;
}

std::string_view withoutArguments(std::string_view name)
{
    const size_t collective = name.find("|collective="), hlo = name.find("|hlo=");
    return name.substr(0, std::min(collective, hlo));
}

const StageMapping *MappingFile::find(std::string_view name) const
{
    auto found =
        std::find_if(mappings.begin(), mappings.end(), [&](const StageMapping &m) { return m.name() == name; });
    return found == mappings.end() ? nullptr : &*found;
}

} // namespace ws
