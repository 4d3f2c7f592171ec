#include "core/analysis/findings/exposed.h"

#include <algorithm>
#include <map>

namespace ws {

ExposedWork exposedWork(const UnitWork &unit, int64_t WallBudget::*part,
                        const std::function<bool(uint32_t activity)> &isOfPart)
{
    ExposedWork exposed;
    exposed.sum = unit.sum(isOfPart);
    exposed.ns = unit.budget.*part;
    const auto within = [&](const std::vector<TimeRange> &stretches) {
        std::vector<DeviceWindow> windows;
        for (const TimeRange &stretch : stretches)
            windows.push_back({unit.device, stretch});
        int64_t ns = 0;
        const auto budgets = wallBudgets(unit.run, unit.input.gaps, unit.input.isCommunication, windows);
        for (const WallBudget &stretch : budgets.value_or(std::vector<WallBudget>()))
            ns += stretch.*part;
        return ns;
    };
    exposed.winNs = within(unit.winnableStretches());
    std::map<StringId, int64_t> ofName;
    for (const uint32_t i : unit.work())
        if (isOfPart(i))
            ofName[unit.gpu.name[i]] += unit.gpu.duration[i];
    exposed.names = ofName.size();
    constexpr size_t looked = 4; // of thousands of names the rest is too short
    std::vector<std::pair<int64_t, StringId>> longest;
    for (const auto &[name, ns] : ofName)
        longest.push_back({ns, name});
    std::ranges::stable_sort(longest, std::ranges::greater(), &std::pair<int64_t, StringId>::first);
    longest.resize(std::min(longest.size(), looked));
    for (const auto &[all, name] : longest) {
        const auto hasName = [&, wanted = name](uint32_t i) { return isOfPart(i) && unit.gpu.name[i] == wanted; };
        const int64_t ns = within(unit.stretches(hasName));
        if (!exposed.name.empty() && ns <= exposed.nameNs)
            continue;
        exposed.name = std::string(unit.run.text(name));
        exposed.nameCount = uint64_t(std::ranges::count_if(unit.work(), hasName));
        exposed.nameNs = ns;
    }
    return exposed;
}

Finding exposedFinding(const UnitWork &unit, std::string_view id, const ExposedWork &exposed, BudgetPart part)
{
    Finding finding = unit.finding(id, exposed.sum);
    finding.ns = exposed.ns;
    finding.winNs = exposed.winNs;
    finding.share = double(exposed.ns) / double(unit.budget.wallNs);
    finding.ofParts = {};
    finding.ofParts[size_t(part)] = exposed.ns;
    finding.nameNs = exposed.nameNs;
    finding.nameCount = exposed.nameCount;
    finding.of = exposed.names;
    finding.name = exposed.name;
    return finding;
}

} // namespace ws
