#include "core/model/phases.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace ws {
namespace {

std::vector<std::string> allPhases(const std::vector<ModuleTree> &trees)
{
    std::vector<std::string> phases;
    std::set<std::string_view> seen;
    for (const ModuleTree &tree : trees)
        if (seen.insert(tree.phase).second)
            phases.push_back(tree.phase);
    return phases;
}

std::vector<std::string> wantedPhases(std::vector<std::string> all, std::string_view wanted)
{
    if (wanted.empty())
        return all;
    if (std::ranges::find(all, wanted) != all.end())
        return {std::string(wanted)};
    size_t number = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    if (error == std::errc() && end == wanted.data() + wanted.size())
        return number >= 1 && number <= all.size() ? std::vector{all[number - 1]} : std::vector<std::string>();
    std::erase_if(all, [&](const std::string &phase) { return phaseKind(phase) != wanted; });
    return all;
}

} // namespace

std::string_view phaseKind(std::string_view phase)
{
    const size_t last = phase.find_last_not_of("0123456789");
    const bool hasNumber = last != std::string_view::npos && last + 1 < phase.size() && last > 0 && phase[last] == '_';
    return hasNumber ? phase.substr(0, last) : phase;
}

std::vector<std::string> chosenPhases(const std::vector<ModuleTree> &trees, std::string_view wanted, uint32_t every)
{
    const std::vector<std::string> all = wantedPhases(allPhases(trees), wanted);
    std::map<std::string_view, size_t> counts, seen;
    for (const std::string &phase : all)
        ++counts[phaseKind(phase)];
    std::vector<std::string> chosen;
    for (const std::string &phase : all) {
        const std::string_view kind = phaseKind(phase);
        const size_t place = seen[kind]++;
        if (place % std::max<uint32_t>(every, 1) == 0 || place + 1 == counts[kind])
            chosen.push_back(phase);
    }
    return chosen;
}

} // namespace ws
