#include "core/analysis/layers/workunit.h"
#include "core/analysis/steps/periodsteps.h"

namespace ws {

Steps unitSteps(const Run &run, const WorkUnit &unit)
{
    std::vector<StepPeriod> places;
    for (const UnitPeriods &periods : unit.devices)
        for (size_t k = 0; k < periods.beginNs.size(); ++k) {
            const bool isLast = k + 1 == periods.beginNs.size();
            places.push_back({{periods.beginNs[k], isLast ? periods.endNs : periods.beginNs[k + 1]},
                              periods.device,
                              unit.anchor,
                              isLast && periods.lastIsCut});
        }
    return periodSteps(run, std::move(places));
}

} // namespace ws
