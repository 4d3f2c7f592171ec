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
    std::vector<DeviceWindow> windows;
    for (const TimeRange &stretch : unit.winnableStretches())
        windows.push_back({unit.device, stretch});
    const auto budgets = wallBudgets(unit.run, unit.input.gaps, unit.input.isCommunication, windows);
    for (const WallBudget &stretch : budgets.value_or(std::vector<WallBudget>()))
        exposed.winNs += stretch.*part;
    std::map<StringId, int64_t> ofName;
    for (const uint32_t i : unit.work())
        if (isOfPart(i))
            ofName[unit.gpu.name[i]] += unit.gpu.duration[i];
    const auto largest = std::ranges::max_element(ofName, {}, [](const auto &name) { return name.second; });
    if (largest != ofName.end())
        exposed.name = std::string(unit.run.text(largest->first));
    exposed.names = ofName.size();
    return exposed;
}

} // namespace ws
